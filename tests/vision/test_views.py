"""The strips show what lies at their slots, from pictures and from 4:2:0 planes alike."""

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.views import BAR, OUTSIDE, REACH, SLOTS, STRIP_H, STRIP_W, Cutter, normalise, strip_grid

CORNERS = ((210.0, 70.0), (1030.0, 60.0), (1130.0, 650.0), (130.0, 660.0))
GEOMETRY = BoardGeometry(CORNERS, (1280, 720))


def painted(shrink: int = 1) -> tuple[np.ndarray, BoardGeometry]:
    """A field whose slots have grey levels of their own, drawn through the homography."""
    geometry = GEOMETRY.scaled((1280 * shrink, 720 * shrink))
    picture = np.zeros((720 * shrink, 1280 * shrink, 3), np.uint8)
    for slot in range(24):
        left, right = geometry.column(slot % 12)
        top, bottom = (0.0, 0.5) if slot < 12 else (0.5, 1.0)
        quad = geometry.picture_points([(left, top), (right, top), (right, bottom), (left, bottom)])
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (20 + 9 * slot, 240 - 9 * slot, 60))
    return picture, geometry


@pytest.mark.parametrize("shrink", [1, 3])
def test_every_strip_shows_its_own_slot(shrink: int) -> None:
    picture, geometry = painted(shrink)
    strips = Cutter(geometry).cut(picture).strips
    assert strips.shape == (SLOTS, STRIP_H, STRIP_W, 3)
    rim = round(OUTSIDE / (OUTSIDE + REACH) * STRIP_H)
    inner = strips[:BAR, rim + 6 : rim + 100, 8:24]
    for slot in range(24):
        colour = np.median(inner[slot].reshape(-1, 3), axis=0)
        assert np.abs(colour - (20 + 9 * slot, 240 - 9 * slot, 60)).max() <= 2, slot


def test_planes_give_the_same_strips_as_the_picture() -> None:
    picture, geometry = painted()
    picture = cv2.GaussianBlur(picture, (0, 0), 3)
    packed = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    y, rest = packed[:720], packed[720:].reshape(2, 360, 640)
    cutter = Cutter(geometry)
    from_planes = cutter.cut_planes(y, rest[0], rest[1]).strips.astype(int)
    difference = np.abs(from_planes - cutter.cut(picture).strips)
    assert difference.mean() < 2.5


def test_rows_run_from_the_rim_to_the_middle_in_both_rows() -> None:
    grid = strip_grid(GEOMETRY)
    assert grid[3, 0, :, 1].max() < 0
    assert grid[3, -1, :, 1].min() > 0.5
    assert grid[15, 0, :, 1].min() > 1
    assert grid[15, -1, :, 1].max() < 0.5


def test_normalised_strips_do_not_depend_on_brightness() -> None:
    picture, geometry = painted()
    strips = Cutter(geometry).cut(picture).strips
    dim = (strips * 0.5).astype(np.uint8)
    assert np.abs(normalise(strips) - normalise(dim)).mean() < 0.12


def test_a_field_partly_outside_the_picture_is_cut_all_the_same() -> None:
    corners = ((-40.0, -20.0), (1290.0, -10.0), (1300.0, 735.0), (-60.0, 730.0))
    strips = Cutter(BoardGeometry(corners, (1280, 720))).cut(np.full((720, 1280, 3), 77, np.uint8)).strips
    assert (strips == 77).all()
