"""Which of the things found on a board is its one doubling cube, if any is."""

from math import hypot

import numpy as np
from numpy.typing import NDArray

from vision.dice_crop import steps_to
from vision.dice_find import Candidate

Floats = NDArray[np.float32]

NO_CUBE = 0.0
"""Heat of a candidate that is looked at because a die lies there: it is no cube."""
LEAST_SHOWN = 0.5
"""Least probability, over all values, that a candidate is a die before it is reported; likewise a cube."""
LEAST_CUBE = 0.2
"""Least product of the finder's heat and the reader's probability for the one cube there is."""
AS_A_DIE = 0.7
"""Heat of what the finder takes for a die, a printed number mostly, is worth so much of that of a cube."""
HARDLY, PLAIN = 0.24, 0.7
"""What the finder hardly sees, with a product below this, must show one number with so much."""
LEAST_SLOPE, BETWEEN_FACES, MOST_ASIDE = 0.5, (0.4, 2.0), 0.5
"""A camera that moves a point by so much per unit of its height also sees a cube's side; the middle of its
upper face then lies so far above that side's, and no further aside (edges)."""
MAYBE_DIE = 0.25
"""What is a die with less than this is not made one by being no cube."""


def likeliest_cube(found: list[Candidate], faces: Floats) -> int:
    """Which candidate is the cube if any is: it shows a number, which a lid or a hinge does not."""
    numbers = faces[:, 7:].max(axis=1).tolist()
    heats = [one.heat if one.cube else AS_A_DIE * one.heat for one in found]
    likely = [heat * number for heat, number in zip(heats, numbers, strict=True)]
    return likely.index(max(likely))


def upper_face(
    row: int,
    found: list[Candidate],
    faces: Floats,
    views: list[tuple[float, float, float]],
    aspect: float,
) -> int:
    """The candidate on the upper face of the cube, where ``row`` may be on its side that faces the camera.

    views: of `look_at`; aspect: height of the field over its width.
    """
    one, (right, down, _) = found[row], views[row]
    far = hypot(right, down)
    if far < LEAST_SLOPE:
        return row
    best = row
    for k, other in enumerate(found):
        x, y = steps_to(other, one, aspect)
        above, aside = (x * right + y * down) / far, abs(x * down - y * right) / far
        higher = BETWEEN_FACES[0] < above < BETWEEN_FACES[1] and aside < MOST_ASIDE
        higher &= other.heat > NO_CUBE
        if higher and faces[k, 7:].sum() >= max(LEAST_SHOWN, 0.0 if best == row else faces[best, 7:].sum()):
            best = k
    return best


def is_cube(candidate: Candidate, faces: Floats) -> bool:
    """Whether finder and reader together hold a candidate for a cube."""
    cube = float(faces[7:].sum())
    seen = candidate.heat * cube
    return cube >= LEAST_SHOWN and seen >= (LEAST_CUBE if faces[7:].max() >= PLAIN else HARDLY)


def no_second_cube(faces: Floats, cube: int | None = None) -> Floats:
    """(n, 13) probabilities of faces, given that candidate ``cube`` is the board's one doubling cube; None:
    that none of them is.

    What may be a die (from MAYBE_DIE on) is then no cube; a large single pip looks like a cube's mark.
    """
    faces = faces.copy()
    maybe = faces[:, 1:7].sum(axis=1) >= MAYBE_DIE
    if cube is not None:
        maybe[cube] = False
    faces[maybe, 7:] = 0.0
    faces[maybe] /= faces[maybe].sum(axis=1, keepdims=True)
    return faces
