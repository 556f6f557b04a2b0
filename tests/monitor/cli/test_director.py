"""``gammonitor director``: from the command to a page over a real broker."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from monitor.cli.director import access_for
from monitor.settings.model import AccessSettings, ServerSettings, StationSettings
from monitor.settings.passwords import hash_password
from tests.monitor.tables.broker import Mosquitto, free_port
from tests.monitor.tables.stations import card, snapshot, station
from tests.support import run_command


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    made = Mosquitto(tmp_path)
    made.start()
    yield made
    made.kill()


def answer(url: str, seconds: float = 20.0) -> bytes:
    """What is served there, as soon as it is."""
    until = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as found:  # noqa: S310 - our own page
                return bytes(found.read())
        except (urllib.error.URLError, ConnectionError):
            assert time.monotonic() < until
            time.sleep(0.1)


def test_the_page_over_a_real_broker(broker: Mosquitto) -> None:
    publisher = station(broker.address, 12)
    publisher.state(snapshot(12))
    publisher.findings([card()])
    publisher.start()
    port = free_port()
    command = [sys.executable, "-m", "monitor", "director", "--broker", broker.address, "--port", str(port)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COV_")}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        until = time.monotonic() + 20
        rows: list[dict[str, object]] = []
        while not (rows and rows[0]["findings"]):
            assert time.monotonic() < until
            rows = json.loads(answer(f"http://127.0.0.1:{port}/api/hall"))["rows"]
        assert rows[0]["title"] == "Table 12"
        assert rows[0]["attention"] == "finding"
        assert b"All tables" in answer(f"http://127.0.0.1:{port}/")
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        publisher.close()
    assert out.startswith(f"all tables: http://127.0.0.1:{port}/")
    assert process.returncode == 0
    assert "Traceback" not in err


def test_bad_usage_is_one_message(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = run_command(capsys, "director", "--port", str(free_port()))
    assert code == 2
    assert "no broker is named" in err
    code, _, err = run_command(capsys, "director", "--broker", "mqtt://h", "--port", "0")
    assert code == 2
    assert "--broker: mqtt.broker: must be a host or host:port" in err
    assert "--port: server.port: must be at least 1, is 0" in err
    code, _, err = run_command(capsys, "director", "--broker", "h", "--site", "+/#")
    assert code == 2
    assert "--site: table.site: must be 1 to 40 small letters" in err
    secret = tmp_path / "none"
    with_secret = ("--username", "u", "--password-file", str(secret))
    code, _, err = run_command(capsys, "director", "--broker", "h", *with_secret, "--port", str(free_port()))
    assert code == 2
    assert "password cannot be read" in err


def test_beyond_this_machine_there_is_always_a_password() -> None:
    near, far = ServerSettings(), ServerSettings(host="192.0.2.7")
    access, shown = access_for(StationSettings(server=near))
    assert not access.needed
    assert shown is None
    access, shown = access_for(StationSettings(server=far))
    assert access.needed
    assert shown is not None
    found = access.login(shown, "10.0.0.9")
    assert found is not None
    assert found[0] == "director"
    kept = AccessSettings(director=hash_password("all-tables-1"))
    access, shown = access_for(StationSettings(server=far, access=kept))
    assert shown is None
    assert access.login("all-tables-1", "10.0.0.9") is not None
    assert access.login("", "10.0.0.9") is None
