"""The strips show what lies at their slots, from pictures and from 4:2:0 planes alike."""

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.sources.frame import Frame
from vision.views import (
    BAR,
    CHANNELS,
    OUTSIDE,
    REACH,
    SLOTS,
    STRIP_H,
    STRIP_W,
    ZERO,
    Cutter,
    SlotViews,
    strip_grid,
)
from vision.warp import Window, split_planes

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
    window = Window(geometry)
    cutter = Cutter(geometry, window)
    from_planes = cutter.take(window.smooth(Frame(0, 0.0, split_planes(picture)))).strips.astype(int)
    difference = np.abs(from_planes - cutter.cut(picture).strips)
    assert difference.mean() < 1


def test_rows_run_from_the_rim_to_the_middle_in_both_rows() -> None:
    grid = strip_grid(GEOMETRY)
    assert grid[3, 0, :, 1].max() < 0
    assert grid[3, -1, :, 1].min() > 0.5
    assert grid[15, 0, :, 1].min() > 1
    assert grid[15, -1, :, 1].max() < 0.5


def test_the_network_s_input_does_not_depend_on_brightness() -> None:
    picture, geometry = painted()
    bright = Cutter(geometry).cut(picture).cells().astype(float)
    dim = Cutter(geometry).cut((picture * 0.5).astype(np.uint8)).cells()
    assert bright.shape == (SLOTS, STRIP_H // 2, STRIP_W // 2, CHANNELS)
    assert np.abs(bright - dim).mean() < 4
    assert (dim[..., 6:] == ZERO).all()


def test_views_keep_the_strips_they_are_made_of() -> None:
    strips = np.full((SLOTS, STRIP_H, STRIP_W, 3), 60, np.uint8)
    strips[3, :40], strips[7, :, 16:] = (40, 90, 200), (180, 160, 30)
    assert np.abs(SlotViews.of(strips).strips.astype(int) - strips).max() <= 3


def test_a_field_partly_outside_the_picture_is_cut_all_the_same() -> None:
    corners = ((-40.0, -20.0), (1290.0, -10.0), (1300.0, 735.0), (-60.0, 730.0))
    strips = Cutter(BoardGeometry(corners, (1280, 720))).cut(np.full((720, 1280, 3), 77, np.uint8)).strips
    assert np.abs(strips.astype(int) - 77).max() <= 1
