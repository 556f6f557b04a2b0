"""What a game that is given up counts."""

from monitor.backgammon import START, Position
from monitor.tracking.resigning import likely_results
from monitor.tracking.score import ScoreKeeper

ALL = {"A": 15, "B": 15}
THREE = {"A": 3, "B": 3}
FAR_BEHIND = Position.from_board26("-CB----eee----------------")
"""A bears off his last five men; all men of B are far from home."""
CLOSE = Position.from_board26("-CBB--------b--a---ddd----")
"""The last men of B are about as far from home as A from the end."""


def test_far_behind_a_gammon_is_given_up_and_no_more_than_wins_the_match() -> None:
    (best,) = likely_results(FAR_BEHIND, "A", ALL, THREE)
    assert (best.winner, best.level) == ("A", "gammon")
    assert best.p > 0.95
    (best,) = likely_results(FAR_BEHIND, "A", ALL, {"A": 1, "B": 3})
    assert (best.winner, best.level) == ("A", "single")


def test_with_a_man_off_it_is_a_single_game() -> None:
    (best,) = likely_results(FAR_BEHIND, "A", {"A": 15, "B": 16}, THREE)
    assert (best.winner, best.level) == ("A", "single")


def test_a_man_left_in_the_home_board_of_the_winner_may_be_a_backgammon() -> None:
    board = Position.from_board26("-B------------------eee---")
    away = Position.from_board26("-Bdc-----------------dc-c-")
    assert "backgammon" not in {result.level for result in likely_results(board, "A", ALL, THREE)}
    assert likely_results(away, "A", ALL, THREE)[0].level == "backgammon"
    assert likely_results(away, "A", ALL, {"A": 2, "B": 3})[0].level == "gammon"


def test_what_may_be_either_is_said_with_both() -> None:
    results = likely_results(CLOSE, "B", ALL, THREE)
    assert [(result.winner, result.level) for result in results][:2] in (
        [("A", "single"), ("A", "gammon")],
        [("A", "gammon"), ("A", "single")],
    )
    assert results[0].p < 0.8
    even = likely_results(START, None, ALL, THREE)
    assert {result.winner for result in even} == {"A", "B"}
    assert abs(sum(result.p for result in even) - 1.0) < 0.05


def test_the_multiple_that_wins_the_match_depends_on_score_and_cube() -> None:
    score = ScoreKeeper(5, (1, 4))
    assert (score.most("A", 1), score.most("A", 2), score.most("A", 4)) == (3, 2, 1)
    assert score.most("B", 1) == 1
    assert ScoreKeeper(None).most("A", 8) == 3
    score.game_over(None, None, 1, passed=False)
    assert score.most("B", 1) == 3
