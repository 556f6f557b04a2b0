"""A cube of which the finder saw a face at the side, or a part, is looked for above it and larger."""

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.cube_again import HIGHER, LARGER, elsewhere
from vision.dice import DiceReader
from vision.dice_crop import field_edge
from vision.dice_find import Candidate
from vision.dice_spec import BOARD_SIZE, MARGIN
from vision.sources.frame import Frame

ASPECT = 0.85
SIZE = (640, 480)
LOW = BoardGeometry(((160, 100), (480, 100), (600, 440), (40, 440)), SIZE, "bar_vertical", (0.46, 0.54))


class Sees:
    """Stands for both networks: the finder sees one cube, the reader a number in the crops it is told to."""

    def __init__(self, number: int, p: float, crops: set[int], *, as_die: bool = False) -> None:
        self.number, self.p, self.crops = number, p, crops
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
            shown = self.p if (self.asked + k) in self.crops else self.faint
            faces[k, 7 + self.number] = shown
            faces[k, 0] = 1.0 - shown
        self.asked += n
        none = np.zeros((n, 1), np.float32)
        return [faces, none, np.full((n, 6), 1 / 6, np.float32), np.zeros((n, 3), np.float32)]


def read(sees: Sees) -> tuple[object, ...]:
    reader = DiceReader(sees, sees)
    return reader.read(Frame(0, 0.0, np.full((480, 640, 3), 90, np.uint8)), LOW)


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
    _, cube = read(sees)
    assert cube is not None
    assert sees.asked == 1


@pytest.mark.parametrize(("p", "value"), [(0.9, 16), (0.4, None)])
def test_the_number_that_is_plain_above_is_the_cube_s(p: float, value: int | None) -> None:
    highest = {1 + 4 * 2 + turn for turn in range(4)}
    _, cube = read(Sees(number=3, p=p, crops=highest))
    assert (None if cube is None else cube.value) == value  # type: ignore[attr-defined]


def test_one_side_alone_does_not_make_a_number_plain() -> None:
    _, cube = read(Sees(number=3, p=0.99, crops={1 + 4 * 2}))
    assert cube is None


def test_a_cube_taken_for_a_die_is_looked_at_as_large_as_a_cube_too() -> None:
    as_a_cube = {1 + 4 + turn for turn in range(4)}
    sees = Sees(number=2, p=0.9, crops=as_a_cube, as_die=True)
    dice, cube = read(sees)
    assert dice == ()
    assert cube is not None
    assert (cube.value, round(cube.p, 2)) == (8, 0.9)  # type: ignore[attr-defined]
    assert sees.asked == 1 + 8
