"""Dice laid on the board again by hand: pushed out of the way of the men, gathered side by side by whoever
begins, or taken up too soon and put back. They are no new roll."""

from typing import TYPE_CHECKING, Final

from monitor.tracking.dice import DieTrack
from monitor.tracking.halves import half, right, sided
from monitor.tracking.leaning import MAY_LEAN
from monitor.tracking.state import GameTrack, Roll

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker
    from monitor.tracking.view import GameView

AGAIN_S: Final = 10.0
"""Dice that show what those did that were taken up so long before are those, laid there again: who throws
sound dice anew, which hardly anybody does, throws the same in one of eighteen rolls."""
UNHEARD: Final = "unheard"
"""What the event has for `notice`: the picture does not show whether the player said that he would."""
SLID_S: Final = 1.0
"""Out of sight for no longer than this they were pushed, else lifted."""


class Relaid:
    """Remembers the roll before, and knows its dice when they lie there again."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._former: tuple[GameTrack, Roll] | None = None

    def update(self, game: GameTrack) -> None:
        """Remember the roll on the board."""
        if game.roll is not None:
            self._former = game, game.roll

    def takes(self, view: "GameView", dice: list[DieTrack]) -> bool:
        """Whether dice that have come to rest are those of the roll before, laid there again. Those of the
        turn under way are its roll from here on, and `DiceTouched` says so; those of a turn that was told no
        longer count for anything."""
        game, roll = view.game, self._roll(view.game)
        if roll is None or not dice:
            return False
        lost = [track for track in roll.tracks if track.seen < self._tracker.now]
        whole = len(dice) == len(lost) and (roll.lifted is not None or len(lost) > 1)
        away = _away(lost, dice)
        if away is None or (game.roll is not None and not whole) or not self._his(view, roll, dice, away):
            return False
        if game.roll is None:
            game.used_dice |= {track.id for track in dice}
            return True
        lie = [track for track in roll.tracks if track not in lost]
        game.used_dice = (game.used_dice | {track.id for track in lost}) - {track.id for track in lie}
        roll.laid_again([*lie, *dice])
        self._tell(roll, away)
        return True

    def _roll(self, game: GameTrack) -> Roll | None:
        """The roll of the turn under way, or of the last one, if it counted."""
        if self._tracker.config.stills or self._former is None or self._former[0] is not game:
            return None
        roll = self._former[1]
        counted = len(roll.tracks) == 2 and not (roll.held or roll.void or roll.too_early)
        plain = all(die.lean_p < MAY_LEAN for die in (*roll.shown, *roll.tracks))
        return roll if counted and plain else None

    def _his(self, view: "GameView", roll: Roll, dice: list[DieTrack], away: float) -> bool:
        """Whether they lie on the right of whoever threw that roll. Where the halves do not tell, only dice
        pushed, or that can be played and have not been, are his: else the other may have thrown the same."""
        game = view.game
        if sided(self._tracker.config):
            return roll.by is not None and any(half(track) == right(roll.by) for track in dice)
        if away <= SLID_S:
            return True
        unplayed = game.roll is not None and game.board.board == game.before.board and not view.changed()
        return unplayed and roll.by is not None and not view.unplayable(roll.by)

    def _tell(self, roll: Roll, away: float) -> None:
        """Say that live dice were moved by hand. away: how long they were out of sight (s)."""
        faces = [track.face for track in roll.tracks]
        how = "slide" if away <= SLID_S else "lift"
        t = max(track.first for track in roll.tracks)
        self._tracker.tell("DiceTouched", t=t, by=roll.by, how=how, faces=faces, notice=UNHEARD)


def _away(lost: list[DieTrack], dice: list[DieTrack]) -> float | None:
    """How long the dice that came again were out of sight, at most; None where they are not those lost: with
    another face, before those were gone, or too long after."""
    left, away = sorted(lost, key=lambda track: track.seen), 0.0
    for die in sorted(dice, key=lambda track: track.first):
        same = next((track for track in left if track.face == die.face), None)
        if same is None or not 0.0 <= die.first - same.seen <= AGAIN_S:
            return None
        left.remove(same)
        away = max(away, die.first - same.seen)
    return away
