"""Scenario files, and whether a rule set gives exactly what a scenario wants, the remedy included."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monitor.rules import RuleSet
from monitor.scenarios import differences, found_by

Scenario = Mapping[str, Any]
FILES = [
    *sorted(Path("tests/monitor/rules/scenarios").glob("*.json")),
    *(path for path in (Path("../shared/rules/scenarios.json"),) if path.exists()),
]
"""Our own, and the shared ones where they are there."""


def scenarios() -> list[Scenario]:
    """Every scenario of every file."""
    return [
        scenario for path in FILES for scenario in json.loads(path.read_text(encoding="utf-8"))["scenarios"]
    ]


def wrong(rules: RuleSet, name: str, scenario: Scenario) -> list[str]:
    """What differs from what a scenario wants of the rule set called name; empty where nothing does."""
    found, expected = found_by(rules, scenario, "scenario"), scenario["expect"][name]["findings"]
    remedies = Counter((finding.code, finding.raised_at, finding.remedy) for finding in found)
    return [
        *differences(found, expected),
        *(
            f"no remedy {finding['remedy']} for {finding['code']}"
            for finding in expected
            if "remedy" in finding and not remedies[finding["code"], finding["at"], finding["remedy"]]
        ),
    ]
