"""The sample match through a wide lens, from the command: read, calibrated, watched and transcribed."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "accuracy"))

from wide_table import Bent, bent_by, shown

from calibration.board_file import read_board, read_lens
from calibration.cv import cv2
from calibration.fit import overlap
from monitor.config import MatchConfig
from monitor.transcribe import Placing, survey, transcribe
from tests.monitor.transcribe.films import FILM, PLACE, encoded, pictures, piece, told_turns, true_turns
from tests.support import run_command
from vision.sources.frame import Frame

pytestmark = pytest.mark.slow
BOW, END_S = 0.05, 40.0
SIZE = (1280, 720)


@pytest.fixture(scope="module")
def lens() -> Bent:
    return bent_by(read_board(PLACE).scaled(SIZE), BOW)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory, lens: Bent) -> Path:
    """The first turns, six pictures a second."""
    folder = tmp_path_factory.mktemp("wide")
    taken = pictures(piece(folder / "plain.mp4", 0.0, END_S), every=2, size=SIZE)
    through = shown([Frame(0, t, picture) for t, picture in taken], lens)
    return encoded(
        folder / "wide.mp4", [(t, picture) for (t, _), picture in zip(taken, through, strict=True)], crf="20"
    )


def corners(lens: Bent) -> np.ndarray:
    """(4, 2) of the field in the film's pictures."""
    return lens.points(np.array(read_board(PLACE).scaled(SIZE).corners))


def test_a_picture_is_answered_for_in_its_own_pixels(
    lens: Bent, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (frame,) = pictures(FILM, every=10**6, size=SIZE)
    (wide,) = shown([Frame(0, *frame)], lens)
    board = read_board(PLACE).scaled(SIZE)
    there = lens.points(np.array(board.corners))
    answers = []
    for picture, place in ((frame[1], np.array(board.corners)), (wide, None), (wide, there)):
        assert cv2.imwrite(str(tmp_path / "start.png"), picture)
        said = [] if place is None else ["--corners", " ".join(f"{x:.1f},{y:.1f}" for x, y in place)]
        code, out, _ = run_command(capsys, "read", str(tmp_path / "start.png"), "--json", *said)
        assert code == 0
        answers.append(json.loads(out))
    plain, found, given = answers
    assert overlap(np.array(found["corners"]), there) > 0.95
    assert np.allclose(given["corners"], there, atol=0.11)
    for answer in (found, given):
        assert men_of(answer) == men_of(plain)


def men_of(answer: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """Who stands where, by a reading."""
    return {name: (point["side"], point["count"]) for name, point in answer["points"].items()}


def test_it_is_calibrated_and_watched(film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, events = tmp_path / "board.toml", tmp_path / "match.jsonl"
    code, out, _ = run_command(capsys, "calibrate", str(film), "-o", str(board))
    assert code == 0
    assert "the lens bends straight lines" in out
    assert read_lens(board).bend < -0.05
    assert read_board(board).size == read_lens(board).size(SIZE)
    code, out, _ = run_command(
        capsys, "watch", str(film), "--calibration", str(board), "--events", str(events), "--no-serve"
    )
    assert code == 0
    assert "the lens bends straight lines" in out
    lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
    told = [
        (line["by"], sorted(line["dice"]), line["board_after"])
        for line in lines
        if line["ev"] == "TurnPlayed"
    ]
    truth = true_turns(0.0, END_S)
    assert len(truth) >= 3
    assert told[: len(truth)] == truth


@pytest.mark.parametrize("said", [False, True], ids=["found", "corners said"])
def test_it_is_transcribed(film: Path, lens: Bent, tmp_path: Path, said: bool) -> None:
    given = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(lens))
    placing = Placing(corners=given) if said else Placing()
    found = survey([film], placing)
    assert all(unit.lens.bend < -0.05 for unit in found.units)
    transcript = transcribe([film], MatchConfig(length=1), tmp_path / "out", placing=placing)
    truth = true_turns(0.0, END_S)
    assert told_turns(transcript.review)[: len(truth) - 1] == truth[:-1]
    kept = json.loads((tmp_path / "out" / "survey.json").read_text(encoding="utf-8"))
    assert {unit["lens"] for file in kept["files"] for unit in file["units"]} == {found.units[0].lens.bend}


def test_files_of_one_camera_have_one_lens(film: Path) -> None:
    units = survey([film, film], Placing()).units
    assert {unit.path for unit in units} == {film}
    assert len({(unit.geometry, unit.lens) for unit in units}) == 1
