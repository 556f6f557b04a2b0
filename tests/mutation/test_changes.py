"""The changes of the mutation run: each one changes one thing, and the last run noticed enough of them."""

import re
import tomllib
from pathlib import Path
from typing import Any

from monitor.rules import load_ruleset
from tests.monitor.rules.outcome import scenarios
from tests.mutation.changes import changes
from tests.mutation.rules import ENOUGH, TABLE, checks_for

CLUB = Path("tests/monitor/rules/data/harbour-club.toml")


def club() -> dict[str, Any]:
    return tomllib.loads(CLUB.read_text(encoding="utf-8"))


def differences(one: Any, other: Any) -> int:
    if isinstance(one, dict) and isinstance(other, dict):
        return sum(differences(one.get(key), other.get(key)) for key in {**one, **other})
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return sum(map(differences, one, other))
    return int(one != other)


def test_every_change_changes_one_thing_and_leaves_the_file_alone() -> None:
    data = club()
    found = list(changes(data))
    assert len(found) > 100
    assert len({change.what for change in found}) == len(found)
    for change in found:
        changed = change.applied(data)
        if change.kind != "whole finding":
            assert differences(data, changed) == 1, change
        else:
            assert len(changed["finding"]) == len(data["finding"]) - 1
    assert data == club()


def test_what_is_changed() -> None:
    found = {change.what for change in changes(club())}
    assert {
        "dice.landing.on_checker.v = 'invalid'",
        "dice.flat.rest_seconds.v = 2.0",
        "dice.flat.dimple.default = 'invalid'",
        "cube.start_faces.v = [64]",
        "setup.window.cite = []",
        "ROLL_INVALID (bounced_back, on_die, outside, cocked) kinds = ['on_die', 'outside', 'cocked']",
        "ILLEGAL_MOVE closes = ['game_end']",
        "SETUP_ERROR taken out",
    } <= found


def test_a_slip_is_noticed() -> None:
    name = "biba-2014"
    data = tomllib.loads(Path(f"monitor/rules/rulesets/{name}.toml").read_text(encoding="utf-8"))
    known = [scenario for scenario in scenarios() if scenario["topic"] in ("dice.bounce", "illegal.window")]
    checks = checks_for(name, load_ruleset(name), known)
    by = {
        change.what: checks.notices(change, data) for change in changes(data) if change.group == "dice.throw"
    }
    assert by["dice.throw.bounce_back.v = 'valid_if_face_clear'"] == "scenarios"
    assert by["dice.throw.bounce_back.cite = []"] == "load"
    assert by["dice.throw.min_height_in.v = 4"] == "facts"
    assert by["dice.throw.manner.v = ['shaken', 'simultaneous', 'min_height']"] == ""


def test_the_last_run_noticed_enough() -> None:
    found = re.search(r"^(\d+) changes, (\d+) noticed", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    total, noticed = map(int, found.groups())
    assert total > 3000
    assert noticed * 100 >= ENOUGH * total
