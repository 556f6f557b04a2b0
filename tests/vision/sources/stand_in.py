"""A camera made of a script, in the place of a real one."""

from collections.abc import Callable, Iterator
from time import monotonic, sleep

import numpy as np

from vision.errors import SourceError
from vision.sources.camera import Camera, Grab
from vision.sources.frame import Plane
from vision.sources.health import Health

STEP = 0.02
"""Seconds between its pictures."""


def grey(value: int, size: tuple[int, int] = (64, 48)) -> Plane:
    """A grey picture."""
    return np.full((size[1], size[0], 3), value % 256, np.uint8)


class ScriptedCamera:
    """Sends ``pictures`` every STEP seconds, then does ``then``: stands still for so long, or fails."""

    def __init__(
        self, pictures: int, then: float | SourceError, size: tuple[int, int] = (64, 48), clock: float = 0.0
    ) -> None:
        self._pictures, self._then, self._size, self._clock = pictures, then, size, clock
        self.closed = 0

    def grabs(self) -> Iterator[Grab]:
        for number in range(self._pictures):
            sleep(STEP)
            yield Grab(grey(number, self._size), self._clock + number * STEP)
        if isinstance(self._then, SourceError):
            raise self._then
        end = monotonic() + self._then
        while monotonic() < end and not self.closed:
            sleep(0.01)

    def close(self) -> None:
        self.closed += 1


class Script:
    """Opens one camera after the other; an error in their place is raised. The last entry stays."""

    def __init__(self, *entries: Callable[[], Camera] | SourceError) -> None:
        self._entries = list(entries)
        self.opened: list[float] = []

    def __call__(self) -> Camera:
        self.opened.append(monotonic())
        entry = self._entries.pop(0) if len(self._entries) > 1 else self._entries[0]
        if isinstance(entry, SourceError):
            raise entry
        return entry()


def wait_for(happened: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until something has happened."""
    end = monotonic() + seconds
    while not happened():
        assert monotonic() < end, "it never happened"
        sleep(0.005)


class Heard(list[Health]):
    """A listener that remembers."""

    @property
    def states(self) -> list[str]:
        return [health.state for health in self]
