"""The board as it looked before a die came to lie there: what could be seen then is painted on it.

Inlays, studs and prints on a board look like dice now and then, in a closer look most of all. Nobody throws
them: where a die has come to lie, the picture has changed.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from vision.reading import DieReading
from vision.sources.frame import Frame, Plane

Place = NDArray[np.float32]
"""Lightness of the pixels around a place, smoothed."""
EVERY_S: Final = 3.0
KEPT: Final = 4
"""So many pictures of the bare board are kept, taken so long one after another (s)."""
EARLIER_S: Final = 1.0
"""A die was not there yet so long (s) before the other of its throw came to rest."""
UNSEEN_S: Final = 10.0
"""A die that lies there is seen within this time (s)."""
PLAIN_P: Final = 0.95
"""Probability of its value from which a die is one, whatever was there before."""
FIRST_P: Final = 0.9
"""What is no plainer than this and lay there in the very first picture, which nobody saw thrown, is none."""
AROUND: Final = 0.7
"""Half a side of what is compared, in edges of the die."""
SAME: Final = 4.0
"""Levels of lightness by which pixels differ on average, beyond what all of them do, where nothing came."""
ALIKE: Final = 0.8
"""Correlation of lightness above which a place shows the same in another light."""


class BareBoard:
    """Pictures of one board without dice."""

    def __init__(self) -> None:
        self._pictures: deque[tuple[float, Plane]] = deque(maxlen=KEPT)
        self._first: tuple[float, Plane] | None = None

    def watch(self, frame: Frame) -> None:
        """A frame in which no die is seen."""
        if not self._pictures or frame.t - self._pictures[-1][0] >= EVERY_S:
            self._pictures.append((frame.t, frame.y))

    def thrown(self, dice: tuple[DieReading, ...], frame: Frame) -> tuple[DieReading, ...]:
        """The dice of a frame without those that are not plain and looked the same long before, or are still
        less so and looked the same from the beginning."""
        if self._first is None:
            self._first = frame.t, frame.y
        then, start = self._first
        faint = [die for die in dice if die.p < PLAIN_P]
        if not faint:
            return dice
        bare = self._before(frame, frame.t - UNSEEN_S)
        first = [start] if then < frame.t and start.shape == frame.y.shape else []
        return tuple(
            die
            for die in dice
            if die.p >= PLAIN_P or not _showed(bare + (first if die.p < FIRST_P else []), die, frame)
        )

    def came_with(
        self, seen: list[DieReading], since: float, shown: list[DieReading], frame: Frame
    ) -> list[DieReading]:
        """The dice shown whose place looked otherwise before dice were thrown, of which those seen came to
        rest at `since` (s). A picture that has those, too, is none of the bare board."""
        bare = self._before(frame, since - EARLIER_S)
        bare = [y for y in bare if not any(_showed([y], die, frame) for die in seen)]
        return [die for die in shown if not _showed(bare, die, frame)]

    def long_before(self, xy: tuple[float, float], reach: float, frame: Frame) -> list[Place]:
        """What a place looked like long before a frame: xy and half a side of it in pixels."""
        return [_around(y, xy, reach) for y in self._before(frame, frame.t - UNSEEN_S)]

    def _before(self, frame: Frame, t: float) -> list[Plane]:
        return [y for then, y in self._pictures if then <= t and y.shape == frame.y.shape]


def _showed(bare: list[Plane], die: DieReading, frame: Frame) -> bool:
    """Whether the place of a die looks in one of these pictures as it does in a frame."""
    reach = max(3.0, AROUND * die.size_px)
    then = [_around(y, die.xy, reach) for y in bare]
    return looks_so(frame, die.xy, reach, then, any_light=False)


def looks_so(
    frame: Frame, xy: tuple[float, float], reach: float, then: Sequence[Place], *, any_light: bool = True
) -> bool:
    """Whether a place of a frame looks as it did then; any_light: or as it would in shadow, or out of it."""
    now = _around(frame.y, xy, reach)
    return now.size > 0 and any(
        now.shape == one.shape and (_same(now, one) or (any_light and _alike(now, one))) for one in then
    )


def _same(now: Place, then: Place) -> bool:
    change = now - then
    return float(np.abs(change - change.mean()).mean()) < SAME


def _alike(now: Place, then: Place) -> bool:
    """Whether it is the same in another light: a shadow makes all of it darker by a factor."""
    one, other = now - now.mean(), then - then.mean()
    whole = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) > ALIKE * whole


def _around(plane: Plane, xy: tuple[float, float], reach: float) -> Place:
    """The pixels around a place, averaged over 3 x 3 of them."""
    low = [max(0, round(at - reach)) for at in xy]
    high = [max(0, round(at + reach) + 1) for at in xy]
    part = plane[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    return np.asarray(cv2.blur(part, (3, 3)), np.float32) if part.size else part
