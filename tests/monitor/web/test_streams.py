"""Lines, states and cards as server-sent events, and pictures over the WebSocket, from a real server."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import httpx2 as httpx
import numpy as np
import pytest
from websockets.sync.client import connect

from calibration.cv import cv2
from monitor.station.screens import SourceHealth
from monitor.web.access import Access
from monitor.web.app import create_app
from monitor.web.server import Server, ServerError, listening
from tests.monitor.station.stand_in import STATE, Told, told


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Told]:
    with told(tmp_path) as found:
        found.begin()
        yield found


@pytest.fixture
def served(hall: Told) -> Iterator[str]:
    with Server(create_app([hall.table], Access()), "127.0.0.1", 0) as server:
        yield server.url


class Events:
    """Reads server-sent events one by one."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.iter_lines()

    def __iter__(self) -> Iterator[tuple[str, str | None, Any]]:
        name, number, data = "", None, None
        for line in self._lines:
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("id: "):
                number = line[4:]
            elif line.startswith("data: "):
                data = json.loads(line[6:])
            elif not line and name:
                yield name, number, data
                name, number, data = "", None, None

    def until(self, wanted: str) -> tuple[str | None, Any]:
        for name, number, data in self:
            if name == wanted:
                return number, data
        raise AssertionError(f"the stream ended before {wanted}")


def stream(served: str, **options: Any) -> Any:
    return httpx.stream("GET", f"{served}api/tables/hall-1/stream", timeout=10.0, **options)


def test_lines_are_replayed_and_go_on(hall: Told, served: str) -> None:
    with stream(served, headers={"last-event-id": "2"}) as answer:
        events = Events(answer)
        assert [events.until("line")[0] for _ in range(2)] == ["3", "4"]
        hall.say("DiceThrown", 3.0, "A", n=2)
        number, line = events.until("line")
        assert (number, line["ev"]) == ("5", "DiceThrown")
    with stream(served, params={"last_event_id": 4}) as answer:
        assert Events(answer).until("line")[0] == "5"


def test_a_finding_comes_as_a_card_and_again_when_it_changes(hall: Told, served: str) -> None:
    with stream(served) as answer:
        events = Events(answer)
        events.until("state")
        hall.finding(deadline=("opp_valid_roll",))
        card = events.until("card")[1]
        assert (card["id"], card["window"]["state"]) == ("F1", "open")
        hall.table.remark("F1", "confirm", "", "monitor")
        assert events.until("card")[1]["handling"]["state"] == "confirmed"
        hall.finding(status="closed", ended_by="opp_valid_roll")
        assert events.until("card")[1]["window"]["words"] == "stands: Boris has made a valid roll"


def test_states_come_on_change_and_not_too_often(hall: Told, served: str) -> None:
    with stream(served) as answer:
        events = Events(answer)
        first = events.until("state")[1]
        assert first["match"]["players"] == ["Anna", "Boris"]
        begun = monotonic()
        for number in range(20):
            hall.say("TrackLost", 3.0 + number, reason=f"cause {number}")
        seen = [events.until("state")[1]["track"]["reason"]]
        while seen[-1] != "cause 19":
            seen.append(events.until("state")[1]["track"]["reason"])
        assert len(seen) <= 2 + 10 * (monotonic() - begun)


def test_an_event_reaches_the_browser_at_once(hall: Told, served: str) -> None:
    with stream(served) as answer:
        events = Events(answer)
        events.until("state")
        took = []
        for number in range(20):
            begun = monotonic()
            hall.say("DiceThrown", 3.0 + number, "A", n=2)
            events.until("line")
            took.append(monotonic() - begun)
        assert sorted(took)[10] < 0.05


def message_of(data: bytes) -> tuple[dict[str, Any], bytes]:
    length = int.from_bytes(data[:4])
    return json.loads(data[4 : 4 + length]), data[4 + length :]


def test_pictures_only_when_they_show_something_new(hall: Told, served: str) -> None:
    address = served.replace("http", "ws") + "api/tables/hall-1/live"
    hall.frame(1, shade=60)
    with connect(address) as viewer:
        header, jpeg = message_of(viewer.recv())
        assert header["size"] == [640, 360]
        assert header["state"] == "live"
        assert [len(header["marks"]["slots"]), header["marks"]["slots"][0]["id"]] == [24, "T1"]
        assert all(0 <= part <= 1 for corner in header["marks"]["field"] for part in corner)
        picture = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert picture.shape == (360, 640, 3)
        assert abs(float(picture.mean()) - 60) < 2
        header, jpeg = message_of(viewer.recv())
        assert (jpeg, header["age_s"] > 0.3) == (b"", True)
        hall.table.health(SourceHealth("lost", "unplugged", 0.1))
        hall.frame(2, shade=200)
        header, jpeg = message_of(viewer.recv())
        assert len(jpeg) > 500
        assert header["t"] == 0.2


def test_a_slow_viewer_holds_up_nobody(hall: Told, served: str) -> None:
    """It takes nothing at all, while frames keep coming: telling them stays quick, and others get theirs."""
    host, port = served.split("/")[2].split(":")
    with closing(socket.create_connection((host, int(port)))) as asleep:
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        key = "GET /api/tables/hall-1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        key += "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        key += "Sec-WebSocket-Version: 13\r\n\r\n"
        asleep.sendall(key.encode())
        rng = np.random.default_rng(1)
        slowest = 0.0
        with connect(served.replace("http", "ws") + "api/tables/hall-1/live", max_size=None) as awake:
            for number in range(12):
                begun = monotonic()
                hall.frame(number, shade=int(rng.integers(30, 220)))
                slowest = max(slowest, monotonic() - begun)
                message_of(awake.recv())
        assert slowest < 0.1


def test_a_port_that_is_taken(hall: Told) -> None:
    taken = listening("127.0.0.1", 0)
    port = taken.getsockname()[1]
    with (
        closing(taken),
        pytest.raises(ServerError, match=f"port {port} on 127.0.0.1: .* Choose another with --port"),
    ):
        Server(create_app([hall.table], Access()), "127.0.0.1", port)
    with pytest.raises(ServerError, match="give an address of this machine"):
        listening("no.such.host.example", 0)


def test_health_turns_bad_when_the_camera_is_lost(hall: Told, served: str) -> None:
    hall.frame(0, state=STATE)
    assert httpx.get(f"{served}healthz").status_code == 200
    hall.table.health(SourceHealth("lost", "unplugged", 0.1))
    answer = httpx.get(f"{served}healthz")
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    metrics = httpx.get(f"{served}metrics").text
    assert 'gammonitor_source_up{table="hall-1"} 0.0' in metrics
    assert 'gammonitor_turn{table="hall-1"} 1.0' in metrics
