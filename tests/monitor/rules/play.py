"""Short games for tests: a referee under one rule set, fed with numbered events."""

from functools import cache
from typing import Any

from monitor.backgammon import START, Position
from monitor.config import MatchConfig
from monitor.events import Event, Player
from monitor.rules import Cube, Referee, RuleSet, load_ruleset

USBGF, WBGT, AUSBGF, BIBA, FCBG = SETS = (
    "usbgf-2016",
    "wbgt-2010",
    "ausbgf-2021",
    "biba-2014",
    "fcbg-2007",
)
BOARD = "-b---AE-C---dD---c-e-a--B-"
RACE = "-ABBBCB------------bbcbba-"
START26 = START.board26()
RIGHT_START = {"value_shown": 64, "place": "side_rail_centre"}


@cache
def _rules(name: str) -> RuleSet:
    return load_ruleset(name)


class Play:
    """A game under way, or none yet without a board; every call feeds one event.

    score: points of A and B. off: men of A and B that are off where they are not simply what is missing.
    """

    def __init__(
        self,
        ruleset: str,
        to_act: Player = "A",
        board: str | None = BOARD,
        cube: tuple[int, Player | None] = (1, None),
        off: tuple[int, int] | None = None,
        **config: Any,
    ) -> None:
        if config.get("clock"):
            config.setdefault("dice", "shared2")
        self.referee = Referee(_rules(ruleset), MatchConfig(ruleset, home="E", **config))
        self.seq = 0
        if board is not None:
            self.referee.resume(Position.from_board26(board, off=off), to_act, 7, Cube(*cube))

    def __call__(self, ev: str, by: str | None = None, **data: Any) -> "Play":
        self.seq += 1
        self.referee.feed(Event.from_json({"ev": ev, "by": by, "seq": self.seq, **data}))
        return self

    def start(self, **data: Any) -> "Play":
        """A game begins, from the right position."""
        return self("GameStarted", board=START26, **data)

    def roll(self, by: Player, one: int, two: int, **second: Any) -> "Play":
        """Dice thrown and at rest on the player's right; second: what is special about the second die."""
        half = "E" if by == "A" else "W"
        dice = [{"face": one, "zone": half}, {"face": two, "zone": half, **second}]
        return self("DiceThrown", by, n=2)("DiceAtRest", by, dice=dice)

    def turn(self, by: Player, one: int, two: int, *moves: str) -> "Play":
        """A whole turn, ended by lifting the dice."""
        self.roll(by, one, two)
        for move in moves:
            self("CheckersMoved", by, move=move)
        return self("DicePickedUp", by, n=2)

    def offer(self, by: Player, value: int = 2, **data: Any) -> "Play":
        """A double, in the right place unless loc says otherwise."""
        loc = {"region": "surface", "half": "E" if by == "A" else "W"}
        return self("CubeOffered", by, value=value, **{"loc": loc, **data})

    def take(self, by: Player, value: int = 2, **data: Any) -> "Play":
        """A take, the cube on the frame on the taker's side unless loc says otherwise."""
        loc = {"region": "rail", "side": "S" if by == "A" else "N"}
        return self("CubeTaken", by, value=value, **{"loc": loc, **data})

    @property
    def found(self) -> list[str]:
        """Every finding as CODE/kind by status, with the number of the event that closed or resolved it."""
        return [
            f"{f.code}{'/' + f.kind if f.kind else ''} {f.by} {f.status}{f.closed_at or f.resolved_at or ''}"
            for f in self.referee.findings
        ]

    @property
    def codes(self) -> list[str]:
        """The codes of all findings."""
        return [finding.code for finding in self.referee.findings]

    @property
    def cube(self) -> tuple[int, str | None]:
        """Value and owner of the cube by the referee's count."""
        cube = self.referee.table.cube
        return cube.value, cube.owner
