"""Cameras that PyAV can open itself: network cameras (RTSP, HTTP) and USB cameras (Video4Linux)."""

import os
import select
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import av
from av.container import InputContainer
from av.video.stream import VideoStream

from vision.errors import SourceBrokenError, SourceUnavailableError
from vision.sources.address import network_name
from vision.sources.camera import NO_WISH, Grab, Wish
from vision.sources.video import planes_of

OPEN_TIMEOUT: Final = 4.0
READ_TIMEOUT: Final = 2.0
"""Seconds without an answer after which a camera is opened again (RTSP: twice that, it is asked again)."""
RTSP: Final = ("rtsp", "rtsps", "rtspu")
_QUICK: Final = {"analyzeduration": "500000"}
"""Half a second of the stream is enough to know what is in it."""
_USB_SIZE: Final = (1920, 1080)
_USB_FPS: Final = 30.0
_NO_TIMESTAMPS: Final = 0x80
"""Flag of a container form (AVFMT_NOTIMESTAMPS): what times it shows are index / rate."""


class StreamCamera:
    """An open stream. ready: waits until the device has something to read, False where it does not."""

    def __init__(self, name: str, container: InputContainer, ready: Callable[[], bool] | None = None) -> None:
        self.name = name
        self._container = container
        self._ready = ready
        self._stream: VideoStream = container.streams.video[0]
        self._stream.thread_type = "SLICE"
        self._timed = not container.format.flags & _NO_TIMESTAMPS

    @property
    def length(self) -> float | None:
        """Seconds it announces to last, None where it announces no end."""
        duration = self._container.duration
        return duration / av.time_base if duration and duration > 0 else None

    def grabs(self) -> Iterator[Grab]:
        """Pictures as they come, at the times the stream gives them."""
        damaged = 0
        packets = self._container.demux(self._stream)
        try:
            while self._ready is None or self._ready():
                packet = next(packets, None)
                if packet is None:
                    return
                try:
                    pictures = packet.decode()
                except av.error.InvalidDataError:
                    damaged += 1
                    continue
                for picture in pictures:
                    if picture.is_corrupt:
                        damaged += 1
                        continue
                    yield Grab(planes_of(picture), picture.time if self._timed else None, damaged=damaged)
                    damaged = 0
        except (av.error.FFmpegError, OSError) as error:
            raise SourceBrokenError(f"{self.name} broke off: {_reason(error)}", None) from error
        raise SourceBrokenError(f"{self.name} does not answer any more", None)

    def close(self) -> None:
        """Hang up."""
        self._container.close()


def open_network(address: str, wish: Wish = NO_WISH) -> StreamCamera:
    """Open ``rtsp://``, ``rtsps://``, ``rtspu://`` (always over UDP), ``http://`` or ``https://``.

    Raises SourceUnavailableError where nobody answers or there is no video in it.
    """
    name = network_name(address)
    scheme = urlsplit(address).scheme.lower()
    options: dict[str, str] = {}
    if scheme in RTSP:
        transport = "udp" if scheme == "rtspu" else wish.transport
        options = {"rtsp_transport": transport, **_QUICK}
        address = address.replace("rtspu://", "rtsp://", 1)
    return StreamCamera(name, open_container(name, address, None, options))


def open_container(name: str, address: str, form: str | None, options: dict[str, str]) -> InputContainer:
    """What PyAV makes of an address, with time-outs; SourceUnavailableError where it makes nothing."""
    try:
        container = av.open(address, format=form, options=options, timeout=(OPEN_TIMEOUT, READ_TIMEOUT))
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise SourceUnavailableError(
            f"{name} does not answer ({_reason(error)}). Is the camera on, connected, and free?"
        ) from error
    if not container.streams.video:
        container.close()
        raise SourceUnavailableError(f"{name} sends no video")
    return container


class UsbPort:
    """Opens one USB camera, and finds it again when it comes back under another number.

    It is asked for compressed pictures, which fit through the cable, else for plain ones, else for what it
    likes to give.
    """

    def __init__(self, number: int, wish: Wish = NO_WISH, devices: Path = Path("/dev")) -> None:
        self.name = f"usb:{number}"
        width, height = wish.size or _USB_SIZE
        asked = {"video_size": f"{width}x{height}", "framerate": f"{wish.fps or _USB_FPS:g}"}
        self._asked: tuple[dict[str, str], ...] = ({"input_format": "mjpeg", **asked}, asked, {})
        self._device = devices / f"video{number}"
        self._links = devices / "v4l" / "by-id"
        self._link: Path | None = None

    def device(self) -> Path:
        """The device file at this moment: by the camera's lasting name once it has been seen with one."""
        if self._link is not None and self._link.exists():
            return self._link
        if self._link is None and self._links.is_dir():
            target = self._device.resolve()
            self._link = next(
                (link for link in sorted(self._links.iterdir()) if link.resolve() == target), None
            )
        return self._link or self._device

    def open(self) -> StreamCamera:
        """Open it; SourceUnavailableError where it is not there, is in use, or is no camera."""
        device = self.device()
        if not device.exists():
            raise SourceUnavailableError(
                f"{self.name} does not answer: there is no {device}. Is the camera plugged in?"
            )
        trouble: SourceUnavailableError | None = None
        for wanted in self._asked:
            before = _open_files(device)
            try:
                container = open_container(self.name, str(device), "v4l2", wanted)
            except SourceUnavailableError as error:
                trouble = error
                continue
            return StreamCamera(self.name, container, _waits_for(_open_files(device) - before))
        assert trouble is not None  # noqa: S101 - something is always asked
        raise trouble


def _open_files(device: Path) -> set[int]:
    """Numbers under which this process has a device open."""
    target = str(device.resolve())
    return {int(entry.name) for entry in Path("/proc/self/fd").iterdir() if _opened(entry) == target}


def _opened(entry: Path) -> str:
    try:
        return os.readlink(entry)  # noqa: PTH115 - a number closed meanwhile must not raise
    except OSError:
        return ""


def _waits_for(files: set[int]) -> Callable[[], bool]:
    """Video4Linux blocks for ever on a camera that hangs, so it is asked first whether a picture is there."""
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return lambda: not files or bool(poll.poll(READ_TIMEOUT * 1000))


def _reason(error: Exception) -> str:
    """Without the address, which may hold a password."""
    if isinstance(error, av.error.ExitError):
        return "no answer in time"
    return str(getattr(error, "strerror", None) or type(error).__name__)
