"""Following a game turn by turn: dice, checkers, and the end of every turn."""

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from monitor.backgammon import Position, from_seat
from monitor.events import other
from monitor.tracking.acts import DANCE_S
from monitor.tracking.amend import (
    amend_setup,
    amend_turn,
    face_right,
    replay_unseen,
    take_back,
    with_setup_put_right,
)
from monitor.tracking.attention import Attention, worth_a_look
from monitor.tracking.drift import Drift
from monitor.tracking.explain import PATIENCE_S, TurnVerdict, roll_scores
from monitor.tracking.leaning import sound
from monitor.tracking.midturn import LATE_S, UNEXPLAINED_S, MidTurn
from monitor.tracking.recover import Recovery
from monitor.tracking.rivals import rivals_after
from monitor.tracking.rollwatch import RollWatch
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.telling import start_anew, tell_turn
from monitor.tracking.view import MISFIT, GameView, game_view, hopeless, likely

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

CONFIRM_S = 0.2
"""A turn is called illegal when two looks this far apart show the same board."""
EARLY_RETRY_S = 0.15
LEFT_S = 1.0
"""The hand that lifts the dice is off the board after this time, or belongs to somebody else."""
UNSEEN_S = 6.0
"""Dice that vanished without a hand have been lifted after this time; before, they may be overlooked. So have
those that vanished before the press or tap with which turns end, which then went unheard."""
HIT_MAN_S, IN_TIME_S = 2.5, 1.2
"""So long after the dice were lifted a man just hit may be in a hand that is yet to put him on the bar. That
he is not there is told so long before the opponent may throw, as soon as anybody has of late."""
PAUSES = 20
"""So many pauses between turns are remembered."""
OTHERS_S = 4.0
"""What is played after dice were lifted, and nothing was played for so long, is played with others."""


