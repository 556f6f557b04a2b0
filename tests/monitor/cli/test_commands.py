"""The smaller commands: help, version, doctor, calibrate."""

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.board_file import read_board
from calibration.cv import cv2
from monitor.cli.errors import UsageError
from monitor.cli.outputs import Outputs, outputs
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal
from tests.support import run_command

MakeVideo = Callable[..., Path]
ROOT = Path(__file__).resolve().parents[3]
CORNERS = "10,10 150,10 150,86 10,86"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "--help")
    assert code == 0
    for word in (
        "watch",
        "serve",
        "replay",
        "read",
        "calibrate",
        "verify",
        "convert",
        "doctor",
        "rules",
        "models",
    ):
        assert word in out


def test_version_and_changelog(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "--version")
    assert code == 0
    assert out.startswith("gammonitor")
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"## {declared}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_doctor_speaks_of_everything_with_a_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_command(capsys, "doctor")
    for word in (
        "Python",
        "numpy",
        "OpenCV",
        "onnxruntime",
        "av",
        "model",
        "USB cameras",
        "picamera2",
        "sample match",
    ):
        assert f" {word}" in out
    for line in out.splitlines():
        if line.startswith(("MISSING", "optional")):
            assert len(line) > 40


def test_calibrate_with_corners(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, tmp_path: Path
) -> None:
    output = tmp_path / "board.toml"
    code, out, _ = run_command(
        capsys, "calibrate", str(make_video()), "-o", str(output), "--corners", CORNERS, "--bar", "0.46,0.54"
    )
    assert code == 0
    assert str(output) in out
    geometry = read_board(output)
    assert geometry.size == (160, 96)
    assert geometry.corners == ((10, 10), (150, 10), (150, 86), (10, 86))
    assert geometry.bar == (0.46, 0.54)


def test_calibrate_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    assert cv2.imwrite(str(path), np.full((96, 160, 3), 99, dtype=np.uint8))
    output = tmp_path / "board.toml"
    options = ["--corners", CORNERS, "--layout", "no_bar"]
    assert run_command(capsys, "calibrate", str(path), "-o", str(output), *options)[0] == 0
    assert read_board(output).layout == "no_bar"


def test_output_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = outputs(Path("a/match.jsonl"), None, None, "x.mp4")
    assert out == Outputs(Path("a/match.jsonl"), Path("a/match.journal"), Path("a/match_pictures"))
    out = outputs(None, None, None, "rtsp://hall/table 12")
    assert out.journal.parent.parent == Path("runs")
    assert out.journal.parent.name.startswith("table_12-")
    assert out.journal.parent.is_dir()
    assert out.lines is not None
    assert out.pictures.parent == out.lines.parent == out.journal.parent
    monkeypatch.chdir(tmp_path / "runs")
    Path("runs").touch()
    with pytest.raises(UsageError, match="--events"):
        outputs(None, None, None, "x.mp4")


def test_which_journal_is_gone_on_with(tmp_path: Path) -> None:
    def made(name: str, *events: str) -> Path:
        path = tmp_path / f"{name}.journal"
        with Journal.create(path, MatchConfig()) as journal:
            for event in events:
                journal.event(Event(event))
        return path

    fresh = outputs(None, tmp_path, None, "x.mp4")
    assert (fresh.resumed, fresh.journal.parent) == (False, tmp_path)
    one = made("one", "MatchConfigured")
    assert outputs(None, tmp_path, None, "x.mp4").journal == one
    out = outputs(None, one, None, "x.mp4")
    assert out == Outputs(tmp_path / "one.jsonl", one, tmp_path / "one_pictures", resumed=True)
    over = made("two", "MatchConfigured", "MatchEnded")
    os.utime(one, (1, 1))
    out = outputs(None, tmp_path, None, "x.mp4")
    assert not out.resumed
    assert out.journal not in (one, over)
    assert not outputs(None, tmp_path / "new.journal", None, "x.mp4").resumed
