"""Fit the playing field to the picture: look at a guess straightened, and move it where the picture says.

The fitting network sees the guessed field as a view of VIEW_W x VIEW_H pixels with MARGIN around it. Every
cell of the view votes where on the true field it lies; the homography that agrees best with the votes
moves the guess. A guess is a (4, 2) quadrilateral in picture pixels, TL TR BR BL with the bar upright.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import apply_homography

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

VIEW_W, VIEW_H = 256, 192
MARGIN = 0.15
"""What the view shows beyond the guess on every side, in sizes of the field."""
CELL = 8
COLUMNS, ROWS = VIEW_W // CELL, VIEW_H // CELL
KINDS = ("upright", "lying", "no_bar", "none")
"""What the guess holds: a board whose bar stands, lies, is missing; no board."""
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
LOOKS = 7
"""Looks at most; a fit that still moves after them has not settled."""
STILL = 0.004
"""A step below this, in sizes of the field, ends the looking."""
_ROUNDS = 4


def view_points(pixels: Floats) -> Floats:
    """(n, 2) pixels of the view to (u, v) of the guess."""
    return (pixels + 0.5) / [VIEW_W, VIEW_H] * (1 + 2 * MARGIN) - MARGIN


_x, _y = np.meshgrid((np.arange(COLUMNS) + 0.5) * CELL - 0.5, (np.arange(ROWS) + 0.5) * CELL - 0.5)
CELLS: Floats = view_points(np.stack([_x.ravel(), _y.ravel()], axis=1))
"""(ROWS * COLUMNS, 2) the cells' centres in (u, v) of the guess."""


def homography(source: Floats, target: Floats) -> Floats:
    """(3, 3) homography that takes four points to four others."""
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, dtype=np.float64)


