"""Findings: what a rule set says about something that happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final, Literal

from monitor.events import Json, Player

CORRECTED: Final = "corrected"
"""Says in `ended_by` that a finding lost its ground because something was read otherwise after all."""
FindingStatus = Literal["open", "closed", "resolved", "logged"]


@dataclass(frozen=True)
class Finding:
    """One finding at one moment of its life; a change of status is a new Finding with the same id.

    raised_at, closed_at, resolved_at: seq of the event that raised, closed or resolved it. deadline: closing
    predicates of the rules specification, section 3.2; empty means it can be put right at any time. ended_by:
    the closing predicate or the event that ended the window, None while it is open. t: time
    of what was wrong; t_known: newest frame used. conf: probability that it is so. evidence: frames,
    before_board, after_board, dice, legal_moves and whatever else shows it.
    """

    id: str
    code: str
    kind: str | None
    by: Player | None
    raised_at: int
    status: FindingStatus
    severity: str
    obligation: str
    decide: str
    remedy: str
    text: str
    cite: tuple[str, ...]
    opens: str
    deadline: tuple[str, ...]
    until: str
    certainty: str = "explicit"
    speak: tuple[str, ...] = ()
    t: float = 0.0
    t_known: float | None = None
    conf: float = 1.0
    closed_at: int | None = None
    resolved_at: int | None = None
    ended_by: str | None = None
    ruling: str | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    seq: int = 0

    def to_json(self) -> Json:
        """The finding as one JSON object of the journal."""
        line: Json = {
            "ev": "Finding",
            "seq": self.seq,
            "t": round(self.t, 4),
            "t_known": round(self.t if self.t_known is None else self.t_known, 4),
            "conf": round(self.conf, 4),
            "id": self.id,
            "code": self.code,
            "kind": self.kind,
            "by": self.by,
            "raised_at": self.raised_at,
            "status": self.status,
            "severity": self.severity,
            "obligation": self.obligation,
            "decide": self.decide,
            "remedy": self.remedy,
            "text": self.text,
            "cite": list(self.cite),
            "opens": self.opens,
            "deadline": list(self.deadline),
            "until": self.until,
            "certainty": self.certainty,
            "speak": list(self.speak),
            "evidence": _plain(self.evidence),
            "ruling": self.ruling,
        }
        if self.closed_at is not None:
            line["closed_at"] = self.closed_at
        if self.resolved_at is not None:
            line["resolved_at"] = self.resolved_at
        if self.ended_by is not None:
            line["ended_by"] = self.ended_by
        return line


def _plain(value: Any) -> Any:
    """Evidence as JSON can hold it; a number that is none (NaN, infinity) becomes null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value
