"""Graphics that a stream lays over the board: name strips, score boxes, faces. What they cover is hidden.

To the slot network a panel over a point is a point without men. A panel is known by what no hand, cup or
checker does: all within a rectangle upright in the picture changes, nothing around it does, along sides that
are straight to the pixel. It stays until what is in it looks again as it did before it came.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.reading import CubeReading, DieReading, Floats
from vision.views import BAR, SLOTS
from vision.warp import Smooth, Window

CELLS: Final = 320
"""Cells across the watched part of the picture, about; a checker covers some twenty of them."""
CHANGED: Final = 10
"""Levels (video range) by which the lightness of a cell has changed when something has."""
EVERY_S, AGO_S, OLD_S = 0.25, 0.8, 20.0
"""A picture in which nothing moved is kept every so often; the one compared with is so old at least, since a
panel that fades or slides in takes a moment, and so old at most (s)."""
APART_S: Final = 0.15
"""Time between two looks for what has come (s)."""
SIZES: Final = ((5.0, 0.6), (2.5, 1.2))
"""A panel is so long and so high at least, in widths of a point: no cube, no column of men, no line."""
MOST: Final = 0.6
"""More of the watched part than this is another scene, not a panel."""
TRIMMED: Final = 0.6
"""Rows and columns at the edges of a change of which less has changed are no part of a panel: a hand."""
MOSTLY: Final = 0.5
"""Share of all that changed there which lies in the panel, at least."""
FULL: Final = 0.85
"""Share of a panel that changed, at least, words in it filled up;"""
SIDE: Final = 0.85
"""the same of the line just within each of its sides,"""
BEYOND: Final = 0.3
"""and of the line just beyond it, at most, but on the side where a hand sticks out."""
WITHIN, OUTSIDE = 1, 2
"""How far within and beyond a side these lines are (cells), since its own is blurred."""
GONE: Final = 0.4
"""Where less of it still differs from what was there before it came, a panel has gone."""
EDGE: Final = 8
"""Levels by which the picture differs across the sides of a panel;"""
EDGED, ALL_EDGED, STILL_EDGED = 0.8, 0.93, 0.6
"""share of every side where it does when a panel comes, and did not before on all of them, so that what
vanishes is none; and of all sides together as it comes and as long as it is there."""
COVERS: Final = 0.09
"""A slot of whose half of the field a panel covers so much, half a man, is hidden by it."""
DOWN, ACROSS, DEEP = 10, 4, 0.45
"""Places of a slot that are asked for, and how far they reach from the rim."""

Cells = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in cells; the last two lie beyond it."""


@dataclass(frozen=True)
class _Panel:
    """Where it lies, and what it lay over, as it looked before."""

    box: Box
    before: Cells


