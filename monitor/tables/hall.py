"""All tables as the director has them in front of him: made from messages, sorted by what needs a person."""

import re
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import ValidationError

from monitor.events import Json
from monitor.tables.messages import (
    LARGEST,
    FindingsMessage,
    HealthMessage,
    Message,
    StateMessage,
    StatusMessage,
)
from monitor.tables.topics import Part, TableKey, parse_topic

Presence = Literal["online", "silent", "stopped", "offline", "unknown"]
Attention = Literal["finding", "trouble", "unseen", "calm", "stopped"]

MOST_TABLES: Final = 500
"""More are not taken in: a broker that anybody may write to must not fill the memory."""
SILENT_AFTER: Final = 3.0
"""Heartbeats without a message after which a table counts as silent although its connection stands."""
_RANK: Final[dict[Attention, int]] = {"finding": 0, "trouble": 1, "unseen": 2, "calm": 3, "stopped": 4}
_MODELS: Final[dict[Part, type[Message]]] = {
    "status": StatusMessage,
    "state": StateMessage,
    "health": HealthMessage,
    "findings": FindingsMessage,
}
_TROUBLED_CAMERA: Final = frozenset({"lost", "frozen"})


@dataclass
class Table:
    """What one table has said last.

    heard: when anything came from it, on the director's clock (s). excused: silence up to then is not its
    fault.
    """

    key: TableKey
    heard: float
    excused: float = float("-inf")
    status: StatusMessage | None = None
    state: StateMessage = field(default_factory=StateMessage)
    health: HealthMessage = field(default_factory=HealthMessage)
    findings: FindingsMessage = field(default_factory=FindingsMessage)
    unreadable: str | None = None

    def presence(self, now: float) -> Presence:
        """Whether it is there: as the broker says, or silent when it should have spoken."""
        if self.status is None:
            return "unknown"
        if self.status.status != "online":
            return self.status.status
        silence = now - max(self.heard, self.excused)
        return "silent" if silence > SILENT_AFTER * self.status.heartbeat_s else "online"

    def troubles(self, now: float) -> list[str]:
        """What is wrong at this table apart from findings, in words."""
        found: list[str] = []
        presence = self.presence(now)
        if presence in ("offline", "silent"):
            found.append(
                "The station is gone"
                if presence == "offline"
                else "The station is connected but says nothing"
            )
        elif presence != "stopped":
            if self.state.source.state in _TROUBLED_CAMERA:
                found.append(_with("Camera " + self.state.source.state, self.state.source.reason))
            if self.state.track.state == "lost":
                found.append(_with("Track lost", self.state.track.reason))
            if self.health.journal_ok is False:
                found.append(_with("Journal not written", self.health.journal_reason))
        if self.unreadable is not None:
            found.append(f"A message could not be read: {self.unreadable}")
        return found

    def attention(self, now: float) -> Attention:
        """What the director should look at first."""
        if any(one.open for one in self.findings.findings):
            return "finding"
        if self.troubles(now):
            return "trouble"
        if self.findings.findings:
            return "unseen"
        return "stopped" if self.presence(now) == "stopped" else "calm"

    def row(self, now: float) -> Json:
        """The table as the page shows it, but for the age of what it said."""
        status = self.status or StatusMessage(status="online")
        return {
            "key": str(self.key),
            "site": self.key.site,
            "table": self.key.table,
            "title": status.title or self.key.table,
            "url": status.url,
            "presence": self.presence(now),
            "attention": self.attention(now),
            "troubles": self.troubles(now),
            **self.state.model_dump(include={"match", "game", "source", "track"}),
            "findings": [one.model_dump() for one in self.findings.findings],
            "left_out": self.findings.left_out,
            "health": self.health.model_dump(exclude={"at"}, exclude_none=True),
        }


class Hall:
    """All tables. For one thread. ``now`` is seconds of any one clock, ``wall`` seconds since 1970."""

    def __init__(self) -> None:
        self.tables: dict[TableKey, Table] = {}
        self.refused = 0
        self._deaf: float | None = None

    def deafened(self, now: float) -> None:
        """The broker is gone: from now on nobody can be heard, so nobody counts as silent."""
        self._deaf = now

    def hears(self, now: float) -> None:
        """The broker is back; stations get their full time to speak again."""
        self._deaf = None
        for table in self.tables.values():
            table.excused = now

    def take(self, topic: str, payload: bytes, *, retained: bool, now: float, wall: float) -> TableKey | None:
        """Take a message in; the table it changed, None where it is none of ours.

        retained: it was kept by the broker, so its own time says how old it is; a fresh one is new whatever
        the station's clock says. An empty one takes back what was kept.
        """
        parsed = parse_topic(topic)
        if parsed is None:
            self.refused += 1
            return None
        key, part = parsed
        table = self.tables.get(key)
        if not payload:
            return self._forget(key, part)
        if table is None:
            if len(self.tables) >= MOST_TABLES:
                self.refused += 1
                return None
            table = Table(key, heard=float("-inf"))
        message = _read(table, part, payload)
        if message is not None:
            setattr(table, part, message)
            table.unreadable = None
        if not (isinstance(message, StatusMessage) and message.status == "offline"):
            age = max(0.0, wall - message.at) if retained and message is not None else 0.0
            table.heard = max(table.heard, now - age)
        elif table.heard == float("-inf"):
            table.heard = now
        self.tables[key] = table
        return key

    def rows(self, now: float) -> list[Json]:
        """Every table, what needs a person first."""
        return [self.row(key, now) for key in self.order(now)]

    def row(self, key: TableKey, now: float) -> Json:
        """One table as the page shows it."""
        table = self.tables[key]
        return {**table.row(self._judged_at(now)), "age_s": round(max(0.0, now - table.heard), 1)}

    def presence(self, key: TableKey, now: float) -> Presence:
        """Whether a table is there."""
        return self.tables[key].presence(self._judged_at(now))

    def order(self, now: float) -> list[TableKey]:
        """Open findings first, the newest at the top; then what is lost; then the rest, by name."""
        judged = self._judged_at(now)
        return sorted(self.tables, key=lambda key: self._place(self.tables[key], judged))

    def _judged_at(self, now: float) -> float:
        return now if self._deaf is None else min(now, self._deaf)

    def _place(self, table: Table, now: float) -> tuple[Any, ...]:
        attention = table.attention(now)
        gone = table.presence(now) in ("offline", "silent")
        newest = -table.findings.at if attention == "finding" else 0.0
        return (
            _RANK[attention],
            attention == "finding" and gone,
            newest,
            table.key.site,
            _natural(table.key.table),
        )

    def _forget(self, key: TableKey, part: Part) -> TableKey | None:
        table = self.tables.get(key)
        if table is None:
            return None
        if part == "status":
            del self.tables[key]
        else:
            setattr(table, part, _MODELS[part]())
        return key


def _read(table: Table, part: Part, payload: bytes) -> Any:
    """The message, None where it cannot be read; the table then says so."""
    if len(payload) > LARGEST:
        table.unreadable = f"{part}, {len(payload)} bytes"
        return None
    try:
        return _MODELS[part].model_validate_json(payload)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        table.unreadable = f"{part}{' ' + where if where else ''}: {first['msg']}"[:200]
        return None


def _with(what: str, reason: str | None) -> str:
    return f"{what}: {reason}" if reason else what


def _natural(name: str) -> list[tuple[int, str]]:
    """t2 before t12."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.findall(r"\d+|\D+", name)]
