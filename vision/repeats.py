"""Whether a picture is the one before, sent again: a slow camera in a fast stream, pictures that come late.

What falls through such a picture seems to lie still as long as it is sent. It is known in two ways. New
pictures of a camera differ by its noise wherever nothing moves; one that differs from the one before by
hardly any of that, anywhere, is no news. And where something moves it does so from each picture to the next:
if it does only every so often, new pictures come no oftener. Where nothing new has come for longer, the scene
or the source stands still (`vision.standstill`).
"""

from collections import deque
from collections.abc import Collection
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.gate import watched_part
from vision.sources.frame import Frame

HOLDS_S: Final = 0.7
"""A picture counts as sent again for no longer than this after the last new one (s)."""
STEP: Final = 4
"""Every so many rows and columns are compared."""
BLOCKS: Final = (12, 8)
"""Parts across and down in which the watched part of the picture is compared."""
QUIET, USUAL, SHORT = 25, 75, 25
"""Percentiles: of the parts of one picture, that in which nothing moves; of pictures, the noise; and of the
times between two that are new, that of a source which sends each as soon as it has it."""
LEAST: Final = 0.1
"""Mean difference (levels) under which a part has no noise at all."""
LEARNT, PACED, KEPT = 10, 4, 60
"""So many pictures with noise say how strong it is, so many in which something moves how often they come; and
so many are kept. Until that is known they may come as seldom as can be."""
SAME: Final = 0.25
"""Share of the noise that no part of a picture sent again differs by."""
MOVED, UNMOVED = 4.0, 1.5
"""Mean difference (levels) of a part from which on something moved there, and under which nothing did."""
LATE: Final = 1.5
"""A new picture is due after the usual time between two of them, and late after so many times that."""


class Repeats:
    """Judges the pictures of one source, in their order."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self._noises: deque[float] = deque(maxlen=KEPT)
        self._gaps: deque[float] = deque(maxlen=KEPT)
        self.place(geometry)

    def place(self, geometry: BoardGeometry) -> None:
        """The board is there from now on."""
        self._geometry, self._size = geometry, geometry.size
        self._part = watched_part(geometry)
        self._last: NDArray[np.uint8] | None = None
        self._t = self._new_at = self._moved_at = -np.inf

    def look(self, frame: Frame) -> bool:
        """Whether this picture is the one before, sent again."""
        if frame.size != self._size:
            self._size, self._last = frame.size, None
            self._part = watched_part(self._geometry.scaled(frame.size))
        now = np.ascontiguousarray(frame.y[self._part][::STEP, ::STEP])
        before, self._last = self._last, now
        since, self._t = frame.t - self._t, frame.t
        if before is None or since < 0.0:
            return False
        parts = cv2.resize(cv2.absdiff(before, now).astype(np.float32), BLOCKS, interpolation=cv2.INTER_AREA)
        moved = float(parts.max())
        noise = _ranked(self._noises, USUAL) if len(self._noises) >= LEARNT else None
        without = noise is not None and frame.t - self._new_at <= HOLDS_S and moved < SAME * noise
        if without or self._not_due(frame.t, moved, since):
            return True
        quiet = parts.size * QUIET // 100
        self._learn(frame.t, moved, float(np.partition(parts, quiet, axis=None)[quiet]), noise)
        return False

    def _not_due(self, t: float, moved: float, since: float) -> bool:
        if moved >= UNMOVED:
            return False
        known = len(self._gaps) >= PACED
        due = _ranked(self._gaps, SHORT) if known else HOLDS_S / LATE
        return due > LATE * since and t - self._moved_at < min(LATE * due, HOLDS_S)

    def _learn(self, t: float, moved: float, quiet: float, noise: float | None) -> None:
        if quiet > LEAST:
            self._noises.append(quiet)
        if noise is not None and quiet >= noise / 2:
            self._new_at = t
        if moved >= MOVED:
            if t - self._moved_at <= HOLDS_S:
                self._gaps.append(t - self._moved_at)
            self._moved_at = t


def _ranked(values: Collection[float], percent: int) -> float:
    """The value at this percentile; several times as fast as what asks for arrays."""
    return sorted(values)[len(values) * percent // 100]