class PlayWatch:
    """Turns the evidence of the tracker into events of one game."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._rolls = RollWatch(tracker)
        self._recovery = Recovery(tracker, self._close)
        self._middle = MidTurn(tracker, self._rolls, self._close, self._lose)
        self._drift = Drift()
        self._pauses = deque[float](maxlen=PAUSES)
        """From the end of a turn to the next throw, of late (s)."""
        self.reset()

    def reset(self) -> None:
        """A new game."""
        self._end = Attention()
        self._no_hurry: float | None = None
        self._wrong: tuple[bytes, float] | None = None
        self._jumped = False
        """Whether this turn counts as not watched for no more than a jump of the board."""
        self._middle.reset()
        self._recovery.reset()
        self._drift.reset()
        self._rolls.openings.reset()

    def update(self, game: GameTrack) -> None:
        """Look at the newest evidence."""
        tracker = self._tracker
        view = game_view(self._tracker, game)
        if tracker.lost is not None:
            self._middle.odd_since = None
            self._recovery.update(view)
            return
        self._watch_jumps(game)
        thrown = self._rolls.update(view)
        if thrown is not None and not self._accept(view, thrown):
            return
        if not tracker.settled or face_right(tracker, game):
            return
        self._rolls.watch_unplayed(view)
        if game.start_wrong and amend_setup(tracker, view):
            return
        if tracker.ending.update(view, self._rolls.openings):
            return
        if not amend_turn(tracker, view) and not self._turn_over(view):
            self._middle.update(view)

    def _watch_jumps(self, game: GameTrack) -> None:
        """A board that jumped means that something went unseen, unless it jumps back at once."""
        evidence = self._tracker.evidence
        if evidence.jumped == self._tracker.now:
            self._jumped = self._jumped or not game.unwatched
            game.unwatched = True
        elif self._jumped and evidence.jumped_back == self._tracker.now:
            game.unwatched = self._jumped = False

    def finish(self, game: GameTrack) -> None:
        """At the end of the source: close a turn whose dice are gone."""
        if self._tracker.lost is None and game.roll is not None and game.roll.lifted is not None:
            view = game_view(self._tracker, game)
            self._rolls.watch_unplayed(view)
            verdict = view.verdict()
            if verdict.changed and not hopeless(verdict):
                self._close(view, verdict, game.roll.lifted)
        self._tracker.ending.finish(game)

    def end_turn(self, game: GameTrack, t: float, *, sure: bool) -> bool:
        """End the turn although its dice lie on the board; False where that cannot be done yet.

        sure: only where the board is in view, without the hand at the clock, and its play is clear.
        """
        if not self._tracker.settled or (sure and not self._tracker.evidence.clear):
            return False
        view = game_view(self._tracker, game)
        verdict = with_setup_put_right(self._tracker, view, view.verdict())
        if hopeless(verdict) or (sure and verdict.patience):
            return False
        self._close(view, verdict, t)
        return True

    def _accept(self, view: GameView, thrown: Roll) -> bool:
        """A new roll lies on the board: close the turn before it if there is one, then take it."""
        game = view.game
        if self._tracker.ending.thrown(view, thrown.by):
            return False
        if game.in_opening:
            game.in_opening = False
            game.to_act = thrown.by
            self._first_turn_unseen(view, thrown)
        elif self._ends_former_turn(view, thrown):
            if not self._close_former(view, thrown):
                return False
        elif game.roll is None and not self._lay_before(game, thrown) and view.changed():
            game.unwatched = True
        thrown.by = self._rolls.by_turn(game, thrown)
        replay_unseen(self._tracker, view, thrown)
        thrown.too_early |= self._tracker.acts.came_early(game, thrown)
        former = game.roll
        if former is not None and former.doubtful and former.lifted is not None and not view.changed():
            self._rolls.resolve_thrower(game, thrown.by)
            game.unwatched = False
        if former is not None and self._rolls.thrown_by_the_same(view, former, thrown):
            former.by = thrown.by
            self._tracker.rolls.thrown_again(former, thrown)
        self._follows(game, former, thrown)
        game.roll = thrown
        game.told_with_dice = game.board
        out_of_turn = thrown.by is not None and game.to_act not in (thrown.by, None)
        if out_of_turn and not game.unwatched:
            idle = game.to_act
            long = idle is not None and view.may_dance(idle) and thrown.t - game.ended >= DANCE_S
            thrown.doubtful, thrown.after_dance, game.to_act, game.unwatched = True, long, None, True
            return True
        if out_of_turn:
            start_anew(self._tracker, game, thrown.by, "a turn was not seen")
        game.to_act = thrown.by or game.to_act
        thrown.doubtful = self._rolls.undecided(game)
        if not thrown.doubtful:
            self._tracker.rolls.announce(thrown)
        return True

    def _follows(self, game: GameTrack, former: Roll | None, thrown: Roll) -> None:
        """A roll comes after another one in the same turn, or begins a turn: how soon after the last."""
        if former is not None:
            game.used_dice |= former.ids
        elif game.turn > 1:
            self._pauses.append(thrown.t - game.ended)

    def _close_former(self, view: GameView, thrown: Roll) -> bool:
        """Close the turn before a new roll, unless these are its own dice; False where that cannot be yet."""
        game = view.game
        if not self._tracker.settled and game.roll is not None and game.roll.lifted is None:
            return False
        verdict = with_setup_put_right(self._tracker, view, view.verdict())
        early = game.roll is not None and game.roll.lifted is None and not self._tracker.config.stills
        hasty = self._rolls.too_early(game, thrown)
        if (early and verdict.legal is not True) or not self._confirmed(verdict):
            return False
        if hopeless(verdict):
            self._lose(view, f"the board changed by more than one play by {verdict.player} explains")
            return False
        if self._tracker.acts.hold(game, thrown, verdict):
            return False
        if hasty is not None:
            thrown.by, thrown.too_early = hasty, True
            self._tracker.rolls.announce(thrown)
        if not self._rolls.found_late(game, thrown, verdict.dice):
            lifted = None if game.roll is None else game.roll.lifted
            if lifted is None or self._tracker.acts.heard:
                lifted = thrown.t
            self._close(view, verdict, lifted if hasty else min(lifted, thrown.t))
        return True

    def _first_turn_unseen(self, view: GameView, thrown: Roll) -> None:
        """Two dice lie on one side and the board is not as it was: the opponent's first turn came before, its
        dice unread. It is told now."""
        game = view.game
        if thrown.announced or thrown.by is None or self._tracker.config.stills:
            return
        if view.fit(game.before) > MISFIT:
            return
        game.to_act, game.unwatched = other(thrown.by), True
        verdict = view.verdict()
        if verdict.changed and not hopeless(verdict):
            self._close(view, verdict, thrown.t)
        game.to_act = thrown.by

    def _ends_former_turn(self, view: GameView, thrown: Roll) -> bool:
        """Whether a new roll means that the turn before it is over."""
        game = view.game
        if game.to_act is None or (game.roll is None and self._lay_before(game, thrown)):
            return False
        if thrown.by is None:
            return view.changed() or view.danced(game.to_act)
        if thrown.by == game.to_act:
            return (
                game.roll is not None and view.changed() and not self._thrown_again(game, game.roll, thrown)
            )
        if game.roll is None:
            return view.changed()
        undecided = game.roll.held and game.roll.lifted is not None
        return view.changed() or undecided or all(sound(track) for track in game.roll.shown)

    def _thrown_again(self, game: GameTrack, former: Roll, thrown: Roll) -> bool:
        """Whether a roll that did not count had been taken up before this one was thrown, and men have moved
        only since that lay there: one of its dice was read late."""
        gone = former.void and former.lifted is not None and former.lifted < thrown.t
        return gone and self._lay_before(game, thrown)

    def _lay_before(self, game: GameTrack, thrown: Roll) -> bool:
        """Whether these dice lay there before the board changed, so that the change is played with them."""
        changed = game.changed_at
        if changed is None:
            changed = self._tracker.now if self._middle.odd_since is None else self._middle.odd_since
        return thrown.t < changed - (0.0 if self._tracker.config.stills else LATE_S)

    def _turn_over(self, view: GameView) -> bool:
        """Close the turn if its dice have been lifted and what was played is clear."""
        game, roll = view.game, view.game.roll
        out = self._tracker.ending.played_out(game)
        over = None if roll is None else roll.lifted or out
        if roll is None or (over is None and roll.vanished is None):
            return False
        if self._tracker.acts.heard and out is None and (over is None or self._tracker.now - over < UNSEEN_S):
            return False
        if not view.changed():
            return over is not None and self._over_unplayed(view, roll, over)
        if roll.unplayed_s > OTHERS_S and not self._tracker.config.stills:
            game.drop_roll()
            return False
        if not worth_a_look(self._tracker, self._end, over is not None, roll.one_left):
            return False
        return self._decide(view, over) if over is not None else self._decide_early(view, roll)

    def _over_unplayed(self, view: GameView, roll: Roll, lifted: float) -> bool:
        """Close a turn in which nothing seems to have been played, if nothing could be or hardly shows."""
        player = view.game.to_act or roll.by
        if self._tracker.evidence.clear:
            roll.unplayed_s = self._tracker.now - lifted
        if player is None or not view.danced(player):
            return self._decide_half_seen(view, roll, lifted)
        if self._rolls.may_be_thrown_again(roll, lifted):
            return False
        self._rolls.resolve_thrower(view.game, player)
        self._close(view, view.verdict(), lifted)
        return True

    def _decide_half_seen(self, view: GameView, roll: Roll, lifted: float) -> bool:
        """Tell a play that the board hardly shows, once the hand that lifted the dice has gone."""
        tracker = self._tracker
        if tracker.now - lifted < LEFT_S or not tracker.evidence.clear:
            return False
        if tracker.config.stills or not worth_a_look(tracker, self._end, True):
            return False
        undecided = self._rolls.undecided(view.game)
        verdict = view.half_seen(tied=undecided and len(set(roll.faces)) < 2)
        if verdict is None:
            return False
        view.game.in_opening = False
        self._close(view, verdict, lifted)
        return True

    def _decide_early(self, view: GameView, roll: Roll) -> bool:
        """The dice are gone under a hand that is still there: enough where the play is legal and complete.

        It must have been so from the first look on, before the hand hid more of the board, which must not be
        the other player's where each lifts his own dice.
        """
        verdict = view.verdict()
        self._confirmed(verdict)
        if verdict.legal is not True:
            self._no_hurry = roll.vanished
        seen = verdict.after.board == view.game.board.board or self._tracker.evidence.known.all()
        others = self._tracker.config.dice != "shared2" and self._tracker.reach.by(other(verdict.player))
        if others or roll.vanished == self._no_hurry or not (seen and view.plainly_played(verdict)):
            self._end.again(self._tracker.now + EARLY_RETRY_S)
            return False
        roll.lifted = roll.vanished
        self._close(view, verdict, roll.lifted or self._tracker.now)
        return True

    def _confirmed(self, verdict: TurnVerdict) -> bool:
        """Whether a verdict may be told: an illegal one needs a second look."""
        tracker = self._tracker
        if verdict.legal is not False or tracker.config.stills:
            self._wrong = None
            return True
        if self._wrong is None or self._wrong[0] != verdict.after.board:
            self._wrong = (verdict.after.board, tracker.now)
        if tracker.now - self._wrong[1] >= CONFIRM_S:
            return True
        self._end.again(tracker.now)
        return False

    def _decide(self, view: GameView, lifted: float) -> bool:
        stills = self._tracker.config.stills
        verdict = with_setup_put_right(self._tracker, view, view.verdict())
        if hopeless(verdict):
            if self._middle.odd_for() < UNEXPLAINED_S and not stills:
                return False
            self._lose(view, f"the board changed by more than one play by {verdict.player} explains")
            return True
        if self._goes_on(view, verdict):
            return False
        patience = self._patience(view, verdict)
        if self._tracker.now - lifted < patience and not stills:
            self._end.no_later(lifted + patience)
            return False
        if not verdict.changed or (stills and verdict.legal is not True):
            return False
        moving = verdict.legal is False and self._perhaps_not_over(view.game, lifted)
        if moving or self._rolls.next_throw_due(view.game) or not self._confirmed(verdict):
            return False
        if view.game.roll is not None and view.game.roll.one_left and not stills:
            lifted = max(lifted, min(self._tracker.evidence.quiet_since, self._tracker.now))
        self._close(view, verdict, lifted)
        return True

    def _goes_on(self, view: GameView, verdict: TurnVerdict) -> bool:
        """Whether a player who takes up each die as he plays it has one to play yet, or is playing it."""
        game, roll = view.game, view.game.roll
        if roll is None or not roll.one_left or self._tracker.config.stills:
            return False
        if not self._tracker.evidence.clear:
            return True
        from_here = verdict.before.board == game.before.board
        whole = verdict.legal is True and from_here
        return not whole and view.may_be_a_play(verdict.after if from_here else game.board)

    def _patience(self, view: GameView, verdict: TurnVerdict) -> float:
        """How long after the dice were lifted a verdict waits for what may be seen then (s)."""
        if verdict.legal is False:
            soonest = min(self._pauses, default=0.0)
            return min(HIT_MAN_S, soonest - IN_TIME_S) if view.hit_man_gone(verdict) else 0.0
        return PATIENCE_S if view.hit_unseen(verdict) else verdict.patience

    def _perhaps_not_over(self, game: GameTrack, lifted: float) -> bool:
        """Whether men may still be moved: a hand is over the board, or none was seen to lift the dice."""
        tracker = self._tracker
        if tracker.config.stills or game.roll is None:
            return False
        by_hand = game.roll.by_hand
        return (not by_hand or not tracker.evidence.clear) and (
            tracker.now - lifted < (LEFT_S if by_hand else UNSEEN_S)
        )

    def _close(self, view: GameView, verdict: TurnVerdict, t: float, *, now: Position | None = None) -> None:
        """Tell the end of a turn and hand the dice to the other player; now: the board, if that moved on."""
        game, tracker = view.game, self._tracker
        self._rolls.resolve_thrower(game, verdict.player)
        former = game.rivals
        game.rivals = rivals_after(view.explainer, verdict, t, game.before, former)
        for rival in former:
            if rival.board.board == verdict.before.board != game.before.board:
                take_back(tracker, game, rival, other(verdict.player))
                break
        roll = game.roll
        tracker.sharing.turn_over(verdict.player, roll)
        to_throw = tracker.exchanged.turn_over(game, verdict.player, verdict.after, roll)
        if roll is not None and (verdict.changed or roll.held):
            self._tracker.rolls.played(roll)
        game.unwatched |= view.waits_unseen(verdict) or view.miscounted(verdict)
        told = tell_turn(tracker, game, verdict, self._rested_at(game, verdict, t))
        known = roll is not None and (roll.announced or len(roll.shown) == 1)
        game.last = None if not known else replace(verdict, legal=None) if told is None else verdict
        game.last_rolls = likely(roll_scores(roll.shown)) if roll is not None and known else ()
        if roll is not None:
            game.used_dice |= roll.ids
        game.goes_on_from(verdict)
        game.roll, game.to_act, game.turn = None, other(verdict.player), game.turn + 1
        game.ended = t
        game.cleared = t if roll is None or roll.lifted is None else min(t, roll.lifted)
        game.changed_at = self._wrong = None
        view.explainer.confirm(now or verdict.after)
        game.unwatched, game.doubt, self._jumped = False, game.doubt or verdict.open, False
        self._middle.odd_since = None
        if to_throw is not None:
            tracker.exchanged.go_on(game, to_throw, verdict.after)
        if not any(from_seat(verdict.after, verdict.player).mover):
            tracker.ending.borne_off(verdict, game)
        elif not tracker.config.stills:
            seen = self._drift.turn_over(tracker.evidence, game.seating, verdict.after)
            if seen is not None:
                self._recovery.drifted(game, seen)

    def _rested_at(self, game: GameTrack, verdict: TurnVerdict, t: float) -> float:
        """When a turn ended of which it shows at a time (s) that it is over: where its dice lie until the
        opponent takes them, or doubles, and no press or tap is entered, as its last men came to rest, or with
        the press that was seen."""
        pressed = self._tracker.acts.seen.at(game)
        if pressed is not None:
            return min(t, pressed)
        told = verdict.changed and verdict.after.board == game.board.board
        if not told or game.roll is None or not self._tracker.acts.unheard:
            return t
        return min(t, max(game.roll.t, game.moved))

    def _lose(self, view: GameView, reason: str) -> None:
        self._tracker.lose(reason)
        self._jumped = False
        self._recovery.reset()
        if self._tracker.config.stills:
            self._recovery.update(view)
