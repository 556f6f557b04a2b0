"""Rolls whose dice are overlooked, wholly or but for one die: turns are told apart by who moves."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position, from_seat, legal_plays, text_of
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, begun, follow, truth
from vision.reading import Reading


def overlooking(source: Iterable[Reading], wholly: tuple[float, float], end: float) -> Iterator[Reading]:
    """In the first span no dice are read, after it until the end only the one that lies first among them."""
    for reading in source:
        if wholly[0] <= reading.t < wholly[1]:
            yield replace(reading, dice=())
        elif wholly[1] <= reading.t < end:
            yield replace(reading, dice=reading.dice[:1])
        else:
            yield reading


def played(script: Script, player: Player) -> None:
    script.play(player, script.roll(player))


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_two_turns_without_dice_are_not_one_illegal_turn(seed: int) -> None:
    """Of the first of two turns no dice are seen, of the second one die: nobody moved the other's men."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    start = script.t
    played(script, other(player))
    between = script.t
    played(script, player)
    end = script.t
    played(script, other(player))
    played(script, player)
    told = follow(overlooking(readings(script, fps=10.0, noise=QUIET), (start, between), end))
    turns = told.named("TurnPlayed")
    assert [turn.by for turn in turns] == [by for by, _, _ in script.turns]
    assert [turn.get("board_after") for turn in turns] == [text_of(board) for _, _, board in script.turns]
    assert told.raised == []


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_a_second_die_read_late_makes_the_roll(seed: int) -> None:
    """It is read for the first time when the other has lain alone for more than two seconds."""
    script, player = begun(seed)
    dice = script.roll(player, (5, 2))
    since = script.scenes[-1].t
    script.show(script._dice, 4.0)
    lifted = script.t
    script.play(player, dice)
    told = follow(readings(script, fps=5.0, noise=QUIET))
    late = follow(
        replace(one, dice=one.dice[:1]) if since <= one.t < since + 2.8 else one
        for one in readings(script, fps=5.0, noise=QUIET)
    )
    for watched in (told, late):
        (rest,) = (event for event in watched.named("DiceAtRest") if event.t >= since)
        assert sorted(die["face"] for die in rest.get("dice")) == [2, 5]
        assert rest.t_known is not None
        assert rest.t_known < lifted
        assert watched.turns == truth(script)
        assert watched.raised == []


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_a_turn_whose_one_die_is_overlooked_ends_when_it_is_played(seed: int) -> None:
    """Its player thinks for ten seconds, in which one of his dice is no longer read; the other lies there."""
    script, player = begun(seed)
    dice = script.roll(player, (5, 2))
    since = script.scenes[-1].t
    script.show(script._dice, 10.0)
    thought = script.t
    script.play(player, dice)
    end = script.t
    played(script, other(player))
    told = follow(
        replace(one, dice=one.dice[:1]) if since + 2.0 <= one.t < end else one
        for one in readings(script, fps=5.0, noise=QUIET)
    )
    (turn,) = (event for event in told.named("TurnPlayed") if since <= event.t <= end)
    assert thought < turn.t
    assert turn.by == player
    assert (told.turns, told.raised) == (truth(script), [])


def on_the_bar(script: Script, player: Player) -> None:
    """Turns until the player on turn waits on the bar and may roll what he cannot play."""
    for _ in range(40):
        played(script, player)
        player = other(player)
        board = from_seat(script.board, player)
        if board.mover_bar and any(not legal_plays(board, (n, n)) for n in range(1, 7)):
            return
    raise AssertionError("nobody was hit")


def about_to_dance(seed: int) -> tuple[Script, Player, tuple[int, int]]:
    """A game, who is on turn and on the bar in it, and a roll that he cannot play."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    on_the_bar(script, other(player))
    dancer: Player = other(script.turns[-1][0])
    board = from_seat(script.board, dancer)
    double = next(n for n in range(1, 7) if not legal_plays(board, (n, n)))
    return script, dancer, (double, double)


def test_a_dance_that_was_overlooked_is_no_move_by_the_other_player() -> None:
    """He waits on the bar, throws what nobody sees and cannot play it; of the next roll one die is seen."""
    script, dancer, dice = about_to_dance(4)
    before = len(script.turns)
    start = script.t
    script.play(dancer, script.roll(dancer, dice), Position(script.board.board))
    between = script.t
    played(script, other(dancer))
    end = script.t
    played(script, dancer)
    told = follow(overlooking(readings(script, fps=10.0, noise=QUIET), (start, between), end))
    turns = [(turn.by, turn.get("board_after")) for turn in told.named("TurnPlayed")]
    true = [(by, text_of(board)) for by, _, board in script.turns]
    assert turns in (true, true[:before] + true[before + 1 :])
    assert told.raised == []
