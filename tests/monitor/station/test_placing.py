"""The calibration page's answers on a picture of the sample match."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.board_file import read_board
from calibration.geometry import BoardGeometry
from monitor.demo import BOARD, VIDEO, DemoMissingError, demo_folder
from monitor.station.errors import NotHereError
from monitor.station.placing import Placing
from tests.monitor.station.stand_in import STATE, Told, told
from tests.support import make_reading
from vision.sources import open_source

pytestmark = pytest.mark.slow


class Looks:
    """Watch and evidence in one: remembers where it was told to look."""

    def __init__(self) -> None:
        self.placed: list[BoardGeometry] = []
        self.looked = 0

    def place(self, geometry: BoardGeometry) -> None:
        self.placed.append(geometry)

    def look_again(self, *_: object) -> None:
        self.looked += 1


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    try:
        folder = demo_folder()
    except DemoMissingError as error:
        pytest.skip(str(error))
    source = open_source(str(folder / VIDEO))
    with told(tmp_path_factory.mktemp("hall")) as found:
        frame = next(iter(source))
        source.close()
        found.table.pictures.geometry = read_board(folder / BOARD).scaled(frame.size)
        found.table.frame(frame, make_reading(), STATE)
        yield found


@pytest.fixture
def looks() -> Looks:
    return Looks()


@pytest.fixture
def placing(hall: Told, looks: Looks) -> Placing:
    return Placing(hall.table.pictures.geometry, hall.table, looks, looks)


def test_the_right_corners(placing: Placing, hall: Told) -> None:
    answer = placing.state()
    assert answer["verdict"] in ("good", "doubtful")
    assert answer["size"] == [1280, 720]
    assert placing.picture().startswith(b"\xff\xd8")
    right = [list(corner) for corner in answer["corners"]]
    for (x, y), (u, v) in zip(placing.find()["corners"], right, strict=True):
        assert abs(x - u) < 25
        assert abs(y - v) < 25


def test_a_bad_fit_is_refused_with_the_reason(placing: Placing, looks: Looks) -> None:
    for corners, words in (
        ([[700, 80], [250, 80], [1110, 640], [160, 640]], "the corners cross"),
        ([[2, 2], [150, 2], [150, 120], [2, 120]], "to be seen between these corners"),
        ([[300, 120], [960, 120], [1000, 600], [250, 600]], "elsewhere"),
    ):
        answer = placing.put(corners, "bar_vertical", None, None, keep=True)
        assert answer["verdict"] == "refused"
        assert words in answer["reason"]
    assert looks.placed == []


def test_what_is_kept_is_looked_at_from_then_on(placing: Placing, looks: Looks, hall: Told) -> None:
    corners = [list(corner) for corner in hall.table.pictures.geometry.corners]
    corners[0][0] += 3
    tried = placing.put(corners, "bar_vertical", (0.46, 0.54), None, keep=False)
    assert tried["verdict"] != "refused"
    assert looks.placed == []
    kept = placing.put(corners, "bar_vertical", (0.46, 0.54), "W", keep=True)
    assert kept["home"] == "W"
    assert looks.looked == len(looks.placed) == 1
    assert hall.table.pictures.geometry.corners[0][0] == corners[0][0]
    entered = hall.desk.entered[-1]
    assert (entered.ev, entered.get("home"), entered.get("bar")) == ("MatchConfigured", "W", [0.46, 0.54])


def test_before_the_first_picture(tmp_path: Path, looks: Looks) -> None:
    with told(tmp_path) as empty:
        placing = Placing(empty.table.pictures.geometry, empty.table, looks, looks)
        with pytest.raises(NotHereError, match="no picture yet"):
            placing.state()
