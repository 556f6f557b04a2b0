"""Clips: a few seconds of video around what was found, from the recording or from memory."""

import io
import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread, get_native_id
from typing import Any, Final, Protocol

import av
import numpy as np

from calibration.cv import cv2
from monitor.journal.schema import CLIP
from vision.sources.frame import Frame, Plane
from vision.sources.video import planes_of

BEFORE_S: Final = 5.0
AFTER_S: Final = 4.0
"""A clip shows this long before and after the moment."""
KEPT_S: Final = 12.0
KEPT_BYTES: Final = 24 << 20
"""What is kept in memory of a live source: so many seconds, and no more bytes than that."""
EVERY_S: Final = 0.075
"""Least time between two pictures of a clip; of 25 or 30 a second that leaves ten to thirteen."""
WIDEST: Final = 960
QUALITY: Final = 80
NICENESS: Final = 15

_log = logging.getLogger(__name__)

Shot = tuple[float, Plane]
"""Presentation time, and (h, w, 3) blue green red."""


class Keeps(Protocol):
    """Where evidence goes."""

    def evidence(
        self,
        finding: str,
        shows: Any,
        mime: str,
        data: bytes,
        *,
        t: float,
        frame: int | None = None,
        **more: Any,
    ) -> bool:
        """Keep a picture or clip of a finding; False where there is no room for it."""
        ...


@dataclass
class _Wanted:
    """A clip that is to be made: of which time, for which findings."""

    since: float
    until: float
    findings: list[str] = field(default_factory=list)


_Job = tuple[_Wanted, Callable[[], Iterable[Shot]]]
"""A clip, and the pictures that it shows, from the beginning."""


class _LeftError(Exception):
    """A clip is left to whoever closes."""


class Clips:
    """Makes the clips of findings in a thread of its own, at low priority, some seconds after the moment.

    At the end nothing else is to be done, and what is left is made by whoever closes: on a busy machine a
    thread of low priority might take minutes for it, and one that is still at work when the process ends
    aborts it.

    recording: file that is being watched, from which clips are cut; without it the last seconds are kept in
    memory, as small JPEG pictures.
    """

    def __init__(self, keep: Keeps, recording: Path | None = None) -> None:
        self._keep = keep
        self._recording = recording
        self._ring: deque[tuple[float, bytes]] = deque()
        self._bytes = 0
        self._wanted: list[_Wanted] = []
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._worker: Thread | None = None
        self._closing = Event()
        self._left: list[_Job] = []
        self._now = 0.0

    def remember(self, frame: Frame) -> None:
        """Take the newest frame; clips whose time is over are begun."""
        self._now = frame.t
        if self._recording is None and not (self._ring and 0 <= frame.t - self._ring[-1][0] < EVERY_S):
            self._store(frame)
        while self._wanted and self._wanted[0].until <= frame.t:
            self._begin(self._wanted.pop(0))

    def want(self, finding: str, t: float) -> None:
        """Make a clip of this moment for a finding, where it can still be had; findings may share one."""
        if self._recording is None and self._now - t > KEPT_S - AFTER_S:
            return
        for wanted in self._wanted:
            if abs(wanted.until - AFTER_S - t) < 1.0:
                wanted.findings.append(finding)
                return
        self._wanted.append(_Wanted(t - BEFORE_S, t + AFTER_S, [finding]))
        self._wanted.sort(key=lambda wanted: wanted.until)

    def close(self, timeout: float = 60.0) -> None:
        """Make what is still wanted; nothing more where a clip that was begun hangs for so long (s)."""
        if self._worker is not None:
            self._closing.set()
            self._jobs.put(None)
            self._worker.join(timeout)
            if self._worker.is_alive():
                _log.warning("no more clips: the recording has not been readable for %.0f s", timeout)
                return
            self._worker = None
        with suppress(Empty):
            while (job := self._jobs.get_nowait()) is not None:
                self._left.append(job)
        self._left += map(self._job, self._wanted)
        self._wanted.clear()
        while self._left:
            wanted, shots = self._left.pop(0)
            self._make(wanted, shots())

    def _store(self, frame: Frame) -> None:
        data = cv2.imencode(".jpg", small(frame), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        self._ring.append((frame.t, data))
        self._bytes += len(data)
        while self._ring[-1][0] - self._ring[0][0] > KEPT_S or self._bytes > KEPT_BYTES:
            self._bytes -= len(self._ring.popleft()[1])

    def _begin(self, wanted: _Wanted) -> None:
        if self._worker is None:
            self._worker = Thread(target=self._work, name="clips", daemon=True)
            self._worker.start()
        self._jobs.put(self._job(wanted))

    def _job(self, wanted: _Wanted) -> _Job:
        if self._recording is not None:
            return wanted, partial(_recorded, self._recording, wanted.since, wanted.until)
        return wanted, partial(
            _unpacked, [one for one in self._ring if wanted.since <= one[0] <= wanted.until]
        )

    def _work(self) -> None:
        with suppress(OSError):  # where a thread has no priority of its own
            os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)
        while (job := self._jobs.get()) is not None:
            wanted, shots = job
            try:
                self._make(wanted, self._until_closed(shots()))
            except _LeftError:
                self._left.append(job)
                return

    def _until_closed(self, shots: Iterable[Shot]) -> Iterator[Shot]:
        for shot in shots:
            if self._closing.is_set():
                raise _LeftError
            yield shot

    def _make(self, wanted: _Wanted, shots: Iterable[Shot]) -> None:
        try:
            clip, since, until = encode(shots)
        except (av.error.FFmpegError, OSError, ValueError) as error:
            _log.warning("no clip of %s: %s", ", ".join(wanted.findings), error)
            return
        for finding in wanted.findings:
            self._keep.evidence(finding, "clip", CLIP, clip, t=since, until=until)


