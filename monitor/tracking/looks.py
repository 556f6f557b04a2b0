"""What it says of a slot that it looks as it did when the last turn ended, or otherwise.

Counts are misread, and mostly in every picture alike. So where a column looks otherwise than it did then, it
hardly holds what it held; where it looks the same, hardly anything else. Neither is certain: a shadow or an
unseen die changes looks, and a man on top of five others may lie there as if he were one of them.
"""

from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from monitor.tracking.seating import Outcomes
from vision.reading import EMPTY, MAX_COUNT, NO_LOOK, OUTCOMES, Looks, outcome, outcome_parts

LOG_SAME = -3.0
"""For other contents than at the end of the last turn, of a slot that looks as it did."""
LOG_OTHERWISE = -4.5
"""For the same contents, of a slot that looks otherwise."""
LOG_UNREAD, UNREAD_S = -5.0, 1.0
"""For a lone man on a point that held none and is read as none, but has looked otherwise for so long, and
none beside it has: behind the near rim a man of whom little is seen is read as none wherever he stands.
Beside a point that changed it may be the shadow of its men."""
FEW, MANY = 4, 8
"""Of so many slots that look otherwise it says all, of up to so many half, of more nothing: then it is a
shadow, or the light."""
FILLED_S = 1.5
"""A slot that was covered when a turn ended is looked at up to so long later: nobody has played till then."""

ONE_LAYER = 5
"""Men that lie beside one another; further ones lie on top of them."""

LOG_ON_TOP = -4.0
"""For one man more than is read in a column of five and more: he may lie exactly on another. Of 1,176
columns of six in films 61 are surely read as five, as 9,189 of 10,334 of five are, and of 215 of seven 14 as
six, as 615 of six: 2.8 and 2.1 nats. With 3 one slot that was misread for good made a chain of findings."""

ONE_MAN = [outcome(0, 1), outcome(1, 1)]

Floats = NDArray[np.float64]
Value = TypeVar("Value", np.float32, np.float64, np.bool_)
SLOTS = np.arange(24)


