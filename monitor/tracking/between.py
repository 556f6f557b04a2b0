"""Between two games of a match: what players do with the men there is no game, unless it goes on like one.

They go over a position, lay dice to it, try plays. A game begins with the men set up, and whoever has watched
has seen that. One whose beginning went unseen is known by its turns: one player's roll after the other's, the
board on which each is thrown being a legal play of the one before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from monitor.backgammon import Position, from_seat
from monitor.backgammon.plays import legal_results
from monitor.events import Player
from monitor.tracking.dice import DieTrack
from monitor.tracking.explain import Explainer
from monitor.tracking.halves import on_right_of, sided
from monitor.tracking.state import PLAYED
from monitor.tracking.under_way import Joined, one_roll, under_way
from monitor.tracking.view import MISFIT

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

UNSEEN_S, SILENT_S = 6.0, 60.0
"""In so long without a view of the whole board a game may have begun: men set up, first dice thrown. The
second where there are no readings at all: of a recording nothing is read while nothing moves."""
TURNS = 1
"""Turns in a row by which it is one where the board was out of sight; PLAYED, if it has been in view all the
time since the last game."""


@dataclass(frozen=True)
class _Throw:
    """Two dice by their track numbers, what they show, whose right they lie on (None: that does not tell who
    threw), and the board on which they were thrown."""

    ids: frozenset[int]
    roll: tuple[int, int]
    by: Player | None
    board: Joined


class Between:
    """Counts the turns of what may be a game whose beginning went unseen."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._hidden_since: float | None = None
        self.reset()

    def reset(self) -> None:
        """A game has been told, or has ended."""
        self._read_at, self._hidden_since = self._tracker.now, None
        self._unseen = False
        self._last: _Throw | None = None
        self._turns = 0

    def in_view(self, *, whole: bool) -> None:
        """A board is seen, the whole of it, or nearly, or not."""
        now, since = self._tracker.now, self._hidden_since
        if whole:
            self.out_of_sight(0.0 if since is None else now - since)
            self._hidden_since = None
        elif since is None:
            self._hidden_since = now
        self._unseen |= now - self._read_at >= SILENT_S
        self._read_at = now

    def out_of_sight(self, seconds: float) -> None:
        """For so long the board was not seen, or not the whole of it."""
        self._unseen |= seconds >= UNSEEN_S

    def under_way(self, lying: Sequence[DieTrack]) -> Joined | None:
        """The game that goes on here, as soon as that is clear. lying: the dice at rest."""
        dice = self._thrown(lying)
        if dice is None or (self._last is not None and self._last.ids & {die.id for die in dice}):
            return None
        by = on_right_of(dice[0]) if self._sided else None
        after = self._after_last(by)
        self._turns = 0 if after is None else self._turns + 1
        board = after or self._as_seen()
        ids, roll = frozenset(die.id for die in dice), (dice[0].face, dice[1].face)
        self._last = None if board is None else _Throw(ids, roll, by, board)
        return after if self._turns >= (TURNS if self._unseen else PLAYED) else None

    @property
    def _sided(self) -> bool:
        return sided(self._tracker.config)

    def _thrown(self, lying: Sequence[DieTrack]) -> tuple[DieTrack, DieTrack] | None:
        """The two that were thrown last of those that make a roll."""
        pairs = [pair for pair in combinations(lying, 2) if one_roll(pair, sided=self._sided)]
        return max(pairs, key=lambda pair: pair[0].first + pair[1].first, default=None)

    def _as_seen(self) -> Joined | None:
        tracker = self._tracker
        return under_way(tracker.evidence, tracker.seatings, has_bar=tracker.config.has_bar)

    def _after_last(self, by: Player | None) -> Joined | None:
        """The board as a legal play of the throw before has left it; None where none has, or the same player
        has thrown again."""
        last = self._last
        if last is None or (by is not None and by == last.by):
            return None
        movers: Sequence[Player] = ("A", "B") if last.by is None else (last.by,)
        boards = [
            from_seat(Position.from_key(key), mover).board
            for mover in movers
            for key in legal_results(from_seat(last.board.board, mover), last.roll)
        ] or [last.board.board.board]
        seating = last.board.seating
        explainer = Explainer(self._tracker.evidence, seating, has_bar=self._tracker.config.has_bar)
        fits = explainer.fit(boards)
        best = int(fits.argmax())
        return Joined(seating, Position(boards[best])) if fits[best] > MISFIT else None
