"""When to try a lost camera again."""

from collections import deque
from random import Random
from typing import Final

FIRST: Final = 0.25
"""Seconds before the first new attempt; it doubles with every attempt of the last WINDOW seconds."""
LONGEST: Final = 2.0
WINDOW: Final = 60.0
QUICK: Final = 15
"""Attempts within WINDOW seconds after which it is only tried every SLOW seconds."""
SLOW: Final = 4.0
JITTER: Final = 0.2
"""Share by which waits vary, so that many tables do not all knock at the same instant."""


class Backoff:
    """Waits between attempts: soon at first, then slowly, and never giving up. Same seed, same waits."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._attempts: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Seconds to wait before the next attempt, which counts as made then."""
        while self._attempts and self._attempts[0] < now - WINDOW:
            self._attempts.popleft()
        recent = len(self._attempts)
        base = SLOW if recent >= QUICK else min(LONGEST, FIRST * 2.0**recent)
        wait = base * self._random.uniform(1 - JITTER, 1 + JITTER)
        self._attempts.append(now + wait)
        return wait
