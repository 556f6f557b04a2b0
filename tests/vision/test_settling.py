"""The board's place from several pictures: the surest of those that agree, and why there is none."""

import numpy as np
import pytest

from calibration.errors import BoardNotFoundError
from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from vision import another, settling
from vision.find import Located
from vision.lens_seen import Straight
from vision.settling import FIRST_LOOKS, Settling
from vision.sources.frame import Frame, Plane

SIZE = (640, 360)
CORNERS = ((100.0, 40.0), (540.0, 40.0), (560.0, 320.0), (80.0, 320.0))
NONE = "no board there"


def at(dx: float, spread: float = 0.004) -> Located:
    return Located(BoardGeometry(tuple((x + dx, y) for x, y in CORNERS), SIZE, "bar_vertical"), spread)


def looked(monkeypatch: pytest.MonkeyPatch, *found: Located | None) -> Settling:
    """A settling that has looked at so many grey pictures and found this in each; None: no board."""
    one_by_one = iter(found)

    def find(_: Plane) -> Located:
        one = next(one_by_one)
        if one is None:
            raise BoardNotFoundError(NONE)
        return one

    monkeypatch.setattr(settling, "find_board", find)
    monkeypatch.setattr(settling, "find_straight", lambda picture: Straight(find(picture), Lens()))
    look = Settling()
    for number in range(len(found)):
        look.look(Frame(number, number / 5, np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)))
    return look


def test_the_surest_of_those_that_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = at(150.0, spread=0.001)
    look = looked(monkeypatch, at(0.0), None, wrong, at(2.0, spread=0.002))
    assert look.settled
    assert look.found == at(2.0, spread=0.002)


def test_it_is_known_from_the_first_on_and_settled_after_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    look = looked(monkeypatch, None, at(0.0))
    assert (look.found, look.settled) == (at(0.0), False)
    assert looked(monkeypatch, *[at(0.0)] * FIRST_LOOKS).settled


def test_no_board_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    look = looked(monkeypatch, None, None)
    assert (look.found, look.doubt, look.settled) == (None, NONE, False)


def test_two_boards_side_by_side_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = ((10.0, 120.0), (630.0, 120.0), (630.0, 240.0), (10.0, 240.0))
    look = looked(monkeypatch, Located(BoardGeometry(wide, SIZE, "bar_vertical"), 0.002))
    assert look.found is None
    assert "two boards" in look.doubt


@pytest.mark.parametrize(("men", "looks"), [(15, 1), (18, FIRST_LOOKS), (25, 0)])
def test_a_board_with_too_many_men_has_to_be_found_again(
    monkeypatch: pytest.MonkeyPatch, men: int, looks: int
) -> None:
    """A frame of the men's colour may be read as men; as many as two boards have are never one's."""

    class Crowd:
        def __init__(self, _: BoardGeometry) -> None:
            pass

        def read(self, _: Frame) -> "Crowd":
            return self

        def counts(self) -> np.ndarray:
            return np.array([[men, 3], [0, 12]])

    monkeypatch.setattr(settling, "Reader", Crowd)
    if looks:
        assert looked(monkeypatch, *[at(0.0)] * looks).found == at(0.0)
    assert looked(monkeypatch, *[at(0.0)] * (looks - 1 if looks else 2 * FIRST_LOOKS)).found is None


def test_of_two_boards_that_are_alike_none_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "as_good", lambda *_: True)
    look = looked(monkeypatch, at(0.0))
    assert look.found is None
    assert "beside another one. Are there two boards in the picture?" in look.doubt


@pytest.mark.parametrize(
    ("shift", "size", "good"),
    [(0.0, 1.0, False), (330.0, 0.9, True), (330.0, 0.6, False), (480.0, 1.0, False)],
    ids=["itself", "as good", "smaller", "cut by the picture's edge"],
)
def test_another_board_is_as_good_if_it_is_whole_and_large(
    monkeypatch: pytest.MonkeyPatch, shift: float, size: float, good: bool
) -> None:
    frame = Frame(0, 0.0, np.full((360, 1000, 3), 128, np.uint8))
    board = BoardGeometry(CORNERS, frame.size)
    middle = np.array(CORNERS).mean(axis=0)
    corners = middle + (np.array(CORNERS) - middle) * size + [shift + (100.0 if shift else 0.0), 0.0]
    seen = list[Plane]()

    def find(picture: Plane) -> Located:
        seen.append(picture)
        return Located(BoardGeometry(tuple((float(x), float(y)) for x, y in corners), frame.size), 0.004)

    monkeypatch.setattr(another, "find_board", find)
    assert another.as_good(board, frame) is good
