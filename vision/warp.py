"""One precomputed remap from pictures of one size to a grid of our own, for colour pictures and 4:2:0 planes.

Large pictures are first shrunk by a whole factor, so that no detail is skipped, and only the part that the
grid needs is touched.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2

Picture = NDArray[np.uint8]
Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]


class Warp:
    """Takes the picture at the grid's places; build once for a board and a picture size.

    grid: (rows, columns, 2) picture pixels, both numbers even. step: distance of neighbouring grid places in
    picture pixels, which decides how much is shrunk. Places outside the picture repeat its edge.
    """

    def __init__(self, grid: NDArray[np.float64], size: tuple[int, int], step: float) -> None:
        width, height = size
        x, y = grid[..., 0], grid[..., 1]
        low = np.clip(np.floor([x.min() - 2, y.min() - 2]), 0, [width - 2, height - 2]).astype(int)
        high = np.clip(np.ceil([x.max() + 3, y.max() + 3]), low + 2, [width, height]).astype(int)
        self.shrink = max(1, int(step))
        block = 2 * self.shrink
        low -= low % block
        high = np.maximum(high - (high - low) % block, low + block)
        self._low, self._high = low, high
        local = (grid - low + 0.5) / self.shrink - 0.5
        rows, columns = grid.shape[0] // 2, grid.shape[1] // 2
        coarse = local.reshape(rows, 2, columns, 2, 2).mean(axis=(1, 3))
        self._full, self._half = _fixed_maps(local), _fixed_maps((coarse + 0.5) / 2 - 0.5)

    def take(self, picture: Picture) -> Picture:
        """(rows, columns) or (rows, columns, 3) from a grey or colour picture."""
        return self._take(picture, self._full, 1)

    def take_half(self, plane: Picture) -> Picture:
        """(rows / 2, columns / 2) from a chroma plane of half the picture's size."""
        return self._take(plane, self._half, 2)

    def _take(self, plane: Picture, maps: Maps, scale: int) -> Picture:
        (x0, y0), (x1, y1) = self._low // scale, self._high // scale
        part = plane[y0:y1, x0:x1]
        if self.shrink > 1:
            size = (max(1, part.shape[1] // self.shrink), max(1, part.shape[0] // self.shrink))
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        taken = cv2.remap(part, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, dtype=np.uint8)


def _fixed_maps(grid: NDArray[np.float64]) -> Maps:
    flat = np.clip(grid, -20000, 20000).astype(np.float32)
    first, second = cv2.convertMaps(flat[..., 0], flat[..., 1], cv2.CV_16SC2)
    return np.asarray(first), np.asarray(second)
