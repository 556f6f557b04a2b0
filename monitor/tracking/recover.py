"""Losing the thread of a game and taking it up again."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from monitor.backgammon import Position, text_of
from monitor.events import other
from monitor.tracking.amend import put_right_last, put_right_to
from monitor.tracking.bridge import CLOSE, bridge, may_stand, passed_on
from monitor.tracking.dice import NEAR, SURE_P, DieTrack
from monitor.tracking.explain import TurnVerdict
from monitor.tracking.halves import half, right, sided
from monitor.tracking.rivals import Rival
from monitor.tracking.silent import yet_to_throw
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.view import MISFIT, GameView, game_view

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

FOUND_S = 6.0
"""A board that was moved and found again goes on from where it was, if that can be seen in this time."""
FOLLOWED_ODDS = -3.0
"""Log odds of the board that was followed against the one that is seen, where it is given up for that."""
STILL_S = 1.15
"""Time a board must stand before the thread is taken up from it."""


class Close(Protocol):
    """Tells the end of a turn."""

    def __call__(
        self, view: GameView, verdict: TurnVerdict, t: float, *, now: Position | None = None
    ) -> None:
        """t: when (s). now: the board, if that moved on."""
        ...


class Recovery:
    """While the thread is lost nothing is told but its recovery."""

    def __init__(self, tracker: "MatchTracker", close: Close) -> None:
        self._tracker = tracker
        self._close = close
        self.reset()

    def reset(self) -> None:
        """Start waiting anew."""
        self._since: float | None = None
        self._from = self._tracker.now
        """When this waiting began."""

    def update(self, view: GameView) -> None:
        """Take up the thread: the same board, one or two unseen turns, or the seen board with a gap."""
        tracker, game = self._tracker, view.game
        if self._goes_on(game):
            reason = "the turn that was going on goes on"
            tracker.regain(reason, by=game.to_act, conf=0.9, same_turn=True)
            return
        if tracker.ending.given_up(game) or self._just_found:
            return
        if not tracker.settled:
            self._since = None
            return
        if self._since is None:
            self._since = max(self._from, tracker.evidence.quiet_since)
        if not tracker.config.stills and tracker.now - self._since < STILL_S:
            return
        self._since = None
        if view.fit(game.board) > MISFIT and _one_turn(view):
            if game.roll is None or not game.roll.ids <= {track.id for track in tracker.dice.tracks}:
                game.unwatched = True
            tracker.regain("the board is as it was", by=game.to_act, conf=0.9)
            return
        if not self._explained(view):
            game.unwatched = True
            waits = yet_to_throw(tracker, game)
            if game.last is not None and game.last.legal is False and game.roll is None:
                game.wrong = game.last
            game.roll = game.last = None
            self._resume_from_seen(view, waits=waits)

    def _explained(self, view: GameView) -> bool:
        """Whether what was played since the thread was lost is known: of whoever has ended a turn meanwhile,
        else of the player who was to act."""
        game, lost = view.game, self._tracker.lost
        to_act, ended = game.to_act, None if lost is None else lost.ended
        ways = (
            self._tracker.ending.while_lost,
            self._played,
            self._put_right,
            self._taken_up,
            self._passed_on,
            self._by_the_other,
            self._bridged,
        )
        for who in (ended, to_act) if ended is not None and ended != to_act else (to_act,):
            game.to_act = who
            if any(way(view) for way in ways):
                return True
        return False

    def _bridged(self, view: GameView) -> bool:
        """Whether one or two turns that nobody saw explain the board. A turn that was not played by the roll
        that lay there before may still be put right by it."""
        tracker, game = self._tracker, view.game
        known = self._known(game)
        turns = bridge(view.explainer, game, known)
        if not turns or (tracker.config.stills and view.explainer.contradicted(turns[-1].after).any()):
            return False
        game.unwatched, game.last = True, None
        if turns[0].dice is None:
            game.roll = None
        before = text_of(game.before)
        tracker.regain("the turns not seen explain the board", by=turns[0].player, board_after=before)
        game.board = game.before
        game.used_dice |= {die.id for die in _lying(tracker, game)}
        for verdict in turns:
            self._close(view, verdict, tracker.now)
        if len(turns) == 1 and known is not None:
            game.last, game.last_rolls = replace(turns[0], dice=known, legal=None), (known,)
        game.unwatched = True
        return True

    def _played(self, view: GameView) -> bool:
        """Whether the roll that lay there and is gone explains the board, legally: that turn is over."""
        tracker, game = self._tracker, view.game
        roll = game.roll
        if roll is None or self._known(game) is None or tracker.config.stills:
            return False
        verdict = view.verdict()
        if not verdict.changed or not verdict.surely_legal or verdict.misfit < MISFIT:
            return False
        tracker.regain("the roll that lay there explains the board", by=roll.by, conf=0.9, same_turn=True)
        self._close(view, verdict, roll.lifted or tracker.now)
        return True

    def _put_right(self, view: GameView) -> bool:
        """Whether the last turn, which was wrong, has been put right while men went to and fro."""
        game = view.game
        last = game.last or game.wrong
        if last is None or last.legal is not False or game.roll is not None or self._unseen:
            return False
        followed = game.before, game.board, game.last
        game.before = game.board = last.after
        game.last = last
        board = put_right_to(self._tracker, view)
        if board is None:
            game.before, game.board, game.last = followed
            return False
        game.wrong = None
        self._tracker.regain("the last turn was put right", by=last.player, conf=0.9, same_turn=True)
        put_right_last(self._tracker, view, board)
        return True

    def _by_the_other(self, view: GameView) -> bool:
        """Whether once more the opponent has played the dice of a player who seemed to be on turn, so that by
        now it is clear that the halves do not tell who threw."""
        tracker, game = self._tracker, view.game
        who = game.to_act
        if who is None or self._unseen:
            return False
        seen = view.explainer.resume(game.before)
        to_throw = tracker.exchanged.turn_over(game, who, seen, game.roll)
        if to_throw is not None:
            tracker.exchanged.go_on(game, to_throw, seen)
        return to_throw is not None

    def _taken_up(self, view: GameView) -> bool:
        """Whether dice that lie there, thrown unseen, explain the board as the turn of the player who was to
        act: it goes on with them."""
        tracker, game = self._tracker, view.game
        dice = _lying(tracker, game)
        who = game.to_act
        if who is None or len(dice) != 2 or tracker.config.stills or game.in_opening:
            return False
        if sided(tracker.config) and {half(die) for die in dice} != {right(who)}:
            return False
        boards = may_stand(view.explainer, game.before, who, (dice[0].face, dice[1].face))
        if view.explainer.fit(boards).max() < CLOSE:
            return False
        game.roll, game.last = Roll(dice, who, min(die.first for die in dice)), None
        tracker.regain("the dice that lie there explain the board", by=who, conf=0.9)
        tracker.rolls.announce(game.roll)
        return True

    def _passed_on(self, view: GameView) -> bool:
        """Whether the opponent's dice, thrown unseen, explain the board after a turn of the player who was to
        act: with his roll that lay there, or with whatever he may have thrown meanwhile."""
        tracker, game = self._tracker, view.game
        who, roll = game.to_act, game.roll
        dice = _lying(tracker, game)
        if who is None or len(dice) != 2 or tracker.config.stills or game.in_opening or not self._unseen:
            return False
        if sided(tracker.config) and {half(die) for die in dice} != {right(other(who))}:
            return False
        known = self._known(game)
        if roll is not None and known is None:
            return False
        found = passed_on(view.explainer, game.before, who, known, (dice[0].face, dice[1].face))
        if found is None:
            return False
        verdict, now = found
        thrown = Roll(dice, other(who), min(die.first for die in dice))
        tracker.regain("the dice that lie there explain the board", by=who, conf=0.9)
        self._close(view, verdict, min(thrown.t, (roll.lifted if roll else None) or thrown.t), now=now)
        game.roll = thrown
        tracker.rolls.announce(thrown)
        return True

    def _known(self, game: GameTrack) -> tuple[int, int] | None:
        """The roll of the player who was to act, where it lay there before the board was out of sight."""
        roll = game.roll
        if not self._unseen or roll is None or not roll.announced or len(roll.tracks) != 2:
            return None
        return None if roll.void or roll.by != game.to_act else (roll.faces[0], roll.faces[1])

    def _goes_on(self, game: GameTrack) -> bool:
        """Whether nothing can have been played but the turn that was going on, for all that was not seen: its
        dice are seen to lie as they lay, or the board was moved, was found at once and is at rest."""
        tracker, roll = self._tracker, game.roll
        if not self._unseen or not tracker.in_sight or tracker.config.stills:
            return False
        if roll is not None and roll.lifted is None and roll.announced and _seen_again(tracker, roll):
            return True
        return self._just_found and tracker.settled

    @property
    def _just_found(self) -> bool:
        """Whether the board was moved and found again, so lately that the turn may still go on."""
        lost = self._tracker.lost
        found = None if lost is None else lost.found
        return found is not None and self._tracker.now - found <= FOUND_S

    @property
    def _unseen(self) -> bool:
        """Whether it was lost because the board was not seen."""
        return self._tracker.lost is not None and self._tracker.lost.unseen

    def drifted(self, game: GameTrack, board: Position) -> None:
        """The board believed in has turned out to be wrong, and which it is: lost and found at once."""
        tracker = self._tracker
        tracker.evidence.trust_all()
        tracker.lose("turn after turn other men are seen than were followed")
        followed = game.before
        _go_on_from(tracker, game, board, "going on with the men that are seen", conf=0.9, moved=0.9)
        doubted = game_view(tracker, game).explainer.contradicted(followed)
        game.rivals = (Rival(followed, FOLLOWED_ODDS, doubted),)

    def _resume_from_seen(self, view: GameView, *, waits: bool) -> None:
        """waits: whether the player on roll had yet to throw, nothing having gone unseen."""
        tracker, game = self._tracker, view.game
        tracker.evidence.trust_all()
        board = view.explainer.resume(game.before)
        if game.left is None:
            game.left, game.from_seen = (game.before, game.on_roll, waits), 0
        game.to_act, game.in_opening = None, False
        _go_on_from(tracker, game, board, "going on from the board as it is seen", conf=0.5, moved=0.8)


def _go_on_from(
    tracker: "MatchTracker", game: GameTrack, board: Position, reason: str, *, conf: float, moved: float
) -> None:
    """Follow a game that was lost from another board than the one believed in, with a gap before it.

    conf: how sure that is. moved: how sure its men are.
    """
    game.before = game.board = game.told_with_dice = board
    game_view(tracker, game).explainer.believe(board)
    game.last, game.start_wrong, game.rivals = None, False, ()
    text = text_of(board)
    tracker.regain(reason, by=game.to_act, conf=conf, board_after=text, gap=True)
    tracker.tell("CheckersMoved", conf=moved, board_after=text)


def _lying(tracker: "MatchTracker", game: GameTrack) -> list[DieTrack]:
    """Sure dice at rest that belong to no roll told before."""
    known = game.used_dice | (game.roll.ids if game.roll is not None else set())
    return [
        die
        for die in tracker.dice.resting(tracker.now, STILL_S / 2.0)
        if die.zone in ("E", "W") and die.p >= SURE_P and die.id not in known
    ]


def _seen_again(tracker: "MatchTracker", roll: Roll) -> bool:
    """Whether both dice of a roll are seen where they lay. One that was read elsewhere while the board moved
    is a new one to the tracker, and is put in the old one's place in the roll."""
    seen = [track for track in tracker.dice.tracks if track.seen == tracker.now]
    dice = []
    for die in roll.tracks:
        same = [
            one
            for one in seen
            if one.id == die.id or (one.face == die.face and math.dist(one.uv, die.uv) <= NEAR)
        ]
        if not same:
            return False
        dice.append(min(same, key=lambda one: one.id != die.id))
    if len({die.id for die in dice}) < len(dice):
        return False
    roll.tracks = dice
    roll.refresh()
    return True


def _one_turn(view: GameView) -> bool:
    """Whether one turn, over or not, explains the board believed in."""
    board = view.game.board
    stands = board.board == view.game.before.board
    return stands or view.may_be_a_play(board) or view.may_be_a_turn(board)
