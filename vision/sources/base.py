"""What every source of frames can do."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Protocol, runtime_checkable

from vision.sources.frame import Frame
from vision.sources.live import LiveSource
from vision.sources.spacing import Spacing

TICK: Final = 0.2
"""Seconds after which a live source without frames is left for a moment."""
APART: Final = 0.08
"""Seconds between the frames that are looked at, at least: 12 a second follow play as well as 30 or 60 do."""


class Source(Protocol):
    """Frames in order of presentation time.

    Iterating may end in SourceBrokenError once all frames before the break have been delivered.
    """

    @property
    def name(self) -> str:
        """What a person calls it: a file name, an address without its password, a camera."""
        ...

    @property
    def live(self) -> bool:
        """True where frames come at the pace of the world."""
        ...

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the first frame, upright, in pixels."""
        ...

    @property
    def count(self) -> int | None:
        """Number of frames to expect, None where that is not known."""
        ...

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Give back files and cameras; harmless when repeated."""
        ...


@runtime_checkable
class SparesFrames(Protocol):
    """A recording that need not decode all it does not have to show."""

    def spaced(self, apart: float) -> Iterator[Frame]:
        """Frames ``apart`` seconds or more from each other, under their own numbers."""
        ...


def ticks(source: Source, every: float = TICK, apart: float = APART) -> Iterator[Frame | None]:
    """The frames of a source that are ``apart`` seconds or more from each other.

    None whenever a live source has had no new frame for ``every`` seconds, so that whoever watches it can do
    something else, and look at its health. Ends with a recording, or when a live source is closed.
    """
    spacing, dropped = Spacing(apart), 0
    for frame in _all_ticks(source, every, apart):
        if frame is None:
            yield None
        elif spacing.lets(frame.t):
            yield replace(frame, dropped=frame.dropped + dropped) if dropped else frame
            dropped = 0
        else:
            dropped += frame.dropped


def _all_ticks(source: Source, every: float, apart: float) -> Iterator[Frame | None]:
    if not isinstance(source, LiveSource):
        yield from source.spaced(apart) if isinstance(source, SparesFrames) else source
        return
    while source.health.state != "ended":
        yield source.next_frame(every)
