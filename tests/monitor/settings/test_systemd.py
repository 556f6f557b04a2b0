"""Signs of life to systemd, and the unit file."""

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from monitor.settings.systemd import Notifier
from tests.support import run_command


class Manager:
    """The service manager's end of the socket."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        lines = []
        while True:
            try:
                lines.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return lines


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Manager, str]]:
    if request.param == "file":
        address = str(tmp_path / "notify")
        made = Manager(address)
    else:
        address = f"@gammonitor-test-{os.getpid()}"
        made = Manager("\0" + address[1:])
    yield made, address
    made.socket.close()


def test_the_life_of_a_service(manager: tuple[Manager, str]) -> None:
    systemd, address = manager
    time = 100.0
    notifier = Notifier.from_environment(
        {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}
    )
    notifier._clock = lambda: time
    notifier._next = time
    notifier.ready("watching usb:0")
    assert systemd.heard() == ["READY=1\nSTATUS=watching usb:0"]
    for _ in range(300):
        notifier.beat()
        time += 0.1
    assert systemd.heard() == ["WATCHDOG=1"] * 3
    notifier.status("lost\nand found")
    notifier.stopping()
    assert systemd.heard() == ["STATUS=lost and found", "STOPPING=1"]


def test_no_watchdog_no_beats(manager: tuple[Manager, str]) -> None:
    systemd, address = manager
    for environment in ({}, {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}):
        Notifier.from_environment({"NOTIFY_SOCKET": address, **environment}).beat()
    assert systemd.heard() == []


def test_without_a_manager_nothing_happens(tmp_path: Path) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "1"}):
        notifier = Notifier.from_environment(environment)
        notifier.ready()
        notifier.beat()
        notifier.stopping()


def test_a_watch_says_how_it_does(
    manager: tuple[Manager, str],
    make_video: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    systemd, address = manager
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    corners = ("--corners", "10,10 150,10 150,86 10,86")
    code, _, err = run_command(
        capsys, "watch", str(make_video()), *corners, "--events", str(tmp_path / "e.jsonl")
    )
    assert code == 0, err
    heard = systemd.heard()
    assert heard[0] == "READY=1\nSTATUS=watching match.mp4"
    assert "WATCHDOG=1" in heard
    assert heard[-1] == "STOPPING=1"


def test_the_unit_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unit = tmp_path / "gammonitor@.service"
    assert run_command(capsys, "config", "unit", "-o", str(unit))[0] == 0
    text = unit.read_text(encoding="utf-8")
    for line in (
        "Type=notify",
        "WatchdogSec=30",
        "DynamicUser=yes",
        "Restart=on-failure",
        "NoNewPrivileges=yes",
    ):
        assert f"{line}\n" in text
    start = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    assert start.endswith("/gammonitor watch --config /etc/gammonitor/%i.toml --resume ${STATE_DIRECTORY}")
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    table = tmp_path / "gammonitor@t12.service"
    table.write_text(text.replace(start.split()[0], "ExecStart=/bin/true"), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(table)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
