"""Rule set files: finding them, reading them, and saying everything that is wrong with one at once."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from monitor.rules import vocabulary as words
from monitor.rules.errors import RuleSetFileError, UnknownRuleSetError
from monitor.rules.file_check import faults_of, value_tables
from monitor.rules.ruleset import Clause, RuleSet, Value

SUFFIX: Final = ".toml"
_FACTS: Final = ("v", "default", "cite", "certainty", "note")
_FIELDS: Final = frozenset(Clause.__dataclass_fields__)


def ruleset_names() -> tuple[str, ...]:
    """Names of the rule sets that come with the program."""
    return tuple(sorted(_shipped()))


def load_ruleset(name: str) -> RuleSet:
    """Load a rule set by name, or from a file when the name ends in .toml.

    Raises UnknownRuleSetError or RuleSetFileError.
    """
    if name.endswith(SUFFIX):
        path = Path(name)
        try:
            return parse_ruleset(path.read_text(encoding="utf-8"), str(path))
        except OSError as error:
            raise RuleSetFileError(f"rule set file {name} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise RuleSetFileError(f"rule set file {name} is not text in UTF-8: {error.reason}") from error
    shipped = _shipped()
    if name not in shipped:
        known = ", ".join(sorted(shipped))
        raise UnknownRuleSetError(
            f"unknown rule set {name!r}; known: {known}, or a file that ends in {SUFFIX}"
        )
    return parse_ruleset(shipped[name].read_text(encoding="utf-8"), name + SUFFIX)


def parse_ruleset(text: str, where: str) -> RuleSet:
    """Read a rule set from TOML text; RuleSetFileError lists everything that is wrong with it, line by line.

    where: name of the file, for the messages.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetFileError(f"{where}: no TOML: {error}") from error
    return ruleset_from(data, text, where)


def ruleset_from(data: Mapping[str, Any], text: str, where: str) -> RuleSet:
    """A rule set from parsed TOML; text is what it was parsed from, for the lines of faults.

    Raises RuleSetFileError.
    """
    faults = [f"{where}:{fault}" for fault in faults_of(data, text)]
    if faults:
        raise RuleSetFileError("\n".join(faults))
    meta = data["meta"]
    return RuleSet(
        id=meta["id"],
        prefix=meta["prefix"],
        title=meta["title"],
        edition=meta["edition"],
        entries=MappingProxyType({path: _value(entry) for path, entry in value_tables(data)}),
        clauses=tuple(_clause(entry) for entry in data["finding"]),
        club_exempt=meta.get("club_exempt", False),
        meta=MappingProxyType(meta),
    )


def _shipped() -> Mapping[str, Any]:
    folder = resources.files("monitor.rules").joinpath("rulesets")
    return {file.name.removesuffix(SUFFIX): file for file in folder.iterdir() if file.name.endswith(SUFFIX)}


def _value(entry: Mapping[str, Any]) -> Value:
    return Value(
        v=_fixed(entry["v"]),
        default=_fixed(entry.get("default")),
        cite=_fixed(entry.get("cite", [])),
        certainty=entry["certainty"],
        note=entry.get("note", ""),
        extras=MappingProxyType({key: _fixed(fact) for key, fact in entry.items() if key not in _FACTS}),
    )


def _clause(entry: Mapping[str, Any]) -> Clause:
    facts = {key: _fixed(fact) for key, fact in entry.items() if key in _FIELDS}
    facts.setdefault("kinds", ("*",))
    facts.setdefault("opens", words.CODES[entry["code"]].opens)
    facts.setdefault("closes", ())
    facts["mode"] = frozenset(entry.get("mode", ()))
    facts["extra_cite"] = MappingProxyType({k: tuple(v) for k, v in entry.get("extra_cite", {}).items()})
    further = {key: fact for key, fact in entry.items() if key not in _FIELDS}
    return Clause(**facts, extras=MappingProxyType(further))


def _fixed(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_fixed(part) for part in value)
    if isinstance(value, dict):
        return MappingProxyType({key: _fixed(part) for key, part in value.items()})
    return value
