"""Our own scenarios, written from the rule texts: every rule set finds exactly what each expects."""

from pathlib import Path

import pytest

from monitor.scenarios import check_scenarios

FILES = sorted(Path(__file__).with_name("scenarios").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_findings_are_exactly_those_expected(path: Path) -> None:
    wrong = [
        (case.scenario, case.ruleset, case.title, case.wrong) for case in check_scenarios(path) if case.wrong
    ]
    assert not wrong
