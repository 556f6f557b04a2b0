"""A play whose dice were not read is over when the other player doubles, or when its end is pressed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import readings
from monitor.backgammon import text_of
from monitor.events import Event, other
from tests.monitor.tracking.sim import QUIET, follow, follow_with
from tests.monitor.tracking.test_cube import SIDES, SURFACE, CubeScript, acts
from tests.monitor.tracking.test_shared_dice import TAPPED, SharedScript
from vision.reading import Reading


def without_dice(source: Iterable[Reading], since: float, until: float) -> Iterator[Reading]:
    """In this span no dice are read."""
    for reading in source:
        yield replace(reading, dice=()) if since <= reading.t < until else reading


@pytest.mark.parametrize("seed", [3, 5, 8, 11])
def test_the_player_who_doubles_after_it_is_the_other(seed: int) -> None:
    script = CubeScript(seed=seed)
    mover = script.some_turns(1)
    since = script.t
    script.turn(mover)
    until = script.t
    doubler = other(mover)
    script.put_cube(2, SURFACE[doubler], 4.0)
    script.put_cube(2, SIDES[mover], 2.0)
    script.turn(doubler)
    told = follow(without_dice(readings(script, fps=10.0, noise=QUIET), since, until))
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubeTaken", mover, 2)]
    turns = told.named("TurnPlayed")
    assert [turn.by for turn in turns] == [by for by, _, _ in script.turns]
    assert [turn.get("board_after") for turn in turns] == [text_of(board) for _, _, board in script.turns]
    assert told.raised == []


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_a_tap_ends_it(seed: int) -> None:
    script = SharedScript(seed=seed)
    mover = script.some_turns(1)
    script.take_up()
    since = script.t
    script.play(mover, script.roll(mover))
    script.take_up()
    until = script.t
    script.show((), 3.0)
    taps = [Event("BarTapped", t=t, by=by, src="clock") for by, t in script.ends]
    told = follow_with(without_dice(readings(script, fps=10.0, noise=QUIET), since, until), taps, TAPPED)[0]
    last = told.named("TurnPlayed")[-1]
    assert (last.by, last.get("board_after")) == (mover, text_of(script.turns[-1][2]))
    assert told.named("BarTapped")[-1].by == mover
    assert told.raised == []
