"""Whether a frame needs to be looked at again: has anything changed on the board since the last look?"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.sources.frame import Frame

MARGIN: Final = 0.07
"""How far around the field the gate watches, in field widths and heights."""
CELLS: Final = 80
"""Cells across the watched part of the picture, at least; a checker covers about twenty of them."""
CHANGED: Final = 7
"""A cell whose mean lightness (0..255) moved further than this has changed."""


class Gate:
    """Says for each frame of one board whether it should be read.

    A frame is read when a cell differs from the last frame that was read, for ``settle`` frames after that
    (so that a reading never rests on one picture), and at least every ``refresh`` seconds.
    """

    def __init__(self, geometry: BoardGeometry, settle: int = 5, refresh: float = 1.0) -> None:
        self._geometry = geometry
        self._settle = settle
        self._refresh = refresh
        self._seen: NDArray[np.int16] | None = None
        self._size = geometry.size
        self._window = _window(geometry)
        self._calm = 0
        self._read_at = 0.0

    def changed(self, frame: Frame) -> bool:
        """True where this frame should be read; it then counts as the last one read."""
        if frame.size != self._size:
            self._size, self._seen = frame.size, None
            self._window = _window(self._geometry.scaled(frame.size))
        cells = self._cells(frame)
        moved = self._seen is None or int(np.abs(cells - self._seen).max()) > CHANGED
        self._calm = 0 if moved else self._calm + 1
        if self._calm > self._settle and 0 <= frame.t - self._read_at < self._refresh:
            return False
        self._seen, self._read_at = cells, frame.t
        return True

    def _cells(self, frame: Frame) -> NDArray[np.int16]:
        """Mean lightness of square cells, from every second row."""
        part = frame.y[self._window]
        side = max(2, part.shape[1] // CELLS) & ~1
        columns, rows = max(1, part.shape[1] // side), max(1, part.shape[0] // side)
        part = part[: rows * side : 2, : columns * side]
        return cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.int16)


def _window(geometry: BoardGeometry) -> tuple[slice, slice]:
    low, high = -MARGIN, 1 + MARGIN
    points = geometry.picture_points([(low, low), (high, low), (high, high), (low, high)])
    width, height = geometry.size
    left, top = np.clip(points.min(axis=0).astype(int), 0, [width - 2, height - 2])
    right, bottom = np.clip(points.max(axis=0).astype(int) + 1, [left + 2, top + 2], [width, height])
    return slice(int(top), int(bottom)), slice(int(left), int(right))
