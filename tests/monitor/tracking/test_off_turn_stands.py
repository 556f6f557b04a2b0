"""Men moved off turn are told once they have stood there; before, a hand may put a play right."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position, apply_play, from_seat, legal_plays
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, follow, truth, watch
from tests.monitor.tracking.test_out_of_order import codes, from_south, under_way
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, moved
from tests.monitor.tracking.test_unseen_on_bar import after_a_hit
from vision.reading import DieReading, Reading

Men = tuple[tuple[int, int], ...]


def own_slots(script: Script, player: Player, *points: int) -> frozenset[int]:
    """The slots of a player's points."""
    slots = script.seating.slots if player == "A" else script.seating.slots[::-1]
    return frozenset(int(slots[point - 1]) for point in points)


def put(script: Script, player: Player, board: Position, *points: int, seconds: float) -> None:
    """While dice lie there the hand of a player makes this the board, which then is in view for so long.

    It is over his 4 to 6 points first, then over these points of his too.
    """
    lying, hand = script._dice, own_slots(script, player, 4, 5, 6)
    there = hand | own_slots(script, player, *points)
    script.show(lying, 0.2, hand)
    script.show(lying, 0.2, there)
    script.board = board
    script.show(lying, 0.2, there)
    script.show(lying, seconds)


def moved_off_turn(script: Script, idle: Player, seconds: float, *, back: bool = True) -> None:
    """The player not on turn moves a man from 6 to 5, where he stands for so long, and may put him back."""
    stood = script.board
    put(script, idle, moved(stood, idle, (6, 5)), seconds=seconds)
    if back:
        put(script, idle, stood, seconds=seconds)


def half_a_play(script: Script, player: Player, dice: tuple[int, int]) -> Position:
    """Move the first man of a play; the board after the whole of it."""
    start = from_seat(script.board, player)
    play = legal_plays(start, dice)[0]
    script._move_to(from_seat(apply_play(start, play.hops[:1]), player))
    return from_seat(play.result, player)


def read_elsewhere(seed: int, seconds: float, *, half_played: bool, back: bool) -> tuple[Script, Player]:
    """Two turns, in the first of which a man of the other player stands elsewhere for so long; who he is."""
    script, mover = under_way(seed)
    idle = other(mover)
    dice = script.roll(mover)
    end = half_a_play(script, mover, dice) if half_played else None
    moved_off_turn(script, idle, seconds, back=back)
    script.play(mover, dice, end)
    script.play(idle, script.roll(idle))
    return script, idle


@pytest.mark.parametrize("half_played", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 4, 6])
def test_men_read_elsewhere_for_half_a_second_were_not_moved(seed: int, half_played: bool) -> None:
    script, _ = read_elsewhere(seed, 0.5, half_played=half_played, back=True)
    told = watch(script, fps=10.0)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("half_played", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 4, 6])
def test_men_that_stand_there_for_two_seconds_were_moved(seed: int, half_played: bool) -> None:
    script, idle = read_elsewhere(seed, 2.0, half_played=half_played, back=True)
    told = watch(script, fps=10.0)
    assert codes(told) == [("CHECKER_OFF_TURN", "moved", idle)]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 2, 4, 6])
def test_so_were_men_that_stay_there(seed: int) -> None:
    script, idle = read_elsewhere(seed, 2.0, half_played=False, back=False)
    told = watch(script, fps=10.0)
    assert codes(told) == [("CHECKER_OFF_TURN", "moved", idle)]
    assert told.turns == truth(script)


def with_a_man_on_bar(seed: int, *, of_mover: bool) -> tuple[Script, Player]:
    """A game in which a man waits on the bar, and who is on turn: whose man it is, or the other, after that
    one could not enter."""
    script, waiting = after_a_hit(seed)
    if not of_mover:
        script.play(waiting, script.roll(waiting, (6, 6)))
        assert script.board.mover_bar + script.board.opponent_bar == 1
    return script, waiting if of_mover else other(waiting)


@pytest.mark.parametrize("seconds", [0.5, 2.0])
@pytest.mark.parametrize("of_mover", [True, False])
@pytest.mark.parametrize("seed", [2, 4, 5, 6])
def test_a_man_waiting_on_the_bar_makes_no_difference(seed: int, of_mover: bool, seconds: float) -> None:
    script, mover = with_a_man_on_bar(seed, of_mover=of_mover)
    idle = other(mover)
    dice = script.roll(mover)
    moved_off_turn(script, idle, seconds)
    script.play(mover, dice)
    script.play(idle, script.roll(idle))
    told = watch(script, fps=10.0)
    assert codes(told) == ([("CHECKER_OFF_TURN", "moved", idle)] if seconds > 1.0 else [])
    assert told.turns == truth(script)


