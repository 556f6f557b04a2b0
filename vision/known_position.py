"""Notices that the board stands in a position that is known, and learns its men from it.

At the start of every game the position is known. How many men stand on each point tells that it is this
one, whatever their colours; which of them belong together then needs no seeing. A start with men of the wrong
side on a point would teach what is not so: where such a point looks like the other side's men, too,
nothing is learnt.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.known import KnownMen, misread
from vision.reading import MAX_COUNT, MIXED, Reading
from vision.sides import rim_ends
from vision.views import BAR, SlotViews

Counts = NDArray[np.int64]

SURE: Final = 0.5
"""Probability that every point has of the number of men that stands there, in each look."""
LOOKS: Final = 2
STANDS_S: Final = 0.5
"""The position counts when it was seen so often, over so long (s)."""
STILL: Final = 0.1
"""Share of a strip that changes at most while nothing moves there."""
AGAIN_S: Final = 10.0
"""When the position has not been seen for so long (s), it is another game's; its light may be another."""


class Standing:
    """Tells once, each time a position stands there, that it has been seen often and long enough."""

    def __init__(self) -> None:
        self._looks = 0
        self._since = self._seen = -np.inf
        self._told = False

    def now(self, t: float, *, there: bool) -> bool:
        """Whether it has by this look, at t (s); there: whether the position is seen."""
        if not there:
            self._looks = 0
            if t - self._seen > AGAIN_S:
                self._told = False
            return False
        self._seen = t
        if self._looks == 0:
            self._since = t
        self._looks += 1
        if self._told or self._looks < LOOKS or t - self._since < STANDS_S:
            return False
        self._told = True
        return True


class KnownPositions:
    """The positions that a board stands in now and then: (24, 2) light and dark men each.

    The same numbers of men may be there with the sides exchanged: that one counts which agrees best with
    the sides as they are read.
    """

    def __init__(self, positions: Sequence[Counts]) -> None:
        self._positions = [(one, one.sum(axis=1)) for one in positions]
        self._stands = Standing()

    def look(self, reading: Reading, views: SlotViews) -> KnownMen | None:
        """What a reading and the views it was made of teach; None where they teach nothing new."""
        positions = self._standing(reading)
        if not self._stands.now(reading.t, there=bool(positions)):
            return None
        return _learnt(max(positions, key=lambda one: agreement(one, reading)), reading, views)

    def _standing(self, reading: Reading) -> list[Counts]:
        """Those with so many men, whichever side's, as are read on every point of a board in plain sight."""
        if not in_plain_sight(reading):
            return []
        sure = men_read(reading) >= SURE
        return [one for one, men in self._positions if sure[np.arange(BAR), men].all()]


def in_plain_sight(reading: Reading) -> bool:
    """Whether nothing hides the board, and nothing moves on it."""
    return bool(reading.status == "ok" and reading.motion.max() <= STILL)


def _by_side(reading: Reading) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(24, MAX_COUNT) probability of every number of light and of dark men alone."""
    return reading.points[:, 1 : MAX_COUNT + 1], reading.points[:, MAX_COUNT + 1 : MIXED]


def men_read(reading: Reading) -> NDArray[np.float32]:
    """(24, MAX_COUNT + 1) probability of every number of men of one side, whichever."""
    light, dark = _by_side(reading)
    return np.concatenate([reading.points[:, :1], light + dark], axis=1)


def agreement(position: Counts, reading: Reading) -> float:
    """How much of the position's men is read with its side."""
    light, dark = (men.sum(axis=1) for men in _by_side(reading))
    return float(light[position[:, 0] > 0].sum() + dark[position[:, 1] > 0].sum())


def _learnt(position: Counts, reading: Reading, views: SlotViews) -> KnownMen | None:
    """The men of a position; None where a point shows the other side's men."""
    wrong = misread(reading.points, position)
    men = KnownMen.of(views, position, alone=bool(wrong.any()))
    ends, number = rim_ends(views), position.sum(axis=1)
    for slot in np.flatnonzero(wrong):
        dark = men.without(int(slot)).odds(views, number, ends)[slot] > 0.0
        if dark != (position[slot, 1] > 0):
            return None
    return men
