"""A board whose start is misread in a column is read right once its strips were moved; a wrong one is not."""

from collections.abc import Callable, Generator
from dataclasses import replace

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from fixtures.camera import develop, draw_look, lens
from fixtures.flat import render
from fixtures.scene.families import scene_rng
from fixtures.scene.placing import place_checkers
from fixtures.scene.positions import start_counts
from fixtures.scene.sample import sample_scene
from fixtures.scene.truth import truth_of
from monitor.still import start_positions
from tests.vision.known_boards import reading, strips
from vision import hardly_start
from vision.adapt import Adapted
from vision.hardly_start import READINGS, HardlyStart
from vision.known import KnownMen
from vision.known_position import AGAIN_S
from vision.reader import Reader
from vision.reading import MAX_COUNT, Reading
from vision.slots import SlotReader
from vision.sources.frame import Frame

STARTS = start_positions()
START = STARTS[0]
FIVE = int(np.flatnonzero(START[:, 0] == 5)[0])
EMPTY = int(np.flatnonzero(START.sum(axis=1) == 0)[0])
GEOMETRY = BoardGeometry(((40, 30), (280, 30), (300, 150), (20, 150)), (320, 180))
FRAME = Frame(0, 0.0, np.zeros((180, 320, 3), np.uint8))
STEPS = 20


def seen(t: float, **read: int) -> Reading:
    """The start at t (s); of the slots S given as sS=N the number N is read with 0.55, what stands there with
    0.35."""
    given = reading(START, t)
    points = given.points.copy()
    for name, number in read.items():
        slot = int(name[1:])
        dark = MAX_COUNT if START[slot, 1] else 0
        points[slot] = 0.1 / (points.shape[1] - 2)
        points[slot, START[slot].sum() and dark + START[slot].sum()] = 0.35
        points[slot, number and dark + number] = 0.55
    return replace(given, points=points)


@pytest.fixture
def right(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many points are read right after moving, each time; what is moved takes STEPS readings."""
    answers = [24]

    def adapting(_: Frame, geometry: BoardGeometry, counts: np.ndarray, __: object) -> Generator[None]:
        yield from [None] * STEPS
        men = KnownMen.of(strips(counts, 1), counts)
        return Adapted(geometry, np.zeros(10), np.zeros(24, np.bool_), men, 0.5, 0.9, answers.pop(0))

    monkeypatch.setattr(hardly_start, "adapting", adapting)
    return answers


def moved(readings: list[Reading]) -> list[float]:
    """When strips were moved."""
    watch, slots = HardlyStart(STARTS), SlotReader()
    return [one.t for one in readings if watch.look(FRAME, one, GEOMETRY, slots) is not None]


def over(of: Callable[[float], Reading], start: float = 0.0, seconds: float = 3.0) -> list[Reading]:
    """Readings, five a second."""
    return [of(start + at / 5) for at in range(round(seconds * 5) + 1)]


def hardly(t: float) -> Reading:
    """A column of the start read as eight."""
    return seen(t, **{f"s{FIVE}": 8})


def test_strips_are_moved_a_few_readings_a_frame_once_the_start_has_stood(right: list[int]) -> None:
    (at,) = moved(over(hardly))
    assert not right
    assert at == pytest.approx(0.6 + np.ceil((STEPS + 1) / READINGS) / 5)


def test_where_not_all_is_read_afterwards_nothing_is_moved(right: list[int]) -> None:
    right[:] = [23]
    assert not moved(over(hardly))
    assert not right


@pytest.mark.parametrize(
    "other",
    [
        lambda t: reading(START, t),
        lambda t: reading(START, t, p=0.4),
        lambda t: seen(t, **{f"s{EMPTY}": 1}),
        lambda t: replace(hardly(t), status="partial"),
        lambda t: replace(hardly(t), motion=np.full(24, 0.3, np.float32)),
    ],
    ids=["read right", "read nowhere", "a man too many", "covered", "moving"],
)
def test_nothing_is_moved_where_the_start_is_read_or_is_not_there(
    other: Callable[[float], Reading], right: list[int]
) -> None:
    assert not moved(over(other))
    assert right


def test_a_column_that_lacks_a_man_is_not_read_away(right: list[int]) -> None:
    def lacking(t: float) -> Reading:
        one = seen(t, **{f"s{FIVE}": 4})
        points = one.points.copy()
        points[FIVE, 4], points[FIVE, 5] = 0.7, 0.2
        return replace(one, points=points)

    assert not moved(over(lacking))
    assert right


def test_each_start_is_tried_once(right: list[int]) -> None:
    right[:] = [23, 24]
    play = np.roll(START, 1, axis=0)
    again = over(hardly, start=4.0)
    assert not moved([*over(hardly), *again])
    right[:] = [23, 24]
    later = AGAIN_S + 5.0
    between = over(lambda t: reading(play, t), 3.2, later)
    assert len(moved([*over(hardly), *between, *over(hardly, 20.0)])) == 1


def start_picture(seed: int, down: float) -> tuple[np.ndarray, BoardGeometry, np.ndarray]:
    """A drawn start, its place given too far down by so much of the field's width, and (24, 2) men."""
    rng = scene_rng(seed, "start table 0")
    scene = replace(sample_scene(seed), dice=(), hands=(), overlays=())
    counts = start_counts(bool(rng.integers(2)), bool(rng.integers(2)))
    scene = replace(scene, checkers=place_checkers(rng, scene.board, scene.checker_set, counts))
    linear, ids = lens(*render(scene), scene.camera)
    truth = truth_of(scene, ids)
    picture = develop(linear, rng, draw_look(rng, 500.0, "slots"))
    corners = np.array(truth["corners"])
    corners = corners + np.array([0.0, down]) * float(np.ptp(corners[:, 0]))
    size = (scene.camera.width, scene.camera.height)
    geometry = BoardGeometry(tuple(map(tuple, corners.tolist())), size, truth["layout"], tuple(truth["bar"]))
    return picture, geometry, np.array(truth["points"])


def test_a_start_that_is_misread_in_one_column_is_read_right_soon_after() -> None:
    picture, geometry, counts = start_picture(752, 0.02)
    reader = Reader(geometry, positions=STARTS)
    first = reader.read(Frame(0, 0.0, picture))
    assert (first.counts().sum(axis=1) != counts.sum(axis=1)).sum() == 1
    for at in range(1, 100):
        last = reader.read(Frame(at, at / 5, picture))
    assert (last.counts() == counts).all()
    assert reader.geometry == geometry
    reader.place(geometry)
    assert (reader.read(Frame(100, 20.0, picture)).counts() == counts).all()
