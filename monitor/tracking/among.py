"""Dice read where men stand: marbled men, or men with a print on them, look like dice now and then."""

from typing import Final

from monitor.backgammon import Position
from monitor.tracking.dice import DieTrack
from monitor.tracking.ends import outcomes_of
from monitor.tracking.seating import Seating
from vision.reading import outcome_parts

MAN: Final = 0.08
"""A man's diameter in heights of the field, about: columns of more than five men are squeezed together."""
MOST_MEN: Final = 5
END: Final = 0.05
"""So far before the end of a column (in heights of the field) a die may lie against it."""
BESIDE: Final = 0.35
"""So far beside the middle of a column (in its widths) what is seen is one of its men."""


def among_men(die: DieTrack, board: Position, seating: Seating, bar: tuple[float, float]) -> bool:
    """Whether a die that is said to lie on the surface is seen where men of a board, seen by A, stand.

    bar: its left and right edge in widths of the field.
    """
    u, v = die.uv
    left, right = bar
    column = 6.0 * u / left if u < left else 6.0 + 6.0 * (u - right) / (1.0 - right)
    if die.support != "surface" or left <= u <= right or not 0.0 <= column < 12.0:
        return False
    outcomes, _ = outcomes_of(seating, board.board)
    slot = int(column) + (0 if v < 0.5 else 12)
    men = min(MOST_MEN, max(outcome_parts(int(outcomes[0, slot]))))
    return min(v, 1.0 - v) < men * MAN - END and abs(column % 1.0 - 0.5) < BESIDE
