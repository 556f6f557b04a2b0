"""The board in the middle of a turn: what changes is told, and whose turn that makes it."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from monitor.backgammon import Position
from monitor.events import Player, other
from monitor.tracking.attention import Attention, worth_a_look
from monitor.tracking.explain import PATIENCE_S, TurnVerdict
from monitor.tracking.passing import may_pass_for
from monitor.tracking.recover import Close
from monitor.tracking.rollwatch import RollWatch
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.steps import moved_men
from monitor.tracking.telling import start_anew, tell_board
from monitor.tracking.view import HOPELESS, MANY_MEN, MISFIT, GameView

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

UNEXPLAINED_S = 2.0
"""A board that nothing explains for this long means that the thread is lost."""
IN_HAND_S = 1.5
"""A number of men that cannot be right is believed after this time; before, one may be in a hand."""
LATE_S = 1.0
"""A change is seen at most this long after it was made."""
CONTRADICTIONS = 4
"""With so many points seen otherwise than believed it is the belief that is wrong."""


class MidTurn:
    """Follows the men while a turn is being played."""

    def __init__(
        self,
        tracker: "MatchTracker",
        rolls: RollWatch,
        close: Close,
        lose: Callable[[GameView, str], None],
    ) -> None:
        """close: tells the end of a turn. lose: gives up the thread, for a reason."""
        self._tracker, self._rolls = tracker, rolls
        self._close, self._lose = close, lose
        self.reset()

    def reset(self) -> None:
        """A new game."""
        self._attention = Attention()
        self._prepared: Roll | None = None
        self.odd_since: float | None = None
        """Since when the board is seen otherwise than it is believed to be."""

    def odd_for(self) -> float:
        """How long the board has been seen otherwise than it is believed to be (s)."""
        return 0.0 if self.odd_since is None else self._tracker.now - self.odd_since

    def update(self, view: GameView) -> None:
        """Look at the newest evidence: tell a board that has changed."""
        game, tracker = view.game, self._tracker
        if view.fit(game.board) > MISFIT:
            if game.board.board == game.before.board and tracker.evidence.known.all():
                game.doubt = False
            if game.roll is not self._prepared:
                self._prepared = game.roll
                view.prepare()
            self._watch_belief(view)
            return
        if self.odd_since is None:
            self.odd_since = tracker.now
        if tracker.ending.set_up_again(view) or not worth_a_look(self._tracker, self._attention):
            return
        change = view.best_change()
        patient = not tracker.config.stills
        if change.misfit < HOPELESS or moved_men(game.before.board, change.board.board) > 2 * MANY_MEN:
            if not patient or self.odd_for() >= UNEXPLAINED_S:
                self._lose(view, "the board changed by more than one play explains")
            return
        if change.board.board == game.board.board or (patient and change.margin < 1.0):
            return
        if patient and not view.all_there(change.board) and self.odd_for() < IN_HAND_S:
            return
        if not self._rolls.next_throw_due(game):
            self._take_change(view, change.board, change.mover, change.margin)

    def _watch_belief(self, view: GameView) -> None:
        """Notice that the belief holds only because many slots are suspected of being misread."""
        tracker = self._tracker
        otherwise = view.explainer.contradicted(view.game.board)
        if otherwise.sum() < CONTRADICTIONS or (otherwise & ~tracker.evidence.unread).sum() < CONTRADICTIONS:
            self.odd_since = None
            return
        if self.odd_since is None:
            self.odd_since = tracker.now
        if self.odd_for() >= PATIENCE_S:
            self._lose(view, "the board is seen otherwise than it was followed")

    def _take_change(self, view: GameView, board: Position, who: Player | None, margin: float) -> None:
        """Believe a board in the middle of a turn, and whose turn that makes it."""
        game = view.game
        his = self._rolls.was_his(view, board, who)
        idle = None if his else self._rolls.off_turn(view, board, who)
        back = board.board == (game.stood or game.before).board
        opening = self._rolls.openings.open(game)
        wait = 0.0 if back else may_pass_for(self._tracker, view, idle, opening=opening)
        if wait > 0.0:
            self._attention.again(self._tracker.now + wait)
            return
        if game.in_opening:
            self._opening_over(game, who)
        self._rolls.resolve_thrower(game, who)
        if game.to_act is None:
            game.to_act = who
        elif back and game.roll is None and game.owed is not None:
            game.to_act, game.owed = game.owed, None
        elif who is not None and who != game.to_act and (his or game.roll is None or view.half_thrown(who)):
            self._pass_over(view, who, board)
        if game.changed_at is None:
            game.changed_at = self._tracker.now
        if game.roll is not None and who is not None and who == game.roll.by:
            self._tracker.rolls.played(game.roll)
        if back and self._rolls.openings.begins_anew(game):
            return
        conf = 1.0 / (1.0 + math.exp(-min(margin, 50.0)))
        t, by = self._tracker.evidence.quiet_since, idle or who or game.to_act
        tell_board(self._tracker, game, board, by, conf, t, off_turn=idle is not None)
        if game.roll is not None and game.roll.lifted is None:
            game.told_with_dice = board

    def _opening_over(self, game: GameTrack, who: Player | None) -> None:
        """The first man moves: the opening dice that lie there are played, or they were not seen."""
        self._rolls.openings.played(game)
        game.in_opening = False
        if game.roll is None and not game.opening and not self._tracker.config.stills:
            start_anew(self._tracker, game, who, "the opening roll was not seen")

    def _pass_over(self, view: GameView, who: Player, board: Position) -> None:
        """The other side moves although its turn had not come: a turn ended without dice, or was not seen.

        board: as it is now, with that move: the slots that it changed are read right.
        """
        game = view.game
        if game.board.board == game.before.board:
            if game.roll is not None:
                game.roll.by = who
                start_anew(self._tracker, game, who, "a turn was not seen")
            game.passes_to(who)
        elif not self._tracker.config.stills and (
            may_be_put_back(game) or not view.may_be_a_turn(game.board)
        ):
            game.passes_to(who)  # No turn: men are being put back somewhere.
            game.unwatched = True
        else:
            unseen = TurnVerdict(other(who), None, game.before, game.board, None, 0.5, 0.0, 0.0, 0.0)
            roll, game.roll = game.roll, None
            over = self._tracker.now if roll is None else max(game.changed_at or 0.0, roll.t - LATE_S)
            self._close(view, unseen, over, now=board)
            game.roll = roll


def may_be_put_back(game: GameTrack) -> bool:
    """Whether men that were moved without dice may be a wrong play that is put right."""
    return game.roll is None and game.last is not None and game.last.legal is False
