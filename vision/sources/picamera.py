"""The Raspberry Pi's own camera, through picamera2."""

import importlib
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.errors import SourceBrokenError, SourceUnavailableError
from vision.sources.camera import NO_WISH, Grab, Wish
from vision.sources.frame import Planes

REMEDY: Final = (
    "On a Raspberry Pi: apt-get install python3-picamera2, and make the environment with "
    "python3 -m venv --system-site-packages"
)
READ_TIMEOUT: Final = 3.0
"""Seconds without a picture after which the camera is opened again."""
SIZE: Final = (1280, 720)
FORMATS: Final = ("YUV420", "NV12")


class PiCamera:
    """Camera ``number``, open and started.

    form: of its pictures, one of FORMATS. Raises a SourceUnavailableError where picamera2 is not installed or
    the camera is not there, is in use, or refuses these pictures.
    """

    def __init__(self, number: int = 0, wish: Wish = NO_WISH, form: str = "YUV420") -> None:
        self.name = f"picamera:{number}"
        try:
            library = importlib.import_module("picamera2")
        except ImportError as error:
            raise SourceUnavailableError(f"{self.name} needs picamera2 ({error}). {REMEDY}") from error
        known = len(library.Picamera2.global_camera_info())
        if number >= known:
            raise SourceUnavailableError(
                f"{self.name}: this machine has {known} cameras. Check the ribbon cable."
            )
        try:
            self._camera: Any = library.Picamera2(number)
        except RuntimeError as error:
            raise SourceUnavailableError(
                f"{self.name} cannot be opened ({error}). Does another program use it?"
            ) from error
        try:
            main = self._started(wish, form)
        except BaseException:
            self._camera.close()
            raise
        self._form: str = main["format"]
        self._rows: int = main["size"][1]
        self._size: tuple[int, int] = (main["size"][0] & ~1, main["size"][1] & ~1)

    def _started(self, wish: Wish, form: str) -> dict[str, Any]:
        """What the camera makes of the wish."""
        width, height = wish.size or SIZE
        controls: dict[str, Any] = {}
        if wish.fps is not None:
            controls["FrameDurationLimits"] = (round(1e6 / wish.fps),) * 2
        try:
            self._camera.configure(
                self._camera.create_video_configuration(
                    main={"size": (width, height), "format": form}, controls=controls, queue=False
                )
            )
            main: dict[str, Any] = self._camera.camera_configuration()["main"]
            self._camera.start()
        except RuntimeError as error:
            raise SourceUnavailableError(f"{self.name} refuses {form} {width}x{height}: {error}") from error
        if main["format"] not in FORMATS:
            raise SourceUnavailableError(f"{self.name} gives pictures as {main['format']} only")
        return main

    def grabs(self) -> Iterator[Grab]:
        """Pictures as the sensor takes them, at the sensor's own times."""
        while True:
            try:
                with self._camera.captured_request(wait=READ_TIMEOUT) as request:
                    packed = np.asarray(request.make_array("main"), dtype=np.uint8)
                    metadata: dict[str, Any] = request.get_metadata()
            except TimeoutError as error:
                raise SourceBrokenError(f"{self.name} does not answer any more", None) from error
            except (RuntimeError, OSError) as error:
                raise SourceBrokenError(f"{self.name} broke off: {error}", None) from error
            yield Grab(
                self._planes(packed),
                _seconds(metadata, "SensorTimestamp", 1e9),
                _seconds(metadata, "FrameDuration", 1e6),
            )

    def close(self) -> None:
        """Stop the camera and give it back.

        ``close`` alone: ``stop`` would queue behind a request that is still waited for, and never end.
        """
        self._camera.close()

    def _planes(self, packed: NDArray[np.uint8]) -> Planes:
        """Planes without the padding at the ends of the rows."""
        width, height = self._size
        stride = packed.shape[1]
        luma, chroma = packed[: self._rows], packed[self._rows :]
        if self._form == "NV12":
            pairs = chroma[: height // 2, :width]
            u, v = np.ascontiguousarray(pairs[:, ::2]), np.ascontiguousarray(pairs[:, 1::2])
        else:
            halves = chroma.reshape(-1, stride // 2)
            middle = len(halves) // 2
            u, v = (half[: height // 2, : width // 2] for half in (halves[:middle], halves[middle:]))
        return luma[:height, :width], u, v


def _seconds(metadata: dict[str, Any], key: str, unit: float) -> float | None:
    """A time of the metadata in seconds, None where the camera does not tell it."""
    value = metadata.get(key)
    return value / unit if value else None
