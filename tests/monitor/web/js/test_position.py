"""position.js and words of boards."""

import random

import pytest

from monitor.backgammon import Position
from tests.monitor.web.js.conftest import Run

START = "-b----E-C---eE---c-e----B-"


def test_start_is_the_engines_start(js: Run) -> None:
    assert js("position", "m.START") == START
    assert Position.from_board26(START).problems == Position.from_board26(js("position", "m.START")).problems


def test_counts_there_and_back(js: Run) -> None:
    rng = random.Random(7)
    letters = "-" * 8 + "ABCDEFabcdefOo"
    boards = ["".join(rng.choice(letters) for _ in range(26)) for _ in range(200)]
    assert js("position", "x.map(b => m.fromCounts(m.counts(b)))", boards) == boards


def test_counts_agree_with_the_terminal_drawing(js: Run) -> None:
    from monitor.screen.board_text import count_at

    board = "a-C--DBB---cB---bBca--d--B"
    assert js("position", "m.counts(x)", board) == [count_at(board, place) for place in range(26)]


def test_borne_off_counts_what_is_missing(js: Run) -> None:
    assert js("position", "m.borneOff(m.counts(x))", START) == [0, 0]
    assert js("position", "m.borneOff(m.counts(x))", "-BB" + "-" * 21 + "c-") == [11, 12]


@pytest.mark.parametrize("text", ["", "x" * 26, START[:-1], START + "-", None, 7])
def test_what_is_no_board(js: Run, text: object) -> None:
    assert js("position", "m.isBoard(x)", text) is False


def test_words_of_a_board_count_points_from_each_side(js: Run) -> None:
    words = js("position", "m.describe(x, ['Anna', 'Boris'])", START)
    assert words.startswith("Anna: 2 on the 24 point, 5 on the 13 point, 3 on the 8 point, 5 on the 6 point")
    assert "Boris: 2 on the 24 point, 5 on the 13 point, 3 on the 8 point, 5 on the 6 point" in words


def test_places_that_differ(js: Run) -> None:
    assert js("position", "m.changed(x[0], x[1])", [START, "-b----E-C---eD---c-e---AB-"]) == [13, 23]
