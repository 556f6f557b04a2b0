"""All slots of a board cut out of a picture by one precomputed index.

Every point becomes a strip of STRIP_H x STRIP_W pixels that runs from a little outside the rim (first
row) to a little past the middle of the field (last row), so that the two rows of points look alike. The
bar is one more strip, over the whole height of the field. As cameras do, a strip keeps its lightness for
every pixel and its chroma for every cell of 2 x 2 pixels.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.sources.frame import Frame
from vision.warp import LEVELS, Smooth, Window, eight_bit, join_planes, pick, split_planes

STRIP_W, STRIP_H = 32, 160
CELL_ROWS, CELL_COLUMNS = STRIP_H // 2, STRIP_W // 2
SLOTS = 25
"""24 points in the order T1..T12, B1..B12, then the bar."""
BAR = 24
OUTSIDE = 0.07
"""How far a strip reaches beyond the rim, in field heights."""
REACH = 0.57
"""Where a strip ends, in field heights from its own rim."""
WIDTH = 1.25
"""Width of a strip in pitches (distances between neighbouring points)."""
BLOCK = 2
"""Side of a square, in cells of a strip: half a die."""
DOWN, ACROSS = CELL_ROWS // BLOCK, CELL_COLUMNS // BLOCK
"""Such squares along and across a strip."""
CHANNELS = 8
"""Of the network's input: the four lightnesses of a cell, its two chromas, and two that stay empty (a
multiple of four makes the first layer twice as fast)."""
STEP, ZERO = 1 / 28, 128
"""Size of one step of the network's 8-bit input, and what stands for zero."""

Picture = NDArray[np.uint8]

YUV_TO_BGR = np.array(
    [[1.1644, 2.0172, 0.0, -276.84], [1.1644, -0.3918, -0.8130, 135.58], [1.1644, 0.0, 1.5960, -222.92]],
    dtype=np.float32,
)
"""ITU-R BT.601 with video range (Y 16..235), what H.264 cameras write; last column is the offset."""


