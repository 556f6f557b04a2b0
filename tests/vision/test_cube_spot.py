"""Where the cube was plain a moment ago it is looked for while the finder misses it."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.cube_spot import GONE_S, PLAIN, RESTS_S, CubeSpot
from vision.dice import DiceReader
from vision.dice_find import Candidate
from vision.reader import Reader
from vision.reading import CubeReading
from vision.sources.frame import Frame

PLACE = BoardGeometry(
    ((160, 60), (480, 60), (500, 420), (140, 420)), (640, 480), "bar_vertical", (0.46, 0.54)
)
SPOT = Candidate(True, 0.3, 200.0, 150.0, 14.0)
EIGHT, VALUE = 9, 8
"""The cube's 8 among the faces, and its value."""


class Sees:
    """Stands for both networks: a finder that sees one cube or nothing, a reader that is so sure of an 8."""

    def __init__(self, p: float, *, blind: bool = True) -> None:
        self.p, self.blind = p, blind

    def run(self, _: object, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        if "cells" in inputs:
            raw = np.full((1, 20, 48, 64), -9.0, np.float32)
            raw[0, 8:] = 0.0
            raw[0, 4, 30, 20] = -9.0 if self.blind else 2.0
            return [raw]
        n = len(inputs["crops"])
        faces = np.zeros((n, 13), np.float32)
        faces[:, 0], faces[:, EIGHT] = 1.0 - self.p, self.p
        none = np.zeros((n, 1), np.float32)
        return [faces, none, np.full((n, 6), 1 / 6, np.float32), np.zeros((n, 3), np.float32)]


def at(t: float) -> Frame:
    """A picture that moves a little, so that each is read."""
    noise = np.random.default_rng(round(10 * t)).integers(0, 200, (480, 640, 3))
    return Frame(round(10 * t), t, noise.astype(np.uint8))


def cube_of(p: float, spot: Candidate | None) -> CubeReading | None:
    sees = Sees(p)
    return DiceReader(sees, sees).read(at(0.0), PLACE, cube_spot=spot)[1]


def test_it_is_read_there_though_the_finder_misses_it() -> None:
    cube = cube_of(0.97, SPOT)
    assert cube is not None
    assert (cube.value, round(cube.p, 2)) == (VALUE, 0.97)
    assert cube_of(0.97, None) is None


def test_it_must_be_as_plain_as_before() -> None:
    assert cube_of(PLAIN - 0.02, SPOT) is None


def test_a_cube_that_the_finder_sees_is_read_where_it_sees_it() -> None:
    sees = Sees(0.97, blind=False)
    reader = DiceReader(sees, sees)
    (_, without), one = reader.read(at(0.0), PLACE), reader.cube_at
    (_, cube), other = reader.read(at(0.0), PLACE, cube_spot=SPOT), reader.cube_at
    assert cube == without
    assert one == other != SPOT


@pytest.mark.parametrize(("there", "stays"), [(0.97, True), (PLAIN - 0.02, False)])
def test_a_cube_that_is_plain_where_it_was_is_not_what_hardly_looks_like_one_elsewhere(
    there: float, stays: bool
) -> None:
    class Elsewhere(Sees):
        """So sure of an 8 in the first looks, at what the finder sees, then so sure of the other place."""

        def run(self, names: object, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
            if "crops" in inputs:
                self.p = looks.pop(0) if looks else there
            return super().run(names, inputs)

    looks = [0.6, 0.6]
    sees = Elsewhere(0.6, blind=False)
    reader = DiceReader(sees, sees)
    _, cube = reader.read(at(0.0), PLACE, cube_spot=SPOT)
    assert cube is not None
    assert (reader.cube_at == SPOT) == stays
    assert round(cube.p, 2) == (0.97 if stays else 0.6)


def test_a_place_is_known_while_the_cube_was_plain_there_lately() -> None:
    spot, plain, faint = CubeSpot(), CubeReading(2, 0.95, (0, 0), (0, 0)), CubeReading(2, 0.5, (0, 0), (0, 0))
    spot.watch(0.0, faint, SPOT)
    assert spot.at is None
    spot.watch(1.0, plain, SPOT)
    spot.watch(1.0 + GONE_S, None, None)
    assert spot.at == SPOT
    spot.watch(1.1 + GONE_S, None, None)
    assert spot.at is None
    spot.watch(5.0, plain, SPOT)
    spot.forget()
    assert spot.at is None


def test_a_cube_rests_once_one_number_has_been_plain_at_one_place_for_some_time() -> None:
    two, four = (CubeReading(value, 0.95, (0, 0), (0, 0)) for value in (2, 4))
    beside = replace(SPOT, y=SPOT.y - 0.5 * SPOT.edge)
    spot = CubeSpot()
    rests = []
    for t, cube, place in (
        (0.0, two, SPOT),
        (RESTS_S - 0.1, two, SPOT),
        (RESTS_S, two, SPOT),
        (RESTS_S + 0.1, two, beside),
        (2 * RESTS_S, two, beside),
        (2 * RESTS_S + 0.2, two, beside),
        (2 * RESTS_S + 0.3, four, beside),
    ):
        spot.watch(t, cube, place)
        rests.append(spot.rests)
    assert rests == [False, False, True, False, False, True, False]
    spot.forget()
    assert not spot.rests


@pytest.mark.parametrize("moved", [False, True])
def test_from_frame_to_frame(moved: bool) -> None:
    sees = Sees(0.97, blind=False)
    reader = Reader(PLACE, dice=DiceReader(sees, sees))
    first = reader.read(at(0.0)).cube
    assert first is not None
    if moved:
        reader.place(PLACE)
    sees.blind = True
    again = reader.read(at(0.5)).cube
    assert (again is None) == moved
    assert again is None or again.uv == first.uv
    sees.p = 0.1
    assert reader.read(at(1.0)).cube is None
