"""Cube acts: what was done with the cube, and nothing invented by a bad reading."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Noise, Script, ScriptCube, readings
from monitor.config import MatchConfig
from monitor.events import Player, other
from monitor.tracking import MatchTracker
from monitor.tracking.cube import CubeTracker, place_of
from tests.monitor.tracking.sim import QUIET, Told, follow
from tests.support import make_reading
from vision.reading import CubeReading, Reading

CENTRE = (-0.05, 0.5)
SIDES = {"A": (1.05, 0.92), "B": (1.05, 0.08)}
SURFACE = {"A": (0.7, 0.5), "B": (0.2, 0.52)}


class CubeScript(Script):
    """A script with a cube beside the board, and what is done with it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.lay_at_first(64, CENTRE, 2.0)

    def lay_at_first(self, value: int, uv: tuple[float, float], seconds: float) -> None:
        """The script begins with the cube there."""
        self.scenes.clear()
        self.t = 0.0
        self.put_cube(value, uv, seconds)

    def put_cube(self, value: int, uv: tuple[float, float], seconds: float = 1.5) -> None:
        """The cube is taken in the hand and put somewhere."""
        self.cube = None
        if self.scenes:
            self.show((), 0.5)
        self.cube = ScriptCube(value, uv)
        self.show((), seconds)

    def without_cube(self) -> None:
        """No cube has been in sight so far."""
        self.cube, self.scenes, self.t = None, [], 0.0
        self.show((), 2.0)

    def some_turns(self, turns: int) -> Player:
        """The opening and some turns; returns who is to act then."""
        player, dice = self.opening()
        self.play(player, dice)
        for _ in range(turns):
            player = other(player)
            self.play(player, self.roll(player))
        return other(player)

    def double_too_late(self, player: Player, back: int) -> None:
        """A turn in which the cube is turned to 2 after the roll and put back, showing this."""
        dice = self.roll(player)
        lying = self._dice
        for cube in (None, ScriptCube(2, SURFACE[player]), None, ScriptCube(back, CENTRE)):
            self.cube = cube
            self.show(lying, 1.5 if cube else 0.4)
        self.play(player, dice)

    def turn(self, player: Player) -> None:
        """One turn."""
        self.play(player, self.roll(player))


def watched(script: Script, fps: float = 10.0, noise: Noise = QUIET, length: int = 5) -> Told:
    return follow(readings(script, fps=fps, noise=noise), MatchConfig(length=length))


def acts(told: Told) -> list[tuple[str, Player | None, object]]:
    return [(e.ev, e.by, e.get("value")) for e in told.events if e.ev.startswith("Cube")]


@pytest.mark.parametrize("fps", [30.0, 10.0, 5.0])
def test_a_double_and_a_take_are_told_with_their_places(fps: float) -> None:
    script = CubeScript(seed=21)
    doubler = script.some_turns(3)
    taker = other(doubler)
    offered = script.t + 0.5
    script.put_cube(2, SURFACE[doubler], 2.0)
    taken = script.t + 0.5
    script.put_cube(2, SIDES[taker])
    script.turn(doubler)
    told = watched(script, fps)
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubeTaken", taker, 2)]
    offer, take = told.named("CubeOffered")[0], told.named("CubeTaken")[0]
    assert offer.get("loc")["region"] == "surface"
    assert offer.get("loc")["half"] == ("E" if doubler == "A" else "W")
    assert take.get("loc")["region"] == "rail"
    assert take.get("loc")["side"] == ("S" if taker == "A" else "N")
    assert abs(offer.t - offered) < 3 / fps + 0.1
    assert abs(take.t - taken) < 3 / fps + 0.1
    assert offer.t_known is not None
    assert offer.t_known - offer.t < 1.0


def test_the_cube_at_the_start_stands_in_the_first_event() -> None:
    script = CubeScript(seed=1)
    script.some_turns(0)
    (begun,) = watched(script).named("GameStarted")
    assert begun.get("cube") == {"value_shown": 64, "place": "side_rail_centre", "present": True}
    assert begun.get("crawford") is False
    assert begun.get("score") == {"A": 0, "B": 0}


