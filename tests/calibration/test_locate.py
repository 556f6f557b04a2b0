"""From heat maps to a placed board, and the reasons for refusing."""

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError
from calibration.locate import INPUT_H, INPUT_W, STRIDE, from_maps, letterbox

SIZE = (1280, 720)
CORNERS = np.array([(210.0, 70.0), (1030.0, 60.0), (1130.0, 650.0), (130.0, 660.0)])
UPRIGHT = np.array([0.9, 0.05, 0.05], np.float32)


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


def test_corners_come_back_within_a_cell() -> None:
    matrix = matrix_of()
    located = from_maps(maps_of(CORNERS, matrix), UPRIGHT, matrix, SIZE)
    assert np.abs(np.array(located.geometry.corners) - CORNERS).max() < STRIDE / 0.25
    assert located.geometry.layout == "bar_vertical"
    assert 0.5 < located.p < 1


def test_an_unseen_corner_is_named() -> None:
    matrix = matrix_of()
    maps = maps_of(CORNERS, matrix)
    maps[2] *= 0.1
    with pytest.raises(BoardNotFoundError, match="bottom right"):
        from_maps(maps, UPRIGHT, matrix, SIZE)


def test_corners_that_do_not_hold_the_field_are_refused() -> None:
    matrix = matrix_of()
    maps = maps_of(CORNERS, matrix)
    maps[4, :, : INPUT_W // STRIDE // 2] = 0
    with pytest.raises(BoardNotFoundError, match="does not look like one board"):
        from_maps(maps, UPRIGHT, matrix, SIZE)


def test_corners_in_the_wrong_order_are_refused() -> None:
    matrix = matrix_of()
    maps = maps_of(CORNERS, matrix)
    maps[[0, 1]] = maps[[1, 0]]
    with pytest.raises(BoardNotFoundError):
        from_maps(maps, UPRIGHT, matrix, SIZE)
