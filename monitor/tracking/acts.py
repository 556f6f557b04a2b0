"""What is said at the table or by the clock, taken in where it belongs: ends of turns, cube words, results.

A camera sees no clock button and hears no word; an operator, a clock or a program enters them as events. A
press or tap that ends a turn is told after the turn it ends, once the board is clear.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from monitor.events import Event, Player, other
from monitor.tracking.correction import READING, put_right
from monitor.tracking.dice import SURE_P
from monitor.tracking.explain import TurnVerdict
from monitor.tracking.seen_press import SeenPresses
from monitor.tracking.state import GameTrack, Lost, Roll
from monitor.tracking.view import game_view

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

WAIT_S = 1.5
"""A turn that has been ended by hand is told after this time even where its play is not clear."""
GIVE_UP_S = 4.0
"""And the end of one that cannot be told until then goes unheard."""
REGULAR = 3
"""After so many turns on end that ended with a press or tap, the next one is not over without."""
PRESS_S = 5.0
"""A player whose opponent throws before he has ended his turn ends it, or does not mean to, in this time."""
THROWN_S = 2.0
"""Who moves so long after he took up a roll that did not count, the board in plain view as it was meanwhile,
has thrown again, be that seen or not."""
AT_REST_S = 1.0
"""A die that has lain still for so long has been thrown."""
DANCE_S = 4.0
"""Nobody takes up dice, throws them, sees that he cannot move and ends his turn in less time than this."""
PRESSES = ("ClockPressed", "BarTapped")
"""Where one of these is entered though none was expected, turns end with it from then on."""
CUBE_WORDS = ("CubeOffered", "CubeTaken", "CubeReturned")


class TableActs:
    """Takes events from outside into the belief of the tracker."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        config = tracker.config
        self._said = "ClockPressed" if config.clock else "BarTapped" if config.dice == "shared2" else None
        """What ends a turn by what was said before the match."""
        self._entered: str | None = None
        """What has been entered as the end of a turn where nothing had been said of it."""
        self._heard = False
        self.seen = SeenPresses(tracker)
        self._waiting: tuple[Event, int] | None = None
        """What ends a turn that has not been told yet, and the number of that turn."""
        self._left: tuple[Player, frozenset[int]] | None = None
        self._void: Roll | None = None
        """The last roll that did not count and was taken up."""
        self._after_void: Roll | None = None
        """The same once its player is known to have thrown again."""

    @property
    def ends(self) -> str | None:
        """The act that ends a turn in this mode; without clock and with four dice it is lifting the dice."""
        shared = "BarTapped" if self._tracker.config.dice == "shared2" else None
        return self._said or self._entered or shared

    @property
    def unheard(self) -> bool:
        """Whether turns end with a press or a tap and none has been entered so far: their ends go unseen."""
        return self.ends is not None and not self._heard

    @property
    def heard(self) -> bool:
        """Whether turns end with a press or a tap, and these are entered."""
        return self.ends is not None and self._heard

    def awaited(self, game: GameTrack) -> bool:
        """Whether a turn surely is not over before its press or tap: those before it all ended with one, and
        this turn has been watched."""
        regular = game.pressed.issuperset(range(game.turn - REGULAR, game.turn))
        return regular and game.turn not in game.pressed and not game.unwatched

    def hold(self, game: GameTrack, thrown: Roll, verdict: TurnVerdict) -> bool:
        """Whether a throw does not end this turn yet: a press or tap that does is about to, or may still come
        after a play that is not legal. Each turn of the game so far ended with one then, and it is not long
        since the throw."""
        if self._waiting is not None and self._waiting[1] == game.turn:
            return True
        pressed = game.turn > 1 and game.pressed.issuperset(range(1, game.turn))
        others = game.roll is not None and game.roll.by is not None and thrown.by == other(game.roll.by)
        if not (pressed and others) or game.unwatched or self._tracker.now - thrown.t >= PRESS_S:
            return False
        game.held = game.held if verdict.surely_legal else game.turn
        return game.held == game.turn

    def came_early(self, game: GameTrack, thrown: Roll) -> bool:
        """Whether a roll taken in now was thrown before the press or tap that ended the turn before it."""
        return game.turn - 1 in game.pressed and thrown.t < game.ended

    def take(self, event: Event) -> None:
        """Take one event in."""
        tracker, game = self._tracker, self._tracker.game
        if event.ev in PRESSES and self._only_seen(event):
            return
        if event.ev == "Corrected" and event.get("code") == READING:
            put_right(tracker, event)
            return
        if game is not None and self._ends_turn(event):
            self._waiting = event, game.turn
            self.update()
            return
        event = self._with_value(event)
        tracker.pass_on(event)
        ends = event.ev in (self.ends, "TurnPassed") and game is not None and event.by == game.to_act
        if game is not None and ends and (tracker.lost is None or game.roll is None):
            game.to_act = None if event.by is None else other(event.by)
            if tracker.lost is not None:
                tracker.lost = replace(tracker.lost, ended=tracker.lost.ended or event.by)
        elif event.ev in CUBE_WORDS:
            tracker.doubling.said(event.ev, event.by, event.get("value"))
        elif event.ev == "CubePassed" and event.by is not None and tracker.game is not None:
            tracker.doubling.offer = None
            tracker.ending.tell(other(event.by), "pass", "single", conf=event.conf, t=event.t)
        elif event.ev == "GameEnded":
            tracker.ending.said(event)
        elif event.ev == "TrackLost" and tracker.lost is None:
            reason, found = event.get("reason") or "no pictures", tracker.now if event.get("found") else None
            tracker.lost = Lost(reason, unseen=event.src == "derived", found=found)

    def _only_seen(self, event: Event) -> bool:
        """Take in a press or tap; whether it was but seen, which ends a turn in its own way, if at all."""
        game = self._tracker.game
        if event.get("seen"):
            if self.unheard and event.ev == self.ends:
                self.seen.take(event)
            return True
        self._entered = self._entered or event.ev
        if event.ev == self.ends:
            self._heard = True
            if game is not None:
                game.pressed.add(game.turn)
                self._watch_early(game, event)
        return False

    def _watch_early(self, game: GameTrack, event: Event) -> None:
        """A press by the player whose turn was over while the other's roll lies there: it was too early."""
        roll = game.roll
        if roll is not None and roll.by is not None and event.by == other(roll.by) and roll.t < event.t:
            roll.too_early = True

    def _with_value(self, event: Event) -> Event:
        """A cube word with the value it is about, where that was not said."""
        doubling = self._tracker.doubling
        if event.ev not in (*CUBE_WORDS, "CubePassed") or event.get("value") is not None:
            return event
        value = 2 * doubling.value if doubling.offer is None else doubling.offer.value
        return replace(event, data={**event.data, "value": value})

    def _ends_turn(self, event: Event) -> bool:
        game = self._tracker.game
        if event.ev not in (self.ends, "TurnPassed") or game is None or self._tracker.lost is not None:
            return False
        return event.by in (game.to_act, None) and self._begun(game)

    def _begun(self, game: GameTrack) -> bool:
        """Whether there is a turn to end: a roll, a play whose roll was not read, or time enough for a roll
        not read that could not be played."""
        if game.roll is not None:
            return True
        view = game_view(self._tracker, game)
        if view.played_unread():
            return True
        quick = self._tracker.now - game.ended < DANCE_S or game.in_opening
        return not quick and game.to_act is not None and view.may_dance(game.to_act)

    def update(self) -> None:
        """End the turn that somebody has ended by hand, once its play is clear; then watch for its dice."""
        if self._waiting is not None and self._settled(*self._waiting):
            self._tracker.pass_on(self._waiting[0])
            self._waiting = None
        self.seen.update()
        self._watch_dice()

    def _settled(self, event: Event, turn: int) -> bool:
        """Whether the turn that this event ends has been told, or waited for long enough."""
        tracker, game = self._tracker, self._tracker.game
        if game is None or game.turn > turn or not self._begun(game):
            return True
        late = tracker.now - event.t >= WAIT_S
        roll = game.roll
        lie = roll is not None and (roll.lifted is None or not roll.by_hand)
        player, dice = game.to_act, frozenset(roll.ids if roll is not None and lie else ())
        if not tracker.end_turn(event.t, sure=not late):
            return tracker.now - event.t >= GIVE_UP_S
        self._left = None if player is None or not dice else (other(player), dice)
        return True

    def _watch_dice(self) -> None:
        """Dice of a roll that does not count are picked up by their thrower; dice left lying at the end of a
        turn by the player whose turn begins."""
        tracker, game = self._tracker, self._tracker.game
        roll = None if game is None else game.roll
        lifted = roll is not None and roll is not self._void and roll.announced and roll.lifted is not None
        if roll is not None and lifted and roll.void and not (roll.held or roll.accepted):
            self._void = roll
            tracker.tell("DicePickedUp", t=roll.lifted, by=roll.by, n=len(roll.tracks), meaning="reroll")
        if self._left is None:
            return
        player, dice = self._left
        if not dice & {track.id for track in tracker.dice.tracks}:
            self._left = None
            tracker.tell("DicePickedUp", by=player, n=len(dice), meaning="next_turn")

    def moved(self, game: GameTrack, by: Player | None) -> None:
        """Somebody moves men. Where his last roll did not count and was taken up, and a die lies there since
        or that is some time ago, he has thrown again; one die has not been read, or neither. What he plays is
        not held against the former."""
        void = self._void
        if void is None or void is self._after_void or void.lifted is None or by is None or void.by != by:
            return
        if game.roll is not None and game.roll is not void and game.roll.known:
            self._after_void = void
            return
        since = [
            track.first
            for track in self._tracker.dice.resting(self._tracker.now, AT_REST_S)
            if track.first > void.lifted and track.p >= SURE_P and track.id not in game.used_dice
        ]
        if since or void.unplayed_s > THROWN_S:
            self._after_void = void
            self._tracker.rolls.half_thrown(by, min(since, default=self._tracker.now))
            if game.roll is void:
                game.drop_roll()
