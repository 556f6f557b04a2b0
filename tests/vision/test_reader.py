"""A frame becomes one reading: sizes, motion and status."""

import numpy as np
import pytest

from calibration.errors import CornersError
from calibration.geometry import BoardGeometry
from monitor.still import start_positions
from tests.vision.known_boards import reading as start_reading
from vision.known import KnownMen
from vision.reader import Reader, visibility
from vision.slots import SlotReadings
from vision.sources.frame import Frame

GEOMETRY = BoardGeometry(((40, 30), (280, 30), (300, 150), (20, 150)), (320, 180))
START = start_positions()[0]


def noise(height: int = 180, width: int = 320) -> np.ndarray:
    return np.random.default_rng(3).integers(0, 255, (height, width, 3), dtype=np.uint8)


def test_a_reading_keeps_the_frame_s_time_and_number() -> None:
    reading = Reader(GEOMETRY).read(Frame(7, 1.25, noise()))
    assert (reading.seq, reading.t) == (7, 1.25)
    assert (reading.motion == 0).all()


def test_a_larger_picture_of_the_same_shape_is_read_with_scaled_corners() -> None:
    reader = Reader(GEOMETRY)
    reader.read(Frame(0, 0.0, noise(360, 640)))
    assert reader.geometry.size == (640, 360)


def test_a_picture_of_another_shape_is_refused() -> None:
    with pytest.raises(CornersError, match="Place the board again"):
        Reader(GEOMETRY).read(Frame(0, 0.0, noise(320, 180)))


@pytest.mark.parametrize(("covered", "status"), [(0, "ok"), (3, "partial"), (20, "lost")])
def test_status_follows_the_covered_points(covered: int, status: str) -> None:
    hidden = np.zeros(24, np.float32)
    hidden[:covered] = 0.9
    assert visibility(hidden)[0] == status


class StartAlways:
    """A slot reader before which the board always stands in the start."""

    def __init__(self) -> None:
        self.known: list[KnownMen] = []

    def read(self, *_: object) -> SlotReadings:
        """The start, whatever the views show."""
        seen = start_reading(START, 0.0)
        return SlotReadings(seen.points, seen.hidden, seen.bar, 0.0, (None, None))

    def know(self, men: KnownMen) -> None:
        """Keep what was learnt."""
        self.known.append(men)


@pytest.mark.parametrize("positions", [[], [START]])
def test_men_are_learnt_where_the_board_stands_in_a_known_position(positions: list[np.ndarray]) -> None:
    slots = StartAlways()
    reader = Reader(GEOMETRY, slots, positions=positions)  # type: ignore[arg-type]
    for at in range(8):
        reader.read(Frame(at, at / 5, noise()))
    assert [len(set(men.slots)) for men in slots.known] == [8] * len(positions)
