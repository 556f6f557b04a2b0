"""Find the playing field in a picture, or say why not."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError, CornersError
from calibration.geometry import DEFAULT_BAR, LAYOUTS, BoardGeometry

INPUT_W, INPUT_H = 320, 240
STRIDE = 4
CORNER_AT = 0.25
"""A corner counts as seen from this height of its heat map's peak."""
OVERLAP_AT = 0.8
"""Least overlap of the four corners' quadrilateral with the map of the field."""


def letterbox(picture: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
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
class Located:
    """A board that was found: its geometry, and how sure (0..1)."""

    geometry: BoardGeometry
    p: float


def from_maps(
    maps: NDArray[np.float32], layout: NDArray[np.float32], matrix: NDArray[np.float64], size: tuple[int, int]
) -> Located:
    """The board that the network's maps (5, 60, 80) and layout (3,) show; BoardNotFoundError if none."""
    peaks, corners = [], []
    for heat in maps[:4]:
        peak = float(heat.max())
        peaks.append(peak)
        corners.append(_centre(heat))
    if min(peaks) < CORNER_AT:
        names = ("top left", "top right", "bottom right", "bottom left")
        unseen = ", ".join(name for name, peak in zip(names, peaks, strict=True) if peak < CORNER_AT)
        raise BoardNotFoundError(
            f"no backgammon board was found in the picture (corner not seen: {unseen}). If there is one, "
            'give its corners: --corners "x,y x,y x,y x,y"'
        )
    cells = np.array(corners)
    overlap = _overlap(cells, maps[4] > 0.5)
    if overlap < OVERLAP_AT:
        raise BoardNotFoundError(
            f"what was found does not look like one board (corners and field agree to {overlap:.2f} only). "
            'Give the corners: --corners "x,y x,y x,y x,y"'
        )
    pixels = ((cells + 0.5) * STRIDE - 0.5 - matrix[:, 2]) / np.diag(matrix)
    pairs = tuple((float(x), float(y)) for x, y in pixels)
    try:
        geometry = BoardGeometry(pairs, size, LAYOUTS[int(layout.argmax())], DEFAULT_BAR)
    except CornersError as error:
        raise BoardNotFoundError(f"what was found cannot be a board: {error}") from error
    return Located(geometry, float(np.prod(peaks) ** 0.25 * layout.max()))


def _centre(heat: NDArray[np.float32]) -> tuple[float, float]:
    """Centre of mass of the blob around the highest cell, (x, y) in cells."""
    row, column = np.unravel_index(int(heat.argmax()), heat.shape)
    y0, x0 = max(0, int(row) - 2), max(0, int(column) - 2)
    part = heat[y0 : int(row) + 3, x0 : int(column) + 3]
    y, x = np.mgrid[0 : part.shape[0], 0 : part.shape[1]]
    total = float(part.sum())
    return x0 + float((x * part).sum()) / total, y0 + float((y * part).sum()) / total


def _overlap(cells: NDArray[np.float64], field: NDArray[np.bool_]) -> float:
    """Intersection over union of a quadrilateral and the field's map, both in cells."""
    drawn = np.zeros(field.shape, np.uint8)
    cv2.fillPoly(drawn, [np.round(cells * 16).astype(np.int32)], 1, shift=4)
    shape = drawn > 0
    union = int((shape | field).sum())
    return float((shape & field).sum() / union) if union else 0.0
