"""Where frames come from: recorded and live, behind one interface."""

import re
from contextlib import closing
from functools import partial
from pathlib import Path

from vision.errors import SourceError, SourceUnavailableError
from vision.sources.address import network_name
from vision.sources.base import Source, ticks
from vision.sources.camera import NO_WISH, Wish
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
    UDP), or ``http(s)://...``: a stream, or a recording, which is then watched like a file. wait: seconds
    for a live source to send its first picture; None waits, and tries, for as long as it takes. wish: what is
    asked of a camera.

    Raises a SourceError where it is missing, empty, of no known form, or does not answer.
    """
    if "://" in name:
        return _open_address(name, wait, wish)
    camera = _CAMERA.fullmatch(name)
    if camera:
        return _open_camera(camera[1], int(camera[2] or 0), wait, wish)
    path = Path(name).expanduser()
    return PictureFolder(path) if path.is_dir() else VideoFile(path)


def _open_address(address: str, wait: float | None, wish: Wish) -> Source:
    scheme = address.partition("://")[0].lower()
    if scheme in ("http", "https"):
        if _recorded(address, patient=wait is None):
            return VideoFile(address)
    elif scheme not in RTSP:
        raise SourceError(
            f"{network_name(address)}: of network addresses rtsp://... and http://... can be watched"
        )
    return _ready(LiveSource(network_name(address), partial(open_network, address, wish)), wait)


def _recorded(address: str, patient: bool) -> bool:
    """Whether an address holds a recording: something with an end."""
    try:
        with closing(open_network(address)) as camera:
            return camera.length is not None
    except SourceUnavailableError:
        if patient:
            return False
        raise


def _open_camera(kind: str, number: int, wait: float | None, wish: Wish) -> Source:
    if kind == "usb":
        return _ready(LiveSource(f"usb:{number}", UsbPort(number, wish).open), wait)
    from vision.sources.picamera import PiCamera

    return _ready(LiveSource(f"picamera:{number}", partial(PiCamera, number, wish)), wait)


def _ready(source: LiveSource, wait: float | None) -> LiveSource:
    try:
        source.wait_ready(wait)
    except BaseException:
        source.close()
        raise
    return source