def mended(seed: int, wrong: Men, steps: Men) -> tuple[Script, Player, Position, tuple[float, float]]:
    """4-3, of which this is played; while the next roll lies there its player moves these men besides, one
    after the other. Who that is, how the men then stand, and when the 4-3 lay there."""
    script, player = after_the_first_turn(seed)
    rival = other(player)
    since = script.t
    dice = script.roll(player, (4, 3))
    script.play(player, dice, moved(script.board, player, *wrong))
    next_dice = script.roll(rival)
    until, lying = script.t, script._dice
    for step in steps:
        put(script, player, moved(script.board, player, step), *step, seconds=0.4)
    right = script.board
    script.show(lying, 2.0)
    script.play(rival, next_dice)
    script.play(player, script.roll(player))
    return script, player, right, (since, until)


@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_an_illegal_play_put_right_man_by_man_is_no_move_off_turn(seed: int) -> None:
    """13/8 24/22 put right to 13/9 24/21 while the next roll lies there."""
    script, player, right, _ = mended(seed, ((13, 8), (24, 22)), ((8, 9), (22, 21)))
    told = watch(script, fps=10.0)
    assert [(code, by) for code, _, by in codes(told)] == [
        ("ILLEGAL_MOVE", player),
        ("LATE_CORRECTION", player),
    ]
    assert [(event.by, event.get("board")) for event in told.named("Corrected")] == [
        (player, right.board26())
    ]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(4))
def test_a_board_that_is_half_put_right_is_not_told(seed: int) -> None:
    """4-3 played 13/8 24/22 put right to 13/10 24/20 with a hit, which comes first."""
    script, rival = after_the_first_turn(seed)
    player = other(rival)
    script.play(rival, script.roll(rival, (2, 1)), moved(script.board, rival, (13, 11), (6, 5)))
    script.play(player, script.roll(player, (4, 3)), moved(script.board, player, (13, 8), (24, 22)))
    dice = script.roll(rival)
    half = from_south(script.board, player, "22/20*")
    right = moved(half, player, (8, 10))
    put(script, player, half, 22, 20, seconds=0.4)
    put(script, player, right, 8, 10, seconds=2.0)
    script.play(rival, dice)
    script.play(player, script.roll(player))
    told = watch(script, fps=10.0)
    assert told.raised == [("ILLEGAL_MOVE", player), ("LATE_CORRECTION", player)]
    assert [event.get("board") for event in told.named("Corrected")] == [right.board26()]
    assert half.board26() not in [event.get("board_after") for event in told.named("CheckersMoved")]
    assert told.turns == truth(script)


def perhaps_a_two(die: DieReading) -> DieReading:
    """A three that is read as a two with one in twenty."""
    faces = tuple({3: 0.94, 2: 0.05}.get(face, 0.0025) for face in range(1, 7))
    return replace(die, faces=faces) if die.value == 3 else die


def hardly_read(source: Iterable[Reading], span: tuple[float, float]) -> Iterator[Reading]:
    """In this span of time the three might be a two."""
    for reading in source:
        there = span[0] <= reading.t < span[1]
        yield replace(reading, dice=tuple(map(perhaps_a_two, reading.dice))) if there else reading


@pytest.mark.parametrize("put_right", [True, False])
@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_a_play_that_was_not_judged_may_be_put_right_with_the_next_roll_on_the_board(
    seed: int, put_right: bool
) -> None:
    """4-3, which might be 4-2, played 13/9 24/22, put right to 13/9 24/21 or left so."""
    steps: Men = ((22, 21),) if put_right else ()
    script, player, right, span = mended(seed, ((13, 9), (24, 22)), steps)
    told = follow(hardly_read(readings(script, fps=10.0, noise=QUIET), span))
    corrected = [(event.by, event.get("board")) for event in told.named("Corrected")]
    assert told.named("TurnPlayed")[1].get("legal") is None
    assert corrected == ([(player, right.board26())] if put_right else [])
    assert told.raised == []
    assert told.turns == truth(script)
