"""From which seat a hand came: the row of points it covered first, before it reached further."""

from monitor.events import Player
from vision.reading import Reading

COVERS = 0.3
"""A slot hidden with at least this probability is under a hand."""
SURELY, PERHAPS = 0.8, 0.5
"""Where a slot is hidden with at least the one, others with less than the other are in the shade."""
STIRS = 0.2
"""Where this share of a slot has moved, something passes: an arm over the other row of points is not seen to
cover it."""
AWAY_S = 0.3
"""Nothing covered for this long: the hand has gone."""
LINGER_S = 1.5
"""What a hand did is seen at most this long after it has gone."""
LONGEST_GAP_S = 0.3
"""With pictures further apart the beginning of a reach is not seen."""


class Reach:
    """The last hand over the board. A sits south, at the lower row of slots."""

    def __init__(self) -> None:
        self._seat: Player | None = None
        self._last = 0.0
        self._over = False
        self._t: float | None = None

    def update(self, reading: Reading) -> None:
        """Take one reading in."""
        gap = 0.0 if self._t is None else reading.t - self._t
        self._t = reading.t
        covered = reading.hidden >= (PERHAPS if reading.hidden.max() >= SURELY else COVERS)
        north, south = bool(covered[:12].any()), bool(covered[12:].any())
        if not north and not south:
            self._over = self._over and reading.t - self._last < AWAY_S
            return
        if not self._over:
            beside = reading.motion[12:] if north else reading.motion[:12]
            stirred = bool((beside >= STIRS).any())
            one_row = north != south and gap <= LONGEST_GAP_S and not stirred
            self._seat = None if not one_row else "A" if south else "B"
            self._over = True
        self._last = reading.t

    def by(self, player: Player, ago: float = 0.0) -> bool:
        """Whether the hand that was over the board a moment ago, or so many seconds before, came from this
        player's seat."""
        near = self._t is not None and self._t - self._last <= LINGER_S + ago
        return self._seat == player and near
