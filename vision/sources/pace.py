"""Recordings at the pace at which they were taken, and whether the watch keeps up."""

from collections.abc import Callable
from time import monotonic, sleep


class Pace:
    """Lets frames through at their presentation times. Call it with each frame's time before dealing with it.

    late: frames dealt with more than one frame duration after their time, where a camera would have gone on
    without the reader. worst: greatest lateness (s).
    """

    def __init__(self, clock: Callable[[], float] = monotonic, rest: Callable[[float], None] = sleep) -> None:
        self._clock = clock
        self._rest = rest
        self._start: float | None = None
        self._before: float | None = None
        self.frames = 0
        self.late = 0
        self.worst = 0.0

    def __call__(self, t: float) -> None:
        """Wait until presentation time ``t`` (s) has come."""
        now = self._clock()
        if self._start is None:
            self._start = now - t
        late = now - self._start - t
        self.frames += 1
        self.late += self._before is not None and late > t - self._before
        self.worst = max(self.worst, late)
        self._before = t
        if late < 0:
            self._rest(-late)
