"""The newest picture of a table, made into a JPEG only when somebody looks, and then once for all of them."""

import json
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from calibration.geometry import BoardGeometry
from monitor.events import Json
from monitor.station.jpeg import encode
from monitor.station.marks import for_viewers, marks_of
from vision.reading import Reading
from vision.sources.frame import Frame


@dataclass(frozen=True)
class Picture:
    """One encoded picture. no: grows with each that shows something new. marks, viewer_marks: as JSON."""

    no: int
    t: float
    size: tuple[int, int]
    jpeg: bytes
    marks: str
    viewer_marks: str


class Pictures:
    """Keeps the newest frame and its reading. `show` is called by the watch, the rest by whoever looks."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self.geometry = geometry
        self.no = 0
        self._lock = Lock()
        self._newest: tuple[int, Frame, Reading] | None = None
        self._arrived = 0.0
        self._encoded: Picture | None = None

    def show(self, frame: Frame, reading: Reading) -> None:
        """A new frame; it counts as a new picture where it was read anew, or shows things on the move, which
        are not read."""
        newest = self._newest
        self._arrived = monotonic()
        if newest is None or newest[2].points is not reading.points or reading.seq != frame.seq:
            self.no += 1
            self._newest = (self.no, frame, reading)

    @property
    def age(self) -> float | None:
        """Wall seconds since the newest frame came, None before the first."""
        return monotonic() - self._arrived if self._newest is not None else None

    @property
    def frame(self) -> Frame | None:
        """The newest frame that shows something new."""
        return None if self._newest is None else self._newest[1]

    @property
    def reading(self) -> Reading | None:
        """What is read in that frame."""
        return None if self._newest is None else self._newest[2]

    def newest(self) -> Picture | None:
        """The newest picture, encoded once for everybody; None before the first."""
        with self._lock:
            newest = self._newest
            if newest is None:
                return None
            no, frame, reading = newest
            if self._encoded is None or self._encoded.no != no:
                marks: Json = marks_of(reading, self.geometry, frame.size)
                self._encoded = Picture(
                    no, frame.t, frame.size, encode(frame), _text(marks), _text(for_viewers(marks))
                )
            return self._encoded


def _text(marks: Json) -> str:
    return json.dumps(marks, separators=(",", ":"))
