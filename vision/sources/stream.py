"""Cameras that PyAV can open itself: network cameras (RTSP) and USB cameras (Video4Linux)."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

import av
from av.container import InputContainer

from vision.errors import SourceBrokenError, SourceUnavailableError
from vision.sources.frame import Frame
from vision.sources.video import planes_of

OPEN_TIMEOUT: Final = 10.0
READ_TIMEOUT: Final = 5.0
"""Seconds without an answer after which a camera counts as gone."""


class LiveStream:
    """Frames of a running camera; time 0 is its first frame. Build with ``rtsp`` or ``usb``."""

    live = True
    count = None

    def __init__(self, name: str, container: InputContainer) -> None:
        self.name = name
        self._container = container
        self._frames = self._read()
        try:
            self._first = next(self._frames)
        except (SourceBrokenError, StopIteration):
            self.close()
            raise SourceUnavailableError(f"{name} is connected but sends no picture") from None

    @classmethod
    def rtsp(cls, address: str) -> "LiveStream":
        """Open ``rtsp://...`` over TCP."""
        parts = urlsplit(address)
        name = f"{parts.scheme}://{parts.hostname}{parts.path}"
        return cls(name, _open(name, address, None, {"rtsp_transport": "tcp"}))

    @classmethod
    def usb(cls, number: int) -> "LiveStream":
        """Open camera ``number`` of this machine (/dev/video<number>)."""
        return cls(f"usb:{number}", _open(f"usb:{number}", f"/dev/video{number}", "v4l2", {}))

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the first frame."""
        return self._first.size

    def __iter__(self) -> Iterator[Frame]:
        """The first frame, then the others as they come; a stream can be read once."""
        yield self._first
        yield from self._frames

    def close(self) -> None:
        """Hang up."""
        self._container.close()

    def _read(self) -> Iterator[Frame]:
        start: float | None = None
        last: float | None = None
        seq = lost = 0
        try:
            for packet in self._container.demux(video=0):
                try:
                    pictures = packet.decode()
                except av.error.InvalidDataError:
                    lost += 1
                    continue
                for picture in pictures:
                    if picture.time is None or picture.is_corrupt:
                        lost += 1
                        continue
                    start = picture.time if start is None else start
                    last = picture.time - start
                    yield Frame(seq, last, planes_of(picture), dropped=lost, source=self.name)
                    seq, lost = seq + 1, 0
        except (av.error.FFmpegError, OSError) as error:
            raise SourceBrokenError(_gone(self.name, last, str(error)), last) from error
        raise SourceBrokenError(_gone(self.name, last, "it stopped sending"), last)


def _open(name: str, address: str, form: str | None, options: dict[str, str]) -> InputContainer:
    try:
        container = av.open(address, format=form, options=options, timeout=(OPEN_TIMEOUT, READ_TIMEOUT))
    except (av.error.FFmpegError, OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceUnavailableError(
            f"{name} does not answer ({reason}). Is the camera on, connected, and free?"
        ) from error
    if not container.streams.video:
        container.close()
        raise SourceUnavailableError(f"{name} sends no video")
    return container


def _gone(name: str, last: float | None, reason: str) -> str:
    return f"{name} broke off {'before its first frame' if last is None else f'after {last:.2f} s'}: {reason}"
