"""The thread that brings records to the disk, and what it does when it cannot."""

import logging
import sqlite3
from collections import Counter, deque
from dataclasses import dataclass, field
from threading import Condition, Thread
from time import monotonic
from typing import Final, Literal

from monitor.journal.chain import Draft, Kind, text_of
from monitor.journal.clocks import ClockWatch, Moment
from monitor.journal.disk import Limits, free_space, stopped
from monitor.journal.errors import JournalError
from monitor.journal.mirror import Mirror
from monitor.journal.store import Store

FIRST_RETRY_S: Final = 0.25
LAST_RETRY_S: Final = 10.0
"""Attempts to write again come at growing intervals, from the first of these to the last."""
LOOK_S: Final = 5.0
"""How often the free space and the clock are looked at."""
MOST_AT_ONCE: Final = 8 << 20
"""Bytes of one transaction, about."""
SHARE: Final = {"clips": 0.25, "readings": 0.75, "pictures": 0.9}
"""Part of the waiting room that may be full before these are turned away; lines may fill all of it."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Health:
    """How a journal fares.

    state: degraded while records wait because they cannot be written. reason, since: of that. waiting:
    records in memory. stopped: what the disk guard does not let in. refused: how many of what were lost
    because the waiting room was full or by the guard. free: bytes on the disk. lines_file: why the file of
    lines is behind, or None. clock: what was noticed of the clock last.
    """

    state: Literal["ok", "degraded", "closed"] = "ok"
    reason: str | None = None
    since: str | None = None
    waiting: int = 0
    stopped: tuple[str, ...] = ()
    refused: dict[str, int] = field(default_factory=dict)
    free: int | None = None
    lines_file: str | None = None
    clock: str | None = None


class Writer:
    """Takes groups of records from any thread and stores them in order, each group in one transaction.

    It never blocks and never raises; what happens to it is in `health`.
    """

    def __init__(self, store: Store, mirror: Mirror | None, limits: Limits) -> None:
        self._store = store
        self._mirror = mirror
        self._limits = limits
        self._change = Condition()
        self._groups: deque[list[Draft]] = deque()
        self._waiting_bytes = 0
        self._batch: list[Draft] = []
        self._closing = False
        self._closed = False
        self._reason: str | None = None
        self._since: Moment | None = None
        self._delay = FIRST_RETRY_S
        self._retry_at = 0.0
        self._refused: Counter[str] = Counter()
        self._told: Counter[str] = Counter()
        self._free = free_space(store.path.parent)
        self._stopped = stopped(self._free, limits)
        self._clocks = ClockWatch()
        self._clock: str | None = None
        self._look_at = monotonic() + LOOK_S
        self._thread = Thread(target=self._run, name="journal", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        if self._stopped:
            self._guard_record()
        self._thread.start()

    @property
    def health(self) -> Health:
        """How it fares now."""
        with self._change:
            state: Literal["ok", "degraded", "closed"] = "degraded" if self._reason else "ok"
            return Health(
                state="closed" if self._closed and not self._reason else state,
                reason=self._reason,
                since=self._since.text if self._since else None,
                waiting=len(self._batch) + sum(len(group) for group in self._groups),
                stopped=self._stopped,
                refused=dict(self._refused),
                free=self._free,
                lines_file=self._mirror.trouble if self._mirror else None,
                clock=self._clock,
            )

    def put(self, group: list[Draft]) -> None:
        """Hand over records that belong together."""
        with self._change:
            self._groups.append(group)
            self._waiting_bytes += sum(draft.size for draft in group)
            self._change.notify_all()

    def has_room(self, what: str, size: int) -> str | None:
        """None where something of this size may be put: "clips", "readings", "pictures" or "lines".

        Otherwise why not; it is counted as refused.
        """
        with self._change:
            why = None
            if what in self._stopped:
                why = "the disk is almost full"
            elif self._waiting_bytes + size > SHARE.get(what, 1.0) * self._limits.waiting:
                why = self._reason or "more came than could be written"
            if why is not None:
                self._refused[what] += 1
            return why

    def waiting(self, kind: Kind) -> list[Draft]:
        """Records of a kind that are not stored yet, in order."""
        with self._change:
            return [draft for group in (self._batch, *self._groups) for draft in group if draft.kind == kind]

    def flush(self, timeout: float) -> bool:
        """Wait until all that was put is stored; False where it is not in time, or cannot be now."""
        with self._change:
            self._change.wait_for(lambda: self._idle or self._reason is not None or self._closed, timeout)
            return self._idle

    def close(self, timeout: float) -> bool:
        """Store what waits, with a last attempt in trouble, and end. False where something is lost."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join(timeout)
        return not self._thread.is_alive() and self._idle

    @property
    def _idle(self) -> bool:
        return not self._groups and not self._batch

    def _run(self) -> None:
        while self._wait():
            self._look()
            if not self._batch:
                self._next_batch()
            if self._batch:
                self._attempt()
            elif self._mirror is not None and self._mirror.trouble:
                self._follow()
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._store.close()
        if self._mirror is not None:
            self._mirror.close()

    def _wait(self) -> bool:
        """Until there is something to do; False when all is done, or nothing more can be."""
        with self._change:
            if self._closing:
                return not self._idle and self._retry_at < float("inf")
            while not self._closing:
                now = monotonic()
                due = self._retry_at if self._reason else now if not self._idle else self._look_at
                if due <= now or self._look_at <= now:
                    break
                self._change.wait(min(due, self._look_at) - now)
            return True

    def _next_batch(self) -> None:
        size = 0
        with self._change:
            while self._groups and size < MOST_AT_ONCE:
                group = self._groups.popleft()
                self._batch += group
                size += sum(draft.size for draft in group)

    def _attempt(self) -> None:
        if self._reason and monotonic() < self._retry_at and not self._closing:
            return
        try:
            self._store.write(self._batch)
        except (JournalError, OSError, sqlite3.Error) as error:
            self._failed(_words(error))
            return
        self._follow()
        with self._change:
            self._waiting_bytes -= sum(draft.size for draft in self._batch)
            self._batch = []
            if self._reason is not None:
                self._recovered()
            self._change.notify_all()

    def _follow(self) -> None:
        if self._mirror is None:
            return
        before = self._mirror.trouble
        try:
            self._mirror.follow(self._store)
        except (JournalError, OSError, sqlite3.Error) as error:
            self._mirror.trouble = f"{self._mirror.path} is behind: {_words(error)}"
        if self._mirror.trouble and self._mirror.trouble != before:
            _log.warning("%s", self._mirror.trouble)

    def _failed(self, reason: str) -> None:
        with self._change:
            if self._reason is None:
                self._since, self._delay = Moment.now(), FIRST_RETRY_S
                _log.error("the journal %s cannot be written: %s", self._store.path, reason)
            self._reason = reason
            self._retry_at = float("inf") if self._closing else monotonic() + self._delay
            self._delay = min(LAST_RETRY_S, 2 * self._delay)
            self._change.notify_all()

    def _recovered(self) -> None:
        since = self._since.text if self._since else None
        lost = self._refused - self._told
        self._told = Counter(self._refused)
        data = {
            "reason": self._reason,
            "since": since,
            "until": Moment.now().text,
            "refused": lost,
        }
        self._reason = self._since = None
        self.put([Draft("trouble", text_of(data))])
        _log.warning("the journal %s is written again", self._store.path)

    def _look(self) -> None:
        """Now and then: the clock, and the room that is left."""
        if monotonic() < self._look_at:
            return
        self._look_at = monotonic() + LOOK_S
        by = self._clocks.set_by()
        if by:
            now = Moment.now().text
            self._clock = f"set {'forward' if by > 0 else 'back'} by {abs(by):.0f} s at {now}"
            self.put([Draft("clock", text_of({"wall": now, "by": round(by, 3)}))])
        self._free = free_space(self._store.path.parent)
        now_stopped = stopped(self._free, self._limits)
        if now_stopped != self._stopped:
            self._stopped = now_stopped
            self._guard_record()

    def _guard_record(self) -> None:
        data = {"wall": Moment.now().text, "stopped": list(self._stopped), "free": self._free}
        self.put([Draft("guard", text_of(data))])


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)
