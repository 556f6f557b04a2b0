"""Strips of boards with marbled men, half of the board in the shade."""

import numpy as np

from calibration.geometry import SLOT_NAMES
from tests.support import make_reading
from vision.reading import Reading
from vision.views import SLOTS, STRIP_H, STRIP_W, SlotViews

FIRST_ROW, MAN = 18, 16
"""Rows of a strip: where men begin, and how long one is."""
MARBLE = (((190, 70, 220), (150, 190, 235)), ((60, 60, 210), (120, 150, 230)))
"""(b, g, r) between which the men of either side are marbled."""
SHADE = 0.45


def strips(counts: np.ndarray, seed: int, light: float = 1.0) -> SlotViews:
    """Views of (24, 2) men of the two marbled sides, every man of a colour of his own, in so much light."""
    rng = np.random.default_rng(seed)
    pictures = np.full((SLOTS, STRIP_H, STRIP_W, 3), 70.0)
    for slot, both in enumerate(counts):
        for side in np.flatnonzero(both):
            for man in range(int(both[side])):
                one, two = np.array(MARBLE[side], np.float64)
                colour = one + rng.uniform(0.0, 0.8) * (two - one)
                rows = slice(FIRST_ROW + man * MAN, FIRST_ROW + (man + 1) * MAN)
                pictures[slot, rows] = colour
    pictures[::2] *= SHADE
    pictures *= light
    pictures += rng.normal(0.0, 2.0, pictures.shape)
    return SlotViews.of(pictures.clip(0, 255).astype(np.uint8))


def reading(counts: np.ndarray, t: float, misread: tuple[int, ...] = (), p: float = 0.9) -> Reading:
    """A reading of (24, 2) men, some points with the other side's name, every number with probability p."""
    slots = {
        name: (int(men[1]), int(men[0])) if slot in misread else (int(men[0]), int(men[1]))
        for slot, (name, men) in enumerate(zip(SLOT_NAMES, counts, strict=True))
    }
    standing = {name: men for name, men in slots.items() if any(men)}
    return make_reading(standing, round(t * 10), t, p)
