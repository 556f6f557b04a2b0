"""How a game begins: which way the board is set up, who has which checkers, and whether all is right."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from monitor.backgammon import START, Position
from monitor.backgammon.position import CHECKERS
from monitor.tracking.ends import outcomes_of
from monitor.tracking.evidence import SLOTS, Evidence
from monitor.tracking.explain import Explainer
from monitor.tracking.seating import Seating
from monitor.tracking.seen import seen_at_first
from monitor.tracking.steps import moved_men
from vision.reading import EMPTY, outcome_parts

WRONG = -12.0
"""Log-likelihood of the right starting position under which the set-up counts as wrong."""
SLOT_WRONG = -6.0
"""That of one slot's right contents under which it does so too: a column whose first man is hardly seen comes
to -5.8. Several men hardly read add up to as much."""
SHORT_ALONE, OTHERS = -4.0, -1.0
"""The first, of a column read a man short, says it too where every other slot is read as it should be, with
the second. So it is with 200 of 266 such columns on rendered boards never trained on, 159 of which are under
SLOT_WRONG; of 381 boards set up right the worst comes to -2.6, and of 208 columns in real pictures none is
read short."""
HIDDEN_ALONE = -12.0
"""And with this only where several men are: of a column behind a bar or a rim that stands high little may be
seen. Of 1,536 points on which nobody stands 98.4 % are under this, in 96 films."""
DOUBTED = -3.0
"""That of one slot from which on the set-up is looked at for longer."""
OVER, OVER_SLOT = 6.0, 3.0
"""So much lower may both lie for every man that is read beyond those there are, but for one, up to the
second for a slot: something that is no man is read as one again and again, on a frame of the men's colour
perhaps, and a board read so says little against the right position."""
EVEN = 12.0
"""Two seatings under which a wrong set-up has log-likelihoods no further apart are alike."""
NEAR = 8
"""Men standing elsewhere up to which a board is taken for a starting position set up wrong."""
WRONG_MEN, SHORT_MEN = 3, 1
"""So many men may stand elsewhere on a board that is set up wrong, or so many be missing: where more are,
they are still to be put there."""
FEW = 3
"""Men elsewhere up to which a side counts as set up for a direction of play."""
MIRRORED = bytes([*reversed(START.board[:12]), *reversed(START.board[12:24]), 0])
"""Men of a side set up for play in the other direction: left and right exchanged."""


@dataclass(frozen=True)
class StartGuess:
    """One way to read the board as the start of a game.

    board: as seen by A. off_by: men that stand elsewhere than at the start, of a side set up for the other
    direction than there. right: whether it may be taken for the right starting position; doubted: and that
    although a slot is rather read otherwise; or that it may not for one column alone, read a man short and
    that not surely.
    """

    seating: Seating
    board: Position
    off_by: int
    right: bool
    doubted: bool = False

    @property
    def likely(self) -> bool:
        """Whether it is a starting position, right or wrong: nearly right, or the same for both sides."""
        return self.off_by <= NEAR or (self.even and self.off_by <= 2 * NEAR)

    @property
    def even(self) -> bool:
        """Whether both sides stand alike."""
        return self.board.mover == self.board.opponent

    @property
    def near(self) -> bool:
        """Whether it is a set-up in which a man or two stand wrong, or one is missing."""
        whole = sum(self.board.board) >= sum(START.board)
        return not self.right and self.off_by <= (WRONG_MEN if whole else SHORT_MEN)


def guess_start(
    evidence: Evidence, seatings: Sequence[Seating], *, has_bar: bool, before: Seating | None = None
) -> StartGuess:
    """The seating under which the board looks most like a starting position.

    before: the seating guessed so far, which stays unless another explains the board better by EVEN. With one
    side set up for the other direction two seatings explain it alike, and noise would decide every time.
    Men who are only too many are misread: a set has fifteen a side, and columns put up loosely look longer.
    """
    fits = {
        seating: float(Explainer(evidence, seating, has_bar=has_bar).fit([START.board])[0])
        for seating in seatings
    }
    seating = max(fits, key=fits.__getitem__)
    fit = fits[seating]
    over = _too_many(evidence)
    worst, lacking = _worst(evidence, seating)
    alone = lacking == 1
    usual = SLOT_WRONG - min(OVER_SLOT, over)
    least = SHORT_ALONE if alone else HIDDEN_ALONE if lacking else usual
    if fit > WRONG - OVER * over and worst > least:
        return StartGuess(seating, START, 0, True, worst < DOUBTED)
    if before is not None and fits.get(before, -math.inf) > fit - EVEN:
        seating = before
    board = seen_at_first(evidence, seating, START, has_bar=has_bar)
    if board.board == START.board:
        return StartGuess(seating, START, 0, True)
    if all(seen >= right for seen, right in zip(board.board, START.board, strict=True)):
        return StartGuess(seating, START, 0, True, True)
    return StartGuess(seating, board, _off_by(board), False, alone and worst > SLOT_WRONG)


def men_in_sight(evidence: Evidence, seating: Seating) -> bool:
    """Whether every point is seen on which men stand in the starting position."""
    points, _ = outcomes_of(seating, START.board)
    return bool(evidence.known[points[0] != EMPTY].all())


def all_men_seen(evidence: Evidence) -> bool:
    """Whether as many men of both sides are read as there are, on the points that are seen and the bar: none
    stands on the others."""
    points, bars = evidence.weighted()
    parts = [outcome_parts(int(outcome)) for outcome in points.argmax(axis=1)[evidence.known]]
    men = np.sum(parts, axis=0) + bars.argmax(axis=1)
    return bool((men == CHECKERS).all())


def _too_many(evidence: Evidence) -> int:
    """How many men more than there are are read slot by slot, but for one, which may have been put there."""
    best = evidence.weighted()[0].argmax(axis=1)
    parts = np.array([outcome_parts(int(outcome)) for outcome in best])
    return max(0, int(np.maximum(parts.sum(axis=0) - CHECKERS, 0).sum()) - 1)


def _worst(evidence: Evidence, seating: Seating) -> tuple[float, int]:
    """Log-likelihood of the right starting position's contents in the slot that says most against it; and
    how many men less are read there, if every other slot is read as it should be, else 0."""
    rows, (there, *_) = evidence.weighted()[0], outcomes_of(seating, START.board)[0]
    fits = rows[SLOTS, there]
    slot = int(fits.argmin())
    men, read = outcome_parts(int(there[slot])), outcome_parts(int(rows[slot].argmax()))
    fewer = all(np.less_equal(read, men)) and np.delete(fits, slot).min() >= OTHERS
    return float(fits[slot]), sum(men) - sum(read) if fewer else 0


def hold_against(board: Position, evidence: Evidence, seating: Seating) -> None:
    """A game begins with this board, seen by A: what is read on the bar, a cube or a shadow perhaps, stands
    for what lies there from now on, and points that are read otherwise are suspected."""
    points, bars = outcomes_of(seating, board.board)
    evidence.overrule_bar(bars[0])
    evidence.confirm(points[0], bars[0])


def mismatched(board: Position) -> bool:
    """Whether one side is set up, or nearly, for the other direction of play than its opponent."""
    sides = board.board[:25], board.board[25:]
    straight, turned = (
        [moved_men(side, way) <= FEW for side in sides] for way in (START.board[:25], MIRRORED)
    )
    return (straight[0] and turned[1]) or (turned[0] and straight[1])


def misplaced(board: Position) -> int:
    """Men of both sides that stand elsewhere than in the starting position."""
    return moved_men(START.board[:25], board.board[:25]) + moved_men(START.board[25:], board.board[25:])


def _off_by(board: Position) -> int:
    """The same, with a side that is set up for the other direction held against that."""
    if not mismatched(board):
        return misplaced(board)
    sides = board.board[:25], board.board[25:]
    return sum(min(moved_men(side, START.board[:25]), moved_men(side, MIRRORED)) for side in sides)


def put_right(wrong_start: Position, board: Position) -> Position | None:
    """The board with the error of the starting position undone; None where those men have moved since."""
    counts = [
        now + right - was for now, right, was in zip(board.board, START.board, wrong_start.board, strict=True)
    ]
    return None if min(counts) < 0 else Position.of(counts[:25], counts[25:])
