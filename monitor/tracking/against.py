"""Whether a die lies against something that it may lean on: the rim, the bar, a man or the other die."""

import math
from collections.abc import Sequence
from typing import Final

from monitor.backgammon import Position
from monitor.tracking.among import MAN, MOST_MEN, men_beside
from monitor.tracking.dice import DieTrack
from monitor.tracking.seating import Seating

ASIDE: Final = 0.022
"""A die whose middle is no further than this from rim or bar (in widths of the field) may touch it."""
ALONG: Final = 0.03
"""The same in heights of the field, from the rim and from the end of a column of men."""
PAIR: Final = 0.045
"""Two dice may touch whose middles are no further apart than this, in field units."""


def against_something(
    die: DieTrack, others: Sequence[DieTrack], board: Position, seating: Seating, bar: tuple[float, float]
) -> bool:
    """Whether a die lies close enough to the rim, the bar, men of a board seen by A, or another die.

    bar: its left and right edge in widths of the field.
    """
    u, v = die.uv
    if min(u, 1.0 - u, *(abs(u - edge) for edge in bar)) <= ASIDE or min(v, 1.0 - v) <= ALONG:
        return True
    if any(other.id != die.id and math.dist(other.uv, die.uv) <= PAIR for other in others):
        return True
    men = men_beside(die, board, seating, bar)
    return men > 0 and min(v, 1.0 - v) <= min(men, MOST_MEN) * MAN + ALONG
