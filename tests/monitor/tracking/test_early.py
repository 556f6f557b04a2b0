"""Turns are told while the hand that lifts the dice is still there; a play changed after all is put right."""

import pytest

from fixtures.readings import ScriptCube, hand_at
from fixtures.readings import readings as read
from fixtures.staged import StagedGame, stage
from fixtures.trial import assess, readings
from monitor.backgammon import Position, apply_play, from_seat
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, follow, truth, watch
from tests.monitor.tracking.test_cube import SIDES, SURFACE, CubeScript
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, counted, moved


def test_turns_are_told_before_the_hand_has_left_the_dice() -> None:
    game = stage(5, most_turns=8)
    outcome = assess(game, readings(game, fps=10.0, noise=QUIET))
    assert outcome.exact == outcome.turns == 8
    assert sorted(outcome.delays)[5] < 0.2
    assert max(outcome.delays) <= 0.6


def test_a_play_changed_after_a_hand_lay_over_the_dice() -> None:
    game = StagedGame(seed=1)
    player, dice = game.opening()
    game.play(player, dice)
    player = other(player)
    dice = game.roll(player, (3, 1))
    mine = game.board if player == "A" else game.board.swapped()
    ends = [apply_play(mine, text) for text in ("24/20", "8/5 6/5")]
    first, last = (end if player == "A" else end.swapped() for end in ends)
    before, thrown = game.board, game._dice
    game._move_to(first)
    game.show(thrown, 0.6)
    game.show((), 0.4, frozenset(range(24)))
    game.show(thrown, 1.0)
    game._move_to(before)
    game.play(player, dice, last)
    for _ in range(2):
        player = other(player)
        game.play(player, game.roll(player))
    told = watch(game, fps=10.0)
    assert told.findings == []
    boards = [event.get("board_after") for event in told.events if event.get("board_after")]
    assert boards[-1] == game.board.board26()
    assert last.board26() in boards


@pytest.mark.parametrize("seed", range(4))
def test_a_man_held_over_the_dice_was_not_played_to_a_tall_column(seed: int) -> None:
    """The six point may hold one man more than the five that are read: 5-2 can be played there."""
    script, player = after_the_first_turn(seed)
    before, taken_up = script.board, script.t
    script.roll(player, (5, 2))
    dice, mine = script._dice, from_seat(before, player)
    points = list(mine.mover)
    points[12] -= 1
    script._move_to(from_seat(Position.of(points, mine.opponent), player))
    script.show(dice, 0.6)
    script.show((), 0.6, hand_at(dice))
    script.show(dice, 0.4)
    script.play(player, (5, 2), moved(before, player, (13, 11), (13, 8)))
    script.play(other(player), script.roll(other(player)))
    source = counted(
        read(script, fps=5.0, noise=QUIET, seed=seed), script, player, 6, {5: 0.95, 6: 0.04}, taken_up
    )
    told = follow(source)
    assert told.turns == truth(script)
    ended = [event for event in told.named("DicePickedUp") if event.get("meaning") == "turn_end"]
    assert len(ended) == len(script.turns)
    assert told.raised == []


@pytest.mark.parametrize("seed", [31, 33, 34])
def test_the_hand_of_the_other_player_does_not_lift_the_dice(seed: int) -> None:
    """It hides them while it puts the cube on the board, too early."""
    script = CubeScript(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    player = other(player)
    script.play(player, script.roll(player))
    *_, lifted, _, _ = script.scenes
    del script.scenes[-3:]
    script.t = lifted.t
    doubler, lying = other(player), script._dice
    his_row = frozenset(range(12, 24) if doubler == "A" else range(12))
    script.show((), 0.8, his_row)
    script.cube = ScriptCube(2, SURFACE[doubler])
    script.show(lying, 1.5)
    script.lift()
    script.show((), 3.0)
    script.cube = ScriptCube(2, SIDES[player])
    script.show((), 2.0)
    script.play(doubler, script.roll(doubler))
    told = follow(read(script, fps=10.0, noise=QUIET))
    assert [code for code, _ in told.raised] == ["CUBE_PREMATURE"]
    assert told.turns == truth(script)
