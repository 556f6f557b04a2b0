"""Whether a slot looks as it did before: pictures of its still column compared, whatever lies on it.

How many checkers a column holds may be misread, and is then mostly misread again in the next picture. That
it has changed, or has not, is plain all the same: the camera and all other columns have stayed. So every
slot keeps pictures of what it looked like when it was still, each with a number, and a reading tells the
number of the one that it looks like now.

Two pictures are unlike by what the lightness and colour of a stretch as long as a checker differ, by how
much more that is than in the slots beside (most of which never change at once), and by how much of the one
the other does not explain however light and shadow have moved. What these are worth together was fitted on
29,468 columns of 155 films, from the end of one turn to the end of the next: under SAME lie 97.8 % of those
whose men are the same and 0.7 % of the others, above CHANGED 95.4 % of those whose men are not and 0.6 %.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.reading import NO_LOOK, CubeReading, DieReading, Floats, Looks
from vision.views import ACROSS, BAR, DOWN, OUTSIDE, REACH, WIDTH, SlotViews

SAME: Final = -3.0
CHANGED: Final = 0.5
"""Log odds that a slot has changed, under which it looks the same and above which it looks otherwise."""
HARDLY: Final = 3.0
ALIKE: Final = -9.0
"""A slot of which no square differs by so many levels has not changed, whatever else may be asked."""
WEIGHTS: Final = (0.478, 1.796, 1.869)
"""Of the difference (levels), of its ratio to that of most slots, and of what is not explained (levels)."""
CONSTANT: Final = -10.401
EVERY_S: Final = 0.18
"""Time between two comparisons (s)."""
STILL: Final = 0.06
"""Share of a slot's pixels that may move while it counts as still."""
IN_VIEW: Final = 0.5
"""Probability that it is hidden up to which a slot counts as seen."""
NO_ERA: Final = -1
"""Before the first frame."""
KEPT: Final = 4
"""How many looks of a slot are remembered."""
NEW_WITHIN_S: Final = 2.0
"""A new look is one once it is seen twice, no further apart than this."""
MANY: Final = 9
"""When so many slots look new at once, the light or the camera has changed: no turn moves as many."""
PLACED: Final = 0.3
"""Probability of a die or cube from which on what lies under it is not compared."""
LEAST_PLAIN: Final = 0.6
"""Share of a slot that must be plain for it to be compared."""
LIES: Final = (2, 4)
"""How far, in squares across and along a strip, a die covers it to either side of its centre."""
NEAR: Final = 1.2
"""Pitches from the middle of a point within which a die may lie on its strip."""
ROWS: Final = slice(3, 35)
CORE: Final = slice(2, 6)
"""Squares of a strip that are compared: from the rim as far as six checkers reach, and not so far aside that
the men of the next points lie there."""
OPPOSITE, REACHES = 5, 32
"""So many men of the opposite point lie in the squares of a strip from that row on."""
LONG: Final = 6
SHORT: Final = 3
"""Rows of a stretch over which differences, and what is not explained, are averaged."""
AROUND: Final = (4, 5)
"""Squares across and along in which one picture is to explain the other."""
MOST: Final = 60.0
"""Levels from which on a larger difference says no more."""

Values = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Look:
    """What some slots look like: lightness and two colours, (n, DOWN, ACROSS, 3); plain: the squares on
    which nothing lies but men of this point."""

    squares: Values
    plain: Mask

    def of(self, slot: int) -> "Look":
        """The same of one slot."""
        return Look(self.squares[slot : slot + 1], self.plain[slot : slot + 1])


