"""The opening roll of a game: one die each, ties, and ties that were misread."""

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from monitor.events import Player, other
from monitor.tracking.dice import DieTrack
from monitor.tracking.halves import half, right
from monitor.tracking.leaning import sound
from monitor.tracking.state import GameTrack, Roll

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

SAME_HALF_S = 1.5
ANSWER_S = 6.0
"""A second opening die that has not come after this time may have lain there all along."""
PERHAPS_P = 0.001
"""Probability of another face from which an opening die is believed to have shown that, once both players
have thrown again: after dice that differ nobody does."""


class OpeningRoll:
    """Makes the two opening dice into the first roll, where the half tells who threw."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._teller = tracker.rolls

    def update(self, game: GameTrack, fresh: list[DieTrack]) -> Roll | None:
        """One die each; the larger one begins with both. What lay there before the men were set up is no die
        thrown for this game, unless nothing else comes."""
        for player in ("A", "B"):
            seat: Player = "A" if player == "A" else "B"
            own = [track for track in fresh if half(track) == right(seat)]
            held = {track.id for track in game.opening.values()}
            answered = game.opening.get(other(seat))
            if answered is None or answered.rested(self._tracker.now) < ANSWER_S:
                own = [track for track in own if track.first >= game.since]
            new = [track for track in own if track.id not in held]
            if len(own) == 2 and len(fresh) == 2 and not game.opening:
                if min(track.rested(self._tracker.now) for track in own) >= SAME_HALF_S:
                    return Roll(own, seat, min(track.first for track in own))
            elif len(new) == 1 and seat not in game.opening:
                game.opening[seat] = new[0]
                self._teller.alone(new[0], seat)
        roll = self.decided(game)
        if roll is not None:
            game.used_dice |= {track.id for track in fresh} - roll.ids
        return roll

    def again(self, game: GameTrack, pair: list[DieTrack]) -> bool:
        """Whether the opening roll is thrown once more, one die on either side, where a die of the first may
        have shown what the other did: then they were equal, and that is told."""
        first = game.roll
        if game.turn > 1 or first is None or first.lifted is None:
            return False
        if game.board.board != game.before.board or {half(track) for track in pair} != {"E", "W"}:
            return False
        if len(first.shown) < 2 or {half(track) for track in first.shown} != {"E", "W"}:
            return False
        ways = [(float(np.exp(a.face_scores[b.face - 1])), a, b.face) for a, b in permutations(first.shown)]
        p, misread, face = max(ways, key=lambda way: way[0])
        if p < PERHAPS_P:
            return False
        self._teller.was_equal(misread, face, p, _by_half(misread))
        game.in_opening, game.to_act, game.roll = True, None, None
        game.used_dice |= first.ids
        game.opening = {_by_half(track): track for track in pair}
        for player, track in game.opening.items():
            self._teller.alone(track, player)
        return True

    def decided(self, game: GameTrack) -> Roll | None:
        if len(game.opening) < 2:
            return None
        south, north = game.opening["A"], game.opening["B"]
        if not (sound(south) and sound(north)) or south.face == north.face:
            return None
        starter: Player = "A" if south.face > north.face else "B"
        pair = [south, north] if starter == "A" else [north, south]
        roll = Roll(pair, starter, min(track.first for track in pair), announced=True)
        game.opening = {}
        return roll

    def played(self, game: GameTrack) -> None:
        """The first move is made: the opening dice count, also one that was told as leaning."""
        dice = dict(game.opening)
        if game.roll is not None or len(dice) < 2 or dice["A"].face == dice["B"].face:
            return
        for player, track in dice.items():
            self._teller.played_alone(track, player)
        starter: Player = "A" if dice["A"].face > dice["B"].face else "B"
        pair = [dice[starter], dice[other(starter)]]
        first = min(track.first for track in pair)
        game.roll, game.to_act, game.opening = Roll(pair, starter, first, True, True), starter, {}


def _by_half(track: DieTrack) -> Player:
    return "A" if half(track) == right("A") else "B"
