"""Which of the dice that lie there belong to no roll yet, and are certain enough to make one."""

import math
from typing import TYPE_CHECKING

from monitor.tracking.against import is_a_side
from monitor.tracking.among import among_men
from monitor.tracking.dice import SURE_P, DieTrack
from monitor.tracking.halves import half, sided, together
from monitor.tracking.leaning import LEANS, MAY_LEAN, tilted
from monitor.tracking.sizes import alike
from monitor.tracking.state import GameTrack, Roll

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

REST_S = 0.3
DOUBT_S = 2.0
"""Time a die must have lain still where it is in doubt whether it leans."""
OUTSIDE_S = 1.0
"""A die off the board is part of a roll when the one on it has lain alone for this long, if it came no
earlier than so long before it."""
LONG_S = 6.0
"""A die that has lain there for longer was not thrown with one that comes into sight now."""
HARD_S = 0.8
"""Time at rest after which a die that is hard to read counts beside a sure one."""
FAINT = 3
"""In so many readings something has to seem a die before a single one is not the only one."""
PLAIN_P = 0.9
"""Probability of its value from which a die counts that is seen where men stand."""
SIZES = 40
"""Dice of earlier rolls whose size is remembered."""
_IN_PLAY = ("E", "W", "bar", "frame")


class FreshDice:
    """Finds them among the dice of the tracker, and remembers the dice of earlier rolls."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._sizes: dict[int, float] = {}
        self._lay = -math.inf
        """When both dice of a roll were last seen lying there."""

    def remember(self, roll: Roll) -> None:
        """A roll of two lies there, or did: how large its dice are, and when they were seen."""
        self._sizes |= {track.id: track.size for track in roll.seen}
        for old in list(self._sizes)[:-SIZES]:
            del self._sizes[old]
        self._lay = max(self._lay, min(track.seen for track in roll.tracks))

    def now(self, game: GameTrack) -> list[DieTrack]:
        """Dice at rest in play that belong to no roll yet, certain enough to be told. A die that is hard to
        read counts beside a sure one that came to rest at the same time."""
        return self._for_this_game(game, self._all(game))

    def _all(self, game: GameTrack) -> list[DieTrack]:
        tracker = self._tracker
        known = game.used_dice | (game.roll.ids if game.roll else set())
        least = 1 if tracker.config.stills else 3
        new = [
            track
            for track in tracker.dice.resting(tracker.now, REST_S)
            if track.id not in known and track.zone in _IN_PLAY and track.count >= least
            if not tracker.doubling.lies_at(track.uv) and not self._a_side(game, track)
        ]
        sure = [track for track in new if self._sure(game, track)]
        if not tracker.config.stills:
            sure = alike(sure, self._sizes.values())
        if len(sure) == 1 and not tracker.config.stills:
            beside = [track for track in new if track not in sure and self._beside(track, sure[0])]
            sure += sorted(beside, key=lambda track: -track.p)[:1]
        return [track for track in sure if self._plain(track) and self._of_this_turn(game, track, sure)]

    def outside(self, game: GameTrack, fresh: list[DieTrack]) -> DieTrack | None:
        """The die off the board that was thrown together with the only fresh one on it; None where there is
        none, or more than one: dice that lie about."""
        tracker = self._tracker
        if len(fresh) != 1 or fresh[0].zone not in ("E", "W") or tracker.config.stills or game.in_opening:
            return None
        if tracker.doubling.offer is not None or tracker.now - fresh[0].first > LONG_S:
            return None
        since = max(game.ended, fresh[0].first - OUTSIDE_S)
        there = [
            track
            for track in tracker.dice.tracks
            if track.zone == "table" and track.id not in game.used_dice and track.first >= since
        ]
        if len(there) != 1 or there[0].missing is not None or there[0].p < SURE_P or there[0].count < 2:
            return None
        rested = min(there[0].rested(tracker.now) - REST_S, fresh[0].rested(tracker.now) - OUTSIDE_S)
        return there[0] if rested >= 0.0 else None

    def another_lies(self, game: GameTrack, roll: Roll) -> bool:
        """Whether together with the only die of a roll something else came to lie on the board or its frame
        that may be the other one, however unsurely."""
        return roll.faint >= FAINT or any(
            track.zone != "table"
            and track.id not in game.used_dice | roll.ids
            and abs(track.first - roll.t) <= OUTSIDE_S
            and track.count >= 3
            and track.rested(self._tracker.now) >= HARD_S
            for track in self._tracker.dice.tracks
        )

    def _for_this_game(self, game: GameTrack, fresh: list[DieTrack]) -> list[DieTrack]:
        """Without what lay there before the men were set up, where the halves do not tell whose opening die
        it is, unless two do and nothing else has come."""
        if not game.in_opening or sided(self._tracker.config) or self._tracker.config.stills:
            return fresh
        since = [track for track in fresh if track.first >= game.since]
        return since if since or len(fresh) < 2 else fresh

    def _sure(self, game: GameTrack, track: DieTrack) -> bool:
        """Whether a die is certain enough: one that is seen where men stand or under a hand, or that came
        while another roll lay in sight, has to be plain, and the value of one that leans may be unclear."""
        bar = self._tracker.config.bar
        faint = track.p < PLAIN_P
        sure = track.p >= SURE_P or (tilted(track) and track.rested(self._tracker.now) >= HARD_S)
        sure &= not self._tracker.dice.of_a_crowd(track)
        live = not self._tracker.config.stills
        elsewhere = live and (track.first < self._lay or track.handled == self._tracker.now)
        return sure and not (faint and (elsewhere or among_men(track, game.board, game.seating, bar)))

    def _a_side(self, game: GameTrack, track: DieTrack) -> bool:
        """Whether a die is the side of another, where more lie there than were thrown: two, or in the opening
        one on either player's right."""
        if self._tracker.config.stills:
            return False
        lying = [
            die
            for die in self._tracker.dice.tracks
            if die.missing is None and die.p >= SURE_P and die.zone in _IN_PLAY
        ]
        if game.in_opening and sided(self._tracker.config):
            lying = [die for die in lying if half(die) == half(track)]
            return len(lying) > 1 and is_a_side(track, lying)
        return len(lying) > 2 and is_a_side(track, lying)

    def _of_this_turn(self, game: GameTrack, track: DieTrack, others: list[DieTrack]) -> bool:
        """Whether a die may be of the next roll: one that lay there before the dice of the last turn were
        lifted, or before the roll on the board, is if the other came with it, thrown too early; alone it is
        none, or left lying."""
        lies = game.roll is not None and len(game.roll.tracks) == 2
        since = max(game.cleared, game.roll.t) if game.roll is not None and lies else game.cleared
        if self._tracker.config.stills or track.first >= since:
            return True
        return any(together(track, other) for other in others if other is not track)

    def _beside(self, track: DieTrack, sure: DieTrack) -> bool:
        same = together(track, sure) and track.zone == sure.zone
        a_die = track.rested(self._tracker.now) >= HARD_S and not self._tracker.dice.of_a_crowd(track)
        return same and a_die

    def _plain(self, track: DieTrack) -> bool:
        doubtful = MAY_LEAN < track.lean_p < LEANS
        return not doubtful or self._tracker.config.stills or track.rested(self._tracker.now) >= DOUBT_S
