"""A die that the finder overlooks lies where something has come, or where it was plain a moment ago."""

from collections.abc import Sequence
from math import hypot

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from tests.vision.lone_dice import PLACE, SIZE_PX, AnyDie, die
from vision.came import MOST, TRIED, Came
from vision.closer import GONE_S, Closer
from vision.dice import DiceReader
from vision.dice_crop import spot_of
from vision.dice_find import Candidate, field_of
from vision.dice_view import board_view
from vision.lone import ALONE_S
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


def places(came: Came, now: SlotViews, *seen: DieReading) -> list[tuple[float, float]]:
    """Field coordinates of the places where something has come."""
    lying = [spot_of(one, PLACE, ASPECT) for one in seen]
    return [field_of(one.x, one.y) for one in came.places(now, lying, PLACE)]


@pytest.mark.parametrize("at", [(0.7, 0.2), (0.05, 0.95), (0.5, 0.5), (0.98, 0.4), (0.62, 0.03)])
def test_where_a_die_has_come_it_is_looked_for(at: tuple[float, float]) -> None:
    came, other = Came(), die(*at)
    came.bare(views(), PLACE)
    found = places(came, views(HERE, other), HERE)
    assert 1 <= len(found) <= MOST * (1 + len(TRIED))
    away = [hypot((u - at[0]) * 680, (v - at[1]) * 450) for u, v in found]
    assert min(away) < 0.3 * SIZE_PX
    assert max(away) < 2.0 * SIZE_PX


def test_where_nothing_has_come_nothing_is_looked_for() -> None:
    came = Came()
    assert places(came, views(HERE), HERE) == []
    came.bare(views(die(0.7, 0.2)), PLACE)
    assert places(came, views(HERE, die(0.7, 0.2)), HERE) == []
    assert places(came, views(HERE, die(0.7, 0.2), light=64), HERE) == []


def test_beside_the_board_nothing_is_looked_for() -> None:
    came = Came()
    came.bare(views(), PLACE)
    assert places(came, views(HERE, die(0.7, 1.06)), HERE) == []


def test_another_place_of_the_board_is_not_compared() -> None:
    came, other = Came(), BoardGeometry(tuple((x + 9, y) for x, y in PLACE.corners), PLACE.size)
    came.bare(views(), PLACE)
    assert came.places(views(HERE, die(0.7, 0.2)), [spot_of(HERE, PLACE, ASPECT)], other) == ()


class Overlooking(DiceReader):
    """Sees the first of the dice that lie there, the others only where it is told to look."""

    def __init__(self) -> None:
        self.lying: list[DieReading] = []
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
            return (), None
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
        """The dice of the last frame. since: from when a lone one is known to lie there."""
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
    assert set(watch(HERE, other, seconds=0.5, since=watch.t + ALONE_S)) == {HERE, other}
    assert set(watch(HERE, other, seconds=10.0)) == {HERE, other}
    assert watch.table.windows == 0
    watch(seconds=GONE_S + 0.3)
    assert watch.closer.spots == ()


def test_a_hand_over_the_bare_board_is_no_picture_of_it(watch: Watch) -> None:
    watch(seconds=1.0, still=False)
    watch(HERE, die(0.7, 0.2), seconds=0.3, since=watch.t)
    assert watch.table.windows > 0


@pytest.mark.parametrize("still", [True, False])
def test_a_plain_die_that_is_missed_while_nothing_moves_is_looked_for_again(
    watch: Watch, still: bool
) -> None:
    """While nothing moves; the table tells of the first of two alone."""
    other = die(0.7, 0.2)
    watch(other, HERE, seconds=0.2, still=False)
    assert (set(watch(HERE, other, seconds=0.3, still=still)) == {HERE, other}) == still
