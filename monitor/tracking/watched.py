"""Whether a turn was watched well enough to call what was played in it illegal."""

from typing import TYPE_CHECKING

from monitor.backgammon import from_seat
from monitor.events import Player
from monitor.tracking.ends import outcomes_of
from monitor.tracking.explain import TurnVerdict
from monitor.tracking.state import GameTrack
from monitor.tracking.steps import men_come, only_opponent_moved

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

SURE_WITHOUT_BAR, NEARLY_SEEN = 0.001, -1.0
"""Where men wait on a bar that is not in the picture a play is judged that is less probably legal than the
first, on a board seen so plainly (log-likelihood)."""
AFTER_S, BEFORE_S = 1.0, 1.0
"""A hand over the men so long after the dice came to rest is not the one that threw them, and so long before
they were lifted not the one that lifts them."""


def note_hand(tracker: "MatchTracker", game: GameTrack) -> None:
    """Remember when a hand was first over men of the player on turn while the dice of his roll lay there.

    Where nobody knows who is on turn either player's men count.
    """
    roll = game.roll
    if roll is None or roll.reached is not None or roll.lifted is not None or roll.vanished is not None:
        return
    covered = tracker.evidence.covered
    if not covered.any() or tracker.now - max(track.since for track in roll.tracks) < AFTER_S:
        return
    players: tuple[Player, ...] = ("A", "B") if game.to_act is None else (game.to_act,)
    if any((covered & game.seating.held_by(player, game.before)).any() for player in players):
        roll.reached = tracker.now


def _handled(game: GameTrack) -> bool:
    """Whether a hand was over men of the player on turn well before the dice were lifted."""
    roll = game.roll
    if roll is None or roll.reached is None:
        return False
    return roll.lifted is None or roll.lifted - roll.reached >= BEFORE_S


def watched(tracker: "MatchTracker", game: GameTrack, verdict: TurnVerdict) -> bool:
    """Whether this turn was watched well enough to call it illegal.

    Where both stood on one point, and nobody minded, what is read is to be doubted, not what is played. Where
    only the opponent's men moved it may have been the opponent's turn. Whether a man waits on a bar
    that is not in the picture only the men that are missing tell; and where one in the picture plainly shows
    others than are believed to be on it, what had to be played is not known either. Where nothing seems
    played, but a hand was over men of the player while the dice lay, what it did may not show: one of many
    men on a point comes or goes above the others. Among single pictures only a board shown together with the
    dice belongs to them for sure.
    """
    config = tracker.config
    if game.unwatched or game.doubt or game.to_act is None:
        return False
    if (game.stood or verdict.before).shared_points:
        return False
    if only_opponent_moved(game.stood or verdict.before, verdict.after, verdict.player):
        return False
    if not verdict.changed and not config.stills and _handled(game):
        return False
    if not config.has_bar and not _sure_without_bar(verdict):
        return False
    points, bars = outcomes_of(game.seating, verdict.after.board)
    if tracker.evidence.contradicted(points[0], bars[0])[-1]:
        return False
    if config.stills:
        return game.roll is not None and game.told_with_dice.board == verdict.after.board
    return True


def _sure_without_bar(verdict: TurnVerdict) -> bool:
    """Whether a play is plain although nobody sees whether men of the player wait on the bar, if any do.

    The board is, and no more than one man of the opponent was moved, who may else have put his play right.
    """
    before, after = verdict.before, verdict.after
    if not from_seat(before, verdict.player).mover_bar:
        return True
    points = slice(25, 49) if verdict.player == "A" else slice(0, 24)
    came = men_come(before.board[points], after.board[points])
    return verdict.p_legal <= SURE_WITHOUT_BAR and verdict.misfit >= NEARLY_SEEN and came <= 1
