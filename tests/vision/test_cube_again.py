"""A cube of which the finder saw a face at the side, or a part, is looked for above it and larger, and so is
the upper face where a side shows its number."""

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.cube_again import HIGHER, LARGER, SHOWN_ABOVE, UPPER_FACE, above, elsewhere
from vision.dice import DiceReader
from vision.dice_crop import field_edge
from vision.dice_find import Candidate
from vision.dice_spec import BOARD_SIZE, MARGIN
from vision.reading import CubeReading
from vision.sources.frame import Frame

ASPECT = 0.85
SIZE = (640, 480)
LOW = BoardGeometry(((160, 100), (480, 100), (600, 440), (40, 440)), SIZE, "bar_vertical", (0.46, 0.54))
HIGH = BoardGeometry(((100, 60), (540, 60), (540, 434), (100, 434)), SIZE, "bar_vertical", (0.46, 0.54))


class Sees:
    """Stands for both networks: the finder sees one cube, the reader a number in the crops it is told to, and
    in those after them, if ``then`` names one, another with a probability."""

    def __init__(
        self,
        number: int,
        p: float,
        crops: set[int],
        *,
        as_die: bool = False,
        then: tuple[int, float] | None = None,
    ) -> None:
        self.number, self.p, self.crops, self.then = number, p, crops, then
        self.plane = 0 if as_die else 4
        self.faint = 0.3 if as_die else 0.0
        self.asked = 0

    def run(self, _: object, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        if "cells" in inputs:
            raw = np.full((1, 20, 48, 64), -9.0, np.float32)
            raw[0, 8:] = 0.0
            raw[0, self.plane, 30, 20] = 1.0
            return [raw]
        n = len(inputs["crops"])
        faces = np.zeros((n, 13), np.float32)
        for k in range(n):
            number, shown = self.number, self.p if (self.asked + k) in self.crops else self.faint
            if self.then is not None and self.asked + k > max(self.crops):
                number, shown = self.then
            faces[k, 7 + number] = shown
            faces[k, 0] = 1.0 - shown
        self.asked += n
        none = np.zeros((n, 1), np.float32)
        return [faces, none, np.full((n, 6), 1 / 6, np.float32), np.zeros((n, 3), np.float32)]


def read(
    sees: Sees, board: BoardGeometry = LOW, spot: Candidate | None = None, *, rests: bool = True
) -> tuple[CubeReading | None, Candidate | None]:
    """The cube, and where the reader says that it lies; there are no dice."""
    reader = DiceReader(sees, sees)
    frame = Frame(0, 0.0, np.full((480, 640, 3), 90, np.uint8))
    dice, cube = reader.read(frame, board, cube_spot=spot, cube_rests=rests)
    assert dice == ()
    return cube, reader.cube_at


def test_it_is_looked_for_upwards_as_the_camera_sees_it() -> None:
    one = Candidate(True, 0.5, 200.0, 150.0, 20.0)
    step = field_edge(one, ASPECT) / (1 + 2 * MARGIN)
    places = elsewhere(one, (0.3, -1.5, 1.0), ASPECT)
    assert [place.edge for place in places] == [LARGER * 20.0] * len(HIGHER)
    for up, place in zip(HIGHER, places, strict=True):
        assert place.x == pytest.approx(200.0 + 0.3 * up * step * BOARD_SIZE[0])
        assert place.y == pytest.approx(150.0 - 1.5 * up * step / ASPECT * BOARD_SIZE[1])
        assert place.cube


def test_from_straight_above_there_is_nothing_higher() -> None:
    one = Candidate(True, 0.5, 200.0, 150.0, 20.0)
    assert len(set(elsewhere(one, (0.0, 0.0, 1.0), ASPECT))) == 1


def test_a_cube_that_shows_its_number_is_not_looked_for_elsewhere() -> None:
    sees = Sees(number=1, p=0.95, crops={0})
    cube, _ = read(sees, HIGH)
    assert cube is not None
    assert sees.asked == 1


def test_the_upper_face_lies_behind_and_above_a_side() -> None:
    side = Candidate(False, 0.5, 200.0, 150.0, 20.0)
    low, lower = (above(side, (0.0, down, 1.0), ASPECT, None) for down in (-1.5, -3.0))
    for one, other in zip(low, lower, strict=True):
        assert one.cube
        assert one.x == 200.0
        assert 0 < 150.0 - one.y < 150.0 - other.y
    assert [one.edge for one in low] == [20.0 * larger for _, larger in UPPER_FACE]
    assert above(side, (0.0, -0.3, 1.0), ASPECT, None) == []


@pytest.mark.parametrize(
    ("number", "p", "value"),
    [(0, SHOWN_ABOVE + 0.1, 2), (0, SHOWN_ABOVE - 0.1, 32), (4, SHOWN_ABOVE + 0.1, 32)],
    ids=["plain", "in doubt", "the same"],
)
def test_a_number_above_another_is_the_cube_s_where_it_is_plain(number: int, p: float, value: int) -> None:
    sees = Sees(number=4, p=0.97, crops={0}, then=(number, p))
    cube, at = read(sees)
    assert cube is not None
    assert cube.value == value
    assert cube.p == pytest.approx(p if value == 2 else 0.97)
    assert at is not None
    _, side = read(Sees(number=4, p=0.97, crops={0}))
    assert side is not None
    assert (at.y < side.y) == (value == 2)
    assert sees.asked == 1 + 4 * len(UPPER_FACE)


@pytest.mark.parametrize("rests", [True, False])
def test_a_cube_that_has_been_plain_there_for_some_time_is_not_looked_at_again(rests: bool) -> None:
    _, at = read(Sees(number=4, p=0.97, crops={0}))
    sees = Sees(number=4, p=0.97, crops={0}, then=(0, 0.97))
    cube, _ = read(sees, spot=at, rests=rests)
    assert cube is not None
    assert (cube.value, sees.asked) == ((32, 1) if rests else (2, 1 + 4 * len(UPPER_FACE)))


@pytest.mark.parametrize(("p", "value"), [(0.9, 16), (0.4, None)])
def test_the_number_that_is_plain_above_is_the_cube_s(p: float, value: int | None) -> None:
    highest = {1 + 4 * 2 + turn for turn in range(4)}
    cube, _ = read(Sees(number=3, p=p, crops=highest))
    assert (None if cube is None else cube.value) == value


def test_one_side_alone_does_not_make_a_number_plain() -> None:
    cube, _ = read(Sees(number=3, p=0.99, crops={1 + 4 * 2}))
    assert cube is None


def test_a_cube_taken_for_a_die_is_looked_at_as_large_as_a_cube_too() -> None:
    as_a_cube = {1 + 4 + turn for turn in range(4)}
    sees = Sees(number=2, p=0.9, crops=as_a_cube, as_die=True)
    cube, _ = read(sees, HIGH)
    assert cube is not None
    assert (cube.value, round(cube.p, 2)) == (8, 0.9)
    assert sees.asked == 1 + 8
