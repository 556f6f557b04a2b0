"""Presentation times of a live camera, and how many pictures are missing between them."""

from collections import deque
from dataclasses import dataclass
from statistics import median
from typing import Final

DRIFT: Final = 5e-4
"""A camera's clock may run slow by this much (seconds a second) without its pictures counting as late."""
GAP: Final = 1.5
"""A step of more than this many frame durations has pictures missing."""
STEPS: Final = 31
"""Steps remembered to know the frame duration of a camera that does not say it; it takes a few to begin."""
LEAST_STEPS: Final = 5


@dataclass(frozen=True)
class Moment:
    """When a picture was taken.

    lag: how much later than the freshest picture of its connection it arrived (s). backlog: pictures of a new
    connection still come faster than they were taken, so this one is old, however old that may be.
    """

    t: float
    lag: float
    backlog: bool


class Timeline:
    """Maps the times a camera gives its pictures to one presentation time that never runs back.

    Time 0 is ``start`` on the clock of the arrivals. Within a connection steps are the camera's own; where
    its clock starts again (a new connection, a clock set back), time goes on by the clock of the arrivals,
    so that a gap stays a gap. A picture is never placed after its arrival: where one arrives sooner than its
    own time says, those before it were late, and times follow the sooner one.
    """

    def __init__(self, start: float) -> None:
        self._start = start
        self._offset: float | None = None
        self._backlog = self._first = True
        self._own = self._arrived = self._t = 0.0

    def restart(self) -> None:
        """A new connection: the camera's clock may stand anywhere."""
        self._offset = None
        self._backlog = self._first = True

    def place(self, own: float | None, arrived: float) -> Moment | None:
        """Moment of a picture with the camera's own time (s, None where it has none); None if it repeats
        the picture before. arrived: reading of a clock that never runs back."""
        if self._offset is not None and own == self._own:
            return None
        now = arrived - self._start
        passed, self._arrived = now - self._arrived, now
        t = now
        if own is None:
            self._backlog &= self._first
        else:
            if self._offset is not None and own > self._own:
                t = min(own + self._offset + DRIFT * passed, now)
                self._backlog &= passed < (own - self._own) / 2
            if t <= self._t:
                t = now
            self._own, self._offset = own, t - own
        self._t, self._first = t, False
        return Moment(t, now - t, self._backlog)


class Gaps:
    """Counts the pictures missing between those that came, by the times the camera gives them."""

    def __init__(self) -> None:
        self._before: float | None = None
        self._steps: deque[float] = deque(maxlen=STEPS)

    def restart(self) -> None:
        """A new connection: what was missed while there was none does not count."""
        self._before = None

    def missing(self, own: float | None, duration: float | None = None) -> int:
        """Pictures missing before this one. duration: of one frame (s), where the camera says it."""
        if own is None:
            return 0
        before, self._before = self._before, own
        if before is None or own <= before:
            return 0
        step = own - before
        self._steps.append(step)
        if duration is None:
            if len(self._steps) < LEAST_STEPS:
                return 0
            duration = median(self._steps)
        return round(step / duration) - 1 if step > GAP * duration else 0
