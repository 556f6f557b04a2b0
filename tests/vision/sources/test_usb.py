"""USB cameras. The device is a named pipe here into which pictures are written, as a camera would send them:
it is really opened, waited for and read, it hangs, and it is unplugged and comes back under another number.
Only the asking for a size and a form (Video4Linux proper) is left out.
"""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import Event, Thread

import numpy as np
import pytest
from av.container import InputContainer

from calibration.cv import cv2
from tests.vision.sources.stand_in import wait_for
from vision.errors import SourceUnavailableError
from vision.sources import LiveSource, Wish, stream
from vision.sources.live import Patience
from vision.sources.stream import UsbPort

STEP = 0.03
LINK = "usb-Maker_Eye_4711-video-index0"


class Bus:
    """A machine's device folder, and the one camera on it."""

    def __init__(self, devices: Path) -> None:
        self.devices = devices
        self.links = devices / "v4l" / "by-id"
        self.links.mkdir(parents=True)
        self.hung = Event()
        self._pulled = Event()
        self._thread: Thread | None = None

    def plug(self, number: int) -> None:
        """The camera appears as /dev/video<number>."""
        device = self.devices / f"video{number}"
        os.mkfifo(device)
        (self.links / LINK).symlink_to(f"../../video{number}")
        self._pulled.clear()
        self.hung.clear()
        self._thread = Thread(target=self._send, args=(device,))
        self._thread.start()

    def pull(self) -> None:
        """The cable is pulled."""
        self._pulled.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _send(self, device: Path) -> None:
        pipe = os.open(device, os.O_RDWR | os.O_NONBLOCK)
        number = 0
        while not self._pulled.wait(STEP):
            if self.hung.is_set():
                continue
            number += 1
            data = cv2.imencode(".jpg", np.full((48, 64, 3), 40 + number % 100, np.uint8))[1].tobytes()
            try:
                os.write(pipe, data)
            except BlockingIOError:
                continue
        (self.links / LINK).unlink()
        device.unlink()
        os.close(pipe)


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    def piped(name: str, address: str, form: str | None, options: dict[str, str]) -> InputContainer:
        assert form == "v4l2"
        return real(name, address, "mjpeg", {"probesize": "2000"})

    real = stream.open_container
    monkeypatch.setattr(stream, "open_container", piped)
    monkeypatch.setattr(stream, "READ_TIMEOUT", 0.5)
    made = Bus(tmp_path)
    yield made
    made.pull()


def live(bus: Bus) -> LiveSource:
    return LiveSource("usb:0", UsbPort(0, devices=bus.devices).open, Patience(frozen=0.3))


def test_frames_come_as_the_camera_sends_them(bus: Bus) -> None:
    bus.plug(0)
    source = live(bus)
    frames = list(islice(source, 10))
    source.close()
    assert source.size == (64, 48)
    assert np.median(np.diff([frame.t for frame in frames])) == pytest.approx(STEP, abs=STEP / 2)


def test_unplugged_and_back_under_another_number(bus: Bus) -> None:
    bus.plug(0)
    source = live(bus)
    source.wait_ready(5)
    bus.pull()
    wait_for(lambda: source.health.state == "lost")
    wait_for(lambda: "there is no" in str(source.health.reason))
    bus.plug(2)
    wait_for(lambda: source.health.state == "live")
    source.close()
    assert source.health.reconnects == 1


def test_a_camera_that_hangs_is_opened_again(bus: Bus) -> None:
    bus.plug(0)
    source = live(bus)
    source.wait_ready(5)
    bus.hung.set()
    wait_for(lambda: source.health.state == "lost")
    assert source.health.reason == "usb:0 does not answer any more"
    bus.hung.clear()
    wait_for(lambda: source.health.state == "live")
    source.close()


@pytest.mark.parametrize(
    ("wish", "size", "rate"), [(Wish(), "1920x1080", "30"), (Wish((640, 480), 59.94), "640x480", "59.94")]
)
def test_what_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: Wish, size: str, rate: str
) -> None:
    asked = []

    def refuse(name: str, address: str, form: str | None, options: dict[str, str]) -> InputContainer:
        asked.append(options)
        raise SourceUnavailableError("no")

    monkeypatch.setattr(stream, "open_container", refuse)
    (tmp_path / "video0").touch()
    with pytest.raises(SourceUnavailableError):
        UsbPort(0, wish, tmp_path).open()
    plain = {"video_size": size, "framerate": rate}
    assert asked == [{"input_format": "mjpeg", **plain}, plain, {}]


def test_what_is_no_camera(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError, match="Is the camera plugged in"):
        UsbPort(3, devices=tmp_path).open()
    (tmp_path / "video3").touch()
    with pytest.raises(SourceUnavailableError, match=r"usb:3 does not answer \("):
        UsbPort(3, devices=tmp_path).open()
