"""What every source of frames can do."""

from collections.abc import Iterator
from typing import Protocol

from vision.sources.frame import Frame


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
