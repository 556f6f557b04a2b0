"""From heat maps to first guesses."""

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError
from calibration.fit import overlap
from calibration.locate import INPUT_H, INPUT_W, STRIDE, guesses, letterbox

SIZE = (1280, 720)
CORNERS = np.array([(210.0, 70.0), (1030.0, 60.0), (1130.0, 650.0), (130.0, 660.0)])
UPRIGHT = np.array([0.9, 0.05, 0.05], np.float32)
LYING = np.array([0.1, 0.85, 0.05], np.float32)


def maps_of(corners: np.ndarray, matrix: np.ndarray, peak: float = 0.9) -> np.ndarray:
    """What a perfect network would say: blobs at the corners, and the field filled in."""
    cells = ((corners * np.diag(matrix) + matrix[:, 2]) + 0.5) / STRIDE - 0.5
    y, x = np.mgrid[0 : INPUT_H // STRIDE, 0 : INPUT_W // STRIDE]
    maps = np.zeros((5, INPUT_H // STRIDE, INPUT_W // STRIDE), np.float32)
    for k, (cx, cy) in enumerate(cells):
        maps[k] = peak * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 3.4)
    field = np.zeros(maps.shape[1:], np.uint8)
    cv2.fillPoly(field, [np.round(cells * 16).astype(np.int32)], 1, shift=4)
    maps[4] = field
    return maps


def matrix_of(size: tuple[int, int] = SIZE) -> np.ndarray:
    return letterbox(np.zeros((size[1], size[0], 3), np.uint8))[1]


def test_letterbox_keeps_the_whole_picture_and_its_shape() -> None:
    boxed, matrix = letterbox(np.full((720, 1280, 3), 255, np.uint8))
    assert boxed.shape == (3, INPUT_H, INPUT_W)
    assert (boxed[0].any(axis=1)).sum() == 180
    assert matrix[0, 0] == pytest.approx(0.25)


def test_corners_and_outline_both_come_back() -> None:
    matrix = matrix_of()
    peaks, outline = guesses(maps_of(CORNERS, matrix), UPRIGHT, matrix)
    assert np.abs(peaks.corners - CORNERS).max() < STRIDE / 0.25
    assert overlap(outline.corners, CORNERS) > 0.93
    assert np.abs(outline.corners - CORNERS).max() < 3 * STRIDE / 0.25
    assert not peaks.lying
    assert guesses(maps_of(CORNERS, matrix), LYING, matrix)[0].lying


def test_corners_in_the_wrong_order_leave_the_outline() -> None:
    matrix = matrix_of()
    maps = maps_of(CORNERS, matrix)
    maps[[0, 1]] = maps[[1, 0]]
    only = guesses(maps, UPRIGHT, matrix)
    assert len(only) == 1
    assert overlap(only[0].corners, CORNERS) > 0.93


def test_a_bitten_outline_is_still_four_corners() -> None:
    matrix = matrix_of()
    maps = maps_of(CORNERS, matrix)
    maps[4, 30:40, 30:40] = 0
    assert guesses(maps, UPRIGHT, matrix)[1].corners.shape == (4, 2)


@pytest.mark.parametrize("cells", [0, 20])
def test_no_field_or_a_tiny_one_is_no_board(cells: int) -> None:
    maps = np.zeros((5, INPUT_H // STRIDE, INPUT_W // STRIDE), np.float32)
    maps[4, 10, :cells] = 1
    with pytest.raises(BoardNotFoundError, match="no backgammon board"):
        guesses(maps, UPRIGHT, matrix_of())
