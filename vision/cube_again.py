"""Where else to look for the doubling cube: the crop of what the finder sees shows no number, or a side's.

From low down a face at the side is as large in the picture as the upper one, and the finder now and then
takes it for the cube, or the whole cube for smaller than it is.
"""

from dataclasses import replace
from math import hypot

from vision.cube_choice import LEAST_SLOPE
from vision.dice_crop import shifted, steps_to
from vision.dice_find import Candidate

LARGER = 1.5
"""How many times larger than the finder took it for the cube is looked for."""
HIGHER = 0.0, 0.5, 1.0
"""And how much higher (its edges, as the finder saw them)."""

UPPER_FACE = 0.3
"""From the middle of a side to that of the upper face it is half an edge up and half an edge back. So much of
either shows the upper face, the finder being drawn towards it, and nothing new where it had found that."""
SHOWN_ABOVE = 0.75
"""Probability of its value from which a number above another is that of the upper face. In 1,330 pictures of
films whose cameras were low it put four of nine misread cubes right, with 0.92 and more, and none wrong; the
most that the upper face of a cube read rightly was mistaken for so was 0.55."""
THERE = 0.25
"""A cube no further than this (edges) from where it was plain a moment ago has been looked at."""


def above(
    candidate: Candidate, view: tuple[float, float, float], aspect: float, plain: Candidate | None
) -> Candidate | None:
    """Where the upper face is if the side of a cube was taken for it; None where that need not be asked.

    view, aspect: as `elsewhere` takes them; plain: where the cube was plain a moment ago.
    """
    right, down, _ = view
    slope = hypot(right, down)
    if slope < LEAST_SLOPE or (plain is not None and hypot(*steps_to(candidate, plain, aspect)) <= THERE):
        return None
    up = UPPER_FACE * (1 + 1 / slope)
    return replace(shifted(candidate, up * right, up * down, aspect), cube=True)


def elsewhere(candidate: Candidate, view: tuple[float, float, float], aspect: float) -> list[Candidate]:
    """Places of the cube of which the finder may have seen a face at the side.

    view: shift of the picture (right, down) per unit of height, as `dice_crop.look_at` gives it; aspect:
    height of the field over its width.
    """
    right, down, _ = view
    places = [shifted(candidate, up * right, up * down, aspect) for up in HIGHER]
    return [replace(place, edge=LARGER * candidate.edge) for place in places]
