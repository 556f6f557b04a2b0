"""A roll that does not count is followed by another, read in part or not; what lies there later is none."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, Told, follow, truth
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, moved
from tests.support import make_die
from vision.reading import Reading

AMONG_MEN = replace(
    make_die(2, (37.0, 582.0), uv=(0.037, 0.97), zone="W", size_px=18.0),
    p=0.76,
    faces=(0.048, 0.76, *([0.048] * 4)),
)
"""Hardly to be told from the men of the column it lies in."""


def hardly_read(source: Iterable[Reading], since: float, until: float, *, instead: bool) -> Iterator[Reading]:
    """Between two times a die among the men is read, besides what lies there or instead of it."""
    for reading in source:
        dice = (*(() if instead else reading.dice), AMONG_MEN)
        yield replace(reading, dice=dice) if since <= reading.t < until else reading


def cocked_first(seed: int) -> tuple[Script, Player]:
    """After the first turn a roll that leans is taken up; who threw it."""
    script, player = after_the_first_turn(seed)
    script.cocked(player, lean_p=0.97)
    return script, player


def played_then(seed: int) -> tuple[Script, Player, float, float]:
    """After a void roll another one is thrown and played, between two times; the opponent plays, too."""
    script, player = cocked_first(seed)
    since = script.t
    script.play(player, script.roll(player, (4, 3)))
    until = script.t
    script.play(other(player), script.roll(other(player)))
    return script, player, since, until


def thrown(told: Told, since: float, until: float) -> list[tuple[Player | None, object]]:
    """By whom dice were told to be thrown between two times, and how many."""
    throws = (event for event in told.named("DiceThrown") if since <= event.t < until)
    return [(event.by, event.get("n")) for event in throws]


@pytest.mark.parametrize("seed", [0, 1, 4, 7, 8])
def test_who_moves_has_thrown_again_though_but_one_die_is_hardly_read(seed: int) -> None:
    script, player, since, until = played_then(seed)
    told = follow(hardly_read(readings(script, fps=8.0, noise=QUIET), since, until, instead=True))
    assert thrown(told, since, until) == [(player, 2)]
    assert told.raised == [("ROLL_INVALID", player)]


@pytest.mark.parametrize("seed", [0, 3, 5, 7])
def test_who_moves_after_a_while_has_thrown_again_though_no_die_is_read(seed: int) -> None:
    script, player, since, until = played_then(seed)
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(replace(seen, dice=()) if since <= seen.t < until else seen for seen in source)
    assert thrown(told, since, until) == [(player, 2)]
    assert told.raised == [("ROLL_INVALID", player)]
    assert told.named("TurnPlayed")[-2].get("board_after") == script.turns[-2][2].board26()


@pytest.mark.parametrize("before", [-0.4, -0.2, 0.0, 0.2])
@pytest.mark.parametrize("seed", range(8))
def test_half_a_play_before_a_die_of_the_second_throw_is_read_is_played_with_that(
    seed: int, before: float
) -> None:
    """Not with the first, which did not count, though its dice are no longer there."""
    script, player = cocked_first(seed)
    since = script.t
    values = script.roll(player, (4, 3))
    script.show(script._dice, 1.5)
    whole = moved(script.board, player, (13, 9), (13, 10))
    read = script.t + before
    script._move_to(moved(script.board, player, (13, 9)))
    script.show(script._dice, 1.5)
    script.play(player, values, whole)
    script.play(other(player), script.roll(other(player)))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=8.0, noise=QUIET):
            late = since <= reading.t < read
            yield replace(reading, dice=tuple(die for die in reading.dice if not late or die.value != 3))

    told = follow(seen())
    assert told.raised == [("ROLL_INVALID", player)]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [0, 1, 4, 7, 8])
def test_who_was_seen_to_throw_again_has_not_when_he_puts_his_play_right(seed: int) -> None:
    script, player = cocked_first(seed)
    script.play(player, script.roll(player, (4, 3)), moved(script.board, player, (13, 8), (24, 22)))
    since = script.t
    script.show((), 2.0)
    script.put(moved(script.board, player, (8, 9), (22, 21)))
    script.show((), 3.0)
    until = script.t
    for mover in (other(player), player):
        script.play(mover, script.roll(mover))
    told = follow(hardly_read(readings(script, fps=8.0, noise=QUIET), since, until, instead=False))
    assert thrown(told, since, until) == []
    assert told.raised == [("ROLL_INVALID", player), ("ILLEGAL_MOVE", player)]
    assert told.turns == truth(script)
