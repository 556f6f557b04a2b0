"""Whether a die lies against what it may lean on: the rim, the bar, a man or the other die.

Distances are in widths of the field, between edges, about: nobody has measured this board, dice and men.
"""

import math
from collections.abc import Sequence
from typing import Final

from monitor.backgammon import Position
from monitor.tracking.among import MAN, MOST_MEN
from monitor.tracking.dice import AGAINST, SURE_P, DieTrack
from monitor.tracking.ends import outcomes_of
from monitor.tracking.seating import Seating
from vision.reading import outcome_parts

HEIGHT: Final = 0.85
"""Height of the field."""
DIE: Final = 0.028
"""Edge of a die."""
RADIUS: Final = 0.034
"""Of a man."""
A_SIDE: Final = 0.06
"""A face read no further than this from another may be the side of the same die, seen from low down."""
HARDLY_P, PLAINLY_P = 0.93, 0.99
"""Probabilities of the values of a side that is taken for a die, at most, and of the die itself, at least."""
CLEAR_P: Final = 0.8
"""Probability of the value of a die that counts instead of what was hardly one close to it."""
TOUCHES: Final = 0.022
"""A die no further from another than this, between their edges, may touch it."""
UPRIGHT: Final = 0.0135
"""Half an edge of a die, nearly: one whose middle is nearer to a side of the field, or to the bar, has no
room to lie flat. Of 3,760 flat dice in films 2 are read there, one of them on a man; of 118 that lean 19."""
LARGE_MAN: Final = 0.1
"""As far along a column the largest men reach, in heights of the field: five on either side touch."""
HINGE: Final = 0.01
"""A bar no wider than this is none."""


def may_have_leant(die: DieTrack, others: Sequence[DieTrack]) -> bool:
    """Whether a die may lean, however flat it looks: not far off from rim, bar and men, or touching another
    die."""
    dice = [_apart(die.uv, other.uv) - DIE for other in others if other.id != die.id]
    return not die.far_off or min(dice, default=math.inf) <= TOUCHES


def beside(
    uv: tuple[float, float], board: Position, seating: Seating, bar: tuple[float, float], man: float = MAN
) -> float:
    """How far a place is from rim and bar, or from the edge of the nearest man of a board seen by A.

    In widths of the field. man: how far one reaches along a column, in heights of the field.
    """
    u, v = uv
    edges = [u, 1.0 - u, v * HEIGHT, (1.0 - v) * HEIGHT, *(abs(u - edge) for edge in bar)]
    return min(*edges, from_men(uv, board, seating, bar, man))


def wedged(uv: tuple[float, float], board: Position, seating: Seating, bar: tuple[float, float]) -> bool:
    """Whether a die in one half is nearer to a side of the field, or to the bar, than one can be that lies
    flat, and not on a man of a board seen by A, nor close to one. Not asked of the far and the near rim, nor
    where the halves meet in a hinge."""
    left, right = bar if bar[1] - bar[0] > HINGE else (2.0, -1.0)
    u = uv[0]
    rooms = [u, left - u] if u < 0.5 else [1.0 - u, u - right]
    return 0.0 <= min(rooms) < UPRIGHT and from_men(uv, board, seating, bar) > DIE


def alone(die: DieTrack, others: Sequence[DieTrack]) -> bool:
    """Whether no other die lies so near that a die may lean on it."""
    return all(other.id == die.id or _apart(die.uv, other.uv) - DIE > AGAINST for other in others)


def without_sides(dice: Sequence[DieTrack]) -> list[DieTrack]:
    """Of three dice and more those that are not the side of another: of two close together that read less
    surely is, for only two are thrown."""
    kept = sorted(dice, key=lambda die: -die.face_p)
    while len(kept) > 2:
        doubles = [
            die
            for place, die in enumerate(kept)
            if any(_apart(die.uv, other.uv) <= A_SIDE for other in kept[:place])
        ]
        if not doubles:
            break
        kept.remove(doubles[-1])
    return [die for die in dice if die in kept]


def is_a_side(die: DieTrack, others: Sequence[DieTrack]) -> bool:
    """Whether a die that is hardly one may be the side of another close to it, which plainly is one."""
    return die.p < HARDLY_P and any(
        other.id != die.id and other.p >= PLAINLY_P and _apart(die.uv, other.uv) <= A_SIDE for other in others
    )


def perhaps_on_top(dice: Sequence[DieTrack]) -> DieTrack | None:
    """Of two dice so close together that one may lie on the other, and that one's side be seen for it, the
    one that is read more surely; None where they lie further apart."""
    one, two = dice
    return max(dice, key=lambda die: die.p) if _apart(one.uv, two.uv) <= A_SIDE else None


def part_of(die: DieTrack, others: Sequence[DieTrack]) -> DieTrack | None:
    """Which of the others is hardly a die, and may be a part of this one close to it that plainly is one."""
    if die.p < CLEAR_P or any(one.id == die.id for one in others):
        return None
    return next((one for one in others if one.p < SURE_P and _apart(die.uv, one.uv) <= A_SIDE), None)


def _apart(one: tuple[float, float], two: tuple[float, float]) -> float:
    return math.hypot(one[0] - two[0], HEIGHT * (one[1] - two[1]))


def from_men(
    uv: tuple[float, float], board: Position, seating: Seating, bar: tuple[float, float], man: float = MAN
) -> float:
    """How far a place is from the edge of the nearest man."""
    places = _men(board, seating, bar, man)
    return min((_apart(uv, place) - RADIUS for place in places), default=math.inf)


def _men(
    board: Position, seating: Seating, bar: tuple[float, float], long: float
) -> list[tuple[float, float]]:
    """Where the men stand, in field coordinates; those of tall columns are squeezed together or on others."""
    outcomes, _ = outcomes_of(seating, board.board)
    places = []
    for slot, outcome in enumerate(outcomes[0].tolist()):
        column = slot % 12
        left, width = (0.0, bar[0] / 6.0) if column < 6 else (bar[1], (1.0 - bar[1]) / 6.0)
        u = left + (column % 6 + 0.5) * width
        for man in range(min(MOST_MEN, max(outcome_parts(outcome)))):
            v = (man + 0.5) * long
            places.append((u, v if slot < 12 else 1.0 - v))
    return places
