"""Where something has come to lie on the board: the picture of it as it is held against one from just before.

The finder knows dice by their looks and overlooks one now and then, also where it lies in plain sight: half
behind a rim, of a colour seldom seen, between the cells of its picture. That something lies there which did
not a moment ago is plain all the same. What it is the readers say.
"""

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
"""Levels, lightness and colours together, by which a place must differ on average."""
MOST: Final = 4
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

Floats = NDArray[np.float32]


class Came:
    """Keeps the last picture of one board on which no die lay."""

    def __init__(self) -> None:
        self._bare: Floats | None = None
        self._geometry: BoardGeometry | None = None
        self._grid: NDArray[np.float64] = np.empty((0, 2))
        """(SLOTS * DOWN * ACROSS, 2) field coordinates of the squares."""

    def bare(self, views: SlotViews, geometry: BoardGeometry) -> None:
        """The board without dice, nothing moving; geometry: where it lies."""
        if geometry != self._geometry:
            size = STRIP_H // DOWN, STRIP_W // ACROSS
            parts = strip_grid(geometry).reshape(SLOTS, DOWN, size[0], ACROSS, size[1], 2)
            self._geometry, self._grid = geometry, parts.mean(axis=(2, 4)).reshape(-1, 2)
        self._bare = views.painted

    def places(
        self, views: SlotViews, lying: list[Candidate], geometry: BoardGeometry
    ) -> tuple[Candidate, ...]:
        """Where something has come, most of it first. lying: dice that are seen, at least one; others are as
        large."""
        if self._bare is None or geometry != self._geometry:
            return ()
        change = views.painted - self._bare
        change -= np.median(change, axis=(0, 1, 2))
        edge = lying[0].edge
        much = cv2.blur(np.abs(change).sum(axis=3).reshape(-1, ACROSS), AVERAGED).ravel()
        inside = ((self._grid >= -RIM) & (self._grid <= 1.0 + RIM)).all(axis=1)
        some = np.flatnonzero(inside & (much >= LEAST))
        xs, ys = board_place(self._grid[some, 0], self._grid[some, 1])
        peaks: list[Candidate] = []
        places: list[Candidate] = []
        for k in np.argsort(-much[some]).tolist():
            if len(peaks) == MOST:
                break
            one = Candidate(False, 0.5, float(xs[k]), float(ys[k]), edge)
            if _near(one, lying, BESIDE) or _near(one, peaks, APART):
                continue
            peaks.append(one)
            weight = much[some] * (np.hypot(xs - one.x, ys - one.y) < AROUND * edge)
            middle = replace(one, x=float(weight @ xs / weight.sum()), y=float(weight @ ys / weight.sum()))
            places += [
                one,
                *(replace(middle, x=middle.x + dx * edge, y=middle.y + dy * edge) for dx, dy in TRIED),
            ]
        return tuple(places)


def _near(one: Candidate, others: list[Candidate], far: float) -> bool:
    """Whether a place lies so near (edges) to one of others."""
    return any(hypot(one.x - other.x, one.y - other.y) < far * one.edge for other in others)
