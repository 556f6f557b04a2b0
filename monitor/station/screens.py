"""What a watch tells while it goes, and to whom: terminal, station, and whoever comes later."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from monitor.events import Event
from monitor.findings import Finding
from monitor.tracking.state import TrackerState
from vision.reading import Reading
from vision.sources.frame import Frame

SourceState = Literal["opening", "live", "frozen", "lost", "ended", "paused"]


@dataclass(frozen=True)
class SourceHealth:
    """How the source is. t: presentation time of its newest frame (s); age: wall seconds since it came, None
    before the first; fps: frames a second lately; dropped: frames lost so far."""

    state: SourceState = "opening"
    reason: str | None = None
    t: float = 0.0
    age: float | None = None
    fps: float | None = None
    dropped: int = 0
    reconnects: int = 0


class Screen(Protocol):
    """Somebody who follows a watch. Called from the watch's thread; must be quick and never raise."""

    def frame(self, frame: Frame, reading: Reading, state: TrackerState) -> None:
        """A frame has been dealt with."""
        ...

    def event(self, event: Event) -> None:
        """An event was written."""
        ...

    def finding(self, finding: Finding, picture: Path | None) -> None:
        """A finding was raised or has changed."""
        ...

    def health(self, health: SourceHealth) -> None:
        """How the source is; at least a few times a second while no frames come."""
        ...
