"""A lens that bends straight lines, and pictures straightened.

Of wide lenses the sides of a board come out as bows. One number says how much (the division model, Fitzgibbon
2001): what is at a distance r from the middle of the picture, in halves of its diagonal, would be at
r / (1 + bend r^2) with a lens that bends nothing; it is negative for lenses that make barrels of squares. The
middle keeps its size, and nothing left or right of it is cut off, so straightened pictures are larger.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import LensError
from calibration.fit import Floats, size_of

Plane = NDArray[np.uint8]

STRONGEST: Final = -0.8
"""Lenses that bend more are not straightened: what is left of the rim of their pictures is smeared."""
FURTHEST: Final = 0.15
"""No place comes to lie further outside than it is by more than one through this."""


@dataclass(frozen=True)
class Lens:
    """How much a lens bends straight lines; one that does not where nothing is said. LensError if no lens
    does it so."""

    bend: float = 0.0

    def __post_init__(self) -> None:
        if not STRONGEST <= self.bend <= 0.0:
            raise LensError(f"the lens must be a number from {STRONGEST} to 0, not {self.bend}")

    def size(self, size: tuple[int, int]) -> tuple[int, int]:
        """(width, height) of a picture of some size once it is straightened; both even then."""
        if not self.bend:
            return size
        larger = 1.0 / (1.0 + self.bend * size[0] ** 2 / (size[0] ** 2 + size[1] ** 2))
        width, height = (2 * round(side * larger / 2) for side in size)
        return width, height

    def straight(self, points: Floats, size: tuple[int, int]) -> Floats:
        """(n, 2) places of a picture of some size, in pixels, to those of the straightened picture."""
        if not self.bend:
            return points
        return self.pulled(points - _middle(size), self.bend, size) + _middle(self.size(size))

    @staticmethod
    def pulled(apart: Floats, bend: float, size: tuple[int, int]) -> Floats:
        """(n, 2) places from the middle of a picture of some size, straightened. bend: any. Places so far
        outside that no lens shows them go out straight on."""
        near = 1.0 + bend * (apart**2).sum(axis=1, keepdims=True) / _unit(size) ** 2
        return np.asarray(apart / np.maximum(near, FURTHEST))

    def bent(self, points: Floats, size: tuple[int, int]) -> Floats:
        """(n, 2) places of the straightened picture back to those of the picture, which is of this size."""
        if not self.bend:
            return points
        return _pushed(points - _middle(self.size(size)), self.bend, size) + _middle(size)

    def picture(self, picture: Plane, size: tuple[int, int] | None = None) -> Plane:
        """A picture (h, w) or (h, w, 3), straightened; what lies beyond its edge repeats that.

        size: (width, height) of what comes out, where that is not `size`: a plane of half the resolution has
        to become half as large as the straightened picture.
        """
        if not self.bend:
            return picture
        own = picture.shape[1], picture.shape[0]
        places, parts = _maps(self.bend, own, size or self.size(own))
        return np.asarray(
            cv2.remap(picture, places, parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    def bow(self, corners: Floats, size: tuple[int, int]) -> float:
        """How far the sides of a field are bowed at most, in sizes of it.

        corners: (4, 2) of the field in a picture of some size, which is not straightened.
        """
        if not self.bend:
            return 0.0
        straight = self.straight(corners, size)
        middles = self.bent((straight + np.roll(straight, -1, axis=0)) / 2, size)
        along = np.roll(corners, -1, axis=0) - corners
        away = middles - corners
        off = np.abs(along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]) / np.linalg.norm(along, axis=1)
        return float(off.max()) / size_of(corners)


def _middle(size: tuple[int, int]) -> Floats:
    return np.array(size) / 2.0 - 0.5


def _unit(size: tuple[int, int]) -> float:
    return float(np.hypot(*size)) / 2.0


def _pushed(apart: Floats, bend: float, size: tuple[int, int]) -> Floats:
    """(n, 2) places from the middle of a straightened picture, bent again."""
    far = (apart**2).sum(axis=1, keepdims=True) / _unit(size) ** 2
    return np.asarray(apart * 2.0 / (1.0 + np.sqrt(1.0 - 4.0 * bend * far)))


@lru_cache(maxsize=4)
def _maps(
    bend: float, size: tuple[int, int], straight: tuple[int, int]
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Where each pixel of a straightened picture comes from, as OpenCV takes it fastest."""
    width, height = straight
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    apart = np.stack([x.ravel(), y.ravel()], axis=1) - _middle(straight)
    places = (_pushed(apart, bend, size) + _middle(size)).astype(np.float32)
    across, down = (places[:, k].reshape(height, width) for k in (0, 1))
    whole, parts = cv2.convertMaps(across, down, cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(parts, np.uint16)
