"""Which of the decoded pictures are worth reading: changes that have come to rest, now and then others."""

import math
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.even_light import EvenLight
from vision.reading import CubeReading, Reading
from vision.sources.frame import Frame, Plane

MARGIN: Final = 0.07
"""How far around the field changes count, in field widths and heights."""
COLUMNS: Final = 60
STEP: Final = 4
"""Of every so many pixels and rows one is looked at."""
CHANGED: Final = 7
"""A cell whose mean lightness (0..255) differs by more than this shows something else."""
TREMBLES: Final = 16
"""The same where the picture was turned back from where a restless camera had it."""
MANY: Final = 0.25
"""Share of the cells from which on that may be the light."""
EVENED, FEW = 24, 0.025
"""Brought into the same light, cells still differ by so much at most, and more than CHANGED in so few."""
MOVING_S: Final = 0.5, 1.6
"""Pictures in which something moves are read this far apart: the less a second of video costs to decode, the
further, so that reading never costs much more than a quarter of decoding."""
DEAR: Final = 25e6
"""Pixels a second of video from which on the shorter time holds."""
AGAIN_S: Final = 0.6
"""What has come to rest and was not read clearly is read a second time after this."""
HIDDEN: Final = 0.5
CLEAR_P: Final = 0.9
"""Probability from which on a slot or a die is read clearly."""
CUBE_S: Final = 0.19
CUBE_READINGS: Final = 6
"""A cube in a new place is read so many times, so far apart: a double may be passed within seconds, and a few
readings of a cube are not believed."""
SAME_PLACE: Final = 0.03
"""Distance in field units within which the cube lies where it lay."""
REFRESH_S: Final = 4.0
REPEAT_S: Final = 0.25, 0.5
"""A picture that shows what was read last counts as read once more, this far apart at least: at first, and
after OFTEN times."""
OFTEN: Final = 4

Cells = NDArray[np.int16]
Verdict = Literal["read", "same", "skip"]


class CellView:
    """The board and a margin around it as coarse cells of lightness."""

    def __init__(self, geometry: BoardGeometry) -> None:
        points = geometry.picture_points(
            [(-MARGIN, -MARGIN), (1 + MARGIN, -MARGIN), (1 + MARGIN, 1 + MARGIN), (-MARGIN, 1 + MARGIN)]
        )
        width, height = geometry.size
        left, top = np.clip(points.min(axis=0).astype(int), 0, [width - 2, height - 2])
        right, bottom = np.clip(points.max(axis=0).astype(int) + 1, [left + 2, top + 2], [width, height])
        self._side = max(1, round((int(right) - int(left)) / COLUMNS / STEP))
        self._rows, self._columns = (int(top), int(bottom)), (int(left), int(right))

    def cells(self, y: Plane, *, whole: bool = False) -> Cells:
        """Mean lightness of the cells of a (h, w) picture. whole: of all their pixels, which what trembles by
        a fraction of one hardly changes."""
        step = 1 if whole else STEP
        side = self._side * STEP // step
        part = np.ascontiguousarray(y[slice(*self._rows, step), slice(*self._columns, step)])
        columns, rows = max(1, part.shape[1] // side), max(1, part.shape[0] // side)
        part = part[: rows * side, : columns * side]
        return cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.int16)

    def differ(self, before: Cells, now: Cells, *, trembles: bool = False) -> bool:
        """Whether two pictures show the board differently anywhere, in whatever light. Where much of it
        differs it may be the light that flickers or was switched. trembles: edges are not where they were."""
        changed = np.abs(before - now) > (TREMBLES if trembles else CHANGED)
        if changed.mean() < MANY:
            return bool(changed.any())
        return all(_other(np.abs(cells - now)) for cells in _light(now.shape).relit(before, now))


@lru_cache(maxsize=4)
def _light(shape: tuple[int, ...]) -> EvenLight:
    """Evens the light of cells in so many rows and columns."""
    down, across = np.indices(shape).reshape(2, -1).astype(np.float64)
    return EvenLight(np.stack([across, down], axis=1))


def _other(differences: Cells) -> bool:
    """Whether cells differ by more than what is left of light that flickers."""
    return bool(differences.max() > EVENED or (differences > CHANGED).mean() > FEW)


class Pace:
    """Says for each picture of a run whether to read it, to take the last reading for it, or to leave it.

    rate: pictures a second in the file.
    """

    def __init__(self, geometry: BoardGeometry, rate: float) -> None:
        self._view = CellView(geometry)
        pixels = rate * geometry.size[0] * geometry.size[1]
        self._moving_s = min(MOVING_S[1], MOVING_S[0] * max(1.0, DEAR / max(pixels, 1.0)))
        self._last: Cells | None = None
        self._read: Cells | None = None
        self._read_at = self._same_at = 0.0
        self._reads_of_this = self._repeats = 0
        self._cubes: dict[tuple[float, float], int] = {}
        self._cube_at: tuple[float, float] | None = None
        self.resting = False
        """Whether the picture judged last shows what was read last, with nothing moving."""

    def place(self, geometry: BoardGeometry) -> None:
        """The board is there from now on."""
        self._view, self._last = CellView(geometry), None

    def note(self, reading: Reading) -> None:
        """What the picture that was to be read shows: read clearly it need not be read again soon."""
        seen = np.asarray(reading.hidden) < HIDDEN
        slots = bool((np.asarray(reading.points).max(axis=1)[seen] >= CLEAR_P).all())
        if slots and all(die.p >= CLEAR_P for die in reading.dice):
            self._reads_of_this += 1
        if reading.cube is not None:
            self._cube_at = self._place(reading.cube)
        if self._cube_at is not None:
            self._cubes[self._cube_at] += 1

    def _place(self, cube: CubeReading) -> tuple[float, float]:
        """Where the cube was read before, or a new place. Beside the field at first it has lain before."""
        for uv in self._cubes:
            if math.dist(uv, cube.uv) <= SAME_PLACE:
                return uv
        beside = not all(0.0 < c < 1.0 for c in cube.uv)
        self._cubes[cube.uv] = CUBE_READINGS if beside and not self._cubes else 0
        return cube.uv

    def look(self, frame: Frame, *, trembles: bool = False) -> Verdict:
        """Judge the next picture. trembles: it was turned back from where a restless camera had it."""
        cells = self._view.cells(frame.y, whole=trembles)
        before, self._last = self._last, cells
        if before is None or self._read is None or before.shape != cells.shape:
            return self._take(frame.t, cells, 1)
        moving, changed = (
            self._view.differ(earlier, cells, trembles=trembles) for earlier in (before, self._read)
        )
        since = frame.t - self._read_at
        self.resting = not moving
        if moving:
            return self._take(frame.t, cells, 0) if since >= self._moving_s else "skip"
        if changed:
            return self._take(frame.t, cells, 1)
        due = AGAIN_S if self._reads_of_this < 2 else REFRESH_S
        if self._cube_at is not None and self._cubes[self._cube_at] < CUBE_READINGS:
            due = CUBE_S
        if since >= due:
            return self._take(frame.t, cells, self._reads_of_this + 1)
        if frame.t - self._same_at < REPEAT_S[self._repeats >= OFTEN]:
            return "skip"
        self._same_at, self._repeats = frame.t, self._repeats + 1
        return "same"

    def _take(self, t: float, cells: Cells, reads_of_this: int) -> Verdict:
        self._read, self._read_at, self._same_at, self._repeats = cells, t, t, 0
        self._reads_of_this = reads_of_this
        return "read"
