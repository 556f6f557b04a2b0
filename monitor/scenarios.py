"""Rule sets against scenarios: lists of events with the findings that every rule set must give."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from monitor.backgammon import BackgammonError, Position
from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Event, EventError
from monitor.findings import Finding
from monitor.rules import Cube, Referee, RuleSet, UnknownRuleSetError, load_ruleset

COMPARED: Final = (
    "code",
    "kind",
    "by",
    "at",
    "status",
    "closed_at",
    "resolved_at",
    "severity",
    "obligation",
    "decide",
)


class ScenarioError(GammonitorError):
    """A scenario file that cannot be read."""


class UnreadableEventError(ScenarioError):
    """An event of a scenario that the referee cannot read; the other scenarios are not touched by it."""


@dataclass(frozen=True)
class Case:
    """One scenario under one rule set. wrong: what differs from the expectation, empty when it passed."""

    scenario: str
    ruleset: str
    title: str
    wrong: tuple[str, ...]


def check_scenarios(path: Path) -> Iterator[Case]:
    """Run every scenario of a file under every rule set it names."""
    scenarios = _load(path)
    known: dict[str, RuleSet | None] = {}
    for number, scenario in enumerate(scenarios, 1):
        if not isinstance(scenario, dict) or not isinstance(scenario.get("expect"), dict):
            raise ScenarioError(f"{path}: scenario {number} has no 'expect' for any rule set")
        name = str(scenario.get("id", number))
        for ruleset, expected in scenario["expect"].items():
            if ruleset not in known:
                known[ruleset] = _ruleset(ruleset)
            rules = known[ruleset]
            if rules is None:
                wrong = [f"unknown rule set {ruleset}"]
            else:
                wrong = _wrong(rules, scenario, expected.get("findings", []), f"{path}: {name}")
            yield Case(name, ruleset, str(scenario.get("title", "")), tuple(wrong))


def _wrong(rules: RuleSet, scenario: Mapping[str, Any], expected: Any, where: str) -> list[str]:
    try:
        return list(differences(found_by(rules, scenario, where), expected))
    except UnreadableEventError as error:
        return [str(error)]


def found_by(rules: RuleSet, scenario: Mapping[str, Any], where: str) -> tuple[Finding, ...]:
    """Findings of one rule set for the events of one scenario, each at its last status.

    Raises ScenarioError for a scenario without a proper start or events, UnreadableEventError for an event.
    """
    config = config_of(rules.id, scenario)
    referee = Referee(rules, config)
    start = scenario.get("start", {})
    try:
        if start.get("phase") == "await":
            off = (start["off"]["A"], start["off"]["B"]) if "off" in start else None
            board = Position.from_board26(start["board"], off=off)
            cube = start.get("cube", {})
            referee.resume(
                board,
                start.get("to_act"),
                int(start.get("turn", 1)),
                Cube(int(cube.get("value", 1)), cube.get("owner")),
            )
        lines = list(scenario["events"])
    except (BackgammonError, KeyError, TypeError, ValueError) as error:
        raise ScenarioError(f"{where}: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            referee.feed(Event.from_json(line))
        except EventError as error:
            raise UnreadableEventError(f"{where}: event {number}: {error}") from error
    return referee.findings


def config_of(ruleset: str, scenario: Mapping[str, Any]) -> MatchConfig:
    """The settings of a scenario's match."""
    mode = scenario.get("mode") or {}
    match = scenario.get("match") or {}
    score = match.get("score") or {}
    clock = bool(mode.get("clock", False))
    return MatchConfig(
        ruleset=ruleset,
        length=match.get("length"),
        clock=clock,
        baffle=bool(mode.get("baffle", False)),
        dice=mode.get("dice", "shared2" if clock else "own4"),
        home=mode.get("home", "E"),
        monitor_agreed=bool(mode.get("monitor_agreed", False)),
        single_act_agreed=bool(mode.get("single_act_agreed", False)),
        context=mode.get("context", "tournament"),
        left_roll_ok=frozenset(mode.get("left_roll_ok", ())),
        score=(int(score.get("A", 0)), int(score.get("B", 0))),
        crawford=bool(match.get("crawford", False)),
    )


def differences(found: Iterable[Finding], expected: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What is missing and what is too much; extra findings of severity ``info`` do not count."""
    left = [_fields(finding) for finding in found]
    for wanted in expected:
        match = next((fields for fields in left if _fits(fields, wanted)), None)
        if match is None:
            yield f"missing: {_short(wanted)}"
        else:
            left.remove(match)
    yield from (f"too much: {_short(fields)}" for fields in left if fields["severity"] != "info")


def _fits(fields: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    same = all(fields[key] == wanted[key] for key in COMPARED if key in wanted)
    return same and ("cite" not in wanted or set(fields["cite"]) == set(wanted["cite"]))


def _fields(finding: Finding) -> dict[str, Any]:
    return finding.to_json() | {
        "at": finding.raised_at,
        "closed_at": finding.closed_at,
        "resolved_at": finding.resolved_at,
    }


def _short(fields: Mapping[str, Any]) -> str:
    return " ".join(f"{key}={fields[key]}" for key in (*COMPARED, "cite") if fields.get(key) is not None)


def _ruleset(name: str) -> RuleSet | None:
    try:
        return load_ruleset(name)
    except UnknownRuleSetError:
        return None


def _load(path: Path) -> list[Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ScenarioError(f"{path}: there is no such file") from None
    except OSError as error:
        raise ScenarioError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ScenarioError(f"{path} is not a scenario file: {error}") from error
    scenarios = data.get("scenarios") if isinstance(data, dict) else None
    if not isinstance(scenarios, list) or not scenarios:
        raise ScenarioError(f"{path} is not a scenario file: it has no list of 'scenarios'")
    return scenarios
