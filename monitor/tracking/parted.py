"""Two dice that lie one behind the other, and in some pictures are read as one between them.

That one often seems to lie on another die. Of 59 rolls in films of which one die did, none was ever read as
two that plainly lie beside each other; so where two have been read, that one is still those two. Not where a
third lies in that half: two are thrown, and one that rolls yet may be read twice.
"""

import math
from dataclasses import replace

from vision.reading import DieReading, Reading

PLAIN_P, FLAT = 0.9, 0.3
"""A die is plain, its value too, from the first on; it lies flat where it leans with less than the second."""
TOUCHING = 1.2
"""Dice whose middles are no further apart than this (sides of a die) may be read as one."""
BETWEEN = 0.3
"""That one lies no further than this from the middle between them (sides of a die)."""
APART_S = 1.0
"""Nothing is known of pictures further apart than this."""

Pair = tuple[DieReading, DieReading]


class TouchingDice:
    """The pair of dice that was last read so close to each other, while it may lie there."""

    def __init__(self) -> None:
        self._pair: Pair | None = None
        self._t = -math.inf

    def parted(self, reading: Reading) -> Reading:
        """The reading, or, where one die is read between the two of the pair, the same with those two."""
        before = self._pair if reading.t - self._t <= APART_S else None
        self._pair, self._t = _touching(reading.dice) if len(reading.dice) > 1 else None, reading.t
        if self._pair is not None or before is None:
            return reading
        there = [die for die in reading.dice if min(die.apart(one) for one in before) <= TOUCHING]
        if len(there) != 1 or not _is_between(there[0], before):
            return reading
        self._pair = before
        return replace(reading, dice=(*(die for die in reading.dice if die is not there[0]), *before))


def _touching(dice: tuple[DieReading, ...]) -> Pair | None:
    plain = [
        die
        for die in dice
        if die.p >= PLAIN_P and die.support == "surface" and die.zone in ("E", "W") and die.lean_p < FLAT
    ]
    for number, one in enumerate(plain):
        for two in plain[:number]:
            if one.apart(two) <= TOUCHING and [die.zone for die in plain].count(one.zone) == 2:
                return two, one
    return None


def _is_between(die: DieReading, pair: Pair) -> bool:
    middle = (pair[0].xy[0] + pair[1].xy[0]) / 2, (pair[0].xy[1] + pair[1].xy[1]) / 2
    return math.dist(die.xy, middle) <= BETWEEN * max(one.size_px for one in pair)
