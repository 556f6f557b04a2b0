"""The playing field in the picture: four corners, the bar, and the map between picture and field.

Field coordinates (u, v): u to the right and v down, both 0..1 over the quadrilateral of the playing
field, which holds the 24 points and the bar and ends inside the rim.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import CornersError

Layout = Literal["bar_vertical", "bar_horizontal", "no_bar"]
Array = NDArray[np.float64]

LAYOUTS: tuple[Layout, ...] = ("bar_vertical", "bar_horizontal", "no_bar")
DEFAULT_BAR = (0.475, 0.53)
SLOT_NAMES: tuple[str, ...] = tuple(f"{row}{column}" for row in "TB" for column in range(1, 13))
"""Points by their place in the picture: T1..T12 along the top, then B1..B12 along the bottom."""


@dataclass(frozen=True)
class BoardGeometry:
    """Where the playing field lies in a picture of one size.

    corners: (4, 2) pixels, TL TR BR BL as seen in the picture. bar: left and right edge of the bar as
    fractions of the field's width in canonical orientation (bar upright). size: (width, height) of the
    picture in pixels that the corners belong to.
    """

    corners: tuple[tuple[float, float], ...]
    size: tuple[int, int]
    layout: Layout = "bar_vertical"
    bar: tuple[float, float] = DEFAULT_BAR

    def __post_init__(self) -> None:
        check_corners(self.corners, self.size)
        if self.layout not in LAYOUTS:
            raise CornersError(f"layout {self.layout!r} is not one of {', '.join(LAYOUTS)}")
        left, right = self.bar
        if not 0.3 < left <= right < 0.7:
            raise CornersError(
                f"the bar's edges {self.bar} must lie between 0.3 and 0.7 of the field's width"
            )

    def as_said(self, layout: Layout | None, bar: tuple[float, float] | None) -> Self:
        """The same field with what somebody knows better of its layout and bar; None: as they are here."""
        return replace(self, layout=layout or self.layout, bar=bar or self.bar)

    @cached_property
    def canonical_corners(self) -> Array:
        """(4, 2) picture pixels of the field's TL, TR, BR, BL once the bar stands upright."""
        corners = np.array(self.corners, dtype=np.float64)
        return corners[[3, 0, 1, 2]] if self.layout == "bar_horizontal" else corners

    @cached_property
    def to_picture(self) -> Array:
        """(3, 3) homography from field (u, v) to picture pixels."""
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
        matrix = cv2.getPerspectiveTransform(unit, self.canonical_corners.astype(np.float32))
        return np.asarray(matrix, dtype=np.float64)

    @cached_property
    def _rows(self) -> list[list[float]]:
        return [[float(value) for value in row] for row in self.to_picture]

    @cached_property
    def to_field(self) -> Array:
        """(3, 3) homography from picture pixels to field (u, v)."""
        return np.asarray(np.linalg.inv(self.to_picture), dtype=np.float64)

    @property
    def bar_edges(self) -> tuple[float, float]:
        """The bar's edges in u; both 0.5 on a board without a bar."""
        return (0.5, 0.5) if self.layout == "no_bar" else self.bar

    def picture_points(self, field_points: Array | Sequence[tuple[float, float]]) -> Array:
        """(n, 2) field coordinates to (n, 2) picture pixels."""
        return apply_homography(self.to_picture, np.asarray(field_points, dtype=np.float64))

    def picture_point(self, u: float, v: float) -> tuple[float, float]:
        """Picture pixel of one place of the field, to the last bit as `picture_points` gives it."""
        x, y, w = (row[0] * u + row[1] * v + row[2] for row in self._rows)
        return x / w, y / w

    def field_points(self, picture_points: Array | Sequence[tuple[float, float]]) -> Array:
        """(n, 2) picture pixels to (n, 2) field coordinates."""
        return apply_homography(self.to_field, np.asarray(picture_points, dtype=np.float64))

    def column(self, index: int) -> tuple[float, float]:
        """Left and right edge in u of column 0..11, counted from the left."""
        left, right = self.bar_edges
        if index < 6:
            return left * index / 6, left * (index + 1) / 6
        step = (1.0 - right) / 6
        return right + step * (index - 6), right + step * (index - 5)

    def at(self, corners: Array) -> Self:
        """This board with its (4, 2) corners elsewhere in the picture. Raises a CornersError."""
        return replace(self, corners=tuple((float(x), float(y)) for x, y in corners))

    def scaled(self, size: tuple[int, int]) -> "BoardGeometry":
        """The same board in a picture of another size with the same aspect ratio."""
        kx, ky = size[0] / self.size[0], size[1] / self.size[1]
        if abs(kx / ky - 1.0) > 0.02:
            raise CornersError(
                f"the board was placed in a {self.size[0]}x{self.size[1]} picture; this one is "
                f"{size[0]}x{size[1]}, of another shape. Place the board again."
            )
        corners = tuple((x * kx, y * ky) for x, y in self.corners)
        return BoardGeometry(corners, size, self.layout, self.bar)


def apply_homography(matrix: Array, points: Array) -> Array:
    """Apply a (3, 3) homography to (n, 2) points."""
    x, y = points[:, 0], points[:, 1]
    rows = [row[0] * x + row[1] * y + row[2] for row in matrix]
    return np.stack([rows[0] / rows[2], rows[1] / rows[2]], axis=1)


def parse_points(text: str) -> list[tuple[float, ...]]:
    """Points written as ``"x,y x,y"``; none where anything but numbers stands there."""
    try:
        return [tuple(float(value) for value in pair.split(",")) for pair in text.split()]
    except ValueError:
        return []


def parse_corners(text: str) -> tuple[tuple[float, float], ...]:
    """Corners written as ``"x,y x,y x,y x,y"``: top left, top right, bottom right, bottom left."""
    pairs = parse_points(text)
    if len(pairs) != 4 or any(len(pair) != 2 for pair in pairs):
        raise CornersError(
            f'corners {text!r}: write four points as "x,y x,y x,y x,y", '
            "top left, top right, bottom right, bottom left, in pixels"
        )
    return tuple((pair[0], pair[1]) for pair in pairs)


def check_corners(corners: Sequence[Sequence[float]], size: tuple[int, int]) -> None:
    """Raise CornersError unless the corners run TL, TR, BR, BL around a convex field of some size.

    Corners may lie up to half a picture outside the picture.
    """
    points = np.array(corners, dtype=np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise CornersError("a board has four corners with finite x and y")
    ahead = np.roll(points, -1, axis=0) - points
    after = np.roll(ahead, -1, axis=0)
    turns = ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0]
    if not (turns > 0).all():
        raise CornersError(
            "the corners cross or run the wrong way round; give them as top left, top right, "
            "bottom right, bottom left"
        )
    area = 0.5 * abs(
        float(np.sum(points[:, 0] * np.roll(points[:, 1], -1) - np.roll(points[:, 0], -1) * points[:, 1]))
    )
    width, height = size
    if area < 0.01 * width * height:
        raise CornersError("the corners enclose less than a hundredth of the picture: too small to read")
    low, high = points.min(axis=0), points.max(axis=0)
    if low[0] < -0.5 * width or low[1] < -0.5 * height or high[0] > 1.5 * width or high[1] > 1.5 * height:
        raise CornersError(f"a corner lies far outside the {width}x{height} picture")
