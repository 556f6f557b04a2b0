"""A board that is pushed and found again at once: the turn that was going on goes on."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position, apply_play, from_seat, legal_plays
from monitor.events import Event, Player, other
from tests.monitor.tracking.sim import (
    QUIET,
    Told,
    begun,
    ends_of,
    follow,
    follow_with,
    four_turns,
    legal_turns,
    truth,
)
from vision.reading import Reading

BLIND_S = 0.4
"""So long after the push nothing is read."""


def pushed(script: Script, *times: float, apart: float = 0.0) -> Told:
    """What is told where the board is pushed at some times, and found at once; apart: how far beside their
    places (field units) dice are read for a moment, before that is noticed."""

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            since = min((reading.t - t for t in times if reading.t >= t), default=BLIND_S)
            if since < 0.1:
                beside = (replace(die, uv=(die.uv[0] + apart, die.uv[1])) for die in reading.dice)
                yield replace(reading, dice=tuple(beside))
            elif since >= BLIND_S:
                yield reading

    data = {"reason": "the board moved in the picture", "found": True}
    lost = [Event("TrackLost", t=t + BLIND_S, src="derived", data=data) for t in times]
    return follow_with(seen(), lost)[0]


@pytest.mark.parametrize("apart", [0.0, 0.03, 0.1])
@pytest.mark.parametrize("seed", range(4))
def test_no_turn_is_lost_by_a_push_whenever_it_comes(seed: int, apart: float) -> None:
    script = legal_turns(seed, 6)
    times = [2.3 + 3.7 * number for number in range(round(script.t / 3.7) - 1)]
    told = pushed(script, *times, apart=apart)
    assert told.raised == []
    assert told.turns == truth(script)
    assert len(told.named("TrackRegained")) == len(told.named("TrackLost")) == len(times)
    assert not any(event.get("gap") for event in told.named("TrackRegained"))


@pytest.mark.parametrize("seed", range(3))
def test_a_cocked_roll_is_none_after_a_push_either(seed: int) -> None:
    script = four_turns(seed)
    ((_, _, _, t),) = (one for one in script.expected if one[0] == "ROLL_INVALID")
    told = pushed(script, t + 1.0)
    assert [code for code, _ in told.raised] == ["ROLL_INVALID"]
    assert told.turns == truth(script)


@pytest.mark.parametrize("after", [0.3, 1.6], ids=["under the hand", "before the dice are lifted"])
@pytest.mark.parametrize("seed", range(3))
def test_an_illegal_play_is_told_though_the_board_was_pushed_meanwhile(seed: int, after: float) -> None:
    script, player = begun(seed)
    slip = wrong_end(script, player)
    script.roll(player, (6, 3))
    since = script.t
    script.play(player, (6, 3), slip)
    script.play(other(player), script.roll(other(player)))
    told = pushed(script, since + after)
    assert told.raised == [("ILLEGAL_MOVE", player)]
    assert told.turns == truth(script)


def wrong_end(script: Script, player: Player) -> Position:
    """The board, seen by A, after a six and a one, which no six and three lead to."""
    return Position(min(ends_of(script.board, player, (6, 1)) - ends_of(script.board, player, (6, 3))))


@pytest.mark.parametrize("hidden", [False, True], ids=["no pictures", "hands over it"])
@pytest.mark.parametrize("seed", range(3))
def test_a_turn_goes_on_whose_dice_lie_as_they_lay_when_the_board_is_seen_again(
    seed: int, hidden: bool
) -> None:
    """Its player thinks for a while, and for some of that time nothing is seen; then he plays."""
    script, player = begun(seed)
    roll = script.roll(player)
    since = script.t
    script.show(script._dice, 12.0)
    script.play(player, roll)
    script.play(other(player), script.roll(other(player)))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            if not since + 2.0 <= reading.t < since + 8.0:
                yield reading
            elif hidden:
                yield replace(reading, hidden=np.ones(24, np.float32), bar_hidden=1.0, dice=())

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)
    (again,) = told.named("TrackRegained")
    assert again.get("same_turn") is True
    assert since + 8.0 <= again.t < since + 8.5


def unseen(script: Script, since: float, until: float) -> Told:
    """What is told where nothing is seen for a while."""
    every = readings(script, fps=10.0, noise=QUIET)
    return follow(reading for reading in every if not since <= reading.t < until)


@pytest.mark.parametrize("seed", range(4))
def test_dice_thrown_unseen_are_those_of_the_turn_that_they_explain(seed: int) -> None:
    script, player = begun(seed)
    gone = script.t
    roll = script.roll(player)
    back = script.t + 3.0
    script.show(script._dice, 6.0)
    script.play(player, roll)
    script.play(other(player), script.roll(other(player)))
    told = unseen(script, gone - 0.5, back)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(4))
def test_so_they_are_where_men_were_moved_unseen_too(seed: int) -> None:
    script, player = begun(seed)
    gone = script.t
    roll = script.roll(player)
    mine = from_seat(script.board, player)
    end = from_seat(apply_play(mine, legal_plays(mine, roll)[0].hops), player)
    script.put(end, lying=True)
    back = script.t
    script.show(script._dice, 3.0)
    script.turns.append((player, roll, end))
    script.lift()
    script.show((), 1.0)
    script.play(other(player), script.roll(other(player)))
    told = unseen(script, gone - 0.5, back)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_that_ends_unseen_is_told_with_the_roll_that_lay_there(seed: int) -> None:
    script, player = begun(seed)
    roll = script.roll(player)
    gone = script.t
    script.play(player, roll)
    script.show((), 1.0)
    back = script.t
    script.show((), 4.0)
    script.play(other(player), script.roll(other(player)))
    told = unseen(script, gone, back)
    assert told.raised == []
    assert told.turns == truth(script)
    assert back - gone > 2.5


def test_nobody_is_said_to_move_off_turn_after_a_turn_that_was_not_seen() -> None:
    """An illegal play under which nothing was seen is put right with the opponent's roll on the board."""
    script, player = begun(2)
    slip = wrong_end(script, player)
    before = script.board
    script.roll(player, (6, 3))
    gone = script.t
    script.play(player, (6, 3), slip)
    script.show((), 1.0)
    back = script.t
    script.show((), 3.0)
    script.roll(other(player))
    script.show(script._dice, 2.0)
    mine = from_seat(before, player)
    right = from_seat(apply_play(mine, legal_plays(mine, (6, 3))[0].hops), player)
    script.put(right, lying=True)
    script.show(script._dice, 3.0)
    told = unseen(script, gone, back)
    assert "CHECKER_OFF_TURN" not in [code for code, _ in told.raised]
