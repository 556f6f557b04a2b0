"""Turns that end, and begin, while nothing is seen: the picture stands still, or shows something else."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position, apply_play, from_seat, legal_plays
from monitor.events import Event, Player, other
from tests.monitor.tracking.sim import QUIET, Told, begun, ends_of, follow, follow_with, truth
from tests.monitor.tracking.test_off_turn_stands import put
from tests.monitor.tracking.test_out_of_order import under_way
from tests.monitor.tracking.test_shared_dice import TAPPED, SharedScript
from tests.monitor.tracking.test_unsided import BOX, BoxScript
from vision.reading import Reading, outcome_parts, unseen


def stopped(source: Iterable[Reading], since: float, until: float) -> Iterator[Reading]:
    """The readings while the picture stands still from a time to another."""
    for reading in source:
        if since <= reading.t < until:
            yield unseen(reading, reading.seq, reading.t, "the picture stands still")
        else:
            yield reading


def without_dice(turn: tuple[Player, tuple[int, int], Position]) -> Counter[tuple[object, ...]]:
    """A turn as it is told where its dice were not seen."""
    return Counter([(turn[0], (), turn[2].board26())])


def with_dice(turn: tuple[Player, tuple[int, int], Position]) -> Counter[tuple[object, ...]]:
    """A turn as it is told where they were."""
    return Counter([(turn[0], tuple(sorted(turn[1])), turn[2].board26())])


def told_of(script: Script, since: float, until: float) -> Told:
    return follow(stopped(readings(script, fps=10.0, noise=QUIET), since, until))


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("rolled", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_dice_that_lie_there_tell_that_the_turn_before_them_is_over(
    seed: int, rolled: bool, half: bool
) -> None:
    """The roll of the turn was seen before, or not; the play after it is half made, or not begun."""
    script, player = begun(seed)
    gone = script.t
    dice = script.roll(player)
    if rolled:
        gone = script.t
    script.play(player, dice)
    theirs = script.roll(other(player))
    start = from_seat(script.board, other(player))
    play = next(one for one in legal_plays(start, theirs) if len(one.hops) > 1)
    end = from_seat(play.result, other(player))
    if half:
        script.put(from_seat(apply_play(start, play.hops[:1]), other(player)), lying=True)
    back = script.t
    script.show(script._dice, 3.0)
    script.play(other(player), theirs, end)
    script.play(player, script.roll(player))
    told = told_of(script, gone, back)
    assert told.raised == []
    sure, unsure = truth(script), truth(script)
    unsure[player, tuple(sorted(dice)), script.turns[1][2].board26()] -= 1
    unsure[player, (), script.turns[1][2].board26()] += 1
    assert told.turns == (sure if rolled else +unsure)
    (lost,) = told.named("TrackLost")
    assert lost.get("reason") == "the picture stands still"
    (again,) = told.named("TrackRegained")
    assert again.get("gap") is None


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_equal_dice_after_a_gap_are_no_tie(seed: int) -> None:
    """With a box: a board that nothing explains is gone on from, and nobody knows whose turn it is."""
    script = BoxScript(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    gone = script.t
    for _ in range(3):
        player = other(player)
        script.play(player, script.roll(player))
    back = script.t
    script.show((), 3.0)
    script.show(script.throw((5, 5), "W"), 2.0)
    script.lift()
    script.show((), 3.0)
    source = stopped(readings(script, fps=8.0, noise=QUIET), gone, back)
    told = follow(source, BOX)
    assert [event.get("gap") for event in told.named("TrackRegained")][-1:] == [True]
    assert len(told.named("GameStarted")) == 1
    assert not [event for event in told.named("DiceAtRest") if event.t > back and len(event.get("dice")) == 1]


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_a_tap_while_nothing_is_seen_hands_nobody_the_dice_that_lie_there(seed: int) -> None:
    script = SharedScript(seed=seed)
    player = script.some_turns(2)
    script.take_up()
    dice = script.roll(player)
    gone = script.t
    script.play(player, dice)
    tapped = script.t
    script.show(script._dice, 2.0)
    back = script.t
    script.show(script._dice, 2.0)
    script.take_up()
    script.play(other(player), script.roll(other(player)))
    script.take_up()
    entered = [Event("BarTapped", t=t, by=by, src="clock") for by, t in script.ends]
    assert gone < tapped < back
    source = stopped(readings(script, fps=10.0, noise=QUIET), gone, back)
    told, _ = follow_with(source, entered, TAPPED)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(6))
def test_who_taps_while_nothing_is_seen_has_played(seed: int) -> None:
    """His dice are thrown, played and taken up unseen; the board stands before the next throw."""
    script = SharedScript(seed=seed)
    player = script.some_turns(2)
    script.take_up()
    gone = script.t
    script.play(player, script.roll(player))
    script.take_up()
    back = script.t
    script.show((), 4.0)
    script.play(other(player), script.roll(other(player)))
    script.take_up()
    entered = [Event("BarTapped", t=t, by=by, src="clock") for by, t in script.ends]
    told, _ = follow_with(stopped(readings(script, fps=10.0, noise=QUIET), gone, back), entered, TAPPED)
    assert told.raised == []
    turn = script.turns[-2]
    assert told.turns == truth(script) - with_dice(turn) + without_dice(turn)


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_a_man_who_is_taken_up_to_be_hit_has_not_been_moved(seed: int) -> None:
    """A blot of the player not on turn is gone, by a hand from his side, and his tallest column may hold one
    man more, but hardly."""
    script, mover = under_way(seed)
    idle = other(mover)
    dice = script.roll(mover)
    stood = script.board
    mine = from_seat(stood, idle)
    own = list(mine.mover)
    blot = own.index(min(count for count in own[:24] if count))
    tallest = own.index(max(own[:24]))
    own[blot] -= 1
    put(script, idle, from_seat(Position.of(own, mine.opponent), idle), blot + 1, seconds=2.5)
    put(script, idle, stood, blot + 1, seconds=1.0)
    script.play(mover, dice)
    slots = script.seating.slots if idle == "A" else script.seating.slots[::-1]
    slot = int(slots[tallest])

    def doubtful(reading: Reading) -> Reading:
        points = reading.points.copy()
        best = int(points[slot].argmax())
        points[slot] *= 0.05
        points[slot, [best, best + 1]] += (0.70, 0.25)
        return replace(reading, points=points)

    told = follow(map(doubtful, readings(script, fps=10.0, noise=QUIET)))
    assert "CHECKER_OFF_TURN" not in [code for code, _ in told.raised]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_wrong_play_that_nobody_saw_and_that_is_put_right_is_not_the_opponent_s(seed: int) -> None:
    """It looks like a play with other dice; the men are put right while the opponent's dice lie there."""
    script, player = begun(seed)
    dice = script.roll(player)
    script.show(script._dice, 1.5)
    gone, before = script.t, script.board
    wrong = another_s(before, player, dice)
    script.play(player, dice, wrong)
    script.show((), 2.0)
    back = script.t - 1.0
    theirs = script.roll(other(player))
    right = min(ends_of(before, player, dice), key=bytes)
    put(script, player, Position(right), 4, 5, 6, 8, 13, seconds=4.0)
    script.play(other(player), theirs)
    script.play(player, script.roll(player))
    told = told_of(script, gone, back)
    assert told.raised == []
    last = truth(script)
    assert all(told.turns[turn] for turn in last if turn[0] == other(player))


