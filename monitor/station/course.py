"""Where a match stands, gathered from the lines of its journal one after another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from monitor.events import Json, Player, other

_MODE: Json = {"clock": False, "baffle": False, "dice": "own4"}


@dataclass
class GameCourse:
    """One game: turns and cube acts in order, and how it ended."""

    no: int
    score: list[int] | None
    crawford: bool | None
    turns: list[Json] = field(default_factory=list)
    result: Json | None = None


class Course:
    """Take every standing line in order; the attributes then say where the match stands.

    board: 26 characters seen by A, None before one is known. dice: as they lie now, with value, half, cocked
    and p. roll: the two numbers once they count. cards: finding id -> its newest line.
    """

    def __init__(self) -> None:
        self.settings: Json = {}
        self.games: list[GameCourse] = []
        self.findings: dict[str, Json] = {}
        self.rulings: dict[str, list[Json]] = {}
        self.board: str | None = None
        self.home: str | None = None
        self.light: Player | None = None
        self.to_act: Player | None = None
        self.turn = 0
        self.phase = "setup"
        self.dice: list[Json] = []
        self.cube, self.owner, self.offered = 1, None, None
        self.score: list[int] | None = None
        self.crawford: bool | None = None
        self.match_over = False
        self.lost: Json | None = None
        self.seq = 0
        self.t = 0.0
        self._begun = 0.0
        self._acts: Mapping[str, Callable[[Json], None]] = {
            "MatchConfigured": self._match_configured,
            "GameStarted": self._game_started,
            "DiceThrown": self._dice_thrown,
            "DiceAtRest": self._dice_at_rest,
            "TurnPlayed": self._turn_played,
            "TurnPassed": self._turn_passed,
            "CubeOffered": self._cube_offered,
            "CubeTaken": self._cube_taken,
            "CubePassed": self._cube_passed,
            "CubeReturned": self._cube_returned,
            "CubeBeavered": self._cube_beavered,
            "GameEnded": self._game_ended,
            "MatchEnded": self._match_ended,
            "NextMatchStarted": self._next_match_started,
            "TDRuling": self._td_ruling,
            "TrackLost": self._track_lost,
            "TrackRegained": self._track_regained,
            "SetupCorrected": self._setup_corrected,
            "Corrected": self._corrected,
        }

    def take(self, line: Json) -> None:
        """Take one line in."""
        self.seq = max(self.seq, line.get("seq", 0))
        self.t = max(self.t, float(line.get("t_known") or line.get("t") or 0.0))
        if line["ev"] == "Finding":
            self.findings[line["id"]] = line
            return
        act = self._acts.get(line["ev"])
        if act is not None:
            act(line)
        board = line.get("board_after") or line.get("board")
        if isinstance(board, str) and len(board) == 26:
            self.board = board

    @property
    def roll(self) -> list[int] | None:
        """The numbers to play, None while no roll counts."""
        values = [die["value"] for die in self.dice]
        counts = len(values) == 2 and all(values) and not any(die["cocked"] for die in self.dice)
        return values if counts and self.phase in ("opening", "moving") else None

    @property
    def game_no(self) -> int:
        """Number of the game, 0 before the first."""
        return self.games[-1].no if self.games else 0

    def _match_configured(self, line: Json) -> None:
        known = ("ruleset", "length", "players", "home", "mode", "score", "crawford", "light", "alerts")
        self.settings.update({name: line[name] for name in known if name in line})
        self.home = line.get("home") or self.home

    def _game_started(self, line: Json) -> None:
        self.score = _score(line) or self.score
        self.crawford = line.get("crawford")
        self.games.append(GameCourse(line.get("game_no") or self.game_no + 1, self.score, self.crawford))
        self.home, self.light = line.get("home") or self.home, line.get("light") or self.light
        self.turn, self.to_act, self.phase = 1, None, "opening"
        self.cube, self.owner, self.offered = 1, None, None
        self.dice, self.lost = [], None
        self._begun = line["t"]

    def _dice_thrown(self, line: Json) -> None:
        if line.get("purpose") is None and not (self.phase == "opening" and line.get("n") == 1):
            self.dice = []

    def _dice_at_rest(self, line: Json) -> None:
        if line.get("settled") is False or line.get("purpose") is not None:
            return
        dice = [_die(die, line.get("by")) for die in line.get("dice") or ()]
        if self.phase == "opening" and len(dice) == 1:
            self._opening_die(dice[0])
            return
        self.dice = dice
        if self.phase != "opening" or len(dice) == 2:
            self.phase = "to_roll" if any(die["cocked"] for die in dice) else "moving"
        self.to_act = self.to_act or line.get("by")

    def _opening_die(self, die: Json) -> None:
        if len(self.dice) == 2 and self.dice[0]["value"] == self.dice[1]["value"]:
            self.dice = []
        self.dice = [one for one in self.dice if one["by"] != die["by"]] + [die]
        values = [one["value"] or 0 for one in self.dice]
        if len(values) == 2 and values[0] != values[1] and not any(one["cocked"] for one in self.dice):
            self.to_act = self.dice[values.index(max(values))]["by"]

    def _turn_played(self, line: Json) -> None:
        self._record(line, {name: line.get(name) for name in _TURN})
        self.turn = (line.get("turn") or self.turn) + 1
        self.to_act = other(line["by"]) if line.get("by") else None
        self.phase, self.dice = "to_roll", []

    def _turn_passed(self, line: Json) -> None:
        if line.get("by") == self.to_act and self.to_act is not None:
            self.to_act, self.phase, self.dice = other(self.to_act), "to_roll", []

    def _cube_offered(self, line: Json) -> None:
        self.offered = line.get("by")
        self._record(line, {"cube": f"doubles to {line.get('value') or 2 * self.cube}"})

    def _cube_taken(self, line: Json) -> None:
        self.cube, self.owner, self.offered = line.get("value") or 2 * self.cube, line.get("by"), None
        self._record(line, {"cube": f"takes at {self.cube}"})

    def _cube_passed(self, line: Json) -> None:
        self.offered = None
        self._record(line, {"cube": "passes"})

    def _cube_returned(self, line: Json) -> None:
        self.offered = None
        self._record(line, {"cube": "takes the cube back"})

    def _cube_beavered(self, line: Json) -> None:
        self.cube, self.owner, self.offered = line.get("value") or 2 * self.cube, line.get("by"), None
        self._record(line, {"cube": f"turns it again to {self.cube}"})

    def _game_ended(self, line: Json) -> None:
        self.score = _score(line) or self.score
        if self.games:
            self.games[-1].result = {name: line.get(name) for name in ("winner", "how", "level", "points")}
        self.phase, self.dice, self.to_act, self.offered = "over", [], None, None

    def _match_ended(self, line: Json) -> None:
        self.score = _score(line) or self.score
        self.match_over, self.phase = True, "over"

    def _next_match_started(self, _: Json) -> None:
        self.match_over = False

    def _td_ruling(self, line: Json) -> None:
        note = {"at": line.get("at") or "", "who": line.get("who") or "director", "kind": "ruling"}
        note |= {"decision": line.get("ruling"), "text": line.get("reasons") or ""}
        self.rulings.setdefault(str(line.get("finding")), []).append(note)

    def _track_lost(self, line: Json) -> None:
        self.lost = line

    def _track_regained(self, line: Json) -> None:
        if line.get("joined") is True:
            self._game_started(line)
            self.phase = "to_roll"
            self._cube_is(line)
        self.lost = None
        self.to_act = line.get("by") or self.to_act

    def _setup_corrected(self, line: Json) -> None:
        if line.get("restart"):
            self.turn, self.phase, self.dice, self.to_act = 1, "opening", [], None

    def _corrected(self, line: Json) -> None:
        if line.get("code") != "READING":
            return
        self.to_act = line.get("to_act") or self.to_act
        self.score = _score(line) or self.score
        self._cube_is(line)
        dice = line.get("dice")
        if isinstance(dice, list):
            self.dice = [
                {"value": value, "half": None, "cocked": False, "p": 1.0, "by": None} for value in dice
            ]
            self.phase = "moving" if len(dice) == 2 else "to_roll" if self.phase == "moving" else self.phase

    def _cube_is(self, line: Json) -> None:
        cube = line.get("cube")
        if isinstance(cube, dict):
            self.cube, self.owner = cube.get("value", self.cube), cube.get("owner")

    def _record(self, line: Json, fields: Json) -> None:
        if self.games:
            turn: Json = dict.fromkeys(_TURN) | {"cube": None, "turn": self.turn} | fields
            turn |= {"by": line.get("by"), "t": self._begun, "t_end": line["t"], "seq": line.get("seq", 0)}
            self.games[-1].turns.append(turn)
            self._begun = line["t"]


_TURN = ("turn", "dice", "move", "legal", "board_before", "board_after")


def _score(line: Json) -> list[int] | None:
    score = line.get("score")
    return [score["A"], score["B"]] if isinstance(score, dict) and {"A", "B"} <= score.keys() else None


def _die(die: Json, by: Any) -> Json:
    cocked = die.get("tilt") == "leaning" or die.get("support") not in ("surface", "checker", None)
    zone = die.get("zone")
    return {
        "value": die.get("face"),
        "half": zone if zone in ("E", "W") else None,
        "cocked": cocked,
        "p": die.get("p"),
        "by": by,
    }
