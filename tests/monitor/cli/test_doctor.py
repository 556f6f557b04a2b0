"""``gammonitor doctor``: every check on a machine that is well, and on one that is not."""

import errno
import json
import os
import socket
import sqlite3
import struct
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from monitor.cli.checkup import cameras, machine, programs, station
from monitor.cli.checkup.check import Check
from monitor.settings.model import MqttSettings, SourceSettings, StationSettings
from tests.support import run_command


def capability(card: str, device: int, whole: int = 0x80000000 | 0x1 | 0x800000) -> bytes:
    """struct v4l2_capability as drivers fill it."""
    return struct.pack("=16s32s32sIII12x", b"uvcvideo", card.encode(), b"usb-1", 0x60C00, whole, device)


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes | OSError]:
    """Video devices by name, with what the kernel answers about each."""
    answers: dict[str, bytes | OSError] = {}
    opened: dict[int, str] = {}
    real = os.open

    def opening(path: Any, flags: int, *rest: Any) -> int:
        answer = answers.get(Path(path).name)
        if isinstance(answer, PermissionError):
            raise answer
        handle = real(path, flags, *rest)
        opened[handle] = Path(path).name
        return handle

    def asking(handle: int, request: int, _: bytes) -> bytes:
        assert request == 0x80685600
        answer = answers[opened[handle]]
        if isinstance(answer, OSError):
            raise answer
        return answer

    monkeypatch.setattr(cameras.os, "open", opening)
    monkeypatch.setattr(cameras.fcntl, "ioctl", asking)
    return answers


def plug(folder: Path, devices: dict[str, bytes | OSError], **found: bytes | OSError) -> list[Check]:
    for name, answer in found.items():
        (folder / name).touch()
        devices[name] = answer
    return list(cameras.usb(folder))


def test_cameras_are_named_and_metadata_nodes_are_no_cameras(
    tmp_path: Path, devices: dict[str, bytes | OSError]
) -> None:
    checks = plug(
        tmp_path,
        devices,
        video10=capability("Brio 100", 0x04200001),
        video2=capability("HD Pro Webcam C920", 0x04200001),
        video3=capability("HD Pro Webcam C920", 0x04A00000),
        video4=capability("unicam", 0x1000),
        video5=capability("old driver", 0, whole=0x1),
    )
    assert [(one.state, one.what, one.found) for one in checks] == [
        ("ok", "camera video2", "HD Pro Webcam C920: gammonitor watch usb:2"),
        ("ok", "camera video4", "unicam: gammonitor watch usb:4"),
        ("ok", "camera video5", "old driver: gammonitor watch usb:5"),
        ("ok", "camera video10", "Brio 100: gammonitor watch usb:10"),
    ]


def test_cameras_that_do_not_open(tmp_path: Path, devices: dict[str, bytes | OSError]) -> None:
    checks = plug(
        tmp_path,
        devices,
        video0=PermissionError(errno.EACCES, "Permission denied"),
        video1=OSError(errno.ENODEV, "No such device"),
    )
    assert [one.state for one in checks] == ["missing", "warning"]
    assert "usermod -aG video" in checks[0].remedy
    assert "No such device" in checks[1].found
    assert next(cameras.usb(tmp_path / "none")).state == "optional"


def test_picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cameras.importlib.util.find_spec
    monkeypatch.setattr(
        cameras.importlib.util, "find_spec", lambda name: object() if name == "picamera2" else real(name)
    )
    monkeypatch.setattr(cameras.importlib.metadata, "version", lambda _: "0.3.38")
    fake = types.ModuleType("picamera2")
    found: list[dict[str, Any]] = [{"Model": "imx708", "Num": 0}]
    fake.Picamera2 = types.SimpleNamespace(global_camera_info=lambda: found)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", fake)
    assert [str(one) for one in cameras.picamera2()] == [
        "ok        picamera2: 0.3.38, imx708: gammonitor watch picamera:0"
    ]
    found.clear()
    assert next(cameras.picamera2()).state == "optional"
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert next(cameras.picamera2()).state == "warning"


def test_journal_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "not" / "there" / "yet"
    assert next(machine.journal_folder(folder, 1)).state == "ok"
    assert not folder.exists()
    assert list(tmp_path.iterdir()) == []
    assert next(machine.journal_folder(folder, 10**9)).state == "warning"
    monkeypatch.setattr(machine, "_journal_mode", lambda _: "delete")
    assert "write-ahead" in next(machine.journal_folder(folder, 1)).found

    def full(_: Path) -> str:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(machine, "_journal_mode", full)
    assert next(machine.journal_folder(folder, 1)).state == "missing"


