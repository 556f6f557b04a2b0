"""A rule set: values by path and clauses in order, as one federation, club or director wants them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from monitor.rules import vocabulary
from monitor.rules.errors import RuleSetOptionError
from monitor.rules.values import SLOTS
from monitor.rules.windows import WINDOW_PATHS, summed_up


@dataclass(frozen=True)
class Value:
    """One value: what the text says, what is done where it says nothing, where it says so, how plainly.

    v: the value, or "unstated". default: what is done instead, None where v decides. extras: further facts.
    """

    v: Any
    default: Any = None
    cite: tuple[str, ...] = ()
    certainty: str = "explicit"
    note: str = ""
    extras: Mapping[str, Any] = field(default_factory=dict)

    @property
    def in_force(self) -> Any:
        """What is done: the default where there is one, else what the text says; None where it is silent."""
        if self.default is not None:
            return self.default
        return None if self.v == vocabulary.UNSTATED else self.v

    @property
    def may_be_switched(self) -> bool:
        """Whether the director may choose: only where the text leaves room."""
        return self.default is not None or self.certainty != "explicit" or "choices" in self.extras


@dataclass(frozen=True)
class Clause:
    """One finding a rule set can raise: when it applies, what it demands, until when, and on what ground.

    kinds: those it speaks of, in the order in which they name the finding; ("*",) for all. mode: words that
    must all hold. closes: closing predicates, none where it never closes. club: it also binds club play
    under a rule set whose other rules are for tournaments.
    """

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
    extra_cite: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    certainty: str = "explicit"
    club: bool = False
    note: str = ""
    extras: Mapping[str, Any] = field(default_factory=dict)

    def covers(self, kind: str | None) -> bool:
        """Whether this clause speaks of that kind."""
        return "*" in self.kinds or kind is None or kind in self.kinds

    def until(self) -> str:
        """When it can last be put right, in words."""
        if not self.closes and self.severity == "roll_void":
            return vocabulary.UNTIL_THROWN_AGAIN
        return vocabulary.until(self.closes)


@dataclass(frozen=True)
class RuleSet:
    """Values by dotted path and clauses in the order of the file."""

    id: str
    prefix: str
    title: str
    edition: str
    entries: Mapping[str, Value]
    clauses: tuple[Clause, ...]
    club_exempt: bool = False
    meta: Mapping[str, Any] = field(default_factory=dict)

    def value(self, path: str) -> Any:
        """What is in force at a path such as ``dice.landing.on_checker``: the default where there is one.

        None where the set does not have the value, or leaves it open without a default.
        """
        return self._in_force.get(path)

    @cached_property
    def _in_force(self) -> Mapping[str, Any]:
        return {path: entry.in_force for path, entry in self.entries.items()}

    def entry(self, path: str) -> Value | None:
        """Everything about one value; None where the set does not have it."""
        return self.entries.get(path)

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

    def with_options(self, options: Mapping[str, Any]) -> "RuleSet":
        """The same rules with values chosen by the director, where the text leaves him room.

        options: path -> value. Raises RuleSetOptionError, which lists everything that is wrong.
        """
        faults = [fault for path, value in options.items() if (fault := self._refusal(path, value))]
        if faults:
            raise RuleSetOptionError(f"rule set {self.id}: " + "; ".join(faults))
        entries = dict(self.entries)
        for path, value in options.items():
            entries[path] = replace(entries[path], default=tuple(value) if isinstance(value, list) else value)
        chosen = replace(self, entries=MappingProxyType(entries))
        if not any(path in WINDOW_PATHS for path in options):
            return chosen
        return replace(chosen, clauses=tuple(_with_window(clause, chosen.value) for clause in self.clauses))

    def _refusal(self, path: str, value: Any) -> str | None:
        entry = self.entries.get(path)
        if entry is None:
            return f"{path}: no such value in this rule set"
        if not entry.may_be_switched:
            sections = ", ".join(f"{self.prefix} {section}" for section in entry.cite)
            return f"{path}: the text decides this ({sections}); it cannot be switched"
        allowed = entry.extras.get("choices")
        if allowed is not None and tuple(value if isinstance(value, list | tuple) else ()) not in allowed:
            return f"{path}: {value!r} must be one of {' or '.join(str(list(choice)) for choice in allowed)}"
        if value == vocabulary.UNSTATED or not SLOTS[path].accepts(value):
            return f"{path}: {value!r} must be {SLOTS[path].choices.removesuffix(', or unstated')}"
        return None


def _with_window(clause: Clause, value: Callable[[str], Any]) -> Clause:
    """The clause with the window that the values give to it."""
    closes = None if clause.club else summed_up(clause.code, clause.kinds, clause.mode, value)
    return clause if closes is None else replace(clause, closes=closes)
