"""Bad input through the command: one clear message, exit code 2, no traceback."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.cv import cv2
from tests.support import run_command

MakeVideo = Callable[..., Path]
CORNERS = "10,10 150,10 150,86 10,86"
CROSSING = "10,10 150,86 150,10 10,86"


@pytest.fixture(autouse=True)
def somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one message of a command that must refuse its input."""
    code, _, said = run_command(capsys, *arguments)
    assert code == 2, said
    assert "Traceback" not in said
    lines = [line for line in said.splitlines() if line.strip()]
    assert len(lines) == 1, said
    assert lines[0].startswith("gammonitor: ")
    return lines[0]


def picture(path: Path, grey: int = 120) -> Path:
    noise = np.random.default_rng(1).integers(0, 20, (240, 320, 3))
    assert cv2.imwrite(str(path), (noise + grey).astype(np.uint8))
    return path


def test_watch_something_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no such file" in refused(capsys, "watch", "nothing.mp4", "--corners", CORNERS)


def test_watch_an_empty_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    assert "is empty" in refused(capsys, "watch", "empty.mp4", "--corners", CORNERS)


def test_watch_what_is_no_video(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "notes.mp4").write_text("dear diary\n" * 50)
    assert "not a video" in refused(capsys, "watch", "notes.mp4", "--corners", CORNERS)


def test_watch_a_video_without_its_index(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, tmp_path: Path
) -> None:
    path = make_video()
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"moov") - 4])
    assert "cut short" in refused(capsys, "watch", str(path), "--corners", CORNERS)


def test_watch_an_empty_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    assert "holds no pictures" in refused(capsys, "watch", "pictures", "--corners", CORNERS)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--corners", CROSSING], "corners cross"),
        (["--corners", "1,2 3,4"], "write four points"),
        (["--corners", "1,2 3,4 5,6 7,x"], "write four points"),
        (["--corners", CORNERS, "--bar", "left,right"], "--bar"),
        (["--corners", CORNERS, "--bar", "0.1,0.9"], "bar's edges"),
        (["--corners", CORNERS, "--clock-at", "1,2"], "the clock has two opposite corners"),
        (["--corners", CORNERS, "--clock-at", "1,2 3,90"], "too small to see a hand on it"),
        (["--corners", CORNERS, "--ruleset", "monopoly"], "unknown rule set 'monopoly'"),
        (["--corners", CORNERS, "--players", "Anna"], "two different names"),
        (["--corners", CORNERS, "--serve", "--host", "no.such.host"], "give an address of this machine"),
        (["--corners", CORNERS, "--resume", "none/match.journal"], "there is no folder none"),
        (["--corners", CORNERS, "--config", "none.toml"], "none.toml"),
        (["--corners", CORNERS, "--calibration", "board.toml"], "not both"),
        (["--calibration", "board.toml"], "no such board file"),
        (["--corners", CORNERS, "--events", "none/events.jsonl"], "cannot be written"),
    ],
)
def test_options_without_sense(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, options: list[str], words: str
) -> None:
    assert words in refused(capsys, "watch", str(make_video()), *options)


def test_a_board_file_of_another_shape(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, tmp_path: Path
) -> None:
    (tmp_path / "board.toml").write_text(
        "size = [400, 400]\ncorners = [[10, 10], [390, 10], [390, 390], [10, 390]]\n"
    )
    assert "of another shape" in refused(capsys, "watch", str(make_video()), "--calibration", "board.toml")


def test_usage_errors_are_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["watch"],
        ["watch", "demo", "--length", "none"],
        ["read"],
        ["dance"],
        ["watch", "x", "--dice", "3"],
    ):
        code, _, said = run_command(capsys, *arguments)
        assert code == 2
        assert "Usage" in said
        assert "Traceback" not in said


def test_the_sample_match_where_it_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMMONITOR_DEMO", "nowhere")
    assert "GAMMONITOR_DEMO" in refused(capsys, "watch", "demo")


def test_read_what_is_no_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("dear diary")
    whole = picture(tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "half.jpg").write_bytes(whole[: len(whole) // 2])
    for name, words in (
        ("missing.jpg", "no such file"),
        ("empty.jpg", "is empty"),
        ("text.jpg", "not a picture"),
        ("half.jpg", "cut short"),
    ):
        assert words in refused(capsys, "read", name, "--corners", CORNERS)


def test_read_with_corners_that_cross(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "corners cross" in refused(capsys, "read", str(picture(tmp_path / "a.jpg")), "--corners", CROSSING)


def test_read_a_picture_with_no_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = picture(tmp_path / "wall.jpg")
    assert "no backgammon board" in refused(capsys, "read", str(path))
    code, out, _ = run_command(capsys, "read", str(path), "--json")
    assert code == 2
    assert '"status": "lost"' in out
    assert "no backgammon board" in out


def test_calibrate_a_picture_with_no_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = picture(tmp_path / "wall.jpg")
    assert "no backgammon board" in refused(capsys, "calibrate", str(path), "-o", "board.toml")
    assert not (tmp_path / "board.toml").exists()


def test_a_wrong_model_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "net.onnx").write_bytes(b"not a network")
    for digest, words in (
        ("0" * 64, "altered or damaged"),
        (hashlib.sha256(b"not a network").hexdigest(), "not a usable network"),
    ):
        (folder / "manifest.toml").write_text(f'[model.net]\nfile = "net.onnx"\nsha256 = "{digest}"\n')
        assert words in refused(capsys, "models", "verify", "--folder", str(folder))
    (folder / "manifest.toml").unlink()
    assert "manifest.toml is missing" in refused(capsys, "models", "verify", "--folder", str(folder))