class SlotLooks:
    """Remembers what the slots of one board looked like."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Nothing of what was seen before can be compared with what is seen from now on."""
        self._era = NO_ERA
        self._squares = np.zeros((KEPT, BAR, DOWN, ACROSS, 3), np.float32)
        self._plain = np.zeros((KEPT, BAR, DOWN, ACROSS), dtype=bool)
        self._named = np.full((KEPT, BAR), NO_LOOK)
        """The looks of every slot, the newest first, and their numbers."""
        self._new: list[tuple[float, Look] | None] = [None] * BAR
        self._next = 0
        self._numbers = np.full(BAR, NO_LOOK)
        self._at = -math.inf

    def see(
        self,
        t: float,
        views: SlotViews,
        hidden: Floats,
        motion: Floats,
        men: NDArray[np.int64],
        lying: Iterable[DieReading | CubeReading | None],
        geometry: BoardGeometry,
    ) -> Looks:
        """What the slots of a frame look like. men: (BAR,) read on each; lying: dice and cube."""
        if self._era == NO_ERA:
            self._era = _era_of(t)
        calm = (hidden < IN_VIEW) & (motion < STILL)
        if 0.0 <= t - self._at < EVERY_S:
            self._numbers = np.where(calm, self._numbers, NO_LOOK)
        else:
            self._at = t
            self._numbers = self._compare(
                t, Look(views.painted[:BAR], plain_squares(lying, men, geometry)), calm
            )
        return Looks(self._era, tuple(self._numbers.tolist()))

    def _compare(self, t: float, now: Look, calm: Mask) -> NDArray[np.int64]:
        numbers = np.full(BAR, NO_LOOK)
        unknown = self._named[0] == NO_LOOK
        seen = np.flatnonzero(calm & ~unknown)
        for slot in np.flatnonzero(calm & unknown).tolist():
            numbers[slot] = self._add(slot, now.of(slot))
        if not len(seen):
            return numbers
        last = Look(self._squares[0, seen], self._plain[0, seen])
        shown = Look(now.squares[seen], now.plain[seen])
        apart = difference(last, shown)
        differences = _most(apart, LONG)
        usual = float(np.median(differences))
        odds = np.full(len(seen), ALIKE, np.float32)
        some = apart.max(axis=(1, 2)) >= HARDLY
        if some.any():
            rests = unexplained(*(Look(look.squares[some], look.plain[some]) for look in (last, shown)))
            odds[some] = log_odds(differences[some], rests, usual)
        odds[(last.plain & shown.plain)[:, ROWS, CORE].mean(axis=(1, 2)) < LEAST_PLAIN] = 0.0
        same = seen[odds < SAME]
        numbers[same] = self._named[0, same]
        self._renew(same, now)
        for slot in same.tolist():
            self._new[slot] = None
        fresh = []
        for slot in seen[odds > CHANGED].tolist():
            numbers[slot] = self._former(slot, now, usual)
            if numbers[slot] == NO_LOOK and self._twice(slot, t, now.of(slot), usual):
                fresh.append(slot)
        if len(fresh) >= MANY:
            self.forget()
            self._at, self._era = t, _era_of(t)
            fresh, numbers = np.flatnonzero(calm).tolist(), self._numbers.copy()
        for slot in fresh:
            numbers[slot] = self._add(slot, now.of(slot))
        return numbers

    def _renew(self, slots: NDArray[np.int64], now: Look) -> None:
        """Renew the newest looks by a picture that shows the same, but for what something lies on there."""
        plain, before = now.plain[slots], self._squares[0, slots]
        self._squares[0, slots] = np.where(plain[..., None], now.squares[slots], before)
        self._plain[0, slots] |= plain

    def _add(self, slot: int, look: Look) -> int:
        self._next += 1
        self._first(slot, KEPT - 1)
        self._squares[0, slot], self._plain[0, slot] = look.squares[0], look.plain[0]
        self._named[0, slot] = self._next
        self._new[slot] = None
        return self._next

    def _first(self, slot: int, place: int) -> None:
        """Put the look at one place before all that are newer."""
        order = [place, *range(place)]
        for kept in (self._squares, self._plain, self._named):
            kept[: place + 1, slot] = kept[order, slot]

    def _former(self, slot: int, now: Look, usual: float) -> int:
        """The number of an earlier look that a slot has again, which becomes its newest; or NO_LOOK."""
        for place in np.flatnonzero(self._named[1:, slot] != NO_LOOK).tolist():
            earlier = Look(self._squares[place + 1, slot][None], self._plain[place + 1, slot][None])
            if _alike(earlier, now.of(slot), usual):
                self._first(slot, place + 1)
                self._renew(np.array([slot]), now)
                self._new[slot] = None
                return int(self._named[0, slot])
        return NO_LOOK

    def _twice(self, slot: int, t: float, look: Look, usual: float) -> bool:
        """Whether a slot looks as it did a moment ago, when that was new."""
        before, self._new[slot] = self._new[slot], (t, look)
        return before is not None and t - before[0] <= NEW_WITHIN_S and _alike(before[1], look, usual)


