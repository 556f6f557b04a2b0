"""What moves in every slot from one frame to the next; light that flickers or is switched does not."""

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.even_light import EvenLight
from vision.reading import Floats
from vision.views import BAR, CELL_COLUMNS, CELL_ROWS, SlotViews, strip_grid

MOVED_AT: Final = 15
"""A strip pixel whose lightness changed by more than this (video range, 16..235) counts as moved."""
SOME: Final = 0.06
MOST: Final = 18
"""When this share of its pixels moved in so many slots, it may be the light: no hand is over as many."""


class Motion:
    """Measures what moved on one board; build once, use for every frame."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self._geometry = geometry

    @cached_property
    def _light(self) -> EvenLight:
        """Hardly any source needs it, and it takes some milliseconds to make."""
        cells = strip_grid(self._geometry)[:BAR].reshape(BAR, CELL_ROWS, 2, CELL_COLUMNS, 2, 2)[:, :, 0, :, 0]
        return EvenLight(self._geometry.picture_points(cells.reshape(-1, 2)))

    def between(self, before: SlotViews | None, now: SlotViews) -> Floats:
        """(24,) share of every strip's pixels whose lightness changed clearly, though the light may not have;
        zeros where there is no before."""
        if before is None:
            return np.zeros(BAR, np.float32)
        moved = _moved(before.glance, now.glance)
        if int((moved > SOME).sum()) < MOST:
            return moved
        even = (_moved(cells, now.glance) for cells in self._light.relit(before.glance, now.glance))
        return min((moved, *even), key=lambda shares: float(shares.sum()))


def _moved(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> Floats:
    _, moved = cv2.threshold(cv2.absdiff(before, now), MOVED_AT, 1, cv2.THRESH_BINARY)
    pixels = cv2.reduce(moved, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)
    return np.asarray(pixels[:, 0] / moved.shape[1], dtype=np.float32)
