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


def men_beside(die: DieTrack, board: Position, seating: Seating, bar: tuple[float, float]) -> int:
    """How many men of a board, seen by A, stand on the point over which a die lies; 0 also over the bar.

    bar: its left and right edge in widths of the field.
    """
    column = _column(die.uv[0], bar)
    if not 0.0 <= column < 12.0:
        return 0
    outcomes, _ = outcomes_of(seating, board.board)
    slot = int(column) + (0 if die.uv[1] < 0.5 else 12)
    return max(outcome_parts(int(outcomes[0, slot])))


def among_men(die: DieTrack, board: Position, seating: Seating, bar: tuple[float, float]) -> bool:
    """Whether a die that is said to lie on the surface is seen where men of a board, seen by A, stand.

    bar: its left and right edge in widths of the field.
    """
    men = min(MOST_MEN, men_beside(die, board, seating, bar)) if die.support == "surface" else 0
    v = die.uv[1]
    column = _column(die.uv[0], bar)
    return min(v, 1.0 - v) < men * MAN - END and abs(column % 1.0 - 0.5) < BESIDE


def _column(u: float, bar: tuple[float, float]) -> float:
    """Where along the twelve columns a place lies, in columns; -1 on the bar."""
    left, right = bar
    if left <= u <= right:
        return -1.0
    return 6.0 * u / left if u < left else 6.0 + 6.0 * (u - right) / (1.0 - right)
