"""Dice and cube of whole boards, read by the shipped networks on designs they never saw."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from fixtures.closeup.crops import crop
from fixtures.closeup.scene import Mark, whole_board
from tests.support import make_die
from vision.dice import DiceReader, apart, find_dice
from vision.dice_spec import MARGIN, VIEW
from vision.reading import DieReading
from vision.sources.frame import Frame

SIZE = (1024, 768)
UNSEEN = 77_000_000


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def board(seed: int) -> tuple[np.ndarray, BoardGeometry, list[Mark]]:
    """A straightened synthetic board as a picture of its own, its geometry and truth."""
    picture, marks = whole_board(np.random.default_rng(seed), SIZE, MARGIN)
    span = 1 + 2 * MARGIN
    left, top = MARGIN / span * SIZE[0], MARGIN / span * SIZE[1]
    right, bottom = SIZE[0] - left, SIZE[1] - top
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return picture, BoardGeometry(corners, SIZE, "bar_vertical", (0.47, 0.53)), marks


def test_dice_of_unseen_boards_are_found_and_sure_ones_are_right(reader: DiceReader) -> None:
    there = found = sure = right = 0
    for seed in range(UNSEEN, UNSEEN + 6):
        picture, geometry, marks = board(seed)
        dice, _ = reader.read(Frame(0, 0.0, picture), geometry)
        for mark in marks:
            if mark.kind != "die" or mark.visible < 0.6:
                continue
            there += 1
            near = [d for d in dice if np.hypot(d.xy[0] - mark.xy[0], d.xy[1] - mark.xy[1]) < 0.6 * mark.edge]
            found += bool(near)
            sure += sum(d.p >= 0.9 for d in near[:1])
            right += sum(d.p >= 0.9 and d.value == mark.value for d in near[:1])
    assert there >= 8
    assert found >= 0.6 * there
    assert right >= 0.8 * sure


def test_planes_and_picture_agree(reader: DiceReader) -> None:
    sure = agreed = 0
    for seed in range(UNSEEN + 1, UNSEEN + 7):
        picture, geometry, _ = board(seed)
        yuv = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).reshape(-1)
        luma, chroma = SIZE[0] * SIZE[1], SIZE[0] * SIZE[1] // 4
        planes = (
            yuv[:luma].reshape(SIZE[1], SIZE[0]),
            yuv[luma : luma + chroma].reshape(SIZE[1] // 2, SIZE[0] // 2),
            yuv[luma + chroma :].reshape(SIZE[1] // 2, SIZE[0] // 2),
        )
        from_picture, _ = reader.read(Frame(0, 0.0, picture), geometry)
        from_planes, _ = reader.read(Frame(0, 0.0, planes), geometry)
        for die in from_picture:
            if die.p >= 0.9:
                sure += 1
                agreed += any(
                    np.hypot(die.xy[0] - o.xy[0], die.xy[1] - o.xy[1]) < die.size_px and die.value == o.value
                    for o in from_planes
                )
    assert sure >= 7
    assert agreed >= 0.85 * sure


def test_probabilities_are_probabilities(reader: DiceReader) -> None:
    rng = np.random.default_rng(UNSEEN)
    made = np.stack([crop(rng, VIEW, 18.0, kind).picture for kind in ("die", "cube", "none", "lean")])
    views = np.array([[0.0, -0.6, 1.0]] * 4, np.float32)
    faces, leaning, support, place = reader.judge(made, views)
    assert faces.shape == (4, 13)
    assert np.allclose(faces.sum(axis=1), 1, atol=1e-4)
    assert np.allclose(support.sum(axis=1), 1, atol=1e-4)
    assert ((leaning >= 0) & (leaning <= 1)).all()
    assert np.abs(place).max() < 2


def test_an_empty_table_has_no_dice_and_no_cube() -> None:
    grey = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    geometry = board(UNSEEN)[1]
    assert find_dice(grey, geometry) == ((), None)


def test_board_at_the_edge_of_the_picture(reader: DiceReader) -> None:
    picture, geometry, _ = board(UNSEEN + 2)
    left, top = (int(v) for v in geometry.corners[0])
    right, bottom = (int(v) for v in geometry.corners[2])
    part = np.ascontiguousarray(picture[top:bottom, left:right])
    size = (part.shape[1], part.shape[0])
    corners = ((0.0, 0.0), (float(size[0]), 0.0), (float(size[0]), float(size[1])), (0.0, float(size[1])))
    dice, _ = reader.read(Frame(0, 0.0, part), BoardGeometry(corners, size))
    assert all(0 <= die.xy[0] <= size[0] and 0 <= die.xy[1] <= size[1] for die in dice)


def test_doubles_of_one_die_are_dropped() -> None:
    one = DieReading(
        value=3, p=0.9, faces=(0, 0, 1, 0, 0, 0), xy=(100, 100), uv=(0.2, 0.2), zone="W", support="surface",
        support_p=1, tilt="flat", tilt_p=1, size_px=20,
    )  # fmt: skip
    assert apart([one, replace(one, xy=(108, 100), p=0.5), replace(one, xy=(121, 100))]) == [
        one,
        replace(one, xy=(121, 100)),
    ]


def test_two_readings_of_one_value_that_nearly_coincide_are_of_one_die() -> None:
    one = make_die(3, xy=(100.0, 100.0), size_px=20.0)
    other = make_die(5, xy=(100.0, 115.0), size_px=20.0)
    assert apart([one, replace(other, value=3)]) == [one]
    assert apart([one, other]) == [one, other]
