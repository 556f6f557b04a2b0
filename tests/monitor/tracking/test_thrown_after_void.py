"""A roll that does not count is followed by another, read in part or not; what lies there later is none."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, follow, truth
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, moved
from vision.reading import DieReading, Reading

AMONG_MEN = DieReading(
    2,
    0.76,
    (0.048, 0.76, *([0.048] * 4)),
    (37.0, 582.0),
    (0.037, 0.97),
    "W",
    "surface",
    0.9,
    "flat",
    0.9,
    18.0,
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


@pytest.mark.parametrize("seed", [0, 1, 4, 7, 8])
def test_who_moves_has_thrown_again_though_but_one_die_is_hardly_read(seed: int) -> None:
    script, player = cocked_first(seed)
    since = script.t
    script.play(player, script.roll(player, (4, 3)))
    until = script.t
    script.play(other(player), script.roll(other(player)))
    told = follow(hardly_read(readings(script, fps=8.0, noise=QUIET), since, until, instead=True))
    again = [event for event in told.named("DiceThrown") if since <= event.t < until]
    assert [(event.by, event.get("n")) for event in again] == [(player, 2)]
    assert told.raised == [("ROLL_INVALID", player)]


@pytest.mark.parametrize("seed", [0, 3, 5, 7])
def test_who_moves_after_a_while_has_thrown_again_though_no_die_is_read(seed: int) -> None:
    script, player = cocked_first(seed)
    since = script.t
    script.play(player, script.roll(player, (4, 3)))
    until, board = script.t, script.board.board26()
    script.play(other(player), script.roll(other(player)))
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(replace(seen, dice=()) if since <= seen.t < until else seen for seen in source)
    again = [event for event in told.named("DiceThrown") if since <= event.t < until]
    assert [(event.by, event.get("n")) for event in again] == [(player, 2)]
    assert told.raised == [("ROLL_INVALID", player)]
    assert told.named("TurnPlayed")[-2].get("board_after") == board


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
    assert [event for event in told.named("DiceThrown") if since <= event.t < until] == []
    assert told.raised == [("ROLL_INVALID", player), ("ILLEGAL_MOVE", player)]
    assert told.turns == truth(script)
