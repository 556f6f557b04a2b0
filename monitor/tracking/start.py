"""How a game begins: which way the board is set up, who has which checkers, and whether all is right."""

from collections.abc import Sequence
from dataclasses import dataclass

from monitor.backgammon import START, Position
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer
from monitor.tracking.seating import Seating
from monitor.tracking.seen import seen_at_first
from monitor.tracking.steps import moved_men

WRONG = -12.0
"""Log-likelihood of the right starting position under which the set-up counts as wrong."""
NEAR = 8
"""Men standing elsewhere up to which a board is taken for a starting position set up wrong."""


@dataclass(frozen=True)
class StartGuess:
    """One way to read the board as the start of a game.

    board: as seen by A. off_by: men that stand elsewhere than at the start. fit: log-likelihood of the right
    starting position.
    """

    seating: Seating
    board: Position
    off_by: int
    fit: float

    @property
    def likely(self) -> bool:
        """Whether it is a starting position, right or wrong: nearly right, or the same for both sides."""
        even = self.board.mover == self.board.opponent
        return self.off_by <= NEAR or (even and self.off_by <= 2 * NEAR)

    @property
    def right(self) -> bool:
        """Whether it may be taken for the right starting position."""
        return self.fit > WRONG


def guess_start(evidence: Evidence, seatings: Sequence[Seating], *, has_bar: bool) -> StartGuess:
    """The seating under which the board looks most like a starting position."""
    fits = [
        float(Explainer(evidence, seating, has_bar=has_bar).fit([START.board])[0]) for seating in seatings
    ]
    fit, seating = max(zip(fits, seatings, strict=True), key=lambda pair: pair[0])
    if fit > WRONG:
        return StartGuess(seating, START, 0, fit)
    board = seen_at_first(evidence, seating, START, has_bar=has_bar)
    return StartGuess(seating, board, misplaced(board), fit)


def misplaced(board: Position) -> int:
    """Men of both sides that stand elsewhere than in the starting position."""
    return moved_men(START.board[:25], board.board[:25]) + moved_men(START.board[25:], board.board[25:])


def put_right(wrong_start: Position, board: Position) -> Position | None:
    """The board with the error of the starting position undone; None where those men have moved since."""
    counts = [
        now + right - was for now, right, was in zip(board.board, START.board, wrong_start.board, strict=True)
    ]
    return None if min(counts) < 0 else Position.of(counts[:25], counts[25:])
