"""Where else to look for the doubling cube: the crop of what the finder sees shows no number, or a side's.

From low down a face at the side is as large in the picture as the upper one, and the finder now and then
takes it for the cube, or the whole cube for smaller than it is.
"""

from dataclasses import replace
from math import hypot, log

from vision.cube_choice import LEAST_SLOPE, Floats
from vision.dice_crop import shifted, steps_to
from vision.dice_find import Candidate

LARGER = 1.5
"""How many times larger than the finder took it for the cube is looked for."""
HIGHER = 0.0, 0.5, 1.0
"""And how much higher (its edges, as the finder saw them)."""

UPPER_FACE = (0.3, 1.0), (0.55, 1.5)
"""From the middle of a side to that of the upper face it is half an edge up and half an edge back. So much of
either, at so many times the size, is looked at: the finder may be drawn towards the upper face, or see a part
of the side."""
SHOWN_ABOVE = 0.75
"""Probability of its value from which a number above another is that of the upper face. Of 1,328 cubes in
pictures of films whose cameras were low nine were read wrongly; the first place put four of them right, with
0.92 and more, the second three, and none that was read rightly was mistaken there with 0.6."""
THERE, AS_LARGE = 0.1, 0.1
"""A cube no further than this (edges) from where it has been plain for some time, and of that size
(logarithm), has been looked at."""


def above(
    candidate: Candidate, view: tuple[float, float, float], aspect: float, resting: Candidate | None
) -> list[Candidate]:
    """Where the upper face may be if the side of a cube was taken for it; nowhere if that need not be asked.

    view, aspect: as `elsewhere` takes them; resting: where the cube has been plain for some time.
    """
    right, down, _ = view
    slope = hypot(right, down)
    if slope < LEAST_SLOPE or (resting is not None and _as_before(candidate, resting, aspect)):
        return []
    return [
        replace(shifted(candidate, far * right, far * down, aspect), edge=larger * candidate.edge, cube=True)
        for far, larger in ((up * (1 + 1 / slope), larger) for up, larger in UPPER_FACE)
    ]


def is_upper_face(higher: Floats, faces: Floats) -> bool:
    """Whether what is seen above is the cube's upper face, and what was read its side: it plainly shows
    another number. Both are (13,) probabilities of faces."""
    return bool(higher[7:].max() >= SHOWN_ABOVE and higher[7:].argmax() != faces[7:].argmax())


def _as_before(candidate: Candidate, resting: Candidate, aspect: float) -> bool:
    """Whether what is seen now has been plain for some time."""
    away = hypot(*steps_to(candidate, resting, aspect))
    return away <= THERE and abs(log(candidate.edge / resting.edge)) <= AS_LARGE


def elsewhere(candidate: Candidate, view: tuple[float, float, float], aspect: float) -> list[Candidate]:
    """Places of the cube of which the finder may have seen a face at the side.

    view: shift of the picture (right, down) per unit of height, as `dice_crop.look_at` gives it; aspect:
    height of the field over its width.
    """
    right, down, _ = view
    places = [shifted(candidate, up * right, up * down, aspect) for up in HIGHER]
    return [replace(place, edge=LARGER * candidate.edge) for place in places]
