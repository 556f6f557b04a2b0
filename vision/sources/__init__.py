"""Where frames come from: recorded and live, behind one interface."""

import re
from pathlib import Path

from vision.errors import SourceError
from vision.sources.base import Source
from vision.sources.frame import Frame
from vision.sources.pictures import PictureFolder, read_picture
from vision.sources.video import VideoFile

__all__ = ["Frame", "Source", "open_source", "read_picture"]

_CAMERA = re.compile(r"(usb|picamera):(\d*)")


def open_source(name: str) -> Source:
    """The source a person names: a video file, a folder of pictures, ``rtsp://``, ``usb:0``, ``picamera:0``.

    Raises a SourceError where it is missing, empty, of no known form, or does not answer.
    """
    if "://" in name:
        if not name.lower().startswith(("rtsp://", "rtsps://")):
            raise SourceError(f"{name}: of the network addresses only rtsp://... can be watched")
        from vision.sources.stream import LiveStream

        return LiveStream.rtsp(name)
    camera = _CAMERA.fullmatch(name)
    if camera:
        return _open_camera(camera[1], int(camera[2] or 0))
    path = Path(name).expanduser()
    return PictureFolder(path) if path.is_dir() else VideoFile(path)


def _open_camera(kind: str, number: int) -> Source:
    if kind == "usb":
        from vision.sources.stream import LiveStream

        return LiveStream.usb(number)
    from vision.sources.picamera import PiCamera

    return PiCamera(number)
