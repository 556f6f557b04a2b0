"""Places beside the field: where their strips lie, and what is said of them."""

from typing import Any

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.men import UNLIKE, MenCounter, asked
from vision.reader import TRAYS_EVERY_S, Reader
from vision.reading import MAX_COUNT, QUARTERS, TrayReading
from vision.sources.frame import Frame
from vision.trays import REACH, TRAY_H, TRAY_W, TrayCutter, TrayReader, tray_grid
from vision.views import STEP, ZERO, Cutter

GEOMETRY = BoardGeometry(((160, 40), (480, 40), (480, 320), (160, 320)), (640, 360))
GREEN, WHITE, RED = (40, 120, 60), (240, 240, 235), (200, 40, 30)


def painted(quarter: str, colour: tuple[int, int, int]) -> np.ndarray:
    """A green picture with a row of five discs beside a quarter of the field, (h, w, 3) blue green red."""
    picture = np.full((360, 640, 3), GREEN[::-1], np.uint8)
    for k in range(5):
        x = 125 if quarter[1] == "L" else 515
        y = 55 + 25 * k if quarter[0] == "T" else 305 - 25 * k
        cv2.circle(picture, (x, y), 11, colour[::-1], -1)
    return picture


@pytest.mark.parametrize("quarter", QUARTERS)
def test_every_strip_shows_its_quarter_from_the_edge_outwards(quarter: str) -> None:
    frame = Frame(0, 0.0, painted(quarter, RED))
    scale = Cutter(GEOMETRY).cut(frame.bgr).scale
    cells = asked(*TrayCutter(GEOMETRY).cut(frame), scale, (WHITE, RED))
    like_red = (cells[:, 1, ..., 6].astype(int) - ZERO) * STEP < 0.3 * UNLIKE
    assert like_red.any(axis=(1, 2)).tolist() == [name == quarter for name in QUARTERS]
    rows, columns = like_red[QUARTERS.index(quarter)].nonzero()
    pitch = 320 * GEOMETRY.column(0)[1]
    assert columns.mean() == pytest.approx(35 / (REACH * pitch) * TRAY_W / 2, abs=1.5)
    assert rows.min() < 0.3 * TRAY_H / 2 < rows.max()


def test_the_grid_lies_beside_the_field_mirrored() -> None:
    grid = tray_grid(GEOMETRY)
    low, high = GEOMETRY.column(0)
    assert grid[0, 0, -1, 0] == pytest.approx(-REACH * (high - low), abs=0.01)
    assert grid[0, :, :, 0].max() < 0
    assert grid[1, :, :, 0].min() > 1
    assert np.allclose(grid[2, ..., 1], 1 - grid[0, ..., 1])
    assert (np.diff(grid[0, :, 0, 1]) > 0).all()


def told(**places: tuple[dict[int, float], dict[int, float]]) -> TrayReading:
    """A reading with these probabilities of light and dark men by quarter, elsewhere none."""
    men = np.zeros((4, 2, MAX_COUNT + 1), np.float32)
    men[..., 0] = 1
    for name, sides in places.items():
        for side, numbers in enumerate(sides):
            men[QUARTERS.index(name), side, 0] = 1 - sum(numbers.values())
            for number, p in numbers.items():
                men[QUARTERS.index(name), side, number] = p
    return TrayReading(men, np.zeros(4, np.float32))


def test_numbers_of_the_four_places_add_up() -> None:
    reading = told(TL=({3: 0.8, 4: 0.2}, {}), BR=({2: 1.0}, {1: 1.0}), BL=({}, {7: 1.0}))
    assert reading.counts().tolist() == [[3, 0], [0, 0], [0, 7], [2, 1]]
    off = reading.off()
    assert off.shape == (2, MAX_COUNT + 1)
    assert off[0, 5] == pytest.approx(0.8)
    assert off[0, 6] == pytest.approx(0.2)
    assert off[1, 8] == pytest.approx(1.0)
    assert off.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_more_than_fifteen_are_no_number() -> None:
    off = told(TL=({10: 0.9, 5: 0.1}, {}), TR=({9: 1.0}, {})).off()
    assert off[0, 14] == pytest.approx(0.1)
    assert off[0].sum() == pytest.approx(0.1)


class Session:
    """Says of every place that nothing lies there and that it can be seen."""

    def run(self, _: None, given: dict[str, Any]) -> list[np.ndarray]:
        assert given["cells"].shape[0] == 8
        count = np.zeros((8, MAX_COUNT + 1), np.float32)
        count[:, 0] = 1
        return [count, np.zeros(8, np.float32)]


def reader() -> TrayReader:
    return TrayReader(MenCounter(Session()))  # type: ignore[arg-type]


def test_what_lies_outside_the_picture_is_hidden_whatever_the_network_says() -> None:
    geometry = BoardGeometry(((20, 40), (340, 40), (340, 320), (20, 320)), (640, 360))
    frame = Frame(0, 0.0, painted("TR", RED))
    reading = reader().read(frame, geometry, Cutter(geometry).cut(frame.bgr), (WHITE, RED))
    assert reading.hidden.tolist() == [1, 0, 1, 0]


def test_a_single_picture_is_asked_always_and_a_stream_now_and_then() -> None:
    picture = painted("TL", RED)
    assert Reader(GEOMETRY).read(Frame(0, 0.0, picture), alone=True).trays is not None
    assert Reader(GEOMETRY).read(Frame(0, 0.0, picture)).trays is None
    watching = Reader(GEOMETRY, trays=reader())
    times = [k * TRAYS_EVERY_S / 4 for k in range(9)]
    looked = [watching.read(Frame(k, t, picture)).trays is not None for k, t in enumerate(times)]
    assert looked == [True, False, False, False, True, False, False, False, True]
