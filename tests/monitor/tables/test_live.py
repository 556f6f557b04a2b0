"""Stations, a real mosquitto and a director's ear: joining late, deaths and returns."""

import asyncio
import gc
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from monitor.settings.model import MqttSettings
from monitor.tables.follower import Follower
from monitor.tables.hall import Hall
from monitor.tables.topics import PARTS, TableKey
from tests.log_guard import Kept
from tests.monitor.tables.broker import Mosquitto
from tests.monitor.tables.stations import card, snapshot, spawn, station

SHIPPED = Path(__file__).resolve().parents[3] / "monitor" / "settings" / "files"


class Ear:
    """A director's follower in a thread of its own."""

    def __init__(self, mqtt: MqttSettings, site: str | None = None) -> None:
        self.hall = Hall()
        self.follower = Follower(mqtt, site, self.hall, lambda _: None)
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._task = self._loop.create_task(self.follower.run())
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.close()

    def close(self) -> None:
        if self._task is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(10)

    def row(self, number: int) -> dict[str, Any]:
        key = TableKey("club", f"t{number}")
        return self.hall.row(key, time.monotonic()) if key in self.hall.tables else {}


@contextmanager
def listening(address: str, **settings: Any) -> Iterator[Ear]:
    ear = Ear(MqttSettings(broker=address, **settings))
    try:
        yield ear
    finally:
        ear.close()


