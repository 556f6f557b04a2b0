"""Hands seen at the game clock: they end turns where no presses are entered, but may be missed or mistaken.

A hand that passes the clock ends nothing: the play has to be whole and legal, or its player has to leave the
board alone after it. Where a press is missed, turns end as they do where none is seen.
"""

from typing import TYPE_CHECKING, Final

from monitor.events import Event, Player, other
from monitor.tracking.state import GameTrack
from monitor.tracking.view import game_view
from vision.clock_spot import HandAtClock

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

SEEN_P: Final = 0.9
"""How sure it is that a hand which came to the clock has pressed it."""
DONE_S: Final = 1.2
"""A play that is not surely legal and whole is over when the board has been left alone for so long after."""
GIVE_UP_S: Final = 4.0
"""What does not end the turn in this time was no press."""
AGAIN_S: Final = 0.3
"""Men that come to rest so long after it show that it was none."""
LEAD_S: Final = 1.0
"""A roll that lay there so long before the opponent's press came too early."""
REGULAR: Final = 2
"""That is said only where so many turns before this one ended with a press that was seen."""


def press_of(hand: HandAtClock) -> Event:
    """The press that a hand at the clock may have been: A sits south."""
    by: Player = "B" if hand.side == "N" else "A"
    return Event("ClockPressed", t=hand.t, by=by, conf=SEEN_P, data={"seen": True})


class SeenPresses:
    """Takes in hands at the clock."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._press: Event | None = None
        """What may end the turn of this number."""
        self._turn = 0
        self._game: GameTrack | None = None
        self._ended: tuple[int, ...] = ()
        """The last turns of that game that ended with one."""

    def at(self, game: GameTrack) -> float | None:
        """When the hand came that ends this turn; None where none has."""
        return self._press.t if self._press is not None and self._turn == game.turn else None

    def take(self, event: Event) -> None:
        """A hand has been at the clock."""
        tracker, game = self._tracker, self._tracker.game
        if game is None or tracker.lost is not None or game.roll is None or event.by is None:
            return
        if game is not self._game:
            self._game, self._ended = game, ()
        if event.by == game.to_act:
            self._press, self._turn = event, game.turn
        elif self._came_early(game, event):
            game.roll.too_early = True
            self._ended = (*self._ended[1 - REGULAR :], game.turn - 1)
            tracker.pass_on(event)

    def update(self) -> None:
        """End the turn once the hand that came was a press."""
        tracker, game, press = self._tracker, self._tracker.game, self._press
        if press is None or game is None:
            self._press = None
            return
        if game.turn != self._turn or tracker.lost is not None or tracker.now - press.t > GIVE_UP_S:
            self._press = None
            return
        if game.moved > press.t + AGAIN_S:
            self._press = None
        elif self._over(game, press) and tracker.end_turn(press.t, sure=True):
            self._press = None
            self._ended = (*self._ended[1 - REGULAR :], self._turn)
            tracker.pass_on(press)

    def _over(self, game: GameTrack, press: Event) -> bool:
        """Whether the turn is over with this."""
        tracker = self._tracker
        if not tracker.evidence.clear or not tracker.settled:
            return False
        view = game_view(tracker, game)
        verdict = view.verdict()
        if view.plainly_played(verdict):
            return True
        since = min(tracker.now - press.t, tracker.evidence.quiet_for(tracker.now))
        return since >= DONE_S and verdict.legal is not None and view.changed()

    def _came_early(self, game: GameTrack, event: Event) -> bool:
        """Whether the roll that lies there was thrown before its thrower's opponent ended his turn."""
        roll = game.roll
        if roll is None or event.by is None or roll.by != other(event.by):
            return False
        unplayed = game.board.board == game.before.board
        before = game.turn - 1
        regular = before not in self._ended and set(range(before - REGULAR, before)) <= set(self._ended)
        return unplayed and regular and roll.t <= event.t - LEAD_S
