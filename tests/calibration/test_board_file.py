"""Board files: there and back, and clear words for what is wrong."""

from pathlib import Path

import pytest

from calibration.board_file import read_board, read_clock, read_lens, write_board
from calibration.errors import BoardFileError
from calibration.geometry import BoardGeometry
from calibration.lens import Lens

SOUND = "size = [1280, 720]\ncorners = [[439, 132], [1192, 120], [1270, 700], [300, 710]]\n"


def test_there_and_back(tmp_path: Path) -> None:
    corners = ((439.123456789, 132.0), (1192, 120.5), (1270, 700), (300, 710))
    geometry = BoardGeometry(corners, (1280, 720), "bar_horizontal", (0.46, 0.54))
    write_board(tmp_path / "board.toml", geometry)
    assert read_board(tmp_path / "board.toml") == geometry


def test_layout_and_bar_may_be_left_out_and_other_keys_stand_by(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(SOUND + 'camera = "north wall"\n')
    geometry = read_board(path)
    assert geometry.layout == "bar_vertical"
    assert geometry.size == (1280, 720)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("size = [", "not a board file"),
        ("size = [1280, 720]", "corners must be four points"),
        (SOUND.replace("[439, 132]", "[439]"), "corners must be pairs of numbers"),
        (SOUND.replace("[439, 132]", '["439", 132]'), "corners must be pairs of numbers"),
        (SOUND.replace("[439, 132], [1192, 120]", "[1192, 120], [439, 132]"), "corners cross"),
        (SOUND.replace("size = [1280, 720]", ""), "size must be"),
        (SOUND.replace("1280, 720", "0, 720"), "size must be"),
        (SOUND + 'layout = "round"', "layout must be one of bar_vertical"),
        (SOUND + "bar = [0.9, 0.95]", "bar's edges"),
        (SOUND + "bar = true", "bar must be"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text)
    with pytest.raises(BoardFileError, match=words) as raised:
        read_board(path)
    assert "board.toml" in str(raised.value)


def test_where_the_clock_is_goes_there_and_back(tmp_path: Path) -> None:
    geometry = read_board_text(tmp_path)
    path = tmp_path / "board.toml"
    write_board(path, geometry, ((900.5, 300.0), (960.0, 420.25)))
    assert read_board(path) == geometry
    assert read_clock(path, (1280, 720)) == ((900.5, 300.0), (960.0, 420.25))
    assert read_clock(path, (640, 360)) == ((450.25, 150.0), (480.0, 210.125))
    write_board(path, geometry)
    assert read_clock(path, (1280, 720)) is None


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("[900, 300]", "clock must be pairs of numbers"),
        ("[[900, 300]]", "clock must be two opposite corners"),
        ("true", "clock must be two opposite corners"),
        ('[[900, "x"], [1, 2]]', "clock must be pairs of numbers"),
        ("[[900, 300], [901, 420]]", "too small"),
    ],
)
def test_what_is_wrong_with_the_clock_is_named(tmp_path: Path, clock: str, words: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(f"{SOUND}clock = {clock}\n")
    with pytest.raises(BoardFileError, match=words) as raised:
        read_clock(path, (1280, 720))
    assert "board.toml" in str(raised.value)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(BoardFileError, match="no such board file"):
        read_board(tmp_path / "none.toml")
    with pytest.raises(BoardFileError, match="cannot be read"):
        read_board(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardFileError, match="not a board file"):
        read_board(tmp_path / "binary.toml")
    with pytest.raises(BoardFileError, match="cannot be written"):
        write_board(tmp_path / "no" / "such" / "folder.toml", read_board_text(tmp_path))


def read_board_text(folder: Path) -> BoardGeometry:
    path = folder / "sound.toml"
    path.write_text(SOUND)
    return read_board(path)


def test_the_lens_goes_there_and_back(tmp_path: Path) -> None:
    geometry = read_board_text(tmp_path)
    path = tmp_path / "board.toml"
    write_board(path, geometry, lens=Lens(-0.21))
    assert (read_board(path), read_lens(path)) == (geometry, Lens(-0.21))
    write_board(path, geometry)
    assert read_lens(path) == Lens()


@pytest.mark.parametrize(
    ("value", "words"),
    [('"wide"', "lens must be a number"), ("0.4", r"from -0\.8 to 0")],
)
def test_what_is_no_lens_is_named(tmp_path: Path, value: str, words: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(SOUND + f"lens = {value}\n")
    with pytest.raises(BoardFileError, match=words):
        read_lens(path)
