"""What the last moments of reading say about every slot, however many frames a second there are.

Log-probabilities are averaged with weights that fade within a quarter of a second. A slot that is covered
or in motion adds nothing. Every probability is mixed with a little uniform chance, so that no misreading
can weigh more than a fixed amount.
"""

import math

import numpy as np
from numpy.typing import NDArray

from monitor.tracking.seating import Outcomes
from vision.reading import MAX_COUNT, OUTCOMES, Reading

FADE_S = 0.25
"""Time in which the weight of a frame falls to 1/e."""
STALE_S = 0.6
"""Readings further apart than this stand alone."""
LEAST_KEPT = 0.6
"""Weight kept from one reading to the next at low frame rates."""
OUTLIER = 0.002
"""Chance that a slot is read wrong whatever its probabilities say, spread over all outcomes."""
MOST_WEIGHT = 2.0
"""Frames of a resting board are alike, errors included: no slot counts as more than this many readings."""
MOVING = 0.3
HIDDEN = 0.5

Floats = NDArray[np.float64]


class Evidence:
    """Weighted mean log-probabilities of the 24 points and the bar."""

    def __init__(self, has_bar: bool) -> None:
        self._has_bar = has_bar
        self._points: Floats = np.zeros((24, OUTCOMES))
        self._bars: Floats = np.zeros((2, MAX_COUNT + 1))
        self._weight: Floats = np.zeros(25)
        self._best = np.full(26, -1, dtype=np.int64)
        self._t: float | None = None
        self.quiet_since = math.inf
        self.readings_quiet = 0
        self.visible = np.zeros(24, dtype=bool)

    def update(self, reading: Reading) -> None:
        """Take one reading in."""
        gap = math.inf if self._t is None else reading.t - self._t
        keep = 0.0 if gap > STALE_S else max(math.exp(-gap / FADE_S), LEAST_KEPT)
        self.visible = (np.asarray(reading.hidden) < HIDDEN) & (np.asarray(reading.motion) < MOVING)
        bar_seen = self._has_bar and reading.bar_hidden < HIDDEN
        seen = np.append(self.visible, bar_seen).astype(np.float64)
        fresh = 1.0 - np.append(np.asarray(reading.hidden, dtype=np.float64), reading.bar_hidden)
        weight = seen * np.clip(fresh, 0.0, 1.0)
        self._points *= keep
        self._points += weight[:24, None] * _safe_log(reading.points, OUTCOMES)
        self._bars *= keep
        self._bars += weight[24] * _safe_log(reading.bar, MAX_COUNT + 1)
        self._weight = self._weight * keep + weight
        self._note_changes(reading, gap)
        self._t = reading.t

    def _note_changes(self, reading: Reading, gap: float) -> None:
        best = np.append(self._points.argmax(axis=1), self._bars.argmax(axis=1))
        known = np.append(self._weight[:24] > 0.3, [self._weight[24] > 0.3] * 2)
        changed = known & (best != self._best)
        if changed.any() or gap > STALE_S or math.isinf(self.quiet_since):
            self.quiet_since, self.readings_quiet = reading.t, 1
        else:
            self.readings_quiet += 1
        self._best[known] = best[known]

    def quiet_for(self, now: float) -> float:
        """Seconds since the most probable content of a visible slot last changed."""
        return 0.0 if math.isinf(self.quiet_since) else now - self.quiet_since

    @property
    def share_visible(self) -> float:
        """Part of the 24 points that the last reading shows."""
        return float(self.visible.mean())

    @property
    def known(self) -> NDArray[np.bool_]:
        """(24,) points about which something is known at present."""
        return self._weight[:24] > 0.3

    def weighted(self) -> tuple[Floats, Floats]:
        """(24, OUTCOMES) and (2, MAX_COUNT + 1) log-likelihoods, the best outcome of each row at 0."""
        scale = np.minimum(self._weight, MOST_WEIGHT) / np.maximum(self._weight, 1e-9)
        points = self._points * scale[:24, None]
        bars = self._bars * scale[24]
        return points - points.max(axis=1, keepdims=True), bars - bars.max(axis=1, keepdims=True)

    def score(self, points: Outcomes, bars: Outcomes) -> Floats:
        """(K,) log-likelihood of K boards against the best reading of every slot; 0 is a perfect fit."""
        by_slot, by_bar = self.weighted()
        total = by_slot[np.arange(24), points].sum(axis=1)
        return np.asarray(total + by_bar[np.arange(2), bars].sum(axis=1), dtype=np.float64)


def _safe_log(probabilities: NDArray[np.float32], outcomes: int) -> Floats:
    mixed = (1.0 - OUTLIER) * np.asarray(probabilities, dtype=np.float64) + OUTLIER / outcomes
    return np.asarray(np.log(mixed), dtype=np.float64)
