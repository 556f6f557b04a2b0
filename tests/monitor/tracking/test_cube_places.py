"""Where the cube is, and what is only read as one: a die for a while, something on the surface as the game
begins; and a cube whose place beside the board is out of the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from fixtures.readings import ScriptCube, readings
from monitor.backgammon import START
from monitor.config import MatchConfig
from monitor.events import Player, other
from monitor.tracking.cube import CubeTracker, place_of
from tests.monitor.tracking.sim import QUIET, Told, follow, one_off, truth
from tests.monitor.tracking.test_cube import CENTRE, SIDES, SURFACE, CubeScript, acts
from tests.support import make_reading
from vision.reading import CubeReading, Reading

PLAIN = replace(QUIET, cube_miss=0.0, cube_error=0.0, cube_p=(0.97, 0.99))
"""The cube is read in every picture."""


def read_as_cube(value: int, p: float, uv: tuple[float, float]) -> CubeReading:
    return CubeReading(value, p, (uv[0] * 1000.0, uv[1] * 600.0), uv)


HOME = read_as_cube(64, 0.97, CENTRE)
SURE = replace(HOME, p=1.0)
FALSE = read_as_cube(2, 0.5, (0.7, 0.45))


def places(seen: Sequence[CubeReading]) -> list[tuple[float, float] | None]:
    """Where the cube is believed to lie after each of these readings, five a second."""
    tracker = CubeTracker(stills=False)
    believed = []
    for number, cube in enumerate(seen):
        tracker.update(make_reading(seq=number, t=number / 5, cube=replace(cube)))
        believed.append(None if tracker.rest is None else tracker.rest.uv)
    return believed


def test_the_cube_is_where_it_lay_for_long_and_is_read_more_surely_again() -> None:
    """For a second and a half a die is read as the cube, and once more after the cube was."""
    believed = places([*[HOME] * 50, *[FALSE] * 8, SURE, FALSE, *[SURE] * 5, *[FALSE] * 10])
    assert believed[57] == FALSE.uv
    assert set(believed[59:]) == {CENTRE}


@pytest.mark.parametrize("p", [0.5, 0.8])
def test_the_cube_has_moved_where_its_former_place_is_read_less_surely(p: float) -> None:
    moved = replace(HOME, p=0.9, uv=SIDES["A"])
    believed = places([*[HOME] * 50, *[moved] * 8, replace(HOME, p=p), moved, *[HOME] * 10])
    assert set(believed[55:]) == {moved.uv}


def test_the_cube_has_moved_where_it_has_lain_longer_than_in_its_former_place() -> None:
    moved = replace(HOME, p=0.9, uv=SIDES["A"])
    believed = places([*[HOME] * 10, *[moved] * 30, SURE, moved, *[SURE] * 10])
    assert set(believed[20:]) == {moved.uv}


def test_the_cube_has_moved_where_a_third_place_is_read_once() -> None:
    moved = replace(HOME, p=0.9, uv=SIDES["A"])
    believed = places([*[HOME] * 50, *[moved] * 8, replace(FALSE, p=1.0), *[moved] * 10])
    assert set(believed[55:]) == {moved.uv}


def with_a_die_read_as_the_cube(
    seed: int, value: int, seconds: float, taken: bool
) -> tuple[CubeScript, Told]:
    """Four turns; in the last a die is read as a cube of this value for so long, then the cube is read, then
    the die once more. Then there is a double, taken or passed."""
    script = CubeScript(seed=seed)
    player = script.some_turns(2)
    start = round(10 * script.t) + 8
    dice = script.roll(player)
    script.show(script._dice, 3.0)
    false = read_as_cube(value, 0.5, script._dice[0].uv)
    script.play(player, dice)
    doubler = other(player)
    script.put_cube(2, SURFACE[doubler], 2.0)
    if taken:
        script.put_cube(2, SIDES[player])
        script.turn(doubler)
    else:
        script.put_cube(64, CENTRE)
        script.show((), 40.0)
    sure = start + round(10 * seconds)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=PLAIN):
            if reading.seq == sure:
                yield replace(reading, cube=SURE)
            elif start <= reading.seq <= sure + 1:
                yield replace(reading, cube=replace(false))
            else:
                yield reading

    return script, follow(seen(), MatchConfig(length=5))


@pytest.mark.parametrize("seed", [21, 22])
@pytest.mark.parametrize("value", [2, 64])
@pytest.mark.parametrize("seconds", [1.0, 2.0])
@pytest.mark.parametrize(("taken", "answer"), [(True, "CubeTaken"), (False, "CubePassed")])
def test_a_double_is_told_after_a_die_was_read_as_the_cube(
    seed: int, value: int, seconds: float, taken: bool, answer: str
) -> None:
    script, told = with_a_die_read_as_the_cube(seed, value, seconds, taken)
    assert told.raised == []
    doubler = other(script.turns[3][0])
    assert acts(told) == [("CubeOffered", doubler, 2), (answer, other(doubler), 2)]
    assert told.turns == truth(script)


def seen_at_first(value: int, uv: tuple[float, float], when: str, until: str) -> tuple[CubeScript, Told]:
    """A begins with five and three; B's turn comes some seconds later. Something on the surface is hardly
    read as a cube of this value, and the cube itself is not read meanwhile.

    when: it is seen from the opening roll on, or after the turn. until: to the end of that turn, or to the
    next one.
    """
    script = CubeScript(seed=3)
    script._dice = script.throw([3], "W")
    script.show(script._dice, 1.2)
    script._dice += script.throw([5], "E")
    start = script.t + 0.3
    script.show(script._dice, 1.5)
    script.play("A", (5, 3))
    over = script.t
    script.show((), 4.0)
    end = over - 0.2 if until == "its end" else script.t
    start = start if when == "opening" else over + 0.3
    script.turn("B")

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=PLAIN):
            there = start <= reading.t < end
            yield replace(reading, cube=read_as_cube(value, 0.42, uv)) if there else reading

    return script, follow(seen(), MatchConfig(length=5))


@pytest.mark.parametrize("value", [4, 64])
@pytest.mark.parametrize("uv", [(0.3, 0.5), (0.75, 0.5)])
@pytest.mark.parametrize("until", ["its end", "the next turn"])
def test_what_is_hardly_read_as_the_cube_in_the_first_turn_is_no_double(
    value: int, uv: tuple[float, float], until: str
) -> None:
    script, told = seen_at_first(value, uv, "opening", until)
    assert told.raised == []
    assert acts(told) == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("value", [2, 4, 64])
def test_what_is_so_read_between_two_turns_is_a_double(value: int) -> None:
    """The cube has left its place, and lies on the surface once the first turn is over."""
    script, told = seen_at_first(value, SURFACE["B"], "after", "the next turn")
    assert acts(told) == [("CubeOffered", "B", 2), ("CubeTaken", "A", 2)]
    assert told.raised == []
    assert told.turns == truth(script)


def first_seen_on_the_surface(turns: int, value: int, p: float) -> tuple[Told, Player]:
    """After some turns a cube whose place beside the board is out of the picture lies on the surface, and is
    read with this value and probability; then play goes on. And who is on turn."""
    script = CubeScript(seed=35)
    script.without_cube()
    doubler = script.some_turns(turns)
    script.cube = ScriptCube(value, SURFACE[doubler])
    script.show((), 2.5)
    script.cube = None
    script.show((), 1.0)
    script.turn(doubler)
    return follow(readings(script, fps=10.0, noise=replace(PLAIN, cube_p=(p, p)))), doubler


@pytest.mark.parametrize("p", [0.6, 0.85])
@pytest.mark.parametrize("turns", [1, 3])
def test_a_cube_never_seen_in_its_place_is_offered_where_it_shows_the_value_due(p: float, turns: int) -> None:
    told, doubler = first_seen_on_the_surface(turns, 2, p)
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubeTaken", other(doubler), 2)]
    assert told.raised == []


@pytest.mark.parametrize(("value", "p"), [(2, 0.5), (4, 0.6), (4, 0.85), (64, 0.6)])
@pytest.mark.parametrize("turns", [1, 3])
def test_it_is_not_where_it_is_read_less_surely_or_shows_another_value(
    value: int, p: float, turns: int
) -> None:
    told, _ = first_seen_on_the_surface(turns, value, p)
    assert acts(told) == []
    assert told.raised == []


@pytest.mark.parametrize(("share", "p", "told_as"), [(0.9, 0.53, 1), (0.05, 0.53, 0), (0.05, 0.7, 1)])
def test_a_cube_hardly_seen_in_its_place_has_not_left_it(share: float, p: float, told_as: int) -> None:
    """Where it is overlooked most of the time, what lies elsewhere has to be surer. share: of the readings
    that show it in its place."""
    script = CubeScript(seed=35)
    doubler = script.some_turns(3)
    offered = script.t
    script.put_cube(2, SURFACE[doubler], 2.5)
    script.cube = None
    script.show((), 1.0)
    script.turn(doubler)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=replace(PLAIN, cube_p=(p, p))):
            if reading.t < offered and reading.t > 2.0 and reading.seq % 100 >= 100 * share:
                yield replace(reading, cube=None)
            else:
                yield reading

    told = follow(seen(), MatchConfig(length=5))
    assert len(told.named("CubeOffered")) == told_as
    assert told.raised == []


@pytest.mark.parametrize(("v", "centred"), [(0.31, True), (0.69, True), (0.25, False), (0.85, False)])
def test_a_cube_seen_on_a_high_rim_is_centred_up_to_where_it_may_be_a_players(
    v: float, centred: bool
) -> None:
    assert place_of((1.12, v), (0.47, 0.53)).centred is centred


@pytest.mark.parametrize("still", [True, False])
@pytest.mark.parametrize("seconds", [0.6, 1.2])
def test_two_readings_of_a_cube_will_do_where_the_picture_does_not_change(
    seconds: float, still: bool
) -> None:
    """A double is passed and the cube taken back soon: it is read twice. What is not read anew, since nothing
    changes, goes on to be given; where the picture does change it is overlooked."""
    script = CubeScript(seed=35)
    script.some_turns(3)
    offered = script.t
    script.show((), 6.0)
    seen_twice = [read_as_cube(2, 0.98, (0.3, 0.5)) for _ in range(2)]

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=PLAIN):
            since = round(10 * (reading.t - offered))
            if since < 5:
                yield reading
            elif since < 5 + 10 * seconds:
                again = seen_twice[1] if still else None
                yield replace(reading, cube=seen_twice[since - 5] if since < 7 else again)
            else:
                yield replace(reading, cube=None)

    told = follow(seen(), MatchConfig(length=5))
    assert len(told.named("CubeOffered")) == (still and seconds > 1.0)


@pytest.mark.parametrize("hidden", [1, 2, 4])
def test_where_a_cube_taken_out_of_sight_is_seen_at_last_is_its_place(hidden: int) -> None:
    """Nobody touched it then; and from there its owner doubles. hidden: turns for which it is not seen."""
    script = CubeScript(seed=23)
    doubler = script.some_turns(2)
    taker = other(doubler)
    script.put_cube(2, SURFACE[doubler], 2.0)
    script.cube = None
    script.show((), 2.0)
    player = doubler
    for _ in range(hidden):
        script.turn(player)
        player = other(player)
    script.cube = ScriptCube(2, SIDES[taker])
    script.show((), 3.0)
    while player != taker:
        script.turn(player)
        player = other(player)
    script.put_cube(4, SURFACE[taker], 2.0)
    script.put_cube(4, SIDES[doubler])
    script.turn(taker)
    told = follow(readings(script, fps=10.0, noise=PLAIN), MatchConfig(length=7))
    assert acts(told) == [
        ("CubeOffered", doubler, 2),
        ("CubeTaken", taker, 2),
        ("CubeOffered", taker, 4),
        ("CubeTaken", doubler, 4),
    ]
    assert told.raised == []


@pytest.mark.parametrize("crawford", [True, False])
@pytest.mark.parametrize("once_more", [True, False])
def test_a_cube_put_away_is_not_at_the_board_though_something_else_is_read_as_it_once(
    crawford: bool, once_more: bool
) -> None:
    """It is put away while the men are put up."""
    script = CubeScript(seed=23)
    script.scenes.clear()
    script.t, script.board = 0.0, one_off(START, "A", 13)
    script.show((), 10.0, frozenset(range(24)))
    script.cube = None
    script.show((), 3.0, frozenset(range(4, 11)))
    script.board = START
    begins = script.t
    script.show((), 2.0)
    script.some_turns(1)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=PLAIN):
            strayed = once_more and 0.0 < reading.t - begins < 0.15
            yield replace(reading, cube=read_as_cube(2, 0.33, (0.34, 0.05))) if strayed else reading

    score = (0, 4) if crawford else (0, 0)
    told = follow(seen(), MatchConfig(length=5, score=score, crawford=crawford))
    (start,) = told.named("GameStarted")
    gone = {"value_shown": None, "place": None, "present": False}
    assert start.get("cube") == (gone if crawford and not once_more else None)
    assert told.raised == []


@pytest.mark.parametrize("where", ["his right", "the owner's right"])
def test_who_puts_a_cube_on_the_surface_that_the_other_owns(where: str) -> None:
    """Before his roll, on his own right, whoever is on turn, who may not; on the other's right its owner."""
    script = CubeScript(seed=21)
    doubler = script.some_turns(3)
    owner = other(doubler)
    script.put_cube(2, SURFACE[doubler], 2.0)
    script.put_cube(2, SIDES[owner])
    script.turn(doubler)
    script.turn(owner)
    script.put_cube(4, SURFACE[doubler if where == "his right" else owner], 3.0)
    script.put_cube(2, SIDES[owner], 2.0)
    script.turn(doubler)
    told = follow(readings(script, fps=10.0, noise=PLAIN), MatchConfig(length=7))
    offered = told.named("CubeOffered")[-1]
    assert (offered.by, offered.get("value")) == (doubler if where == "his right" else owner, 4)
    if where == "his right":
        assert told.turns == truth(script)
        assert acts(told)[-1] == ("CubeReturned", doubler, 4)
        assert told.raised == [("CUBE_NO_ACCESS", doubler)]


def test_who_doubles_again_as_soon_as_it_was_taken_does_not_own_the_cube() -> None:
    """Though a cube that was taken may be pushed about for a while."""
    script = CubeScript(seed=21)
    doubler = script.some_turns(3)
    owner = other(doubler)
    script.put_cube(2, SURFACE[doubler], 2.0)
    script.put_cube(2, SIDES[owner], 1.5)
    script.put_cube(4, SURFACE[doubler], 3.5)
    script.put_cube(2, SIDES[owner], 2.0)
    script.turn(doubler)
    told = follow(readings(script, fps=10.0, noise=PLAIN), MatchConfig(length=7))
    assert told.raised == [("CUBE_NO_ACCESS", doubler)]
    assert told.turns == truth(script)
