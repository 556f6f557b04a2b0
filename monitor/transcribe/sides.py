"""One name for each side through a whole recording: which colour is the lighter one may be judged differently
from picture to picture where both are about as light."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.reading import MAX_COUNT, Reading

PULL: Final = 0.05
"""Share of a new reading in the colours gone by."""
CLEARLY: Final = 60.0
"""By how much (sum over both colours of the distances in RGB) the other naming must fit better."""

Colour = NDArray[np.float64]


def one_naming(readings: Iterable[Reading]) -> Iterator[Reading]:
    """The readings, in order of time, with light and dark exchanged where the colours say that they were
    named the other way round than before. What stands for the same picture goes on sharing its arrays."""
    known: tuple[Colour, Colour] | None = None
    last: tuple[Reading, Reading] | None = None
    for reading in readings:
        if last is not None and reading.points is last[0].points:
            same = last[1]
            yield replace(reading, points=same.points, bar=same.bar, colours=same.colours)
            continue
        right, (light, dark) = reading, reading.colours
        if light is not None and dark is not None:
            pair = np.array(light, np.float64), np.array(dark, np.float64)
            if known is not None and _apart(pair, known) - _apart(pair[::-1], known) > CLEARLY:
                right, pair = exchanged(reading), pair[::-1]
            known = pair if known is None else (_towards(known[0], pair[0]), _towards(known[1], pair[1]))
        last = reading, right
        yield right


def exchanged(reading: Reading) -> Reading:
    """The reading with light and dark checkers named the other way round."""
    points = np.array(reading.points)
    light, dark = slice(1, MAX_COUNT + 1), slice(MAX_COUNT + 1, 2 * MAX_COUNT + 1)
    points[:, light], points[:, dark] = reading.points[:, dark], reading.points[:, light]
    return replace(reading, points=points, bar=np.array(reading.bar)[::-1], colours=reading.colours[::-1])


def _apart(one: tuple[Colour, ...], two: tuple[Colour, ...]) -> float:
    return float(sum(np.linalg.norm(a - b) for a, b in zip(one, two, strict=True)))


def _towards(known: Colour, new: Colour) -> Colour:
    return known + PULL * (new - known)
