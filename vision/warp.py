"""Places of a board looked up in pictures of one size: planes scaled and smoothed once, then picked.

A picture's lightness and chroma planes are brought near the resolution of our grids by a power of two and
averaged over 3 x 3 pixels, only where the board is. A grid's places are then the nearest pixels of these
planes, which costs a fraction of interpolating between them and, with about two to four of them between
two places of a grid, looks the same.
"""

from dataclasses import dataclass
from math import floor, log2

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.dice_spec import BOARD_SIZE, MARGIN
from vision.sources.frame import Frame

Picture = NDArray[np.uint8]
Index = NDArray[np.intp]

BGR_TO_UV = np.array(
    [[0.4392, -0.2910, -0.1482, 128], [-0.0714, -0.3678, 0.4392, 128]],
    dtype=np.float32,
)
"""Chroma of ITU-R BT.601 with video range; the last column is the offset."""
_FINEST, _ENLARGED = 1.6, 2.0
"""Least distance of neighbouring grid places in scaled pixels, of pictures that need not and that need to be
enlarged; the most is twice that."""
_MOST_ENLARGED = -2
LEVELS = np.arange(256, dtype=np.float32)
"""Every value that a pixel can have."""


@dataclass(frozen=True)
class Smooth:
    """A frame's lightness, and its chroma (u, then v), at a window's scale, both flat. Written over by the
    window's next frame."""

    light: Picture
    chroma: Picture


class Window:
    """The part of pictures of one size that shows a board and its surroundings, at the scale of the grids.

    margin: how far the surroundings reach, in field widths and heights.
    """

    def __init__(self, geometry: BoardGeometry, margin: float = MARGIN) -> None:
        width, height = geometry.size
        lines = np.linspace(-margin, 1 + margin, 27)
        u, v = np.meshgrid(lines, lines)
        points = geometry.picture_points(np.stack([u.ravel(), v.ravel()], axis=1)).reshape(27, 27, 2)
        inside = (points > -1).all(axis=2) & (points[..., 0] < width) & (points[..., 1] < height)
        steps = np.linalg.norm(np.diff(points, axis=1), axis=2)[inside[:, 1:]]
        step = float(np.median(steps)) * 26 / BOARD_SIZE[0] if len(steps) else _FINEST
        least = _FINEST if step >= _FINEST else _ENLARGED
        self.halvings = max(_MOST_ENLARGED, floor(log2(step / least)))
        block = 2 << max(0, self.halvings)
        size = np.array([width, height])
        low = np.clip(np.floor(points.min(axis=(0, 1)) - 4), 0, size - block).astype(int)
        high = np.clip(np.ceil(points.max(axis=(0, 1)) + 5), 0, size).astype(int)
        low -= low % block
        high = np.maximum(high - (high - low) % block, low + block)
        self._low, self._high = low, high
        columns, rows = ((high - low) * 2.0**-self.halvings).astype(int).tolist()
        self.shape = rows, columns
        self._light = np.empty((rows, columns), np.uint8)
        self._chroma = np.empty((2, rows // 2, columns // 2), np.uint8)

    def smooth(self, frame: Frame) -> Smooth:
        """The planes of a frame of this size."""
        (x0, y0), (x1, y1) = self._low.tolist(), self._high.tolist()
        if frame.planes is None:
            parts = split_planes(frame.bgr[y0:y1, x0:x1])
        else:
            y, u, v = frame.planes
            half = slice(y0 // 2, y1 // 2), slice(x0 // 2, x1 // 2)
            parts = y[y0:y1, x0:x1], u[half], v[half]
        for part, out in zip(parts, (self._light, *self._chroma), strict=True):
            cv2.blur(self._scaled(part), (3, 3), out)
        return Smooth(self._light.reshape(-1), self._chroma.reshape(-1))

    def _scaled(self, plane: Picture) -> Picture:
        rows, columns = plane.shape
        if self.halvings < 0:
            size = columns << -self.halvings, rows << -self.halvings
            return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        for _ in range(self.halvings):
            rows, columns = rows // 2, columns // 2
            plane = np.asarray(cv2.resize(plane, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
        return plane

    def index(self, points: NDArray[np.float64]) -> Index:
        """(..., 2) picture pixels to places in the flat lightness plane; the nearest where outside."""
        return self._flat(points, 1)

    def chroma_index(self, points: NDArray[np.float64], axis: int = -1) -> Index:
        """(..., 2) picture pixels to places in the flat chroma, of u and of v along one more axis."""
        u = self._flat(points, 2)
        return np.stack([u, u + self._chroma[0].size], axis=axis)

    def cells(self, points: NDArray[np.float64]) -> tuple[Index, Index]:
        """(n, h, w, 2) picture pixels of strips to places in the planes by cells of 2 x 2: lightness
        (n, h / 2, w / 2, 4) top left, top right, bottom left, bottom right; chroma (n, h / 2, w / 2, 2)."""
        n, rows, columns = points.shape[0], points.shape[1] // 2, points.shape[2] // 2
        cells = points.reshape(n, rows, 2, columns, 2, 2).transpose(0, 1, 3, 2, 4, 5)
        cells = cells.reshape(n, rows, columns, 4, 2)
        return self.index(cells), self.chroma_index(cells.mean(axis=3))

    def places(self, points: NDArray[np.float64], part: int = 1) -> NDArray[np.float64]:
        """(..., 2) picture pixels to columns and rows of the lightness, or a plane so many times smaller."""
        scaled = (points - self._low + 0.5) * (2.0**-self.halvings / part) - 0.5
        return np.asarray(scaled, np.float64)

    def _flat(self, points: NDArray[np.float64], part: int) -> Index:
        rows, columns = self.shape[0] // part, self.shape[1] // part
        scaled = self.places(points, part)
        near = np.round(np.clip(scaled, 0, [columns - 1, rows - 1])).astype(np.intp)
        return np.ascontiguousarray(near[..., 1] * columns + near[..., 0])


def split_planes(bgr: Picture) -> tuple[Picture, Picture, Picture]:
    """4:2:0 planes in video range of a (h, w, 3) blue green red picture with even sides."""
    rows, columns = bgr.shape[:2]
    packed = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420), np.uint8)
    half = cv2.resize(bgr, (columns // 2, rows // 2), interpolation=cv2.INTER_AREA)
    u, v = cv2.split(cv2.transform(half, BGR_TO_UV))
    return packed[:rows], np.asarray(u, np.uint8), np.asarray(v, np.uint8)


def join_planes(y: Picture, u: Picture, v: Picture) -> Picture:
    """(h, w, 3) blue green red of 4:2:0 planes in video range."""
    packed = np.concatenate([plane.reshape(-1) for plane in (y, u, v)]).reshape(-1, y.shape[1])
    return np.asarray(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_I420), np.uint8)


def eight_bit(levels: NDArray[np.float32], zero: int) -> Picture:
    """Table of a network's 8-bit input for each of (256,) levels in its steps, above what stands for zero."""
    steps = np.rint(levels)
    steps += zero
    return np.minimum(np.maximum(steps, 0), 255).astype(np.uint8)


def pick(plane: Picture, index: Index, out: Picture | None = None) -> Picture:
    """What a flat plane holds at the places of an index, in the index's shape."""
    return np.take(plane, index, out=out, mode="clip")