class TurnLooks:
    """Looks of the slots now, and when the last turn ended with contents that are believed."""

    def __init__(self) -> None:
        self._era = -1
        self._now = np.full(24, NO_LOOK)
        self._last = self._now.copy()
        self._since: Floats = np.zeros(24)
        """What each slot looked like when it was last compared, and since when."""
        self._long = np.zeros(24, dtype=bool)
        self._then = np.full(24, NO_LOOK)
        self._held = np.zeros(24, dtype=np.int64)
        self._firmly = np.zeros(24, dtype=bool)
        self._ended = -np.inf

    def update(self, looks: Looks | None, t: float) -> None:
        """Take in the looks of one reading."""
        if looks is None:
            self._now[:] = NO_LOOK
            return
        if looks.era != self._era:
            self._era = looks.era
            self._then[:] = NO_LOOK
        self._now = np.array(looks.numbers)
        new = (self._now != NO_LOOK) & (self._now != self._last)
        self._last[new], self._since[new] = self._now[new], t
        self._long = t - self._since >= UNREAD_S
        if t - self._ended <= FILLED_S:
            missing = self._then == NO_LOOK
            self._then[missing] = self._now[missing]

    def remember(self, held: Outcomes, firmly: NDArray[np.bool_], t: float) -> None:
        """A turn has ended with (24,) outcomes. firmly: those that are not plainly seen to be others."""
        stale = (self._now == NO_LOOK) & (held != self._held)
        seen = self._now != NO_LOOK
        self._then = np.where(seen, self._now, np.where(stale, NO_LOOK, self._then))
        self._held, self._firmly, self._ended = held.astype(np.int64), firmly.copy(), t

    def weigh(self, rows: Floats, doubted: NDArray[np.bool_] | None) -> None:
        """Put what the looks speak against at least so far behind in the (24, OUTCOMES) log-likelihoods, and
        nothing further that readings speak against as well: both see one picture. Not in slots doubted."""
        compared, otherwise = self._compared(doubted)
        behind = rows - rows.max(axis=1, keepdims=True)
        changed = SLOTS[otherwise]
        if len(changed) <= MANY:
            empty = otherwise & (self._held == EMPTY) & (behind[:, EMPTY] == 0.0)
            least = LOG_OTHERWISE / (1 if len(changed) <= FEW else 2)
            held = changed, self._held[changed]
            rows[held] += np.minimum(least - behind[held], 0.0)
            if empty.any():
                perhaps = np.ix_(empty & self._alone(otherwise), ONE_MAN)
                rows[perhaps] = np.maximum(rows[perhaps], least + LOG_UNREAD)
        self._allow_for_tops(rows)
        same = SLOTS[compared & ~otherwise & self._firmly]
        rows[same] += np.minimum(LOG_SAME - behind[same], 0.0) * ~_may_look_alike()[self._held[same]]

    def _allow_for_tops(self, rows: Floats) -> None:
        """Leave it possible, in (24, OUTCOMES) log-likelihoods, that one man more than is read lies on a
        column that held as many when the last turn ended, or one more."""
        read = rows.argmax(axis=1)
        tall = SLOTS[_is_tall()[read] & ((self._held == read) | (self._held == read + 1))]
        more = tall, read[tall] + 1
        rows[more] = np.maximum(rows[more], rows[tall, read[tall]] + LOG_ON_TOP)

    def gone(
        self, best: Outcomes, doubted: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(24,) slots that look otherwise than when the last turn ended and are read so: those emptied, and
        those with fewer men while none beside looks otherwise, as for a shadow.

        best: (24,) outcomes read. None of those doubted, or if so many look otherwise that it is the light.
        """
        _, otherwise = self._compared(doubted)
        number = otherwise.sum()
        emptied = otherwise & (best == EMPTY) & (number <= FEW)
        fewer = otherwise & _is_fewer()[self._held, best] & (number <= MANY)
        return emptied, fewer & self._alone(otherwise) if fewer.any() else fewer

    def otherwise(self) -> NDArray[np.bool_]:
        """(24,) slots that look otherwise than when the last turn ended."""
        return self._compared(None)[1]

    def bear_out(self, held: Outcomes, before: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(24,) slots to which men came since the last turn ended, by these (24,) outcomes, and that look
        otherwise, no more of them than one turn changes; and those that go on as before: with others, looking
        otherwise, or as they were."""
        compared, otherwise = self._compared(None)
        came = _is_fewer()[held, self._held] & otherwise & (otherwise.sum() <= FEW)
        goes_on = before & (otherwise == (held != self._held))
        return np.asarray(compared & (came | goes_on))

    def _alone(self, otherwise: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(24,) slots that have looked otherwise for long, and none beside does."""
        return otherwise & self._long & ~of_neighbours(otherwise)

    def _compared(self, doubted: NDArray[np.bool_] | None) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(24,) slots of which both looks are known, and those that look otherwise; not those doubted."""
        compared = (self._now != NO_LOOK) & (self._then != NO_LOOK)
        if doubted is not None:
            compared &= ~doubted[:24]
        return compared, compared & (self._now != self._then)


@cache
def _is_tall() -> NDArray[np.bool_]:
    """(OUTCOMES,) contents on which a further man lies on top of others."""
    tall = np.zeros(OUTCOMES, dtype=bool)
    tall[[outcome(side, men) for side in (0, 1) for men in range(ONE_LAYER, MAX_COUNT)]] = True
    return tall


@cache
def _may_look_alike() -> NDArray[np.bool_]:
    """(OUTCOMES, OUTCOMES) which contents may look like which: themselves, and a man more or less on top."""
    alike = np.eye(OUTCOMES, dtype=bool)
    tall = np.flatnonzero(_is_tall())
    alike[tall, tall + 1] = alike[tall + 1, tall] = True
    return alike


@cache
def _is_fewer() -> NDArray[np.bool_]:
    """(OUTCOMES, OUTCOMES) of which contents which others are fewer men, and look otherwise."""
    men = np.array([sum(outcome_parts(held)) for held in range(OUTCOMES)])
    return np.asarray((men[:, None] > men[None]) & ~_may_look_alike())


def of_neighbours(values: NDArray[Value]) -> NDArray[Value]:
    """(24,) for every slot the larger value of the slots beside it in its row; of truths, whether one is."""
    rows = values.reshape(2, 12)
    beside = np.zeros_like(rows)
    beside[:, 1:] = rows[:, :-1]
    beside[:, :-1] = np.maximum(beside[:, :-1], rows[:, 1:])
    return beside.reshape(24)
