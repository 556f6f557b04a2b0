"""When to look at the cube in a mirror: its number is the one thing on a board that tells left from right.

Where the pictures are mirrored it shows plainer so. Measured on films: by 0.4 nats at most in 98 as a camera
sees them, by 1.7 and more in 20 of 24 that were mirrored (tests/accuracy/mirrored.csv).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

EVERY_S: Final = 0.4
LOOKS: Final = 12
"""Looks are so far apart, and so many are taken of one board."""
LEAST: Final = 1e-6
LEGIBLE_PX: Final = 20.0
"""A cube of which an edge is smaller shows no number that could be told from its mirror image."""


class MirrorSign:
    """Says when the cube is to be looked at in a mirror as well."""

    def __init__(self) -> None:
        self._t, self._looks = -float("inf"), 0

    def due(self, t: float) -> bool:
        """Whether to look at it now (s); counts as a look."""
        if self._looks >= LOOKS or t - self._t < EVERY_S:
            return False
        self._t, self._looks = t, self._looks + 1
        return True


def plainness(faces: NDArray[np.float32]) -> float:
    """How plainly crops of one cube show its number, in nats: the mean of their log odds.

    faces: (n, values) probability of each number in each crop.
    """
    one = np.clip(faces[:, faces.sum(axis=0).argmax()], LEAST, 1.0 - LEAST)
    return float(np.log(one / (1.0 - one)).mean())
