"""Dice laid on the board again by hand: pushed out of the way of the men, gathered side by side by whoever
begins, or taken up too soon and put back. They are no new roll."""

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

from monitor.events import UNHEARD
from monitor.tracking.dice import NEAR, SURE_P, DieTrack
from monitor.tracking.halves import half, right
from monitor.tracking.leaning import MAY_LEAN
from monitor.tracking.on_man import on_man
from monitor.tracking.state import GameTrack, Roll

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker
    from monitor.tracking.view import GameView

AGAIN_S: Final = 10.0
"""Dice that show what those did that were taken up so long before are those, laid there again: who throws
sound dice anew, which hardly anybody does, throws the same in one of eighteen rolls."""
PARTLY_S: Final = 1.0
"""Of two dice laid side by side one may hide the other: after this time the one in sight will do."""
PUSHED_S, LIFTED_S = 1.0, 2.5
"""Out of sight for no longer than the first they were pushed, for longer than the second lifted."""


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
        longer count for anything. One die of two will do where the other may lie behind it."""
        game, roll, now = view.game, self._roll(view.game), self._tracker.now
        if roll is None:
            return False
        dice = dice or self._hiding_one(game, roll)
        if not dice:
            return False
        lie = [track for track in roll.tracks if track.seen == now]
        lost = [track for track in roll.tracks if track.seen < now]
        away = _away(lost, dice)
        if away is None or _missing(roll, [*lie, *dice]) is None:
            return False
        box = self._tracker.config.baffle
        if not (_through_box(view, roll, away) if box else _on_his_side(roll, lost, dice)):
            return False
        partly = len(dice) < len(lost)
        if partly and dice[0].rested(now) < PARTLY_S:
            return False
        if game.roll is None:
            game.used_dice |= {track.id for track in dice}
            return True
        if roll.lifted is None and (partly or len(lost) < 2):
            return False
        game.used_dice = (game.used_dice | {track.id for track in lost}) - {track.id for track in lie}
        self._lay(roll, [*lie, *dice], away)
        return True

    def _hiding_one(self, game: GameTrack, roll: Roll) -> list[DieTrack]:
        """The only die that lies there since both were taken up, whatever its size: two that touch are read
        as one."""
        if roll is not game.roll or roll.lifted is None:
            return []
        known, gone = game.used_dice | roll.ids, max(track.seen for track in roll.tracks)
        resting = self._tracker.dice.resting(self._tracker.now, PARTLY_S)
        dice = [track for track in resting if track.id not in known and half(track) and track.first >= gone]
        return dice if len(dice) == 1 and dice[0].p >= SURE_P else []

    def one_of_two(self, roll: Roll, fresh: DieTrack) -> bool:
        """Whether a die that has come to rest is one of a roll that lies there, the other of which was moved,
        too: where one was laid next to the other's place, each has been taken for the other."""
        lie = [track for track in roll.tracks if track.seen == self._tracker.now]
        if len(roll.tracks) != 2 or len(lie) != 1 or _missing(roll, [*lie, fresh]) is None:
            return False
        self._lay(roll, [*lie, fresh], 0.0)
        return True

    def pushed(self, roll: Roll, old: DieTrack, new: DieTrack) -> None:
        """One die of a roll that lies there has come again, perhaps elsewhere."""
        if math.dist(old.uv, new.uv) > NEAR:
            roll.moved = True
            self._tell(roll, [new], new.first - old.seen)

    def _lay(self, roll: Roll, dice: list[DieTrack], away: float) -> None:
        """The dice lie there as the roll. away: how long they were out of sight (s); one that still is counts
        as it was read."""
        roll.laid_again(dice, _missing(roll, dice) or [])
        self._tell(roll, dice, away)

    def _tell(self, roll: Roll, dice: list[DieTrack], away: float) -> None:
        """Say that these dice of a roll were moved by hand: not what they show, which is what they showed."""
        how = "lift" if away > LIFTED_S else "slide"
        t = max(track.first for track in dice)
        self._tracker.tell("DiceTouched", t=t, by=roll.by, how=how, notice=UNHEARD)

    def _roll(self, game: GameTrack) -> Roll | None:
        """The roll of the turn under way, or of the last one, if it counted: what was played lay flat."""
        if self._tracker.config.stills or self._former is None or self._former[0] is not game:
            return None
        roll = self._former[1]
        void = roll.void or any(map(on_man, roll.shown))
        counted = len(roll.tracks) == 2 and not (roll.held or void or roll.too_early)
        plain = all(die.lean_p < MAY_LEAN for die in (*roll.shown, *roll.tracks))
        return roll if counted and (plain or game.roll is None) else None


def _on_his_side(roll: Roll, lost: list[DieTrack], dice: list[DieTrack]) -> bool:
    """Whether dice lie on the right of whoever threw the roll; one alone that was moved, in the half it lay
    in."""
    halves = {half(track) for track in lost} if len(dice) == len(lost) == 1 else set()
    return roll.by is not None and any(half(die) in halves | {right(roll.by)} for die in dice)


def _through_box(view: "GameView", roll: Roll, away: float) -> bool:
    """Whether dice that fell through a box are those of the roll: if they were pushed, or can be played and
    have not been. Else the other may have thrown the same."""
    game = view.game
    if away <= PUSHED_S:
        return True
    unplayed = game.roll is not None and game.board.board == game.before.board and not view.changed()
    return unplayed and roll.by is not None and not view.unplayable(roll.by)


def _missing(roll: Roll, dice: list[DieTrack]) -> list[int] | None:
    """What a roll showed besides these dice; None where they show something else."""
    there, rolled = Counter(track.face for track in dice), Counter(roll.faces)
    return None if there - rolled else list((rolled - there).elements())


def _away(lost: list[DieTrack], dice: list[DieTrack]) -> float | None:
    """How long the dice that came again were out of sight, at most; None where they came before the others
    were gone, or too long after. One that the other hid went with it."""
    last = max((track.seen for track in lost), default=0.0)
    gone = sorted(track.seen if track.id > 0 else last for track in lost)
    came = sorted(track.first for track in dice)
    if len(came) > len(gone):
        return None
    away = [first - seen for first, seen in zip(came, gone, strict=False)]
    return max(away) if all(0.0 <= seconds <= AGAIN_S for seconds in away) else None
