"""What vision says about one frame: readings with probabilities, and no rule of the game inside."""

from dataclasses import dataclass, field, replace
from math import dist
from typing import Literal

import numpy as np
from numpy.typing import NDArray

MAX_COUNT = 15
EMPTY = 0
MIXED = 2 * MAX_COUNT + 1
OUTCOMES = 2 * MAX_COUNT + 2
"""Outcomes of a point: 0 empty, 1..15 that many light, 16..30 one to fifteen dark, 31 both colours."""

QUARTERS = ("TL", "TR", "BL", "BR")
"""Left and right of the upper half of the field, then of the lower half."""

Floats = NDArray[np.float32]
Status = Literal["ok", "partial", "lost"]
Support = Literal["surface", "checker", "bar", "frame", "die", "other"]
Tilt = Literal["flat", "leaning"]
Zone = Literal["E", "W", "bar", "frame", "out"]


def outcome(side: int, count: int) -> int:
    """Index of (side 0 light / 1 dark, count) among the outcomes of a point."""
    return EMPTY if count == 0 else side * MAX_COUNT + count


def outcome_parts(index: int) -> tuple[int, int]:
    """(light count, dark count) of an outcome; MIXED reads as (1, 1): at least one of each."""
    if index == MIXED:
        return 1, 1
    if index > MAX_COUNT:
        return 0, index - MAX_COUNT
    return index, 0


def most_probable(points: Floats) -> NDArray[np.int64]:
    """(n, 2) light and dark checkers of the most probable of (n, OUTCOMES) outcomes."""
    return np.array([outcome_parts(int(best)) for best in points.argmax(axis=1)], dtype=np.int64)


ON_DIE = 0.95
"""Probability from which a die is taken to lie on another one."""


@dataclass(frozen=True)
class DieReading:
    """One die: upper face, centre, and how it lies.

    xy: centre in picture pixels; uv: in field coordinates (outside 0..1 beside the field); p: probability
    that there is a die here and the value is right; faces: probability of each value 1..6; zone: E and W
    are the halves right and left of the bar in the canonical picture.
    """

    value: int
    p: float
    faces: tuple[float, ...]
    xy: tuple[float, float]
    uv: tuple[float, float]
    zone: Zone
    support: Support
    support_p: float
    tilt: Tilt
    tilt_p: float
    size_px: float

    def apart(self, other: "DieReading") -> float:
        """How far its middle is from that of another in the picture, in sides of the larger one."""
        return dist(self.xy, other.xy) / max(self.size_px, other.size_px, 1.0)

    @property
    def lean_p(self) -> float:
        """Probability that it leans."""
        return self.tilt_p if self.tilt == "leaning" else 1.0 - self.tilt_p

    @property
    def leaning_die_p(self) -> float:
        """The lesser of the probabilities that it leans and that it is a die, whatever it shows: of one that
        leans two faces are seen alike."""
        return min(self.lean_p, sum(self.faces))

    @property
    def on_another(self) -> bool:
        """Whether it surely lies on another die."""
        return self.support == "die" and self.support_p >= ON_DIE

    @property
    def cocked(self) -> bool:
        """Leaning, or at rest on anything but the surface or a checker."""
        return self.tilt == "leaning" or self.support in ("bar", "frame", "other") or self.on_another


@dataclass(frozen=True)
class CubeReading:
    """A doubling cube: value on its upper face (64 also for a logo on an unturned cube) and place.

    in_mirror: by how many nats its number shows plainer with left and right exchanged; None: nobody looked.
    """

    value: int
    p: float
    xy: tuple[float, float]
    uv: tuple[float, float]
    in_mirror: float | None = None


@dataclass(frozen=True)
class TrayReading:
    """What lies beside the four quarters of the field, in trays or on the table, in the order of QUARTERS.

    men: (4, 2, MAX_COUNT + 1) probability of each number of light and dark checkers; hidden: (4,) probability
    that the place cannot be seen.
    """

    men: Floats
    hidden: Floats

    def counts(self) -> NDArray[np.int64]:
        """(4, 2) most probable number of light and dark checkers."""
        return np.asarray(self.men.argmax(axis=2), dtype=np.int64)

    def off(self) -> Floats:
        """(2, MAX_COUNT + 1) probability of each number of light and dark checkers borne off. They need not
        add up to one: that four unsure places hold more than MAX_COUNT together is in none of them."""
        total = np.zeros((2, MAX_COUNT + 1))
        total[:, 0] = 1.0
        for place in self.men.astype(np.float64):
            for side in (0, 1):
                total[side] = np.convolve(total[side], place[side])[: MAX_COUNT + 1]
        return total.astype(np.float32)


NO_LOOK = -1
"""Of a slot that is covered, in motion, or looks neither the same nor quite otherwise."""


@dataclass(frozen=True)
class Looks:
    """What the 24 points look like, whatever they hold: two readings of one era in which a point has the same
    number show the same column, and with two other numbers, NO_LOOK apart, columns that look otherwise. An
    era is named by when it began (ms)."""

    era: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Reading:
    """Everything read from one frame.

    t: presentation time (s). points: (24, OUTCOMES) probabilities, slots in the order T1..T12, B1..B12.
    hidden: (24,) probability that the slot cannot be seen. bar: (2, MAX_COUNT + 1) probability of each
    number of light and dark checkers on the bar; bar_hidden likewise. motion: (24,) share of the slot that
    changed since the frame before, 0 where there was none. colours: median picture colour (r, g, b) 0..255
    of the light and dark checkers, None where none was seen. trays: what lies beside the field, None where
    nobody looked: it seldom changes, so not every frame is asked. looks: None where pictures stand alone.
    """

    seq: int
    t: float
    points: Floats
    hidden: Floats
    bar: Floats
    bar_hidden: float
    dice: tuple[DieReading, ...] = ()
    cube: CubeReading | None = None
    motion: Floats = field(default_factory=lambda: np.zeros(24, dtype=np.float32))
    colours: tuple[tuple[int, int, int] | None, tuple[int, int, int] | None] = (None, None)
    status: Status = "ok"
    reason: str | None = None
    trays: TrayReading | None = None
    looks: Looks | None = None

    def counts(self) -> NDArray[np.int64]:
        """(24, 2) most probable number of light and dark checkers on each point."""
        return most_probable(self.points)


def unseen(reading: Reading, seq: int, t: float, reason: str) -> Reading:
    """The reading of a picture taken at t (s) in which nothing of the board can be seen, and why not.

    reading: the one before, of which what does not depend on the picture is kept.
    """
    return replace(
        reading,
        seq=seq,
        t=t,
        hidden=np.ones_like(reading.hidden),
        bar_hidden=1.0,
        dice=(),
        cube=None,
        motion=np.zeros_like(reading.motion),
        status="lost",
        reason=reason,
        trays=None,
        looks=None,
    )
