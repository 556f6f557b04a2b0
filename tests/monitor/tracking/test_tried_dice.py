"""Before the opening roll players try their dice: what one of them throws and takes up is none of it."""

import pytest

from fixtures.readings import Script
from monitor.backgammon import START
from monitor.events import Player, other
from tests.monitor.tracking.sim import HALF, Told, from_south, truth, watch


def tried(script: Script, *throws: tuple[Player, tuple[int, ...]], leaning: bool = False) -> float:
    """Dice thrown and taken up, one player's after the other's; when the last were gone (s)."""
    for by, values in throws:
        script._dice = script.throw(values, HALF[by], leaning=leaning)
        script.show(script._dice, 2.2)
        script.lift()
        script.show((), 1.5)
    return script.t


def some_turns(script: Script) -> None:
    """The opening and three turns more."""
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(3):
        player = other(player)
        script.play(player, script.roll(player))


def early(told: Told, gone: float) -> list[str]:
    """What was told of dice that lay there before."""
    return [event.ev for event in told.events if event.ev.startswith("Dice") and event.t < gone]


@pytest.mark.parametrize("leaning", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_two_dice_of_one_player_are_no_opening_roll(seed: int, leaning: bool) -> None:
    script = Script(seed=seed)
    gone = tried(script, ("A", (4, 1)), ("A", (6, 6)), ("B", (3, 2)), leaning=leaning)
    some_turns(script)
    told = watch(script)
    assert early(told, gone) == []
    assert told.turns == truth(script)
    assert told.raised == []


@pytest.mark.parametrize("seed", range(3))
def test_nor_is_one_die_after_another(seed: int) -> None:
    script = Script(seed=seed)
    gone = tried(script, ("A", (4,)), ("B", (2,)), ("A", (5,)), ("A", (1,)))
    some_turns(script)
    told = watch(script)
    assert early(told, gone) == []
    assert told.turns == truth(script)
    assert told.raised == []


@pytest.mark.parametrize("laid", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_plays_that_are_shown_before_the_opening_are_none(seed: int, laid: bool) -> None:
    """With the dice of one player lying there or without any, put back every time."""
    script = Script(seed=seed)
    if laid:
        dice = script.throw((3, 1), "E")
        script.show(dice[:1], 0.8)
        script.show(dice, 1.0 + seed)
        script._dice = dice
    for move in ("8/5 6/5", "24/23 13/10"):
        script._move_to(from_south(START, "A", move))
        script.show(script._dice, 5.0)
        script._move_to(START)
        script.show(script._dice, 1.5)
    if laid:
        script.lift()
    script._dice = ()
    script.show((), 1.0 + seed)
    some_turns(script)
    told = watch(script)
    assert told.turns == truth(script)
    assert told.raised == []
    assert {event.get("game_no") for event in told.named("GameStarted")} == {1}


def test_who_plays_two_dice_of_his_own_is_not_accused_of_anything() -> None:
    """The opening roll was not seen then; his play is told with the next roll."""
    script = Script(seed=4)
    tried(script, ("A", (4, 4)))
    script.play("A", script.roll("A", (3, 1)), from_south(script.board, "A", "8/5 6/5"))
    script.play("B", script.roll("B"))
    told = watch(script)
    assert [(turn.by, turn.get("board_after")) for turn in told.named("TurnPlayed")] == [
        (by, board.board26()) for by, _, board in script.turns
    ]
    assert told.raised == []


def test_a_first_die_that_leans_is_told_before_the_other_is_thrown() -> None:
    script = Script(seed=5)
    script.show(script.throw((3,), "E", leaning=True), 4.0)
    script.show((), 0.5)
    told = watch(script)
    assert told.raised == [("ROLL_INVALID", "A")]
