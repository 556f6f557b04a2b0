"""A network camera, on a real RTSP server whose pictures say when they were taken.

Needs GStreamer for the system's Python: apt-get install python3-gi gir1.2-gst-rtsp-server-1.0
gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly
"""

import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from time import monotonic

import pytest

from tests.vision.sources.stand_in import Heard
from vision.errors import SourceUnavailableError
from vision.sources import Frame, LiveSource, open_source, stream

SERVER = Path(__file__).with_name("rtsp_server.py")
PYTHON = Path("/usr/bin/python3")
BITS, COLUMN = 20, 16
"""As the server draws them."""


def installed() -> bool:
    """Whether the server can be run here: the elements it is made of are there."""
    elements = "appsrc x264enc h264parse rtph264pay".split()
    script = (
        "import gi; gi.require_version('Gst', '1.0'); gi.require_version('GstRtspServer', '1.0')\n"
        "from gi.repository import Gst, GstRtspServer; Gst.init(None)\n"
        f"assert all(Gst.ElementFactory.find(name) for name in {elements})"
    )
    return (
        PYTHON.exists()
        and subprocess.run([PYTHON, "-c", script], capture_output=True, check=False).returncode == 0
    )


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not installed(), reason="GStreamer's RTSP server is not installed (see the top)"),
]


class Server:
    """The camera at ``port``: switched on, off, and stopped in its tracks."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [str(PYTHON), str(SERVER), str(self.port)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    made.start()
    yield made
    made.kill()


def taken(frame: Frame) -> float:
    """When a picture says it was taken (s)."""
    bits = frame.y[48, COLUMN // 2 :: COLUMN] > 128
    return int("".join("1" if bit else "0" for bit in bits), 2) / 1000


def true_age(frame: Frame) -> float:
    """Seconds since a picture was taken."""
    return (monotonic() - taken(frame)) % ((1 << BITS) / 1000)


def watch(source: LiveSource, until: Callable[[], bool], limit: float) -> tuple[list[Frame], float]:
    """Frames until something has happened, and how long it took (s). No frame may be old."""
    started, frames = monotonic(), []
    while not until():
        assert monotonic() < started + limit
        frame = source.next_frame(0.02)
        if frame is not None:
            assert true_age(frame) < 1.0
            frames.append(frame)
    return frames, monotonic() - started


def opened(server: Server, scheme: str = "rtsp") -> LiveSource:
    source = open_source(f"{scheme}://monitor:secret@127.0.0.1:{server.port}/board")
    assert isinstance(source, LiveSource)
    return source


@pytest.mark.parametrize("scheme", ["rtsp", "rtspu"])
def test_a_camera_that_is_switched_off_and_on(
    server: Server, scheme: str, record_property: Callable[[str, object], None]
) -> None:
    source = opened(server, scheme)
    heard = Heard()
    source.listen(heard.append)
    try:
        frames, _ = watch(source, lambda: source.health.frames > 30, 10)
        steps = [after.t - before.t for before, after in pairwise(frames)]
        said = [taken(after) - taken(before) for before, after in pairwise(frames)]
        assert max(abs(step - true) for step, true in zip(steps, said, strict=True)) < 0.02
        assert source.size == (320, 192)
        server.kill()
        _, shown = watch(source, lambda: source.health.state != "live", 5)
        assert shown < 2
        watch(source, lambda: source.health.attempts > 1, 5)
        server.start()
        _, back = watch(source, lambda: source.health.state == "live", 10)
        later, _ = watch(source, lambda: source.health.fps is not None, 10)
    finally:
        source.close()
    assert [state for state in heard.states if state != "frozen"] == ["lost", "live", "ended"]
    assert heard[-1].reconnects == 1
    assert all(after.t > frames[-1].t for after in later)
    assert "secret" not in str(heard)
    record_property("loss shown after", shown)
    record_property("back after", back)


def test_a_camera_that_freezes_is_given_up_and_found_again(
    server: Server, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    monkeypatch.setattr(stream, "READ_TIMEOUT", 0.8)
    source = opened(server)
    try:
        watch(source, lambda: source.health.frames > 10, 10)
        server.signal(signal.SIGSTOP)
        _, shown = watch(source, lambda: source.health.state != "live", 5)
        assert shown < 2
        watch(source, lambda: source.health.state == "lost", 10)
        assert source.health.reason == "rtsp://127.0.0.1/board broke off: no answer in time"
        server.signal(signal.SIGCONT)
        _, back = watch(source, lambda: source.health.state == "live", 10)
        assert source.health.reconnects == 1
    finally:
        source.close()
    record_property("loss shown after", shown)
    record_property("back after", back)


def test_a_short_stop_is_bridged_without_a_new_connection(server: Server) -> None:
    source = opened(server)
    try:
        watch(source, lambda: source.health.frames > 20, 10)
        server.signal(signal.SIGSTOP)
        watch(source, lambda: source.health.state == "frozen", 5)
        server.signal(signal.SIGCONT)
        watch(source, lambda: source.health.state == "live", 5)
        watch(source, lambda: source.health.drops > 0, 5)
        health = source.health
    finally:
        source.close()
    assert health.reconnects == 0
    assert health.drops > 15


def test_a_wrong_path_is_said(server: Server) -> None:
    with pytest.raises(SourceUnavailableError, match=r"/cellar does not answer \(.*404"):
        open_source(f"rtsp://127.0.0.1:{server.port}/cellar")
