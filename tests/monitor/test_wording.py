"""What findings are called on the screen."""

from dataclasses import replace

import pytest

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import Finding
from monitor.rules import Referee, load_ruleset
from monitor.rules.vocabulary import CODES
from monitor.wording import KINDS, describe, standing


@pytest.mark.parametrize("code", CODES)
def test_every_finding_and_each_of_its_kinds_has_a_name(code: str) -> None:
    assert CODES[code].label
    assert [kind for kind in CODES[code].kinds if kind not in KINDS] == []


def test_a_finding_says_where_it_stands() -> None:
    finding = roll_out_of_the_cup()
    config = MatchConfig(players=("Anna", "Boris"))
    assert describe(finding, config) == "Anna: roll that does not count (a die does not lie flat)"
    assert standing(finding) == "open until the dice are thrown again"
    closed = replace(finding, status="closed", ended_by="turn_end:4")
    assert standing(closed) == "stands; closed by: turn 4 of the game is over"
    condoned = replace(finding, status="closed", ended_by="OptionExercised")
    assert standing(condoned) == "stands; it was let pass"
    assert standing(replace(finding, status="resolved", ended_by="DiceThrown")) == "put right"
    assert standing(replace(finding, ruling="stands")) == "ruled by the director: stands"


def test_where_the_kind_is_not_known_all_that_it_may_be_are_said() -> None:
    finding = replace(roll_out_of_the_cup(), kind=None, evidence={"one_of": ["on_die", "outside"]})
    assert describe(finding, MatchConfig(players=("Anna", "Boris"))) == (
        "Anna: roll that does not count (either a die lies on another die or"
        " a die lies outside the playing surface)"
    )


def roll_out_of_the_cup() -> Finding:
    referee = Referee(load_ruleset("usbgf-2016"), MatchConfig())
    board = "-b----E-C---eE---c-e----B-"
    referee.feed(Event("GameStarted", data={"board": board}, seq=1))
    dice = [{"face": 4, "zone": "E", "tilt": "leaning"}]
    (finding,) = referee.feed(Event("DiceAtRest", by="A", data={"dice": dice}, seq=2))
    return finding
