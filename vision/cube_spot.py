"""Where the cube was plain a moment ago: the finder misses it now and then.

It does so on something printed, half under a hand, or beside the field where it looks like a clasp.
"""

from typing import Final

from vision.dice_find import Candidate
from vision.reading import CubeReading

PLAIN: Final = 0.9
"""Probability of its value from which a cube's place is remembered."""
GONE_S: Final = 2.0
"""A place at which it has not been read for so long (s) is forgotten."""


class CubeSpot:
    """Remembers where the cube was read. at: there, None where that is not known."""

    def __init__(self) -> None:
        self.at: Candidate | None = None
        self._t = 0.0

    def watch(self, t: float, cube: CubeReading | None, at: Candidate | None) -> None:
        """What a frame has shown. at: where its cube lies, as the finder tells places."""
        if cube is not None and cube.p >= PLAIN:
            self.at, self._t = at, t
        elif t - self._t > GONE_S:
            self.forget()

    def forget(self) -> None:
        """The board has been moved."""
        self.at = None
