"""Light that does not fall alike on a whole board: sun through a window, a person's shadow."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from vision.sides import sigmoid
from vision.views import strip_grid

MOST = 3
"""Patches on one board."""
DEEPEST, BRIGHTEST = 0.22, 2.4
"""How many times as much light falls on a patch, in terms of what a picture shows."""
SOFTEST, HARDEST = 4.0, 80.0
"""Slope of a patch's edge, per length of the field."""
Floats = NDArray[np.float64]


@cache
def _places() -> tuple[Floats, Floats]:
    """(25, 160, 32) u and v of the strips of a usual board."""
    corners = ((0.0, 0.0), (1100.0, 0.0), (1100.0, 850.0), (0.0, 850.0))
    grid = strip_grid(BoardGeometry(corners, (1100, 850), "bar_vertical", (0.475, 0.525)))
    return grid[..., 0], grid[..., 1]


def patch(u: Floats, v: Floats, rng: np.random.Generator) -> Floats:
    """How many times as much light falls at places of the field: on an ellipse, a strip of light or shade, or
    all on one side of a line."""
    angle, slope = rng.uniform(0, np.pi), np.exp(rng.uniform(np.log(SOFTEST), np.log(HARDEST)))
    x, y = rng.uniform(-0.1, 1.1, 2)
    along = (u - x) * np.cos(angle) + (v - y) * np.sin(angle)
    across = (v - y) * np.cos(angle) - (u - x) * np.sin(angle)
    kind = rng.integers(3)
    if kind == 0:
        wide, high = rng.uniform(0.1, 0.6, 2)
        inside = (1 - np.hypot(along / wide, across / high)) * min(wide, high)
    elif kind == 1:
        inside = rng.uniform(0.05, 0.3) - np.abs(along)
    else:
        inside = along
    low, high = (DEEPEST, 0.85) if rng.random() < 0.65 else (1.15, BRIGHTEST)
    gain = np.exp(rng.uniform(np.log(low), np.log(high)))
    return np.asarray(1 + (gain - 1) * sigmoid(slope * inside))


def shaded(strips: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The strips (25, 160, 32, 3) of one board with one to MOST patches of light or shade across them."""
    u, v = _places()
    light = np.ones_like(u)
    for _ in range(rng.integers(1, MOST + 1)):
        light = light * patch(u, v, rng)
    return np.asarray(np.clip(strips * light[..., None], 0, 255), np.float32)
