"""Which strips hold checkers of the same side, and which of both, judged by a network over whole columns.

`vision.sides` finds two colours of the board in one patch of every column, next to the rim. Marbled men,
glare and shadows make some of those patches misleading. The network sees, for every column, its colours from
the rim to beyond the middle, and what was found so far; its layers of attention compare the columns of the
board with one another. Colours are told relative to the board's own, and no column is told where it stands.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from models.runtime import InferenceSession
from vision.colours import DEVIATION, Floats, bgr_of, colour_features, within
from vision.reading import MAX_COUNT
from vision.sides import FAINT, MIDDLE, Judge, sigmoid
from vision.views import BAR, CELL_COLUMNS, SlotViews

FIRST_ROW, BANDS, ROWS = 6, 18, 4
"""Bands of so many rows of cells each, from beside the rim to beyond the middle of the field."""
FARTHEST = 8.0
"""Colours differ by no more than this, in deviations."""
COLOURLESS = 2.0
"""Levels by which chroma differs from none, and varies, at most in a picture without colours."""
COUNTS = MAX_COUNT + 2
FEATURES = 4 * BANDS + 3 + COUNTS + 1 + 2 + 3
"""Numbers that describe a column."""
_HELD = 1e-3
_CELLS = ROWS * (MIDDLE.stop - MIDDLE.start)
_LIGHT_MEAN = np.full(4 * _CELLS, 1 / (4 * _CELLS), np.float32)
_CHROMA_MEAN = np.tile(np.eye(2, dtype=np.float32) / _CELLS, _CELLS)
"""By which the cells of a band are averaged."""


class SideJudge:
    """Asks the network."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session

    def of(self, views: SlotViews, count: NDArray[np.float32], occupied: Floats) -> Judge:
        """Who judges the columns of one board. Parameters as for `described`."""

        def judged(patches: Floats, said: Floats, found: Floats) -> tuple[Floats, Floats]:
            usual = count[:, MAX_COUNT + 1] / np.maximum(1.0 - count[:, 0], _HELD)
            if colourless(views):
                return found, usual
            columns = described(views, count, occupied, patches, said, found)
            told = self._session.run(None, {"columns": columns})
            odds, both = (np.asarray(part, np.float64) for part in told)
            return odds, np.where(occupied > 0, sigmoid(both), usual)

        return judged


def described(
    views: SlotViews,
    count: NDArray[np.float32],
    occupied: Floats,
    patches: Floats,
    said: Floats,
    found: Floats,
) -> NDArray[np.float32]:
    """(24, FEATURES) what the network is told.

    count: (24, COUNTS) probabilities of the slot network; occupied: (24,) probability that a column shows
    checkers, 0 to leave it out; patches: (24, 3) blue green red 0..255 of the first checkers; said: (24,) the
    slot network's log odds of the darker side; found: those that the patches tell.
    """
    near = colour_features(patches) / DEVIATION
    middle = _mean(near, occupied)
    second = sigmoid(found)
    sides = np.stack([_mean(near, occupied * share) for share in (second, 1.0 - second)])
    away = np.sqrt(((near[:, None] - sides) ** 2).sum(axis=2))
    apart = np.full((BAR, 1), np.linalg.norm(sides[0] - sides[1]))
    colours, rough = bands(views)
    along = colour_features(colours.reshape(-1, 3)) / DEVIATION - middle
    parts = [
        within(along, -FARTHEST, FARTHEST).reshape(BAR, -1),
        rough / 20.0,
        within(near - middle, -FARTHEST, FARTHEST),
        count,
        occupied[:, None],
        _told(said),
        _told(found),
        np.minimum(np.concatenate([away, apart], axis=1), FARTHEST),
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


def colourless(views: SlotViews) -> bool:
    """Whether the picture has no colours: the network has seen none like that, and guesses."""
    mean, spread = cv2.meanStdDev(views.chroma.reshape(-1, CELL_COLUMNS, 2))
    return bool(np.maximum(np.abs(mean - 128.0), spread).max() < COLOURLESS)


def bands(views: SlotViews) -> tuple[Floats, Floats]:
    """(24, BANDS, 3) mean colour, blue green red 0..255, of every band of every column's middle, and
    (24, BANDS) deviation of its lightness."""
    rows = slice(FIRST_ROW, FIRST_ROW + BANDS * ROWS)
    light = views.light[:BAR, rows, MIDDLE].reshape(BAR * BANDS, -1).astype(np.float32)
    chroma = views.chroma[:BAR, rows, MIDDLE].reshape(BAR * BANDS, -1).astype(np.float32)
    yuv = np.empty((3, BAR * BANDS), np.float32)
    np.matmul(light, _LIGHT_MEAN, out=yuv[0])
    np.matmul(_CHROMA_MEAN, chroma.T, out=yuv[1:])
    rough = np.maximum(np.einsum("ij,ij->i", light, light) / light.shape[1] - yuv[0] ** 2, 0.0)
    colours = bgr_of(yuv).T.reshape(BAR, BANDS, 3).astype(np.float64)
    return within(colours, 0.0, 255.0), np.sqrt(rough).reshape(BAR, BANDS).astype(np.float64)


def _mean(near: Floats, weight: Floats) -> Floats:
    """Mean colour of some columns; of all where none of them counts."""
    held = weight + _HELD / BAR
    return np.asarray(held @ near / held.sum())


def _told(odds: Floats) -> Floats:
    """(24, 1) log odds as the network is told them."""
    most = float(np.log(1.0 / FAINT - 1.0))
    return within(odds, -most, most)[:, None] / 4.0
