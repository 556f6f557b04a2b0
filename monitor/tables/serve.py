"""Runs the director's page: the follower, the clock and the server in one event loop."""

import asyncio
import socket
from collections.abc import Iterable
from types import FrameType

import uvicorn

from monitor.settings.model import MqttSettings
from monitor.tables.app import create_app, watch_time
from monitor.tables.follower import Follower
from monitor.tables.hall import Hall
from monitor.tables.stream import Changes
from monitor.web.access import Access


class _Server(uvicorn.Server):
    """Ends the streams first when it is told to stop, so that it need not wait for them."""

    def __init__(self, config: uvicorn.Config, changes: Changes) -> None:
        super().__init__(config)
        self._changes = changes
        self._loop = asyncio.get_running_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop has come."""
        super().handle_exit(sig, frame)
        self._loop.call_soon_threadsafe(self.stop)

    def stop(self) -> None:
        """End in an orderly way."""
        self._changes.close()
        self.should_exit = True


async def serve(
    mqtt: MqttSettings, site: str | None, access: Access, listener: socket.socket, hosts: Iterable[str] = ()
) -> None:
    """Serve on a socket that listens, until interrupted. Raises BrokerError where settings cannot be used."""
    hall = Hall()
    changes = Changes(hall)
    follower = Follower(mqtt, site, hall, changes.note)
    config = uvicorn.Config(
        create_app(hall, changes, follower, access, hosts),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, changes)
    tasks = [asyncio.create_task(follower.run()), asyncio.create_task(watch_time(changes))]
    for task in tasks:
        task.add_done_callback(lambda _: server.stop())  # a page that hears nothing must not stay up
    try:
        await server.serve(sockets=[listener])
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end
