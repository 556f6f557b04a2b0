"""Where dice and cubes may be: the straightened board, the finding network, and its peaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, hypot, log
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from models.runtime import InferenceSession
from vision.dice_spec import BASE_EDGE, BOARD_SIZE, MARGIN, STRIDE
from vision.sources.frame import Frame
from vision.warp import LEVELS, Smooth, Window, eight_bit, join_planes, pick, split_planes

Plane = NDArray[np.uint8]
Floats = NDArray[np.float32]
Number = TypeVar("Number", float, NDArray[np.float64])
LEAST_HEAT = 0.2
_LEAST_LOGIT = log(LEAST_HEAT / (1 - LEAST_HEAT))
CHANNELS = 24
"""Of the network's input: sixteen lightnesses of a cell and four of each chroma."""
STEP, ZERO = 1 / 28, 128
"""Size of one step of the network's 8-bit input, and what stands for zero."""
CHROMA = 32.0
"""Chroma that counts as much as one spread of lightness."""
_CELL = np.dtype([("light", "V16"), ("chroma", "V8")])
_CHROMAS = eight_bit((LEVELS - 128) / (CHROMA * STEP), ZERO)
DIE_RIM, CUBE_RIM = 0.4, 0.1
"""Least distance of a candidate's middle from the straightened board's edge, in its own edges."""
BETWEEN = 0.8
"""What lies nearer than this (edges) to two dice is both of them found as one."""
MOST = 8
"""Candidates looked at per frame, dice and cubes together."""


@dataclass(frozen=True)
class Candidate:
    """Something that may be a die or a cube, in pixels of the straightened board."""

    cube: bool
    heat: float
    x: float
    y: float
    edge: float


def board_cells(light: Plane, chroma: Plane, out: Plane | None = None) -> Plane:
    """(1, 96, 128, CHANNELS): the network's input, from cells of 4 x 4 pixels in video range.

    light: (96, 128, 16), scaled by its mean and spread; chroma: (96, 128, 8), four u and four v, scaled
    around grey. out: what an earlier call gave, to be written over.
    """
    rows, columns = light.shape[:2]
    mean, spread = cv2.meanStdDev(light.reshape(rows, -1))
    gain = 1 / (float(spread[0, 0]) + 7.0) / STEP
    lights = eight_bit((LEVELS - np.float32(mean[0, 0])) * gain, ZERO)
    if out is None:
        out = np.empty((1, rows, columns, CHANNELS), np.uint8)
    cells = out.view(_CELL)[0, ..., 0]
    for part, table, name in ((light, lights, "light"), (chroma, _CHROMAS, "chroma")):
        cells[name] = cv2.LUT(part.reshape(rows, -1), table).view(_CELL[name])
    return out


