"""A recorded video as it lies in its file: groups of pictures, found from packets that are not decoded."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import av
from av.container import InputContainer
from av.packet import Packet
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from vision.errors import SourceFormatError
from vision.sources.video import check_file, reason_of

if TYPE_CHECKING:
    VideoPacket = Packet[VideoStream]
else:
    VideoPacket = Packet

WINDOW_S: Final = 0.5
"""Activity of a group is the most that its pictures but the first weigh within this time."""
MISSING_TAIL: Final = 0.5


@dataclass(frozen=True)
class Group:
    """A key frame and the pictures up to the next one.

    packet: number of its first packet in the file, from 0. pts: of the key frame in ticks of the stream, None
    where the file has no times. t: presentation time (s). weight: most bytes within WINDOW_S that its
    pictures other than the key frame take, and no more than that takes: pictures of a table at rest weigh
    next to nothing, those that fade into another scene more than any play.
    """

    packet: int
    pts: int | None
    t: float
    weight: int


@dataclass(frozen=True)
class Recording:
    """One file. start, end: presentation times (s). rate: pictures a second on average."""

    path: Path
    sha256: str
    start: float
    end: float
    rate: float
    groups: tuple[Group, ...]
    problems: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name


@contextmanager
def opened(path: Path) -> Iterator[tuple[InputContainer, VideoStream]]:
    """The container and its first video stream, to be decoded in this thread. Raises a SourceError."""
    check_file(path)
    try:
        container = av.open(str(path))
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise SourceFormatError(
            f"{path} is not a video that can be read, or its index is missing because the recording was cut "
            f"short ({reason_of(error)})"
        ) from error
    with container:
        if not container.streams.video:
            raise SourceFormatError(f"{path} holds no video stream, only {_kinds(container)}")
        stream = container.streams.video[0]
        stream.codec_context.thread_count = 1
        yield container, stream


def hash_of(path: Path) -> str:
    """SHA-256 of a file's content, as hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def index(path: Path) -> Recording:
    """The groups of pictures of a file, read to its end or to where it breaks off; that is then a problem."""
    with opened(path) as (container, stream):
        walk = _Walk(float(stream.average_rate or 25))
        problems: list[str] = []
        try:
            for packet in packets(container, stream):
                walk.take(packet)
        except av.error.FFmpegError as error:
            problems.append(f"{path.name} cannot be read after {walk.end:.2f} s: {reason_of(error)}")
        announced = _announced(container, stream)
    walk.close()
    if not walk.groups:
        raise SourceFormatError(f"{path} holds no picture that can be decoded")
    start = walk.groups[0].t
    end = max(walk.end, start)
    rate = walk.count / (end - start) if end > start else 1.0
    if not problems and announced is not None and end - start < announced - max(MISSING_TAIL, 2 / rate):
        problems.append(
            f"{path.name} breaks off after {end:.2f} s of {start + announced:.2f} s: the rest is missing"
        )
    return Recording(path, hash_of(path), start, end, rate, tuple(walk.groups), tuple(problems))


class _Walk:
    """Collects groups from packets in the order of the file."""

    def __init__(self, rate: float) -> None:
        self.groups: list[Group] = []
        self.count = 0
        self.end = 0.0
        self._rate = rate
        self._window: list[tuple[float, int]] = []
        self._head: tuple[int, int | None, float] | None = None
        self._weight = self._whole = 0

    def take(self, packet: VideoPacket) -> None:
        number, self.count = self.count, self.count + 1
        t = time_of(packet.pts, packet, number, self._rate)
        self.end = max(self.end, t)
        if packet.is_keyframe:
            self.close()
            self._head, self._weight, self._window = (number, packet.pts, t), 0, []
            self._whole = packet.size
            return
        self._window.append((t, packet.size))
        while self._window[0][0] < t - WINDOW_S:
            self._window.pop(0)
        self._weight = max(self._weight, sum(size for _, size in self._window))

    def close(self) -> None:
        """The group being read is complete."""
        if self._head is not None:
            self.groups.append(Group(*self._head, min(self._weight, self._whole)))
            self._head = None


def packets(container: InputContainer, stream: VideoStream) -> Iterator[VideoPacket]:
    """The packets of the video that hold something."""
    return (packet for packet in container.demux(stream) if packet.size)


def time_of(pts: int | None, holder: VideoPacket | VideoFrame, number: int, rate: float) -> float:
    """Presentation time (s); of a file without times by the number of the picture."""
    base = holder.time_base
    return number / rate if pts is None or base is None else float(pts * base)


def _announced(container: InputContainer, stream: VideoStream) -> float | None:
    """Seconds of video that the file says it holds."""
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    if container.duration and len(container.streams) == 1:
        return container.duration / float(av.time_base)
    return None


def _kinds(container: InputContainer) -> str:
    return ", ".join(sorted({stream.type for stream in container.streams})) or "nothing"
