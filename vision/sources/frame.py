"""One picture with its time, as every source delivers it."""

from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2

Plane = NDArray[np.uint8]
Planes = tuple[Plane, Plane, Plane]


@overload
def turned_back(pixels: Planes) -> Planes: ...
@overload
def turned_back(pixels: Plane) -> Plane: ...
def turned_back(pixels: Planes | Plane) -> Planes | Plane:
    """Pixels of a mirrored picture, in the form of `Frame.pixels`, as a camera sees it: left and right
    exchanged."""
    if isinstance(pixels, tuple):
        y, u, v = (np.asarray(cv2.flip(plane, 1), dtype=np.uint8) for plane in pixels)
        return y, u, v
    return np.asarray(cv2.flip(pixels, 1), dtype=np.uint8)


@dataclass(frozen=True)
class Frame:
    """A picture, upright, with its presentation time.

    seq: number of the frame in its source, from 0. t: presentation time (s) as the source has it, never
    index / rate. pixels: either 4:2:0 planes y (h, w), u and v (h/2, w/2) in video range, or one picture
    (h, w, 3) blue green red; not to be written to. dropped: frames lost between the frame before and this
    one. source: name of the source or file.
    """

    seq: int
    t: float
    pixels: Planes | Plane
    dropped: int = 0
    source: str = ""

    @property
    def planes(self) -> Planes | None:
        """The 4:2:0 planes y, u, v where the source delivers them, else None."""
        return self.pixels if isinstance(self.pixels, tuple) else None

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        height, width = (self.pixels[0] if isinstance(self.pixels, tuple) else self.pixels).shape[:2]
        return width, height

    @cached_property
    def y(self) -> Plane:
        """(h, w) lightness."""
        if isinstance(self.pixels, tuple):
            return self.pixels[0]
        return np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

    @cached_property
    def bgr(self) -> Plane:
        """(h, w, 3) blue green red, converted on first use."""
        if not isinstance(self.pixels, tuple):
            return self.pixels
        width, height = self.size
        packed = np.concatenate([plane.reshape(-1) for plane in self.pixels]).reshape(height * 3 // 2, width)
        return np.asarray(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_I420), dtype=np.uint8)
