"""When the dice of a roll were lifted: both, or the one that is gone while the other lies there."""

from typing import TYPE_CHECKING

from monitor.events import other
from monitor.tracking.dice import DieTrack
from monitor.tracking.halves import half, right, sided
from monitor.tracking.opening import OpeningRoll
from monitor.tracking.state import GameTrack, Roll

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

ONE_LIFTED_S, ONE_UNSEEN_S = 1.5, 6.0
"""One of two dice that is gone for so long, the other lying there, has been lifted: where a hand was seen at
it, and where none was, so that it may be overlooked."""
LIFT_S = 0.5
"""Dice covered for longer than this before they are gone were lifted so long before the hand left."""
VANISHED_S = 0.08
"""Dice not seen for this long, in one frame at least, are gone or covered."""


class Lifting:
    """Notes in rolls, and in single opening dice, that they have been lifted, and when."""

    def __init__(self, tracker: "MatchTracker", openings: OpeningRoll) -> None:
        self._tracker = tracker
        self._openings = openings

    def update(self, game: GameTrack) -> None:
        """Look at the newest dice."""
        self._opening_dice(game)
        if game.roll is not None:
            dice = game.roll.seen
            if dice:
                self._roll(game, game.roll, dice)

    def _opening_dice(self, game: GameTrack) -> None:
        gone = {track.id for track in self._tracker.dice.gone}
        for player, track in list(game.opening.items()):
            if track.id in gone and game.in_opening:
                del game.opening[player]
                self._tracker.rolls.lifted_alone(track)
                self._openings.lifted(track, player, alone=other(player) in game.opening)

    def _roll(self, game: GameTrack, roll: Roll, dice: list[DieTrack]) -> None:
        """dice: those of the roll that have been seen, not entered by hand."""
        tracker = self._tracker
        there = {track.id for track in tracker.dice.tracks}
        times = [track.seen for track in dice]
        unseen = tracker.now - max(times) >= VANISHED_S and not tracker.config.stills
        vanished = unseen and any(track.by_hand for track in dice)
        roll.vanished = min(times) if vanished else None
        if roll.lifted is not None:
            _look_again(game, roll, dice, there)
            return
        left = [track for track in dice if track.id in there]
        if len(left) == len(dice):
            return
        lost = [track for track in dice if track.id not in there]
        others = self._others(roll, left)
        if roll.moved and left and not others:
            roll.hides(lost[0])
            return
        seen = [track.missing or track.seen if tracker.config.stills else track.seen for track in lost]
        long = ONE_LIFTED_S if any(track.by_hand for track in lost) else ONE_UNSEEN_S
        alone = len(dice) == 2 and (tracker.now - max(seen) > long or others)
        if not left or (alone and left[0].missing is None and not tracker.config.stills):
            roll.one_left = bool(left)
            late = left and not others
            roll.lifted = tracker.now if late else min(map(_lifted, seen, lost))
            roll.by_hand = any(track.by_hand for track in lost)
        game.used_dice |= {track.id for track in left} if roll.lifted is not None else set()

    def _others(self, roll: Roll, left: list[DieTrack]) -> bool:
        """Whether the die left lying is the opponent's, of the opening roll."""
        return (
            sided(self._tracker.config)
            and roll.by is not None
            and all(half(track) == right(other(roll.by)) for track in left)
            and any(half(track) == right(roll.by) for track in roll.tracks)
        )


def _look_again(game: GameTrack, roll: Roll, dice: list[DieTrack], there: set[int]) -> None:
    """A roll that was taken to be lifted, one die of it or both. there: the dice that lie there now."""
    if {track.id for track in dice} <= there:
        roll.lifted, roll.one_left = None, False
        game.used_dice -= roll.ids
    elif roll.ids & there:
        roll.one_left = True
    elif roll.one_left:
        roll.lifted = max(_lifted(track.seen, track) for track in dice)
        roll.one_left = False


def _lifted(seen: float, die: DieTrack) -> float:
    """When a die last seen then was lifted: a hand may have covered it before."""
    return max(seen, die.handled - LIFT_S)
