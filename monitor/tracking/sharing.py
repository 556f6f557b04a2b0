"""Whose hand takes up the dice after a turn: that of who played them, or, two being shared, the opponent's.

With two dice each a player ends his turn by taking up his own. Where two are shared they lie there until the
opponent takes them, or doubles; turns then end with a press or a tap, and where nobody enters those, unseen.
Nobody has to say which it is.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

from monitor.events import Player, other
from monitor.tracking.state import Roll

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

TOLD: Final = 1.0
"""Log odds for two dice each at the beginning: that is how it is without a word."""
A_TURN: Final = 2.0
"""What the hand of one turn says, in nats. Of 4,455 turns with two dice each in 589 films, and of 1,048 with
two that are shared in 131, the dice of 95 in 100 are taken up by the hand that this expects, of 2 or 3 by the
other."""
MOST: Final = 6.0
"""No more is ever known than this."""
WAIT_S: Final = 2.0
"""So long after the dice were lifted the hand that did it is waited for to go."""
AT_ONCE_S: Final = 1.0
"""Dice that are gone within this time were lifted with one hand."""
FOUND: Final = "the opponent takes up the dice: two are shared, it seems (--dice shared2)"
NOT_SO: Final = "each takes up his own dice: two each after all"


class Sharing:
    """Changes what the tracker takes the dice for where nothing was said of a clock or of shared dice."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        config = tracker.config
        self._asked = config.dice == "own4" and not config.clock and not config.stills
        self._odds = -TOLD
        self._lifted: tuple[Player, float] | None = None
        """Who played the dice lifted last, and when they were."""

    def turn_over(self, player: Player, roll: Roll | None) -> None:
        """A turn has been told; roll: its dice. One that was seen alone, or two that go one after the other,
        say nothing: of opening dice each player takes up his own where each has two."""
        if not self._asked or roll is None or roll.lifted is None or not roll.by_hand:
            return
        seen = [track.seen for track in roll.seen]
        if len(seen) > 1 and max(seen) - min(seen) <= AT_ONCE_S:
            self._lifted = player, roll.lifted

    def update(self) -> None:
        """Look whose hand it was that lifted the dice of the last turn, once it has gone."""
        if self._lifted is None:
            return
        tracker = self._tracker
        player, lifted = self._lifted
        if tracker.reach.over and tracker.now - lifted < WAIT_S:
            return
        self._lifted = None
        whose = tracker.reach.at(lifted)
        if whose is not None:
            change = A_TURN if whose == other(player) else -A_TURN
            self._odds = max(-MOST, min(MOST, self._odds + change))
            self._settle()

    def _settle(self) -> None:
        tracker, shared = self._tracker, self._odds > 0.0
        mode: Literal["own4", "shared2"] = "shared2" if shared else "own4"
        if mode != tracker.config.dice:
            tracker.config = replace(tracker.config, dice=mode)
            reason = FOUND if shared else NOT_SO
            tracker.tell("EvidenceConflict", what="dice_mode", mode=mode, reason=reason)
