"""Where something has come to lie on the board: the picture of it as it rests against the one before that.

The finder knows dice by their looks and overlooks one now and then, also where it lies in plain sight: half
behind a rim, of a colour seldom seen, between the cells of its picture. That something lies there which did
not before the throw is plain all the same; and what looks as it did then is no die that was thrown. What
came the readers say.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.dice_find import Candidate, board_place
from vision.views import ACROSS, DOWN, SLOTS, STRIP_H, STRIP_W, SlotViews, strip_grid

LEAST: Final = 9.0
LITTLE: Final = 4.0
"""Levels, lightness and colours together, by which a place must differ on average to be looked at, and by
which one differs at least where a die has come that was found otherwise."""
MOST: Final = 5
"""How many places are looked at."""
TRIED: Final = ((0.0, 0.0), (-0.35, -0.35), (0.35, -0.35), (-0.35, 0.35), (0.35, 0.35))
"""Where a crop is cut out besides: so far (edges) from the middle of all that has changed around it."""
RIM: Final = 0.02
"""How far beyond the field's edge they may lie, in fields."""
AROUND: Final = 1.0
APART: Final = 1.2
BESIDE: Final = 1.1
"""How far what belongs to a place reaches, how far places lie from one another, and from dice that are seen
(edges)."""
AVERAGED: Final = (3, 3)
"""Squares over which it is averaged: about a die."""
KEPT: Final = 4
"""So many times at which the board has rested are remembered."""
SUDDEN_S: Final = 0.8
"""A thrown die is seen within this time once everything rests; what is seen later had been there."""

Floats = NDArray[np.float32]


class Came:
    """Keeps what one board looked like when it rested last, no hand over it: from when to when, and how."""

    def __init__(self) -> None:
        self._rests: deque[tuple[float, float, Floats]] = deque(maxlen=KEPT)
        self._resting = False
        self._geometry: BoardGeometry | None = None
        self._at: NDArray[np.float64] = np.empty((0, 2))
        """(SLOTS, DOWN, ACROSS, 2) where the squares lie on the straightened board (px)."""
        self._inside: NDArray[np.bool_] = np.empty(0, dtype=bool)

    def watch(self, t: float, still: SlotViews | None, geometry: BoardGeometry) -> None:
        """One frame. still: its strips, where nothing moves and no hand is over the board."""
        if geometry != self._geometry:
            parts = strip_grid(geometry).reshape(SLOTS, DOWN, STRIP_H // DOWN, ACROSS, STRIP_W // ACROSS, 2)
            field = parts.mean(axis=(2, 4))
            self._geometry, self._resting = geometry, False
            self._rests.clear()
            self._at = np.stack(board_place(field[..., 0], field[..., 1]), axis=-1)
            self._inside = ((field >= -RIM) & (field <= 1.0 + RIM)).all(axis=-1)
        if still is None:
            if self._resting and self._rests[-1][0] == self._rests[-1][1]:
                self._rests.pop()
            self._resting = False
            return
        start = self._rests.pop()[0] if self._resting else t
        self._resting = True
        self._rests.append((start, t, still.painted))

    def sudden(self, since: float) -> bool:
        """Whether a die that is seen since then was thrown, for all that is known: not so if nothing moved
        from the first picture on and it was not seen at once."""
        before, start = self._before(since)
        return before is not None or start is None or since - start <= SUDDEN_S

    def places(self, views: SlotViews, lying: list[Candidate], since: float) -> tuple[Candidate, ...]:
        """Where something has come, most of it first. lying: dice that are seen, at least one; others are as
        large; since: when they came to lie (s)."""
        before, _ = self._before(since)
        if before is None:
            return ()
        edge, much = lying[0].edge, _change(views, before)
        for die in lying:
            much[self._around(die, BESIDE)] = 0.0
        much = _averaged(much)
        some = self._inside & (much >= LEAST)
        weights, (xs, ys) = much[some], self._at[some].T
        peaks: list[Candidate] = []
        places: list[Candidate] = []
        for k in np.argsort(-weights).tolist():
            if len(peaks) == MOST:
                break
            one = Candidate(False, 0.5, float(xs[k]), float(ys[k]), edge)
            if any(hypot(one.x - p.x, one.y - p.y) < APART * edge for p in peaks):
                continue
            peaks.append(one)
            around = weights * (np.hypot(xs - one.x, ys - one.y) < AROUND * edge)
            x, y = float(around @ xs / around.sum()), float(around @ ys / around.sum())
            places += [one, *(replace(one, x=x + right * edge, y=y + down * edge) for right, down in TRIED)]
        return tuple(places)

    def came(self, views: SlotViews, spots: Sequence[Candidate], since: float) -> list[bool]:
        """Whether something has come to each of some spots; True where it is not known."""
        before, _ = self._before(since)
        if before is None:
            return [True] * len(spots)
        much = _averaged(_change(views, before))
        return [bool(much[self._around(spot, AROUND)].max(initial=0.0) >= LITTLE) for spot in spots]

    def _before(self, since: float) -> tuple[Floats | None, float | None]:
        """The board at its rest before the one in which, or before which, something came to lie; and when
        that one began. None where it is not known."""
        now = next((place for place, rest in enumerate(self._rests) if rest[1] >= since), None)
        if now is None:
            return (self._rests[-1][2] if self._rests else None), None
        return (self._rests[now - 1][2] if now else None), self._rests[now][0]

    def _around(self, spot: Candidate, far: float) -> NDArray[np.bool_]:
        """(SLOTS, DOWN, ACROSS) squares within so many of its edges."""
        away = np.hypot(self._at[..., 0] - spot.x, self._at[..., 1] - spot.y)
        return np.asarray(away < far * spot.edge, dtype=bool)


def _change(views: SlotViews, before: Floats) -> Floats:
    """(SLOTS, DOWN, ACROSS) levels by which the squares differ, but for what most do."""
    change = views.painted - before
    return np.asarray(np.abs(change - np.median(change, axis=(0, 1, 2))).sum(axis=3), np.float32)


def _averaged(much: Floats) -> Floats:
    """Over AVERAGED squares of each strip."""
    layers = cv2.blur(np.ascontiguousarray(much.transpose(1, 2, 0)), AVERAGED)
    return np.asarray(layers.transpose(2, 0, 1), np.float32)