def until(holds: Callable[[], Any], seconds: float = 10.0) -> float:
    """Wait until it holds; how long it took (s)."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < seconds, "it did not come about in time"
        time.sleep(0.01)
    return time.monotonic() - begun


def test_a_director_who_joins_late_sees_everything(broker: Mosquitto) -> None:
    publisher = station(broker.address, 1)
    publisher.state(snapshot(1, turn=7))
    publisher.findings([card("f1"), card("f2", status="resolved")])
    publisher.start()
    until(lambda: publisher.connected)
    time.sleep(0.3)
    with listening(broker.address) as ear:
        until(lambda: ear.row(1).get("findings") and ear.row(1)["game"] and ear.row(1)["health"])
        row = ear.row(1)
        assert row["presence"] == "online"
        assert row["game"]["turn"] == 7
        assert [one["id"] for one in row["findings"]] == ["f1"]
        assert row["url"] == "http://10.0.0.1:8642"
        assert row["health"]["journal_ok"] is True
        assert row["health"]["disk_free_mb"] > 0
        publisher.findings([card("f1", handling={"state": "ruled"})])
        assert until(lambda: ear.row(1)["findings"] == []) < 2.0
        publisher.close()
        assert until(lambda: ear.row(1)["presence"] == "stopped") < 2.0


def test_what_is_said_already_is_not_said_again(broker: Mosquitto) -> None:
    publisher = station(broker.address, 1, heartbeat_s=300.0)
    publisher.start()
    for _ in range(20):
        publisher.findings([card()])
        publisher.state(snapshot(1))
        time.sleep(0.05)
    publisher.findings([])
    publisher.close()
    said = [
        line for line in broker.log.read_text(encoding="utf-8").splitlines() if "Received PUBLISH" in line
    ]
    counts = {part: sum(f"/t1/{part}'" in line for line in said) for part in PARTS}
    assert counts == {"status": 2, "state": 1, "health": 1, "findings": 2}


@pytest.mark.slow
def test_sixty_four_tables_and_a_broker_that_dies(broker: Mosquitto) -> None:
    numbers = range(1, 65)
    stations = [station(broker.address, number, heartbeat_s=10.0) for number in numbers]
    for one, number in zip(stations, numbers, strict=True):
        one.state(snapshot(number, turn=1))
        one.start()
    until(lambda: all(one.connected for one in stations), 30)
    stations[40].findings([card("f41")])

    def turns(ear: Ear) -> list[int | None]:
        return [(ear.row(number).get("game") or {}).get("turn") for number in numbers]

    with listening(broker.address) as ear:
        until(lambda: turns(ear) == [1] * 64 and ear.row(41)["findings"], 30)
        broker.kill()
        for one, number in zip(stations, numbers, strict=True):
            one.state(snapshot(number, turn=2))
        broker.start()
        until(lambda: turns(ear) == [2] * 64 and ear.row(41)["findings"], 60)
        until(lambda: all(ear.row(number)["presence"] == "online" for number in numbers))
        assert ear.hall.order(time.monotonic())[0] == TableKey("club", "t41")
        assert ear.hall.refused == 0
    for one in stations:
        one.close()


def test_a_killed_station_shows_at_once(broker: Mosquitto) -> None:
    with listening(broker.address) as ear:
        process = spawn(broker.address, 3)
        try:
            until(lambda: ear.row(3).get("findings") and ear.row(3)["presence"] == "online", 20)
        finally:
            process.kill()
            process.wait()
        assert until(lambda: ear.row(3)["presence"] == "offline") < 2.0
        assert ear.row(3)["troubles"] == ["The station is gone"]
        assert ear.row(3)["findings"], "what was open is still shown"
        back = station(broker.address, 3)
        back.findings([])
        back.start()
        until(lambda: ear.row(3)["presence"] == "online")
        until(lambda: not ear.row(3)["findings"])
        back.close()


def test_broker_killed_and_started_again(broker: Mosquitto) -> None:
    publisher = station(broker.address, 1)
    publisher.findings([card("f1")])
    publisher.start()
    with listening(broker.address) as ear:
        until(lambda: ear.row(1).get("findings"))
        broker.kill()
        until(lambda: not ear.follower.connected)
        begun = time.perf_counter()
        for turn in range(1000):
            publisher.state(snapshot(1, turn))
        publisher.findings([card("f1"), card("f2")])
        assert time.perf_counter() - begun < 1.0, "the watch must not wait for the broker"
        time.sleep(1.0)
        assert ear.row(1)["presence"] == "online"
        broker.start()
        until(lambda: ear.row(1)["game"] and ear.row(1)["game"]["turn"] == 999, 15)
        until(lambda: len(ear.row(1)["findings"]) == 2)
        assert publisher.connections == 2
    publisher.close()


def test_a_broker_that_hangs_does_not_hold_up_the_watch(broker: Mosquitto) -> None:
    publisher = station(broker.address, 1)
    publisher.start()
    until(lambda: publisher.connected)
    assert broker.process is not None
    os.kill(broker.process.pid, signal.SIGSTOP)
    try:
        longest = 0.0
        for turn in range(300):
            begun = time.perf_counter()
            publisher.state(snapshot(1, turn))
            publisher.findings([card(f"f{turn}")])
            longest = max(longest, time.perf_counter() - begun)
            time.sleep(0.001)
        assert longest < 0.5
        begun = time.perf_counter()
        publisher.close(timeout=0.5)
        assert time.perf_counter() - begun < 1.5
    finally:
        os.kill(broker.process.pid, signal.SIGCONT)


def test_the_same_table_twice_is_said_and_flaps_ever_more_slowly(
    broker: Mosquitto, expected_errors: Kept
) -> None:
    first, second = station(broker.address, 1), station(broker.address, 1)
    first.start()
    until(lambda: first.connected)
    second.start()
    until(lambda: "mqtt_unsteady" in expected_errors.text, 20)
    assert first.connections + second.connections <= 8
    with listening(broker.address) as ear:
        until(lambda: ear.row(1).get("presence") == "online")
    first.close()
    second.close()


def test_messages_that_cannot_be_built_are_logged_and_left_out(
    broker: Mosquitto, expected_errors: Kept
) -> None:
    publisher = station(broker.address, 1)
    publisher.start()
    publisher.findings([{"id": "f1", "handling": 3}])
    publisher.state(snapshot(1))
    with listening(broker.address) as ear:
        until(lambda: ear.row(1).get("game"))
    publisher.close()
    assert "mqtt_message_refused" in expected_errors.text


def test_without_a_broker_the_watch_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    publisher = station("127.0.0.1:1", 1)
    publisher.start()
    publisher.state(snapshot(1))
    until(lambda: any("mqtt_lost" in str(record.msg) for record in caplog.records))
    publisher.close()
    assert not publisher.connected


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Mosquitto]:
    """The broker of the shipped files: passwords, the ACL, TLS with certificates made on the spot."""
    if shutil.which("openssl") is None or shutil.which("mosquitto_passwd") is None:
        pytest.skip("openssl and mosquitto_passwd are needed")
    key, cert, passwords = tmp_path / "broker.key", tmp_path / "broker.pem", tmp_path / "passwords"
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    make += " -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*make.split(), "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True)
    passwords.touch(mode=0o600)
    for name in ("t1", "t2", "director", "screen"):
        add = ["mosquitto_passwd", "-b", str(passwords), name, f"pass-{name}"]
        subprocess.run(add, check=True, capture_output=True)
    conf = (SHIPPED / "mosquitto.conf").read_text(encoding="utf-8")
    for old, new in (
        ("listener 8883", "listener {port} 127.0.0.1"),
        ("/etc/mosquitto/gammonitor.passwords", str(passwords)),
        ("/etc/mosquitto/gammonitor.acl", str(SHIPPED / "mosquitto.acl")),
        ("/etc/mosquitto/certs/ca.pem", str(cert)),
        ("/etc/mosquitto/certs/broker.pem", str(cert)),
        ("/etc/mosquitto/certs/broker.key", str(key)),
    ):
        assert old in conf
        conf = conf.replace(old, new)
    made = Mosquitto(tmp_path, conf)
    made.start()
    yield made
    made.kill()


def login(name: str, tmp_path: Path) -> dict[str, Any]:
    file = tmp_path / f"{name}.secret"
    file.write_text(f"pass-{name}\n", encoding="utf-8")
    return {"tls": True, "ca_file": tmp_path / "broker.pem", "username": name, "password_file": file}


def test_the_shipped_acl_keeps_findings_from_all_but_directors(strict: Mosquitto, tmp_path: Path) -> None:
    honest = station(strict.address, 1, **login("t1", tmp_path))
    honest.state(snapshot(1))
    honest.findings([card()])
    honest.start()
    forger = station(strict.address, 3, **login("t2", tmp_path))
    forger.state(snapshot(3))
    forger.start()
    until(lambda: honest.connected and forger.connected)
    time.sleep(0.5)
    with (
        listening(strict.address, **login("director", tmp_path)) as director,
        listening(strict.address, **login("screen", tmp_path)) as screen,
    ):
        until(lambda: director.row(1).get("findings") and screen.row(1).get("game"))
        time.sleep(0.3)
        assert screen.row(1)["findings"] == []
        assert screen.row(1)["health"] == {}
        assert screen.row(1)["presence"] == "online"
        assert director.row(3) == {}, "t2 cannot speak for t3"
    honest.close()
    forger.close()


@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning"
)
def test_wrong_passwords_and_unknown_certificates_are_refused(
    strict: Mosquitto, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = login("t1", tmp_path)
    (tmp_path / "t1.secret").write_text("guess\n", encoding="utf-8")
    with listening(strict.address, **wrong) as ear:
        until(lambda: "uthori" in str(ear.follower.reason))
    with listening(strict.address, tls=True) as ear:
        until(lambda: "certificate" in str(ear.follower.reason).lower())
    assert "guess" not in caplog.text
    gc.collect()  # paho leaves the socket of a failed handshake to the collector
