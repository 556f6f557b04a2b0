"""What of the picture a cube takes up: a square seen from above, a prism with more numbers from low down."""

from math import dist

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from vision.dice_crop import field_edge, look_at, shifted
from vision.dice_find import Candidate, field_of
from vision.dice_view import board_view
from vision.reading import CubeReading, DieReading

Floats = NDArray[np.float64]
BODY = 0.45
"""What lies no further from a cube's axis than this, in its edges, is a part of it. In 394 films numbers on
its sides that were read as dice came to 0.44, some hardly read ones to 0.6; dice beside a cube or behind it
to 0.66 and more."""
ONE_PLACE = 0.15
"""A die and a cube no further apart than this, in the die's edges, are one thing that was read as both."""
A_CUBE, NO_DIE = 0.5, 0.9
"""Probability of its value from which a cube has sides: a die has been taken for one with 0.36; and from
which it is no die, whatever a crop as large as a die shows: of a 4 that was a 1 with 0.98."""


def from_axis(cube: Candidate, places: Floats, geometry: BoardGeometry) -> Floats:
    """(...) how far places of the picture are from a cube's upright axis as the camera sees it, in its edges.

    cube: where the finder has it, at half its height. places: (..., 2), as field (u, v) of what is seen there
    if it lay on the surface. Half an edge to 0.7 edges is the cube's outline, by how it is turned.
    """
    view = board_view(geometry)
    right, down, _ = look_at(cube, view)
    ends = [shifted(cube, side * right / 2, side * down / 2, view.aspect) for side in (-1, 1)]
    scale = np.array([1.0, view.aspect])
    foot, top = (np.array(field_of(end.x, end.y)) * scale for end in ends)
    up, seen = top - foot, places * scale - foot
    share = np.clip(seen @ up / max(float(up @ up), 1e-12), 0.0, 1.0)
    away = seen - share[..., None] * up
    return np.asarray(np.hypot(away[..., 0], away[..., 1]) / field_edge(cube, view.aspect))


def without_sides(
    dice: list[DieReading], cube: CubeReading, at: Candidate, geometry: BoardGeometry
) -> list[DieReading]:
    """Dice without those that are the side of what is a cube rather than not; one thing that is more surely a
    die stays.

    at: where the finder has the cube.
    """
    if not dice or cube.p < A_CUBE:
        return dice
    away = from_axis(at, geometry.field_points([die.xy for die in dice]), geometry).tolist()
    return [die for die, far in zip(dice, away, strict=True) if far > BODY or _rather_die(die, cube)]


def _rather_die(die: DieReading, cube: CubeReading) -> bool:
    """Whether one thing has been read as both, more surely as a die, and not plainly as a cube."""
    return dist(die.xy, cube.xy) <= ONE_PLACE * die.size_px and cube.p < min(die.p, NO_DIE)