class Graphics:
    """Watches for panels over one board, in the lightness of its window."""

    def __init__(self, geometry: BoardGeometry, window: Window) -> None:
        self._shape = window.shape
        self._step = 2 * max(1, round(window.shape[1] / CELLS / 2))
        self._window = window
        places = geometry.picture_points(_places(geometry).reshape(-1, 2))
        self._places = self._cells_of(places).reshape(SLOTS, -1, 2)
        row = self._cells_of(geometry.picture_points([(geometry.column(k)[0], 0.5) for k in (0, 5, 6, 11)]))
        self._point = float(np.linalg.norm(row[1] - row[0]) + np.linalg.norm(row[3] - row[2])) / 10
        self._geometry = geometry
        self._rested: deque[tuple[float, Cells]] = deque()
        self._looked = -np.inf
        self._panels: list[_Panel] = []
        self.covered: Floats = np.zeros(SLOTS, np.float32)
        """(25,) share of every slot, the bar last, that panels cover now,"""
        self.changed: Floats = self.covered
        """and that they cover now or did in the picture before."""

    def _cells_of(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(self._window.places(points) / self._step, np.float64)

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """(25,) which slots panels hide, the bar last."""
        return np.asarray(self.covered >= COVERS)

    def calm(self, motion: Floats) -> Floats:
        """(24,) motion without that of panels, which come, go, and show what moves."""
        return np.where(self.changed[:BAR] >= COVERS, np.float32(0.0), motion)

    def watch(self, t: float, smooth: Smooth, *, still: bool) -> None:
        """One frame of a video. still: nothing moves in it."""
        cells = self._seen(smooth)
        self._panels = [panel for panel in self._panels if self._there(panel, cells)]
        while len(self._rested) > 1 and t - self._rested[1][0] >= AGO_S:
            self._rested.popleft()
        if self._rested and not 0.0 <= t - self._rested[0][0] <= OLD_S:
            self._rested.clear()
        if self._rested and t - self._rested[0][0] >= AGO_S / 2 and not 0.0 <= t - self._looked < APART_S:
            self._take(self._come(self._rested[0][1], cells))
            self._looked = t
        if still and not (self._rested and t - self._rested[-1][0] < EVERY_S):
            self._rested.append((t, self._without(cells)))
        covered = self._share() if self._panels else np.zeros(SLOTS, np.float32)
        self.changed, self.covered = np.maximum(covered, self.covered), covered

    def without(
        self, dice: tuple[DieReading, ...], cube: CubeReading | None
    ) -> tuple[tuple[DieReading, ...], CubeReading | None]:
        """Dice and cube but for what is seen in panels."""
        if not self._panels:
            return dice, cube
        kept = tuple(die for die in dice if not self.covers(*die.uv))
        return kept, None if cube is not None and self.covers(*cube.uv) else cube

    def covers(self, u: float, v: float) -> bool:
        """Whether a panel lies over a place of the field."""
        (x, y), *_ = self._cells_of(self._geometry.picture_points([(u, v)])).tolist()
        boxes = (panel.box for panel in self._panels)
        return any(left - 1 <= x <= right and top - 1 <= y <= bottom for left, top, right, bottom in boxes)

    def _seen(self, smooth: Smooth) -> Cells:
        """(h, w, 3) lightness and both chromas, one pixel a cell."""
        rows, columns = self._shape
        step, half = self._step, self._step // 2
        light = smooth.light.reshape(rows, columns)[::step, ::step]
        chroma = smooth.chroma.reshape(2, rows // 2, columns // 2)[:, ::half, ::half]
        return np.asarray(cv2.merge([light, chroma[0], chroma[1]]), np.uint8)

    def _without(self, cells: Cells) -> Cells:
        """A picture as it would be without the panels."""
        for panel in self._panels:
            left, top, right, bottom = panel.box
            cells[top:bottom, left:right] = panel.before[top:bottom, left:right]
        return cells

    def _share(self) -> Floats:
        """(25,) share of every slot that lies under panels."""
        x, y = self._places[..., 0], self._places[..., 1]
        under = np.zeros(x.shape, bool)
        for left, top, right, bottom in (panel.box for panel in self._panels):
            under |= (x >= left) & (x < right) & (y >= top) & (y < bottom)
        return np.asarray(under.mean(axis=1), np.float32)

    def _take(self, come: list[_Panel]) -> None:
        """Panels that are seen, each of which may be more of one that is known."""
        known = [one for one in self._panels if not any(_shared(one.box, new.box) for new in come)]
        self._panels = known + come

    @staticmethod
    def _there(panel: _Panel, cells: Cells) -> bool:
        return _mean(_edged(cells, panel.box)) >= STILL_EDGED and _changed(panel, cells) >= GONE

    def _come(self, before: Cells, cells: Cells) -> list[_Panel]:
        """Panels that were not there before."""
        changed = _differs(before, cells)
        if int(cv2.countNonZero(changed)) < min(long * high for long, high in SIZES) * self._point**2 * GONE:
            return []
        filled = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(filled, connectivity=4)
        boxes = []
        for label in range(1, count):
            x, y, width, height = stats[label, :4].tolist()
            if self._sized(width, height):
                box = _trimmed(labels == label, (x, y, x + width, y + height))
                if box and self._sized(box[2] - box[0], box[3] - box[1]) and _straight(filled, changed, box):
                    boxes.append(box)
        return [_Panel(box, before) for box in boxes if _framed(before, cells, box)]

    def _sized(self, width: int, height: int) -> bool:
        rows, columns = -(-self._shape[0] // self._step), -(-self._shape[1] // self._step)
        long, short = max(width, height), min(width, height)
        fits = any(long >= least * self._point and short >= high * self._point for least, high in SIZES)
        return fits and width * height <= MOST * rows * columns


def _differs(before: Cells, cells: Cells) -> Cells:
    """(h, w) 1 where lightness or colours of a cell have changed."""
    light, u, v = cv2.split(cv2.absdiff(before, cells))
    most = cv2.max(light, cv2.max(u, v))
    return np.asarray(cv2.threshold(most, CHANGED, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _changed(panel: _Panel, cells: Cells) -> float:
    """Share of a panel in which the picture is not as it was before."""
    left, top, right, bottom = panel.box
    inside = slice(top, bottom), slice(left, right)
    return float(_differs(panel.before[inside], cells[inside]).mean())


def _trimmed(there: NDArray[np.bool_], whole: Box) -> Box | None:
    """A box without what sticks out of it: rows and columns at its edges that hold little. None where that is
    more than what remains."""
    box = _without_edges(there, whole)
    if box is None:
        return None
    left, top, right, bottom = box
    return box if there[top:bottom, left:right].sum() >= MOSTLY * there.sum() else None


def _without_edges(there: NDArray[np.bool_], box: Box) -> Box | None:
    left, top, right, bottom = box
    for _ in range(2):
        rows = np.flatnonzero(there[top:bottom, left:right].mean(axis=1) >= TRIMMED)
        if not len(rows):
            return None
        top, bottom = top + int(rows[0]), top + int(rows[-1]) + 1
        columns = np.flatnonzero(there[top:bottom, left:right].mean(axis=0) >= TRIMMED)
        if not len(columns):
            return None
        left, right = left + int(columns[0]), left + int(columns[-1]) + 1
    return left, top, right, bottom


def _shared(one: Box, two: Box) -> bool:
    """Whether two boxes share any cell."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _sides(cells: Cells, box: Box) -> list[tuple[Cells, Cells]]:
    """Of each side of a box that lies in the picture the cells just within it and just beyond."""
    left, top, right, bottom = box
    within, beyond = WITHIN, OUTSIDE
    rows, columns = cells.shape[:2]
    across, down = slice(left + 1, right - 1), slice(top + 1, bottom - 1)
    sides = []
    if top >= beyond:
        sides.append((cells[top + within, across], cells[top - beyond, across]))
    if bottom <= rows - beyond:
        sides.append((cells[bottom - 1 - within, across], cells[bottom - 1 + beyond, across]))
    if left >= beyond:
        sides.append((cells[down, left + within], cells[down, left - beyond]))
    if right <= columns - beyond:
        sides.append((cells[down, right - 1 - within], cells[down, right - 1 + beyond]))
    return sides


def _straight(filled: Cells, changed: Cells, box: Box) -> bool:
    """Whether a change ends along straight sides, those that lie in the picture."""
    left, top, right, bottom = box
    if float(filled[top:bottom, left:right].mean()) < FULL:
        return False
    within = [float(one.mean()) for one, _ in _sides(filled, box)]
    beyond = sorted(float(other.mean()) for _, other in _sides(changed, box))
    return (
        bool(within)
        and min(within) >= SIDE
        and max(beyond[:-1], default=0.0) <= BEYOND
        and beyond[-1] < TRIMMED
    )


def _edged(cells: Cells, box: Box) -> list[float]:
    """Share of each side of a box, of those in the picture, across which this differs."""
    return [
        float((cv2.absdiff(np.ascontiguousarray(one), np.ascontiguousarray(other)).max(axis=1) > EDGE).mean())
        for one, other in _sides(cells, box)
    ]


def _framed(before: Cells, cells: Cells, box: Box) -> bool:
    """Whether a box has edges now all around which it had not before."""
    now = _edged(cells, box)
    return min(now) >= EDGED > min(_edged(before, box)) and _mean(now) >= ALL_EDGED


def _mean(shares: list[float]) -> float:
    return sum(shares) / len(shares)


def _places(geometry: BoardGeometry) -> NDArray[np.float64]:
    """(25, DOWN * ACROSS, 2) places of every slot in the field."""
    grid = np.empty((SLOTS, DOWN, ACROSS, 2))
    share, deep = (np.arange(ACROSS) + 0.5) / ACROSS, (np.arange(DOWN) + 0.5) / DOWN
    for slot in range(SLOTS):
        left, right = geometry.bar_edges if slot == BAR else geometry.column(slot % 12)
        far = deep if slot == BAR else deep * DEEP
        grid[slot, ..., 0] = left + share * (right - left)
        grid[slot, ..., 1] = (1.0 - far if 12 <= slot < BAR else far)[:, None]
    return grid.reshape(SLOTS, -1, 2)
