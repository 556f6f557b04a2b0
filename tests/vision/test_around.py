"""A single die on the board makes the reader look around it; what lay about before is none of the roll."""

from dataclasses import replace

import pytest

from calibration.geometry import BoardGeometry
from tests.vision.lone_dice import PICTURE, PLACE, die
from vision.around import ABOUT_S, EVERY_S, SHIFTS, Surroundings, windows
from vision.dice import DiceReader
from vision.lone import ALONE_S, LoneDie
from vision.reading import DieReading
from vision.sources.frame import Frame


class Table(DiceReader):
    """Knows what lies beside the board, and how often it was asked."""

    def __init__(self) -> None:
        self.lying: list[DieReading] = []
        self.asked = 0

    def twin(self) -> "Table":
        return self

    def read(
        self, frame: Frame, geometry: BoardGeometry, smooth: object = None, spots: object = ()
    ) -> tuple[tuple[DieReading, ...], None]:
        self.asked += 1
        u, v = PLACE.field_points([geometry.picture_point(0.0, 0.0)])[0]
        return tuple(
            replace(one, uv=(one.uv[0] - float(u), one.uv[1] - float(v))) for one in self.lying
        ), None


class Watch:
    """Frames one after another, ten a second."""

    def __init__(self) -> None:
        self.table = Table()
        self.around = Surroundings(self.table)
        self.lone = LoneDie()
        self.t = 0.0

    def __call__(self, *seen: DieReading, seconds: float = 1.2) -> tuple[DieReading, ...]:
        """What the last frame gives after these dice have been seen on the board for so long."""
        found: tuple[DieReading, ...] = ()
        for _ in range(round(seconds * 10)):
            self.t += 0.1
            lone = self.lone.watch(self.t, seen)
            found = self.around.dice(Frame(0, self.t, PICTURE), PLACE, lone, self.lone.since)
        return found


@pytest.fixture
def opened() -> Watch:
    """A watch that has seen an opening die, and so what lies about."""
    watch = Watch()
    assert watch(die(0.8, 0.5)) == ()
    watch(seconds=2.0)
    return watch


def test_nothing_is_looked_at_before_a_single_die_lies_still() -> None:
    watch = Watch()
    watch(seconds=3.0)
    watch(die(0.2, 0.5), die(0.3, 0.5), seconds=30.0)
    watch(seconds=0.2)
    watch(die(0.2, 0.5), seconds=ALONE_S - 0.1)
    assert watch.table.asked == 0
    watch(die(0.2, 0.5), seconds=0.3)
    assert watch.table.asked == len(windows(PLACE))


def test_a_die_beside_the_board_is_read_where_it_lies(opened: Watch) -> None:
    opened.table.lying = [die(1.3, 0.4)]
    (found,) = opened(die(0.2, 0.5))
    assert found.uv == pytest.approx((1.3, 0.4))
    assert (found.zone, found.value) == ("out", 4)
    assert opened() == ()


def test_what_lay_about_before_is_not_thrown(opened: Watch) -> None:
    opened.table.lying = [die(-0.3, 0.6)]
    opened(seconds=ABOUT_S + 2.0)
    assert opened(die(0.2, 0.5)) == ()
    opened.table.lying.append(die(1.3, 0.4))
    (found,) = opened(die(0.2, 0.5), seconds=EVERY_S + 0.2)
    assert found.uv == pytest.approx((1.3, 0.4))


def test_what_is_first_seen_while_the_dice_still_roll_came_with_them(opened: Watch) -> None:
    opened(seconds=ABOUT_S - 2.5)
    opened.table.lying = [die(1.3, 0.4)]
    opened(seconds=0.8)
    assert len(opened(die(0.2, 0.5))) == 1


def test_beside_two_dice_on_the_board_there_is_nothing_to_look_for(opened: Watch) -> None:
    opened.table.lying = [die(1.3, 0.4)]
    asked = opened.table.asked
    assert opened(die(0.2, 0.5), die(0.3, 0.5)) == ()
    assert opened.table.asked == asked


def test_a_die_that_goes_on_lying_alone_is_looked_around_a_few_times_only(opened: Watch) -> None:
    opened(die(0.2, 0.5), seconds=3.0)
    asked = opened.table.asked
    opened(die(0.2, 0.5), seconds=10.0)
    assert opened.table.asked == asked
    opened.table.lying = [die(1.3, 0.4)]
    assert len(opened(die(0.7, 0.5))) == 1


def test_the_last_of_two_dice_being_lifted_was_not_thrown_alone(opened: Watch) -> None:
    opened(die(0.2, 0.5), die(0.3, 0.5), seconds=2.0)
    opened.table.lying = [die(1.3, 0.4)]
    assert opened(die(0.2, 0.5), seconds=2.0) == ()
    opened(seconds=0.2)
    opened(die(0.2, 0.5), die(0.8, 0.2), seconds=0.5)
    assert len(opened(die(0.2, 0.5))) == 1


def test_what_the_finder_sees_by_itself_is_not_told_twice(opened: Watch) -> None:
    opened.table.lying = [die(1.1, 0.4), die(0.6, 0.5)]
    assert opened(die(0.2, 0.5)) == ()


def test_windows_stay_near_the_picture() -> None:
    assert [(right, down) for _, right, down in windows(PLACE)] == [
        (-SHIFTS[0], 0.0),
        (SHIFTS[0], 0.0),
        (0.0, -SHIFTS[0]),
        (0.0, SHIFTS[0]),
    ]
    wide = BoardGeometry(((-500.0, 20.0), (1260.0, 20.0), (1260.0, 700.0), (-500.0, 700.0)), (1280, 720))
    assert [right for _, right, down in windows(wide) if not down] == [SHIFTS[1]]
