"""Video files, by their presentation time stamps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import av
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.plane import VideoPlane
from av.video.reformatter import ColorRange
from av.video.stream import VideoStream

from vision.errors import (
    SourceBrokenError,
    SourceEmptyError,
    SourceError,
    SourceFormatError,
    SourceMissingError,
)
from vision.sources.address import network_name
from vision.sources.frame import Frame, Plane, Planes, turned_back
from vision.sources.spacing import Ahead, Spacing, VideoPacket

MISSING_TAIL: Final = 0.5
"""A file that ends this many seconds (and two frames) before its own announced end has been cut short."""
NETWORK_TIMEOUT: Final = 10.0
"""Seconds a recording on the network may keep silent."""
_EXACT_FORM: Final = "mov,mp4"
"""Container forms that give every picture's times of showing and of decoding; of others one is guessed."""


class VideoFile:
    """Frames of a recorded video, upright, at their own presentation times."""

    live = False

    def __init__(self, place: Path | str, *, mirrored: bool = False) -> None:
        """place: of the file, or the network address (``http://...``) of a recording. mirrored: its pictures
        are, and are turned back."""
        self._place, self._mirrored = place, mirrored
        if isinstance(place, Path):
            self.name, self._shown = place.name, str(place)
            check_file(place)
        else:
            self._shown = network_name(place)
            self.name = self._shown.rpartition("/")[2]
        self._container = self._open()
        if not self._container.streams.video:
            self._container.close()
            raise SourceFormatError(f"{self._shown} holds no video stream")
        self._stream: VideoStream = self._container.streams.video[0]
        self._stream.thread_type = "AUTO"
        self._first = self._peek()

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the first frame, upright."""
        height, width = self._first[0].shape
        return width, height

    @property
    def count(self) -> int | None:
        """Number of frames the file announces, or as many as fit its length; None where it says neither."""
        if self._stream.frames:
            return self._stream.frames
        rate, end = self._stream.average_rate, self._announced_length()
        return round(end * float(rate)) if rate and end else None

    def __iter__(self) -> Iterator[Frame]:
        """Every frame from the beginning; SourceBrokenError at the end where the file breaks off."""
        return self._frames(0.0)

    def spaced(self, apart: float) -> Iterator[Frame]:
        """As iterating, but only frames ``apart`` seconds or more from each other, under their own numbers.

        Pictures between them on which no other rests are not decoded, where the file says which those are.
        """
        return self._frames(apart)

    def _frames(self, apart: float) -> Iterator[Frame]:
        self._rewind()
        last: float | None = None
        step = 0.0
        seq = lost = 0
        trouble: str | None = None
        spacing = Spacing(apart)
        ahead = Ahead(apart) if apart and self._says_what_rests_on_what else None
        try:
            for picture in self._pictures(ahead):
                t = None if picture is None else self._time(picture, last)
                if picture is None or t is None or (last is not None and t <= last):
                    lost += 1
                    if ahead is not None:
                        ahead.stop()
                    continue
                seq += 0 if ahead is None else ahead.left_out(picture.pts)
                if spacing.lets(t):
                    planes = planes_of(picture)
                    pixels = turned_back(planes) if self._mirrored else planes
                    yield Frame(seq, t, pixels, dropped=lost, source=self.name)
                    lost = 0
                step = 0.0 if last is None else t - last
                last, seq = t, seq + 1
        except av.error.FFmpegError as error:
            trouble = reason_of(error)
        self._report_break(last, step, lost, trouble)

    def close(self) -> None:
        """Close the file."""
        self._container.close()

    def _open(self) -> InputContainer:
        try:
            return av.open(
                str(self._place), timeout=None if isinstance(self._place, Path) else NETWORK_TIMEOUT
            )
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise SourceFormatError(
                f"{self._shown} is not a video that can be read, or its index is missing because the "
                f"recording was cut short ({reason_of(error)})"
            ) from error

    def _rewind(self) -> None:
        """Back to the first frame; what cannot be wound back is opened again."""
        try:
            if isinstance(self._place, Path):
                self._container.seek(0)
                return
        except (av.error.FFmpegError, OSError):
            pass
        self._container.close()
        self._container = self._open()
        self._stream = self._container.streams.video[0]
        self._stream.thread_type = "AUTO"

    @property
    def _says_what_rests_on_what(self) -> bool:
        """H.264 marks every picture on which no other rests."""
        form = self._container.format.name
        return self._stream.codec_context.name == "h264" and form.startswith(_EXACT_FORM)

    def _pictures(self, ahead: Ahead | None = None) -> Iterator[VideoFrame | None]:
        """Decoded pictures in order, None for each that is damaged; where nothing rests on them, only those
        that are let through."""
        for packet, let in self._packets(ahead):
            self._stream.codec_context.skip_frame = "DEFAULT" if let else "NONREF"
            try:
                decoded = packet.decode()
            except av.error.FFmpegError:
                yield None
                continue
            yield from (None if picture.is_corrupt else picture for picture in decoded)

    def _packets(self, ahead: Ahead | None) -> Iterator[tuple[VideoPacket, bool]]:
        packets = self._container.demux(self._stream)
        if ahead is None:
            yield from ((packet, True) for packet in packets)
            return
        try:
            for packet in packets:
                yield from ahead.sort(packet)
        except av.error.FFmpegError:
            yield from ahead.rest()
            raise

    def _peek(self) -> Planes:
        reason = "it was cut short"
        try:
            for picture in self._pictures():
                if picture is not None:
                    return planes_of(picture)
        except av.error.FFmpegError as error:
            reason = reason_of(error)
        self.close()
        raise SourceBrokenError(f"{self._shown} holds no picture that can be decoded: {reason}", None)

    def _time(self, picture: VideoFrame, last: float | None) -> float:
        if picture.pts is not None:
            return picture.time
        rate = self._stream.average_rate
        return 0.0 if last is None else last + (1 / float(rate) if rate else 0.04)

    def _announced_length(self) -> float | None:
        if self._stream.duration and self._stream.time_base:
            return float(self._stream.duration * self._stream.time_base)
        if self._container.duration and len(self._container.streams) == 1:
            return self._container.duration / float(av.time_base)
        return None

    def _report_break(self, last: float | None, step: float, lost: int, trouble: str | None) -> None:
        length = self._announced_length()
        start = float((self._stream.start_time or 0) * (self._stream.time_base or 0))
        tail = max(MISSING_TAIL, 2 * step)
        short = length is not None and (last is None or last - start < length - tail)
        if trouble is None and not lost and not short:
            return
        until = "before its first frame" if last is None else f"after {last:.2f} s"
        of = f" of {start + length:.2f} s" if length is not None else ""
        why = trouble or ("the rest is missing" if short and not lost else "the rest cannot be decoded")
        raise SourceBrokenError(f"{self._shown} breaks off {until}{of}: {why}", last)


def planes_of(picture: VideoFrame) -> Planes:
    """4:2:0 planes of a decoded frame in video range, turned upright and cut to even width and height."""
    turns = round(picture.rotation / 90) % 4
    if picture.color_range == ColorRange.JPEG:
        picture = picture.reformat(
            format="yuv420p", src_color_range=ColorRange.JPEG, dst_color_range=ColorRange.MPEG
        )
    elif picture.format.name != "yuv420p":
        picture = picture.reformat(format="yuv420p")
    width, height = picture.width & ~1, picture.height & ~1
    light, *chroma = picture.planes
    y = _pixels(light, width, height)
    u, v = (_pixels(plane, width // 2, height // 2) for plane in chroma)
    if turns:
        y, u, v = (np.ascontiguousarray(np.rot90(plane, turns)) for plane in (y, u, v))
    return y, u, v


def _pixels(plane: VideoPlane, width: int, height: int) -> Plane:
    """A plane without its padding; no copy."""
    return np.frombuffer(memoryview(plane), dtype=np.uint8).reshape(-1, plane.line_size)[:height, :width]


def check_file(path: Path) -> None:
    """Raises a SourceError where there is no file with something in it."""
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise SourceMissingError(f"{path}: there is no such file or folder") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    if size == 0:
        raise SourceEmptyError(f"{path} is empty (0 bytes)")


def reason_of(error: Exception) -> str:
    """What the library says."""
    return str(getattr(error, "strerror", None) or error)
