"""Where the cube was plain a moment ago: the finder misses it now and then.

It does so on something printed, half under a hand, or beside the field where it looks like a clasp.
"""

from math import hypot
from typing import Final

from vision.dice_find import Candidate
from vision.reading import CubeReading

PLAIN: Final = 0.9
"""Probability of its value from which a cube's place is remembered."""
GONE_S: Final = 2.0
"""A place at which it has not been read for so long (s) is forgotten."""
RESTS_S: Final = 2.0
"""A cube that has been plain at one place for so long (s) rests."""
SAME: Final = 0.25
"""Two places no further apart than this (edges) are one."""


class CubeSpot:
    """Remembers where the cube was read. at: there, None where that is not known; rests: whether it has been
    plain there for some time."""

    def __init__(self) -> None:
        self.at: Candidate | None = None
        self.rests = False
        self._t = 0.0
        self._value, self._since = 0, 0.0

    def watch(self, t: float, cube: CubeReading | None, at: Candidate | None) -> None:
        """What a frame has shown. at: where its cube lies, as the finder tells places."""
        if cube is not None and cube.p >= PLAIN and at is not None:
            if self.at is None or cube.value != self._value or _apart(self.at, at):
                self._value, self._since = cube.value, t
            self.at, self._t, self.rests = at, t, t - self._since >= RESTS_S
        elif t - self._t > GONE_S:
            self.forget()

    def forget(self) -> None:
        """The board has been moved."""
        self.at, self.rests = None, False


def _apart(one: Candidate, other: Candidate) -> bool:
    """Whether two places (pixels of the straightened board) are of two cubes, or of one and its side."""
    return hypot(one.x - other.x, one.y - other.y) > SAME * max(one.edge, other.edge)
