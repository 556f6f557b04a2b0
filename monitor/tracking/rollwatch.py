"""Dice made into rolls: which dice belong together, and who threw them."""

from typing import TYPE_CHECKING

from monitor.backgammon import Position
from monitor.events import Player, other
from monitor.tracking.against import LARGE_MAN, alone, beside, part_of, wedged, without_sides
from monitor.tracking.dice import DieTrack
from monitor.tracking.fresh import HARD_S, PLAIN_P, FreshDice
from monitor.tracking.halves import TOGETHER_S, apart, half, in_both_halves, right, sided, together
from monitor.tracking.leaning import MAY_LEAN
from monitor.tracking.lifting import Lifting
from monitor.tracking.on_man import over_man
from monitor.tracking.opening import OpeningRoll
from monitor.tracking.relaid import Relaid
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.telling import start_anew
from monitor.tracking.watched import note_hand

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker
    from monitor.tracking.view import GameView

CROSS_S = 1.2
"""Time at rest after which dice in different halves are a roll: one may be none, and its partner unseen."""
ONE_DIE_S = 2.0
UNPLAYED_S = 2.0
"""A tie is one this long after its dice were lifted, though part of the board is out of sight."""
PLAINLY_S = 1.0
"""What lies there for so long plainly does."""
NEXT_THROW_S = 10.0
"""So long after a roll was lifted the next is waited for, where that tells whether it counted."""


class RollWatch:
    """Finds rolls among the dice of the tracker, and tells them."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._teller = tracker.rolls
        self._hasty: tuple[set[int], set[int]] | None = None
        """The dice of a player whose turn was not over, and those thrown meanwhile."""
        self._astray: tuple[int, bytes, Player] | None = None
        """The turn and the board when men were last found moved off turn, and by whom."""
        self.openings = OpeningRoll(tracker)
        self._dice = FreshDice(tracker)
        self._lifting = Lifting(tracker, self.openings)
        self._relaid = Relaid(tracker)

    def update(self, view: "GameView") -> Roll | None:
        """A roll that has just come to rest, or None."""
        game = view.game
        self._lifting.update(game)
        self._measure(game)
        self._relaid.update(game)
        note_hand(self._tracker, game)
        self._tracker.dice.forget(game.used_dice - (game.roll.ids if game.roll else set()))
        if game.roll is not None:
            self._look_again(game, game.roll)
        fresh = self._dice.now(game)
        if game.roll is not None and fresh and self._came_into_view(game, game.roll, fresh):
            return None
        if game.in_opening and self._sided:
            return self.openings.update(view, fresh)
        if game.roll is not None and game.roll.lifted is None and len(fresh) < 2:
            self._mend(game, game.roll, fresh)
            self._put_for_a_part(game, game.roll)
            return None
        pair = self._pair(fresh)
        if self._relaid.takes(view, pair or fresh[: len(fresh) == 1]):
            return None
        if pair and self._sided and self.openings.again(game, pair):
            return self.openings.decided(game)
        if pair:
            game.used_dice |= {track.id for track in fresh if pair[0].first - track.first > TOGETHER_S}
            return Roll(pair, self._thrower(game, pair), pair[0].first)
        outside = self._dice.outside(game, fresh)
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
            game.roll.too_early = self._tracker.acts.came_early(game, game.roll)
            if game.to_act is None:
                game.to_act = game.roll.by
        return None

    def _look_again(self, game: GameTrack, roll: Roll) -> None:
        """See what the dice that lie there show by now."""
        if roll.refresh() and game.turn > 1:
            self._teller.read_again(roll)
        self._teller.look_again(roll)
        if len(roll.tracks) == 2:
            self._dice.remember(roll)
        else:
            by = self.by_turn(game, roll)
            self._teller.on_another(roll, by, opening=game.turn == 1)
            roll.faint += bool(self._tracker.dice.faint)
            roll.lone &= not self._dice.another_lies(game, roll)
        self.openings.read_again(game)

    def _measure(self, game: GameTrack) -> None:
        """How far from what they may lean on the dice have come to rest, and whether others are flat."""
        tracks = self._tracker.dice.tracks
        doubtful = [track for track in tracks if track.lean_p >= MAY_LEAN]
        for track in tracks:
            track.others_flat = len(tracks) > 1 and all(one is track for one in doubtful)
            if track.beside is None:
                there = track.uv, game.board, game.seating, self._tracker.config.bar
                track.beside, track.wedged = beside(*there), wedged(*there)
                track.nearest = min(track.beside, beside(*there, LARGE_MAN))
                track.over_man = over_man(*there)
        for track in doubtful:
            track.alone = alone(track, tracks)

    def opening_won(self, roll: Roll, who: Player) -> bool:
        """Tell the opening roll where the halves do not tell who threw, once it is known who begins: the
        larger die was his. False where it is not told, because it is none or a die may lean."""
        if self._sided or self._tracker.config.stills or len(set(roll.faces)) < 2:
            return False
        return self._teller.opening(roll, who)

    def off_turn(self, view: "GameView", board: Position, who: Player | None) -> Player | None:
        """Who has moved men to this board in his opponent's turn, unless the opening roll was his, or may be:
        he plays all of it."""
        there = view.game.turn, board.board
        if self._astray is not None and self._astray[:2] == there:
            idle: Player | None = self._astray[2]
        else:
            idle = view.off_turn(board, who, self._tracker.reach)
        in_view = self._tracker.evidence.clear
        if idle is not None and (
            (in_view and self.openings.other_began(view, board, idle))
            or (view.game.turn == 1 and view.plays_out(board, idle))
        ):
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
            if roll.after_dance and who == roll.by:
                start_anew(self._tracker, game, who, "a turn was not seen")
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
            roll.by = self.by_turn(game, roll)
            roll.doubtful = self.undecided(game)
            if not roll.doubtful:
                self._teller.announce(roll)

    def _put_for_a_part(self, game: GameTrack, roll: Roll) -> None:
        """Put a die that plainly lies there by now in the place of what had been taken for it, a part of it
        or something beside it that is hardly a die."""
        if self._tracker.config.stills or roll.lifted is not None or roll.accepted:
            return
        for die in self._tracker.dice.resting(self._tracker.now, PLAINLY_S):
            part = part_of(die, roll.tracks)
            if part is None or die.id in game.used_dice or half(die) != half(part):
                continue
            game.used_dice.add(part.id)
            roll.tracks = [die if track is part else track for track in roll.tracks]
            roll.refresh()
            self._teller.read_again(roll)

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
        over_bar = across and in_both_halves((best, newest))
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
