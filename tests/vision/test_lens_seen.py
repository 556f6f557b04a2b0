"""How much the lens bends, from one picture of a board; and the board, whatever the lens."""

import sys
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "accuracy"))

from steady_table import DEMO, demo
from wide_table import bent_by, shown

from calibration.board_file import read_board
from calibration.errors import BoardNotFoundError
from calibration.fit import overlap
from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from vision import lens_seen
from vision.find import Located
from vision.lens_seen import find_straight, placed_straight, straightened
from vision.reader import Reader
from vision.settling import Settling
from vision.sources.frame import Frame, Plane


@lru_cache(maxsize=4)
def bent(bow: float) -> tuple[Plane, BoardGeometry]:
    """A picture of the sample match through a lens that bows its long sides so much, and its board there."""
    frame, geometry = next(iter(demo(1.0, 1.5))), read_board(DEMO / "board.toml")
    if not bow:
        return frame.bgr, geometry
    lens = bent_by(geometry, bow)
    (picture,) = shown([frame], lens)
    return picture, geometry.at(lens.points(np.array(geometry.corners)))


@pytest.mark.parametrize("bow", [0.03, 0.05, 0.07])
def test_a_board_seen_through_a_wide_lens_lies_where_it_does_and_reads_as_it_did(bow: float) -> None:
    picture, board = bent(bow)
    found = find_straight(picture)
    assert found.lens.bend < -0.05
    corners = found.lens.bent(np.array(found.located.geometry.corners), board.size)
    assert overlap(corners, np.array(board.corners)) > 0.95
    straight = Frame(0, 0.0, found.lens.picture(picture))
    plain, place = bent(0.0)
    as_it_was = Reader(place).read(Frame(0, 0.0, plain)).counts()
    assert (Reader(found.located.geometry).read(straight).counts() == as_it_was).all()


def test_a_plain_lens_is_left_alone() -> None:
    picture, board = bent(0.0)
    assert find_straight(picture).lens == Lens()
    assert placed_straight(picture, board) == (board, Lens())


def test_corners_that_somebody_says_come_along() -> None:
    picture, board = bent(0.05)
    placed, lens = placed_straight(picture, board)
    assert placed.size == lens.size(board.size)
    assert np.allclose(lens.bent(np.array(placed.corners), board.size), np.array(board.corners), atol=1e-6)
    read = Reader(placed).read(Frame(0, 0.0, lens.picture(picture))).counts()
    plain, place = bent(0.0)
    assert (read == Reader(place).read(Frame(0, 0.0, plain)).counts()).all()


def test_what_is_said_is_believed_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: Plane) -> Located:
        raise BoardNotFoundError("none")

    picture, board = bent(0.05)
    monkeypatch.setattr(lens_seen, "find_board", nothing)
    assert placed_straight(picture, board)[1].bend < -0.05
    empty = np.full_like(picture, 128)
    assert placed_straight(empty, board) == (board, Lens())


def test_a_board_that_is_found_only_once_it_is_straightened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raw it is refused; the reason is told where it stays so."""
    picture, _ = bent(0.07)
    real = lens_seen.find_board

    def find(seen: Plane) -> Located:
        if seen.shape == picture.shape:
            raise BoardNotFoundError("bowed")
        return real(seen)

    monkeypatch.setattr(lens_seen, "find_board", find)
    assert find_straight(picture).lens.bend < -0.05
    with pytest.raises(BoardNotFoundError, match="bowed"):
        find_straight(np.full_like(picture, 128))


def test_the_place_settles_in_straightened_pictures() -> None:
    picture, board = bent(0.05)
    settling = Settling()
    for number in range(3):
        assert settling.look(Frame(number, number / 5, picture))
    assert settling.settled
    assert settling.found is not None
    assert settling.found.geometry.size == settling.lens.size(board.size) != board.size


def test_planes_are_straightened_as_colours_are() -> None:
    lens = Lens(-0.3)
    frame = next(iter(demo(1.0, 1.5)))
    assert frame.planes is not None
    one = straightened(frame, lens)
    assert one.size == lens.size(frame.size)
    assert (one.t, one.seq) == (frame.t, frame.seq)
    other = straightened(Frame(0, 0.0, frame.bgr), lens)
    assert np.abs(one.bgr.astype(int) - other.bgr).mean() < 2.0
    assert straightened(frame, Lens()) is frame
