"""Turns are told while the hand that lifts the dice is still there; a play changed after all is put right."""

from fixtures.staged import StagedGame, stage
from fixtures.trial import assess, readings
from monitor.backgammon import apply_play
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, watch


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
