"""What a check of a record finds, as data and in words for a director."""

from dataclasses import dataclass
from typing import Any

from monitor.backgammon import Dice, Seat


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a record, or worth a look (notice).

    code: illegal_play, play_missing, opening_roll, turn_order, game_over, cube_owner, cube_crawford,
    cube_value, cube_time, cube_answer, cube_dead, crawford, result, points, score, match_over, setup, gap,
    unfinished, import or unreadable.
    move: row of the game as a .mat file counts them. board: 26 characters before the entry, seen by A; xgid:
    the same with the state of the match. kinds: of an illegal play, as the engine names them, the naming one
    first. legal: some legal plays, the nearest first; of: how many there are. stood: the record says that
    the illegal play stood.
    """

    code: str
    text: str
    notice: bool = False
    game: int | None = None
    move: int | None = None
    seat: Seat | None = None
    line: int = 0
    time: float | None = None
    dice: Dice | None = None
    played: str | None = None
    kinds: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    of: int = 0
    stood: bool = False
    board: str | None = None
    xgid: str | None = None

    def to_json(self, players: tuple[str, str]) -> dict[str, Any]:
        """The fault as one JSON object; fields that do not apply are left out."""
        found: dict[str, Any] = {"code": self.code, "severity": "notice" if self.notice else "fault"}
        values: dict[str, Any] = {
            "game": self.game,
            "move": self.move,
            "seat": self.seat,
            "player": None if self.seat is None else players[0 if self.seat == "A" else 1],
            "line": self.line or None,
            "time": self.time,
            "dice": list(self.dice) if self.dice else None,
            "played": self.played,
            "kinds": list(self.kinds) or None,
            "legal": list(self.legal) or None,
            "legal_plays": self.of or None,
            "stood": self.stood or None,
            "board": self.board,
            "xgid": self.xgid,
            "text": self.text,
        }
        return found | {key: value for key, value in values.items() if value is not None}
