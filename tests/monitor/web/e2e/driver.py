"""``gammonitor`` with a clock that a test holds: ``python -m tests.monitor.web.e2e.driver watch ...``.

Lines on its input: ``until 84.5`` runs as fast as it can up to that time of the recording and waits there,
which it says by ``held at 84.5``; ``play`` goes on from there in real time.
"""

import sys
from threading import Condition, Thread
from time import monotonic

import monitor.cli.watch
from monitor.cli import main


class HeldClock:
    """Stands in for the pace of a recording."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._limit = self._told = 0.0
        self._started: float | None = None
        self.late = 0
        Thread(target=self._obey, daemon=True).start()

    def __call__(self, t: float) -> None:
        """Wait until ``t`` (s) may be shown."""
        with self._changed:
            while (left := t - self._now()) > 0:
                self._tell()
                self._changed.wait(left if self._started is not None else None)

    def _tell(self) -> None:
        if self._started is None and self._told != self._limit:
            self._told = self._limit
            sys.stdout.write(f"held at {self._limit}\n")
            sys.stdout.flush()

    def _now(self) -> float:
        return self._limit + (0.0 if self._started is None else monotonic() - self._started)

    def _obey(self) -> None:
        for line in sys.stdin:
            with self._changed:
                if line.startswith("until "):
                    self._limit, self._started = float(line.split()[1]), None
                elif line.startswith("play") and self._started is None:
                    self._started = monotonic()
                self._changed.notify_all()


if __name__ == "__main__":
    monitor.cli.watch.Pace = HeldClock  # type: ignore[misc,assignment]
    sys.exit(main(sys.argv[1:]))
