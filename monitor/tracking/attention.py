"""When to look again at something that has not changed: ever more seldom."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

RETRY_S = 0.4
LONGEST_RETRY_S = 3.0


class Attention:
    """Spares the work of judging the same view again and again."""

    def __init__(self) -> None:
        self._seen: object = None
        self._next = 0.0
        self._pause = RETRY_S

    def due(self, seen: object, now: float) -> bool:
        """Whether it is time to look; seen: whatever tells one view from another. now: seconds."""
        if seen != self._seen:
            self._pause = RETRY_S
        elif now < self._next:
            return False
        else:
            self._pause = min(LONGEST_RETRY_S, 2.0 * self._pause)
        self._seen, self._next = seen, now + self._pause
        return True

    def again(self, t: float) -> None:
        """Look again at this time, changed or not."""
        self._next = t

    def no_later(self, t: float) -> None:
        """Look again at this time at the latest."""
        self._next = min(self._next, t)


def worth_a_look(tracker: "MatchTracker", attention: Attention, *more: object) -> bool:
    """Whether to spend work on the board: it is new, or was last looked at long enough ago."""
    return tracker.config.stills or attention.due((tracker.evidence.quiet_since, *more), tracker.now)
