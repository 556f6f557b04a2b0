"""Whether a picture stands still: the same again, from a source whose pictures never are.

A stalled stream, a hung grabber or a frozen scene of the mixing desk goes on sending its last picture. What
is in it is long past, and what flew through it seems to lie still. A camera that sees a quiet board sends
noise: two pictures of it differ a little everywhere, always by about as much. A source that has done so and
then sends hardly any difference at all stands still; one whose quiet pictures are alike anyhow, drawn or
compressed to nothing, is never said to.
"""

from collections import deque
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.gate import watched_part
from vision.repeats import Repeats
from vision.sources.frame import Frame

APART_S: Final = 0.18
"""Pictures this far apart (s) are compared: nearer ones may be one picture sent twice."""
LEARNT, KEPT = 50, 300
"""So many differences say how much the pictures differ when nothing happens, and so many are kept."""
CALM, USUAL = 10, 30
"""Percentiles of these: the first is the noise, and the second is no more than ``ALIKE`` times as much where
quiet pictures are among them."""
ALIKE: Final = 2.0
SAME: Final = 0.25
"""Share of the noise by which pictures differ at most where the source stands still."""
EXCEPTIONS: Final = 0.01
"""Share of the pictures that may differ as little as that by themselves."""
OFTEN, OFTEN_S = 4, 60.0
"""A source that seems to stand still so many times within so many seconds is one that is quiet by itself."""
AGAIN_S: Final = 1.0
"""What stands still again so soon (s) has not gone on in between: its picture was but sent afresh."""


News = Literal["new", "again", "still"]
"""A new picture; the one before, sent again; or one that has been sent for so long that the source stands
still."""


class Standstill:
    """Judges the pictures of one source, in their order."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self._geometry = geometry
        self._size = geometry.size
        self._part = watched_part(geometry)
        self._last: NDArray[np.uint8] | None = None
        self._t = 0.0
        self._differences: deque[float] = deque(maxlen=KEPT)
        self._begun: deque[float] = deque(maxlen=OFTEN)
        self._stood = -np.inf
        self._believed = True
        self._repeats = Repeats(geometry)
        self._again = False
        self.since: float | None = None
        """Time (s) of the picture that is sent again and again; None where the pictures are new."""

    def place(self, geometry: BoardGeometry) -> None:
        """The board is there from now on."""
        self._geometry, self._size = geometry, geometry.size
        self._part, self._last = watched_part(geometry), None
        self._repeats.place(geometry)

    def look(self, frame: Frame) -> News:
        """Whether this picture is new."""
        if self._repeats.look(frame) and self.since is None:
            if not self._again:
                self._last, self._t, self._again = self._watched(frame), frame.t, True
            return "again"
        self._again = False
        return "still" if self._stands_still(frame) else "new"

    def _watched(self, frame: Frame) -> NDArray[np.uint8]:
        """What is compared of a picture."""
        return np.ascontiguousarray(frame.y[self._part][::2, ::2])

    def _stands_still(self, frame: Frame) -> bool:
        """Whether this picture, like those before it, is one that was sent before."""
        if frame.size != self._size:
            self._size, self._last = frame.size, None
            self._part = watched_part(self._geometry.scaled(frame.size))
        apart = frame.t - self._t
        if self._last is not None and self.since is None and 0.0 <= apart < APART_S:
            return False
        now = self._watched(frame)
        before, self._last = self._last, now
        began, self._t = self._t, frame.t
        if before is None or apart < 0.0:
            self.since = None
            return False
        difference = float(cv2.mean(cv2.absdiff(before, now))[0])
        if not self._stands(difference):
            self.since = None
            self._differences.append(difference)
        elif self.since is None:
            self._begin(began)
        if self.since is not None:
            self._stood = frame.t
        return self.since is not None

    def _begin(self, t: float) -> None:
        if t - self._stood > AGAIN_S:
            self._begun.append(t)
            self._believed &= len(self._begun) < OFTEN or t - self._begun[0] > OFTEN_S
        self.since = t if self._believed else None

    def _stands(self, difference: float) -> bool:
        """Whether pictures that differ so little (mean levels) are one picture."""
        if not self._believed or len(self._differences) < LEARNT:
            return False
        known = np.asarray(self._differences)
        noise, usual = np.percentile(known, (CALM, USUAL))
        least = SAME * noise
        plain = usual <= ALIKE * noise and float((known < least).mean()) <= EXCEPTIONS
        return bool(plain and difference < least)
