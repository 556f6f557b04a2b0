"""A frame that shows what was read a moment before is not read again; one that shows anything new is."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from calibration.board_file import read_board
from calibration.geometry import BoardGeometry
from vision.kept import HOLDS_S
from vision.reader import Reader
from vision.reading import Reading
from vision.sources import open_source
from vision.sources.frame import Frame

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"
BETWEEN = 1 / 30


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    """A quiet frame of the sample match."""
    source = open_source(str(DEMO / "match.mp4"))
    frame = next(frame for frame in source if frame.t >= 8.0)
    source.close()
    return np.array(frame.bgr)


@pytest.fixture(scope="module")
def geometry() -> BoardGeometry:
    return read_board(DEMO / "board.toml")


def shown(picture: np.ndarray, number: int, seed: int) -> Frame:
    """The picture as one of thirty frames a second, under a camera's noise."""
    noise = np.random.default_rng(seed).normal(0.0, 3.0, picture.shape)
    return Frame(number, number * BETWEEN, np.clip(picture + noise, 0, 255).astype(np.uint8))


def made_anew(readings: list[Reading]) -> list[int]:
    """Numbers of the readings that are no copies of the one before."""
    return [later.seq for one, later in pairwise(readings) if later.points is not one.points]


def test_a_still_board_is_read_ten_times_a_second(picture: np.ndarray, geometry: BoardGeometry) -> None:
    reader = Reader(geometry)
    readings = [reader.read(shown(picture, number, number)) for number in range(10)]
    assert made_anew(readings) == [3, 6, 9]
    assert [reading.t for reading in readings] == [number * BETWEEN for number in range(10)]
    assert all(reading.motion.max() < 0.2 for reading in readings)


def test_a_reading_holds_for_less_than_a_tenth_of_a_second(
    picture: np.ndarray, geometry: BoardGeometry
) -> None:
    reader = Reader(geometry)
    at = (0.0, HOLDS_S + 1e-6, 2 * HOLDS_S - 1e-6, -1.0)
    readings = [reader.read(Frame(n, t, picture)) for n, t in enumerate(at)]
    assert made_anew(readings) == [1, 3]


@pytest.mark.parametrize("u", [0.08, 0.3, 0.5, 0.75, 0.95])
@pytest.mark.parametrize("v", [0.1, 0.45, 0.62, 0.93])
def test_what_comes_on_the_board_is_read_at_once(
    picture: np.ndarray, geometry: BoardGeometry, u: float, v: float
) -> None:
    """Something as small as a die, not much lighter or darker than what it covers."""
    x, y = geometry.picture_points([(u, v)])[0].astype(int)
    changed = picture.astype(np.int16)
    here = changed[y - 7 : y + 7, x - 7 : x + 7]
    here += 25 if here.mean() < 128 else -25
    reader = Reader(geometry)
    first = reader.read(shown(picture, 0, 0))
    second = reader.read(shown(np.clip(changed, 0, 255), 1, 1))
    assert second.points is not first.points
    assert reader.read(shown(np.clip(changed, 0, 255), 2, 2)).points is second.points


def test_pictures_that_stand_alone_and_a_board_placed_anew_are_read(
    picture: np.ndarray, geometry: BoardGeometry
) -> None:
    reader = Reader(geometry)
    first = reader.read(Frame(0, 0.0, picture), alone=True)
    assert reader.read(Frame(1, 0.01, picture), alone=True).points is not first.points
    second = reader.read(Frame(2, 0.02, picture))
    reader.place(geometry)
    assert reader.read(Frame(3, 0.03, picture)).points is not second.points
