"""Where dice and cubes may be: the straightened board, the finding network, and its peaks."""

from dataclasses import dataclass
from math import exp, hypot
from typing import TypeVar

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.dice_spec import BASE_EDGE, BOARD_SIZE, MARGIN, STRIDE
from vision.sources.frame import Frame
from vision.warp import Warp

Plane = NDArray[np.uint8]
Floats = NDArray[np.float32]
Number = TypeVar("Number", float, NDArray[np.float64])
LEAST_HEAT = 0.12
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


def scaled_planes(y: Plane, u: Plane, v: Plane, out: Floats | None = None) -> tuple[Floats, Floats]:
    """Network inputs (1, 384, 512), lightness by its mean and spread, and (2, 192, 256), chroma around 0.

    out: (1, 384, 512) to write the lightness to, which saves the memory of a new one on every frame.
    """
    mean, spread = cv2.meanStdDev(y)
    light = np.empty((1, *y.shape), np.float32) if out is None else out
    np.subtract(y, np.float32(mean[0, 0]), out=light[0])
    np.multiply(light, np.float32(1 / (spread[0, 0] + 8.0)), out=light)
    chroma = np.empty((2, *u.shape), np.float32)
    np.subtract(u, np.float32(128), out=chroma[0])
    np.subtract(v, np.float32(128), out=chroma[1])
    np.multiply(chroma, np.float32(1 / 32), out=chroma)
    return light, chroma


def network_planes(board: Plane) -> tuple[Floats, Floats]:
    """Network inputs from a straightened (384, 512, 3) blue green red picture."""
    yuv = cv2.cvtColor(board, cv2.COLOR_BGR2YUV)
    chroma = cv2.resize(yuv[:, :, 1:], (BOARD_SIZE[0] // 2, BOARD_SIZE[1] // 2), interpolation=cv2.INTER_AREA)
    half = np.asarray(chroma, dtype=np.uint8)
    return scaled_planes(np.ascontiguousarray(yuv[:, :, 0]), half[:, :, 0], half[:, :, 1])


def field_of(x: Number, y: Number) -> tuple[Number, Number]:
    """Field (u, v) of a place on the straightened board (pixels; the first one's middle is at 0.5)."""
    span = 1 + 2 * MARGIN
    return x / BOARD_SIZE[0] * span - MARGIN, y / BOARD_SIZE[1] * span - MARGIN


class Straightener:
    """Maps pictures of one size to the straightened board; build once a board."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self.geometry = geometry
        columns, rows = (np.arange(side, dtype=np.float64) + 0.5 for side in BOARD_SIZE)
        xs, ys = np.meshgrid(columns, rows)
        u, v = field_of(xs, ys)
        points = geometry.picture_points(np.stack([np.ravel(u), np.ravel(v)], axis=1)).reshape(*xs.shape, 2)
        width, height = geometry.size
        inside = (points > -1).all(axis=2) & (points[..., 0] < width) & (points[..., 1] < height)
        step = np.linalg.norm(np.diff(points, axis=1), axis=2)[inside[:, 1:]]
        self._warp = Warp(points, geometry.size, float(np.median(step)) if len(step) else 1.0)
        self._light = np.empty((1, BOARD_SIZE[1], BOARD_SIZE[0]), np.float32)

    def inputs(self, frame: Frame) -> tuple[Floats, Floats]:
        """Network inputs of a frame."""
        planes = frame.planes
        if planes is None:
            return network_planes(self.picture(frame))
        y, u, v = planes
        chroma = self._warp.take_half(u), self._warp.take_half(v)
        return scaled_planes(self._warp.take(y), *chroma, out=self._light)

    def picture(self, frame: Frame) -> Plane:
        """(384, 512, 3) blue green red picture of the straightened board."""
        return self._warp.take(frame.bgr)


def peaks(raw: Floats) -> list[Candidate]:
    """Local maxima of the heat maps, strongest first. raw: (20, 48, 64) outputs of the finding network."""
    rows, cols = raw.shape[1:]
    quarters = raw.reshape(5, 2, 2, rows, cols)
    spots: list[tuple[float, int, int, int]] = []
    for plane in (0, 1):
        heat = quarters[plane].transpose(2, 0, 3, 1).reshape(2 * rows, 2 * cols)
        most = cv2.dilate(heat, np.ones((3, 3), np.uint8))
        logit = float(np.log(LEAST_HEAT / (1 - LEAST_HEAT)))
        for row, col in np.argwhere((heat >= most) & (heat > logit)).tolist():
            spots.append((float(heat[row, col]), plane, row, col))
    spots.sort(reverse=True)
    found = [_candidate(quarters, *spot) for spot in spots[: 3 * MOST]]
    return thinned([one for one in found if _in_view(one)])


def _in_view(one: Candidate) -> bool:
    """Whether most of it lies on the straightened board; what its edge cuts through cannot be judged."""
    rim = 0.4 * one.edge
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
    """Without weaker candidates that lie within 0.6 edges of a stronger one."""
    kept: list[Candidate] = []
    for one in found:
        if all(hypot(one.x - k.x, one.y - k.y) > 0.6 * min(one.edge, k.edge) for k in kept):
            kept.append(one)
        if len(kept) == MOST:
            break
    return kept


class Finder:
    """Runs the finding network on frames of any board."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session

    def find(self, frame: Frame, straightener: Straightener) -> list[Candidate]:
        """Candidates of one frame."""
        light, chroma = straightener.inputs(frame)
        raw = self._session.run(None, {"light": light[None], "chroma": chroma[None]})[0]
        return peaks(np.asarray(raw[0], dtype=np.float32))