def test_a_redouble_is_made_by_the_owner_and_passed_by_the_other() -> None:
    script = CubeScript(seed=22)
    first = script.some_turns(2)
    second = other(first)
    script.put_cube(2, SURFACE[first])
    script.put_cube(2, SIDES[second])
    script.turn(first)
    script.put_cube(4, SURFACE[second], 2.0)
    script.put_cube(64, CENTRE, 2.0)
    told = watched(script)
    assert acts(told) == [
        ("CubeOffered", first, 2),
        ("CubeTaken", second, 2),
        ("CubeOffered", second, 4),
        ("CubePassed", first, 4),
    ]
    (end,) = told.named("GameEnded")
    assert (end.get("winner"), end.get("how"), end.get("points")) == (second, "pass", 2)


def test_a_double_after_the_roll_that_is_put_back_is_returned() -> None:
    script = CubeScript(seed=23)
    player = script.some_turns(2)
    script.double_too_late(player, 64)
    told = watched(script)
    assert [(name, by) for name, by, _ in acts(told)] == [("CubeOffered", player), ("CubeReturned", player)]


def test_a_cube_put_back_as_it_wrongly_lay_at_the_start_is_returned_and_can_be_turned_later() -> None:
    script = CubeScript(seed=23)
    script.lay_at_first(2, CENTRE, 5.0)
    player = script.some_turns(2)
    script.double_too_late(player, 2)
    doubler = other(player)
    script.put_cube(2, SURFACE[doubler], 2.0)
    script.put_cube(2, SIDES[player], 2.0)
    script.turn(doubler)
    told = watched(script, noise=replace(QUIET, cube_error=0.0, cube_p=(0.93, 0.99)))
    assert acts(told) == [
        ("CubeOffered", player, 2),
        ("CubeReturned", player, 2),
        ("CubeOffered", doubler, 2),
        ("CubeTaken", player, 2),
    ]


def test_play_that_goes_on_takes_the_cube() -> None:
    script = CubeScript(seed=24)
    doubler = script.some_turns(2)
    script.put_cube(2, SURFACE[doubler], 2.5)
    script.turn(doubler)
    told = watched(script)
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubeTaken", other(doubler), 2)]
    names = [event.ev for event in told.events]
    assert "DiceThrown" in names[names.index("CubeTaken") :]


def assert_taken_nowhere(told: Told, doubler: Player) -> None:
    """The double was taken, nothing is said of where the cube lies, and nothing is found wrong."""
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubeTaken", other(doubler), 2)]
    assert told.named("CubeTaken")[0].get("loc") is None
    assert told.raised == []


def test_what_shows_another_value_is_not_the_cube_that_was_taken() -> None:
    script = CubeScript(seed=24)
    doubler = script.some_turns(2)
    script.put_cube(2, SURFACE[doubler], 2.5)
    script.cube = ScriptCube(64, (0.03, 0.27))
    script.show((), 6.0)
    script.turn(doubler)
    told = watched(script)
    assert_taken_nowhere(told, doubler)


def test_play_that_goes_on_after_the_thread_was_lost_says_nothing_of_where_the_cube_lies() -> None:
    script = CubeScript(seed=24)
    doubler = script.some_turns(2)
    script.put_cube(2, SURFACE[doubler], 2.5)
    start = script.t
    script.show((), 3.0)
    end = script.t
    script.turn(doubler)
    source = readings(script, fps=10.0, noise=QUIET)
    blind = (replace(one, status="lost", reason="moved") if start <= one.t < end else one for one in source)
    told = follow(blind, MatchConfig(length=5))
    assert_taken_nowhere(told, doubler)


def test_a_double_answered_at_once_is_still_two_acts() -> None:
    script = CubeScript(seed=25)
    doubler = script.some_turns(2)
    script.put_cube(2, SURFACE[doubler], 0.2)
    script.put_cube(2, SIDES[other(doubler)])
    script.turn(doubler)
    assert acts(watched(script)) == [("CubeOffered", doubler, 2), ("CubeTaken", other(doubler), 2)]


