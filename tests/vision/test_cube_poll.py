"""The cube of a picture that stands alone: what most looks agree on."""

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.cube_poll import LOOKS, polled
from vision.dice import DiceReader
from vision.reading import CubeReading
from vision.sources.frame import Frame

BOARD = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
FRAME = Frame(0, 0.0, np.full((360, 640, 3), 90, np.uint8))


def cube(value: int, p: float) -> CubeReading:
    return CubeReading(value, p, (320.0, 180.0), (0.5, 0.5))


class Sees(DiceReader):
    """Sees one cube after another, or none, and notes where the board was said to be."""

    def __init__(self, *cubes: CubeReading | None) -> None:
        self._cubes, self.boards = list(cubes), list[BoardGeometry]()

    def twin(self) -> "Sees":
        return self

    def read(self, frame: Frame, geometry: BoardGeometry, *_: object, **__: object):  # type: ignore[no-untyped-def, override]
        self.boards.append(geometry)
        return (), self._cubes.pop(0)


def test_one_look_that_misreads_it_is_outvoted() -> None:
    dice = Sees(cube(64, 0.9), cube(64, 1.0), cube(64, 0.8), cube(64, 0.9))
    said = polled(FRAME, BOARD, dice, cube(2, 0.8))
    assert said is not None
    assert said.value == 64
    assert said.p == pytest.approx((0.9 + 1.0 + 0.8 + 0.9) / 5)
    moves = [np.array(board.corners) - np.array(BOARD.corners) for board in dice.boards]
    assert len(moves) == len(LOOKS)
    assert all(1.0 < np.abs(move).max() < 2.0 for move in moves)
    assert np.abs(sum(moves)).max() < 1e-6


def test_what_a_look_or_two_take_for_a_cube_is_none() -> None:
    assert polled(FRAME, BOARD, Sees(None, cube(64, 0.97), None, None), cube(64, 0.7)) is None
    assert polled(FRAME, BOARD, Sees(None, None, None, None), None) is None


def test_one_that_the_first_look_misses_is_seen_by_the_others() -> None:
    said = polled(FRAME, BOARD, Sees(cube(4, 0.9), cube(4, 0.8), cube(4, 0.9), cube(2, 0.4)), None)
    assert said is not None
    assert (said.value, said.p) == (4, pytest.approx(0.52))
