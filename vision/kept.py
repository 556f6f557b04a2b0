"""A reading that still holds: nothing on the board has changed since, a few frames ago, it was made.

Cameras give more frames than there is news. A frame that shows what was read less than a tenth of a second
before is not read again; that it shows the same is seen from the frame itself. The watch looks ten times a
second at most, so each of its readings is made anew.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from vision.reading import Floats, Reading
from vision.sources.frame import Frame
from vision.views import SlotViews

HOLDS_S: Final = 0.08
"""A reading holds no longer than this (s), so that ten a second are always made anew."""
CHANGED: Final = 6.0
"""Levels (video range) by which the lightness of a square of a strip has changed when something has: more
than the noise of a camera moves their mean, less than a die or a finger that comes does."""


class KeptReading:
    """The reading made last, and what the strips looked like then."""

    def __init__(self) -> None:
        self._reading: Reading | None = None
        self._squares: NDArray[np.float32] | None = None

    def forget(self) -> None:
        """The board lies elsewhere now."""
        self._reading = None

    def keep(self, reading: Reading, views: SlotViews) -> None:
        """A reading made of these views."""
        self._reading, self._squares = reading, views.squares

    def of(self, frame: Frame, views: SlotViews, motion: Floats) -> Reading | None:
        """The reading of a frame that shows what was read a moment ago; None if it has to be read.

        views: of this frame; motion: since the frame before it.
        """
        reading, then = self._reading, self._squares
        if reading is None or then is None or not 0.0 < frame.t - reading.t <= HOLDS_S:
            return None
        if float(cv2.norm(views.squares, then, cv2.NORM_INF)) > CHANGED:
            return None
        return replace(reading, seq=frame.seq, t=frame.t, motion=motion, trays=None)
