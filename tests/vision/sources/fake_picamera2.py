"""A stand-in for picamera2 0.3.38 that keeps its contract, and insists that its user does.

Buffers are few and must come back, each once; ``configure`` may change what was asked for; rows are padded
to the stride; pictures nobody waits for are gone (``queue=False``); pictures with errors are skipped in
silence; a request that is waited for blocks whatever is asked after it, ``stop`` too, but not ``close``.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Event, Thread
from typing import Any, ClassVar

import numpy as np

PERIOD = 0.02
"""Seconds between pictures."""
ALIGN = 64


class Request:
    """One completed request."""

    def __init__(self, camera: "Picamera2", number: int, timestamp: int) -> None:
        self._camera, self._number, self._timestamp = camera, number, timestamp
        self._held = True

    def make_array(self, name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """A copy of the picture: its lightness says its number."""
        assert name == "main"
        if not self._held:
            raise RuntimeError("the buffer has been given back")
        main = self._camera.camera_configuration()["main"]
        (width, height), stride = main["size"], main["stride"]
        light = np.zeros((height, stride), np.uint8)
        light[:, :width] = 50 + self._number % 150
        if main["format"] == "NV12":
            pairs = np.tile(np.array([90, 160], np.uint8), (height // 2, width // 2))
            return np.concatenate([light[:, :width], pairs])
        halves = np.zeros((2, height // 2, stride // 2), np.uint8)
        halves[0, :, : width // 2], halves[1, :, : width // 2] = 90, 160
        return np.concatenate([light.reshape(-1), halves.reshape(-1)]).reshape(height * 3 // 2, stride)

    def get_metadata(self) -> dict[str, Any]:
        """SensorTimestamp in ns; FrameDuration in us where the camera tells it."""
        data: dict[str, Any] = {"SensorTimestamp": self._timestamp, "ExposureTime": 9000, "Lux": 320.5}
        if self._camera.tells_duration:
            data["FrameDuration"] = round(PERIOD * 1e6)
        return data

    def release(self) -> None:
        """Give the buffer back."""
        if not self._held:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._held = False
        self._camera.give_back()


class Picamera2:
    """One camera. The class itself says which cameras are plugged in, and remembers those opened."""

    plugged: ClassVar[int] = 1
    opened: ClassVar["list[Picamera2]"] = []
    tells_duration: ClassVar[bool] = True
    only_format: ClassVar[str | None] = None

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= self.plugged:
            raise RuntimeError(
                "Camera(s) not found (Do not forget to disable legacy camera with raspi-config)."
            )
        if any(camera.is_open for camera in self.opened):
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.is_open, self.started = True, False
        self.failing: str | None = None
        self.silent = False
        self.lose = 0
        self.handed_out = 0
        self.controls: dict[str, Any] = {}
        self._configuration: dict[str, Any] = {}
        self._free = 0
        self._changed = Condition()
        self._waited_for = 0
        self._ready: list[Request] = []
        self._stopping = Event()
        self._thread: Thread | None = None
        Picamera2.opened.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [
            {"Model": "imx708", "Location": 2, "Rotation": 180, "Id": f"/base/imx708@{number}", "Num": number}
            for number in range(Picamera2.plugged)
        ]

    def create_video_configuration(
        self,
        main: dict[str, Any] | None = None,
        buffer_count: int = 6,
        controls: dict[str, Any] | None = None,
        queue: bool = True,
    ) -> dict[str, Any]:
        self.controls = controls or {}
        asked = {"format": "XBGR8888", "size": (1280, 720)} | (main or {})
        return {"main": asked, "buffer_count": buffer_count, "queue": queue}

    def configure(self, configuration: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        assert configuration["queue"] is False, "live: never an old picture"
        main = dict(configuration["main"])
        if self.only_format:
            main["format"] = self.only_format
        width, height = main["size"]
        main["stride"] = -(-width // ALIGN) * ALIGN
        main["framesize"] = main["stride"] * height * 3 // 2
        self._configuration = configuration | {"main": main}
        self._free = configuration["buffer_count"]

    def camera_configuration(self) -> dict[str, Any]:
        return self._configuration

    def start(self) -> None:
        if not self._configuration:
            raise RuntimeError("Camera has not been configured")
        self.started = True
        self._thread = Thread(target=self._shoot, daemon=True)
        self._thread.start()

    @contextmanager
    def captured_request(self, wait: float | None = None, flush: object = None) -> Iterator[Request]:
        """The next picture; TimeoutError after ``wait`` seconds, and then it stays waited for."""
        with self._changed:
            if self.failing:
                raise RuntimeError(self.failing)
            self._waited_for += 1
            if not self._changed.wait_for(lambda: self._ready, wait):
                raise TimeoutError
            request = self._ready.pop()
        try:
            yield request
        finally:
            request.release()

    def stop(self) -> None:
        if not self.started:
            return
        assert not self._waited_for, "stop() would hang behind a request that never completes"
        self._stop()

    def close(self) -> None:
        if self.is_open:
            self._stop()
            self.is_open = False

    def give_back(self) -> None:
        with self._changed:
            self._free += 1
            self.handed_out -= 1

    def _stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        self.started = False

    def _shoot(self) -> None:
        number, stamp = 0, time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        while not self._stopping.wait(PERIOD):
            stamp += round(PERIOD * 1e9)
            if self.lose:
                self.lose -= 1
                continue
            with self._changed:
                if self.silent or not self._waited_for or not self._free:
                    continue
                self._waited_for -= 1
                self._free -= 1
                self.handed_out += 1
                self._ready.append(Request(self, number, stamp))
                self._changed.notify()
                number += 1
