"""What is pushed to the director's page: tables that have changed, and the order of all."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from monitor.events import Json
from monitor.tables.hall import Hall
from monitor.tables.topics import TableKey

APART_S: Final = 0.2
"""Least time between two events to one page; findings and deaths do not wait for it."""
TICK_S: Final = 1.0
"""How often silence is looked for, which no message tells."""
PING_S: Final = 15.0


class _Page:
    """One page that is shown somewhere: ``changed`` wakes it in its own time, ``urgent`` at once."""

    def __init__(self) -> None:
        self.changed, self.urgent = asyncio.Event(), asyncio.Event()


class Changes:
    """Numbers the changes of tables, and lets pages wait for the next."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._number = 0
        self._changed: dict[TableKey, int] = {}
        self._told: dict[TableKey, Any] = {}
        self._judged: dict[TableKey, Any] = {}
        self._pages: set[_Page] = set()
        self._closed = False

    def note(self, key: TableKey | None) -> None:
        """A table has changed; None: the connection to the broker. Findings and deaths do not wait."""
        self._number += 1
        urgent = key is None
        if key is not None:
            self._changed[key] = self._number
            table = self._hall.tables.get(key)
            now = (table.findings.findings, table.status and table.status.status) if table else None
            urgent = now != self._told.get(key)
            self._told[key] = now
        for page in self._pages:
            page.changed.set()
            if urgent:
                page.urgent.set()

    def close(self) -> None:
        """End all streams."""
        self._closed = True
        for page in self._pages:
            page.changed.set()
            page.urgent.set()

    def look(self, now: float) -> None:
        """Note the tables that time alone has changed: those that have fallen silent."""
        for key in self._hall.tables:
            judged = self._hall.presence(key, now)
            if self._judged.get(key) != judged:
                self._judged[key] = judged
                self.note(key)

    async def follow(self, broker: Callable[[float], Json]) -> AsyncIterator[str]:
        """Server-sent events for one page: ``tables`` with all rows first, then with those that changed.

        broker: says at a time how the connection to the broker stands.
        """
        page = _Page()
        self._pages.add(page)
        seen, order = -1, None
        try:
            while not self._closed:
                page.changed.clear()
                page.urgent.clear()
                now = time.monotonic()
                number, keys = self._number, self._hall.order(now)
                rows = [self._hall.row(key, now) for key in keys if self._changed.get(key, 0) > seen]
                message: Json = {"rows": rows, "broker": broker(now)}
                if keys != order:
                    order = keys
                    message["order"] = [str(key) for key in keys]
                yield f"id: {number}\nevent: tables\ndata: {json.dumps(message, separators=(',', ':'))}\n\n"
                seen = number
                await _happened(page.urgent, APART_S)
                while not await _happened(page.changed, PING_S):
                    yield ": still here\n\n"
        finally:
            self._pages.discard(page)


async def _happened(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True
