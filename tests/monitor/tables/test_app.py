"""The director's page: routes, who may see them, and what is pushed."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from monitor.settings.model import MqttSettings
from monitor.tables import messages
from monitor.tables.app import create_app
from monitor.tables.follower import Follower
from monitor.tables.hall import Hall
from monitor.tables.serve import serve
from monitor.tables.stream import Changes
from monitor.tables.topics import Part, TableKey
from monitor.web.access import Access
from monitor.web.server import listening
from tests.monitor.tables.stations import card, snapshot

STATIC = Path(__file__).resolve().parents[3] / "monitor" / "tables" / "static"


class Desk:
    """A director's application without a broker; messages are put in by hand."""

    def __init__(self, access: Access | None = None) -> None:
        self.hall = Hall()
        self.changes = Changes(self.hall)
        self.follower = Follower(MqttSettings(broker="127.0.0.1:1"), None, self.hall, self.changes.note)
        self.now = 50.0
        self.app: FastAPI = create_app(self.hall, self.changes, self.follower, access or Access())

    def hear(self, table: str, part: Part, payload: bytes) -> None:
        topic = TableKey("club", table).topic(part)
        self.changes.note(self.hall.take(topic, payload, retained=False, now=self.now, wall=0.0))


@pytest.fixture
def desk() -> Desk:
    return Desk()


def browser(desk: Desk, url: str = "http://localhost") -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(desk.app), base_url=url)


def test_all_tables_at_once(desk: Desk) -> None:
    async def story() -> None:
        desk.hear("t1", "state", messages.state(snapshot(1), 0.0))
        desk.hear("t2", "findings", messages.findings([card()], 0.0))
        async with browser(desk) as client:
            answer = await client.get("/api/hall")
            assert answer.status_code == 200
            assert [row["table"] for row in answer.json()["rows"]] == ["t2", "t1"]
            assert answer.json()["broker"]["connected"] is False
            health = await client.get("/healthz")
            assert health.status_code == 503
            assert health.json() == {"ok": False, "broker": False, "tables": 2, "refused": 0}
            desk.follower.connected = True
            assert (await client.get("/healthz")).status_code == 200

    asyncio.run(story())


def test_the_page_and_everything_it_names_is_served_under_a_strict_policy(desk: Desk) -> None:
    async def story() -> None:
        async with browser(desk) as client:
            page = await client.get("/")
            assert page.status_code == 200
            policy = page.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert not re.search(r"<script>|<style|style=|onclick", page.text)
            script = (STATIC / "director.js").read_text(encoding="utf-8")
            names = re.findall(r'(?:src|href)="(/[^"]+)"', page.text) + re.findall(r'from "(/[^"]+)"', script)
            assert len(names) >= 6
            for name in names:
                assert (await client.get(name)).status_code == 200, name
            assert (await client.get("/static/tables/%2e%2e/hall.py")).status_code == 404

    asyncio.run(story())


def test_only_a_director_gets_in() -> None:
    desk = Desk(Access.of({"viewer": "look-only-1", "monitor": "one-table-1", "director": "all-tables-1"}))

    async def story() -> None:
        async with browser(desk) as client:
            for path in ("/api/hall", "/api/hall/stream"):
                assert (await client.get(path)).status_code == 401
                for word in ("look-only-1", "one-table-1"):
                    assert (await client.post("/api/login", json={"password": word})).status_code == 200
                    assert (await client.get(path)).status_code == 403
                    await client.post("/api/logout", json={})
            assert (await client.get("/login")).status_code == 200
            login = await client.post("/api/login", json={"password": "all-tables-1"})
            assert login.json()["role"] == "director"
            assert (await client.get("/api/hall")).status_code == 200
            foreign = await client.post("/api/logout", json={}, headers={"origin": "http://elsewhere"})
            assert foreign.status_code == 403
        async with browser(desk, "http://evil.example") as client:
            assert (await client.get("/")).status_code == 421

    asyncio.run(story())


