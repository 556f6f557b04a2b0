"""What shows that a play was illegal: the boards, the dice, what was played and what was legal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from monitor.backgammon import Position, Verdict, text_of


class PlayEvidence(Mapping[str, Any]):
    """The evidence of an illegal move, worked out when somebody reads it.

    Naming the play and the legal ones takes longer than judging it; a replay of a whole tournament does
    without. before, after: boards as A sees them.
    """

    def __init__(self, before: Position, after: Position, verdict: Verdict) -> None:
        self._parts: dict[str, Callable[[], Any]] = {
            "before_board": lambda: text_of(before),
            "after_board": lambda: text_of(after),
            "dice": lambda: list(verdict.dice),
            "legal_moves": lambda: [play.notation for play in verdict.nearest],
            "move": lambda: verdict.notation,
            "explanation": lambda: verdict.explanation,
        }

    def __getitem__(self, name: str) -> Any:
        return self._parts[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)
