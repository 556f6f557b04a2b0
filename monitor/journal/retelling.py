"""Lines that come out once more, compared with those that are stored."""

from collections.abc import Sequence

Difference = tuple[int, str | None, str | None]
"""(number, line stored, line told now) of the first line in which two journals differ."""


class Retelling:
    """Takes the lines told again, one after another. count: how many lines are stored."""

    def __init__(self, stored: Sequence[str]) -> None:
        self.count = len(stored)
        self._stored = stored
        self._told = 0
        self._difference: Difference | None = None

    def knows(self, line: str) -> bool:
        """Whether a line is not to be stored: it is, or something else is in its place or before it."""
        self._told += 1
        if self._difference is not None:
            return True
        if self._told > self.count:
            return False
        if line != self._stored[self._told - 1]:
            self._difference = self._told, self._stored[self._told - 1], line
        return True

    def end(self) -> Difference | None:
        """The first difference, None where all that is stored was told again."""
        if self._difference is None and self._told < self.count:
            return self._told + 1, self._stored[self._told], None
        return self._difference


def first_difference(stored: Sequence[str], now: Sequence[str]) -> Difference | None:
    """Where two journals differ first; None where they do not."""
    for number in range(max(len(stored), len(now))):
        one = stored[number] if number < len(stored) else None
        two = now[number] if number < len(now) else None
        if one != two:
            return number + 1, one, two
    return None
