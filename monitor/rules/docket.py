"""The list of findings of a match: raised, closed when their window ends, resolved when put right."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from monitor.findings import CORRECTED, Finding, FindingStatus
from monitor.rules.ruleset import Clause, RuleSet

SAME_S = 1e-3
"""Times closer than this are one, as they are written."""


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that may close a window: throw, valid_roll, turn_end, game_start, in turn number `turn`."""

    name: str
    by: Player | None = None
    turn: int = 0


class Docket:
    """Every finding so far, by id, at its newest status."""

    def __init__(self, rules: RuleSet, config: MatchConfig) -> None:
        self._rules = rules
        self._clauses: dict[str, list[Clause]] = {}
        club = config.context == "club" and rules.club_exempt
        for clause in rules.clauses:
            if clause.mode <= config.mode and (clause.club or not club):
                self._clauses.setdefault(clause.code, []).append(clause)
        self._speak = _speakers(rules, config)
        self._all: dict[str, Finding] = {}
        self._open: dict[str, Finding] = {}
        self._changed: dict[str, Finding] = {}
        self._closed_t: dict[str, float] = {}
        """When the window of a finding ended (s)."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings in the order they were raised."""
        return tuple(self._all.values())

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who may point out an illegal move in this match."""
        return self._speak

    @property
    def quiet(self) -> bool:
        """Whether no finding is open: nothing to close or to put right."""
        return not self._open

    def drain(self) -> list[Finding]:
        """Findings raised or changed since the last call, each as it stands now."""
        if not self._changed:
            return []
        changed = list(self._changed.values())
        self._changed.clear()
        return changed

    def raise_finding(
        self,
        code: str,
        kinds: Iterable[str],
        event: Event,
        by: Player | None,
        evidence: Mapping[str, Any],
        *,
        unsure: bool = False,
    ) -> Finding | None:
        """Raise one finding for an event; None where this rule set has no such finding.

        kinds: everything that is wrong, what names it best first. The first clause of the rule set that
        names one of them decides, and the kind it names first is the one given; a clause for any kind
        takes the first. All go into the evidence. unsure: only one of them is wrong, and which is not
        known, so that no kind is given.
        """
        wrong = tuple(kinds)
        chosen = self._choose(code, wrong)
        if chosen is None:
            return None
        clause, kind = chosen
        facts = {"one_of" if unsure else "kinds": sorted(wrong), "frames": event.frames}
        finding = Finding(
            id=f"F{len(self._all) + 1}",
            raised_at=event.seq,
            by=by,
            t=event.t,
            t_known=event.t_known,
            conf=event.conf,
            evidence=ChainMap(facts, cast("MutableMapping[str, Any]", evidence)),
            **self._terms(clause, None if unsure else kind),
        )
        self._keep(finding)
        return finding

    def reclassify(self, finding: Finding, kind: str, event: Event) -> Finding:
        """Give a finding the kind that later events made of it, with the terms of the clause for that kind.

        It stays as it was where the rule set has no clause for that kind.
        """
        now = self._all[finding.id]
        chosen = self._choose(now.code, (kind,))
        if chosen is None:
            return now
        terms = self._terms(*chosen)
        if now.status != "open":
            terms["status"] = now.status
        changed = replace(now, t_known=event.t_known, **terms)
        self._keep(changed)
        return changed

    def signal(self, signal: Signal, event: Event) -> None:
        """Close every open finding whose window this signal ends."""
        for finding in list(self._open.values()):
            for predicate in finding.deadline:
                if _closes(predicate, signal, finding.by):
                    self._change(finding, event, "closed", predicate)
                    break

    def amend(self, finding: Finding, event: Event, **facts: Any) -> None:
        """Add to the evidence of a finding what later events show."""
        now = self._all[finding.id]
        self._keep(replace(now, t_known=event.t_known, evidence={**now.evidence, **facts}))

    def resolve(self, code: str, event: Event, by: Player | None = None) -> bool:
        """Mark open findings of a code (and player) as put right. Whether there were any."""
        found = self._open_about(code, by)
        for finding in found:
            self._change(finding, event, "resolved", event.ev)
        return bool(found)

    def withdraw(self, code: str, event: Event, by: Player | None = None, *, at: float | None = None) -> bool:
        """Mark findings of a code (and player) as having been none, since something was read otherwise after
        all: those about what was wrong at a time (s), closed or not, or else the open ones. What was raised
        with them because they were not the first goes, too. A ruling stands. Whether there were any."""
        if at is None:
            found = self._open_about(code, by)
        else:
            found = [f for f in self._standing(code, by) if f.ruling is None and abs(f.t - at) < SAME_S]
        raised = {finding.raised_at for finding in found}
        found += [f for f in self._standing(_AGAIN.get(code, "")) if f.raised_at in raised]
        for finding in found:
            self._change(finding, event, "resolved" if finding.status == "open" else "closed", CORRECTED)
        return bool(found)

    def close(self, finding: Finding, event: Event) -> None:
        """Close one finding that is still open."""
        if finding.id in self._open:
            self._change(self._open[finding.id], event, "closed", event.ev)

    def settle_seen_late(self, finding: Finding, event: Event) -> bool:
        """Mark a finding as put right whose window ended only after that: the event comes late. If it was."""
        in_time = event.t < self._closed_t.get(finding.id, event.t) and finding.ruling is None
        if in_time:
            self._change(replace(self._all[finding.id], closed_at=None), event, "resolved", event.ev)
        return in_time

    def settle(self, finding: Finding, event: Event) -> None:
        """Mark one finding as put right if it is still open."""
        if finding.id in self._open:
            self._change(self._open[finding.id], event, "resolved", event.ev)

    def open(self, code: str, by: Player | None = None) -> Finding | None:
        """The newest open finding of that code (and player)."""
        fits = [f for f in self._open.values() if f.code == code and (by is None or f.by == by)]
        return fits[-1] if fits else None

    def latest(self, code: str, by: Player | None = None) -> Finding | None:
        """The newest finding of that code (and player) at its newest status, of those not withdrawn."""
        fits = self._standing(code, by)
        return fits[-1] if fits else None

    def count(self, code: str, by: Player | None = None) -> int:
        """How many findings of that code (and player) there have been, without those withdrawn."""
        return len(self._standing(code, by))

    def _open_about(self, code: str, by: Player | None) -> list[Finding]:
        return [f for f in self._open.values() if f.code == code and (by is None or f.by in (by, None))]

    def _standing(self, code: str, by: Player | None = None) -> list[Finding]:
        return [
            f for f in self._all.values() if f.code == code and by in (None, f.by) and f.ended_by != CORRECTED
        ]

    def fact(self, finding: Finding, name: str) -> Any:
        """A further fact that the clause of a finding states, None where it does not."""
        chosen = self._choose(finding.code, () if finding.kind is None else (finding.kind,))
        return None if chosen is None else chosen[0].extras.get(name)

    def rule(self, finding_id: str, ruling: str, event: Event) -> bool:
        """Record a director's ruling; an open finding is settled by it. Whether there is such a finding."""
        if finding_id not in self._all:
            return False
        self._all[finding_id] = replace(self._all[finding_id], ruling=ruling, t_known=event.t_known)
        if finding_id in self._open:
            self._change(self._all[finding_id], event, "resolved", event.ev)
        else:
            self._changed[finding_id] = self._all[finding_id]
        return True

    def _choose(self, code: str, wrong: Sequence[str]) -> tuple[Clause, str | None] | None:
        for clause in self._clauses.get(code, ()):
            named = [kind for kind in clause.kinds if kind in wrong]
            if named:
                return clause, named[0]
            if "*" in clause.kinds:
                return clause, wrong[0] if wrong else None
        return None

    def _terms(self, clause: Clause, kind: str | None) -> dict[str, Any]:
        return {
            "code": clause.code,
            "kind": kind,
            "status": "open" if _awaits_something(clause) else "logged",
            "severity": clause.severity,
            "obligation": clause.obligation,
            "decide": clause.decide,
            "remedy": clause.remedy,
            "text": clause.text,
            "cite": self._rules.citations(clause, kind),
            "opens": clause.opens,
            "deadline": clause.closes,
            "until": clause.until(),
            "certainty": clause.certainty,
            "speak": tuple(clause.extras.get("call", self._speak)),
        }

    def _change(self, finding: Finding, event: Event, status: FindingStatus, why: str) -> None:
        at: dict[str, Any] = {"closed_at" if status == "closed" else "resolved_at": event.seq}
        if status == "closed":
            self._closed_t[finding.id] = event.t
        self._keep(replace(finding, t_known=event.t_known, status=status, ended_by=why, **at))

    def _keep(self, finding: Finding) -> None:
        self._all[finding.id] = self._changed[finding.id] = finding
        if finding.status == "open":
            self._open[finding.id] = finding
        else:
            self._open.pop(finding.id, None)


