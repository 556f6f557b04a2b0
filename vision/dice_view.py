"""How the camera looks at the board, from the four corners alone: proportions, and where up is.

The corners give the plane's homography. With square pixels and the axis of the lens in the middle of the
picture one unknown is left, the focal length; perspective fixes it where there is any, and otherwise the
usual focal lengths and proportions of boards do (Zhang, "A flexible new technique for camera calibration",
PAMI 2000, equations 3 and 4, for the orthogonality condition).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry, apply_homography

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
    def _to_ground(self) -> Array:
        """(3, 3) from picture to the surface, in field widths."""
        return np.asarray(np.linalg.inv(self.camera[:, [0, 1, 3]]), dtype=np.float64)

    def field_under(self, xy: tuple[float, float], height: float) -> tuple[float, float]:
        """Field (u, v) straight below a picture point that lies ``height`` field widths above the surface."""
        plane = np.stack(
            [self.camera[:, 0], self.camera[:, 1], self.camera[:, 2] * height + self.camera[:, 3]], axis=1
        )
        x, y = apply_homography(np.asarray(np.linalg.inv(plane), dtype=np.float64), np.array([xy]))[0]
        return float(x), float(y) / self.aspect

    def shift_at(self, u: float, v: float, height: float) -> tuple[float, float]:
        """How far the straightened picture of a point moves (right, down) per unit of height over (u, v)."""
        x, y, w = self._to_ground @ (self.camera @ np.array([u, v * self.aspect, height, 1.0]))
        return float(x / w - u) / height, float(y / w - v * self.aspect) / height

    def picture_of(self, u: float, v: float, height: float) -> tuple[float, float]:
        """Picture pixel of a point above field (u, v)."""
        x, y, w = self.camera @ np.array([u, v * self.aspect, height, 1.0])
        return float(x / w), float(y / w)


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