def _era_of(t: float) -> int:
    """The name of an era that begins now: no other of this match has it, also where a watch that broke off
    is gone on with."""
    return round(t * 1000)


def _alike(one: Look, other: Look, usual: float) -> bool:
    apart = _most(difference(one, other, shift=False), LONG)
    odds = log_odds(apart, unexplained(one, other), usual)
    return float(odds[0]) < SAME


def plain_squares(
    lying: Iterable[DieReading | CubeReading | None], men: NDArray[np.int64], geometry: BoardGeometry
) -> Mask:
    """(BAR, DOWN, ACROSS) squares of the strips on which no die, cube or man of the opposite point lies.

    men: (BAR,) on every point.
    """
    plain = np.ones((BAR, DOWN, ACROSS), dtype=bool)
    plain[np.roll(men, BAR // 2) >= OPPOSITE, REACHES:] = False
    edges = np.array([geometry.column(column) for column in range(BAR // 2)])
    middles, pitch = edges.mean(axis=1), edges[0, 1] - edges[0, 0]
    across, along = LIES
    for one in lying:
        if one is None or (sum(one.faces) if isinstance(one, DieReading) else one.p) < PLACED:
            continue
        for row, away in ((0, one.uv[1]), (1, 1.0 - one.uv[1])):
            middle = round((away + OUTSIDE) / (REACH + OUTSIDE) * DOWN - 0.5)
            if not -along <= middle < DOWN + along:
                continue
            for column in np.flatnonzero(np.abs(middles - one.uv[0]) < NEAR * pitch).tolist():
                aside = (one.uv[0] - middles[column]) / (WIDTH * pitch) * (1 - 2 * row)
                centre = round((aside + 0.5) * ACROSS - 0.5)
                rows = slice(max(0, middle - along), max(0, middle + along + 1))
                squares = slice(max(0, centre - across), max(0, centre + across + 1))
                plain[row * BAR // 2 + column, rows, squares] = False
    return plain


def difference(one: Look, other: Look, *, shift: bool = True) -> Values:
    """(n, rows, columns) levels by which the squares compared differ; shift: but for what all do."""
    apart = (other.squares - one.squares)[:, ROWS, CORE]
    if shift:
        apart = apart - np.median(apart, axis=(0, 1, 2))
    total = np.minimum(np.abs(apart).sum(axis=3), MOST)
    return np.asarray(total * (one.plain & other.plain)[:, ROWS, CORE], np.float32)


def unexplained(one: Look, other: Look) -> Values:
    """(n,) levels, in the worst stretch of each slot, that no linear change of light explains."""
    many = len(one.squares)
    left, right = (look.squares.reshape(many * DOWN, ACROSS, 3) for look in (one, other))
    mean, also = cv2.blur(left, AROUND), cv2.blur(right, AROUND)
    spread = np.maximum(cv2.blur(left * left, AROUND) - mean * mean, 0.0)
    spreads = np.maximum(cv2.blur(right * right, AROUND) - also * also, 0.0)
    common = np.maximum(cv2.blur(left * right, AROUND) - mean * also, 0.0) ** 2
    rest = np.maximum(spread - common / (spreads + 1.0), spreads - common / (spread + 1.0))
    root = np.sqrt(np.maximum(rest.sum(axis=2), 0.0)).reshape(many, DOWN, ACROSS)
    return _most((root * (one.plain & other.plain))[:, ROWS, CORE], SHORT)


def log_odds(differences: Values, rests: Values, usual: float) -> Values:
    """(n,) log odds that slots have changed; usual: the difference of most slots at the time."""
    first, second, third = WEIGHTS
    ratio = np.log(differences / (usual + 0.5) + 0.5)
    odds = first * np.log(differences + 0.5) + second * ratio + third * np.log(rests + 0.5) + CONSTANT
    return np.asarray(odds, dtype=np.float32)


def _most(levels: Values, long: int) -> Values:
    """(n,) the greatest mean of a stretch of so many rows of (n, rows, columns)."""
    sums = np.cumsum(levels.mean(axis=2), axis=1)
    stretches = np.concatenate([sums[:, long - 1 : long], sums[:, long:] - sums[:, :-long]], axis=1)
    return np.asarray(stretches.max(axis=1) / long, dtype=np.float32)
