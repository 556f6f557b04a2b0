"""The opponent throws before a turn is over: the play is judged as the press or tap leaves it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from fixtures.readings import readings
from monitor.backgammon import Position, text_of
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from monitor.tracking.acts import PRESS_S
from tests.monitor.tracking.sim import QUIET, Told, follow_with
from tests.monitor.tracking.test_press_and_hand import FPS, HAND_COMES_S, rolled, under_a_hand
from tests.monitor.tracking.test_shared_dice import CLOCKED, TAPPED, SharedScript, watched
from tests.monitor.tracking.test_tall_columns import moved
from vision.reading import Reading

LATE_S = 3.0
"""So long after the opponent's throw the player ends his turn."""


@dataclass(frozen=True)
class Hasty:
    """A game in which the opponent of the mover, who plays 4-3, throws before that one has pressed (s)."""

    script: SharedScript
    mover: Player
    thrown: float
    pressed: float
    half_seen: Position
    """What a hand at the bar or the clock leaves to be seen: a legal play."""


def hasty(seed: int, *men: tuple[int, int], later: tuple[int, int] | None = None) -> Hasty:
    """The mover plays these men, and one more after the opponent's throw; then everything goes on."""
    script, mover, before, dice = rolled(seed, *men)
    script.show(script._dice, 1.0)
    script.take_up()
    thrown = script.t
    script.roll(other(mover), (5, 2))
    script.show(script._dice, LATE_S - (script.t - thrown))
    if later is not None:
        script._move_to(moved(script.board, mover, later))
        script.show(script._dice, 0.6)
    pressed = script.t
    script.turns.append((mover, dice, script.board))
    script.ends.append((mover, pressed))
    script.show(script._dice, 2.0)
    script.take_up()
    script.play(other(mover), script.roll(other(mover)))
    script.take_up()
    return Hasty(script, mover, thrown, pressed, moved(before, mover, (13, 9), (13, 10)))


def turn_of(told: Told, number: int) -> tuple[float, float | None, object]:
    """When a turn is said to have ended, when that was known, and the board then."""
    turn = told.named("TurnPlayed")[number]
    return turn.t, turn.t_known, turn.get("board_after")


@pytest.mark.parametrize("config", [CLOCKED, TAPPED])
@pytest.mark.parametrize("seed", range(3))
def test_an_illegal_play_is_told_when_its_turn_is_over_not_at_the_throw(
    seed: int, config: MatchConfig
) -> None:
    game = hasty(seed, (13, 9))
    told = watched(game.script, config)
    assert told.raised == [("ILLEGAL_MOVE", game.mover), ("PREMATURE_ROLL", other(game.mover))]
    t, known, _ = turn_of(told, 1)
    assert t == game.pressed
    assert known is not None
    assert known > game.pressed - 0.1
    lifted = told.named("DicePickedUp")
    picked = [(event.by, event.t) for event in lifted if event.get("meaning") == "next_turn"]
    assert len(picked) == len(set(picked)) == len(told.named("TurnPlayed"))


@pytest.mark.parametrize("seed", range(3))
def test_a_play_finished_after_the_throw_is_no_illegal_one(seed: int) -> None:
    game = hasty(seed, (13, 9), later=(13, 10))
    told = watched(game.script, CLOCKED)
    assert told.raised == [("PREMATURE_ROLL", other(game.mover))]
    assert turn_of(told, 1)[2] == text_of(game.script.turns[1][2])


@pytest.mark.parametrize("seed", range(3))
def test_a_press_that_never_comes_does_not_keep_an_illegal_play_untold(seed: int) -> None:
    game = hasty(seed, (13, 9))
    del game.script.ends[1]
    told = watched(game.script, CLOCKED)
    assert ("ILLEGAL_MOVE", game.mover) in told.raised
    known = turn_of(told, 1)[1]
    assert known is not None
    assert known <= game.thrown + PRESS_S + 1.5


@pytest.mark.parametrize("seed", range(3))
def test_the_hand_that_ends_the_turn_hides_no_illegal_play(seed: int) -> None:
    game = hasty(seed, (13, 9))
    source = readings(game.script, fps=FPS, noise=QUIET)
    span = game.pressed - HAND_COMES_S, game.pressed + 0.7
    seen = under_a_hand(source, game.half_seen, game.script.seating, *span)
    entered = [Event("ClockPressed", t=t, by=by, src="clock") for by, t in game.script.ends]
    told = follow_with(seen, entered, CLOCKED)[0]
    assert told.raised == [("ILLEGAL_MOVE", game.mover), ("PREMATURE_ROLL", other(game.mover))]
    assert turn_of(told, 1)[0] == game.pressed


@pytest.mark.parametrize("config", [CLOCKED, TAPPED])
@pytest.mark.parametrize("seed", range(3))
def test_a_die_out_of_sight_until_the_turn_is_over_was_thrown_with_the_one_that_lay_there(
    seed: int, config: MatchConfig
) -> None:
    """The dice of the turn before had been lifted by then: the one in sight is none of those."""
    game = hasty(seed, (13, 9), (13, 10))
    name = "ClockPressed" if config.clock else "BarTapped"
    presses = [Event(name, t=t, by=by, src="clock") for by, t in game.script.ends]

    def seen() -> Iterator[Reading]:
        for reading in readings(game.script, fps=FPS, noise=QUIET):
            hidden = game.thrown <= reading.t < game.pressed
            yield replace(reading, dice=reading.dice[:1]) if hidden else reading

    told, _ = follow_with(seen(), presses, config)
    assert told.raised == [("PREMATURE_ROLL", other(game.mover))]
    assert turn_of(told, 1)[2] == text_of(game.script.turns[1][2])
