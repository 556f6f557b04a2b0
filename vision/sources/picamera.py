"""The Raspberry Pi's own camera, through picamera2."""

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from vision.errors import SourceUnavailableError
from vision.sources.frame import Frame, Planes

REMEDY = (
    "On a Raspberry Pi: apt-get install python3-picamera2, and make the environment with "
    "python3 -m venv --system-site-packages"
)


class PiCamera:
    """Frames of camera ``number`` at ``size``; times are the sensor's own, from its first frame on."""

    live = True
    count = None

    def __init__(self, number: int = 0, size: tuple[int, int] = (1280, 720)) -> None:
        try:
            library = importlib.import_module("picamera2")
        except ImportError as error:
            raise SourceUnavailableError(f"picamera:{number} needs picamera2 ({error}). {REMEDY}") from error
        self.name = f"picamera:{number}"
        known = len(library.Picamera2.global_camera_info())
        if number >= known:
            raise SourceUnavailableError(
                f"{self.name}: this machine has {known} cameras. Check the ribbon cable."
            )
        self._camera: Any = library.Picamera2(number)
        wanted = self._camera.create_video_configuration(main={"size": size, "format": "YUV420"}, queue=False)
        self._camera.configure(wanted)
        main = self._camera.camera_configuration()["main"]
        self.size: tuple[int, int] = (main["size"][0] & ~1, main["size"][1] & ~1)
        self._rows: int = main["size"][1]
        self._camera.start()

    def __iter__(self) -> Iterator[Frame]:
        """Frames until the source is closed; gaps in the sensor's time are counted as dropped frames."""
        start = before = 0
        seq = 0
        while True:
            with self._camera.captured_request() as request:
                packed = np.asarray(request.make_array("main"), dtype=np.uint8)
                metadata: dict[str, Any] = request.get_metadata()
            now = int(metadata["SensorTimestamp"])
            length = int(metadata.get("FrameDuration", 0)) * 1000
            start = start or now
            lost = max(0, round((now - before) / length) - 1) if before and length else 0
            yield Frame(seq, (now - start) / 1e9, self._planes(packed), dropped=lost, source=self.name)
            before, seq = now, seq + 1

    def close(self) -> None:
        """Stop the camera and give it back."""
        self._camera.stop()
        self._camera.close()

    def _planes(self, packed: np.ndarray[Any, np.dtype[np.uint8]]) -> Planes:
        width, height = self.size
        stride = packed.shape[1]
        luma = packed[: self._rows]
        chroma = packed[self._rows :].reshape(-1, stride // 2)
        half = len(chroma) // 2
        return (
            luma[:height, :width],
            chroma[:half][: height // 2, : width // 2],
            chroma[half:][: height // 2, : width // 2],
        )
