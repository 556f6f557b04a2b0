"""What it costs an illegal board that the opponent's men stand otherwise, or that a man came unseen."""

import pytest

from monitor.backgammon import START, Position, apply_play
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer
from monitor.tracking.slips import (
    LOG_OTHERS_MAN,
    LOG_TWO_SLIPS,
    comes_unseen,
    price_of_others,
    price_of_two,
)
from tests.monitor.tracking.test_explain import EAST, slots_of
from tests.support import make_reading


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


def own(changes: dict[int, int], board: Position) -> Position:
    """The board with so many men more or less of the mover's on his points."""
    men = list(board.mover)
    for point, more in changes.items():
        men[point - 1] += more
    return Position.of(men, board.opponent)


@pytest.mark.parametrize(
    ("read", "known", "unseen"), [(-2, 0, True), (-1, 0, True), (0, 0, False), (-2, -2, False)]
)
def test_a_man_comes_unseen_where_fewer_are_read_on_a_point_known_to_be_misread(
    read: int, known: int, unseen: bool
) -> None:
    """read: men more than there are on the 13 point, where one comes, before and after. known: the same of
    what was believed to stand there before: with none the readings contradict it, and are suspected."""
    before, after = own({13: 1, 8: -1}, START), own({13: 2, 8: -2}, START)
    evidence = Evidence(has_bar=True)
    for number, board in enumerate((before, after)):
        for frame in range(8):
            t, seq = number + frame / 10, 10 * number + frame
            evidence.update(make_reading(slots_of(own({13: read}, board)), seq=seq, t=t))
        if number == 0:
            Explainer(evidence, EAST, has_bar=True).confirm(own({13: known}, before))
    assert comes_unseen(evidence, EAST, before, after, "A") is unseen
    assert not comes_unseen(evidence, EAST, after, after, "A")


@pytest.mark.parametrize(
    ("legal", "after", "roll", "price"),
    [
        ("13/8", "13/8 6/8", (3, 2), LOG_TWO_SLIPS),
        ("13/8", "13/10", (5, 2), 0.0),
        ("13/10 6/4", "13/10 6/8", (3, 2), 0.0),
        ("13/8", "13/8 6/5", (3, 2), 0.0),
    ],
)
def test_another_man_in_the_wrong_direction_beside_a_whole_play_costs_extra(
    legal: str, after: str, roll: tuple[int, int], price: float
) -> None:
    """A number played in the wrong direction, once, costs nothing here, nor a man moved on too far."""
    best, seen = apply_play(START, legal), START
    for man in after.split():
        start, end = map(int, man.split("/"))
        seen = own({start: -1, end: 1}, seen)
    assert price_of_two(START, best, seen, roll, "A") == price
