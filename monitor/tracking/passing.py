"""Changes of the board that may pass: looked at again before anybody is accused or the opening ends."""

from typing import TYPE_CHECKING

from monitor.events import Player
from monitor.tracking.view import GameView

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

STANDS_S = 1.3
"""Men moved off turn have to stand where they were put for this long: who mends something moves on."""
AGAIN_S = 0.2


def may_pass_for(tracker: "MatchTracker", view: GameView, idle: Player | None, *, opening: bool) -> float:
    """For how many seconds a change of the board is not believed yet; 0 where it is.

    idle: the player not on turn who has moved these men. So long stands neither what he moved nor what may be
    a turn put right man by man. opening: an opening die is still to come; then nothing is believed of a board
    of which a part is hidden.
    """
    evidence = tracker.evidence
    if opening and not evidence.clear and not tracker.config.stills:
        return AGAIN_S
    if idle is None and not view.mending(tracker.reach):
        return 0.0
    return max(0.0, STANDS_S - evidence.firm_for(tracker.now))
