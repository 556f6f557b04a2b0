"""Wide lenses, which bend straight lines, in whole films.

    python tests/accuracy/wide_table.py --work DIR      writes wide.csv

DIR holds the films of films_table.py, watched. Every picture is bent as a wide lens would have it: a place at
a distance r from the middle comes to r (1 + k r^2), by so much that the long sides of the board are bowed by
2 to 6 % of its height, evenly by the film's number. (The product straightens by another law.) Watched without
a word on where the board is.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, frames_of, work_of, write_film  # noqa: E402

from calibration.board_file import write_board  # noqa: E402
from calibration.cv import cv2  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

TABLE = Path(__file__).with_name("wide.csv")
FILMS = range(2684, 2708)
"""Two dozen of all kinds."""
BOWS = (0.02, 0.06)
"""Least and greatest bow of the long sides, in heights of the field."""
MOST_K = -0.33
"""A lens that bends more would show some places twice."""
Points = np.ndarray


class Bent:
    """Pictures of one size as a wide lens shows them.

    k: of r (1 + k r^2) / (1 + k), r being 1 at the corner of the board that is furthest from the middle.
    """

    def __init__(self, geometry: BoardGeometry, k: float) -> None:
        self.k = k
        self._size = geometry.size
        self._middle = np.array(self._size) / 2 - 0.5
        corners = np.array(geometry.corners)
        self._unit = float(np.linalg.norm(corners - self._middle, axis=1).max())

    def points(self, points: Points) -> Points:
        """(n, 2) where places of the picture come to lie."""
        apart = (points - self._middle) / self._unit
        far = np.minimum((apart**2).sum(axis=1, keepdims=True), 1.0 / (-3 * self.k) if self.k else np.inf)
        return np.asarray(self._middle + apart * (1 + self.k * far) / (1 + self.k) * self._unit)

    def bow(self, corners: Points) -> float:
        """How far the long sides of a board are bowed, in heights of its field."""
        first, last = corners[[0, 3]], corners[[1, 2]]
        one, other, middle = (self.points(points) for points in (first, last, (first + last) / 2))
        along, away = other - one, middle - one
        off = np.abs(along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]) / np.linalg.norm(along, axis=1)
        height = np.linalg.norm(corners[[3, 2]] - corners[[0, 1]], axis=1)
        return float((off / height).mean())

    def maps(self) -> tuple[np.ndarray, np.ndarray]:
        """Where each pixel comes from, found by bisection."""
        width, height = self._size
        x, y = np.meshgrid(np.arange(width) - self._middle[0], np.arange(height) - self._middle[1])
        goal = np.hypot(x, y) / self._unit * (1 + self.k)
        low, high = np.zeros_like(goal), np.full_like(goal, (1.0 / (-3 * self.k)) ** 0.5 if self.k else 9.0)
        for _ in range(30):
            middle = (low + high) / 2
            under = middle * (1 + self.k * middle**2) < goal
            low, high = np.where(under, middle, low), np.where(under, high, middle)
        scale = low / np.maximum(goal / (1 + self.k), 1e-9)
        return (
            (x * scale + self._middle[0]).astype(np.float32),
            (y * scale + self._middle[1]).astype(np.float32),
        )


def bent_by(geometry: BoardGeometry, bow: float) -> Bent:
    """The lens that bows the long sides of a board by so much, or by as much as one can."""
    corners = np.array(geometry.canonical_corners)
    low, high = MOST_K, 0.0
    for _ in range(30):
        k = (low + high) / 2
        low, high = (k, high) if Bent(geometry, k).bow(corners) > bow else (low, k)
    return Bent(geometry, high)


def shown(frames: Sequence[Frame], lens: Bent) -> Iterator[np.ndarray]:
    """The pictures through the lens."""
    x, y = lens.maps()
    for frame in frames:
        seen = cv2.remap(frame.bgr, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        yield np.asarray(seen, np.uint8)


def wide(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Show a film as a wide lens would have."""
    frames, geometry = frames_of(source)
    bow = random.Random(number).uniform(*BOWS)
    lens = bent_by(geometry, bow)
    write_film(folder / "match.mp4", shown(frames, lens))
    write_board(folder / "board.toml", geometry.at(lens.points(np.array(geometry.corners))))
    return {"bow": f"{lens.bow(np.array(geometry.canonical_corners)):.3f}", "k": f"{lens.k:.3f}"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    compare(work_of(__doc__, argv), "wide", FILMS, wide, TABLE, placed=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
