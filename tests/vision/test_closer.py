"""A die that the finder missed: looked for more closely beside a single one, and then read in every frame."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from fixtures.closeup.scene import whole_board
from tests.vision.lone_dice import PICTURE, PLACE, SIZE_PX, AnyDie, die
from vision.closer import EMPTY_S, EVERY_S, GONE_S, MOST_LOOKS, Closer, corners, middle, read_closely
from vision.dice import DiceReader
from vision.dice_find import Candidate, board_place, field_of, with_spots
from vision.dice_spec import MARGIN
from vision.lone import ALONE_S, LoneDie
from vision.reading import CubeReading, DieReading
from vision.sources.frame import Frame

EDGE = SIZE_PX / 680.0


@pytest.fixture(autouse=True)
def _any_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice are made up here, so upright crops show none."""
    monkeypatch.setattr("vision.upright.shared_session", lambda _: AnyDie())


class Missed(DiceReader):
    """Sees some dice in windows only, and on the whole board where it is told to look."""

    def __init__(self) -> None:
        self.lying: list[DieReading] = []
        self.plain: list[DieReading] = []
        self.cube: CubeReading | None = None
        self.windows = 0

    def twin(self) -> "Missed":
        return self

    def read(
        self, frame: Frame, geometry: BoardGeometry, smooth: object = None, spots: Sequence[Candidate] = ()
    ) -> tuple[tuple[DieReading, ...], CubeReading | None]:
        if geometry != PLACE:
            self.windows += 1
            inside = [one for one in self.lying if within(geometry, one)]
            return tuple(inside), None
        at = [PLACE.picture_point(*field_of(spot.x, spot.y)) for spot in spots]
        shown = [one for one in self.lying if any(np.hypot(*np.subtract(one.xy, xy)) < 2 for xy in at)]
        return (*self.plain, *shown), self.cube


def within(geometry: BoardGeometry, one: DieReading) -> bool:
    """Whether a die lies in the view of a window."""
    u, v = geometry.field_points([one.xy])[0]
    return bool(-MARGIN < u < 1 + MARGIN and -MARGIN < v < 1 + MARGIN)


def drawn(dice: Sequence[DieReading]) -> NDArray[np.uint8]:
    """A picture with light squares where dice lie."""
    picture = PICTURE.copy()
    for one in dice:
        (left, top), side = (np.array(one.xy) - SIZE_PX / 2).astype(int), round(SIZE_PX)
        picture[top : top + side, left : left + side] = 200
    return picture


class Watch:
    """Frames one after another, ten a second, as `vision.reader.Reader` takes them."""

    def __init__(self) -> None:
        self.table = Missed()
        self.closer = Closer(self.table)
        self.lone = LoneDie()
        self.t = 0.0
        self.painted: list[DieReading] = []

    def __call__(self, *plain: DieReading, seconds: float = 1.0) -> tuple[DieReading, ...]:
        """The dice of the last frame, after these have been plain to see for so long."""
        seen: tuple[DieReading, ...] = ()
        self.table.plain = list(plain)
        picture = drawn([*plain, *self.table.lying, *self.painted])
        for _ in range(round(seconds * 10)):
            self.t += 0.1
            frame = Frame(0, self.t, picture)
            seen, cube = self.table.read(frame, PLACE, None, self.closer.spots)
            self.closer.watch(frame, seen, PLACE)
            lone = self.lone.watch(self.t, seen)
            if self.closer.look(frame, PLACE, seen, cube, self.lone.since if lone else None):
                seen, cube = self.table.read(frame, PLACE, None, self.closer.spots)
                self.lone.watch(self.t, seen)
        return seen


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_the_other_die_is_found_and_read_in_every_frame_until_it_is_taken_up(watch: Watch) -> None:
    other = die(0.7, 0.2)
    watch.table.lying = [other]
    assert watch(die(0.3, 0.5), seconds=ALONE_S - 0.1) == (die(0.3, 0.5),)
    assert watch(die(0.3, 0.5), seconds=0.4) == (die(0.3, 0.5), other)
    assert watch.table.windows == 4
    assert watch(die(0.3, 0.5), seconds=20.0) == (die(0.3, 0.5), other)
    assert watch(seconds=0.5) == (other,)
    assert watch.table.windows == 4
    watch.table.lying = []
    watch(seconds=GONE_S + 0.2)
    assert watch.closer.spots == ()


@pytest.mark.parametrize("lean_p", [0.95, 0.6])
def test_beside_a_lone_die_that_leans_the_other_is_looked_for(watch: Watch, lean_p: float) -> None:
    """Its own value need not be clear, if it plainly leans."""
    faces = (0.0, 0.3, 0.0, 0.0, 0.35, 0.3)
    leaning = replace(die(0.3, 0.5), value=5, p=0.35, faces=faces, tilt="leaning", tilt_p=lean_p)
    watch.table.lying = [die(0.7, 0.2)]
    assert len(watch(leaning, seconds=1.5)) == (2 if lean_p > 0.9 else 1)