def test_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    for state, expected in ((0, "ok"), (5, "warning"), (-1, "optional")):
        libc = types.SimpleNamespace(adjtimex=lambda _, state=state: state)
        monkeypatch.setattr(machine.ctypes, "CDLL", lambda *_, libc=libc, **__: libc)
        assert next(machine.clock()).state == expected


def test_ports() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert next(machine.port("127.0.0.1", number)).state == "warning"
    assert next(machine.port("127.0.0.1", number)).state == "ok"
    assert next(machine.port("192.0.2.1", number)).state == "missing"


def test_small_machines_and_old_pythons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.os, "sysconf", lambda name: 4096 if name == "SC_PAGE_SIZE" else 128 * 1024)
    assert next(machine.memory()).state == "warning"
    monkeypatch.setattr(machine.sys, "version_info", (3, 10, 2))
    assert next(machine.python()).state == "missing"


def test_programs_and_libraries_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs.shutil, "which", lambda *_, **__: None)
    for check in programs.programs():
        assert check.state == "optional"
        assert check.remedy.startswith("Run: apt-get install ")
    monkeypatch.setattr(programs.importlib.util, "find_spec", lambda _: None)
    assert {check.state for check in programs.parts()} == {"optional"}
    monkeypatch.setattr(programs, "NEEDED", ("numpy", "no-such-library"))
    monkeypatch.setattr(programs, "BINARY", ("no_such_binary",))
    first, second, opencv = programs.libraries()
    assert (first.state, first.found) == ("missing", "no-such-library not installed")
    assert second.state == "missing"
    assert (opencv.state, opencv.what) == ("ok", "OpenCV")


def test_a_source_that_is_not_there(tmp_path: Path, devices: dict[str, bytes | OSError]) -> None:
    plug(tmp_path, devices, video0=capability("Brio", 0x1), video1=capability("Brio", 0x00800000))

    def state(address: str | None, **more: Any) -> list[str]:
        found = station.source(SourceSettings(address=address, **more), tmp_path)
        return [f"{one.what}: {one.state}" for one in found]

    assert state("usb:0") == ["source: ok"]
    assert state("usb:1") == ["source: missing"]
    assert state("usb:7") == ["source: missing"]
    assert state(None) == ["source: optional"]
    assert state("rtsp://user:geheim@cam/1") == ["source: ok"]
    assert state(str(tmp_path / "match.mp4")) == ["source: missing"]
    assert state("demo", calibration=tmp_path / "board.toml") == ["source: ok", "board file: missing"]
    assert "geheim" not in str(list(station.source(SourceSettings(address="rtsp://u:geheim@cam/1"))))


def test_the_broker_is_tried(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        settings = MqttSettings(broker=f"127.0.0.1:{listener.getsockname()[1]}")
        assert [one.state for one in station.station(StationSettings(mqtt=settings))] == ["optional", "ok"]
        no_secret = settings.model_copy(update={"username": "t1", "password_file": tmp_path / "none"})
        assert next(station.broker(no_secret)).state == "missing"
    assert next(station.broker(settings)).state == "missing"


def test_json_and_exit_code(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run_command(capsys, "doctor", "--json")
    found = json.loads(out)
    assert code == (0 if found["ok"] else 1)
    assert found["ok"] == all(one["state"] != "missing" for one in found["checks"])
    for one in found["checks"]:
        assert set(one) == {"state", "what", "found", "remedy"}
        if one["state"] in ("warning", "optional") and one["what"] != "sample match":
            assert one["remedy"], one
    config = tmp_path / "station.toml"
    config.write_text('[source]\naddress = "nowhere.mp4"\n', encoding="utf-8")
    code, out, _ = run_command(capsys, "doctor", "--config", str(config))
    assert code == 1
    assert "MISSING   source: nowhere.mp4 is not there. Give the full path" in out
    config.write_text("[source]\nadress = 1\n", encoding="utf-8")
    code, out, err = run_command(capsys, "doctor", "--config", str(config))
    assert code == 2
    assert "station.toml:2:1: source.adress: there is no such setting; did you mean 'address'?" in err
