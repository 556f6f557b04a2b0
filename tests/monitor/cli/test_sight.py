"""A camera that sees too little of dice is told so, where the board is placed and when a watch begins."""

from pathlib import Path

import numpy as np
import pytest

from calibration.cv import cv2
from tests.support import run_command

NEAR = "80,40 1200,40 1200,700 80,700"
FAR = "440,300 840,300 940,500 340,500"


def calibrated(folder: Path, capsys: pytest.CaptureFixture[str], corners: str) -> str:
    """What is said of a board with these corners."""
    picture = folder / "board.png"
    cv2.imwrite(str(picture), np.full((720, 1280, 3), 90, np.uint8))
    board = str(folder / "board.toml")
    code, said, _ = run_command(capsys, "calibrate", str(picture), "--corners", corners, "-o", board)
    assert code == 0
    return said


def test_calibrate_says_how_dice_are_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "pixels high\n" in calibrated(tmp_path, capsys, NEAR)
    assert "often misread. Move the camera nearer" in calibrated(tmp_path, capsys, FAR)


@pytest.mark.parametrize(("corners", "warned"), [(NEAR, False), (FAR, True)])
def test_a_watch_warns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], corners: str, warned: bool
) -> None:
    calibrated(tmp_path, capsys, corners)
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), np.full((720, 1280, 3), 90, np.uint8))
    events = str(tmp_path / "events.jsonl")
    board = str(tmp_path / "board.toml")
    code, said, _ = run_command(
        capsys, "watch", str(pictures), "--calibration", board, "--events", events, "--no-serve"
    )
    assert code == 0
    assert ("dice are often misread" in said) == warned
