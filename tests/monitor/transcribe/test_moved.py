"""Recordings whose camera was moved, or is never still: the board is read where it is."""

import math
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.board_file import read_board
from calibration.cv import cv2
from calibration.geometry import BoardGeometry, apply_homography
from monitor.transcribe import Placing, survey
from monitor.transcribe.survey import Survey
from monitor.transcribe.units import read_unit
from tests.monitor.transcribe.films import FILM, PLACE, encoded, pictures

SIZE = (640, 360)
PUSHED_AT = 7.0
LONG = 16.0
Matrix = np.ndarray


@pytest.fixture(scope="module")
def board() -> BoardGeometry:
    return read_board(PLACE).scaled(SIZE)


@pytest.fixture(scope="module")
def film() -> list[tuple[float, np.ndarray]]:
    """The set-up is put right and the first dice are thrown; four pictures a second."""
    return [(t, picture) for t, picture in pictures(FILM, every=3, size=SIZE) if t < LONG]


def pushed(t: float) -> Matrix:
    """(3, 3) homography of the picture: to the side from a moment on."""
    away = t >= PUSHED_AT
    return np.array([[1.0, 0.0, 22.0 * away], [0.0, 1.0, -9.0 * away], [0.0, 0.0, 1.0]])


def held(t: float) -> Matrix:
    """The same of a camera in a hand."""
    x, y = 9.0 * math.sin(1.3 * t), 7.0 * math.sin(0.9 * t)
    turned = np.vstack([cv2.getRotationMatrix2D((320, 180), 0.5 * math.sin(0.7 * t), 1.0), [0, 0, 1]])
    return np.asarray(turned @ np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]]))


def surveyed(
    film: list[tuple[float, np.ndarray]],
    move: Callable[[float], Matrix],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    placing: Placing,
) -> Survey:
    """The survey of a film whose camera moves so, with a key frame every two seconds and parts of eight."""
    monkeypatch.setattr(sys.modules["monitor.transcribe.survey"], "UNIT_S", 8.0)
    shown = [
        (t, np.asarray(cv2.warpPerspective(p, move(t), SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8))
        for t, p in film
    ]
    return survey([encoded(path, shown, g="8", sc_threshold="0")], placing)


@pytest.mark.parametrize("placed", [True, False], ids=["its place said", "found"])
def test_a_board_that_was_pushed_is_read_where_it_is_from_then_on(
    film: list[tuple[float, np.ndarray]],
    board: BoardGeometry,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    placed: bool,
) -> None:
    placing = Placing(calibration=PLACE) if placed else Placing()
    found = surveyed(film, pushed, tmp_path / "pushed.mp4", monkeypatch, placing)
    (problem,) = found.problems
    assert problem == "pushed.mp4: the camera or the board was moved before 8.0 s"
    first, second = found.units
    away = np.array(second.geometry.corners) - np.array(first.geometry.corners)
    assert np.abs(away - [22.0, -9.0]).max() < 1.5
    still = surveyed(film, lambda _: np.eye(3), tmp_path / "still.mp4", monkeypatch, placing)
    assert still.problems == ()
    for unit, other in zip(found.units, still.units, strict=True):
        seen, wanted = read_unit(unit).readings[-1], read_unit(other).readings[-1]
        assert seen.counts().tolist() == wanted.counts().tolist()


def test_the_board_is_followed_where_the_camera_is_never_still(
    film: list[tuple[float, np.ndarray]],
    board: BoardGeometry,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = surveyed(film, held, tmp_path / "held.mp4", monkeypatch, Placing(calibration=PLACE))
    assert found.problems == ("held.mp4: the camera or the board did not keep still",)
    for unit in found.units:
        true = apply_homography(held(unit.start), np.array(board.corners))
        assert np.abs(np.array(unit.geometry.corners) - true).max() < 2.5
    still = surveyed(
        film, lambda _: np.eye(3), tmp_path / "still.mp4", monkeypatch, Placing(calibration=PLACE)
    )
    last, wanted = (read_unit(one.units[-1]).readings[-1] for one in (found, still))
    assert last.counts().tolist() == wanted.counts().tolist()
