"""A game that was under way when it came into view: how its men go, and that it is one at all."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from monitor.backgammon import START, Position
from monitor.backgammon.plays import legal_results
from monitor.backgammon.position import CHECKERS
from monitor.tracking.dice import DieTrack
from monitor.tracking.evidence import Evidence
from monitor.tracking.halves import half, together
from monitor.tracking.seating import Seating
from monitor.tracking.seen import seen_at_first, seen_boards
from monitor.tracking.steps import ROLLS

SHARES = (
    0.0862, 0.0856, 0.0881, 0.0939, 0.0908, 0.1845, 0.0418, 0.088, 0.0138, 0.0106, 0.0109, 0.0036,
    0.0994, 0.0024, 0.0045, 0.0052, 0.0029, 0.011, 0.0018, 0.0125, 0.0116, 0.01, 0.0119, 0.0289,
)  # fmt: skip
"""Of a side's men on the board, the part that stands on each of its points, 1 to 24, after a turn: counted
over 3,167 turns of recorded matches."""
SURE = 5.0
"""By how much the men must stand more as in other games, in nats, than with sides or colours exchanged. In
3,892 positions of other matches 99 in 100 did, and one was taken for another."""
WHOLE, HOME = 14, 6
"""A side of fewer men, one may be misread, has not been set up whole, unless those left are at home."""
BACK = 2
"""So many men of one side may have been sent back from there."""


@dataclass(frozen=True)
class Joined:
    """A board in the middle of a game, seen by A, and who sits where."""

    seating: Seating
    board: Position


def under_way(
    evidence: Evidence, seatings: Sequence[Seating], *, has_bar: bool, sure: float = SURE
) -> Joined | None:
    """The board as that of a game under way; None where men are missing or it is not clear which way they go.

    sure: how clear that has to be (nats).
    """
    read = [Joined(one, _read(evidence, one, has_bar=has_bar)) for one in seatings]
    scores = [_as_in_games(one.board) for one in read]
    order = sorted(range(len(read)), key=scores.__getitem__, reverse=True)
    best = read[order[0]]
    if len(read) > 1 and scores[order[0]] - scores[order[1]] < sure:
        return None
    back = sorted(_sent_back(side) for side in (best.board.mover, best.board.opponent))
    return best if back[0] == 0 and back[1] <= BACK else None


def one_roll(dice: Sequence[DieTrack], *, sided: bool) -> bool:
    """Whether two of the dice were thrown by one player: no opening roll, for which each throws one.

    sided: both throw on their right. Else the dice of an opening roll may lie in one half, too.
    """
    return any(
        together(one, two) and (not sided or half(one) == half(two) is not None)
        for one, two in combinations(dice, 2)
    )


def may_be_played(board: Position) -> bool:
    """Whether each side stands as at the start or as a roll leaves it, a man hit or none: the board of a game
    that has hardly begun, or one set up wrong."""
    return all(side in _after_a_roll() for side in (board.mover, board.opponent))


@cache
def _after_a_roll() -> frozenset[tuple[int, ...]]:
    sides = {START.mover}
    for roll in ROLLS:
        sides |= {tuple(key.to_bytes(50, "little")[:25]) for key in legal_results(START, roll)}
    for side in tuple(sides):
        for point, men in enumerate(side[:24]):
            if men == 1:
                sides.add((*side[:point], 0, *side[point + 1 : 24], 1))
    return frozenset(sides)


def _read(evidence: Evidence, seating: Seating, *, has_bar: bool) -> Position:
    """The board as it is read, by preference with all men of a side that has not borne any off.

    Where the bar is out of the picture, men that are missing are on it.
    """
    board = seen_at_first(evidence, seating, START, has_bar=has_bar)
    if not has_bar:
        board = Position.of(_with_bar(board.mover), _with_bar(board.opponent))
    if _complete(board) or not WHOLE <= max(sum(board.mover), sum(board.opponent)) <= CHECKERS + 1:
        return board
    others = (seen.board for seen in seen_boards(evidence, seating, START, has_bar=has_bar))
    return next(filter(_complete, others), board)


def _with_bar(side: Sequence[int]) -> Sequence[int]:
    missing = CHECKERS - sum(side)
    return (*side[:24], side[24] + missing) if _outside(side) and 0 < missing <= BACK else side


def _complete(board: Position) -> bool:
    return all(
        sum(side) == CHECKERS or (sum(side) < CHECKERS and not _outside(side))
        for side in (board.mover, board.opponent)
    )


def _as_in_games(board: Position) -> float:
    return sum(
        men * math.log(share)
        for side in (board.mover, board.opponent)
        for men, share in zip(side, SHARES, strict=False)
    )


def _sent_back(side: Sequence[int]) -> int:
    """The men of a side that has borne some off, all others being at home; 0 where it is whole."""
    if sum(side) >= WHOLE:
        return 0
    return _outside(side) if sum(side[:HOME]) else CHECKERS


def _outside(side: Sequence[int]) -> int:
    """A side's men on the board that are not at home."""
    return sum(side[HOME:])