def test_a_cube_taken_up_and_put_elsewhere_unturned_is_touched() -> None:
    script = CubeScript(seed=26)
    player = script.some_turns(2)
    script.put_cube(64, (1.05, 0.5), 2.0)
    script.turn(player)
    (touch,) = watched(script).named("CubeTouched")
    assert touch.by == player
    assert touch.get("lifted") is True


def test_bad_cube_readings_invent_no_act() -> None:
    """The cube overlooked in half the frames, misread in a fifth, and ghosts all over the board."""
    script = CubeScript(seed=27)
    script.some_turns(8)
    noise = replace(QUIET, cube_miss=0.5, cube_error=0.2, cube_ghost=0.1)
    assert acts(watched(script, noise=noise)) == []


def test_a_ghost_that_stays_for_a_moment_is_no_double() -> None:
    script = CubeScript(seed=28)
    player = script.some_turns(2)
    from_, until = script.t, script.t + 0.4
    script.show((), 2.0)
    script.turn(player)

    def haunted() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            ghost = CubeReading(2, 0.9, (700.0, 300.0), (0.7, 0.5))
            yield replace(reading, cube=ghost) if from_ <= reading.t < until else reading

    assert acts(follow(haunted(), MatchConfig())) == []


def test_one_reading_repeated_for_unchanged_pictures_counts_once() -> None:
    tracker = CubeTracker(stills=False)
    ghost = CubeReading(4, 0.9, (0.0, 0.0), (0.7, 0.5))
    for number in range(30):
        tracker.update(make_reading(seq=number, t=number / 10, cube=ghost))
    assert tracker.rest is None


@pytest.mark.parametrize(
    ("uv", "name"),
    [
        ((-0.05, 0.5), "side_rail_centre"),
        ((1.1, 0.45), "side_rail_centre"),
        ((0.5, 0.5), "bar_centre"),
        ((0.3, 1.04), "A_side"),
        ((-0.05, 0.05), "B_side"),
        ((0.5, 1.3), "A_side"),
        ((1.4, 0.5), "side_table_centre"),
        ((0.7, 0.5), "surface"),
    ],
)
def test_places_have_the_names_of_the_rules(uv: tuple[float, float], name: str) -> None:
    assert place_of(uv, (0.47, 0.53)).name == name


def test_nothing_is_told_of_the_cube_while_the_thread_is_lost() -> None:
    script = CubeScript(seed=29)
    doubler = script.some_turns(2)
    start = script.t
    script.put_cube(2, SURFACE[doubler], 4.0)
    end = script.t
    tracker = MatchTracker(MatchConfig(length=5))
    names = set()
    for reading in readings(script, fps=10.0, noise=QUIET):
        blind = start <= reading.t < end
        told = tracker.update(replace(reading, status="lost", reason="moved") if blind else reading)
        names |= {event.ev for event in told if blind}
    assert names == {"TrackLost"}


def test_something_on_the_surface_that_is_taken_for_a_cube_makes_no_double() -> None:
    """No cube at the table; a coaster beside one point, later beside another, is read as one for seconds, but
    not surely."""
    script = CubeScript(seed=32)
    script.without_cube()
    player = script.some_turns(1)
    for place in ((0.2, 0.3), (0.8, 0.7), (0.3, 0.55)):
        script.cube = ScriptCube(2, place)
        script.show((), 3.0)
    script.cube = None
    script.turn(player)
    assert acts(watched(script, noise=replace(QUIET, cube_p=(0.35, 0.5)))) == []


def test_a_die_read_as_a_cube_makes_no_double() -> None:
    script = CubeScript(seed=33)
    player = script.some_turns(2)
    dice = script.roll(player)
    script.cube = ScriptCube(2, script._dice[0].uv)
    script.show(script._dice, 3.0)
    script.cube = ScriptCube(64, CENTRE)
    script.play(player, dice)
    assert acts(watched(script)) == []


