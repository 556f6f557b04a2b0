"""Dice made into rolls: which dice belong together, who threw them, when they were lifted, and how."""

import math
from typing import TYPE_CHECKING

from monitor.backgammon import Position
from monitor.events import Player, other
from monitor.tracking.against import beside, is_a_side, without_sides
from monitor.tracking.among import among_men
from monitor.tracking.dice import SURE_P, DieTrack
from monitor.tracking.halves import TOGETHER_S, apart, half, right, sided, together
from monitor.tracking.leaning import LEANS, MAY_LEAN, tilted
from monitor.tracking.opening import OpeningRoll
from monitor.tracking.relaid import Relaid
from monitor.tracking.sizes import alike
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.watched import note_hand

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker
    from monitor.tracking.view import GameView

REST_S = 0.3
DOUBT_S = 2.0
"""Time a die must have lain still where it is in doubt whether it leans."""
CROSS_S = 1.2
"""Time at rest after which dice in different halves are a roll: one may be none, and its partner unseen."""
OUTSIDE_S = 1.0
"""A die off the board is part of a roll when the one on it has lain alone for this long, if it came no
earlier than so long before it."""
LONG_S = 6.0
"""A die that has lain there for longer was not thrown with one that comes into sight now."""
HARD_S = 0.8
"""Time at rest after which a die that is hard to read counts beside a sure one."""
ONE_DIE_S = 2.0
ONE_LIFTED_S, ONE_UNSEEN_S = 1.5, 6.0
"""One of two dice that is gone for so long, the other lying there, has been lifted: where a hand was seen at
it, and where none was, so that it may be overlooked."""
LIFT_S = 0.5
"""Dice covered for longer than this before they are gone were lifted so long before the hand left."""
FAINT = 3
"""In so many readings something has to seem a die before a single one is not the only one."""
PLAIN_P = 0.9
"""Probability of its value from which a die counts that is seen where men stand."""
UNPLAYED_S = 2.0
"""A tie is one this long after its dice were lifted, though part of the board is out of sight."""
NEXT_THROW_S = 10.0
"""So long after a roll was lifted the next is waited for, where that tells whether it counted."""
VANISHED_S = 0.08
"""Dice not seen for this long, in one frame at least, are gone or covered."""
SIZES = 40
"""Dice of earlier rolls whose size is remembered."""
_IN_PLAY = ("E", "W", "bar", "frame")


