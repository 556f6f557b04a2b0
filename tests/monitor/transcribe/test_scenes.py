"""A recording that goes over to another scene and back: the board smaller and elsewhere, fading."""

from pathlib import Path

import numpy as np
import pytest

from calibration.board_file import read_board
from calibration.cv import cv2
from monitor.config import MatchConfig
from monitor.transcribe import Survey, survey, transcribe
from tests.monitor.transcribe.films import PLACE, PLACED, encoded, pictures, piece, told_turns, true_turns
from vision.sources.frame import Plane

pytestmark = pytest.mark.slow
SIZE = (1280, 720)
SMALLER = np.array([[0.7, 0.0, 380.0], [0.0, 0.7, 12.0]])
TIMES = ((14.0, 26.0), (42.0, 52.0))
END_S, FADE_S = 60.0, 0.8


def share(t: float) -> float:
    """How much of the other scene is shown."""
    at = [0.0, *(edge for begun, ended in TIMES for edge in (begun, begun + FADE_S, ended, ended + FADE_S))]
    return float(np.interp(t, at, [0.0, *(edge for _ in TIMES for edge in (0.0, 1.0, 1.0, 0.0))]))


def mixed(picture: Plane, part: float) -> Plane:
    """The picture, and beside dark nothing a smaller one of it, faded into each other."""
    small = cv2.warpAffine(picture, SMALLER, SIZE, flags=cv2.INTER_AREA)
    return np.asarray(cv2.addWeighted(picture, 1 - part, small, part, 0.0), np.uint8)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first minute, a key frame every four seconds."""
    folder = tmp_path_factory.mktemp("scenes")
    taken = pictures(piece(folder / "plain.mp4", 0.0, END_S), every=2, size=SIZE)
    return encoded(
        folder / "scenes.mp4",
        [(t, mixed(picture, share(t))) for t, picture in taken],
        g="24",
        sc_threshold="0",
    )


@pytest.fixture(scope="module")
def surveyed(film: Path) -> Survey:
    return survey([film], PLACED)


def test_parts_begin_where_the_board_is_in_plain_sight(surveyed: Survey) -> None:
    """Each where it lies then, to the pixel."""
    home = np.array(read_board(PLACE).scaled(SIZE).corners)
    there = home @ SMALLER[:, :2].T + SMALLER[:, 2]
    assert len(surveyed.units) >= 2
    for unit in surveyed.units:
        part = share(unit.start)
        assert part in (0.0, 1.0)
        assert np.abs(np.array(unit.geometry.corners) - (there if part else home)).max() < 2.5


def test_the_turns_of_both_scenes_are_told(film: Path, tmp_path: Path) -> None:
    transcript = transcribe([film], MatchConfig(length=1), tmp_path / "out", placing=PLACED)
    truth = true_turns(0.0, END_S - 2.0)
    assert len(truth) >= 5
    assert told_turns(transcript.review)[: len(truth)] == truth
