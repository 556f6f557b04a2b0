"""Runs in the rig: what the product's camera source does on the real picamera2, one line of JSON a check."""

import json
import sys
import time
from itertools import islice, pairwise
from pathlib import Path

import cv2
import libcamera
import numpy as np
import picamera2
from picamera2.allocators import DmaAllocator

from vision.errors import SourceUnavailableError
from vision.sources.camera import Wish
from vision.sources.live import LiveSource, Patience
from vision.sources.picamera import PiCamera

PICTURES, SIZE = 8, (640, 480)
FRAMES = Path("/opt/rig/frames")


def lightness(number: int) -> int:
    """Of the picture of that number; of its left half. The right half is red."""
    return 40 + 20 * number


class TwoPlanes(DmaAllocator):
    """The virtual camera wants the lightness and the colour of NV12 announced apart, in the same memory."""

    def allocate(self, libcamera_config, use_case=None):  # type: ignore[no-untyped-def]
        super().allocate(libcamera_config, use_case)
        for config in libcamera_config:
            light = config.stride * config.size.height
            apart = []
            for whole in self.frame_buffers[config.stream]:
                buffer = libcamera.FrameBuffer(
                    [plane(whole.planes[0].fd, 0, light), plane(whole.planes[0].fd, light, light // 2)]
                )
                self.mapped_buffers[buffer] = self.mapped_buffers.pop(whole)
                self.libcamera_fds.append(buffer.planes[0].fd)
                self.mapped_buffers_used[buffer.planes[0].fd] = False
                apart.append(buffer)
            self.frame_buffers[config.stream] = apart


def plane(file: int, offset: int, length: int) -> "libcamera.FrameBuffer.Plane":
    """Part of a buffer."""
    part = libcamera.FrameBuffer.Plane()
    part.fd, part.offset, part.length = file, offset, length
    return part


class Virtual(picamera2.Picamera2):  # type: ignore[misc]
    """picamera2 itself, told what it would ask of a raw stream, which the virtual camera does not have."""

    def __init__(self, number: int = 0) -> None:
        super().__init__(number, allocator=TwoPlanes())

    def _get_raw_modes(self):  # type: ignore[no-untyped-def]
        role = libcamera.StreamRole.VideoRecording
        formats = self.camera.generate_configuration([role]).at(0).formats
        return [{"format": str(form), "size": SIZE} for form in formats.pixel_formats]


def tell(**said: object) -> None:
    """One line for the test outside."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def draw_pictures() -> None:
    FRAMES.mkdir(parents=True, exist_ok=True)
    for number in range(PICTURES):
        picture = np.full((SIZE[1], SIZE[0], 3), lightness(number), np.uint8)
        picture[:, SIZE[0] // 2 :] = (20, 20, 200)
        cv2.imwrite(str(FRAMES / f"{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


def opened() -> PiCamera:
    return PiCamera(0, Wish(size=SIZE), "NV12")


def number_of(y: np.ndarray) -> int:
    """Which picture is shown, by its lightness (the virtual camera gives full range, 0 to 255)."""
    return round((float(np.median(y[:, : SIZE[0] // 2])) - lightness(0)) / 20)


def check_pictures() -> None:
    camera = opened()
    grabs, late = [], []
    for grab in islice(camera.grabs(), 300):
        grabs.append(grab)
        late.append(time.clock_gettime(time.CLOCK_BOOTTIME) - (grab.own or 0))
    camera.close()
    camera.close()
    numbers = [number_of(grab.pixels[0]) for grab in grabs]
    u, v = (np.median(grabs[0].pixels[part][:, SIZE[0] // 4 + 8 :]) for part in (1, 2))
    tell(
        check="pictures",
        shapes=[list(part.shape) for part in grabs[0].pixels],
        numbers=sorted(set(numbers)),
        times_rise=all((b.own or 0) > (a.own or 0) for a, b in pairwise(grabs)),
        age_ms=round(1000 * float(np.median(late)), 2),
        red=bool(u < 118 and v > 170),
    )


def check_hang() -> None:
    """The camera stops under the source, as when its cable is pulled: lost, opened anew, live again."""
    cameras: list[PiCamera] = []

    def opener() -> PiCamera:
        cameras.append(opened())
        return cameras[-1]

    source = LiveSource("picamera:0", opener, Patience(frozen=0.5))
    states: list[str] = []
    source.listen(lambda health: states.append(health.state))
    source.wait_ready(10)
    first = source.next_frame(2)
    cameras[0]._camera.camera.stop()
    hung = time.monotonic()
    last = first
    while source.health.reconnects == 0 and time.monotonic() < hung + 20:
        last = source.next_frame(0.1) or last
    back = time.monotonic() - hung
    after = source.next_frame(2)
    health = source.health
    source.close()
    tell(
        check="hang",
        states=states,
        reconnects=health.reconnects,
        back=round(back, 2),
        rises=bool(first and last and after and first.t < after.t and last.t < after.t),
    )


def check_refusals() -> None:
    said = []
    camera = opened()
    for refused in (opened, lambda: PiCamera(1, Wish(size=SIZE), "NV12")):
        try:
            refused().close()
        except SourceUnavailableError as error:
            said.append(str(error))
    camera.close()
    opened().close()
    tell(check="refusals", said=said)


if __name__ == "__main__":
    picamera2.Picamera2 = Virtual
    draw_pictures()
    check_pictures()
    check_refusals()
    check_hang()
