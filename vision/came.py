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
        self._at: NDArray[np.float64] = np.empty((0, 2))
        """(SLOTS, DOWN, ACROSS, 2) where the squares lie on the straightened board (px)."""
        self._inside: NDArray[np.bool_] = np.empty(0, dtype=bool)

    def bare(self, views: SlotViews, geometry: BoardGeometry) -> None:
        """The board without dice, nothing moving; geometry: where it lies."""
        if geometry != self._geometry:
            parts = strip_grid(geometry).reshape(SLOTS, DOWN, STRIP_H // DOWN, ACROSS, STRIP_W // ACROSS, 2)
            field = parts.mean(axis=(2, 4))
            self._geometry = geometry
            self._at = np.stack(board_place(field[..., 0], field[..., 1]), axis=-1)
            self._inside = ((field >= -RIM) & (field <= 1.0 + RIM)).all(axis=-1)
        self._bare = views.painted

    def places(
        self, views: SlotViews, lying: list[Candidate], geometry: BoardGeometry
    ) -> tuple[Candidate, ...]:
        """Where something has come, most of it first. lying: dice that are seen, at least one; others are as
        large."""
        if self._bare is None or geometry != self._geometry:
            return ()
        edge = lying[0].edge
        change = views.painted - self._bare
        much = np.abs(change - np.median(change, axis=(0, 1, 2))).sum(axis=3)
        for die in lying:
            much[np.hypot(self._at[..., 0] - die.x, self._at[..., 1] - die.y) < BESIDE * edge] = 0.0
        much = cv2.blur(np.ascontiguousarray(much.transpose(1, 2, 0)), AVERAGED).transpose(2, 0, 1)
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
