"""Light that does not fall alike on a whole board: sun through a window, and the shadow of somebody.

`light` says how much of it there is at a time, `whole` when it is there in full.
"""

import math
import random
from collections.abc import Sequence

import numpy as np

from calibration.geometry import BoardGeometry

COMING_S = 1.5
"""How long a shadow takes to come, and to go."""
GAMMA = 2.2
Light = np.ndarray
"""(h, w) how many times as much light falls there."""


class Window:
    """The sun through a window of four panes, as it lies on a board, and the clouds before it."""

    def __init__(self, rng: random.Random) -> None:
        self._left, self._top = rng.uniform(-0.1, 0.6), rng.uniform(-0.2, 0.5)
        self._wide, self._high = rng.uniform(0.3, 0.7), rng.uniform(0.4, 0.9)
        self._lean = rng.uniform(-0.6, 0.6)
        self._gain = rng.uniform(1.0, 3.0)
        self._period, self._phase = rng.uniform(25.0, 60.0), rng.uniform(0.0, 1.0)

    def light(self, u: np.ndarray, v: np.ndarray, t: float) -> Light:
        """At field places, at a time (s), beside the light of the room, 1."""
        clouds = 0.5 + 0.5 * math.sin(2 * math.pi * (t / self._period + self._phase))
        return self.whole(u, v, min(1.0, max(0.0, 3 * clouds - 1)))

    def whole(self, u: np.ndarray, v: np.ndarray, share: float = 1.0) -> Light:
        """At field places, with so much of the sun."""
        across = (u - self._left - self._lean * v) / self._wide
        down = (v - self._top) / self._high
        shape = _edge(across) * _edge(1 - across) * _edge(down) * _edge(1 - down)
        for part in (across, down):
            shape = shape * _edge(np.abs(part - 0.5) - 0.03)
        return 1 + self._gain * share * shape


class Shadow:
    """Somebody who comes to look, from one side of a board, and takes light away.

    times: from when to when (s).
    """

    def __init__(self, rng: random.Random, times: Sequence[tuple[float, float]] = ()) -> None:
        self._times = times
        self._x, self._below = rng.uniform(0.1, 0.9), rng.random() < 0.5
        self._wide, self._high = rng.uniform(0.15, 0.35), rng.uniform(0.4, 0.9)
        self._takes, self._soft = rng.uniform(0.4, 0.75), rng.uniform(3.0, 20.0)
        self._rate = rng.uniform(0.2, 0.6)

    def light(self, u: np.ndarray, v: np.ndarray, t: float) -> Light:
        """What is left of it at field places, at a time (s)."""
        there = max(
            (min(1.0, (t - begun) / COMING_S, (ended - t) / COMING_S) for begun, ended in self._times),
            default=0.0,
        )
        if there <= 0:
            return np.ones_like(u)
        return self.whole(u, v, there, 0.06 * math.sin(2 * math.pi * self._rate * t))

    def whole(self, u: np.ndarray, v: np.ndarray, there: float = 1.0, aside: float = 0.0) -> Light:
        """What is left of it at field places; there: how far in somebody leans, aside: how far aside."""
        x = self._x + aside
        y = 1 + self._high * (1 - there) if self._below else -self._high * (1 - there)
        inside = 1 - ((u - x) / self._wide) ** 2 - ((v - y) / self._high) ** 2
        return 1 - self._takes / (1 + np.exp(-np.clip(self._soft * inside, -30, 30)))


def _edge(inside: np.ndarray) -> np.ndarray:
    """From 0 to 1 within a hundredth of what is measured in."""
    return np.clip(inside * 100 + 0.5, 0, 1)


def field_places(geometry: BoardGeometry) -> tuple[np.ndarray, np.ndarray]:
    """(h, w) u and v of every pixel of a picture."""
    width, height = geometry.size
    x, y = np.meshgrid(np.arange(width, dtype=float), np.arange(height, dtype=float))
    uv = geometry.field_points(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(height, width, 2)
    return uv[..., 0], uv[..., 1]


def in_light(picture: np.ndarray, light: Light, usual: float) -> np.ndarray:
    """(h, w, 3) a picture in such light, exposed for so much of it."""
    gain = (light / usual) ** (1 / GAMMA)
    return np.asarray(np.clip(picture * gain[..., None], 0, 255), np.uint8)
