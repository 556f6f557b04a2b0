"""A camera that does not keep still: the board is followed, and pictures are turned back to where it was."""

import math
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "accuracy"))

from steady_table import DEMO, demo, moved_frame, movement

from calibration.board_file import read_board
from calibration.fit import homography
from calibration.geometry import BoardGeometry, apply_homography
from vision.held import RESTS_S, Course, Followed, Held, far
from vision.sources.frame import Frame
from vision.steady import Steady

START, LONG = 1.0, 5.0
"""Seconds of the sample match, in which the opening roll is thrown."""


@pytest.fixture(scope="module")
def geometry() -> BoardGeometry:
    return read_board(DEMO / "board.toml")


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    return list(demo(START, START + LONG))[::2]


def swaying(t: float, geometry: BoardGeometry) -> np.ndarray:
    """(3, 3) homography of the picture at a time (s) of a camera held in a hand."""
    aside = movement("shift", 0.02 * math.sin(1.7 * t), geometry)
    turned = movement("turn", 0.01 * math.sin(1.1 * t), geometry)
    return np.asarray(movement("zoom", 0.01 * math.sin(0.9 * t), geometry) @ turned @ aside)


def test_pictures_of_a_held_camera_are_turned_back(frames: list[Frame], geometry: BoardGeometry) -> None:
    """Before the board was told to be elsewhere, so that they show what they had shown without a hand."""
    steady = Steady(geometry)
    home, errors, differences = np.array(geometry.corners), [], []
    for frame in frames:
        matrix = swaying(frame.t - START, geometry)
        moved = steady.look(moved_frame(frame, matrix))
        if moved is not None:
            assert moved.geometry is not None
            home = np.array(moved.geometry.corners)
        if not steady.restless:
            assert frame.t < START + 3.5
            continue
        assert not steady.unsure
        seen = steady.steadied(moved_frame(frame, matrix))
        assert (seen.seq, seen.t, seen.size) == (frame.seq, frame.t, frame.size)
        carried = steady._held.corners if steady._held else home
        errors.append(np.abs(carried - apply_homography(matrix, np.array(geometry.corners))).max())
        back = moved_frame(frame, homography(np.array(geometry.corners), home))
        inner = np.s_[150:-150, 200:-200]
        differences.append(np.abs(seen.bgr[inner].astype(int) - back.bgr[inner]).mean())
    assert len(errors) > 10
    assert max(errors) < 2.0
    assert max(differences) < 3.0


def test_planes_are_turned_back_like_pictures(frames: list[Frame], geometry: BoardGeometry) -> None:
    assert frames[0].planes is not None, "the sample match is delivered in planes"
    matrix = movement("shift", 0.02, geometry)
    placed = BoardGeometry(
        tuple(map(tuple, apply_homography(matrix, np.array(geometry.corners)).tolist())), geometry.size
    )
    held = Held(frames[0], geometry, np.array(placed.corners))
    seen = held.steadied(frames[0])
    assert seen.planes is not None
    assert [plane.shape for plane in seen.planes] == [plane.shape for plane in frames[0].planes]
    wanted = moved_frame(frames[0], matrix)
    assert np.abs(seen.bgr[50:-50, 50:-50].astype(int) - wanted.bgr[50:-50, 50:-50]).mean() < 3.0


def test_a_camera_that_comes_to_rest_is_told_with_nothing_missed(
    frames: list[Frame], geometry: BoardGeometry
) -> None:
    steady, told = Steady(geometry), []
    for number in range(120):
        t = number / 10.0
        frame = frames[number % 3]
        matrix = swaying(min(t, 4.0), geometry)
        moved = steady.look(moved_frame(Frame(number, t, frame.pixels), matrix))
        if moved is not None and t > 3.5:
            told.append((t, moved))
    ((t, moved),) = told
    assert moved.followed
    assert moved.geometry is not None
    assert RESTS_S - 1.0 < t - 4.0 < RESTS_S + 1.0
    assert not steady.restless
    true = apply_homography(swaying(4.0, geometry), np.array(geometry.corners))
    assert np.abs(np.array(moved.geometry.corners) - true).max() < 2.0


def test_one_that_is_out_of_sight_is_looked_for_again(frames: list[Frame], geometry: BoardGeometry) -> None:
    steady = Steady(geometry)
    dark = np.full_like(frames[0].bgr, 12)
    for number in range(70):
        t = number / 10.0
        moving = moved_frame(frames[0], swaying(t, geometry)).pixels
        steady.look(Frame(number, t, dark if t > 4.0 else moving))
        assert steady.restless is (2.5 < t <= 6.0) or 2.0 <= t <= 2.5 or 6.0 < t < 6.3
        assert steady.unsure or t <= 4.0
    assert not steady.restless


def test_a_camera_that_is_pushed_once_keeps_still(frames: list[Frame], geometry: BoardGeometry) -> None:
    steady, matrix = Steady(geometry), movement("shift", 0.04, geometry)
    for frame in frames:
        steady.look(frame if frame.t < START + 2.5 else moved_frame(frame, matrix))
        assert not steady.restless
        assert steady.steadied(frame) is frame


def test_a_course_is_known_after_a_while_and_forgets() -> None:
    square = np.array([[0, 0], [100, 0], [100, 100], [0, 100.0]])
    course = Course()
    for number in range(8):
        course.note(number / 5.0, square + number)
        assert not course.restless
    for number in range(8, 20):
        course.note(number / 5.0, square + number)
    assert course.restless
    for number in range(20, 40):
        course.note(number / 5.0, square)
    assert not course.restless
    assert course.rests(39 / 5.0, 0.001)
    assert far(square, square + 3.0) == pytest.approx(math.hypot(3, 3) / 100)
    course.note(0.0, square)
    assert not course.rests(0.0, 0.001), "a source that begins anew"


def test_a_board_is_followed_from_where_it_may_be(frames: list[Frame], geometry: BoardGeometry) -> None:
    """So far away that its marks are not found from where it was."""
    matrix = movement("zoom", -0.35, geometry)
    board = Followed(frames[0], geometry)
    there = moved_frame(frames[-1], matrix)
    true = apply_homography(matrix, np.array(geometry.corners))
    assert not board.look(there)
    small = Frame(1, 0.0, there.bgr[::2, ::2].copy())
    assert not board.look(small), "of another size"
    assert board.look(there, true + 4.0)
    assert np.abs(board.corners - true).max() < 2.0