def test_a_beaver_takes_at_four_and_a_misread_face_is_none() -> None:
    for value, kinds in (
        (4, ["CubeOffered", "CubeBeavered", "CubeTaken"]),
        (8, ["CubeOffered", "CubeTaken"]),
    ):
        script = CubeScript(seed=34)
        doubler = script.some_turns(1)
        script.put_cube(2, SURFACE[doubler], 2.0)
        script.put_cube(value, SIDES[other(doubler)], 4.0)
        script.turn(doubler)
        told = acts(watched(script, noise=replace(QUIET, cube_error=0.01, cube_p=(0.93, 0.99))))
        assert [name for name, _, _ in told] == kinds
        assert told[-1][1:] == (other(doubler), value if value == 4 else 2)


def test_a_face_that_is_misread_all_the_time_still_makes_the_acts() -> None:
    for seconds in (4.0, 0.2):
        script = CubeScript(seed=35)
        doubler = script.some_turns(1)
        script.put_cube(16, SURFACE[doubler], seconds)
        script.put_cube(32, SIDES[other(doubler)], 4.0)
        script.turn(doubler)
        told = watched(script, noise=replace(QUIET, cube_p=(0.5, 0.8)))
        assert acts(told) == [("CubeOffered", doubler, 2), ("CubeTaken", other(doubler), 2)]
        assert max(event.conf for event in told.events if event.ev.startswith("Cube")) <= 0.85


def test_a_wrong_level_that_is_plainly_read_is_told_as_it_is() -> None:
    script = CubeScript(seed=36)
    doubler = script.some_turns(1)
    script.put_cube(4, SURFACE[doubler], 4.0)
    script.put_cube(4, SIDES[other(doubler)], 2.0)
    script.turn(doubler)
    told = watched(script, noise=replace(QUIET, cube_error=0.0, cube_p=(0.93, 0.99)))
    assert acts(told) == [("CubeOffered", doubler, 4), ("CubeTaken", other(doubler), 4)]


def test_what_is_passed_at_a_wrong_level_is_the_double_that_was_due() -> None:
    script = CubeScript(seed=36)
    doubler = script.some_turns(1)
    script.put_cube(4, SURFACE[doubler], 4.0)
    script.put_cube(64, CENTRE, 40.0)
    told = watched(script, noise=replace(QUIET, cube_error=0.0, cube_p=(0.93, 0.99)))
    assert acts(told) == [("CubeOffered", doubler, 4), ("CubePassed", other(doubler), 2)]
    assert told.named("GameEnded")[0].get("points") == 1


def wrong_level_put_right(seconds: float, cube_p: tuple[float, float]) -> tuple[Told, Player]:
    """A cube at 4 lies on the surface for so long, then shows 2 beside it and is taken; who doubled."""
    script = CubeScript(seed=36)
    doubler = script.some_turns(1)
    u, v = SURFACE[doubler]
    script.put_cube(4, (u, v), seconds)
    script.put_cube(2, (u - 0.06, v - 0.04), 2.0)
    script.put_cube(2, SIDES[other(doubler)], 2.0)
    script.turn(doubler)
    return watched(script, noise=replace(QUIET, cube_error=0.0, cube_p=cube_p)), doubler


@pytest.mark.parametrize(("p", "told_as"), [(0.86, [4, 2]), (0.7, [2])])
def test_a_level_read_less_plainly_is_told_once_it_has_been_put_right(p: float, told_as: list[int]) -> None:
    told, doubler = wrong_level_put_right(2.2, (p, p + 0.02))
    offers = [("CubeOffered", doubler, value) for value in told_as]
    assert acts(told) == [*offers, ("CubeTaken", other(doubler), 2)]
    assert [code for code, _ in told.raised] == ["CUBE_WRONG_LEVEL"] * (len(told_as) - 1)


