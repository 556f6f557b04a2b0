"""What slips of the players cost an illegal board in the two-sided test, in nats, beside what is seen."""

import math

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Position, from_seat, judge_seat
from monitor.backgammon.kinds import WRONG_DIRECTION
from monitor.events import Player
from monitor.tracking.ends import outcomes_of
from monitor.tracking.evidence import Evidence
from monitor.tracking.seating import Seating
from monitor.tracking.seen import TALL
from monitor.tracking.steps import men_come
from vision.reading import outcome_parts

LOG_FURTHER = -4.0
"""For every man beyond the first that would have to be lifted to make an illegal play legal."""
LOG_OTHERS_MAN = -5.0
"""For every man of the opponent that stands elsewhere without having been hit."""
LOG_TWO_SLIPS = -3.0
"""For a man moved in the wrong direction beside a play that is legal without him."""
LOG_HIT_MAN_GONE = 1.0
"""For a man hit and not put on the bar: a likelier slip than any one of the hundred others."""
LOG_MAN_TAKEN = 3.0
"""For a man that a hand took from a column of fewer than TALL men where nothing was played. Of 1,738 legal
turns in films none had such a column read so surely a man short that this makes it a wrong play; one came
within two nats of it."""
LOG_PLAINLY_TAKEN, PLAINLY_SHORT = 4.5, 4.0
"""The same for TALL men, where the column is read short by so many nats or more. Of 744 such columns in 1,911
legal turns none was, of the 69 that a hand had touched one by 2.5."""
LOG_MAN_GONE = math.log(0.1)
"""For a man taken off too early, or taken by a hand from a tall column where nothing was played."""
LOG_MAN_UNSEEN = -6.5
"""The same where a slot that took part in the play is merely seen with a man too few."""
FEW_OUTSIDE = 2
"""With more men than this outside his home board nobody takes a man off by mistake."""


def price_of_distance(legal: NDArray[np.int64], after: Position) -> float:
    """What it costs an illegal board to be far from every legal one."""
    board = np.frombuffer(after.board, dtype=np.uint8).astype(np.int64)
    changed = np.abs(legal - board).sum(axis=1)
    own = np.abs(legal[:, :25].sum(axis=1) - board[:25].sum())
    others = np.abs(legal[:, 25:].sum(axis=1) - board[25:].sum())
    lifted = int(((changed + own + others) // 2).min())
    return LOG_FURTHER * max(0, lifted - 1)


def comes_unseen(
    evidence: Evidence, seating: Seating, before: Position, after: Position, player: Player
) -> bool:
    """Whether a man of this player came to a point that is plainly seen to hold fewer; boards seen by A.

    Beside men of the opponent's he may be read as one more of those.
    """
    if not evidence.suspected.any():
        return False
    own, colour = (0 if player == "A" else 25), int(seating.light != player)
    slots = seating.slots if player == "A" else seating.slots[::-1]
    points, bars = outcomes_of(seating, after.board)
    otherwise = evidence.contradicted(points[0], bars[0]) & evidence.suspected
    for point, slot in enumerate(slots):
        men, others = after.board[own + point], after.board[25 - own + 23 - point]
        if men > before.board[own + point] and otherwise[slot]:
            read = outcome_parts(evidence.most_likely(int(slot))[0])
            if read[colour] < men and (not others or read[1 - colour] <= others):
                return True
    return False


def price_of_others(before: Position, after: Position) -> float:
    """What it costs an illegal board that men of the opponent were moved, or are gone from where nobody hit
    them; both boards seen by the mover."""
    came = men_come(before.board[25:49], after.board[25:49])
    points = zip(before.board[25:49], after.board[25:49], reversed(after.mover[:24]), strict=True)
    left = sum(max(0, then - now) for then, now, mine in points if not mine)
    hit = max(0, after.opponent_bar - before.opponent_bar)
    return LOG_OTHERS_MAN * max(came, left - hit)


def price_of_two(
    before: Position, legal: Position, after: Position, roll: tuple[int, int], player: Player
) -> float:
    """What it costs a play that beside a legal one, which would have been enough, another man went elsewhere,
    in the wrong direction; boards seen by A. Two columns misread explain that better."""
    kinds = judge_seat(before, roll, after, player).kinds
    if WRONG_DIRECTION not in kinds or len(kinds) < 2:
        return 0.0
    then, end, seen = (from_seat(board, player).mover for board in (before, legal, after))
    more = [now - was for was, now in zip(end, seen, strict=True)]
    one_man = min(more) == -1 and sum(map(abs, more)) == 2
    return LOG_TWO_SLIPS if one_man and end[more.index(-1)] == then[more.index(-1)] else 0.0


def price_of_men(
    before: Position, legal: Position, after: Position, handled: NDArray[np.bool_]
) -> float | None:
    """What it costs a board that one man is missing from it, all seen by the mover; None in other cases.

    handled: the mover's points seen to change under a hand. A man hit who is not on the bar, a man taken off
    too early, and a man that a hand took from where nothing was played are slips of the players. One man too
    few elsewhere is more often a slip of the eye.
    """
    less = [n - m for n, m in zip(legal.board, after.board, strict=True)]
    if sum(map(abs, less)) != 1 or sum(less) != 1:
        return None
    place = less.index(1)
    if place == 49 and legal.opponent_bar > before.opponent_bar:
        return LOG_HIT_MAN_GONE
    if place >= 24:
        return None
    took_part = legal.board[place] != before.board[place]
    if took_part:
        return LOG_MAN_GONE if sum(before.mover[6:]) <= FEW_OUTSIDE else LOG_MAN_UNSEEN
    if not handled[place]:
        return LOG_MAN_UNSEEN
    if legal.board[place] == TALL:
        return LOG_PLAINLY_TAKEN
    return LOG_MAN_TAKEN if legal.board[place] < TALL else LOG_MAN_GONE


def one_double(read: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether one of two rolls is a double: nobody plays four numbers instead of two by a slip of a pip."""
    return (read[0] == read[1]) != (other[0] == other[1])


def pips_apart(read: tuple[int, int], other: tuple[int, int]) -> int:
    """By how many pips the one die differs in which two rolls differ; many, where both do."""
    left, right = list(read), list(other)
    for value in read:
        if value in right:
            left.remove(value)
            right.remove(value)
    return abs(left[0] - right[0]) if len(left) == 1 else 6
