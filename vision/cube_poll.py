"""The cube of a picture that stands alone, by several looks: a border of a pixel or two decides what its crop
shows, and whether a corner of something else looks like a cube."""

from collections import defaultdict
from dataclasses import replace
from typing import Final

import numpy as np

from calibration.fit import size_of
from calibration.geometry import BoardGeometry
from vision.dice import DiceReader
from vision.reading import CubeReading
from vision.sources.frame import Frame

LOOKS: Final = ((0.004, 0.0), (-0.004, 0.0), (0.0, 0.004), (0.0, -0.004))
"""How far the field is shifted for the looks after the first (x, y), in sizes of the field."""
LEAST: Final = 0.5
"""What all looks together believe in less than this is no cube."""


def polled(
    frame: Frame, geometry: BoardGeometry, dice: DiceReader, first: CubeReading | None
) -> CubeReading | None:
    """The cube on which most looks agree, with the mean of what they believe; None where they see none.

    first: what the look at the field where it is has read.
    """
    corners = np.array(geometry.corners)
    shifts = np.array(LOOKS) * size_of(corners)
    looks = [first, *(dice.twin().read(frame, geometry.at(corners + shift))[1] for shift in shifts)]
    beliefs: defaultdict[int, float] = defaultdict(float)
    for cube in looks:
        if cube is not None:
            beliefs[cube.value] += cube.p / len(looks)
    if not beliefs:
        return None
    value, belief = max(beliefs.items(), key=lambda one: one[1])
    if belief < LEAST:
        return None
    best = max((cube for cube in looks if cube and cube.value == value), key=lambda cube: cube.p)
    return replace(best, p=belief)