@dataclass(frozen=True)
class SlotViews:
    """The strips of one frame in cells of 2 x 2 pixels, video range.

    light: (SLOTS, CELL_ROWS, CELL_COLUMNS, 4) top left, top right, bottom left, bottom right. chroma: (SLOTS,
    CELL_ROWS, CELL_COLUMNS, 2) u and v.
    """

    light: Picture
    chroma: Picture

    @classmethod
    def of(cls, strips: Picture) -> "SlotViews":
        """Views of (SLOTS, STRIP_H, STRIP_W, 3) blue green red strips."""
        y, u, v = split_planes(strips.reshape(SLOTS * STRIP_H, STRIP_W, 3))
        light = y.reshape(SLOTS, CELL_ROWS, 2, CELL_COLUMNS, 2).transpose(0, 1, 3, 2, 4)
        shape = SLOTS, CELL_ROWS, CELL_COLUMNS
        chroma = np.stack([u, v], axis=-1).reshape(*shape, 2)
        return cls(np.ascontiguousarray(light).reshape(*shape, 4), chroma)

    def with_slots(self, other: "SlotViews", slots: NDArray[np.int64]) -> "SlotViews":
        """The same, with some of another's strips."""
        light, chroma = self.light.copy(), self.chroma.copy()
        light[slots], chroma[slots] = other.light[slots], other.chroma[slots]
        return SlotViews(light, chroma)

    @cached_property
    def _corners(self) -> Picture:
        """(SLOTS * CELL_ROWS, CELL_COLUMNS) one lightness of every cell."""
        return np.asarray(cv2.extractChannel(self.light.reshape(-1, CELL_COLUMNS, 4), 0), np.uint8)

    @cached_property
    def glance(self) -> Picture:
        """(BAR, CELL_ROWS * CELL_COLUMNS) one lightness of every cell of the points, to see motion by."""
        return self._corners.reshape(SLOTS, -1)[:BAR]

    @cached_property
    def squares(self) -> NDArray[np.float32]:
        """(SLOTS * CELL_ROWS / BLOCK, CELL_COLUMNS / BLOCK) mean lightness of squares of all strips, from one
        pixel of every cell, to see by whether anything came."""
        size = CELL_COLUMNS // BLOCK, SLOTS * CELL_ROWS // BLOCK
        return np.asarray(cv2.resize(self._corners, size, interpolation=cv2.INTER_AREA), np.float32)

    @cached_property
    def painted(self) -> NDArray[np.float32]:
        """(SLOTS, DOWN, ACROSS, 3) mean lightness and two colours of these squares."""
        chroma = self.chroma.reshape(SLOTS * CELL_ROWS, CELL_COLUMNS, 2)
        colour = cv2.resize(chroma, (ACROSS, SLOTS * DOWN), interpolation=cv2.INTER_AREA)
        both = np.dstack([self.squares, colour.astype(np.float32)])
        return np.asarray(both.reshape(SLOTS, DOWN, ACROSS, 3), np.float32)

    @cached_property
    def strips(self) -> Picture:
        """(SLOTS, STRIP_H, STRIP_W, 3) blue green red."""
        rows = self.light.reshape(SLOTS * CELL_ROWS, CELL_COLUMNS, 2, 2).transpose(0, 2, 1, 3)
        y = np.ascontiguousarray(rows).reshape(-1, STRIP_W)
        return join_planes(y, self.chroma[..., 0], self.chroma[..., 1]).reshape(SLOTS, STRIP_H, STRIP_W, 3)

    @cached_property
    def scale(self) -> tuple[float, np.float32]:
        """Mean lightness of all points (video range), and input steps for each level of chroma."""
        mean, spread = cv2.meanStdDev(self.light[:BAR].reshape(-1, 4 * CELL_COLUMNS))
        return float(mean[0, 0]), 1 / (YUV_TO_BGR[0, 0] * float(spread[0, 0]) + 4.0) / STEP

    def cells(self, out: Picture | None = None) -> Picture:
        """(SLOTS, CELL_ROWS, CELL_COLUMNS, CHANNELS): the network's input.

        Lightness by its mean and spread over all points, so that dim and bright rooms look alike; chroma in
        the same unit around grey. out: what an earlier call gave, to be written over.
        """
        mean, gain = self.scale
        light = eight_bit((LEVELS - np.float32(mean)) * (YUV_TO_BGR[0, 0] * gain), ZERO)
        chroma = eight_bit((LEVELS - 128) * gain, ZERO)
        if out is None:
            out = np.full((SLOTS, CELL_ROWS, CELL_COLUMNS, CHANNELS), ZERO, np.uint8)
        quads = cv2.LUT(self.light.reshape(-1, 4 * CELL_COLUMNS), light).view(np.uint32)
        out.view(np.uint32)[..., 0] = quads.reshape(SLOTS, CELL_ROWS, CELL_COLUMNS)
        pairs = cv2.LUT(self.chroma.reshape(-1, 2 * CELL_COLUMNS), chroma).view(np.uint16)
        out.view(np.uint16)[..., 2] = pairs.reshape(SLOTS, CELL_ROWS, CELL_COLUMNS)
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
    """Cuts the strips of one board out of pictures of one size; build once, use for every frame."""

    def __init__(self, geometry: BoardGeometry, window: Window | None = None) -> None:
        self.geometry = geometry
        self._window = window or Window(geometry)
        points = geometry.picture_points(strip_grid(geometry).reshape(-1, 2))
        self._light, self._chroma = self._window.cells(points.reshape(SLOTS, STRIP_H, STRIP_W, 2))

    def take(self, smooth: Smooth) -> SlotViews:
        """Strips of a frame whose planes its window has smoothed."""
        return SlotViews(pick(smooth.light, self._light), pick(smooth.chroma, self._chroma))

    def cut(self, bgr: Picture) -> SlotViews:
        """Strips of a (h, w, 3) blue green red picture."""
        return self.take(self._window.smooth(Frame(0, 0.0, bgr)))