_AGAIN = {"ILLEGAL_MOVE": "REPEATED_ILLEGAL_MOVES"}
"""What is raised as well when a code is raised again."""


def _awaits_something(clause: Clause) -> bool:
    """Whether somebody still has to act on it; otherwise it is only noted."""
    if clause.severity == "option":
        return clause.obligation not in ("stands", "td_decides")
    return clause.severity in ("roll_void", "must_correct")


def _speakers(rules: RuleSet, config: MatchConfig) -> tuple[str, ...]:
    roles = rules.value("illegal.point_out") or ()
    return tuple(
        role.removesuffix("_if_agreed")
        for role in roles
        if config.monitor_agreed or not role.endswith("_if_agreed")
    )


_AT_ONCE = {
    "game_end": "game_end",
    "next_game_start": "game_start",
    "match_end": "match_end",
    "next_match_start": "next_match_start",
    "any_throw": "throw",
}
_BY_OPPONENT = {
    "opp_throw": "throw",
    "opp_valid_roll": "valid_roll",
    "opp_valid_double": "valid_double",
    "opp_cube_turn": "cube_turn",
}
_BY_OFFENDER = {"own_valid_roll": "valid_roll", "own_checker_move": "checker_move"}
_FROM_TURN = {
    "turn_end": ("turn_end",),
    "turn_commence": ("throw", "valid_double"),
    "turn_valid_start": ("valid_roll", "valid_double"),
    "throw_turn": ("throw",),
}


def _closes(predicate: str, signal: Signal, offender: Player | None) -> bool:
    """Whether a signal makes a closing predicate of the rules specification, section 3.2, true."""
    name, _, number = predicate.partition(":")
    if name in _AT_ONCE:
        return signal.name == _AT_ONCE[name]
    if name in _BY_OPPONENT:
        return signal.name == _BY_OPPONENT[name] and offender is not None and signal.by == other(offender)
    if name in _BY_OFFENDER:
        return signal.name == _BY_OFFENDER[name] and offender is not None and signal.by == offender
    names = _FROM_TURN[name]
    return signal.name == "game_end" or (signal.name in names and signal.turn >= int(number))
