"""Doubles that were passed and not seen: by word alone, or with the cube in a hand, and then the board is
cleared."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from monitor.backgammon import Position, from_seat
from monitor.events import Player, other
from monitor.tracking.cube import WELL_SEEN, WELL_SHARE
from monitor.tracking.resigning import SURE_WINNER, Result
from monitor.tracking.state import GameTrack
from monitor.tracking.view import MISFIT, GameView

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

P_SILENT: Final = 0.7
"""How sure it is that such a double was made. Of 772 games of recorded matches 291 ended by a pass and 53
were given up. With the cube at hand for the player on roll 129 and 34 were passed where the race says nothing
sure and 110 where it is his, and 2, 2 and none given up; 18 and 36 where it is the opponent's."""
LAST_MEN: Final = 4
"""So few men are borne off in one turn, which may not have been seen."""
LOST: Final = 0.95
"""Nobody doubles who so probably loses, though he has had the cube in his hand."""


def yet_to_throw(tracker: "MatchTracker", game: GameTrack) -> bool:
    """Whether the player on roll has not thrown, as far as the game was followed, and nothing went unseen."""
    unseen = tracker.lost is not None and tracker.lost.unseen
    return game.roll is None and not game.in_opening and not unseen


class SilentDouble:
    """Notices that the player on roll takes up the cube, and knows what a game given up then was."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self._in_hand: Player | None = None
        self.since: float | None = None
        """Since when he has had it in his hand (s)."""

    def update(self, view: GameView) -> None:
        """Remember who has taken the cube from its place, before he threw and before a man was moved."""
        game, cube, tracker = view.game, self._tracker.cube.rest, self._tracker
        if game.roll is not None or cube is None or not self._may_double(game.on_roll):
            self.begin()
            return
        well_seen = cube.count >= WELL_SEEN and cube.share >= WELL_SHARE
        moved = self._in_hand is not None or game.board.board != game.before.board
        if moved or not (well_seen and tracker.cube.left(tracker.now)):
            return
        if (cube.missing or 0.0) >= game.ended and view.fit(game.board) > MISFIT:
            self._in_hand, self.since = game.on_roll, cube.missing

    def doubler(self, board: Position, on_roll: Player | None, results: Sequence[Result]) -> Player | None:
        """Who has doubled, where a game was given up before a throw without a double having been seen: the
        player on roll, unless he is the one who would give it up. results: what it may count, best first."""
        who = self._in_hand or on_roll
        if who is None or not self._may_double(who):
            return None
        mine = from_seat(board, who).mover
        if sum(mine) <= LAST_MEN and not any(mine[6:]):
            return None
        lost = sum(result.p for result in results if result.winner != who)
        return who if lost < (SURE_WINNER if self._in_hand is None else LOST) else None

    def _may_double(self, player: Player | None) -> bool:
        """Whether the cube is in play, and this player's to turn."""
        tracker = self._tracker
        doubling, score = tracker.doubling, tracker.score
        if player is None or doubling.offer is not None or doubling.owner == other(player):
            return False
        return not score.crawford and score.most(player, doubling.value) > 1
