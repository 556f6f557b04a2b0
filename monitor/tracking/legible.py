"""Whether the numbers of dice can be read here at all: the picture may be too coarse, dark or blurred for it.

A stream of half its size and hardly any bandwidth shows dice whose readings are no more than likely: of 362
that lay still in films spoilt like that 33 % were read with less than 0.9 on average, of 1,940 in others 7 %
(tests/accuracy/poor.csv). It costs turns their dice, and whoever looks after the camera can do something.
"""

import math
from collections import deque
from collections.abc import Iterable
from typing import Final

from monitor.tracking.dice import DieTrack

PLAIN: Final = 0.9
"""Mean probability of its number, over the readings at rest, from which a die was read plainly."""
LEAST_READINGS: Final = 3
"""A die at rest for fewer readings says nothing."""
REMEMBERED, LEAST, SHARE = 12, 8, 0.5
"""Of so many dice, so many at least, less than this share are read plainly where that is said."""
HARDLY_READ: Final = (
    "the numbers of dice are hardly read: move the camera nearer, focus it, give it light or more bandwidth"
)


class Legible:
    """Remembers how plainly the latest dice were read."""

    def __init__(self) -> None:
        self._plain: deque[bool] = deque(maxlen=REMEMBERED)

    def lifted(self, dice: Iterable[DieTrack]) -> None:
        """Dice that lay on the board and are gone. One that leans shows no number plainly."""
        for die in dice:
            if die.said is None and die.count >= LEAST_READINGS and die.lean_p < 0.5:
                self._plain.append(die.log_faces.max() / die.count >= math.log(PLAIN))

    def turn_over(self, *, read: bool) -> None:
        """A turn that was followed is over; read: whether its dice were. Two that were not are not plain."""
        if not read:
            self._plain.extend((False, False))

    @property
    def hardly(self) -> bool:
        """Whether the numbers of most dice are not read plainly."""
        return len(self._plain) >= LEAST and sum(self._plain) < SHARE * len(self._plain)