async def event(stream: AsyncIterator[str]) -> dict[str, Any]:
    """The next event that is no ping."""
    async with asyncio.timeout(5):
        async for text in stream:
            if text.startswith("id:"):
                data = next(line for line in text.splitlines() if line.startswith("data: "))
                return dict(json.loads(data.removeprefix("data: ")))
    raise AssertionError("the stream has ended")


def run(test: Callable[[Desk, AsyncIterator[str]], Any]) -> None:
    async def main() -> None:
        desk = Desk()
        stream = desk.changes.follow(desk.follower.json)
        await test(desk, stream)
        await stream.aclose()  # type: ignore[attr-defined]

    asyncio.run(main())


def test_first_all_then_what_changed() -> None:
    async def story(desk: Desk, stream: AsyncIterator[str]) -> None:
        desk.hear("t1", "state", messages.state(snapshot(1), 0.0))
        desk.hear("t2", "state", messages.state(snapshot(2), 0.0))
        first = await event(stream)
        assert [row["table"] for row in first["rows"]] == ["t1", "t2"]
        assert first["order"] == ["club/t1", "club/t2"]
        desk.hear("t2", "state", messages.state(snapshot(2, turn=9), 0.0))
        second = await event(stream)
        assert [row["game"]["turn"] for row in second["rows"]] == [9]
        assert "order" not in second
        desk.hear("t2", "findings", messages.findings([card()], 0.0))
        third = await event(stream)
        assert third["order"] == ["club/t2", "club/t1"]
        desk.hear("t1", "status", b"")
        fourth = await event(stream)
        assert fourth["rows"] == []
        assert fourth["order"] == ["club/t2"]

    run(story)


def test_many_changes_make_one_event() -> None:
    async def story(desk: Desk, stream: AsyncIterator[str]) -> None:
        await event(stream)
        for turn in range(1, 200):
            desk.hear("t1", "state", messages.state(snapshot(1, turn=turn), 0.0))
        assert [row["game"]["turn"] for row in (await event(stream))["rows"]] == [199]

    run(story)


def test_a_finding_does_not_wait_for_the_pace_of_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("monitor.tables.stream.APART_S", 60.0)

    async def story(desk: Desk, stream: AsyncIterator[str]) -> None:
        desk.hear("t1", "state", messages.state(snapshot(1), 0.0))
        await event(stream)
        waiting = asyncio.ensure_future(event(stream))
        await asyncio.sleep(0)
        desk.hear("t1", "state", messages.state(snapshot(1, turn=8), 0.0))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        desk.hear("t1", "findings", messages.findings([card()], 0.0))
        assert (await waiting)["rows"][0]["findings"]

    run(story)


def test_streams_end_when_the_program_does() -> None:
    async def story(desk: Desk, stream: AsyncIterator[str]) -> None:
        await event(stream)
        desk.changes.close()
        assert [text async for text in stream] == []

    run(story)


def test_time_alone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk, stream: AsyncIterator[str]) -> None:
        desk.hear("t1", "status", messages.status("online", 0.0, heartbeat_s=1.0))
        desk.changes.look(desk.now)
        assert (await event(stream))["rows"][0]["key"] == "club/t1"
        desk.changes.look(desk.now + 3.5)
        assert (await event(stream))["rows"][0]["presence"] == "silent"
        number = desk.changes._number
        desk.changes.look(desk.now + 4.5)
        assert desk.changes._number == number

    run(story)


def test_the_broker_coming_and_going_is_told() -> None:
    async def story(desk: Desk, stream: AsyncIterator[str]) -> None:
        assert (await event(stream))["broker"]["connected"] is False
        desk.follower._turn(connected=True, reason=None)
        found = await event(stream)
        assert found["broker"]["connected"] is True
        assert found["rows"] == []

    run(story)


def test_a_page_that_can_hear_nothing_does_not_stay_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_: Follower) -> None:
        await asyncio.sleep(0.2)
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr(Follower, "run", broken)
    with listening("127.0.0.1", 0) as listener, pytest.raises(RuntimeError, match="a fault of the program"):
        asyncio.run(serve(MqttSettings(broker="127.0.0.1:1"), None, Access(), listener))
