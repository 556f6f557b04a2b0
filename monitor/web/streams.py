"""What is pushed: lines, states and cards as server-sent events, pictures over a WebSocket."""

import asyncio
import json
from collections.abc import AsyncIterator
from time import monotonic
from typing import Final

from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from monitor.events import Json
from monitor.station.pictures import Pictures
from monitor.station.snapshot import for_viewers
from monitor.station.table import Table
from monitor.web.access import Role, allows

STATES_APART: Final = 0.1
"""Seconds between two states at least."""
STATE_EVERY: Final = 1.0
"""Seconds between two states of a live table at most, so that the age of its picture is told."""
PING_EVERY: Final = 15.0
PICTURES_APART: Final = 0.1
AGE_EVERY: Final = 0.5
"""Seconds after which the age is told where no picture is new."""
STUCK_S: Final = 20.0
"""A viewer who takes nothing for so long is let go."""
BOUNDARY: Final = "picture"
LINES_AT_ONCE: Final = 200


class Woken:
    """Lets a task wait for changes that come from other threads; many changes wake it once."""

    def __init__(self, table: Table) -> None:
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._called = False
        self.stop = table.listen(self._wake)

    def _wake(self) -> None:
        if not self._called:
            self._called = True
            try:
                self._loop.call_soon_threadsafe(self._event.set)
            except RuntimeError:
                return  # the server is closing

    async def wait(self, seconds: float) -> None:
        """Wait for a change, at most so long."""
        try:
            await asyncio.wait_for(self._event.wait(), max(0.0, seconds))
        except TimeoutError:
            return
        self._called = False
        self._event.clear()


def seen_by(table: Table, role: Role) -> Json:
    """The snapshot as a role may see it."""
    snapshot = table.snapshot()
    return (
        snapshot
        if allows(role, "monitor")
        else for_viewers(snapshot, pips=table.stream_pips or table.course.match_over)
    )


async def table_events(table: Table, role: Role, after: int | None, request: Request) -> AsyncIterator[bytes]:
    """Server-sent events of one table until the browser goes away.

    after: number of the last line that it has; None sends lines from now on only.
    """
    woken = Woken(table)
    insider = allows(role, "monitor")
    seq = table.course.seq if after is None else after
    shown, cards, told, pinged = -1, table.version, 0.0, monotonic()
    try:
        yield b"retry: 1000\n\n"
        while not await request.is_disconnected():
            await asyncio.to_thread(table.poll)
            now = monotonic()
            if insider:
                while lines := table.lines(seq, LINES_AT_ONCE):
                    seq = lines[-1][0]
                    yield b"".join(_event("line", text, at) for at, text in lines)
                version = table.version
                changed, cards = table.cards_since(cards), version
                for card in changed:
                    yield _event("card", json.dumps(card, ensure_ascii=False))
            changed_state = table.version != shown and now - told >= STATES_APART
            if changed_state or (table.live and now - told >= STATE_EVERY):
                shown, told = table.version, now
                yield _event("state", json.dumps(seen_by(table, role), ensure_ascii=False))
            if now - max(pinged, told) >= PING_EVERY:
                pinged = now
                yield b": still here\n\n"
            if table.version != shown:
                await woken.wait(told + STATES_APART - monotonic())
            else:
                await woken.wait(told + STATE_EVERY - monotonic() if table.live else PING_EVERY)
    finally:
        woken.stop()


def _event(name: str, data: str, id_: int | None = None) -> bytes:
    number = "" if id_ is None else f"id: {id_}\n"
    return f"event: {name}\n{number}data: {data}\n\n".encode()


async def table_pictures(table: Table, role: Role, socket: WebSocket) -> None:
    """Send the newest picture again and again, until the browser goes away; a slow one gets fewer."""
    await socket.accept()
    gone = asyncio.create_task(_until_gone(socket))
    sent, at = 0, 0.0
    try:
        while not gone.done():
            begun = monotonic()
            if table.pictures is not None and (table.pictures.no != sent or begun - at >= AGE_EVERY):
                message, sent = await asyncio.to_thread(_message, table, role, sent)
                await asyncio.wait_for(socket.send_bytes(message), STUCK_S)
                at = begun
            await asyncio.wait((gone,), timeout=max(0.01, begun + PICTURES_APART - monotonic()))
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass
    finally:
        gone.cancel()


async def table_jpegs(pictures: Pictures, request: Request) -> AsyncIterator[bytes]:
    """New pictures as parts of one answer, until the browser goes away."""
    sent = 0
    while not await request.is_disconnected():
        if pictures.no != sent:
            picture = await asyncio.to_thread(pictures.newest)
            if picture is not None:
                sent = picture.no
                head = (
                    f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture.jpeg)}\r\n\r\n"
                )
                yield head.encode() + picture.jpeg + b"\r\n"
        await asyncio.sleep(PICTURES_APART)


async def _until_gone(socket: WebSocket) -> None:
    try:
        while True:
            await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        return


def _message(table: Table, role: Role, sent: int) -> tuple[bytes, int]:
    """One message: length of the header, header, and the picture where it is another than the one sent."""
    source = table.snapshot_source()
    picture = table.pictures.newest() if table.pictures is not None else None
    age = None if table.pictures is None else table.pictures.age
    header: Json = {
        "t": source["t"],
        "age_s": None if age is None else round(age, 2),
        "state": source["state"],
    }
    if picture is None:
        text = json.dumps(header | {"size": None, "marks": None})
        return len(text).to_bytes(4) + text.encode(), sent
    marks = picture.marks if allows(role, "monitor") else picture.viewer_marks
    text = json.dumps(header | {"size": list(picture.size)})[:-1] + f', "marks": {marks}}}'
    data = text.encode()
    jpeg = b"" if picture.no == sent else picture.jpeg
    return len(data).to_bytes(4) + data + jpeg, picture.no
