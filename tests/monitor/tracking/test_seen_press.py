"""Hands seen at the clock end turns; some go unseen, and some are no presses."""

from collections.abc import Iterable

import pytest

from fixtures.readings import readings
from monitor.events import Event, Player, other
from tests.monitor.tracking.sim import QUIET, Told, follow_with, truth
from tests.monitor.tracking.test_press_and_hand import pressed
from tests.monitor.tracking.test_shared_dice import CLOCKED, SharedScript
from tests.monitor.tracking.test_thrown_before_press import hasty

RESTED_S = 2.5, 0.1
"""So long before the press, and after it, men come to rest."""
SEEDS = range(3)


def hand(by: Player, t: float) -> Event:
    return Event("ClockPressed", t=t, by=by, conf=0.9, data={"seen": True})


def watched(script: SharedScript, hands: Iterable[tuple[Player, float]]) -> Told:
    """What is told where these hands at the clock are seen, and nobody enters a press."""
    seen = [hand(by, t) for by, t in hands]
    return follow_with(readings(script, fps=10.0, noise=QUIET), seen, CLOCKED)[0]


def game(seed: int, turns: int = 6) -> SharedScript:
    script = SharedScript(seed=seed)
    script.some_turns(turns)
    script.take_up()
    return script


@pytest.mark.parametrize("seed", SEEDS)
def test_a_legal_turn_is_told_with_the_press_and_at_once(seed: int) -> None:
    script = game(seed)
    told = watched(script, script.ends)
    assert told.raised == []
    assert told.turns == truth(script)
    turns = told.named("TurnPlayed")
    assert [turn.t for turn in turns] == [t for _, t in script.ends]
    assert all(turn.t_known is not None and turn.t_known - turn.t <= 0.3 for turn in turns)
    assert len(told.named("ClockPressed")) == len(turns)


@pytest.mark.parametrize("missed", [{0}, {3}, {2, 3, 4}, set(range(7))])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_press_that_goes_unseen_costs_no_turn(seed: int, missed: set[int]) -> None:
    """The dice that the opponent takes show that it is over; it ended as its last men came to rest."""
    script = game(seed)
    told = watched(script, [end for number, end in enumerate(script.ends) if number not in missed])
    assert told.raised == []
    assert told.turns == truth(script)
    for turn, (_, t) in zip(told.named("TurnPlayed"), script.ends, strict=True):
        assert t - RESTED_S[0] <= turn.t <= t + RESTED_S[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_that_only_pass_the_clock_end_nothing(seed: int) -> None:
    """While the dice lie unplayed, between two men, by the other player, and before anything is thrown."""
    script = game(seed)
    extra = []
    for (by, t), (_, before) in zip(script.ends[1:], script.ends, strict=False):
        extra += [(by, t - 2.6), (other(by), t - 2.0), (by, before + 0.5)]
    told = watched(script, sorted([*script.ends, *extra], key=lambda end: end[1]))
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_illegal_play_is_told_before_the_opponent_takes_the_dice(seed: int) -> None:
    play = pressed(seed, (13, 9))
    told = watched(play.script, play.script.ends)
    assert told.raised == [("ILLEGAL_MOVE", play.mover)]
    turn = told.named("TurnPlayed")[1]
    assert turn.t == play.t
    assert turn.t_known is not None
    assert turn.t_known <= play.t + 1.7


@pytest.mark.parametrize("seed", SEEDS)
def test_presses_that_are_entered_go_before_hands_that_are_seen(seed: int) -> None:
    script = game(seed)
    entered = [Event("ClockPressed", t=t, by=by, src="clock") for by, t in script.ends]
    hands = [hand(by, t - 2.6) for by, t in script.ends[1:]]
    told, _ = follow_with(readings(script, fps=10.0, noise=QUIET), [*entered, *hands], CLOCKED)
    assert told.raised == []
    assert told.turns == truth(script)
    assert [turn.t for turn in told.named("TurnPlayed")] == [t for _, t in script.ends]
    assert not any(event.get("seen") for event in told.named("ClockPressed"))


def late_press(seed: int) -> tuple[SharedScript, Player]:
    """Three turns, after which a player throws three seconds before the other presses; who throws."""
    script = SharedScript(seed=seed)
    mover = script.some_turns(2)
    script.take_up()
    script.play(mover, script.roll(mover))
    script.ends.pop()
    script.take_up()
    script.roll(other(mover))
    script.show(script._dice, 3.0)
    script.ends.append((mover, script.t))
    script.show(script._dice, 2.0)
    return script, other(mover)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_roll_before_the_press_is_told_where_presses_are_seen_as_a_rule(seed: int) -> None:
    script, early = late_press(seed)
    assert watched(script, script.ends).raised == [("PREMATURE_ROLL", early)]
    assert watched(script, script.ends[2:]).raised == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_hand_at_the_clock_makes_no_roll_too_early(seed: int) -> None:
    """The turn had ended with a press that was seen; its player comes to the clock once more."""
    script = game(seed)
    again = [(by, t + 4.2) for by, t in script.ends]
    told = watched(script, sorted([*script.ends, *again], key=lambda end: end[1]))
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_roll_thrown_again_where_no_press_is_seen_may_have_come_too_early(seed: int) -> None:
    """Nobody is told to have had a cocked die, or to have thrown a sound roll again."""
    play = hasty(seed, (13, 9), (13, 10))
    script = play.script
    thrown = other(play.mover)
    script.lift()
    script.show((), 0.6)
    script.roll(thrown, (6, 5))
    script.show(script._dice, 3.0)
    assert watched(script, ()).raised == []
