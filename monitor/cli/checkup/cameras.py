"""Cameras: V4L2 devices as the kernel describes them, and picamera2."""

import fcntl
import importlib.metadata
import importlib.util
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from monitor.cli.checkup.check import Check, ok

_QUERY: Final = 0x80685600
"""VIDIOC_QUERYCAP: _IOR('V', 0, struct v4l2_capability), 104 bytes."""
_CAPABILITY: Final = struct.Struct("=16s32s32sIII12x")
_CAPTURES: Final = 0x1 | 0x1000
"""V4L2_CAP_VIDEO_CAPTURE and its multi-planar form; nodes without it carry metadata or are outputs."""
DEV: Final = Path("/dev")


@dataclass(frozen=True)
class Device:
    """A video device. name: as its maker calls it."""

    path: Path
    name: str
    captures: bool

    @property
    def number(self) -> str:
        """As in ``usb:0``."""
        return self.path.name.removeprefix("video")


def usb(folder: Path = DEV) -> Iterator[Check]:
    """What ``usb:N`` can watch."""
    paths = sorted(folder.glob("video[0-9]*"), key=lambda path: (len(path.name), path.name))
    cameras = 0
    for path in paths:
        try:
            device = describe(path)
        except PermissionError:
            cameras += 1
            remedy = f"Run: usermod -aG video {os.environ.get('USER', 'USER')}, then log in again"
            yield Check("missing", f"camera {path.name}", "may not be opened by this account", remedy)
        except OSError as error:
            cameras += 1
            found = f"does not answer ({error.strerror})"
            yield Check("warning", f"camera {path.name}", found, "Unplug it and plug it in again")
        else:
            if device.captures:
                cameras += 1
                yield ok(f"camera {path.name}", f"{device.name}: gammonitor watch usb:{device.number}")
    if not cameras:
        remedy = "Video files and network cameras work without"
        yield Check("optional", "USB cameras", "none connected", remedy)


def describe(path: Path) -> Device:
    """What a V4L2 device says of itself; OSError where it does not."""
    handle = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return parse(path, fcntl.ioctl(handle, _QUERY, bytes(_CAPABILITY.size)))
    finally:
        os.close(handle)


def parse(path: Path, capability: bytes) -> Device:
    """From struct v4l2_capability; device_caps count where the driver fills them (V4L2_CAP_DEVICE_CAPS)."""
    _, card, _, _, whole, own = _CAPABILITY.unpack(capability)
    flags = own if whole & 0x80000000 else whole
    return Device(path, card.partition(b"\0")[0].decode("utf-8", "replace"), bool(flags & _CAPTURES))


def picamera2() -> Iterator[Check]:
    """The Raspberry Pi's camera."""
    if importlib.util.find_spec("picamera2") is None:
        remedy = (
            "For the Raspberry Pi's camera: apt-get install python3-picamera2, venv --system-site-packages"
        )
        yield Check("optional", "picamera2", "not installed", remedy)
        return
    try:
        from picamera2 import Picamera2

        found = Picamera2.global_camera_info()
        version = importlib.metadata.version("picamera2")
    except Exception as error:  # noqa: BLE001 - drivers and bindings fail in many ways; all mean the same here
        remedy = "Install it by apt-get, not pip, and the same release of libcamera"
        yield Check("warning", "picamera2", f"does not start: {error!r}"[:200], remedy)
        return
    if not found:
        remedy = "Check the ribbon cable; rpicam-hello --list-cameras must list the camera"
        yield Check("optional", "picamera2", f"{version}, no camera", remedy)
    for camera in found:
        yield ok(
            "picamera2", f"{version}, {camera.get('Model')}: gammonitor watch picamera:{camera.get('Num')}"
        )
