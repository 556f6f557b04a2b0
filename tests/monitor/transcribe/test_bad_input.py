"""Recordings as they really come: each has a clear outcome, and everything that could be saved is saved."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from calibration.board_file import read_board
from calibration.cv import cv2
from monitor.config import MatchConfig
from monitor.transcribe import Placing, TranscribeError, Transcript, read_unit, survey, transcribe
from tests.monitor.transcribe.films import (
    PLACE,
    PLACED,
    encoded,
    pictures,
    piece,
    sound,
    spoilt,
    told_turns,
    true_turns,
    turned,
)

Made = tuple[Path, Transcript]
GREY = np.full((360, 640, 3), 90, np.uint8)


@pytest.fixture(scope="module")
def twenty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first group of pictures of the sample match."""
    return piece(tmp_path_factory.mktemp("twenty") / "twenty.mp4", 0.0, 20.0)


def test_nothing_that_can_be_used(tmp_path: Path) -> None:
    """Every file is named with what is wrong with it."""
    empty, text, none = tmp_path / "empty.mp4", tmp_path / "notes.mp4", tmp_path / "none.mp4"
    empty.write_bytes(b"")
    text.write_text("no film at all\n" * 50, encoding="utf-8")
    with pytest.raises(TranscribeError) as caught:
        survey([empty, text, none, sound(tmp_path / "sound.m4a")], PLACED)
    for part in (
        "empty.mp4 is empty",
        "notes.mp4 is not a video",
        "none.mp4: there is no",
        "sound.m4a holds no",
    ):
        assert part in str(caught.value)


def test_no_board_in_the_pictures(tmp_path: Path) -> None:
    film = encoded(tmp_path / "wall.mp4", [(n / 4, GREY) for n in range(24)])
    with pytest.raises(TranscribeError, match=r"wall.mp4: no backgammon board was found.*--corners"):
        survey([film], Placing())


def test_two_boards_in_the_picture(twenty: Path, tmp_path: Path) -> None:
    """Which one is meant has to be said; nothing is guessed."""
    board = pictures(twenty, every=120, size=(1280, 720))[0][1][:, 150:1130]
    small = np.asarray(cv2.resize(board, (600, 440)), np.uint8)
    both = np.full((720, 1280, 3), (60, 80, 90), np.uint8)
    both[150:590, 20:620] = both[150:590, 660:1260] = small
    with pytest.raises(TranscribeError, match=r"two boards in the picture\? Give the corners"):
        survey([encoded(tmp_path / "two.mp4", [(float(n), both) for n in range(3)])], Placing())


def test_one_bad_file_does_not_lose_the_others(minute: Path, made: Made, tmp_path: Path) -> None:
    bad = tmp_path / "bad.mp4"
    bad.write_bytes(minute.read_bytes()[:3000])
    transcript = transcribe([bad, minute], MatchConfig(length=1), tmp_path / "out", placing=PLACED)
    assert told_turns(transcript.review) == told_turns(made[1].review)
    assert any("bad.mp4" in problem for problem in transcript.review["problems"])
    assert [file["name"] for file in transcript.review["files"]] == ["bad.mp4", minute.name]


def test_cut_short(minute: Path, tmp_path: Path) -> None:
    film = tmp_path / "short.mp4"
    data = minute.read_bytes()
    film.write_bytes(data[: len(data) * 7 // 10])
    transcript = transcribe([film], MatchConfig(length=1), tmp_path / "out", placing=PLACED)
    told = told_turns(transcript.review)
    assert len(told) >= 2
    assert told == true_turns(0.0, 59.0)[: len(told)]
    assert any("short.mp4 breaks off after" in problem for problem in transcript.review["problems"])


def test_damaged_in_the_middle(minute: Path, tmp_path: Path) -> None:
    """The group of pictures that is hit is lost, not what comes after it."""
    film = tmp_path / "scratched.mp4"
    film.write_bytes(minute.read_bytes())
    spoilt(film, 0.4, 0.5)
    transcript = transcribe([film], MatchConfig(length=1), tmp_path / "out", placing=PLACED)
    told, truth = told_turns(transcript.review), true_turns(0.0, 59.0)
    assert set(map(str, told)) <= set(map(str, truth))
    assert truth[0] in told
    assert truth[-1] in told
    assert any("damaged picture" in problem for problem in transcript.review["problems"])


def test_held_sideways(twenty: Path, tmp_path: Path) -> None:
    """A phone film is read upright: the same readings, with the corners in the upright picture."""
    film = tmp_path / "phone.mp4"
    film.write_bytes(twenty.read_bytes())
    turned(film)
    board = read_board(PLACE)
    corners = [(720 - y, x) for x, y in board.corners]
    upright = " ".join(f"{x:.2f},{y:.2f}" for x, y in (corners[3], *corners[:3]))
    found = survey([film], Placing(corners=upright, layout="bar_horizontal", bar=board.bar))
    assert found.geometry.size == (720, 1280)
    readings = read_unit(found.units[0])
    assert readings.decoded > 100
    assert readings.damaged == 0


def test_pictures_at_odd_times(twenty: Path) -> None:
    """Times are those of the file, and where nothing was recorded because nothing moved the table stands."""
    taken = [(t, p) for t, p in pictures(twenty, every=2) if not 1.5 < t < 4.0]
    film = encoded(twenty.with_name("odd.mp4"), taken, g="24")
    found = survey([film], Placing(calibration=PLACE))
    readings = read_unit(found.units[0])
    times = [t for _, t in readings.moments]
    assert times == sorted(times)
    assert max(b - a for a, b in pairwise(times)) < 2.0
    assert any(1.6 < t < 3.9 for t in times)


def test_a_bare_stream_without_times(twenty: Path) -> None:
    film = encoded(twenty.with_name("bare.h264"), pictures(twenty, every=4)[:24])
    found = survey([film], Placing(calibration=PLACE))
    assert sum(read_unit(unit).decoded for unit in found.units) >= 12


def test_the_board_leaves_the_picture_and_comes_back(twenty: Path) -> None:
    shown = pictures(twenty, every=6)
    away = [(20.0 + n / 2, GREY) for n in range(40)]
    back = [(40.0 + t, picture) for t, picture in shown[:16]]
    film = encoded(twenty.with_name("away.mp4"), [*shown, *away, *back], g="4")
    found = survey([film], Placing())
    assert any("no board in the picture from about" in problem for problem in found.problems)
    times = [(unit.start, unit.end) for unit in found.units]
    assert min(start for start, _ in times) < 1.0
    assert max(end for _, end in times) > 45.0
    assert not any(start < 30.0 < end for start, end in times)
