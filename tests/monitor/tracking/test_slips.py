"""What it costs an illegal board that the opponent's men stand otherwise."""

import pytest

from monitor.backgammon import START, Position, apply_play
from monitor.tracking.slips import LOG_OTHERS_MAN, price_of_others


def opponents(changes: dict[int, int], board: Position = START) -> Position:
    """The board with so many men more or less of the opponent's on points of his own, or his bar (25)."""
    men = list(board.opponent)
    for point, more in changes.items():
        men[point - 1] += more
    return Position.of(board.mover, men)


def test_his_own_men_cost_nothing_here() -> None:
    assert price_of_others(START, apply_play(START, "13/7 8/7")) == 0.0


@pytest.mark.parametrize(
    ("changes", "men"), [({6: -1}, 1), ({13: -2}, 2), ({6: -1, 4: 1}, 1), ({6: -2, 4: 1}, 2), ({8: 1}, 1)]
)
def test_men_of_the_opponent_that_come_or_are_gone_cost_as_much(changes: dict[int, int], men: int) -> None:
    assert price_of_others(START, opponents(changes)) == men * LOG_OTHERS_MAN


@pytest.mark.parametrize("play", ["13/9*", "13/9*/7"])
def test_a_man_that_is_hit_costs_nothing_wherever_who_hit_him_went(play: str) -> None:
    blot = opponents({13: -1, 16: 1})
    assert price_of_others(blot, apply_play(blot, play)) == 0.0


def test_nor_does_one_taken_off_where_the_mover_stands() -> None:
    blot = opponents({13: -1, 16: 1})
    hit = apply_play(blot, "13/9*")
    gone = Position.of(hit.mover, [*hit.opponent[:24], 0])
    assert price_of_others(blot, gone) == 0.0