def picture_cells(board: Plane) -> Plane:
    """The network's input of a straightened (384, 512, 3) blue green red picture."""
    y, u, v = split_planes(board)
    return board_cells(
        _celled(y, STRIDE), np.concatenate([_celled(u, STRIDE // 2), _celled(v, STRIDE // 2)], axis=2)
    )


def _celled(plane: NDArray[Any], side: int) -> NDArray[Any]:
    """(h, w, ...) to (h / side, w / side, side * side, ...)."""
    rows, columns = plane.shape[0] // side, plane.shape[1] // side
    cut = plane.reshape(rows, side, columns, side, *plane.shape[2:]).swapaxes(1, 2)
    return np.ascontiguousarray(cut).reshape(rows, columns, side * side, *plane.shape[2:])


def field_of(x: Number, y: Number) -> tuple[Number, Number]:
    """Field (u, v) of a place on the straightened board (pixels; the first one's middle is at 0.5)."""
    span = 1 + 2 * MARGIN
    return x / BOARD_SIZE[0] * span - MARGIN, y / BOARD_SIZE[1] * span - MARGIN


def board_place(u: Number, v: Number) -> tuple[Number, Number]:
    """The place on the straightened board (pixels) of field (u, v)."""
    span = 1 + 2 * MARGIN
    return (u + MARGIN) / span * BOARD_SIZE[0], (v + MARGIN) / span * BOARD_SIZE[1]


class Straightener:
    """Maps pictures of one size to the straightened board; build once a board."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self.window = Window(geometry)
        columns, rows = (np.arange(side, dtype=np.float64) + 0.5 for side in BOARD_SIZE)
        xs, ys = np.meshgrid(columns, rows)
        u, v = field_of(xs, ys)
        points = geometry.picture_points(np.stack([np.ravel(u), np.ravel(v)], axis=1)).reshape(*xs.shape, 2)
        coarse = _celled(points, 2).mean(axis=2)
        self._light = self.window.index(_celled(points, STRIDE))
        self._chroma = self.window.chroma_index(_celled(coarse, STRIDE // 2), axis=2)
        self._cells: Plane | None = None

    def inputs(self, smooth: Smooth) -> Plane:
        """Network input of a frame whose planes the window has smoothed. Written over by the next call."""
        light, chroma = pick(smooth.light, self._light), pick(smooth.chroma, self._chroma)
        self._cells = board_cells(light, chroma, self._cells)
        return self._cells

    def picture(self, frame: Frame) -> Plane:
        """(384, 512, 3) blue green red picture of the straightened board."""
        smooth = self.window.smooth(frame)
        chroma = pick(smooth.chroma, self._chroma)
        return join_planes(
            _flat(pick(smooth.light, self._light)), _flat(chroma[:, :, 0]), _flat(chroma[:, :, 1])
        )


def _flat(cells: Plane) -> Plane:
    """(rows, columns, side * side) back to a plane."""
    rows, columns, count = cells.shape
    side = round(count**0.5)
    cut = cells.reshape(rows, columns, side, side).swapaxes(1, 2)
    return np.ascontiguousarray(cut).reshape(rows * side, columns * side)


def peaks(raw: Floats) -> list[Candidate]:
    """Local maxima of the heat maps, strongest first. raw: (20, 48, 64) outputs of the finding network."""
    rows, cols = raw.shape[1:]
    quarters = raw.reshape(5, 2, 2, rows, cols)
    heats = raw[:8].reshape(-1)
    hot = np.flatnonzero(heats > _LEAST_LOGIT)
    heat = heats[hot]
    top = heat >= heats[_around(rows, cols)[hot]].max(axis=1)
    spots = []
    for logit, at in zip(heat[top].tolist(), hot[top].tolist(), strict=True):
        (channel, row), col = divmod(at // cols, rows), at % cols
        spots.append((logit, channel // 4, 2 * row + channel // 2 % 2, 2 * col + channel % 2))
    spots.sort(reverse=True)
    found = [_candidate(quarters, *spot) for spot in spots[: 3 * MOST]]
    return thinned([one for one in found if _in_view(one)])


@cache
def _around(rows: int, cols: int) -> NDArray[np.int32]:
    """(8 * rows * cols, 9) where in the flat heats of the network each place and its neighbours are."""
    plane, down, right, row, col = np.indices((2, 2, 2, rows, cols)).reshape(5, -1, 1)
    i, j = np.indices((3, 3)).reshape(2, 1, 9) - 1
    y, x = np.clip(2 * row + down + i, 0, 2 * rows - 1), np.clip(2 * col + right + j, 0, 2 * cols - 1)
    around = ((4 * plane + y % 2 * 2 + x % 2) * rows + y // 2) * cols + x // 2
    return np.asarray(around, np.int32)


def _in_view(one: Candidate) -> bool:
    """Whether enough of it lies on the straightened board.

    A die that the edge of it cuts through cannot be judged, a cube's number is read from the whole picture.
    """
    rim = (CUBE_RIM if one.cube else DIE_RIM) * one.edge
    return rim < one.x < BOARD_SIZE[0] - rim and rim < one.y < BOARD_SIZE[1] - rim


def _candidate(quarters: Floats, logit: float, plane: int, row: int, col: int) -> Candidate:
    size, dx, dy = quarters[2:, row % 2, col % 2, row // 2, col // 2].tolist()
    return Candidate(
        cube=plane == 1,
        heat=1 / (1 + exp(-logit)),
        x=(col + 0.5 + min(max(dx, -1.0), 1.0)) * STRIDE,
        y=(row + 0.5 + min(max(dy, -1.0), 1.0)) * STRIDE,
        edge=BASE_EDGE * exp(min(max(size, -1.2), 1.8)),
    )


def thinned(found: list[Candidate]) -> list[Candidate]:
    """Without weaker candidates that lie within 0.6 edges of a stronger one. A die where a cube is seen more
    strongly stays: a large one is taken for a cube now and then, and only its crop tells."""
    kept: list[Candidate] = []
    for one in found:
        rivals = (k for k in kept if one.cube or not k.cube)
        if all(hypot(one.x - k.x, one.y - k.y) > 0.6 * min(one.edge, k.edge) for k in rivals):
            kept.append(one)
        if len(kept) == MOST:
            break
    return kept


def with_spots(found: list[Candidate], spots: Sequence[Candidate]) -> list[Candidate]:
    """What was found, and spots where dice are known to lie; without what was found half on two of these."""

    def between(one: Candidate) -> bool:
        near = [spot for spot in spots if hypot(one.x - spot.x, one.y - spot.y) < BETWEEN * spot.edge]
        return len(near) > 1 and not one.cube

    return [*(one for one in found if not between(one)), *spots]


class Finder:
    """Runs the finding network on frames of any board."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session

    def find(self, frame: Frame, straightener: Straightener, smooth: Smooth | None = None) -> list[Candidate]:
        """Candidates of a frame; smooth: its planes, where the straightener's window has made them."""
        cells = straightener.inputs(smooth or straightener.window.smooth(frame))
        raw = self._session.run(None, {"cells": cells})[0]
        return peaks(np.asarray(raw[0], dtype=np.float32))
