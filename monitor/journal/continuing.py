"""Frames of a source that is opened again, as frames of the match that goes on."""

from dataclasses import replace

from monitor.journal.clocks import Moment
from monitor.journal.reader import JournalReader
from vision.sources.frame import Frame


class Continuation:
    """Numbers and times of a match that is resumed.

    after: presentation time of the newest stored reading, None where there is none. A recording goes on
    behind it, at its own times; a live source goes on as much later as time has passed since.
    """

    def __init__(self, stored: JournalReader, *, live: bool) -> None:
        newest = stored.last_reading()
        self.after: float | None = newest["t"][1] if newest else None
        self._seq = newest["frames"][1] + 1 if newest else 0
        self._live = live
        self._shift: float | None = None if live and newest else 0.0
        if newest is not None:
            self._then = newest["wall"], newest["running"], newest["boot"]

    def frame(self, frame: Frame) -> Frame | None:
        """The frame as one of the match; None where the match has it already."""
        t = self.time(frame.t)
        if self.after is not None and t <= self.after:
            return None
        self._seq += 1
        return replace(frame, seq=self._seq - 1, t=t)

    def time(self, t: float) -> float:
        """A presentation time of the source as one of the match."""
        if self._shift is None and self.after is not None:
            self._shift = self.after + max(0.001, Moment.now().since(*self._then)) - t
        return t + (self._shift or 0.0)
