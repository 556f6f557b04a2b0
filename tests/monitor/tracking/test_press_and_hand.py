"""A turn ended at the clock is judged by the board in view once the hand at the clock has gone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest

from fixtures.readings import readings
from monitor.backgammon import Position
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from monitor.tracking.acts import WAIT_S
from monitor.tracking.seating import Seating, stack
from tests.monitor.tracking.sim import QUIET, Told, follow_with, truth
from tests.monitor.tracking.test_shared_dice import CLOCKED, TAPPED, SharedScript
from tests.monitor.tracking.test_tall_columns import moved
from vision.reading import OUTCOMES, Reading

FPS = 10.0
HAND_COMES_S = 0.4
"""So long before the press the hand is over the board."""


@dataclass(frozen=True)
class Pressed:
    """A game of three turns, of which the second is that of `mover`, ended by a press at t (s)."""

    script: SharedScript
    mover: Player
    t: float
    half_seen: Position
    """What is half seen under the hand."""


def rolled(seed: int, *men: tuple[int, int]) -> tuple[SharedScript, Player, Position, tuple[int, int]]:
    """The second turn: 4-3, of which these men are moved; who moves them, the board before, and the dice."""
    script = SharedScript(seed=seed)
    mover = script.some_turns(0)
    script.take_up()
    before = script.board
    dice = script.roll(mover, (4, 3))
    script._move_to(moved(before, mover, *men))
    return script, mover, before, dice


def pressed(seed: int, *men: tuple[int, int]) -> Pressed:
    """4-3, of which the mover plays this; 13/9 13/10 is half seen under the hand that presses."""
    script, mover, before, dice = rolled(seed, *men)
    script.turns.append((mover, dice, script.board))
    script.show(script._dice, 1.0)
    t = script.t
    script.ends.append((mover, t))
    script.show(script._dice, 5.0)
    script.take_up()
    script.play(other(mover), script.roll(other(mover)))
    script.take_up()
    return Pressed(script, mover, t, moved(before, mover, (13, 9), (13, 10)))


def under_a_hand(
    source: Iterable[Reading], half_seen: Position, seating: Seating, since: float, until: float
) -> Iterator[Reading]:
    """A hand covers the four slots of one corner, and half covers all others, where this board is read."""
    (contents,), _ = seating.outcomes(stack([half_seen.board]))
    points = np.full((24, OUTCOMES), 0.03 / (OUTCOMES - 1), np.float32)
    points[np.arange(24), contents] = 0.97
    hidden = np.full(24, 0.4, np.float32)
    hidden[:4] = 0.9
    points[:4] = 1.0 / OUTCOMES
    for reading in source:
        there = since <= reading.t < until
        yield replace(reading, points=points, hidden=hidden) if there else reading


def followed(game: Pressed, hand_s: float | None, config: MatchConfig = CLOCKED) -> Told:
    """What is told where the hand stays for so long after the press; without one where that is None."""
    source: Iterable[Reading] = readings(game.script, fps=FPS, noise=QUIET)
    if hand_s is not None:
        span = game.t - HAND_COMES_S, game.t + hand_s
        source = under_a_hand(source, game.half_seen, game.script.seating, *span)
    return with_presses(source, game, config)


def with_presses(source: Iterable[Reading], game: Pressed, config: MatchConfig = CLOCKED) -> Told:
    """What is told of these readings of a game, its presses or taps entered."""
    name = "ClockPressed" if config.clock else "BarTapped"
    entered = [Event(name, t=t, by=by, src="clock") for by, t in game.script.ends]
    return follow_with(source, entered, config)[0]


def told_after(told: Told, game: Pressed) -> float:
    """How long after the press the turn it ends, which it is dated with, was told (s)."""
    turn = told.named("TurnPlayed")[1]
    assert turn.t == game.t
    assert turn.t_known is not None
    return turn.t_known - game.t


@pytest.mark.parametrize("config", [CLOCKED, TAPPED])
@pytest.mark.parametrize("seed", range(3))
def test_a_die_not_played_is_found_whatever_is_half_seen_under_the_hand(
    seed: int, config: MatchConfig
) -> None:
    game = pressed(seed, (13, 9))
    told = followed(game, 0.7, config)
    assert told.raised == [("ILLEGAL_MOVE", game.mover)]
    assert told.findings[0].kind == "must_play_more"
    assert told.turns == truth(game.script)
    assert told.named("TurnPlayed")[1].t == game.t


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_a_legal_play_is_told_once_the_hand_has_gone(seed: int) -> None:
    game = pressed(seed, (13, 9), (24, 21))
    told = followed(game, 0.7)
    assert told.raised == []
    assert told.turns == truth(game.script)
    assert 0.7 <= told_after(told, game) < 1.2


@pytest.mark.parametrize("seed", range(3))
def test_a_hand_that_stays_does_not_hold_the_turn_up_for_longer_than_that(seed: int) -> None:
    game = pressed(seed, (13, 9), (13, 10))
    told = followed(game, 4.0)
    assert told.raised == []
    assert told.turns == truth(game.script)
    assert WAIT_S <= told_after(told, game) < WAIT_S + 2 / FPS


@pytest.mark.parametrize("men", [((13, 9),), ((13, 9), (13, 10))], ids=["one die", "both dice"])
@pytest.mark.parametrize("seed", range(3))
def test_where_no_hand_is_over_the_board_the_turn_is_told_at_once(
    seed: int, men: tuple[tuple[int, int], ...]
) -> None:
    game = pressed(seed, *men)
    told = followed(game, None)
    assert told.raised == ([("ILLEGAL_MOVE", game.mover)] if len(men) == 1 else [])
    assert told.turns == truth(game.script)
    assert told_after(told, game) < 2 / FPS


@pytest.mark.parametrize("seed", range(3))
def test_the_end_of_a_turn_waits_for_a_board_that_will_not_settle(seed: int) -> None:
    """The rim hides a row of points, and a moment before time is up the board still seems to change."""
    game = pressed(seed, (13, 9), (13, 10))
    source = readings(game.script, fps=FPS, noise=QUIET)

    def seen() -> Iterator[Reading]:
        for reading in source:
            if game.t - 0.5 <= reading.t < game.t + WAIT_S + 0.4:
                reading.hidden[12:15] = 0.9
                if reading.seq % 2:
                    reading.points[20] = reading.points[20][::-1].copy()
            yield reading

    told = with_presses(seen(), game)
    assert told.turns == truth(game.script)
    assert told_after(told, game) > WAIT_S
    assert told.raised == []
