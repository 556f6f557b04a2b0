"""The director's ear: follows what the stations publish, and says which table has changed."""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final

import aiomqtt

from monitor.events import Json
from monitor.logs import logger
from monitor.settings.model import MqttSettings
from monitor.tables.broker import FAILURES, Delays, address_of, connector, reason_of
from monitor.tables.hall import Hall
from monitor.tables.topics import TableKey, subscription

LONGEST_WAIT_S: Final = 5.0
"""Between two tries: a director in front of a dead page wants it back as soon as the broker is."""
_log = logger(__name__)


class Follower:
    """Takes messages into a hall for as long as ``run`` runs; finds the broker again by itself.

    site: only its tables, all where None. changed: called with the table that a message has changed, with
    None when the connection came or went. since: when it last came or went (time.monotonic()).
    """

    def __init__(
        self, mqtt: MqttSettings, site: str | None, hall: Hall, changed: Callable[[TableKey | None], None]
    ) -> None:
        self.address = address_of(mqtt)
        self._connect = connector(mqtt, f"gammonitor-director-{secrets.token_hex(6)}")
        self._filter = subscription(site)
        self._hall, self._changed = hall, changed
        self.connected = False
        self.reason: str | None = "not connected yet"
        self.since = time.monotonic()

    async def run(self) -> None:
        """Follow until cancelled."""
        delays = Delays(0.25, LONGEST_WAIT_S)
        while True:
            try:
                async with self._connect() as broker:
                    await broker.subscribe(self._filter, qos=1)
                    delays.reset()
                    self._turn(connected=True, reason=None)
                    await self._listen(broker)
            except FAILURES as error:
                self._turn(connected=False, reason=reason_of(error))
            await asyncio.sleep(delays.next())

    async def _listen(self, broker: aiomqtt.Client) -> None:
        async for message in broker.messages:
            payload = message.payload
            key = self._hall.take(
                str(message.topic),
                payload if isinstance(payload, bytes) else str(payload).encode(),
                retained=bool(message.retain),
                now=time.monotonic(),
                wall=time.time(),
            )
            if key is not None:
                self._changed(key)

    def _turn(self, *, connected: bool, reason: str | None) -> None:
        if (connected, reason) == (self.connected, self.reason):
            return
        if connected:
            _log.info("broker_found", broker=str(self.address))
        else:
            _log.warning("broker_lost", broker=str(self.address), reason=reason)
        if connected != self.connected:
            self.since = time.monotonic()
            (self._hall.hears if connected else self._hall.deafened)(self.since)
        self.connected, self.reason = connected, reason
        self._changed(None)

    def json(self, now: float) -> Json:
        """How the connection stands, for the page."""
        return {
            "address": str(self.address),
            "connected": self.connected,
            "reason": self.reason,
            "since_s": round(now - self.since, 1),
        }