def small(frame: Frame) -> Plane:
    """(h, w, 3) blue green red of a frame, at most WIDEST wide, of even width and height."""
    width, height = frame.size
    scale = min(1.0, WIDEST / width)
    size = (round(width * scale) & ~1, round(height * scale) & ~1)
    planes = frame.planes
    if planes is None:
        return np.asarray(cv2.resize(frame.bgr, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    half = (size[0] // 2, size[1] // 2)
    parts = [
        cv2.resize(plane, to, interpolation=cv2.INTER_LINEAR).reshape(-1)
        for plane, to in zip(planes, (size, half, half), strict=True)
    ]
    packed = np.concatenate(parts).reshape(size[1] * 3 // 2, size[0])
    return np.asarray(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_I420), dtype=np.uint8)


def encode(shots: Iterable[Shot]) -> tuple[bytes, float, float]:
    """(MP4 file with H.264, time of the first picture, of the last) of pictures in order of time.

    Raises ValueError where there is no picture, FFmpegError where they cannot be encoded.
    """
    file = io.BytesIO()
    since = until = None
    with av.open(file, "w", format="mp4") as container:
        stream = None
        for t, picture in shots:
            if stream is None:
                options = {"preset": "superfast", "crf": "27", "threads": "1"}
                stream = container.add_stream("libx264", rate=10, options=options)
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt, stream.codec_context.time_base = "yuv420p", Fraction(1, 1000)
                since = t
            shown = av.VideoFrame.from_ndarray(picture, format="bgr24")
            shown.pts = round((t - (since or 0.0)) * 1000)
            container.mux(stream.encode(shown))
            until = t
        if stream is not None:
            container.mux(stream.encode(None))
    if since is None or until is None:
        raise ValueError("no pictures of that time are left")
    return file.getvalue(), since, until


def _unpacked(kept: list[tuple[float, bytes]]) -> Iterator[Shot]:
    for t, data in kept:
        picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
        yield t, np.asarray(picture, dtype=np.uint8)


def _recorded(path: Path, since: float, until: float) -> Iterator[Shot]:
    """Pictures of a recording from one presentation time to another."""
    last = float("-inf")
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        container.seek(round(max(0.0, since) / float(stream.time_base or 1)), stream=stream)
        for picture in container.decode(stream):
            t = (
                float(picture.pts * picture.time_base)
                if picture.pts is not None and picture.time_base
                else None
            )
            if t is None or t < since or t - last < EVERY_S:
                continue
            if t > until:
                return
            last = t
            yield t, small(Frame(0, t, planes_of(picture)))
