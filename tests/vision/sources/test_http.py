"""Cameras and recordings behind http addresses, on a server of our own."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from threading import Event, Thread

import numpy as np
import pytest

from calibration.cv import cv2
from vision.errors import SourceUnavailableError
from vision.sources import LiveSource, open_source
from vision.sources.video import VideoFile

MakeVideo = Callable[..., Path]
STEP = 0.05


class Shop(ThreadingHTTPServer):
    """Serves /camera (pictures one after the other, as simple network cameras do) and /match.mp4."""

    daemon_threads = True

    def __init__(self, film: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Counter)
        self.film = film
        self.closed = Event()


class Counter(BaseHTTPRequestHandler):
    server: Shop
    protocol_version = "HTTP/1.0"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""

    def do_GET(self) -> None:
        if self.path == "/match.mp4":
            self._answer("video/mp4", len(self.server.film))
            self.wfile.write(self.server.film)
        elif self.path.startswith("/camera"):
            self._answer("multipart/x-mixed-replace; boundary=next")
            self._pictures()
        else:
            self.send_error(404)

    def _answer(self, kind: str, length: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def _pictures(self) -> None:
        number = 0
        while not self.server.closed.wait(STEP):
            grey = 40 + 2 * (number % 100)
            data = cv2.imencode(".jpg", np.full((48, 64, 3), grey, np.uint8))[1].tobytes()
            head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return
            number += 1


@pytest.fixture
def shop(make_video: MakeVideo) -> Iterator[Shop]:
    film = make_video(times=[0.5, 0.6, 0.9, 1.0], movflags="faststart").read_bytes()
    server = Shop(film)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield server
    server.closed.set()
    server.shutdown()
    thread.join()
    server.server_close()


def address(shop: Shop, path: str) -> str:
    return f"http://{shop.server_address[0]!s}:{shop.server_port}{path}"


def test_a_camera_without_times_counts_by_arrival(shop: Shop) -> None:
    source = open_source(address(shop, "/camera?token=secret"))
    assert isinstance(source, LiveSource)
    frames = list(islice(source, 12))
    ages = source.now - frames[-1].t
    source.close()
    steps = np.diff([frame.t for frame in frames])
    assert source.name == "http://127.0.0.1/camera"
    assert source.size == (64, 48)
    assert (steps > 0).all()
    assert np.median(steps) == pytest.approx(STEP, abs=STEP / 2)
    assert ages < 0.5
    assert len({int(frame.y.mean()) for frame in frames}) == 12


def test_a_camera_that_is_switched_off_is_lost(shop: Shop) -> None:
    source = open_source(address(shop, "/camera"))
    assert isinstance(source, LiveSource)
    shop.closed.set()
    end = source.now + 5
    while source.health.state != "lost" and source.now < end:
        source.next_frame(0.05)
    health = source.health
    source.close()
    assert health.state == "lost"
    assert "http://127.0.0.1/camera" in str(health.reason)


def test_a_recording_is_watched_like_a_file(shop: Shop) -> None:
    source = open_source(address(shop, "/match.mp4"))
    assert isinstance(source, VideoFile)
    assert source.name == "match.mp4"
    assert [frame.t for frame in source] == pytest.approx([0.5, 0.6, 0.9, 1.0])
    assert [frame.t for frame in source] == pytest.approx([0.5, 0.6, 0.9, 1.0])
    source.close()


def test_what_is_not_there(shop: Shop) -> None:
    with pytest.raises(SourceUnavailableError, match=r"http://127\.0\.0\.1/nothing does not answer"):
        open_source(address(shop, "/nothing"))
