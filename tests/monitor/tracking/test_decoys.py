"""Things that are taken for the cube or for a die where the cube is in play."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import ScriptCube, readings
from monitor.backgammon import Position, apply_play, from_seat, legal_plays
from monitor.config import MatchConfig
from monitor.events import other
from monitor.tracking.cube import CubeTracker
from tests.monitor.tracking.sim import QUIET, follow
from tests.monitor.tracking.test_cube import SIDES, SURFACE, CubeScript, acts
from tests.support import make_reading
from vision.reading import CubeReading, DieReading, Reading

DECOY = CubeReading(2, 0.93, (120.0, 588.0), (0.12, 0.98))


def with_decoy(source: Iterable[Reading]) -> Iterator[Reading]:
    """Where the cube is not read, something at the edge of the field is read as one."""
    for reading in source:
        yield reading if reading.cube is not None else replace(reading, cube=DECOY)


@pytest.mark.parametrize("seed", [40, 41, 42])
def test_what_was_read_as_the_cube_while_it_lay_elsewhere_makes_no_act(seed: int) -> None:
    script = CubeScript(seed=seed)
    doubler = script.some_turns(2)
    script.cube = None
    script.show((), 2.0)
    offered = script.t
    script.put_cube(2, SURFACE[doubler], 2.0)
    script.cube = None
    script.show((), 2.0)
    script.put_cube(2, SIDES[other(doubler)])
    script.turn(doubler)
    told = follow(with_decoy(readings(script, fps=10.0, noise=QUIET)), MatchConfig(length=5))
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubeTaken", other(doubler), 2)]
    places = [event.get("loc") for event in told.events if event.ev in ("CubeOffered", "CubeTaken")]
    assert [place["region"] for place in places] == ["surface", "rail"]
    assert told.named("CubeOffered")[0].t > offered
    assert told.raised == []


def test_a_place_seen_to_be_a_decoy_is_not_believed_later() -> None:
    tracker = CubeTracker(stills=False)
    cube = CubeReading(64, 0.99, (0.0, 0.0), (-0.05, 0.5))
    seen = [*[cube] * 10, DECOY, cube, *[DECOY] * 10, *[replace(cube, value=2, uv=(0.7, 0.5))] * 5]
    rests = []
    for number, one in enumerate(seen):
        tracker.update(make_reading(seq=number, t=number / 5, cube=replace(one)))
        rests.append(None if tracker.rest is None else tracker.rest.uv)
    assert set(rests[3:-3]) == {cube.uv}
    assert tracker.rest is not None
    assert tracker.rest.uv == (0.7, 0.5)


def test_a_ghost_in_one_picture_is_no_decoy_for_long() -> None:
    """Once something was read where the cube is put half a minute later."""
    tracker = CubeTracker(stills=False)
    cube = CubeReading(64, 0.99, (0.0, 0.0), (-0.05, 0.5))
    for number, one in enumerate([*[cube] * 10, DECOY, *[cube] * 150, *[DECOY] * 10]):
        tracker.update(make_reading(seq=number, t=number / 5, cube=replace(one)))
    assert tracker.rest is not None
    assert tracker.rest.uv == DECOY.uv


@pytest.mark.parametrize(("pause", "believed"), [(30.0, False), (90.0, True)])
def test_decoys_of_long_ago_are_forgotten_when_a_game_begins(pause: float, believed: bool) -> None:
    tracker = CubeTracker(stills=False)
    cube = CubeReading(64, 0.99, (0.0, 0.0), (-0.05, 0.5))
    seen = [*[cube] * 10, DECOY, cube, *[DECOY] * 2, *[cube] * 5]
    for number, one in enumerate(seen):
        tracker.update(make_reading(seq=number, t=number / 5, cube=replace(one)))
    tracker.new_game(4.0 + pause)
    for number in range(10):
        tracker.update(make_reading(seq=100 + number, t=4.0 + pause + number / 5, cube=replace(DECOY)))
    assert tracker.rest is not None
    assert (tracker.rest.uv == DECOY.uv) is believed


def with_a_stray_die(source: Iterable[Reading], since: float) -> Iterator[Reading]:
    """A die is read from some time on where none lies."""
    stray = DieReading(
        1, 0.9, (0.9, *([0.02] * 5)), (280.0, 580.0), (0.28, 0.97), "W", "surface", 0.9, "flat", 0.9, 18.0
    )
    for reading in source:
        yield replace(reading, dice=(*reading.dice, stray)) if reading.t >= since else reading


def test_a_lone_die_while_a_double_waits_is_no_roll() -> None:
    script = CubeScript(seed=43)
    doubler = script.some_turns(3)
    offered = script.t
    script.put_cube(2, SURFACE[doubler], 5.0)
    script.put(Position.from_board26("-E" + 22 * "-" + "e-"))
    script.show((), 4.0)
    told = follow(
        with_a_stray_die(readings(script, fps=10.0, noise=QUIET), offered + 1.0), MatchConfig(length=5)
    )
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubePassed", other(doubler), 2)]
    assert told.named("TrackLost") == []


@pytest.mark.parametrize("seed", [44, 45, 46])
def test_a_double_long_after_the_dice_went_out_of_sight_is_not_premature(seed: int) -> None:
    script = CubeScript(seed=seed)
    player = script.some_turns(2)
    doubler = other(player)
    dice, before = script.roll(player), script.board
    play = legal_plays(from_seat(before, player), dice)[0]
    after = from_seat(play.result, player)
    script._move_to(from_seat(apply_play(from_seat(before, player), [play.hops[0]]), player))
    boards = np.frombuffer(before.board + script.board.board, np.uint8).reshape(2, 50)
    points = script.seating.outcomes(boards)[0]
    columns = {int(die.uv[0] * 12) for die in script._dice}
    under = {column + row for column in columns for row in (0, 12)}
    under -= set(np.flatnonzero(points[0] != points[1]).tolist())
    script.show((), 0.8, frozenset(under))
    script.board = after
    script.show((), 1.7, frozenset(under))
    script.cube = ScriptCube(2, SURFACE[doubler])
    script.show((), 3.0, frozenset(under))
    script.put_cube(2, SIDES[player])
    script.turn(doubler)
    told = follow(readings(script, fps=10.0, noise=QUIET), MatchConfig(length=5))
    assert told.raised == []
    assert acts(told)[0] == ("CubeOffered", doubler, 2)


def test_the_cube_read_beside_its_place_is_no_decoy() -> None:
    tracker = CubeTracker(stills=False)
    cube = CubeReading(64, 0.99, (0.0, 0.0), (1.04, 0.46))
    beside = replace(cube, uv=(1.04, 0.4))
    for number, one in enumerate([*[cube] * 10, beside, cube, *[beside] * 10]):
        tracker.update(make_reading(seq=number, t=number / 5, cube=replace(one)))
    assert tracker.rest is not None
    assert tracker.rest.uv == beside.uv