def another_s(board: Position, player: Player, dice: tuple[int, int]) -> Position:
    """The board after a play that only other dice allow."""
    ways = ends_of(board, player, dice)
    rolls = [(a, b) for a in range(1, 7) for b in range(1, a) if {a, b} != set(dice)]
    return Position(
        next(end for roll in rolls for end in sorted(ends_of(board, player, roll)) if end not in ways)
    )


@pytest.mark.parametrize("seed", range(6))
def test_of_two_turns_that_nobody_saw_the_first_is_told_with_its_dice(seed: int) -> None:
    """They lay there before the board was out of sight."""
    script, player = begun(seed)
    dice = script.roll(player)
    script.show(script._dice, 1.5)
    gone = script.t
    script.play(player, dice)
    script.play(other(player), script.roll(other(player)))
    script.show((), 0.5)
    back = script.t
    script.show((), 4.0)
    second = script.turns[-1]
    script.play(player, script.roll(player))
    told = told_of(script, gone, back)
    assert told.raised == []
    assert told.turns == truth(script) - with_dice(second) + without_dice(second)


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_turn_that_nobody_saw_is_known_though_a_tall_column_is_a_man_off(seed: int) -> None:
    script, player = begun(seed)
    gone = script.t
    script.play(player, script.roll(player))
    script.show((), 0.5)
    back = script.t
    script.show((), 4.0)
    turn = script.turns[-1]
    men = script.seating.outcomes(np.frombuffer(script.board.board, np.uint8)[None])[0][0]
    tall = int(np.argmax([sum(outcome_parts(int(one))) for one in men]))

    def taller(reading: Reading) -> Reading:
        points = reading.points.copy()
        if reading.t >= back:
            points[tall] *= 0.03
            points[tall, [men[tall], men[tall] + 1]] += (0.012, 0.9)
        return replace(reading, points=points)

    script.play(other(player), script.roll(other(player)))
    source = stopped(readings(script, fps=10.0, noise=QUIET), gone, back)
    told = follow(map(taller, source))
    assert told.raised == []
    assert (told.turns & without_dice(turn)).total() == 1