class RollWatch:
    """Finds rolls among the dice of the tracker, tells them, and notices when they are lifted."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._teller = tracker.rolls
        self._sizes: dict[int, float] = {}
        self._hasty: tuple[set[int], set[int]] | None = None
        """The dice of a player whose turn was not over, and those thrown meanwhile."""
        self._astray: tuple[int, bytes, Player] | None = None
        """The turn and the board when men were last found moved off turn, and by whom."""
        self._lay = -math.inf
        """When both dice of a roll were last seen lying there."""
        self.openings = OpeningRoll(tracker)
        self._relaid = Relaid(tracker)

    def update(self, view: "GameView") -> Roll | None:
        """A roll that has just come to rest, or None."""
        game = view.game
        self._watch_lifting(game)
        self._measure(game)
        self._relaid.update(game)
        note_hand(self._tracker, game)
        self._tracker.dice.forget(game.used_dice - (game.roll.ids if game.roll else set()))
        if game.roll is not None:
            game.roll.refresh()
            self._teller.look_again(game.roll)
            if len(game.roll.tracks) == 2:
                self._remember_sizes(game.roll)
                self._lay = max(self._lay, min(track.seen for track in game.roll.tracks))
            else:
                by = self.by_turn(game, game.roll)
                self._teller.on_another(game.roll, by, opening=game.turn == 1)
                game.roll.faint += bool(self._tracker.dice.faint)
                game.roll.lone &= not self._another_lies(game, game.roll)
            self.openings.read_again(game)
        fresh = self._for_this_game(game, self._fresh(game))
        if game.roll is not None and fresh and self._came_into_view(game, game.roll, fresh):
            return None
        if game.in_opening and self._sided:
            return self.openings.update(view, fresh)
        if game.roll is not None and game.roll.lifted is None and len(fresh) < 2:
            self._mend(game, game.roll, fresh)
            return None
        pair = self._pair(fresh)
        if self._relaid.takes(view, pair or fresh[: len(fresh) == 1]):
            return None
        if pair and self._sided and self.openings.again(game, pair):
            return self.openings.decided(game)
        if pair:
            game.used_dice |= {track.id for track in fresh if pair[0].first - track.first > TOGETHER_S}
            return Roll(pair, self._thrower(game, pair), pair[0].first)
        outside = self._outside(game, fresh)
        if outside is not None and game.roll is None:
            return Roll([fresh[0], outside], self._thrower(game, fresh), fresh[0].first)
        alone = ONE_DIE_S if not self._tracker.config.stills else 0.0
        if (
            len(fresh) == 1
            and fresh[0].zone in ("E", "W")
            and (game.roll is None or len(game.roll.tracks) == 1)
            and fresh[0].rested(self._tracker.now) >= alone
            and self._tracker.doubling.offer is None
        ):
            game.roll = Roll(fresh, self._thrower(game, fresh), fresh[0].first)
            game.roll.halved = self._tracker.dice.flew_off(fresh[0].since)
            if game.to_act is None:
                game.to_act = game.roll.by
        return None

    def _measure(self, game: GameTrack) -> None:
        """How far from what they may lean on the dice have come to rest, and whether others are flat."""
        tracks = self._tracker.dice.tracks
        doubtful = [track for track in tracks if track.lean_p >= MAY_LEAN]
        for track in tracks:
            track.others_flat = len(tracks) > 1 and all(one is track for one in doubtful)
            if track.beside is None:
                track.beside = beside(track.uv, game.board, game.seating, self._tracker.config.bar)

    def _remember_sizes(self, roll: Roll) -> None:
        self._sizes |= {track.id: track.size for track in roll.tracks if track.id > 0}
        for old in list(self._sizes)[:-SIZES]:
            del self._sizes[old]

    def opening_won(self, roll: Roll, who: Player) -> bool:
        """Tell the opening roll where the halves do not tell who threw, once it is known who begins: the
        larger die was his. False where it is not told, because it is none or a die may lean."""
        if self._sided or self._tracker.config.stills or len(set(roll.faces)) < 2:
            return False
        return self._teller.opening(roll, who)

    def off_turn(self, view: "GameView", board: Position, who: Player | None) -> Player | None:
        """Who has moved men to this board in his opponent's turn, unless the opening roll was his."""
        there = view.game.turn, board.board
        if self._astray is not None and self._astray[:2] == there:
            idle: Player | None = self._astray[2]
        else:
            idle = view.off_turn(board, who, self._tracker.reach)
        in_view = self._tracker.evidence.clear
        if idle is not None and in_view and self.openings.other_began(view, board, idle):
            idle = None
        self._astray = None if idle is None else (*there, idle)
        return idle

    def was_his(self, view: "GameView", board: Position, who: Player | None) -> bool:
        """Whether a player plays the whole roll on the board, which was taken for the other's, as the halves
        do not tell who threw: then it is his, and the other's turn before it was not seen."""
        game, roll = view.game, view.game.roll
        if self._sided or roll is None or not roll.announced or game.in_opening:
            return False
        if who is None or who == roll.by or roll.by != game.to_act or game.board.board != game.before.board:
            return False
        return view.plays_out(board, who)

    def resolve_thrower(self, game: GameTrack, who: Player | None) -> None:
        """A roll of which it was not clear who threw it: tell it, now that it is."""
        roll = game.roll
        if roll is not None and roll.doubtful and who is not None:
            roll.doubtful, roll.by, game.to_act = False, who, who
            if not (game.turn == 1 and self.opening_won(roll, who)):
                self._tracker.rolls.announce(roll)

    def next_throw_due(self, game: GameTrack) -> bool:
        """Whether a hand is over the board that may well throw again: the roll taken up did not count."""
        tracker, roll = self._tracker, game.roll
        if roll is None or roll.lifted is None or tracker.config.stills:
            return False
        return roll.announced and roll.void and not roll.accepted and not tracker.evidence.clear

    def too_early(self, game: GameTrack, thrown: Roll) -> Player | None:
        """Who threw while the opponent's dice still lay there, both in plain sight, or before he ended a turn
        of which that is heard; None where nobody did.

        In the first turn one die is his own and one the opponent's. Where the halves alone do not tell who
        threw, four dice of which either player's lie on his right do. Dice lifted since then have been seen.
        """
        roll, now = game.roll, self._tracker.now
        if roll is None or roll.by is None or game.turn == 1 or self._tracker.config.stills:
            return None
        who = other(roll.by)
        if roll.lifted is not None:
            awaited = self._tracker.acts.awaited(game) and thrown.by == who
            return who if awaited or self._hasty == (roll.ids, thrown.ids) else None
        if thrown.by is None and not self._tracker.config.baffle:
            theirs = all(half(track) == right(who) for track in thrown.tracks)
        else:
            theirs = thrown.by == who
        plain = all(track.seen == now and half(track) == right(roll.by) for track in roll.tracks)
        if not (theirs and plain):
            return None
        self._hasty = roll.ids, thrown.ids
        return who

    def _fresh(self, game: GameTrack) -> list[DieTrack]:
        """Dice at rest in play that belong to no roll yet, certain enough to be told. A die that is hard to
        read counts beside a sure one that came to rest at the same time."""
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

    def _for_this_game(self, game: GameTrack, fresh: list[DieTrack]) -> list[DieTrack]:
        """Without what lay there before the men were set up, where the halves do not tell whose opening die
        it is, unless two do and nothing else has come."""
        if not game.in_opening or self._sided or self._tracker.config.stills:
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
        if game.in_opening and self._sided:
            lying = [die for die in lying if half(die) == half(track)]
            return len(lying) > 1 and is_a_side(track, lying)
        return len(lying) > 2 and is_a_side(track, lying)

    def _of_this_turn(self, game: GameTrack, track: DieTrack, others: list[DieTrack]) -> bool:
        """Whether a die may be of the next roll: one that lay there before the last turn ended, or before the
        roll on the board, is if the other came with it, thrown too early; alone it is none, or left lying."""
        lies = game.roll is not None and len(game.roll.tracks) == 2
        since = max(game.ended, game.roll.t) if game.roll is not None and lies else game.ended
        if self._tracker.config.stills or track.first >= since:
            return True
        return any(together(track, other) for other in others if other is not track)

    def _outside(self, game: GameTrack, fresh: list[DieTrack]) -> DieTrack | None:
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

    def _another_lies(self, game: GameTrack, roll: Roll) -> bool:
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

    def _beside(self, track: DieTrack, sure: DieTrack) -> bool:
        same = together(track, sure) and track.zone == sure.zone
        a_die = track.rested(self._tracker.now) >= HARD_S and not self._tracker.dice.of_a_crowd(track)
        return same and a_die

    def _plain(self, track: DieTrack) -> bool:
        doubtful = MAY_LEAN < track.lean_p < LEANS
        return not doubtful or self._tracker.config.stills or track.rested(self._tracker.now) >= DOUBT_S

    def _watch_lifting(self, game: GameTrack) -> None:
        tracker = self._tracker
        gone = {track.id for track in tracker.dice.gone}
        for player, track in list(game.opening.items()):
            if track.id in gone and game.in_opening:
                del game.opening[player]
                self._teller.lifted_alone(track)
                self.openings.lifted(track, player, alone=other(player) in game.opening)
        roll = game.roll
        if roll is None:
            return
        dice = [track for track in roll.tracks if track.id > 0]
        if not dice:
            return
        there = {track.id for track in tracker.dice.tracks}
        times = [track.seen for track in dice]
        unseen = tracker.now - max(times) >= VANISHED_S and not tracker.config.stills
        vanished = unseen and any(track.by_hand for track in dice)
        roll.vanished = min(times) if vanished else None
        if roll.lifted is not None:
            if {track.id for track in dice} <= there:
                roll.lifted, roll.one_left = None, False
                game.used_dice -= roll.ids
            elif roll.ids & there:
                roll.one_left = True
            elif roll.one_left:
                roll.lifted, roll.one_left = max(map(_lifted, times, dice)), False
            return
        left = [track for track in dice if track.id in there]
        if len(left) == len(dice):
            return
        lost = [track for track in dice if track.id not in there]
        if roll.moved and left and not self._others(roll, left):
            roll.hides(lost[0])
            return
        seen = [track.missing or track.seen if tracker.config.stills else track.seen for track in lost]
        long = ONE_LIFTED_S if any(track.by_hand for track in lost) else ONE_UNSEEN_S
        alone = len(dice) == 2 and (tracker.now - max(seen) > long or self._others(roll, left))
        if not left or (alone and left[0].missing is None and not tracker.config.stills):
            roll.one_left = bool(left)
            late = left and not self._others(roll, left)
            roll.lifted = tracker.now if late else min(map(_lifted, seen, lost))
            roll.by_hand = any(track.by_hand for track in lost)
        game.used_dice |= {track.id for track in left} if roll.lifted is not None else set()

    def _others(self, roll: Roll, left: list[DieTrack]) -> bool:
        """Whether the die left lying is the opponent's, of the opening roll."""
        return (
            self._sided
            and roll.by is not None
            and all(half(track) == right(other(roll.by)) for track in left)
            and any(half(track) == right(roll.by) for track in roll.tracks)
        )

    def _came_into_view(self, game: GameTrack, roll: Roll, fresh: list[DieTrack]) -> bool:
        """Put dice that now are seen in the place of those of a roll that was entered by hand."""
        unseen = [track for track in roll.tracks if track.id < 1]
        if not unseen or len(fresh) > len(unseen) or self._thrower(game, fresh) not in (roll.by, None):
            return False
        for track in fresh:
            match = min(unseen, key=lambda entered: entered.face != track.face)
            unseen.remove(match)
            track.said = match.said
            roll.tracks = [track if known is match else known for known in roll.tracks]
        roll.refresh()
        return True

    def _mend(self, game: GameTrack, roll: Roll, fresh: list[DieTrack]) -> None:
        """A die that was pushed aside comes back as a new one: put it in the place of the lost one; or the
        second die comes late, that of an opening roll, or one that was not read before."""
        there = {track.id for track in self._tracker.dice.tracks}
        lost = [track for track in roll.tracks if track.id not in there]
        if len(lost) == 1 and len(fresh) == 1 and fresh[0].face == lost[0].face:
            roll.tracks = [fresh[0] if track is lost[0] else track for track in roll.tracks]
            roll.refresh()
            self._relaid.pushed(roll, lost[0], fresh[0])
        elif lost and len(fresh) == 1 and self._relaid.one_of_two(roll, fresh[0]):
            return
        elif (
            len(roll.tracks) == 1
            and len(fresh) == 1
            and not roll.announced
            and (
                together(roll.tracks[0], fresh[0])
                or self._answers(game, fresh[0])
                or self._pair([roll.tracks[0], fresh[0]])
            )
        ):
            roll.complete(fresh[0])
            roll.doubtful = self.undecided(game)
            if not roll.doubtful:
                self._teller.announce(roll)

    def _answers(self, game: GameTrack, second: DieTrack) -> bool:
        """Whether a die may be the second one of an opening roll."""
        return game.in_opening and not self._tracker.config.stills and second.first >= game.since

    def _pair(self, fresh: list[DieTrack]) -> list[DieTrack]:
        """The two dice, in order of their coming, that make a roll: those that came at the same time.

        A die that came long before may be none at all: dice that came apart are a roll only when no better
        partner has come for a while.
        """
        fresh = fresh if self._tracker.config.stills else without_sides(fresh)
        if len(fresh) < 2:
            return []
        newest = max(fresh, key=lambda track: track.first)
        best = min((track for track in fresh if track is not newest), key=lambda track: apart(track, newest))
        config = self._tracker.config
        across = config.has_bar and half(best) != half(newest)
        wait = CROSS_S if across else 0.0 if together(best, newest) else HARD_S
        if not config.stills and newest.rested(self._tracker.now) < wait:
            return []
        over_bar = across and {half(best), half(newest)} == {"E", "W"}
        if over_bar and not config.stills and min(best.p, newest.p) < PLAIN_P:
            return []
        return sorted((best, newest), key=lambda track: track.first)

    @property
    def _sided(self) -> bool:
        return sided(self._tracker.config)

    def undecided(self, game: GameTrack) -> bool:
        """Whether dice may be the opening roll, of which only the first move tells who won it, or a tie."""
        return not self._sided and not self._tracker.config.stills and game.to_act is None

    def watch_unplayed(self, view: "GameView") -> None:
        """A roll in doubt that was lifted while the board stood as before was not played; or it was a tie."""
        game, roll, tracker = view.game, view.game.roll, self._tracker
        tie = roll is not None and roll.doubtful and self.undecided(game) and game.turn == 1
        if roll is None or not (roll.held or tie) or roll.lifted is None or view.says_nothing(roll):
            return
        if tie and view.half_seen(tied=len(set(roll.faces)) < 2) is not None:
            return
        late = tracker.now - roll.lifted >= UNPLAYED_S and (tie or tracker.config.stills)
        if (late or tracker.evidence.known.all()) and not view.changed():
            self._teller.unplayed(roll, tie=tie)
            if tie:
                game.roll, game.in_opening = None, True

    def may_be_thrown_again(self, roll: Roll, lifted: float) -> bool:
        """Whether a roll, lifted and not to be played, may have been cocked: who throws next tells.

        Who ends his turns at a clock or with a tap has said that it counted.
        """
        tracker = self._tracker
        if tracker.config.stills or tracker.acts.heard or tracker.now - lifted >= NEXT_THROW_S:
            return False
        return any(die.lean_p >= MAY_LEAN for die in roll.shown)

    def found_late(self, game: GameTrack, thrown: Roll, dice: tuple[int, int] | None) -> bool:
        """Whether a roll is that of the play just made, unread till now; dice: what explains it."""
        unread = game.roll is None and not self._sided and not self._tracker.config.stills
        return unread and dice is not None and sorted(thrown.faces) == sorted(dice)

    def by_turn(self, game: GameTrack, thrown: Roll) -> Player | None:
        """Who threw where the halves do not tell: whose turn it is, without a box only on his right. Of dice
        thrown too early that is known."""
        config = self._tracker.config
        if thrown.too_early or self._sided or config.stills or game.to_act is None:
            return thrown.by
        others = {half(track) for track in thrown.tracks} == {right(other(game.to_act))}
        return None if others and not config.baffle else game.to_act

    def thrown_by_the_same(self, view: "GameView", former: Roll, thrown: Roll) -> bool:
        """Whether who took up a roll throws again. A single die of which the halves do not tell who threw it
        was his whose turn it is, and who throws now; if he may not have played meanwhile."""
        if former.lifted is None or thrown.by is None:
            return False
        if self._sided or len(former.tracks) > 1:
            return former.by == thrown.by
        return former.by in (None, thrown.by) and not view.seen_short(thrown.by)

    def _thrower(self, game: GameTrack, dice: list[DieTrack]) -> Player | None:
        """Who threw: the player on whose right the dice lie; on both sides, whose turn it is."""
        if not self._sided:
            return None
        halves = {half(track) for track in dice} - {None}
        if len(halves) != 1:
            return game.to_act
        return "A" if halves == {"E"} else "B"


def _lifted(seen: float, die: DieTrack) -> float:
    """When a die last seen then was lifted: a hand may have covered it before."""
    return max(seen, die.handled - LIFT_S)
