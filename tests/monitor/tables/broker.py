"""A real mosquitto for tests: started on a port of its own, killed and started again."""

import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mosquitto:
    """A broker on this machine; config: its mosquitto.conf, ``{port}`` to be filled in."""

    def __init__(self, folder: Path, config: str | None = None) -> None:
        if PROGRAM is None:
            pytest.skip("mosquitto is not installed: apt-get install mosquitto")
        self.port = free_port()
        self.file = folder / f"mosquitto-{self.port}.conf"
        lines = config or "listener {port} 127.0.0.1\nallow_anonymous true\n"
        self.file.write_text(lines.replace("{port}", str(self.port)) + "user root\n", encoding="utf-8")
        self.log = folder / f"mosquitto-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        assert PROGRAM is not None
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([PROGRAM, "-c", str(self.file), "-v"], stdout=log, stderr=log)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with socket.socket() as probe:
                probe.settimeout(0.5)
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            time.sleep(0.02)
        raise AssertionError("mosquitto does not listen")

    def kill(self) -> None:
        """SIGKILL, as when the plug is pulled; nothing that was retained is kept."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
