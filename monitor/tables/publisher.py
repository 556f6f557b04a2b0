"""A station's voice: publishes how its match stands, in a thread of its own, and never holds up the watch."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import aiomqtt

from monitor.logs import logger
from monitor.settings.model import MqttSettings, StationSettings, TableSettings
from monitor.tables import messages
from monitor.tables.broker import FAILURES, Delays, address_of, connector, reason_of
from monitor.tables.machine import machine_health
from monitor.tables.topics import PARTS, Part, TableKey

STATE_EVERY_S: Final = 0.5
"""Least time between two states; findings and the status go out at once."""
SOUND_AFTER_S: Final = 60.0
"""A connection that lasted so long was a sound one: the next try after it comes soon."""
UNSTEADY: Final = 3
"""Short connections in a row: two stations with the same name throw each other out."""
_QOS: Final[Mapping[Part, int]] = {"status": 1, "findings": 1, "state": 0, "health": 0}
_log = logger(__name__)


class Publisher:
    """Says what is newest to the broker, all of it retained.

    Of each topic only the newest message is kept until it is sent, so a broker that is away costs nothing and
    nothing can pile up; after each connection everything is said again. ``state`` and ``findings`` return at
    once and never raise. health: asked in the publisher's thread at every heartbeat, for ``journal_ok``,
    ``journal_reason``, ``fps``, ``dropped``. folder: whose disk is reported.
    """

    def __init__(
        self,
        mqtt: MqttSettings,
        table: TableSettings,
        *,
        url: str | None = None,
        health: Callable[[], Mapping[str, Any]] | None = None,
        folder: Path | None = None,
    ) -> None:
        self.key = TableKey(table.site, table.id)
        self.address = address_of(mqtt)
        self._about = {"title": table.title, "url": url, "heartbeat_s": mqtt.heartbeat_s}
        will = messages.status("offline", time.time(), **self._about)
        self._connect = connector(
            mqtt,
            f"gammonitor-{table.site}-{table.id}",
            aiomqtt.Will(self.key.topic("status"), will, qos=1, retain=True),
        )
        if mqtt.username is not None and not mqtt.tls and not self.address.near:
            _log.warning("mqtt_password_unencrypted", broker=str(self.address), remedy="set mqtt.tls = true")
        self._ask, self._folder, self._heartbeat = health, folder, mqtt.heartbeat_s
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._newest: dict[Part, bytes] = {}
        self._content: dict[Part, bytes] = {}
        self._unsent: set[Part] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name=f"mqtt-{self.key}", daemon=True)
        self.connected = False
        self.connections = 0

    def start(self) -> None:
        """Begin to look for the broker; returns at once."""
        self._thread.start()

    def state(self, snapshot: Mapping[str, Any]) -> None:
        """What a viewer may see has changed: the snapshot as a viewer gets it."""
        self._offer("state", lambda at: messages.state(snapshot, at))

    def findings(self, cards: Iterable[Mapping[str, Any]]) -> None:
        """Something about findings has changed: all cards of the match."""
        known = list(cards)
        self._offer("findings", lambda at: messages.findings(known, at))

    def close(self, timeout: float = 2.0) -> None:
        """Say what is left and that the station stops as it was told, but take no longer than this."""
        self._stopping.set()
        self._rouse()
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _offer(self, part: Part, make: Callable[[float], bytes]) -> None:
        """Keep a message to be sent, unless it says only what the last one said. make: it, as of a time."""
        try:
            content, message = make(0.0), make(time.time())
        except Exception as error:  # noqa: BLE001 - the watch goes on whatever is wrong with a message
            _log.error("mqtt_message_refused", topic=self.key.topic(part), error=repr(error))
            return
        with self._lock:
            if content == self._content.get(part):
                return
            self._content[part] = content
            self._newest[part] = message
            self._unsent.add(part)
        self._rouse()

    def _rouse(self) -> None:
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(wake.set)

    def _work(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        delays, told, short = Delays(), "", 0
        while not self._stopping.is_set():
            begun, before = time.monotonic(), self.connections
            try:
                async with self._connect() as broker:
                    self.connected, self.connections, told = True, self.connections + 1, ""
                    _log.info("mqtt_connected", broker=str(self.address), table=str(self.key))
                    await self._speak(broker)
            except FAILURES as error:
                reason = reason_of(error)
                if reason != told:
                    told = reason
                    _log.warning("mqtt_lost", broker=str(self.address), table=str(self.key), reason=reason)
            finally:
                self.connected = False
            if self.connections == before:
                short = 0
            elif time.monotonic() - begun > SOUND_AFTER_S:
                short = 0
                delays.reset()
            else:
                short += 1
            if short == UNSTEADY:
                _log.error("mqtt_unsteady", table=str(self.key), remedy="is table.id used by two stations?")
            await self._pause(delays.next())

    async def _speak(self, broker: aiomqtt.Client) -> None:
        """Everything once, then what changes; ends when the station stops, raises when the broker goes."""
        with self._lock:
            self._newest["status"] = messages.status("online", time.time(), **self._about)
            self._unsent = set(self._newest)
        watcher = asyncio.ensure_future(_until_lost(broker))
        speaker = asyncio.ensure_future(self._say_changes(broker))
        try:
            await asyncio.wait({watcher, speaker}, return_when=asyncio.FIRST_COMPLETED)
            for task in (speaker, watcher):
                if task.done():
                    task.result()
        finally:
            for task in (watcher, speaker):
                task.cancel()
            await asyncio.gather(watcher, speaker, return_exceptions=True)

    async def _say_changes(self, broker: aiomqtt.Client) -> None:
        next_health = next_state = 0.0
        while not self._stopping.is_set():
            now = time.monotonic()
            if now >= next_health:
                next_health = now + self._heartbeat
                self._report_health()
            if await self._say(broker, held=("state",) if now < next_state else ()):
                next_state = time.monotonic() + STATE_EVERY_S
            waiting = bool(self._unsent)
            await self._rest(
                max(0.0, (min(next_state, next_health) if waiting else next_health) - time.monotonic())
            )
        with self._lock:
            self._newest["status"] = messages.status("stopped", time.time(), **self._about)
            self._unsent.add("status")
        await self._say(broker, held=())

    async def _say(self, broker: aiomqtt.Client, held: tuple[Part, ...]) -> bool:
        """Send what is unsent and not held back; whether the state was among it."""
        said_state = False
        for part in PARTS:
            with self._lock:
                if part not in self._unsent or part in held:
                    continue
                self._unsent.discard(part)
                message = self._newest[part]
            try:
                await broker.publish(self.key.topic(part), message, qos=_QOS[part], retain=True)
            except FAILURES:
                with self._lock:
                    self._unsent.add(part)
                raise
            said_state |= part == "state"
        return said_state

    def _report_health(self) -> None:
        values = {"uptime_s": round(time.monotonic() - self._started), **machine_health(self._folder)}
        if self._ask is not None:
            try:
                values |= self._ask()
            except Exception as error:  # noqa: BLE001 - a report that fails must not silence the station
                _log.error("health_unknown", table=str(self.key), error=repr(error))
        self._offer("health", lambda at: messages.health(values, at))

    async def _pause(self, seconds: float) -> None:
        """Wait so long, whatever there is to be said, unless the station stops."""
        until = time.monotonic() + seconds
        while not self._stopping.is_set() and (left := until - time.monotonic()) > 0:
            await self._rest(left)

    async def _rest(self, seconds: float) -> None:
        """Until something is to be said or the station stops, at most this long."""
        wake = self._wake
        if wake is None or self._stopping.is_set():
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await wake.wait()
        wake.clear()


async def _until_lost(broker: aiomqtt.Client) -> None:
    """Waits for ever, or raises once the connection is gone; nothing is subscribed to, so nothing comes."""
    async for _ in broker.messages:
        continue


def publisher_for(settings: StationSettings, **more: Any) -> Publisher | None:
    """The publisher that the settings ask for, None where they name no broker. more: see Publisher."""
    if settings.mqtt.broker is None:
        return None
    return Publisher(settings.mqtt, settings.table, url=settings.server.url, **more)
