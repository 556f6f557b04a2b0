"""What shows a finding: the board before the turn, the moment, the board after it, and a short clip."""

import logging
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import Finding
from monitor.journal.clips import Clips, Keeps
from monitor.wording import clock_time, describe
from vision.overlay import caption, draw_reading
from vision.reading import Reading
from vision.sources.frame import Frame, Plane

APART: Final = 0.25
"""Seconds between the frames that are kept in memory."""
KEPT: Final = 40
QUALITY: Final = 85
WIDEST: Final = 1280
"""Pixels that pictures of the board before and after are wide at most."""
JPEG: Final = "image/jpeg"
STANDS: Final = frozenset(
    "GameStarted TurnPlayed TurnPassed SetupCorrected MoveRetracted Corrected TrackRegained".split()
)
"""Events after which the board stands as the next turn finds it."""
STANDS_KEPT: Final = 8
"""Frames as they are, at most: few are ever shown, and compressing one costs as much as reading two."""
STANDS_LATEST_S: Final = 4.0
"""The picture of it is taken when the board is clear, or so long afterwards."""
AFTER_S: Final = 2.0
"""The picture after is taken this long after the finding was raised or put right, once the board is clear."""
AFTER_LATEST_S: Final = 10.0
FAR_S: Final = 5.0
"""Frames this much later than a finding, which a correction of the past has raised, do not show it."""
CLEAR: Final = 0.5
"""A board is clear when less than this of it, in points, is covered or moving."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Still:
    """A compressed picture of one frame."""

    t: float
    frame: int
    data: bytes


class Evidence:
    """Keeps the last seconds in memory, and stores what shows a finding.

    ``folder`` gets the picture of the moment, with what is read drawn in, the journal all of it. journal:
    where evidence goes, None for the folder alone. clips: makes the clips, None for no clips. The folder is
    made when the first picture is stored. Use it as a context manager: its end waits for the clips.
    """

    def __init__(
        self,
        folder: Path,
        geometry: BoardGeometry,
        config: MatchConfig,
        journal: Keeps | None = None,
        clips: Clips | None = None,
    ) -> None:
        self.folder = folder
        self._geometry = geometry
        self._config = config
        self._journal = journal
        self._clips = clips
        self._recent: deque[tuple[Frame, Reading]] = deque(maxlen=KEPT)
        self._stood: deque[tuple[float, Frame]] = deque(maxlen=STANDS_KEPT)
        self._stands: float | None = None
        self._after: list[tuple[str, float]] = []
        self._known: set[str] = set()
        self.trouble: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def place(self, geometry: BoardGeometry) -> None:
        """Draw readings by this geometry from now on."""
        self._geometry = geometry

    def remember(self, frame: Frame, reading: Reading) -> None:
        """Keep this frame for a while if the last kept one is far enough back."""
        if self._clips is not None:
            self._clips.remember(frame)
        if self._recent and 0 <= frame.t - self._recent[-1][0].t < APART:
            return
        self._recent.append((frame, reading))
        if self._stands is not None and (_clear(reading) or frame.t - self._stands >= STANDS_LATEST_S):
            self._take_stand()
        for due in list(self._after):
            wait = frame.t - due[1]
            if wait >= AFTER_LATEST_S or (wait >= 0 and _clear(reading)):
                self._after.remove(due)
                self._keep(due[0], "after", _still(frame))

    def event(self, event: Event) -> None:
        """Take in what happened: a turn that is over leaves the board before the next one."""
        if event.ev in STANDS and self._recent and self._journal is not None:
            self._take_stand()
            self._stands = event.t

    def store(self, finding: Finding) -> Path | None:
        """Store what shows a finding as it stands now; the picture of the moment, when it is told first.

        None where there is none: it was told before, no frame of about that time is left, or the folder
        cannot be written.
        """
        known = finding.id in self._known
        self._known.add(finding.id)
        if not self._recent:
            return None
        if known:
            if finding.status == "resolved":
                self._expect(finding.id)
            return None
        if self._clips is not None:
            self._clips.want(finding.id, finding.t)
        if finding.t < self._recent[0][0].t - FAR_S:
            return None
        if self._stands is not None and self._stands < finding.t:
            self._take_stand()
        before = [stood for t, stood in self._stood if t < finding.t]
        if before:
            self._keep(finding.id, "before", _still(before[-1]))
        frame, reading = self._moment(finding)
        still = _Still(frame.t, frame.seq, _jpeg(self._annotated(finding, frame, reading)))
        path = self._write(finding, still.data)
        self._keep(finding.id, "at", still)
        self._expect(finding.id)
        return path

    def close(self) -> None:
        """Store what is still to come, and wait for the clips; harmless when repeated."""
        if self._recent:
            for finding, _ in self._after:
                self._keep(finding, "after", _still(self._recent[-1][0]))
        self._after.clear()
        if self._clips is not None:
            self._clips.close()

    def _take_stand(self) -> None:
        """Keep the clearest picture of the board as the last turn has left it, the earliest of them."""
        if self._stands is not None:
            since = [kept for kept in self._recent if kept[0].t >= self._stands] or [self._recent[-1]]
            frame, _ = min(since, key=lambda kept: _unclear(kept[1]))
            self._stood.append((self._stands, frame))
            self._stands = None
            while len(self._stood) > 1 and self._stood[1][0] < self._recent[0][0].t - FAR_S:
                self._stood.popleft()  # whatever can still be told, a later one is nearer

    def _expect(self, finding: str) -> None:
        self._after.append((finding, self._recent[-1][0].t + AFTER_S))

    def _moment(self, finding: Finding) -> tuple[Frame, Reading]:
        """Of the frames that show it, the clearest; where none of them is left, the nearest in time."""
        first, last = finding.evidence.get("frames") or (0, -1)
        showing = [kept for kept in self._recent if first <= kept[0].seq <= last]
        if showing:
            return min(showing, key=lambda kept: (_unclear(kept[1]), -kept[0].seq))
        return min(self._recent, key=lambda kept: abs(kept[0].t - finding.t))

    def _annotated(self, finding: Finding, frame: Frame, reading: Reading) -> Plane:
        geometry = self._geometry.scaled(frame.size)
        lines = [f"{clock_time(frame.t)}  {describe(finding, self._config)}", f"{', '.join(finding.cite)}"]
        return caption(draw_reading(frame.bgr, geometry, reading), lines)

    def _write(self, finding: Finding, data: bytes) -> Path | None:
        path = self.folder / f"{finding.id}_{finding.code.lower()}.jpg"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            self.trouble = f"{path} cannot be written: {error.strerror}"
            _log.warning("%s", self.trouble)
            return None
        return path

    def _keep(self, finding: str, shows: str, still: _Still) -> None:
        if self._journal is not None:
            self._journal.evidence(finding, shows, JPEG, still.data, t=still.t, frame=still.frame)


def _still(frame: Frame) -> _Still:
    width, height = frame.size
    scale = min(1.0, WIDEST / width)
    size = (round(width * scale), round(height * scale))
    picture = frame.bgr if scale == 1.0 else cv2.resize(frame.bgr, size, interpolation=cv2.INTER_AREA)
    return _Still(frame.t, frame.seq, _jpeg(np.asarray(picture, dtype=np.uint8)))


def _jpeg(picture: Plane) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _clear(reading: Reading) -> bool:
    return reading.status == "ok" and _unclear(reading) < CLEAR


def _unclear(reading: Reading) -> float:
    """How much of the board is covered or moving, in points, to a tenth."""
    return round(float(reading.hidden.sum() + reading.motion.sum()), 1)
