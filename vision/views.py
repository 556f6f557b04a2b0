"""All slots of a board cut out of a picture by one precomputed remap.

Every point becomes a strip of STRIP_H x STRIP_W pixels that runs from a little outside the rim (first
row) to a little past the middle of the field (last row), so that the two rows of points look alike. The
bar is one more strip, over the whole height of the field. Together they are the atlas.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.warp import Warp

STRIP_W, STRIP_H = 32, 160
SLOTS = 25
"""24 points in the order T1..T12, B1..B12, then the bar."""
BAR = 24
OUTSIDE = 0.07
"""How far a strip reaches beyond the rim, in field heights."""
REACH = 0.57
"""Where a strip ends, in field heights from its own rim."""
WIDTH = 1.25
"""Width of a strip in pitches (distances between neighbouring points)."""

Picture = NDArray[np.uint8]

YUV_TO_BGR = np.array(
    [[1.1644, 2.0172, 0.0, -276.84], [1.1644, -0.3918, -0.8130, 135.58], [1.1644, 0.0, 1.5960, -222.92]],
    dtype=np.float32,
)
"""ITU-R BT.601 with video range (Y 16..235), what H.264 cameras write; last column is the offset."""


@dataclass(frozen=True)
class SlotViews:
    """The strips of one frame: (SLOTS, STRIP_H, STRIP_W, 3) uint8, blue green red."""

    strips: Picture

    def normalised(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """(SLOTS, 3, STRIP_H, STRIP_W) float32, zero mean and unit spread of lightness over all points."""
        return normalise(self.strips, out)


def normalise(strips: Picture, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Scale strips by the mean and spread of the whole board, so that dim and bright rooms look alike.

    out: (SLOTS, 3, STRIP_H, STRIP_W) to write to, which saves the memory of a new one on every frame.
    """
    grey = cv2.cvtColor(strips[:BAR].reshape(BAR * STRIP_H, STRIP_W, 3), cv2.COLOR_BGR2GRAY)
    means, spreads = cv2.meanStdDev(grey)
    if out is None:
        out = np.empty((SLOTS, 3, STRIP_H, STRIP_W), np.float32)
    for channel, plane in enumerate(cv2.split(strips.reshape(SLOTS * STRIP_H, STRIP_W, 3))):
        np.subtract(plane.reshape(SLOTS, STRIP_H, STRIP_W), np.float32(means[0, 0]), out=out[:, channel])
    np.multiply(out, np.float32(1.0 / (float(spreads[0, 0]) + 4.0)), out=out)
    return out


def strip_grid(geometry: BoardGeometry) -> NDArray[np.float64]:
    """(SLOTS, STRIP_H, STRIP_W, 2) field coordinates of every strip pixel's centre."""
    across = (np.arange(STRIP_W) + 0.5) / STRIP_W - 0.5
    along = -OUTSIDE + (np.arange(STRIP_H) + 0.5) / STRIP_H * (REACH + OUTSIDE)
    grid = np.empty((SLOTS, STRIP_H, STRIP_W, 2))
    for slot in range(24):
        left, right = geometry.column(slot % 12)
        u = (left + right) / 2 + across * WIDTH * (right - left)
        top = slot < 12
        grid[slot, :, :, 0] = (u if top else u[::-1])[None, :]
        grid[slot, :, :, 1] = (along if top else 1.0 - along)[:, None]
    left, right = geometry.bar_edges
    pitch = geometry.column(0)[1]
    grid[BAR, :, :, 0] = ((left + right) / 2 + across * WIDTH * pitch)[None, :]
    grid[BAR, :, :, 1] = ((np.arange(STRIP_H) + 0.5) / STRIP_H * (1 + 2 * OUTSIDE) - OUTSIDE)[:, None]
    return grid


class Cutter:
    """Cuts the atlas of one board out of pictures of one size; build once, use for every frame."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self.geometry = geometry
        points = geometry.picture_points(strip_grid(geometry).reshape(-1, 2))
        rows = points.reshape(SLOTS, STRIP_H, STRIP_W, 2)[:BAR, STRIP_H // 2]
        steps = np.hypot(*(rows[:, -1] - rows[:, 0]).T) / (STRIP_W - 1)
        grid = points.reshape(SLOTS * STRIP_H, STRIP_W, 2)
        self._warp = Warp(grid, geometry.size, float(np.median(steps)))

    def cut(self, bgr: Picture) -> SlotViews:
        """Strips of a (h, w, 3) blue green red picture."""
        return SlotViews(_shape(self._warp.take(bgr)))

    def cut_planes(self, y: Picture, u: Picture, v: Picture) -> SlotViews:
        """Strips of a 4:2:0 picture given as its planes: y (h, w), u and v (h/2, w/2)."""
        parts = [self._warp.take(y), self._warp.take_half(u), self._warp.take_half(v)]
        packed = np.concatenate([part.reshape(-1, STRIP_W) for part in parts])
        return SlotViews(_shape(np.asarray(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_I420), dtype=np.uint8)))


def _shape(atlas: Picture) -> Picture:
    return atlas.reshape(SLOTS, STRIP_H, STRIP_W, 3)
