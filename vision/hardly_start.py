"""Notices that the board stands in a known position that is hardly read, and moves its strips until it is.

On some boards a column of the start is read wrong in picture after picture: the bar hides its feet, or men
are larger than usual. What stands there is known all the same, so all strips are moved, a few readings a
frame, until all of it is read (`vision.adapt`); those that had been misread stay there. A wrong set-up is not
read away: where a column seems to have a man less than it should, or men where none should be, nothing is
moved.
"""

from collections.abc import Generator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from vision.adapt import Adapted, adapting
from vision.known_position import SURE, Counts, Standing, agreement, in_plain_sight, men_read
from vision.reading import Reading
from vision.slots import SlotReader
from vision.sources.frame import Frame
from vision.views import BAR

MOST_MISREAD: Final = 3
"""Columns of the eight that may be read wrong."""
MISSING: Final = 0.6
"""Where a column is so probably one of a man less, a man is missing: 15 of 16 starts that lacked one were
read so with 0.8 or more, the other as whole. Of 16 misread starts one is, with 0.55."""
READINGS: Final = 6
"""Readings a frame with the strips moved, of 100 to 500."""


class HardlyStart:
    """Watches for the positions, (24, 2) light and dark men each, and moves a board once for each time one
    stands."""

    def __init__(self, positions: Sequence[Counts]) -> None:
        self._positions = [(one, one.sum(axis=1)) for one in positions]
        self._stands = Standing()
        self._steps: Generator[None, None, Adapted] | None = None

    def forget(self) -> None:
        """The board lies elsewhere in the picture now."""
        self._stands, self._steps = Standing(), None

    def look(
        self, frame: Frame, reading: Reading, geometry: BoardGeometry, slots: SlotReader
    ) -> Adapted | None:
        """Where the board of a frame is read as it stands; None where that is not known, or known already.

        reading: of this frame. geometry: the board's place, unmoved.
        """
        if self._steps is not None:
            return self._go_on(self._steps)
        positions = self._nearly(reading)
        if self._stands.now(reading.t, there=bool(positions)):
            stands = max(positions, key=lambda one: agreement(one, reading))
            self._steps = adapting(frame, geometry, stands, slots)
        return None

    def _go_on(self, steps: Generator[None, None, Adapted]) -> Adapted | None:
        """Some readings more; what came of them, if all of the position is read now."""
        try:
            for _ in range(READINGS):
                next(steps)
        except StopIteration as end:
            self._steps = None
            learnt: Adapted = end.value
            return learnt if learnt.right == BAR else None
        return None

    def _nearly(self, reading: Reading) -> list[Counts]:
        """The positions that stand there but for a few columns read wrong, the board being in plain sight."""
        if not in_plain_sight(reading):
            return []
        read = men_read(reading)
        return [one for one, men in self._positions if _nearly(read, men)]


def _nearly(read: NDArray[np.float32], men: NDArray[np.int64]) -> bool:
    """Whether so many men may stand there, of which some columns are read wrong.

    read: (24, counts) probability of every number of men. men: (24,).
    """
    wrong = np.flatnonzero(read[np.arange(len(men)), men] < SURE)
    if not 1 <= len(wrong) <= MOST_MISREAD or not men[wrong].all():
        return False
    return bool((read[wrong, men[wrong] - 1] < MISSING).all())