def inverse(matrix: Floats) -> Floats:
    """The homography back."""
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def straighten(picture: Picture, guess: Floats) -> Picture:
    """(VIEW_H, VIEW_W, 3) view of a guess; what lies outside the picture repeats its edge."""
    width = max(np.linalg.norm(guess[1] - guess[0]), np.linalg.norm(guess[2] - guess[3]))
    height = max(np.linalg.norm(guess[3] - guess[0]), np.linalg.norm(guess[2] - guess[1]))
    step = min(width / VIEW_W, height / VIEW_H) * (1 + 2 * MARGIN)
    if step > 1.5:
        size = (max(2, round(picture.shape[1] / step)), max(2, round(picture.shape[0] / step)))
        scale = np.array(size) / [picture.shape[1], picture.shape[0]]
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        guess = (guess + 0.5) * scale - 0.5
    frame = (UNIT + MARGIN) / (1 + 2 * MARGIN) * [VIEW_W, VIEW_H] - 0.5
    back = homography(frame, guess)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(picture, back, (VIEW_W, VIEW_H), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def normalise(view: NDArray[np.uint8] | NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3) view to (3, h, w) with zero mean and unit spread."""
    values = view.astype(np.float32)
    values -= values.mean()
    values /= values.std() + 4.0
    return np.ascontiguousarray(values.transpose(2, 0, 1))


@dataclass(frozen=True)
class Votes:
    """What the network says about one view.

    offsets (ROWS * COLUMNS, 2): where a cell lies on the true field, less where it lies on the guess.
    spread, the same shape: how far that may be off. inside (ROWS * COLUMNS,): share of belief that the
    cell lies on the field. bar (2,): the bar's edges in u of the guess. kind (4,): as KINDS.
    """

    offsets: Floats
    spread: Floats
    inside: Floats
    bar: Floats
    kind: Floats


def read_votes(maps: NDArray[np.float32], bar: NDArray[np.float32], kind: NDArray[np.float32]) -> Votes:
    """The network's outputs, maps (5, ROWS, COLUMNS), bar (2,) and kind (4,), as votes."""
    flat = maps.reshape(5, -1).astype(np.float64)
    return Votes(flat[:2].T, flat[2:4].T, flat[4], bar.astype(np.float64), kind.astype(np.float64))


def agree(votes: Votes) -> Floats:
    """(3, 3) homography from guess to true field that the votes agree on."""
    return carried(CELLS, CELLS + votes.offsets, votes)


def carried(places: Floats, goal: Floats, votes: Votes) -> Floats:
    """(3, 3) homography, near none, that takes (n, 2) places to their goals.

    Gauss-Newton on the misses, each weighed as under a Laplace law (sure votes more, outliers less).
    """
    x, y = places[:, 0], places[:, 1]
    zero, one = np.zeros_like(x), np.ones_like(x)
    sure = votes.inside[:, None] / votes.spread
    matrix = np.eye(3)
    for _ in range(_ROUNDS):
        scale = places @ matrix[2, :2] + 1.0
        there = apply_homography(matrix, places)
        miss = goal - there
        weight = np.sqrt(sure / np.maximum(np.abs(miss), votes.spread))
        rows = [
            np.stack([x, y, one, zero, zero, zero, -there[:, 0] * x, -there[:, 0] * y], axis=1),
            np.stack([zero, zero, zero, x, y, one, -there[:, 1] * x, -there[:, 1] * y], axis=1),
        ]
        lines = np.concatenate([row * (weight[:, [k]] / scale[:, None]) for k, row in enumerate(rows)])
        change, *_ = np.linalg.lstsq(lines, (miss * weight).T.ravel(), rcond=None)
        matrix = matrix + np.append(change, 0.0).reshape(3, 3)
    return matrix


@dataclass(frozen=True)
class Fit:
    """Where looking at one guess ended.

    corners (4, 2): picture pixels, TL TR BR BL with the bar upright. lying: the bar lies in the picture.
    bar (2,): the bar's edges in u. kind (4,): as KINDS, at the last look. spread: what the votes allow for,
    at their median; step: the corners' last movement; both in sizes of the field.
    """

    corners: Floats
    lying: bool
    bar: Floats
    kind: Floats
    spread: float
    step: float


def settle(
    picture: Picture, guess: Floats, look: Callable[[Picture], Votes], lying: bool = False
) -> Fit | None:
    """Look at a guess and move it until it stays; None where it folds.

    guess (4, 2): TL TR BR BL as seen in the picture; lying: whether its bar seems to lie (if that proves
    wrong, the guess is turned, once). look: what the fitting network says about a (VIEW_H, VIEW_W, 3) view.
    """
    guess = np.roll(guess, 1, axis=0) if lying else guess
    turned = False
    fit = None
    for _ in range(LOOKS):
        if not convex(guess):
            return None
        votes = look(straighten(picture, guess))
        if votes.kind[KINDS.index("lying")] > 0.5 and not turned:
            guess, lying, turned = np.roll(guess, -1 if lying else 1, axis=0), not lying, True
            continue
        try:
            to_field = agree(votes)
            corners = apply_homography(inverse(to_field), UNIT)
        except np.linalg.LinAlgError:
            return None
        step = float(np.abs(corners - UNIT).max())
        if not step < 1.0:
            return None
        guess = apply_homography(homography(UNIT, guess), corners)
        bar = apply_homography(to_field, np.array([[edge, 0.5] for edge in votes.bar]))[:, 0]
        held = votes.inside > 0.5
        spread = float(np.median(votes.spread[held])) if held.any() else 1.0
        fit = Fit(guess, lying, bar, votes.kind, spread, step)
        if step < STILL:
            break
    return fit


def convex(quad: Floats) -> bool:
    """Whether four corners run clockwise (y down) around a convex shape."""
    ahead = np.roll(quad, -1, axis=0) - quad
    after = np.roll(ahead, -1, axis=0)
    return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] > 0).all())


def size_of(quad: Floats) -> float:
    """The size of a field whose corners (4, 2) are there: the root of its area (px)."""
    return float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))


def overlap(a: Floats, b: Floats) -> float:
    """Intersection over union of two convex quadrilaterals."""
    first, second = a.astype(np.float32), b.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    return float(common / (cv2.contourArea(first) + cv2.contourArea(second) - common))
