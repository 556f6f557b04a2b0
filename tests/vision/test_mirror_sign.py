"""The number on the cube tells a picture from its mirror image."""

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from tests.vision.test_dice_reader import UNSEEN, board
from vision.dice import DiceReader
from vision.mirror_sign import EVERY_S, LEAST, LOOKS, MirrorSign, plainness
from vision.reader import Reader
from vision.sources.frame import Frame

SIXTEEN = UNSEEN + 13
"""A board that was drawn with a cube at 16."""


def sign(picture: np.ndarray, geometry: BoardGeometry) -> float | None:
    reader, frame = DiceReader(), Frame(0, 0.0, picture)
    reader.read(frame, geometry)
    return reader.in_mirror(frame, geometry)


@pytest.mark.parametrize("seed", [SIXTEEN, UNSEEN + 31])
def test_a_number_shows_plainer_as_it_was_printed(seed: int) -> None:
    picture, geometry, _ = board(seed)
    plain = sign(picture, geometry)
    mirrored = sign(np.ascontiguousarray(picture[:, ::-1]), geometry)
    assert plain is not None
    assert mirrored is not None
    assert plain < -3.0
    assert mirrored > 3.0


def test_what_is_no_cube_or_too_small_a_one_says_nothing() -> None:
    picture, geometry, _ = board(SIXTEEN)
    assert sign(np.full_like(picture, 90), geometry) is None
    size = tuple(n // 4 for n in geometry.size)
    assert sign(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), geometry.scaled(size)) is None


def test_a_number_on_all_four_sides_is_as_plain_as_on_one() -> None:
    faces = np.array([[0.1, 0.9], [0.5, 0.5], [0.1, 0.9], [0.5, 0.5]], np.float32)
    assert plainness(faces) == pytest.approx(np.log(9.0) / 2, rel=1e-4)
    sure = np.array([[0.0, 1.0]], np.float32)
    assert plainness(sure) == pytest.approx(-np.log(LEAST), rel=1e-2)


def test_looks_are_apart_and_few() -> None:
    sign = MirrorSign()
    assert [sign.due(t) for t in (0.0, 0.5 * EVERY_S, EVERY_S)] == [True, False, True]
    assert sum(sign.due(100.0 + t) for t in range(2 * LOOKS)) == LOOKS - 2


def test_a_reading_says_it_when_somebody_has_looked() -> None:
    picture, geometry, _ = board(SIXTEEN)
    reader, said = Reader(geometry), []
    for seq in range(3):
        noise = np.random.default_rng(seq).integers(0, 3, picture.shape)
        frame = Frame(seq, 0.6 * EVERY_S * seq, (picture // 2 * 2 + noise).clip(0, 255).astype(np.uint8))
        cube = reader.read(frame).cube
        assert cube is not None
        said.append(cube.in_mirror)
    assert [one is not None for one in said] == [True, False, True]
