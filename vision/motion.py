"""What moves in every slot from one frame to the next; light that flickers does not.

Under lamps that follow the mains, exposures that are short show bands that wander through the picture, as the
rows of the sensor are read one after the other. They, and light that is switched, change all slots at once:
then a change that all have in common along a row (or a column, where the camera stands on its side) is left
out.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.reading import Floats
from vision.views import BAR, CELL_COLUMNS, CELL_ROWS, SlotViews, strip_grid

MOVED_AT: Final = 15
"""A strip pixel whose lightness changed by more than this (video range, 16..235) counts as moved."""
SOME: Final = 0.06
MOST: Final = 18
"""When this share of its pixels moved in so many slots, it may be the light: no hand is over as many."""
BANDS: Final = 32
"""Parts of the field, along and across the picture, in which the light is taken for even."""
BLACK: Final = 16.0
SOFT: Final = 4.0
"""Added to lightness above black, that noise in the dark makes no large ratios."""


class Motion:
    """Measures what moved on one board; build once, use for every frame."""

    def __init__(self, geometry: BoardGeometry) -> None:
        cells = strip_grid(geometry)[:BAR].reshape(BAR, CELL_ROWS, 2, CELL_COLUMNS, 2, 2)[:, :, 0, :, 0]
        places = geometry.picture_points(cells.reshape(-1, 2))
        self._axes = tuple(_Bands(places[:, axis]) for axis in (1, 0))

    def between(self, before: SlotViews | None, now: SlotViews) -> Floats:
        """(24,) share of every strip's pixels whose lightness changed clearly, though the light may not have;
        zeros where there is no before."""
        if before is None:
            return np.zeros(BAR, np.float32)
        moved = _moved(before.glance, now.glance)
        if int((moved > SOME).sum()) < MOST:
            return moved
        even = (_moved(bands.relit(before.glance, now.glance), now.glance) for bands in self._axes)
        return min((moved, *even), key=lambda shares: float(shares.sum()))


class _Bands:
    """Cells of all strips by one coordinate in the picture."""

    def __init__(self, along: NDArray[np.float64]) -> None:
        self._along = along
        order = np.argsort(along, kind="stable")
        self._order = order[: len(order) // BANDS * BANDS].reshape(BANDS, -1)
        self._middles = along[self._order].mean(axis=1)

    def relit(self, before: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The cells as they were before, (24, n), in the light that they are in now."""
        was, is_now = (np.maximum(cells.reshape(-1) - BLACK, 0.0) + SOFT for cells in (before, now))
        gain = np.interp(self._along, self._middles, np.median((is_now / was)[self._order], axis=1))
        lit = np.clip(np.round(was * gain - SOFT + BLACK), 0, 255)
        return np.asarray(lit, np.uint8).reshape(before.shape)


def _moved(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> Floats:
    _, moved = cv2.threshold(cv2.absdiff(before, now), MOVED_AT, 1, cv2.THRESH_BINARY)
    pixels = cv2.reduce(moved, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)
    return np.asarray(pixels[:, 0] / moved.shape[1], dtype=np.float32)
