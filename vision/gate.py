"""Whether a frame needs to be looked at again: has anything changed on the board since the last look?"""

from typing import Final, Literal

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
JITTER: Final = 1e-3
"""By which times of frames jitter (s)."""

Look = Literal["read", "same", "moving"]
"""read it; nothing has changed since the last one read; or something moves, and it was read just now."""


class Gate:
    """Says for each frame of one board what to do with it.

    A frame is read when a cell differs from the last frame that was read, for ``settle`` frames after that
    (so that a reading never rests on one picture), and at least every ``refresh`` seconds. While things
    move from frame to frame, those read are at least ``moving`` seconds apart; the moment they rest, the
    next is read at once.
    """

    def __init__(
        self, geometry: BoardGeometry, settle: int = 3, refresh: float = 1.0, moving: float = 0.12
    ) -> None:
        self._geometry = geometry
        self._settle = settle
        self._refresh = refresh
        self._moving = moving
        self._size = geometry.size
        self._window = watched_part(geometry)
        self._read: NDArray[np.int16] | None = None
        self._before: NDArray[np.int16] | None = None
        self._calm = 0
        self._read_at = 0.0

    def look(self, frame: Frame) -> Look:
        """What to do with a frame; one that is to be read counts as read."""
        if frame.size != self._size:
            self._size, self._read, self._before = frame.size, None, None
            self._window = watched_part(self._geometry.scaled(frame.size))
        cells = self._cells(frame)
        before, self._before = self._before, cells
        since = frame.t - self._read_at
        if not _differ(cells, self._read):
            self._calm += 1
            if self._calm > self._settle and 0 <= since < self._refresh:
                return "same"
        else:
            self._calm = 0
            if self._read is not None and 0 <= since < self._moving - JITTER and _differ(cells, before):
                return "moving"
        self._read, self._read_at = cells, frame.t
        return "read"

    def changed(self, frame: Frame) -> bool:
        """Whether this frame is to be read."""
        return self.look(frame) == "read"

    def _cells(self, frame: Frame) -> NDArray[np.int16]:
        """Mean lightness of square cells, from every second row."""
        part = frame.y[self._window]
        side = max(2, part.shape[1] // CELLS) & ~1
        columns, rows = max(1, part.shape[1] // side), max(1, part.shape[0] // side)
        part = part[: rows * side : 2, : columns * side]
        return cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.int16)


def _differ(cells: NDArray[np.int16], other: NDArray[np.int16] | None) -> bool:
    return other is None or int(np.abs(cells - other).max()) > CHANGED


def watched_part(geometry: BoardGeometry) -> tuple[slice, slice]:
    """Rows and columns of the picture that show the board and a little around it."""
    low, high = -MARGIN, 1 + MARGIN
    points = geometry.picture_points([(low, low), (high, low), (high, high), (low, high)])
    width, height = geometry.size
    left, top = np.clip(points.min(axis=0).astype(int), 0, [width - 2, height - 2])
    right, bottom = np.clip(points.max(axis=0).astype(int) + 1, [left + 2, top + 2], [width, height])
    return slice(int(top), int(bottom)), slice(int(left), int(right))
