"""A made-up club's rules: the referee judges differently by data alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from monitor.rules import load_ruleset
from monitor.scenarios import found_by

CLUB = load_ruleset("tests/monitor/rules/data/harbour-club.toml")
USBGF = load_ruleset("usbgf-2016")
BIBA = load_ruleset("biba-2014")
BOARD = "-b---AE-C---dD---c-e-a--B-"
WRONG_START = "-b----D-D---eE---c-e----B-"
AWAIT = {"board": BOARD, "phase": "await", "to_act": "A", "turn": 7}

Found = list[tuple[str, str | None, str]]


def found(rules: Any, events: Sequence[dict[str, Any]], start: Any = AWAIT, **mode: Any) -> Found:
    numbered = [{"seq": number, **event} for number, event in enumerate(events, 1)]
    scenario = {"start": start, "mode": mode, "events": numbered}
    return [(f.code, f.kind, f.status) for f in found_by(rules, scenario, "club")]


def roll(by: str, one: int, two: int, source: str = "cup", **second: Any) -> list[dict[str, Any]]:
    half = "E" if by == "A" else "W"
    flat = {"support": "surface", "tilt": "flat", "zone": half}
    dice = [{"face": one, **flat}, {"face": two, **flat, **second}]
    return [
        {"ev": "DiceThrown", "by": by, "n": 2, "source": source},
        {"ev": "DiceAtRest", "by": by, "dice": dice},
    ]


def move(by: str, text: str) -> list[dict[str, Any]]:
    return [{"ev": "CheckersMoved", "by": by, "move": text}, {"ev": "DicePickedUp", "by": by, "n": 2}]


@pytest.mark.parametrize(
    ("second", "club", "federation"),
    [
        ({"zone": "W"}, None, "wrong_side"),
        ({"zone": "bar"}, None, "on_bar"),
        ({"support": "checker"}, None, None),
        ({"support": "die"}, "on_die", "on_die"),
        ({"tilt": "leaning", "face_clear": True}, None, "cocked"),
        ({"tilt": "leaning", "face_clear": False}, "cocked", "cocked"),
        ({"left_board": True}, "bounced_back", None),
    ],
)
def test_where_a_roll_counts(second: dict[str, Any], club: str | None, federation: str | None) -> None:
    for rules, kind in ((CLUB, club), (USBGF, federation)):
        expected = [] if kind is None else [("ROLL_INVALID", kind, "open")]
        assert found(rules, roll("A", 4, 2, **second)) == expected


def test_a_throw_from_the_hand() -> None:
    assert found(CLUB, roll("A", 3, 1, source="hand")) == []
    assert found(USBGF, roll("A", 3, 1, source="hand")) == [("ROLL_INVALID", "not_from_cup", "open")]


def test_until_when_an_illegal_move_can_be_put_right() -> None:
    events = roll("A", 3, 1) + move("A", "8/4 6/5")
    illegal = ("ILLEGAL_MOVE", "wrong_pips")
    assert found(CLUB, events) == found(USBGF, events) == [(*illegal, "open")]
    events += roll("B", 6, 2)
    assert found(CLUB, events) == [(*illegal, "open")]
    assert found(USBGF, events) == found(BIBA, events) == [(*illegal, "closed")]
    events += move("B", "24/18 13/11") + roll("A", 5, 2)
    assert found(CLUB, events) == [(*illegal, "closed")]


def test_the_game_may_end_a_window() -> None:
    events = [*roll("A", 3, 1), *move("A", "8/4 6/5"), {"ev": "GameEnded", "winner": "A", "how": "bearoff"}]
    assert found(CLUB, events) == [("ILLEGAL_MOVE", "wrong_pips", "closed")]
    assert found(USBGF, events) == [("ILLEGAL_MOVE", "wrong_pips", "open")]
    switched = USBGF.with_options({"illegal.window_game_end": ["game_end"]})
    assert found(switched, events) == [("ILLEGAL_MOVE", "wrong_pips", "closed")]


def test_until_when_a_wrong_start_can_be_put_right() -> None:
    def single(by: str, zone: str, face: int) -> list[dict[str, Any]]:
        die = {"face": face, "zone": zone, "support": "surface", "tilt": "flat"}
        return [{"ev": "DiceThrown", "by": by, "n": 1}, {"ev": "DiceAtRest", "by": by, "dice": [die]}]

    events = [{"ev": "GameStarted", "game_no": 1, "board": WRONG_START}]
    events += single("A", "E", 6) + single("B", "W", 1) + move("A", "13/7 8/7")
    assert found(CLUB, events, {"phase": "pre"}) == [("SETUP_ERROR", None, "closed")]
    assert found(BIBA, events, {"phase": "pre"}) == [("SETUP_ERROR", None, "open")]
    events += roll("B", 3, 1) + move("B", "8/5 6/5")
    assert found(BIBA, events, {"phase": "pre"}) == [("SETUP_ERROR", None, "closed")]
    assert found(USBGF, events, {"phase": "pre"}) == [("SETUP_ERROR", None, "open")]


def test_what_a_set_has_no_clause_for_is_not_raised() -> None:
    events = [*roll("A", 3, 1), {"ev": "CheckersTouched", "by": "B", "of": "A"}]
    assert found(CLUB, events) == []
    assert found(USBGF, events) == [("CHECKER_OFF_TURN", "touched", "logged")]


def test_a_choice_of_the_director_is_data_too() -> None:
    back = roll("A", 4, 2, left_board=True)
    assert found(USBGF, back) == []
    strict = USBGF.with_options({"dice.throw.bounce_back": "invalid"})
    assert found(strict, back) == [("ROLL_INVALID", "bounced_back", "open")]
    wbgt = load_ruleset("wbgt-2010")
    assert found(wbgt, roll("A", 4, 2, support="checker")) == [("ROLL_INVALID", "on_checker", "open")]
    lenient = wbgt.with_options({"dice.landing.on_checker": "valid"})
    assert found(lenient, roll("A", 4, 2, support="checker")) == []
