"""The list of findings of a match: raised, closed when their window ends, resolved when put right."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from monitor.events import Event, Player, other
from monitor.findings import Finding
from monitor.rules.ruleset import RuleSet


@dataclass(frozen=True)
class Signal:
    """Something that may close a window: throw, valid_roll, turn_end, game_start, in turn number `turn`."""

    name: str
    by: Player | None = None
    turn: int = 0


class Docket:
    """Every finding so far, by id, at its newest status."""

    def __init__(self, rules: RuleSet, mode: frozenset[str], speak: tuple[str, ...]) -> None:
        self._rules = rules
        self._mode = mode
        self._speak = speak
        self._all: dict[str, Finding] = {}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings in the order they were raised."""
        return tuple(self._all.values())

    def raise_finding(
        self, code: str, kinds: Iterable[str], event: Event, by: Player | None, evidence: Mapping[str, Any]
    ) -> list[Finding]:
        """Raise one finding for an event; empty where this rule set has no such finding.

        kinds: everything that is wrong. The first clause of the rule set that names one of them decides,
        and the kind it names first is the one given; the others go into the evidence.
        """
        wrong = set(kinds)
        for clause in self._rules.clauses:
            if clause.code != code or not clause.mode <= self._mode:
                continue
            named = [kind for kind in clause.kinds if kind in wrong]
            if not named and "*" not in clause.kinds:
                continue
            kind = named[0] if named else min(wrong, key=_rank, default=None)
            finding = Finding(
                id=f"F{len(self._all) + 1}",
                code=code,
                kind=kind,
                by=by,
                raised_at=event.seq,
                status="open",
                severity=clause.severity,
                obligation=clause.obligation,
                decide=clause.decide,
                remedy=clause.remedy,
                text=clause.text,
                cite=self._rules.citations(clause, kind),
                opens=clause.opens,
                deadline=clause.closes,
                until=clause.until(),
                certainty=clause.certainty,
                speak=self._speak,
                t=event.t,
                t_known=event.t_known,
                conf=event.conf,
                evidence={**evidence, "kinds": sorted(wrong), "frames": event.frames},
            )
            self._all[finding.id] = finding
            return [finding]
        return []

    def signal(self, signal: Signal, event: Event) -> list[Finding]:
        """Close every open finding whose window this signal ends."""
        return [
            self._change(finding, event, status="closed", closed_at=event.seq)
            for finding in self.findings
            if finding.status == "open" and any(_closes(p, signal, finding.by) for p in finding.deadline)
        ]

    def resolve(self, code: str, event: Event, by: Player | None = None) -> list[Finding]:
        """Mark open findings of a code as put right; by: only those of that player."""
        return [
            self._change(finding, event, status="resolved", resolved_at=event.seq)
            for finding in self.findings
            if finding.code == code and finding.status == "open" and (by is None or finding.by in (by, None))
        ]

    def is_open(self, code: str, by: Player | None = None) -> bool:
        """Whether a finding of that code (and player) stands open."""
        return any(
            f.code == code and f.status == "open" and (by is None or f.by == by) for f in self._all.values()
        )

    def rule(self, finding_id: str, ruling: str) -> list[Finding]:
        """Record a director's ruling on a finding; it stays on the list."""
        if finding_id not in self._all:
            return []
        ruled = replace(self._all[finding_id], ruling=ruling)
        self._all[finding_id] = ruled
        return [ruled]

    def _change(self, finding: Finding, event: Event, **changes: Any) -> Finding:
        changed = replace(finding, t_known=event.t_known, **changes)
        self._all[finding.id] = changed
        return changed


_KIND_ORDER = (
    "bar_entry_ignored wrong_direction no_move must_play_higher must_play_more blocked_path"
    " checker_count wrong_pips"
).split()


def _rank(kind: str) -> int:
    return _KIND_ORDER.index(kind) if kind in _KIND_ORDER else len(_KIND_ORDER)


def _closes(predicate: str, signal: Signal, offender: Player | None) -> bool:
    name, _, number = predicate.partition(":")
    opponent = None if offender is None else other(offender)
    if name == "next_game_start":
        return signal.name == "game_start"
    if name in ("turn_end", "throw_turn"):
        wanted = "turn_end" if name == "turn_end" else "throw"
        return signal.name == wanted and signal.turn >= int(number)
    if name == "opp_valid_roll":
        return signal.name == "valid_roll" and signal.by is not None and signal.by == opponent
    if name == "own_valid_roll":
        return signal.name == "valid_roll" and signal.by is not None and signal.by == offender
    if name == "opp_throw":
        return signal.name == "throw" and signal.by is not None and signal.by == opponent
    return name == "any_throw" and signal.name == "throw"