def test_a_wrong_level_of_a_cube_never_seen_beside_the_board_is_told_once_it_has_been_put_right() -> None:
    script = CubeScript(seed=3)
    script.without_cube()
    doubler = script.some_turns(2)
    u, v = SURFACE[doubler]
    script.put_cube(4, (u, v), 2.4)
    script.put_cube(2, (u - 0.06, v - 0.04), 3.0)
    script.put_cube(2, SIDES[other(doubler)])
    script.turn(doubler)
    told = watched(script, noise=replace(QUIET, cube_error=0.0, cube_p=(0.96, 0.99)))
    offers = [("CubeOffered", doubler, value) for value in (4, 2)]
    assert acts(told) == [*offers, ("CubeTaken", other(doubler), 2)]
    assert [code for code, _ in told.raised] == ["CUBE_WRONG_LEVEL"]


def test_a_wrong_level_that_was_told_is_put_right() -> None:
    told, doubler = wrong_level_put_right(4.0, (0.93, 0.99))
    offers = [("CubeOffered", doubler, value) for value in (4, 2)]
    assert acts(told) == [*offers, ("CubeTaken", other(doubler), 2)]
    assert [(f.code, f.status) for f in told.findings] == [
        ("CUBE_WRONG_LEVEL", "open"),
        ("CUBE_WRONG_LEVEL", "resolved"),
    ]


def test_a_double_is_told_though_the_cube_was_never_seen_beside_the_board() -> None:
    script = CubeScript(seed=3)
    script.without_cube()
    player = script.some_turns(2)
    script.put_cube(2, SURFACE[player], 3.0)
    script.put_cube(2, SIDES[other(player)])
    script.turn(player)
    told = watched(script, noise=replace(QUIET, cube_p=(0.96, 0.99)))
    assert acts(told) == [("CubeOffered", player, 2), ("CubeTaken", other(player), 2)]


@pytest.mark.parametrize(("value", "told_as"), [(2, "CubeOffered"), (64, None)])
def test_a_double_put_down_close_to_the_bar_it_lay_on(value: int, told_as: str | None) -> None:
    """What is pushed so little shows what it showed; turned and on the surface it is offered."""
    script = CubeScript(seed=6)
    script.cube, script.scenes, script.t = None, [], 0.0
    script.put_cube(64, (0.5, 0.5), 2.0)
    player = script.some_turns(2)
    script.put_cube(value, (0.57 if player == "A" else 0.43, 0.51), 4.0)
    script.put_cube(64, (0.5, 0.5), 2.0)
    told = acts(watched(script, fps=5.0))
    assert told[:1] == ([] if told_as is None else [(told_as, player, 2)])


@pytest.mark.parametrize("p", [0.92, 0.6, 0.5])
@pytest.mark.parametrize("turns", [1, 3])
def test_a_cube_first_seen_on_the_surface_between_two_turns_is_a_double_where_it_is_plain(
    p: float, turns: int
) -> None:
    """Its place beside the board is out of the picture."""
    script = CubeScript(seed=35)
    script.without_cube()
    doubler = script.some_turns(turns)
    script.cube = ScriptCube(2, SURFACE[doubler])
    script.show((), 2.5)
    script.cube = None
    script.show((), 1.0)
    script.turn(doubler)
    noise = replace(QUIET, cube_p=(p, p), cube_miss=0.0, cube_error=0.0)
    told = acts(watched(script, noise=noise))
    assert told == ([("CubeOffered", doubler, 2), ("CubeTaken", other(doubler), 2)] if p > 0.5 else [])


def test_what_lies_on_the_surface_since_the_start_is_no_cube_offered() -> None:
    script = CubeScript(seed=36)
    script.scenes.clear()
    script.t, script.cube = 0.0, ScriptCube(2, (0.12, 0.9))
    script.show((), 2.0)
    script.turn(script.some_turns(2))
    noise = replace(QUIET, cube_p=(0.97, 0.97), cube_miss=0.0, cube_error=0.0)
    assert acts(watched(script, noise=noise)) == []
