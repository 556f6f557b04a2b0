"""Clocks of a session, and where presentation times go on after a break."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from monitor.events import Json

SET_S: Final = 2.0
"""A clock that differs by this much from what has passed since it was last looked at was set."""


@dataclass(frozen=True)
class Moment:
    """wall: time of day, UTC. running: seconds since the machine was started. boot: which start that was."""

    wall: datetime
    running: float
    boot: str

    @classmethod
    def now(cls) -> "Moment":
        """This moment."""
        return cls(datetime.now(UTC), time.clock_gettime(time.CLOCK_BOOTTIME), _boot())

    @property
    def as_json(self) -> Json:
        """All of it, as it is stored."""
        return {"wall": self.text, "running": round(self.running, 3), "boot": self.boot}

    @property
    def text(self) -> str:
        """The time of day as it is stored."""
        return self.wall.isoformat(timespec="milliseconds")

    def since(self, wall: str, running: float, boot: str) -> float:
        """Seconds from a stored moment to this one, never negative.

        The time of day counts only where the machine was started again in between.
        """
        if boot == self.boot:
            return max(0.0, self.running - running)
        return max(0.0, (self.wall - datetime.fromisoformat(wall)).total_seconds())


class ClockWatch:
    """Notices that the time of day was set."""

    def __init__(self) -> None:
        self._last = Moment.now()

    def set_by(self) -> float:
        """Seconds by which the clock was set since the last call: negative for back, 0 where it was not."""
        now = Moment.now()
        passed = now.running - self._last.running
        by = (now.wall - self._last.wall).total_seconds() - passed
        self._last = now
        return by if abs(by) >= SET_S else 0.0


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()[:8]
    except OSError:
        return ""
