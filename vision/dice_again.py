"""Second looks: where a crop shows a die beside its middle, larger or smaller than the finder took it for."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from vision.dice_crop import shifted
from vision.dice_find import Candidate
from vision.dice_spec import CUBE_VIEW_EDGE, VIEW_EDGE

Floats = NDArray[np.float32]
MAYBE_DIE, MOSTLY_DIE = 0.1, 0.9
"""Least probability, over all values, that a crop shows a die for a second look, and for one that counts
whatever it shows: below, it must be plain."""
SURE = PLAIN = 0.9
"""What shows a value at least as probably as this needs no second look; and is plain in one."""
LEAST_BESIDE, LEAST_SIZE = 0.08, 0.08
"""How far beside its middle (edges), or how much larger or smaller (logarithm), a die must lie for one."""
MOST_BESIDE, MOST_SIZE = 0.8, 0.6
"""The furthest that is believed."""


def doubtful(faces: Floats, place: Floats) -> list[int]:
    """Which of n crops deserve a second look. faces: (n, 13) probabilities; place: (n, 3)."""
    beside = (np.abs(place[:, :2]) > LEAST_BESIDE).any(axis=1) | (np.abs(place[:, 2]) > LEAST_SIZE)
    rows: list[int] = np.flatnonzero(beside).tolist()
    return [row for row in rows if unsure(faces[row])]


def unsure(faces: Floats) -> bool:
    """Whether a crop may show a die whose value is not sure. faces: (13,) probabilities."""
    return bool(faces[1:7].sum() >= MAYBE_DIE and faces[1:7].max() < SURE)


def better(first: Floats, again: Floats) -> bool:
    """Whether a second look counts. first, again: (13,) probabilities of a crop's face."""
    plain = float(first[1:7].max() if first[1:7].sum() >= MOSTLY_DIE else PLAIN)
    return bool(again[1:7].max() > plain)


def moved(candidate: Candidate, place: Sequence[float], aspect: float) -> Candidate:
    """A candidate where its crop shows the die. place: right and down of the crop's middle, in edges of
    VIEW_EDGE pixels, and the logarithm of the edge in these. aspect: the field's height over its width."""
    right, down, size = place
    scale = VIEW_EDGE / CUBE_VIEW_EDGE if candidate.cube else 1.0
    right, down = (min(max(one, -MOST_BESIDE), MOST_BESIDE) * scale for one in (right, down))
    edge = candidate.edge * scale * exp(min(max(size, -MOST_SIZE), MOST_SIZE))
    return replace(shifted(candidate, right, down, aspect), cube=False, edge=edge)