def test_a_few_looks_are_taken_at_one_die_alone(watch: Watch) -> None:
    watch(die(0.3, 0.5), seconds=ALONE_S + MOST_LOOKS * EVERY_S + 20.0)
    assert watch.table.windows == 4 * MOST_LOOKS
    watch(die(0.6, 0.5), seconds=ALONE_S + 0.2)
    assert watch.table.windows == 4 * (MOST_LOOKS + 1)


def test_beside_two_dice_nothing_is_looked_for(watch: Watch) -> None:
    watch.table.lying = [die(0.7, 0.2)]
    assert len(watch(die(0.3, 0.5), die(0.4, 0.5), seconds=10.0)) == 2
    assert watch.table.windows == 0


def test_an_empty_board_is_looked_at_now_and_then_and_both_dice_are_found(watch: Watch) -> None:
    watch(seconds=EMPTY_S + 0.2)
    assert watch.table.windows == len(middle(PLACE))
    watch.table.lying = [die(0.3, 0.5), die(0.7, 0.2, p=0.9)]
    watch(seconds=EMPTY_S)
    assert len(watch.closer.spots) == 1
    assert len(watch(seconds=1.0)) == 2


def test_what_was_there_before_the_throw_is_painted_on_the_board(watch: Watch) -> None:
    """An inlay that the windows take for a die, plainer than the die that was thrown."""
    other, inlay = die(0.7, 0.2, p=0.9), die(0.8, 0.5)
    watch.painted = [inlay]
    watch(seconds=1.5)
    watch.table.lying = [other, inlay]
    assert watch(die(0.3, 0.5), seconds=ALONE_S + 0.2) == (die(0.3, 0.5), other)


def test_what_no_bare_board_was_seen_for_may_be_a_die(watch: Watch) -> None:
    other = die(0.7, 0.2)
    watch.table.lying, watch.painted = [other], [other]
    assert watch(die(0.3, 0.5), seconds=ALONE_S + 0.2) == (die(0.3, 0.5), other)


def test_what_is_not_plain_or_the_cube_is_no_die(watch: Watch) -> None:
    watch.table.lying = [die(0.7, 0.2, p=0.4), die(0.2, 0.8)]
    watch.table.cube = CubeReading(64, 0.9, PLACE.picture_point(0.2, 0.8), (0.2, 0.8))
    assert watch(die(0.3, 0.5), seconds=2.0) == (die(0.3, 0.5),)


def test_two_dice_found_as_one_between_them_become_two() -> None:
    table, left, right = Missed(), die(0.3 - EDGE / 2, 0.5), die(0.3 + EDGE / 2, 0.5)
    table.lying, table.plain = [left, right, die(0.8, 0.8)], [die(0.3, 0.5)]
    frame = Frame(0, 0.0, PICTURE)
    seen, _ = read_closely(frame, PLACE, table)
    assert {one.xy for one in seen} == {left.xy, right.xy, die(0.3, 0.5).xy}
    x, y = board_place(0.3, 0.5)
    between = Candidate(False, 0.9, x, y, 10.0)
    spots = [replace(between, x=x - 5.0), replace(between, x=x + 5.0)]
    assert with_spots([between], spots) == spots
    assert with_spots([between], spots[:1]) == [between, *spots[:1]]
    assert with_spots([replace(between, cube=True)], spots)[0].cube


def test_every_place_of_the_view_is_in_a_window() -> None:
    shown = np.zeros((20, 20), bool)
    for window in corners(PLACE):
        lines = np.linspace(-MARGIN + 1e-6, 1 + MARGIN - 1e-6, 20)
        u, v = np.meshgrid(lines, lines)
        inside = window.field_points(PLACE.picture_points(np.stack([u.ravel(), v.ravel()], 1)))
        shown |= ((inside > -MARGIN) & (inside < 1 + MARGIN)).all(axis=1).reshape(20, 20)
    assert shown.all()


@pytest.mark.slow
def test_with_the_networks_a_spot_lies_where_the_window_showed_the_die() -> None:
    """Of dice on boards never trained on; one alone is left in the picture that the finder sees."""
    reader, size, found = DiceReader(), (1024, 768), 0
    left, top = MARGIN / (1 + 2 * MARGIN) * size[0], MARGIN / (1 + 2 * MARGIN) * size[1]
    right, low = size[0] - left, size[1] - top
    place = BoardGeometry(((left, top), (right, top), (right, low), (left, low)), size)
    for seed in range(78_000_100, 78_000_124):
        frame = Frame(0, 0.0, whole_board(np.random.default_rng(seed), size, MARGIN)[0])
        closer = Closer(reader)
        closer.watch(frame, (), place)
        if closer.look(Frame(0, EMPTY_S, frame.bgr), place, (), None, None):
            found += 1
            (spot,) = closer.spots
            dice, _ = reader.read(frame, place, None, closer.spots)
            x, y = place.picture_point(*field_of(spot.x, spot.y))
            near = [one for one in dice if np.hypot(one.xy[0] - x, one.xy[1] - y) < 0.5 * one.size_px]
            assert len(near) == 1
            assert near[0].p > 0.5
    assert found >= 3
