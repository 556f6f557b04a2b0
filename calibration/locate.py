"""First guesses at the playing field: what the locating network's maps of a picture may mean."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError
from calibration.fit import convex
from calibration.geometry import LAYOUTS

INPUT_W, INPUT_H = 320, 240
STRIDE = 4
FIELD_AT = 0.5
"""A cell belongs to the field from this belief on."""
LEAST_CELLS = 40
"""A field of fewer cells (of 60 x 80) is too small to read."""

Floats = NDArray[np.float64]


def letterbox(picture: NDArray[np.uint8]) -> tuple[NDArray[np.float32], Floats]:
    """(3, 240, 320) input 0..1 that holds the whole picture, and the (2, 3) matrix from picture to input."""
    height, width = picture.shape[:2]
    scale = min(INPUT_W / width, INPUT_H / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    x0, y0 = (INPUT_W - size[0]) // 2, (INPUT_H - size[1]) // 2
    boxed = np.zeros((INPUT_H, INPUT_W, 3), np.float32)
    boxed[y0 : y0 + size[1], x0 : x0 + size[0]] = small
    kx, ky = size[0] / width, size[1] / height
    matrix = np.array([[kx, 0.0, x0 + 0.5 * kx - 0.5], [0.0, ky, y0 + 0.5 * ky - 0.5]])
    return np.ascontiguousarray(boxed.transpose(2, 0, 1) / 255), matrix


@dataclass(frozen=True)
class Guess:
    """A quadrilateral (4, 2) of picture pixels, TL TR BR BL as seen, and whether its bar seems to lie."""

    corners: Floats
    lying: bool


def guesses(maps: NDArray[np.float32], layout: NDArray[np.float32], matrix: Floats) -> list[Guess]:
    """What the network's maps (5, 60, 80) and layout (3,) suggest, at most two, best first.

    The corners' highest places, and the outline of the field. BoardNotFoundError where there is neither.
    """
    outline = _outline(maps[4] > FIELD_AT)
    if outline is None:
        raise BoardNotFoundError(
            "no backgammon board was found in the picture. If there is one, "
            'give its corners: --corners "x,y x,y x,y x,y"'
        )
    lying = LAYOUTS[int(layout.argmax())] == "bar_horizontal"
    seen = np.array([_centre(heat) for heat in maps[:4]])
    pixels = [((cells + 0.5) * STRIDE - 0.5 - matrix[:, 2]) / np.diag(matrix) for cells in (seen, outline)]
    return [Guess(quad, lying) for quad in pixels if convex(quad)]


def _centre(heat: NDArray[np.float32]) -> tuple[float, float]:
    """Centre of mass of the blob around the highest cell, (x, y) in cells."""
    row, column = np.unravel_index(int(heat.argmax()), heat.shape)
    y0, x0 = max(0, int(row) - 2), max(0, int(column) - 2)
    part = heat[y0 : int(row) + 3, x0 : int(column) + 3]
    y, x = np.mgrid[0 : part.shape[0], 0 : part.shape[1]]
    total = float(part.sum())
    return x0 + float((x * part).sum()) / total, y0 + float((y * part).sum()) / total


def _outline(field: NDArray[np.bool_]) -> Floats | None:
    """The quadrilateral around the largest patch of a map, (4, 2) cells, TL TR BR BL; None if it is small."""
    count, patches, sizes, _ = cv2.connectedComponentsWithStats(field.astype(np.uint8))
    if count < 2 or sizes[1:, cv2.CC_STAT_AREA].max() < LEAST_CELLS:
        return None
    patch = (patches == 1 + sizes[1:, cv2.CC_STAT_AREA].argmax()).astype(np.uint8)
    lines, _ = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(lines[0])
    quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float64)
    for tolerance in np.arange(1.0, 8.0, 0.5):
        corners = cv2.approxPolyDP(hull, float(tolerance), True)
        if len(corners) == 4:
            quad = corners[:, 0].astype(np.float64)
            break
    middle = quad.mean(axis=0)
    around = np.argsort(np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0]))
    return np.roll(quad[around], -int(quad[around].sum(axis=1).argmin()), axis=0)
