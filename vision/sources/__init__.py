"""Where frames come from: recorded and live, behind one interface."""

import re
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from vision.errors import SourceError, SourceUnavailableError
from vision.sources.address import beyond_mirror, network_name
from vision.sources.base import Source, ticks
from vision.sources.camera import NO_WISH, Camera, Wish
from vision.sources.frame import Frame
from vision.sources.health import Health
from vision.sources.live import LiveSource
from vision.sources.pace import Pace
from vision.sources.pictures import PictureFolder, read_picture
from vision.sources.stream import RTSP, UsbPort, open_network
from vision.sources.video import VideoFile

__all__ = ["Frame", "Health", "LiveSource", "Pace", "Source", "Wish", "open_source", "read_picture", "ticks"]

WAIT = 10.0
_CAMERA = re.compile(r"(usb|picamera):(\d*)")


def open_source(name: str, wait: float | None = WAIT, wish: Wish = NO_WISH) -> Source:
    """The source a person names.

    A video file, a folder of pictures, ``usb:0``, ``picamera:0``, ``rtsp://...`` (``rtspu://``: always over
    UDP), or ``http(s)://...``: a stream, or a recording, which is then watched like a file. ``mirror:``
    before any of these: its pictures are mirrored, and are turned back. wait: seconds for a live source to
    send its first picture; None waits, and tries, for as long as it takes. wish: what is asked of a camera.

    Raises a SourceError where it is missing, empty, of no known form, or does not answer.
    """
    name, mirrored = beyond_mirror(name)
    if "://" in name:
        return _open_address(name, wait, wish, mirrored)
    camera = _CAMERA.fullmatch(name)
    if camera:
        kind, number = camera[1], int(camera[2] or 0)
        return _ready(LiveSource(f"{kind}:{number}", _camera(kind, number, wish), mirrored=mirrored), wait)
    path = Path(name).expanduser()
    return PictureFolder(path, mirrored=mirrored) if path.is_dir() else VideoFile(path, mirrored=mirrored)


def _open_address(address: str, wait: float | None, wish: Wish, mirrored: bool) -> Source:
    scheme = address.partition("://")[0].lower()
    if scheme in ("http", "https"):
        if _recorded(address, patient=wait is None):
            return VideoFile(address, mirrored=mirrored)
    elif scheme not in RTSP:
        raise SourceError(
            f"{network_name(address)}: of network addresses rtsp://... and http://... can be watched"
        )
    opener = partial(open_network, address, wish)
    return _ready(LiveSource(network_name(address), opener, mirrored=mirrored), wait)


def _recorded(address: str, patient: bool) -> bool:
    """Whether an address holds a recording: something with an end."""
    try:
        with closing(open_network(address)) as camera:
            return camera.length is not None
    except SourceUnavailableError:
        if patient:
            return False
        raise


def _camera(kind: str, number: int, wish: Wish) -> Callable[[], Camera]:
    if kind == "usb":
        return UsbPort(number, wish).open
    from vision.sources.picamera import PiCamera

    return partial(PiCamera, number, wish)


def _ready(source: LiveSource, wait: float | None) -> LiveSource:
    try:
        source.wait_ready(wait)
    except BaseException:
        source.close()
        raise
    return source
