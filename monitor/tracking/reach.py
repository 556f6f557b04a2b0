"""From which seat a hand came: which row of points it stirs and covers first, most, and last.

A hand comes and goes over the row of its own player, however far it reaches; an arm over a row may stir it
without being seen to cover it. What is hidden although nothing moves is no hand: the near rim seen from low
down hides men all the time.
"""

from math import tanh
from typing import Final

import numpy as np
from numpy.typing import NDArray

from monitor.events import Player
from vision.reading import Reading

COVERS: Final = 0.3
"""A slot hidden with at least this probability, and by `MORE` more than at rest, is under a hand."""
MORE: Final = 0.2
SURELY, PERHAPS = 0.8, 0.5
"""Where a slot is hidden with at least the one, others with less than the other are in the shade."""
STILL: Final = 0.2
RESTED_S: Final = 1.0
"""Where no more than this share of any slot has moved for so long (s), what is hidden is hidden at rest."""
AWAY_S: Final = 0.3
"""Nothing covered for this long: the hand has gone."""
LINGER_S: Final = 1.5
"""What a hand did is seen at most this long after it has gone."""
LATE_S, EARLY_S = 0.3, 0.6
"""What seems done so long before a hand came, or after it had gone, is its doing: it is dated by when a thing
was seen last, or first seen to be gone."""
LONGEST_GAP_S: Final = 0.3
"""With pictures further apart it is not seen how a hand comes."""
COMING, GOING, STIRRING = 2.0, 2.5, 1.5
"""Log odds of a seat where its row alone is stirred as the hand comes, is covered last, is stirred all the
time. Fitted to 2,622 moves in 312 films."""
SURE: Final = 2.5
"""Log odds from which on it is known whose hand it was."""

Floats = NDArray[np.float64]


class Reach:
    """The last hand over the board. A sits south, at the lower row of slots."""

    def __init__(self) -> None:
        self._first = self._last = 0.0
        self._over = False
        self._t: float | None = None
        self._moved = 0.0
        self._hidden = self._rest = np.zeros(24)
        self._coming = self._going = self._stirred = 0.0
        """For B's seat above 0, for A's below."""

    def update(self, reading: Reading) -> None:
        """Take one reading in."""
        gap = 0.0 if self._t is None else reading.t - self._t
        hidden = np.asarray(reading.hidden, dtype=np.float64)
        if self._t is None:
            self._hidden = self._rest = hidden
        self._t = reading.t
        stirred = np.maximum(reading.motion, np.abs(hidden - self._hidden))
        covered = self._covered(reading.t, hidden, stirred)
        self._hidden = hidden
        north, south = bool(covered[:12].any()), bool(covered[12:].any())
        if not north and not south:
            self._over = self._over and reading.t - self._last < AWAY_S
            return
        stirs = float(stirred[:12].sum() - stirred[12:].sum())
        if not self._over:
            self._over, self._stirred, self._first = True, 0.0, reading.t
            self._coming = tanh(stirs) if gap <= LONGEST_GAP_S else 0.0
        self._going, self._last = float(north) - float(south), reading.t
        self._stirred += stirs

    def _covered(self, t: float, hidden: Floats, stirred: Floats) -> NDArray[np.bool_]:
        """(24,) slots under a hand."""
        if float(stirred.max()) > STILL:
            self._moved = t
        resting = t - self._moved >= RESTED_S
        self._rest = hidden if resting else np.minimum(self._rest, hidden)
        hand = np.where(hidden - self._rest >= MORE, hidden, 0.0)
        return np.asarray(hand >= (PERHAPS if hand.max() >= SURELY else COVERS))

    def by(self, player: Player, ago: float = 0.0) -> bool:
        """Whether the hand that was over the board a moment ago, or so many seconds before, came from this
        player's seat."""
        near = self._t is not None and self._t - self._last <= LINGER_S + ago
        return near and self._whose() == player

    @property
    def over(self) -> bool:
        """Whether a hand is over the board."""
        return self._over

    def at(self, t: float) -> Player | None:
        """From whose seat the hand came that did something at time t (s), if that was the last one over the
        board and it is known."""
        return self._whose() if self._first - LATE_S <= t <= self._last + EARLY_S else None

    def _whose(self) -> Player | None:
        odds = COMING * self._coming + GOING * self._going + STIRRING * tanh(self._stirred)
        if abs(odds) < SURE:
            return None
        return "B" if odds > 0.0 else "A"
