"""The Raspberry Pi camera, against a stand-in that keeps picamera2's contract for YUV420 and metadata."""

import sys
import types
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

import numpy as np
import pytest

from vision.errors import SourceUnavailableError
from vision.sources import open_source
from vision.sources.picamera import PiCamera

STRIDE, WIDTH, HEIGHT = 192, 160, 96
PERIOD = 33_333_000
"""Nanoseconds between frames."""


class Request:
    """One completed request: planes padded to the stride, numbered by lightness."""

    def __init__(self, number: int, timestamp: int) -> None:
        self._number, self._timestamp = number, timestamp
        self.released = 0

    def make_array(self, name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
        assert name == "main"
        planes = []
        for rows, columns, value in (
            (HEIGHT, WIDTH, 50 + self._number),
            (HEIGHT // 2, WIDTH // 2, 90),
            (HEIGHT // 2, WIDTH // 2, 160),
        ):
            plane = np.zeros((rows, columns * STRIDE // WIDTH), dtype=np.uint8)
            plane[:, :columns] = value
            planes.append(plane.reshape(-1))
        return np.concatenate(planes).reshape(HEIGHT * 3 // 2, STRIDE)

    def get_metadata(self) -> dict[str, int]:
        return {"SensorTimestamp": self._timestamp, "FrameDuration": PERIOD // 1000}

    def __enter__(self) -> "Request":
        return self

    def __exit__(self, *_: object) -> None:
        self.released += 1


class Camera:
    """A camera that loses two frames after its second."""

    made: ClassVar["list[Camera]"] = []

    def __init__(self, number: int) -> None:
        self.requests: list[Request] = []
        self.steps: list[str] = []
        Camera.made.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, object]]:
        return [{"Num": 0, "Model": "imx708"}]

    def create_video_configuration(self, main: dict[str, object], queue: bool) -> dict[str, object]:
        assert main["format"] == "YUV420"
        assert queue is False
        return {"main": main}

    def configure(self, wanted: dict[str, object]) -> None:
        self.steps.append("configure")

    def camera_configuration(self) -> dict[str, dict[str, object]]:
        return {"main": {"format": "YUV420", "size": (WIDTH, HEIGHT), "stride": STRIDE}}

    def start(self) -> None:
        self.steps.append("start")

    def captured_request(self) -> Request:
        number = len(self.requests)
        lost = 2 if number >= 2 else 0
        self.requests.append(Request(number, 5_000_000_000 + (number + lost) * PERIOD))
        return self.requests[-1]

    def stop(self) -> None:
        self.steps.append("stop")

    def close(self) -> None:
        self.steps.append("close")


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Camera]]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = Camera  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    Camera.made.clear()
    yield Camera
    Camera.made.clear()


def test_frames_without_padding_at_the_sensors_times(picamera2: type[Camera]) -> None:
    source = open_source("picamera:0")
    frames = list(islice(iter(source), 4))
    source.close()
    assert source.live
    assert source.size == (WIDTH, HEIGHT)
    assert [frame.t for frame in frames] == pytest.approx([0, 0.033333, 4 * 0.033333, 5 * 0.033333])
    assert [frame.dropped for frame in frames] == [0, 0, 2, 0]
    assert [frame.seq for frame in frames] == [0, 1, 2, 3]
    for number, frame in enumerate(frames):
        assert frame.planes is not None
        y, u, v = frame.planes
        assert (y == 50 + number).all()
        assert (u == 90).all()
        assert (v == 160).all()
        assert frame.bgr.shape == (HEIGHT, WIDTH, 3)
    camera = picamera2.made[0]
    assert [request.released for request in camera.requests] == [1] * 4
    assert camera.steps == ["configure", "start", "stop", "close"]


def test_a_camera_that_is_not_there(picamera2: type[Camera]) -> None:
    with pytest.raises(SourceUnavailableError, match="this machine has 1 cameras"):
        PiCamera(3)
