"""A rule set: one TOML file of values and findings, checked when it is loaded."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from monitor.rules.errors import RuleSetFileError, UnknownRuleSetError

SUFFIX = ".toml"
CERTAINTIES = ("explicit", "inferred", "interpretation", "base_rule", "silent")
SEVERITIES = ("roll_void", "must_correct", "option", "td", "warning", "notice", "info")
PREDICATES = {
    "opp_valid_roll": "until the opponent's next valid roll",
    "own_valid_roll": "until the same player's next valid roll",
    "opp_throw": "until the opponent throws",
    "any_throw": "until the dice are next thrown",
    "next_game_start": "until the next game starts",
    "turn_end": "until turn {0} of the game is over",
    "throw_turn": "until the first throw of turn {0}",
}
"""Closing predicates and what they mean in words; one with {0} carries a number after a colon."""

_META = ("id", "prefix", "title", "edition")
_REQUIRED = ("code", "severity", "obligation", "decide", "remedy", "text", "cite")
_OPTIONAL = ("kinds", "mode", "opens", "closes", "extra_cite", "certainty")
_MODES = ("clock", "no_clock", "own4", "shared2", "baffle", "no_baffle")


@dataclass(frozen=True)
class Clause:
    """One finding a rule set can raise: when it applies, what it demands, until when, and on what ground."""

    code: str
    kinds: tuple[str, ...]
    mode: frozenset[str]
    severity: str
    opens: str
    closes: tuple[str, ...]
    obligation: str
    decide: str
    remedy: str
    text: str
    cite: tuple[str, ...]
    extra_cite: Mapping[str, tuple[str, ...]]
    certainty: str

    def covers(self, kind: str | None) -> bool:
        """Whether this clause speaks of that kind."""
        return "*" in self.kinds or kind is None or kind in self.kinds

    def until(self) -> str:
        """When it can last be put right, in words."""
        if not self.closes:
            return "until the dice are thrown again" if self.opens == "dice_at_rest" else "at any time"
        return " or ".join(_in_words(predicate) for predicate in self.closes)


@dataclass(frozen=True)
class RuleSet:
    """Values by dotted path and findings in the order of the file."""

    id: str
    prefix: str
    title: str
    edition: str
    values: Mapping[str, Any]
    clauses: tuple[Clause, ...]

    def value(self, path: str) -> Any:
        """A value by its path, such as ``dice.landing.on_checker``; None where the set does not have it."""
        return self.values.get(path)

    def clause(self, code: str, kind: str | None, mode: frozenset[str]) -> Clause | None:
        """The first clause that fits, or None where this rule set does not raise it."""
        for clause in self.clauses:
            if clause.code == code and clause.mode <= mode and clause.covers(kind):
                return clause
        return None

    def citations(self, clause: Clause, kind: str | None) -> tuple[str, ...]:
        """Sections with the set's prefix."""
        sections = clause.cite + clause.extra_cite.get(kind or "", ())
        return tuple(f"{self.prefix} {section}" for section in sections)


def ruleset_names() -> tuple[str, ...]:
    """Names of the rule sets that come with the program."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in _shipped()))


def load_ruleset(name: str) -> RuleSet:
    """Load a rule set by name, or from a file when the name ends in .toml.

    Raises UnknownRuleSetError or RuleSetFileError.
    """
    if name.endswith(SUFFIX):
        path = Path(name)
        try:
            return parse_ruleset(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise RuleSetFileError(f"rule set file {name}: cannot be read ({error})") from error
    for entry in _shipped():
        if entry.name == name + SUFFIX:
            return parse_ruleset(entry.read_text(encoding="utf-8"), entry.name)
    raise UnknownRuleSetError(f"unknown rule set {name!r}; known: {', '.join(ruleset_names())}")


def parse_ruleset(text: str, where: str) -> RuleSet:
    """Read a rule set from TOML text; RuleSetFileError lists everything that is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetFileError(f"rule set file {where}: {error}") from error
    faults = list(_faults(data))
    if faults:
        raise RuleSetFileError(f"rule set file {where}: " + "; ".join(faults))
    meta = data["meta"]
    values = {path: entry["v"] for path, entry in _values(data)}
    clauses = tuple(_clause(entry) for entry in data["finding"])
    return RuleSet(meta["id"], meta["prefix"], meta["title"], meta["edition"], values, clauses)


def _shipped() -> Iterator[Any]:
    for entry in resources.files("monitor.rules").joinpath("rulesets").iterdir():
        if entry.name.endswith(SUFFIX):
            yield entry


def _in_words(predicate: str) -> str:
    name, _, number = predicate.partition(":")
    return PREDICATES[name].format(number)


def _clause(entry: Mapping[str, Any]) -> Clause:
    return Clause(
        code=entry["code"],
        kinds=tuple(entry.get("kinds", ("*",))),
        mode=frozenset(entry.get("mode", ())),
        severity=entry["severity"],
        opens=entry.get("opens", ""),
        closes=tuple(entry.get("closes", ())),
        obligation=entry["obligation"],
        decide=entry["decide"],
        remedy=entry["remedy"],
        text=entry["text"],
        cite=tuple(entry["cite"]),
        extra_cite={kind: tuple(sections) for kind, sections in entry.get("extra_cite", {}).items()},
        certainty=entry.get("certainty", "explicit"),
    )


def _values(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, entry in data.items():
        if not path and key in ("schema", "meta", "finding"):
            continue
        here = f"{path}.{key}" if path else key
        if isinstance(entry, dict) and "v" not in entry:
            yield from _values(entry, here)
        else:
            yield here, entry


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    if data.get("schema") != 1:
        yield "schema: must be 1"
    meta = data.get("meta", {})
    for key in _META:
        if not isinstance(meta.get(key), str):
            yield f"meta.{key}: missing or no text"
    for path, entry in _values(data):
        yield from _value_faults(path, entry)
    findings = data.get("finding")
    if not isinstance(findings, list) or not findings:
        yield "finding: there must be at least one [[finding]]"
        return
    for number, entry in enumerate(findings, start=1):
        yield from _clause_faults(f"finding {number} ({entry.get('code', 'no code')})", entry)


def _value_faults(path: str, entry: object) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"{path}: must be a table with v, cite and certainty"
        return
    for key in entry.keys() - {"v", "cite", "certainty"}:
        yield f"{path}.{key}: unknown key"
    if entry.get("certainty") not in CERTAINTIES:
        yield f"{path}.certainty: must be one of {', '.join(CERTAINTIES)}"
    if not isinstance(entry.get("cite"), list):
        yield f"{path}.cite: must be a list of sections"


def _clause_faults(where: str, entry: Mapping[str, Any]) -> Iterator[str]:
    for key in _REQUIRED:
        if key not in entry:
            yield f"{where}: {key} is missing"
    for key in entry.keys() - {*_REQUIRED, *_OPTIONAL}:
        yield f"{where}: unknown key {key}"
    if entry.get("severity", SEVERITIES[0]) not in SEVERITIES:
        yield f"{where}: severity must be one of {', '.join(SEVERITIES)}"
    if entry.get("certainty", CERTAINTIES[0]) not in CERTAINTIES:
        yield f"{where}: certainty must be one of {', '.join(CERTAINTIES)}"
    for predicate in entry.get("closes", ()):
        name, _, number = str(predicate).partition(":")
        if name not in PREDICATES or ("{0}" in PREDICATES[name]) != number.isdigit():
            yield f"{where}: closes names {predicate!r}, which is no closing predicate"
    for word in entry.get("mode", ()):
        if word not in _MODES:
            yield f"{where}: mode {word!r} must be one of {', '.join(_MODES)}"
