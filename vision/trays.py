"""Checkers borne off: how many of which side lie beside each quarter of the field, in trays or on the table.

Four strips, left and right of the field's upper half and of its lower half, run from the field's edge
outwards over rim and tray, and from the end of the field to its middle. `vision.men` counts what is in them.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from models import shared_session
from vision.men import Colours, MenCounter
from vision.reading import QUARTERS, Floats, TrayReading
from vision.sources.frame import Frame
from vision.views import SlotViews
from vision.warp import Picture, Window, pick

TRAY_W, TRAY_H = 48, 160
ROWS, COLUMNS = TRAY_H // 2, TRAY_W // 2
REACH: Final = 2.8
"""How far a strip reaches from the field's edge, in pitches (distances between neighbouring points)."""
BEYOND, MIDDLE = 0.06, 0.54
"""Where it begins outside the field's end and where it ends, in field heights."""
MARGIN: Final = 0.24
"""Surroundings that a window has to hold for it, in field widths."""
OUT_AT: Final = 0.5
"""A strip of which more lies outside the picture is hidden."""


class TrayCutter:
    """Cuts the strips of one board out of pictures of one size."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self.geometry = geometry
        self._window = Window(geometry, MARGIN)
        points = geometry.picture_points(tray_grid(geometry).reshape(-1, 2))
        inside = (points >= 0).all(axis=1) & (points < geometry.size).all(axis=1)
        self.outside: Floats = 1 - inside.reshape(len(QUARTERS), -1).mean(axis=1).astype(np.float32)
        """(4,) share of every strip that lies outside the picture."""
        self._light, self._chroma = self._window.cells(points.reshape(-1, TRAY_H, TRAY_W, 2))

    def cut(self, frame: Frame) -> tuple[Picture, Picture]:
        """The strips of a frame in cells of 2 x 2 pixels, video range: lightness (4, ROWS, COLUMNS, 4) and
        chroma (4, ROWS, COLUMNS, 2)."""
        smooth = self._window.smooth(frame)
        return pick(smooth.light, self._light), pick(smooth.chroma, self._chroma)


class TrayReader:
    """Reads what lies beside one board; keeps the place of the board it has seen last."""

    def __init__(self, counter: MenCounter | None = None) -> None:
        self._counter = counter or MenCounter(shared_session("trays"))
        self._cutter: TrayCutter | None = None

    def read(self, frame: Frame, geometry: BoardGeometry, board: SlotViews, colours: Colours) -> TrayReading:
        """The trays of a frame; board, colours: its points, and what light and dark checkers look like."""
        if self._cutter is None or self._cutter.geometry != geometry:
            self._cutter = TrayCutter(geometry)
        men, hidden = self._counter.count(*self._cutter.cut(frame), board.scale, colours)
        return TrayReading(men, np.where(self._cutter.outside > OUT_AT, np.float32(1.0), hidden))


def tray_grid(geometry: BoardGeometry) -> NDArray[np.float64]:
    """(4, TRAY_H, TRAY_W, 2) field coordinates of the strips' pixels; first rows at the field's end, first
    columns at its edge, in all four."""
    out = (np.arange(TRAY_W) + 0.5) / TRAY_W * REACH
    along = (np.arange(TRAY_H) + 0.5) / TRAY_H * (BEYOND + MIDDLE) - BEYOND
    grid = np.empty((len(QUARTERS), TRAY_H, TRAY_W, 2))
    for quarter, name in enumerate(QUARTERS):
        left, top = name[1] == "L", name[0] == "T"
        low, high = geometry.column(0 if left else 11)
        u = -out * (high - low) if left else 1.0 + out * (high - low)
        grid[quarter, :, :, 0] = u[None, :]
        grid[quarter, :, :, 1] = (along if top else 1.0 - along)[:, None]
    return grid
