"""Every scenario under every rule set it names, remedies included."""

import pytest

from monitor.rules import load_ruleset, ruleset_names
from monitor.rules.vocabulary import CODES, OPENS
from monitor.scenarios import found_by
from tests.monitor.rules.outcome import scenarios, wrong


@pytest.mark.parametrize("name", ruleset_names())
def test_every_scenario_has_its_outcome(name: str) -> None:
    rules = load_ruleset(name)
    failed = {
        f"{scenario['id']} {scenario['title']}": difference
        for scenario in scenarios()
        if name in scenario["expect"] and (difference := wrong(rules, name, scenario))
    }
    assert not failed


OPENED_BY = {
    "game_start": {"GameStarted"},
    "dice_thrown": {"DiceThrown"},
    "dice_at_rest": {"DiceAtRest"},
    "premature_throw": {"DiceThrown"},
    "dice_lifted": {"DicePickedUp"},
    "dice_touched": {"DiceTouched", "DiceAtRest", "DicePickedUp"},
    "checker_touched": {"CheckersMoved", "CheckersTouched"},
    "checker_trial": {"CheckerTrial"},
    "checker_placed": {"CheckerPlaced"},
    "play_begun": {"CheckersMoved"},
    "turn_end": {"DicePickedUp", "ClockPressed", "BarTapped", "DiceTouched"},
    "correction": {"MoveRetracted", "SetupCorrected", "Corrected"},
    "call": {"ViolationPointedOut"},
    "cube_seen": {"GameStarted"},
    "cube_touched": {"CubeTouched"},
    "cube_offered": {"CubeOffered", "CubeTaken"},
    "cube_placed": {"CubeTaken", "CubePassed", "CubeTurnedCentre", "CubeBeavered"},
    "word_given": {"DiceThrown", "CubeTaken", "CubePassed"},
    "clock_pressed": {"ClockPressed", "DicePickedUp"},
    "clock_stopped": {"ClockPaused"},
    "time_out": {"TimeExpired"},
    "break": {"BreakTaken"},
    "game_end": {"GameEnded"},
    "length_found": {"MatchLengthFound"},
    "objection": {"RecordingObjection"},
    "analysis": {"AnalysisShown"},
    "equipment_seen": {"ObjectsObserved"},
}
"""Events that may open a finding; anything may disturb a dispute."""


def test_findings_are_opened_by_what_they_say_and_every_code_is_raised_somewhere() -> None:
    sets = {name: load_ruleset(name) for name in ruleset_names()}
    raised = set()
    for scenario in scenarios():
        events = {event["seq"]: event["ev"] for event in scenario["events"]}
        for name in scenario["expect"]:
            for finding in found_by(sets[name], scenario, "scenario"):
                raised.add(finding.code)
                if finding.opens != "dispute":
                    assert events[finding.raised_at] in OPENED_BY[finding.opens], (
                        scenario["id"],
                        finding.code,
                    )
    assert raised == set(CODES)
    assert {*OPENED_BY, "dispute"} == set(OPENS)
