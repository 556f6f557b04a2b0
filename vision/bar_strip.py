"""The bar's strip without a cube that lies on the bar, where it may be counted as a man.

Where the cube is seen every column of the strip shows what it shows elsewhere, in the middle; what a cube
covers of a man stays covered.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from vision.cube_body import from_axis
from vision.dice_find import Candidate
from vision.reading import MAX_COUNT, Floats
from vision.views import BAR, CELL_COLUMNS, CELL_ROWS, Picture, SlotViews, strip_grid

Planes = tuple[Picture, Picture]
"""(1, CELL_ROWS, CELL_COLUMNS, 4) lightness and (1, ..., 2) chroma of a strip."""

HALF: Final = 0.6
"""How far a cube reaches from its axis, in edges, whichever way it is turned: between half an edge and half a
face's diagonal."""
COUNTED: Final = np.array([0.0, 0.15, *[0.85] * (MAX_COUNT - 1)], np.float32)
"""Probability that the cube is one of so many men, where fewer are counted without it. In 395 moments of 40
films with a cube on the bar that was so of two men 26 times, and there was one each time; of one man four
times, and it was a man that the cube hides in part."""
COVERS: Final = 0.1
"""How probable a man that the cube hides is at least, against none: in films 19 of 168 men beside it were
counted as none, of 2,399 on bars on which it did not lie 57."""
MOST: Final = 0.7
"""Share of the strip that a cube covers at most; where it is more, its place is not believed."""


class BarStrip:
    """The bar's strip of one board: where in the picture its cells lie."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self._geometry = geometry
        grid = strip_grid(geometry)[BAR].reshape(CELL_ROWS, 2, CELL_COLUMNS, 2, 2)
        self._cells: NDArray[np.float64] = grid.mean(axis=(1, 3))

    def under(self, cube: Candidate) -> NDArray[np.bool_]:
        """(CELL_ROWS, CELL_COLUMNS) cells that show a cube."""
        return np.asarray(from_axis(cube, self._cells, self._geometry) < HALF)

    def without(self, views: SlotViews, cube: Candidate | None) -> Planes | None:
        """Lightness and chroma of the bar without a cube; None where none is seen on it."""
        hidden = None if cube is None else self.under(cube)
        if hidden is None or not hidden.any() or hidden.mean() > MOST:
            return None
        return _without(views.light[BAR:], hidden), _without(views.chroma[BAR:], hidden)


def doubted(men: Floats, without: Floats) -> Floats:
    """(2, counts) probabilities of men on a bar, of which the cube that lies there may be one, or hide one.

    men: (2, counts) as counted with the cube; without: as counted without it.
    """
    out = men.copy()
    for side in np.flatnonzero(without.argmax(axis=1) < men.argmax(axis=1)).tolist():
        cube = men[side] * COUNTED[: men.shape[1]]
        out[side] -= cube
        out[side, :-1] += cube[1:]
    out[:, 1] = np.maximum(out[:, 1], COVERS * out[:, 0])
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


def _without(plane: Picture, hidden: NDArray[np.bool_]) -> Picture:
    """A copy of (1, rows, columns, n): hidden cells show the median of what their column shows elsewhere;
    a column hidden whole stays as it is."""
    shown = (~hidden).sum(axis=0)
    ranked = np.sort(np.where(hidden[..., None], np.int16(256), plane[0]), axis=0)
    columns = np.arange(len(shown))
    middle = (ranked[np.maximum(shown - 1, 0) // 2, columns] + ranked[shown // 2, columns]) // 2
    filled = np.where((hidden & (shown > 0))[..., None], middle, plane[0])
    return np.asarray(filled[None], np.uint8)
