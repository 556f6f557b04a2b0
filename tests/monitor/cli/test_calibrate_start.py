"""A board in its starting position is fitted to it; one that is not is left alone, or refused when asked."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "accuracy"))

from start_table import Shot, rendered

from calibration.board_file import read_board, read_clock
from calibration.cv import cv2
from calibration.fit import overlap
from tests.support import run_command


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    return next(rendered(1))[2]


def saved(shot: Shot, folder: Path) -> tuple[str, str]:
    """The picture's path, and its corners a little off."""
    path = folder / "board.png"
    cv2.imwrite(str(path), shot.picture)
    corners = np.array(shot.geometry.corners)
    off = corners + (corners.mean(axis=0) - corners) * 0.02
    return str(path), " ".join(f"{x:.1f},{y:.1f}" for x, y in off)


def test_a_start_is_fitted(shots: list[Shot], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, corners = saved(shots[0], tmp_path)
    true = shots[0].geometry
    bar = f"{true.bar[0]},{true.bar[1]}"
    common = ("calibrate", picture, "--corners", corners, "--layout", true.layout, "--bar", bar)
    plain, fitted = tmp_path / "plain.toml", tmp_path / "fitted.toml"
    assert run_command(capsys, *common, "--no-start", "-o", str(plain))[0] == 0
    code, said, _ = run_command(capsys, *common, "--start", "-o", str(fitted))
    assert code == 0
    assert "fitted to the starting position" in said
    place = np.array(true.corners)
    shares = [overlap(np.array(read_board(file).corners), place) for file in (plain, fitted)]
    assert shares[1] >= shares[0] - 0.005


def test_another_position_is_left_alone_and_refused_when_called_a_start(
    shots: list[Shot], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, corners = saved(shots[1], tmp_path)
    common = ("calibrate", picture, "--corners", corners, "--layout", shots[1].geometry.layout)
    code, said, _ = run_command(capsys, *common, "-o", str(tmp_path / "board.toml"))
    assert code == 0
    assert "fitted" not in said
    code, _, said = run_command(capsys, *common, "--start", "-o", str(tmp_path / "none.toml"))
    assert code == 2
    assert "24 points" in said
    assert not (tmp_path / "none.toml").exists()


@pytest.mark.parametrize(
    ("at", "said"),
    [("60,80 100,150", "seen to press it"), ("0,0 30,20", "presses there go unseen")],
    ids=["in sight", "cut"],
)
def test_the_place_of_the_clock_goes_into_the_board_file(
    shots: list[Shot], tmp_path: Path, capsys: pytest.CaptureFixture[str], at: str, said: str
) -> None:
    picture, corners = saved(shots[1], tmp_path)
    board = tmp_path / "board.toml"
    common = ("calibrate", picture, "--corners", corners, "--layout", shots[1].geometry.layout)
    code, out, _ = run_command(capsys, *common, "--clock-at", at, "-o", str(board))
    assert code == 0
    assert said in out
    (x0, y0), (x1, y1) = read_clock(board, shots[1].geometry.size) or ((0, 0), (0, 0))
    assert f"{x0:.0f},{y0:.0f} {x1:.0f},{y1:.0f}" == at
