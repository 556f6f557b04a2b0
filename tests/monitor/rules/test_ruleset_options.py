"""What the director may decide otherwise, and what the text does not let him."""

from typing import Any

import pytest

from monitor.rules import load_ruleset
from monitor.rules.errors import RuleSetOptionError
from monitor.rules.ruleset import RuleSet

WBGT, USBGF, BIBA, FCBG = map(load_ruleset, ("wbgt-2010", "usbgf-2016", "biba-2014", "fcbg-2007"))


def closes(rules: RuleSet, code: str, *mode: str) -> tuple[str, ...]:
    clause = rules.clause(code, "wrong_pips", frozenset(mode))
    assert clause is not None
    return clause.closes


def test_a_default_can_be_switched_and_the_text_stays_on_record() -> None:
    rules = WBGT.with_options({"dice.landing.on_checker": "valid", "dice.flat.rest_seconds": 1})
    assert rules.value("dice.landing.on_checker") == "valid"
    assert rules.value("dice.flat.rest_seconds") == 1
    entry = rules.entry("dice.landing.on_checker")
    assert entry is not None
    assert (entry.v, entry.certainty) == ("unstated", "interpretation")
    assert WBGT.value("dice.landing.on_checker") == "invalid"
    assert rules.clauses == WBGT.clauses


def test_a_reading_can_be_switched() -> None:
    assert WBGT.with_options({"dice.landing.on_bar": "valid"}).value("dice.landing.on_bar") == "valid"
    assert BIBA.with_options({"cube.premature": "invalid"}).value("cube.premature") == "invalid"


def test_whether_a_cocked_throw_closes_the_window() -> None:
    rules = WBGT.with_options({"illegal.window": ["opp_valid_roll"]})
    assert closes(rules, "ILLEGAL_MOVE", "no_clock") == (
        "opp_valid_roll",
        "opp_valid_double",
        "next_game_start",
    )
    assert closes(rules, "ILLEGAL_MOVE", "clock") == ("opp_valid_roll", "next_game_start")
    rules = BIBA.with_options({"illegal.window": ["opp_valid_roll"]})
    assert closes(rules, "ILLEGAL_MOVE") == ("opp_valid_roll", "next_game_start")
    rules = FCBG.with_options({"illegal.window": ["opp_valid_roll", "opp_cube_turn"]})
    assert closes(rules, "ILLEGAL_MOVE") == ("opp_valid_roll", "opp_cube_turn", "next_game_start")
    assert [clause.closes for clause in rules.clauses if clause.code == "ILLEGAL_MOVE" and clause.club] == [
        ()
    ]


def test_how_long_a_move_that_ended_the_game_can_be_put_right() -> None:
    rules = USBGF.with_options({"illegal.window_game_end": ["game_end"]})
    assert closes(rules, "ILLEGAL_MOVE") == ("opp_valid_roll", "game_end")
    handling = rules.clause("ILLEGAL_MOVE", "own_checker_to_bar", frozenset())
    assert handling is not None
    assert handling.closes == ("own_valid_roll",)


def test_whether_a_double_begins_the_turn() -> None:
    rules = WBGT.with_options({"illegal.window_no_clock_extra": [], "setup.window": ["turn_valid_start:3"]})
    assert closes(rules, "ILLEGAL_MOVE", "no_clock") == ("opp_throw", "next_game_start")
    assert closes(rules, "SETUP_ERROR") == ("turn_valid_start:3",)
    again = rules.with_options({"illegal.window_no_clock_extra": ["opp_valid_double"]})
    assert closes(again, "ILLEGAL_MOVE", "no_clock") == ("opp_throw", "opp_valid_double", "next_game_start")


@pytest.mark.parametrize(
    ("rules", "path", "value", "words"),
    [
        (USBGF, "dice.landing.on_checker", "invalid", r"the text decides this \(USBGF 4.1.4.1\)"),
        (USBGF, "illegal.window", ["opp_throw"], "the text decides this"),
        (USBGF, "dice.landing.on_hat", "valid", "no such value in this rule set"),
        (FCBG, "turn.closed_out_clock", "must_press", "no such value in this rule set"),
        (WBGT, "dice.landing.on_checker", "sometimes", "'sometimes' must be one of: valid, invalid"),
        (WBGT, "dice.landing.on_checker", "unstated", "must be one of"),
        (WBGT, "dice.flat.rest_seconds", "long", "must be a number"),
        (WBGT, "illegal.window", ["match_end"], r"must be one of \['opp_throw'\] or \['opp_valid_roll'\]"),
        (WBGT, "illegal.window", "opp_throw", "must be one of"),
    ],
)
def test_what_cannot_be_switched(rules: RuleSet, path: str, value: Any, words: str) -> None:
    with pytest.raises(RuleSetOptionError, match=words):
        rules.with_options({path: value})


def test_all_refusals_are_told_at_once() -> None:
    with pytest.raises(RuleSetOptionError) as caught:
        USBGF.with_options({"dice.landing.on_checker": "invalid", "no.such": 1})
    assert "on_checker" in str(caught.value)
    assert "no.such" in str(caught.value)
