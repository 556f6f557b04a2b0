"""A die that lies alone on the board: dice are thrown in pairs, so another one is somewhere."""

from collections.abc import Iterable
from typing import Final

from vision.reading import DieReading

LEAST_P: Final = 0.5
"""Probability of its value from which a die counts."""
LEANS: Final = 0.9
"""A die that leans with so much, and is one with as much, counts whatever it shows."""
ALONE_S: Final = 0.5
"""A single die must have lain still so long (s) before another one is looked for."""
SEVERAL_S: Final = 1.0
"""Several dice that were seen for so long (s) have come to rest; before, one may roll off the board yet."""
STILL: Final = 0.5
"""A die that has moved by no more than this (its edges) lies still: places are not read better than that."""


def on_board(seen: Iterable[DieReading]) -> list[DieReading]:
    """Those of the dice seen that count and lie on the board or its rim."""
    return [die for die in seen if die.zone != "out" and (die.p >= LEAST_P or die.leaning_die_p >= LEANS)]


class LoneDie:
    """Follows from frame to frame whether a single die lies still on the board.

    since: when it came to lie where it lies (s); None while there is no single die.
    """

    def __init__(self) -> None:
        self._die: DieReading | None = None
        self.since: float | None = None
        self._several: float | None = None
        self._left = False

    def watch(self, t: float, seen: Iterable[DieReading]) -> bool | None:
        """Whether one lies there alone, thrown with another that is not seen; None where it has just come or
        moved. t: time of the frame (s)."""
        dice = on_board(seen)
        self._watch_several(t, len(dice))
        if len(dice) != 1 or self._left:
            self._die = self.since = None
            return False
        if self._die is None or self.since is None or self._die.apart(dice[0]) > STILL:
            self._die, self.since = dice[0], t
        return True if t - self.since >= ALONE_S else None

    def _watch_several(self, t: float, number: int) -> None:
        """Of several dice that have lain there for a while the last one was not thrown alone."""
        if number == 0:
            self._left = False
        if number < 2:
            self._several = None
        elif self._several is None:
            self._several = t
        elif t - self._several >= SEVERAL_S:
            self._left = True
