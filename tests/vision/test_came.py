"""A die that the finder overlooks lies where something has come, or where it was plain a moment ago."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from tests.vision.lone_dice import PLACE, SIZE_PX, AnyDie, die
from vision.came import MOST, SUDDEN_S, TRIED, Came
from vision.closer import GONE_S, Closer, its_side
from vision.dice import DiceReader
from vision.dice_crop import spot_of
from vision.dice_find import Candidate, field_of
from vision.dice_view import board_view
from vision.reading import CubeReading, DieReading
from vision.sources.frame import Frame
from vision.views import Cutter, SlotViews

HERE = die(0.3, 0.52)
CUTTER = Cutter(PLACE)
ASPECT = board_view(PLACE).aspect


def picture(*lying: DieReading, light: int = 60, size: float = SIZE_PX) -> np.ndarray:
    """A table with a board on it, and on that light squares where dice lie."""
    table = np.full((720, 1280, 3), light, np.uint8)
    for one in lying:
        (left, top), side = (np.array(one.xy) - size / 2).astype(int), round(size)
        table[top : top + side, left : left + side] = (190, 220, 240)
    return table


def views(*lying: DieReading, light: int = 60, size: float = SIZE_PX) -> SlotViews:
    return CUTTER.cut(picture(*lying, light=light, size=size))


SINCE = 3.4
"""When the die that is seen came to lie, in the films of `after`."""


def after(before: SlotViews, now: SlotViews, place: BoardGeometry = PLACE) -> Came:
    """The board rests as before for a second, then something moves for a second, then it rests as now."""
    came = Came()
    for number in range(30):
        t = 1.4 + number / 10
        came.watch(t, before if t < 2.4 else None if t < SINCE else now, place)
    return came


def places(came: Came, now: SlotViews, *seen: DieReading) -> list[tuple[float, float]]:
    """Field coordinates of the places where something has come."""
    lying = [spot_of(one, PLACE, ASPECT) for one in seen]
    return [field_of(one.x, one.y) for one in came.places(now, lying, SINCE)]


@pytest.mark.parametrize("at", [(0.7, 0.2), (0.05, 0.95), (0.5, 0.5), (0.98, 0.4), (0.62, 0.03)])
def test_where_a_die_has_come_it_is_looked_for(at: tuple[float, float]) -> None:
    other = die(*at)
    now = views(HERE, other)
    came = after(views(), now)
    found = places(came, now, HERE)
    assert 1 <= len(found) <= MOST * (1 + len(TRIED))
    away = [hypot((u - at[0]) * 680, (v - at[1]) * 450) for u, v in found]
    assert min(away) < 0.3 * SIZE_PX
    assert max(away) < 2.0 * SIZE_PX
    assert came.came(now, [spot_of(other, PLACE, ASPECT), spot_of(die(0.3, 0.8), PLACE, ASPECT)], SINCE) == [
        True,
        False,
    ]


@pytest.mark.parametrize("light", [60, 64])
def test_where_nothing_has_come_nothing_is_looked_for(light: int) -> None:
    inlay = die(0.7, 0.2)
    now = views(HERE, inlay, light=light)
    came = after(views(inlay), now)
    assert places(came, now, HERE) == []
    assert came.came(now, [spot_of(inlay, PLACE, ASPECT)], SINCE) == [False]


def test_beside_the_board_nothing_is_looked_for() -> None:
    now = views(HERE, die(0.7, 1.06))
    assert places(after(views(), now), now, HERE) == []


def test_a_board_that_was_never_seen_to_rest_before_tells_nothing() -> None:
    """But that a die seen late, though nothing moved, was not thrown."""
    now, came = views(HERE, die(0.7, 0.2)), Came()
    for number in range(20):
        came.watch(SINCE + number / 10, now, PLACE)
    assert places(came, now, HERE) == []
    assert came.came(now, [spot_of(HERE, PLACE, ASPECT)], SINCE) == [True]
    assert came.sudden(SINCE)
    assert not came.sudden(SINCE + SUDDEN_S + 0.1)
    assert after(views(), now).sudden(SINCE + SUDDEN_S + 0.1)


def test_one_still_frame_between_two_movements_is_no_rest() -> None:
    now, came = views(HERE, die(0.7, 0.2)), Came()
    for number, still in enumerate([views()] * 3 + [None, views(HERE, die(0.7, 0.2)), None] + [now] * 3):
        came.watch(SINCE + (number - 6) / 10, still, PLACE)
    assert places(came, now, HERE) != []


def test_another_place_of_the_board_is_not_compared() -> None:
    now, other = (
        views(HERE, die(0.7, 0.2)),
        BoardGeometry(tuple((x + 9, y) for x, y in PLACE.corners), PLACE.size),
    )
    came = after(views(), now, other)
    for number in range(5):
        came.watch(SINCE + 1.0 + number / 10, now, PLACE)
    assert came.places(now, [spot_of(HERE, PLACE, ASPECT)], SINCE + 1.0) == ()


class Overlooking(DiceReader):
    """Sees the first of the dice that lie there, the others only where it is told to look."""

    def __init__(self) -> None:
        self.lying: list[DieReading] = []
        self.in_windows: list[DieReading] = []
        self.windows = 0

    def twin(self) -> "Overlooking":
        return self

    def read(
        self,
        frame: Frame,
        geometry: BoardGeometry,
        smooth: object = None,
        spots: Sequence[Candidate] = (),
        *,
        only_there: bool = False,
    ) -> tuple[tuple[DieReading, ...], CubeReading | None]:
        if geometry != PLACE:
            self.windows += 1
            return tuple(self.in_windows), None
        at = [PLACE.picture_point(*field_of(spot.x, spot.y)) for spot in spots]
        shown = [one for one in self.lying if any(hypot(*np.subtract(one.xy, xy)) < SIZE_PX / 3 for xy in at)]
        return (*shown, *([] if only_there else [d for d in self.lying[:1] if d not in shown])), None


class Watch:
    """Frames one after another, ten a second, as `vision.reader.Reader` takes them."""

    def __init__(self) -> None:
        self.table = Overlooking()
        self.closer = Closer(self.table)
        self.t = 0.0

    def __call__(
        self, *lying: DieReading, seconds: float, since: float | None = None, still: bool = True
    ) -> tuple[DieReading, ...]:
        """The dice of the last frame. since: from when a lone one lies there; still: nothing moves."""
        self.table.lying = list(lying)
        shown = picture(*lying)
        strips = CUTTER.cut(shown)
        for _ in range(round(seconds * 10)):
            self.t += 0.1
            frame = Frame(0, self.t, shown)
            seen, cube = self.table.read(frame, PLACE, None, self.closer.spots)
            self.closer.watch(frame, seen, PLACE, strips if still else None)
            if self.closer.look(frame, PLACE, seen, cube, since if len(seen) == 1 else None, strips):
                seen, cube = self.table.read(frame, PLACE, None, self.closer.spots)
        return seen


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.setattr("vision.upright.shared_session", lambda _: AnyDie())
    return Watch()


def test_the_die_that_came_with_a_lone_one_is_read_from_then_on_and_no_window_is_needed(watch: Watch) -> None:
    other = die(0.7, 0.2)
    watch(seconds=1.0)
    watch(HERE, other, seconds=0.5, still=False)
    assert set(watch(HERE, other, seconds=0.5, since=watch.t)) == {HERE, other}
    assert set(watch(HERE, other, seconds=10.0)) == {HERE, other}
    assert watch.table.windows == 0
    watch(seconds=GONE_S + 0.3)
    assert watch.closer.spots == ()


def test_what_windows_show_where_nothing_has_come_is_no_die(watch: Watch) -> None:
    watch.table.in_windows = [die(0.7, 0.2)]
    watch(seconds=1.0)
    watch(HERE, seconds=0.5, still=False)
    assert watch(HERE, seconds=0.5, since=watch.t) == (HERE,)
    assert watch.table.windows > 0
    assert watch.closer.spots == ()


def test_beside_what_is_seen_late_though_nothing_moved_nothing_is_looked_for(watch: Watch) -> None:
    watch(seconds=2.0)
    watch.table.in_windows = [die(0.7, 0.2)]
    assert watch(HERE, seconds=3.0, since=watch.t) == (HERE,)
    assert watch.table.windows == 0


@pytest.mark.parametrize("still", [True, False])
def test_a_plain_die_that_is_missed_is_looked_for_again(watch: Watch, still: bool) -> None:
    """While nothing moves; the table tells of the first of two alone."""
    other = die(0.7, 0.2)
    watch(other, HERE, seconds=0.2, still=False)
    assert (set(watch(HERE, other, seconds=0.3, still=still)) == {HERE, other}) == still


LOW = BoardGeometry(((320.0, 200.0), (960.0, 200.0), (1180.0, 560.0), (100.0, 560.0)), (1280, 720))
"""A board seen from low down."""


def lying_at(x: float, y: float) -> DieReading:
    """A die of LOW at a place of the picture (px)."""
    u, v = LOW.field_points([(x, y)])[0].tolist()
    return replace(die(0.5, 0.5), xy=(x, y), uv=(u, v), size_px=30.0)


@pytest.mark.parametrize(
    ("right", "down", "side"),
    [(0, 24, True), (5, 20, True), (0, 8, True), (0, 60, False), (45, 10, False), (0, -40, False)],
)
def test_what_lies_just_below_a_die_is_its_own_side(right: float, down: float, side: bool) -> None:
    seen = lying_at(640.0, 360.0)
    assert its_side(lying_at(640.0 + right, 360.0 + down), seen, LOW) == side


def test_from_above_only_what_overlaps_a_die_is_no_other() -> None:
    assert its_side(die(0.3 + 0.8 * SIZE_PX / 680, 0.52), HERE, PLACE)
    assert not its_side(die(0.3 + 1.3 * SIZE_PX / 680, 0.52), HERE, PLACE)
