"""What deriving a match again needs: states to go back to, numbers that go on, names that stay."""

from bisect import bisect_left
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from monitor.events import Event
from monitor.findings import CORRECTED, Finding
from monitor.rules import Referee

KEPT: Final = 96
"""Checkpoints kept at most; one of a tournament match takes about 60 kB."""
READING: Final = "READING"
_NAMED: Final = ("finding", "corrects")
"""Fields in which a finding is named by its id."""


class Log(Protocol):
    """Numbers events and findings and keeps them."""

    def event(self, event: Event) -> Event:
        """Keep an event; returns it with its number."""
        ...

    def finding(self, finding: Finding) -> Finding:
        """Keep a finding as it stands now; returns it with its number."""
        ...


class Counting:
    """Gives the numbers that lines had when they were written, and keeps nothing."""

    def __init__(self, seq: int) -> None:
        self._seq = seq

    def event(self, event: Event) -> Event:
        """The event with the next number."""
        self._seq += 1
        return replace(event, seq=self._seq)

    def finding(self, finding: Finding) -> Finding:
        """The finding with the next number."""
        self._seq += 1
        return replace(finding, seq=self._seq)


class Names:
    """The ids under which the journal knows the findings of a referee who may have begun again.

    reusable: ids of findings that were taken back just now; the same finding, raised again, keeps its id.
    """

    def __init__(self) -> None:
        self._outward: dict[str, str] = {}
        self.reusable: set[str] = set()

    def outward(self, finding: Finding, known: Mapping[str, Finding]) -> Finding:
        """A finding of the referee as the journal calls it. known: all findings of the journal so far."""
        name = self._outward.get(finding.id)
        if name is None:
            name = self._same(finding, known) or self._new(finding.id, known)
            self._outward[finding.id] = name
        corrects = finding.evidence.get("corrects")
        if name == finding.id and corrects is None:
            return finding
        evidence = finding.evidence
        if corrects is not None:
            evidence = {**evidence, "corrects": self._outward.get(corrects, corrects)}
        return replace(finding, id=name, evidence=evidence)

    def inward(self, event: Event) -> Event:
        """An event as the referee must hear it: findings named as he calls them."""
        name = event.get("finding")
        inner = [mine for mine, theirs in self._outward.items() if theirs == name and mine != name]
        return replace(event, data={**event.data, "finding": inner[0]}) if inner else event

    def _same(self, finding: Finding, known: Mapping[str, Finding]) -> str | None:
        for name in sorted(self.reusable, key=lambda one: abs(known[one].t - finding.t)):
            told = known[name]
            if (told.code, told.by) == (finding.code, finding.by) and abs(told.t - finding.t) < 3.0:
                self.reusable.discard(name)
                return name
        return None

    def _new(self, wanted: str, known: Mapping[str, Finding]) -> str:
        used = {*known, *self._outward.values()}
        if wanted not in used:
            return wanted
        numbers = [int(name[1:]) for name in used if name[1:].isdigit()]
        return f"F{max(numbers, default=0) + 1}"


@dataclass(frozen=True)
class Checkpoint:
    """The state after the item at a position.

    now: time of the newest reading (s). seq: number of the newest line. applied: positions of the corrections
    that are in it.
    """

    position: int
    now: float
    seq: int
    applied: frozenset[int]
    parts: tuple[Any, Any, Names]

    @classmethod
    def of(
        cls, position: int, now: float, seq: int, applied: frozenset[int], parts: tuple[Any, Any, Names]
    ) -> "Checkpoint":
        """Take a copy of tracker, referee and names as they are."""
        return cls(position, now, seq, applied, copied(parts))

    def restored(self) -> tuple[Any, Any, Names]:
        """Tracker, referee and names as they were, to go on with."""
        return copied(self.parts)


class Checkpoints:
    """States to go back to, in order of time; of many, every other older one is given up."""

    def __init__(self) -> None:
        self._marks: list[Checkpoint] = []
        self._fixed: set[int] = set()

    def add(self, mark: Checkpoint, *, keep: bool = False) -> None:
        """Add the newest one. keep: never give it up while it holds."""
        if keep or not self._marks:
            self._fixed.add(mark.position)
        self._marks.append(mark)
        if len(self._marks) > KEPT:
            old = len(self._marks) // 2
            kept = [
                one for at, one in enumerate(self._marks[:old]) if at % 2 == 0 or one.position in self._fixed
            ]
            self._marks = kept + self._marks[old:]

    def before(self, t: float) -> Checkpoint | None:
        """The newest one before this time (s)."""
        at = bisect_left(self._marks, t, key=lambda mark: mark.now)
        return self._marks[at - 1] if at else None

    def forget_from(self, t: float) -> None:
        """Give up those at this time and later."""
        self._marks = [mark for mark in self._marks if mark.now < t]


def copied(parts: tuple[Any, Any, Names]) -> tuple[Any, Any, Names]:
    """A deep copy of tracker, referee and names; rule set and findings never change and are shared."""
    memo: dict[int, Any] = {}
    referee = parts[1]
    if isinstance(referee, Referee):
        rules = referee.rules
        shared = [rules, rules.entries, *rules.clauses, *rules.entries.values(), referee.config]
        shared += [entry.in_force for entry in rules.entries.values()]
        shared += referee.findings
        memo = {id(one): one for one in shared}
    return deepcopy(parts, memo)


def is_correction(event: Event) -> bool:
    """Whether an event puts a reading right."""
    return event.ev == "Corrected" and event.get("code") == READING


def withdrawn(finding: Finding, seq: int, t: float) -> Finding:
    """A finding that has lost its ground. seq: newest line; t: newest reading (s)."""
    return replace(
        finding,
        status="closed",
        ended_by=CORRECTED,
        closed_at=finding.closed_at or seq,
        t_known=max(t, finding.t),
    )
