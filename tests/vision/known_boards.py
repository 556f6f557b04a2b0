"""Strips of boards with marbled men, half of the board in the shade."""

import numpy as np

from vision.reading import MAX_COUNT, MIXED, OUTCOMES, Reading, outcome
from vision.views import BAR, SLOTS, STRIP_H, STRIP_W, SlotViews

FIRST_ROW, MAN = 18, 16
"""Rows of a strip: where men begin, and how long one is."""
MARBLE = (((190, 70, 220), (150, 190, 235)), ((60, 60, 210), (120, 150, 230)))
"""(b, g, r) between which the men of either side are marbled."""
SHADE = 0.45


def strips(counts: np.ndarray, seed: int, warmth: float = 1.0) -> SlotViews:
    """Views of (24, 2) men of the two marbled sides, every man of a colour of his own."""
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
    pictures *= np.array([1.0 / warmth, 1.0, warmth])
    pictures += rng.normal(0.0, 2.0, pictures.shape)
    return SlotViews.of(pictures.clip(0, 255).astype(np.uint8))


def reading(counts: np.ndarray, t: float, misread: tuple[int, ...] = (), p: float = 0.9) -> Reading:
    """A reading of (24, 2) men, some points with the other side's name, every number with probability p."""
    points = np.full((BAR, OUTCOMES), (1.0 - p) / (OUTCOMES - 1), np.float32)
    for slot, (light, dark) in enumerate(counts):
        side = int(dark > 0) ^ int(slot in misread)
        points[slot, MIXED if light and dark else outcome(side, int(light + dark))] = p
    bar = np.zeros((2, MAX_COUNT + 1), np.float32)
    bar[:, 0] = 1.0
    return Reading(round(t * 10), t, points, np.zeros(BAR, np.float32), bar, 0.0)
