"""Pictures with a second board in view, on the next table or the next place of a long one, for training.

Made of two pictures with a board each: the picture of one goes on, beyond its board, with the other's. Either
all of the other's picture lies there, from a seam on that may be soft, or only its board on the table of the
first. The other one is cut by the picture's edge, or further from the middle, or smaller: which of the two is
meant is to be seen.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

ALIKE = 0.2
"""By how much the other board is larger or smaller (deviation of the logarithm)."""
SMALLER = 0.6
"""Only a board that takes up less than this share of the other's area may lie wholly in the picture, too."""
SIDEWAYS = 0.75
"""How often the other board lies to the right or to the left, not nearer or further."""
CASE = (0.05, 0.13)
"""How far a case reaches around its field, in sizes of the field."""


@dataclass(frozen=True)
class Two:
    """A picture of two boards: the corners (4, 2) of the one that is meant and of the other."""

    picture: Picture
    corners: Floats
    other: Floats


def joined(
    picture: Picture, corners: Floats, other: Picture, others: Floats, rng: np.random.Generator
) -> Two:
    """One picture of two. (h, w, 3) pictures and the (4, 2) corners of their fields in them, TL TR BR BL."""
    axis = 0 if rng.random() < SIDEWAYS else 1
    before = rng.random() < 0.5
    if before:
        picture, corners = _mirrored(picture, corners, axis)
        other, others = _mirrored(other, others, axis)
    made = _beyond(picture, corners, other, others, axis, rng)
    if before:
        turned, own = _mirrored(made.picture, made.corners, axis)
        made = Two(turned, own, _mirrored(made.picture, made.other, axis)[1])
    return made


def _mirrored(picture: Picture, corners: Floats, axis: int) -> tuple[Picture, Floats]:
    """Left and right exchanged, or near and far."""
    size = picture.shape[1 - axis]
    sign, shift = np.ones(2), np.zeros(2)
    sign[axis], shift[axis] = -1.0, size - 1.0
    return np.ascontiguousarray(np.flip(picture, 1 - axis)), corners * sign + shift


def _beyond(
    picture: Picture, corners: Floats, other: Picture, others: Floats, axis: int, rng: np.random.Generator
) -> Two:
    """The other one to the right (axis 0) or nearer (axis 1)."""
    across = 1 - axis
    low, high = corners.min(axis=0), corners.max(axis=0)
    reach = high - low
    size = reach[across] / np.ptp(others[:, across]) * float(np.exp(rng.normal(0, ALIKE)))
    shrunk = cv2.resize(other, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    there = (others + 0.5) * size - 0.5
    gap = rng.uniform(0.08, 0.5) * reach[axis]
    shift = np.zeros(2)
    shift[axis] = high[axis] + gap - there[:, axis].min()
    middle = corners[:, across].mean() + rng.normal(0, 0.12) * reach[across]
    shift[across] = middle - there[:, across].mean()
    there = there + shift
    most = 1.25 if np.ptp(there, axis=0).prod() < SMALLER * reach.prod() else 0.85
    shown = there[:, axis].min() + rng.uniform(0.15, most) * np.ptp(there[:, axis])
    extent = np.array(picture.shape[1::-1])
    extent[axis] = max(int(shown), 8)
    width, height = (int(side) for side in extent)
    own = picture[:height, :width]
    pad = height - own.shape[0], width - own.shape[1]
    canvas = cv2.copyMakeBorder(own, 0, pad[0], 0, pad[1], cv2.BORDER_REPLICATE)
    move = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
    edge = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_REFLECT
    placed = cv2.warpAffine(shrunk, move, (width, height), borderMode=edge)
    mask = _mask((width, height), there, high[axis], gap, axis, rng)
    both = canvas + (placed.astype(np.float32) - canvas) * mask[..., None]
    return Two(np.asarray(both, np.uint8), corners, there)


def _mask(
    size: tuple[int, int], there: Floats, edge: float, gap: float, axis: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """(h, w) how much of the other picture is seen, 0 to 1."""
    width, height = size
    mask = np.zeros((height, width), np.float32)
    if rng.random() < 0.5:
        middle, case = there.mean(axis=0), 1.0 + 2.0 * rng.uniform(*CASE, 2)
        trays = np.array([rng.uniform(0.0, 0.3), 0.0]) if rng.random() < 0.5 else np.zeros(2)
        quad = middle + (there - middle) * (case + trays)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1.0)
        near = np.arange(size[axis]) > edge + 0.15 * gap
        mask *= near[None, :] if axis == 0 else near[:, None]
        return mask
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    along, aside = (x, y) if axis == 0 else (y, x)
    seam = edge + rng.uniform(0.25, 0.75) * gap + rng.normal(0, 0.06) * (aside - aside.mean())
    soft = rng.uniform(0.5, 0.25 * gap + 1.0)
    return np.clip((along - seam) / soft + 0.5, 0.0, 1.0).astype(np.float32)
