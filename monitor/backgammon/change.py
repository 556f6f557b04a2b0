"""What was done between two boards, as a written play, whether it was legal or not."""

from collections.abc import Iterator
from dataclasses import dataclass

from monitor.backgammon.notation import Hop
from monitor.backgammon.position import BAR, OFF, Position

_SIDE = 25


@dataclass(frozen=True, slots=True)
class Fit:
    """One way to account for all of the mover's men with dice of the roll, the rules left aside.

    moves: (place 0..24 moved from, die), highest place first; a man passes beyond the ace point into the
    tray whatever the die. 24 is the bar.
    """

    moves: tuple[tuple[int, int], ...]


def fits(before: bytes, after: bytes, dice: tuple[int, int]) -> list[Fit]:
    """Every way in which some or all of the dice take the mover's 25 counts `before` to `after`."""
    diff = [b - a for a, b in zip(before[:_SIDE], after[:_SIDE], strict=True)]
    pool = (dice[0],) * 4 if dice[0] == dice[1] else tuple(dice)
    return [Fit(moves) for moves in _fit(diff, pool)]


def _fit(diff: list[int], pool: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """The highest place that changed must have been left by one of the dice; nothing lands above it."""
    top = next((i for i in range(24, -1, -1) if diff[i]), -1)
    if top < 0:
        yield ()
        return
    if diff[top] > 0:
        return
    for die in sorted(set(pool)):
        left = list(diff)
        left[top] += 1
        if top >= die:
            left[top - die] -= 1
        spare = list(pool)
        spare.remove(die)
        for rest in _fit(left, tuple(spare)):
            yield ((top, die), *rest)


def _departures(before: bytes, after: bytes) -> tuple[list[int], list[int]]:
    """Places left and places reached, 1 to 24 and BAR, one entry a man, highest first; OFF evens them out."""
    left: list[int] = []
    reached: list[int] = []
    for i in range(_SIDE - 1, -1, -1):
        change = after[i] - before[i]
        (reached if change > 0 else left).extend([i + 1] * abs(change))
    while len(reached) < len(left):
        reached.append(OFF)
    while len(left) < len(reached):
        left.append(OFF)
    return left, reached


def describe_change(
    before: Position, after: Position, dice: tuple[int, int] | None = None
) -> tuple[Hop, ...]:
    """Hops that lead from one board to the other when carried out as written; the mover stays on roll.

    dice: where they account for the mover's men, one hop a die is given, otherwise one a man. The other
    player's men are hops of his own unless a man of the mover arrived on them.
    """
    ways = fits(before.board, after.board, dice) if dice else []
    if ways:
        own = [(BAR if i == 24 else i + 1, max(i - die + 1, OFF)) for i, die in ways[0].moves]
    else:
        left, reached = _departures(before.board[:_SIDE], after.board[:_SIDE])
        own = list(zip(left, reached, strict=True))
    theirs_left, theirs_reached = _departures(before.board[_SIDE:], after.board[_SIDE:])
    hops: list[Hop] = []
    for source, to in own:
        point = BAR - to
        hit = 1 <= to <= 24 and point in theirs_left and bool(before.facing(to))
        rail = hit and BAR not in theirs_reached and OFF in theirs_reached
        if hit and (rail or BAR in theirs_reached):
            theirs_left.remove(point)
            theirs_reached.remove(OFF if rail else BAR)
        else:
            hit = rail = False
        hops.append(Hop(source, to, hit, rail))
    hops += [Hop(a, b, other=True) for a, b in zip(theirs_left, theirs_reached, strict=True)]
    return tuple(hops)
