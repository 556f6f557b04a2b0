"""The board to go on from where nothing explains it: nobody loses a man while nobody looks."""

import pytest

from monitor.backgammon import START, Position
from monitor.tracking.seen import LOG_MAN_LESS, LOG_VANISHED, SeenBoard, to_go_on_from
from tests.monitor.tracking.sim import one_off

HOME = Position.of([3, 3, 3, 2, 2, 2, *[0] * 19], START.opponent)
"""All of A's men are home."""


def chosen(whole: Position, by: float) -> Position:
    """Of this board and one without a man on A's 6 point, which fits better by so much."""
    short = SeenBoard(one_off(whole, "A", 6), 0.0, LOG_MAN_LESS)
    return to_go_on_from([short, SeenBoard(whole, -by, 0.0)], whole)


@pytest.mark.parametrize(
    ("by", "short"), [(-LOG_MAN_LESS + 1.0, False), (-LOG_MAN_LESS - LOG_VANISHED + 1.0, True)]
)
def test_a_man_who_cannot_have_been_borne_off_is_rather_misread(by: float, short: bool) -> None:
    assert (chosen(START, by).board == START.board) is not short


def test_a_man_who_may_have_been_borne_off_may_be_gone() -> None:
    assert chosen(HOME, -LOG_MAN_LESS + 1.0).board == one_off(HOME, "A", 6).board


def test_a_man_on_the_bar_may_have_been_put_away() -> None:
    """As somebody does who takes a man he has hit off the board."""
    hit = Position.of([*one_off(START, "A", 6).mover[:24], 1], START.opponent)
    without = Position.of([*hit.mover[:24], 0], START.opponent)
    by = -LOG_MAN_LESS + 1.0
    assert to_go_on_from([SeenBoard(without, 0.0, LOG_MAN_LESS), SeenBoard(hit, -by, 0.0)], hit) == without


def test_where_many_men_are_gone_they_are_being_gathered_in() -> None:
    """Then none of the boards is the likelier for the number of its men on the bar."""
    some = Position.of([0] * 5 + [5] + [0] * 18 + [3], START.opponent)
    home = Position.of([0] * 5 + [5] + [0] * 19, START.opponent)
    boards = [SeenBoard(some, 0.0, 7 * LOG_MAN_LESS), SeenBoard(home, 0.0, 10 * LOG_MAN_LESS)]
    assert to_go_on_from(boards, START) == some
