"""How the camera looks at the board, from the four corners alone: proportions, and where up is.

The corners give the plane's homography. With square pixels and the axis of the lens in the middle of the
picture one unknown is left, the focal length; perspective fixes it where there is any, and otherwise the
usual focal lengths and proportions of boards do (Zhang, "A flexible new technique for camera calibration",
PAMI 2000, equations 3 and 4, for the orthogonality condition).
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry

Array = NDArray[np.float64]

USUAL_FOCAL, FOCAL_SPREAD = 1.2, 0.5
"""Focal length over the picture's longer side, and the spread of its logarithm."""
SKEW_SPREAD = 0.03
"""Spread of the cosine between the field's axes, from corners that are a little off."""
USUAL_ASPECT, ASPECT_SPREAD = 0.88, 0.12
"""Height over width of a playing field, and the spread of its logarithm."""


@dataclass(frozen=True)
class BoardView:
    """Camera of a board. Lengths are in field widths, x right, y down the field, z up from the surface.

    aspect: height of the field over its width. camera: (3, 4) projection to picture pixels. slant_deg:
    angle of the line of sight above the board, seen from the field's middle.
    """

    aspect: float
    camera: Array
    slant_deg: float

    @cached_property
    def _to_ground(self) -> tuple[list[list[float]], list[list[float]]]:
        """(3, 3) up to scale, from picture to the surface, in field widths, and what is added to it for every
        field width that the point lies above: the inverse's rows are cross products of the columns."""
        right, down, up, place = self.camera.T
        ground = np.stack([np.cross(down, place), np.cross(place, right), np.cross(right, down)])
        higher = np.stack([np.cross(down, up), np.cross(up, right), np.zeros(3)])
        return ground.tolist(), higher.tolist()

    def field_under(self, xy: tuple[float, float], height: float) -> tuple[float, float]:
        """Field (u, v) straight below a picture point that lies ``height`` field widths above the surface."""
        (px, py), (ground, higher) = xy, self._to_ground
        x, y, w = (
            (a + height * d) * px + (b + height * e) * py + c + height * f
            for (a, b, c), (d, e, f) in zip(ground, higher, strict=True)
        )
        return x / w, y / w / self.aspect

    def shift_at(self, u: float, v: float, height: float) -> tuple[float, float]:
        """How far the straightened picture of a point moves (right, down) per unit of height over (u, v)."""
        x, y = self.field_under(self.picture_of(u, v, height), 0.0)
        return (x - u) / height, (y - v) * self.aspect / height

    def picture_of(self, u: float, v: float, height: float) -> tuple[float, float]:
        """Picture pixel of a point above field (u, v)."""
        down = v * self.aspect
        x, y, w = (a * u + b * down + c * height + d for a, b, c, d in self._rows)
        return x / w, y / w

    @cached_property
    def _rows(self) -> list[list[float]]:
        return [[float(value) for value in row] for row in self.camera]


@lru_cache(maxsize=16)
def board_view(geometry: BoardGeometry) -> BoardView:
    """The camera that explains a board's corners best."""
    width, height = geometry.size
    longer = max(width, height)
    centre = np.array(
        [[1 / longer, 0, -width / 2 / longer], [0, 1 / longer, -height / 2 / longer], [0, 0, 1]]
    )
    plane = centre @ geometry.to_picture
    plane /= np.linalg.norm(plane)
    focal = best_focal(plane)
    lens = np.diag([focal, focal, 1.0])
    pose = np.linalg.inv(lens) @ plane
    pose /= np.linalg.norm(pose[:, 0])
    if pose[2, 2] < 0:
        pose = -pose
    aspect = float(np.linalg.norm(pose[:, 1]))
    right, down, place = pose[:, 0], pose[:, 1] / aspect, pose[:, 2]
    up = np.cross(right, down)
    up /= np.linalg.norm(up)
    if float(up @ place) > 0:
        up = -up
    camera = np.linalg.inv(centre) @ lens @ np.stack([right, down, up, place], axis=1)
    middle = place + 0.5 * right + 0.5 * aspect * down
    slant = float(np.degrees(np.arcsin(np.clip(-(up @ middle) / np.linalg.norm(middle), -1, 1))))
    return BoardView(aspect, camera, slant)


def best_focal(plane: Array) -> float:
    """Focal length (over the picture's longer side) that makes a centred homography's axes most likely."""
    tries = np.exp(np.linspace(np.log(0.5), np.log(4.0), 80))
    across, down = plane[:, 0], plane[:, 1]
    lens = np.stack([1 / tries, 1 / tries, np.ones_like(tries)], axis=1)
    one, two = across * lens, down * lens
    lengths = np.linalg.norm(one, axis=1), np.linalg.norm(two, axis=1)
    skew = (one * two).sum(axis=1) / (lengths[0] * lengths[1])
    cost = (skew / SKEW_SPREAD) ** 2 + (np.log(tries / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
    cost += (np.log(lengths[1] / lengths[0] / USUAL_ASPECT) / ASPECT_SPREAD) ** 2
    return float(tries[int(cost.argmin())])
