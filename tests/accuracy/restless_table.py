"""Cameras that do not keep still, in whole films: on a boom that swings and sags, held in a hand, or zoomed
and panned by a crew.

    python tests/accuracy/restless_table.py --work DIR      writes restless_boom.csv, _held.csv and _crew.csv

DIR holds the films of films_table.py, watched. Every picture is warped as the camera would have seen it.
"""

import math
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, frames_of, moments, work_of, write_film  # noqa: E402
from steady_table import moved_frame  # noqa: E402

from calibration.geometry import BoardGeometry  # noqa: E402

TABLE = "restless_{}.csv"
FILMS = range(2564, 2588)
"""Two dozen of all kinds."""
WAYS = ("right", "down", "turned", "grown", "tilted right", "tilted down")
"""How a picture moves: shares of the picture's width, radians, shares of its size, and how much larger one
side of it gets than the other."""
Way = Callable[[float], np.ndarray]
"""(6,) of these at a time (s)."""


def waves(rng: random.Random, periods: tuple[float, float], number: int = 5) -> Callable[[float], float]:
    """A smooth course of about unit deviation, of so many waves of periods (s) between two."""
    low, high = (math.log(1.0 / period) for period in reversed(periods))
    parts = [
        (2 * math.pi * math.exp(rng.uniform(low, high)), rng.uniform(0, 2 * math.pi)) for _ in range(number)
    ]
    return lambda t: sum(math.sin(rate * t + phase) for rate, phase in parts) * math.sqrt(2.0 / number)


def boom(rng: random.Random, length: float) -> Way:
    """On an arm clamped to the table: a knock every few seconds makes it swing, and it sags."""
    knocks = []
    at = rng.uniform(2.0, 6.0)
    while at < length:
        knocks.append((at, rng.uniform(0.001, 0.008), [rng.gauss(0, 1) for _ in WAYS]))
        at += rng.expovariate(1 / 6.0)
    rates = [2 * math.pi * rng.uniform(1.5, 4.0) for _ in WAYS]
    scale = np.array([1.0, 0.7, 0.6, 0.2, 0.05, 0.05])
    sags = np.array([rng.uniform(-1, 1), 1.0, rng.uniform(-1, 1), 0.2, 0.1, 0.3]) * rng.uniform(0.005, 0.03)

    def way(t: float) -> np.ndarray:
        swing = np.zeros(6)
        for at, size, signs in knocks:
            if at < t < at + 4.0:
                for k, (rate, sign) in enumerate(zip(rates, signs, strict=True)):
                    swing[k] += size * sign * math.exp(-(t - at) / 0.7) * math.sin(rate * (t - at))
        return np.asarray(swing * scale + sags * t / length)

    return way


def held(rng: random.Random, length: float) -> Way:
    """In a hand: it trembles, and drifts by a few hundredths of the picture."""
    del length
    drifts = [waves(rng, (4.0, 30.0)) for _ in WAYS]
    trembles = [waves(rng, (0.3, 1.0)) for _ in WAYS]
    far = np.array([0.012, 0.012, 0.010, 0.010, 0.006, 0.006])
    near = np.array([0.0012, 0.0012, 0.0010, 0.0004, 0.0004, 0.0004])

    def way(t: float) -> np.ndarray:
        return np.array([d(t) for d in drifts]) * far + np.array([n(t) for n in trembles]) * near

    return way


def crew(rng: random.Random, length: float) -> Way:
    """Zoomed and panned three times, for half a second to two, to stay so."""
    turns = [
        (at, until, rng.uniform(-0.04, 0.10), rng.uniform(-1, 1), rng.uniform(-1, 1))
        for at, until in moments(rng, length, (0.6, 1.2, 2.0))
    ]

    def way(t: float) -> np.ndarray:
        place = np.zeros(6)
        for at, until, grown, right, down in turns:
            share = min(1.0, max(0.0, (t - at) / (until - at)))
            share = share * share * (3 - 2 * share)
            aim = np.array([0.03 * right, 0.03 * down, 0.0, grown, 0.0, 0.0])
            place = place + (aim - place) * share
        return place

    return way


KINDS = (boom, held, crew)


def matrix_of(way: np.ndarray, geometry: BoardGeometry) -> np.ndarray:
    """(3, 3) homography of the picture: about its middle, as WAYS says."""
    width, height = geometry.size
    right, down, turned, grown, tilted, tipped = way.tolist()
    about = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    cos, sin, size = math.cos(turned), math.sin(turned), 1.0 + grown
    seen = np.array(
        [
            [size * cos, -size * sin, right * width],
            [size * sin, size * cos, down * width],
            [tilted * 2 / width, tipped * 2 / width, 1.0],
        ]
    )
    return np.asarray(np.linalg.inv(about) @ seen @ about)


def restless(
    kind: Callable[[random.Random, float], Way], source: Path, folder: Path, number: int
) -> dict[str, object]:
    """Show a film as such a camera would have taken it."""
    frames, geometry = frames_of(source)
    way = kind(random.Random(number), frames[-1].t)
    begin = way(0.0)
    write_film(
        folder / "match.mp4",
        (moved_frame(frame, matrix_of(way(frame.t) - begin, geometry)).bgr for frame in frames),
    )
    return {"kind": kind.__name__}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tables."""
    work = work_of(__doc__, argv)
    for kind in KINDS:
        name = kind.__name__
        table = Path(__file__).with_name(TABLE.format(name))
        compare(work, name, FILMS, partial(restless, kind), table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
