"""Where else to look for the doubling cube: the finder sees one, and its crop shows no number.

From low down a face at the side is as large in the picture as the upper one, and the finder now and then
takes it for the cube, or the whole cube for smaller than it is.
"""

from dataclasses import replace

from vision.dice_crop import shifted
from vision.dice_find import Candidate

LARGER = 1.5
"""How many times larger than the finder took it for the cube is looked for."""
HIGHER = 0.0, 0.5, 1.0
"""And how much higher (its edges, as the finder saw them)."""


def elsewhere(candidate: Candidate, view: tuple[float, float, float], aspect: float) -> list[Candidate]:
    """Places of the cube of which the finder may have seen a face at the side.

    view: shift of the picture (right, down) per unit of height, as `dice_crop.look_at` gives it; aspect:
    height of the field over its width.
    """
    right, down, _ = view
    places = [shifted(candidate, up * right, up * down, aspect) for up in HIGHER]
    return [replace(place, edge=LARGER * candidate.edge) for place in places]
