"""A referee that is fed short lists of events."""

from typing import Any

from monitor.backgammon import Position
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import Finding
from monitor.rules import Referee, load_ruleset

BOARD = "-b---AE-C---dD---c-e-a--B-"


class Table:
    """Feeds a referee numbered events."""

    def __init__(
        self, board: str | None = BOARD, to_act: str = "A", *, ruleset: str = "usbgf-2016", **config: Any
    ) -> None:
        self.referee = Referee(load_ruleset(ruleset), MatchConfig(**config))
        self.seq = 0
        if board is not None:
            self.referee.resume(Position.from_board26(board), to_act, 7)  # type: ignore[arg-type]

    def __call__(self, ev: str, by: str | None = None, **data: Any) -> list[Finding]:
        self.seq += 1
        return self.referee.feed(Event.from_json({"ev": ev, "by": by, "seq": self.seq, **data}))

    def roll(self, by: str, one: int, two: int, **second: Any) -> list[Finding]:
        half = "E" if by == "A" else "W"
        dice = [{"face": one, "zone": half}, {"face": two, "zone": half, **second}]
        return self("DiceThrown", by, n=2) + self("DiceAtRest", by, dice=dice)

    def turn(self, by: str, one: int, two: int, move: str) -> list[Finding]:
        found = self.roll(by, one, two)
        if move:
            found += self("CheckersMoved", by, move=move)
        return found + self("DicePickedUp", by, n=2)

    @property
    def now(self) -> list[tuple[str, str | None, str | None, str]]:
        return [(f.code, f.kind, f.by, f.status) for f in self.referee.findings]
