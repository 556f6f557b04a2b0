"""The opening roll of a game: one die each, ties, and ties that were misread.

Before it players try their dice, or show what they would play: what one of them throws and takes up by
himself is no opening roll. So a die that lies flat is told once the other has thrown, too, and two of one
player only if men had been moved before they came: the other's turn was not seen.
"""

import math
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from monitor.backgammon import Position
from monitor.events import Player, other
from monitor.tracking.dice import NEAR, DieTrack
from monitor.tracking.halves import half, in_both_halves, on_right_of, right, sided
from monitor.tracking.leaning import for_the_players, leaning, sound
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.view import MISFIT, GameView

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

BOX = (
    "both opening dice lie in one half and are played: they seem to come out of a box (watch --baffle); from "
    "here on whose turn it is says who threw"
)
ONE_BY_ONE_S = 1.0
"""Dice that came so long after one another were not thrown by one player together."""
FLICKER_S = 15.0
"""A die that lies where a sound one of the same face was seen so shortly before, and no hand since, has not
been thrown anew."""
SURE_FACE = 0.9
"""Probability of a face other than the one that was told, from which it is told."""
SAME_HALF_S = 1.5
LAIN_S = 1.0
"""Dice that come out of a box have lain there for so long when the first man is moved: nobody is quicker."""
ANSWER_S = 6.0
"""A second opening die that has not come after this time may have lain there all along."""
MISREAD_P = 0.01
"""Probability of another face from which a die of the opening roll is believed to have shown that, where who
plays says so."""
PERHAPS_P = 0.001
"""Probability of another face from which an opening die is believed to have shown that, once both players
have thrown again: after dice that differ nobody does."""


class OpeningRoll:
    """Makes the two opening dice into the first roll, where the half tells who threw."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._teller = tracker.rolls
        self._told: dict[Player, tuple[DieTrack, int]] = {}
        """The die told last of either player, and the face that was told."""
        self._first: dict[Player, float] = {}
        """When the first die of either player's came that was told since equal ones were lifted."""
        self._tied: tuple[DieTrack, ...] = ()
        """Two equal dice that were lifted."""
        self._untold: dict[Player, DieTrack] = {}
        """The die of a player that is told when the other has thrown."""
        self._taken_up: list[tuple[DieTrack, Player]] = []
        """Those of either player that were taken up before that."""
        self._paired: dict[int, set[int]] = {}
        """Dice beside which others of the same player's have lain, and those."""
        self._unmoved = -math.inf
        """When the men were last seen as they stood at the start."""

    def reset(self) -> None:
        """A new game."""
        self._told, self._first, self._tied = {}, {}, ()
        self._untold, self._taken_up, self._paired = {}, [], {}
        self._unmoved = -math.inf
        self._teller.begin()

    def open(self, game: GameTrack) -> bool:
        """Whether an opening die is still to come: nobody moves a man yet."""
        return game.in_opening and game.roll is None and len(game.opening) < 2

    def update(self, view: GameView, fresh: list[DieTrack]) -> Roll | None:
        """One die each; the larger one begins with both. What lay there before the men were set up is no die
        thrown for this game, unless nothing else comes."""
        game = view.game
        if view.fit(game.before) > MISFIT:
            self._unmoved = self._tracker.now
        for player in ("A", "B"):
            seat: Player = "A" if player == "A" else "B"
            own = [track for track in fresh if half(track) == right(seat) and self._after_tie(track)]
            held = {track.id for track in game.opening.values()}
            answered = game.opening.get(other(seat))
            if answered is None or answered.rested(self._tracker.now) < ANSWER_S:
                own = [track for track in own if track.first >= game.since]
            new = [track for track in own if track.id not in held]
            if len(own) > 1:
                self._pair(game, seat, own)
            if len(own) == 2 and len(fresh) == 2 and not game.opening:
                rested = min(track.rested(self._tracker.now) for track in own)
                first = min(track.first for track in own)
                if rested >= SAME_HALF_S and (self._tracker.config.stills or first > self._unmoved):
                    return Roll(own, seat, first)
            elif len(new) == 1 and seat not in game.opening and not self._beside_another(new[0]):
                game.opening[seat] = new[0]
                self._note(new[0], seat)
        self._look_again(game)
        roll = self.decided(game)
        if roll is not None:
            game.used_dice |= {track.id for track in fresh} - roll.ids
        return roll

    def _pair(self, game: GameTrack, seat: Player, own: list[DieTrack]) -> None:
        """Two dice of one player lie there: one that waits for the other player's does not, for now."""
        ids = {track.id for track in own}
        self._paired |= {die: self._paired.get(die, set()) | ids - {die} for die in ids}
        if seat in self._untold:
            self._drop(seat)
            game.opening.pop(seat, None)

    def _drop(self, seat: Player) -> None:
        """A player's die that was not told yet is none of the opening roll."""
        del self._untold[seat], self._told[seat]
        self._first.pop(seat, None)

    def _beside_another(self, track: DieTrack) -> bool:
        """Whether a die lies beside another of the same player's, be that overlooked for a moment."""
        there = {die.id for die in self._tracker.dice.tracks}
        return bool(self._paired.get(track.id, set()) & there)

    def again(self, game: GameTrack, pair: list[DieTrack]) -> bool:
        """Whether the opening roll is thrown once more, one die on either side, where a die of the first may
        have shown what the other did: then they were equal, and that is told."""
        first = game.roll
        if game.turn > 1 or first is None or first.lifted is None:
            return False
        if game.board.board != game.before.board or not in_both_halves(pair):
            return False
        if len(first.shown) < 2 or not in_both_halves(first.shown):
            return False
        told = {track.id: face for track, face in self._told.values()}
        ways = [
            (float(np.exp(a.face_scores[b.face - 1])), a, b.face)
            for a, b in permutations(first.shown)
            if told.get(a.id) != b.face
        ]
        p, misread, face = max(ways, key=lambda way: way[0], default=(0.0, first.shown[0], 0))
        if p < PERHAPS_P:
            return False
        self._teller.was_equal(misread, face, p, on_right_of(misread))
        game.in_opening, game.to_act, game.roll = True, None, None
        game.used_dice |= first.ids
        self._told, self._first = {}, {}
        game.opening = {on_right_of(track): track for track in pair}
        for player, track in game.opening.items():
            self._note(track, player)
        return True

    def begins_anew(self, game: GameTrack) -> bool:
        """The men stand as they did before the first turn, and no roll is known: the opening goes on. Whether
        the game is to be told anew, since it was told that the opening roll was not seen."""
        if game.turn > 1 or (game.roll is not None and game.roll.known):
            return False
        unseen = (
            not game.in_opening and game.unwatched and not self._tracker.dice.resting(self._tracker.now, 0.0)
        )
        game.in_opening, game.to_act, game.roll = True, None, None
        if unseen:
            self._tracker.withdraw(anew=True)
        return unseen

    def shown(self, game: GameTrack, dice: list[DieTrack]) -> bool:
        """Whether of these dice at rest none is an opening die: each lay there before the men were set up, or
        is one of two of the same player's and lay there before a man moved."""
        return bool(dice) and all(self._is_none(game, die) for die in dice)

    def _is_none(self, game: GameTrack, die: DieTrack) -> bool:
        """The same of one die."""
        return die.first < game.since or (die.id in self._paired and die.first <= self._unmoved)

    def lay_before(self, view: GameView, dice: list[DieTrack]) -> bool:
        """Whether these dice, which lay there before the board was seen to stand as at the start, are the
        opening roll: one on either player's right, and whoever threw the larger one has played both. They are
        taken for it then."""
        if not sided(self._tracker.config) or len(dice) != 2 or not in_both_halves(dice):
            return False
        low, high = sorted(dice, key=lambda die: die.face)
        roll = high.face, low.face
        if low.face == high.face or not view.opening_played(roll, on_right_of(high)):
            return False
        view.game.since = min(die.first for die in dice)
        return True

    def through_box(self, view: GameView, dice: list[DieTrack]) -> bool:
        """Whether two dice on one player's right, thrown one after the other, are the opening roll, out of a
        box that nobody has spoken of: one player has played both. From then on whose turn it is says who
        threw. What has come to lie there as the men were moved is none of it."""
        tracker = self._tracker
        dice = [die for die in dice if self._is_none(view.game, die) and die.first <= self._unmoved - LAIN_S]
        if not sided(tracker.config) or len(dice) != 2 or in_both_halves(dice):
            return False
        first, second = sorted(dice, key=lambda die: die.first)
        if second.first - first.first < ONE_BY_ONE_S or first.face == second.face:
            return False
        roll = max(first.face, second.face), min(first.face, second.face)
        if not (view.opening_played(roll, "A") or view.opening_played(roll, "B")):
            return False
        tracker.config = replace(tracker.config, baffle=True)
        tracker.box = half(first) != view.game.seating.home
        known = {"mode": "baffle"} if tracker.box else {"sides": "either"}
        tracker.tell("EvidenceConflict", data=known, what="box", reason=BOX)
        view.game.roll, view.game.in_opening = Roll([first, second], None, first.first), False
        view.game.roll.doubtful = True
        return True

    def _note(self, track: DieTrack, seat: Player) -> None:
        """An opening die lies there: tell it as thrown, with the other's if that lies there untold, or else
        wait for it. One that was out of sight for a moment was thrown before."""
        told = self._told.get(seat)
        if told is not None and self._is_still(*told, track):
            self._told[seat] = track, told[1]
            if seat in self._untold:
                self._untold[seat] = track
        else:
            if told is not None and self._untold.pop(seat, None) is None:
                self._was_tied(*told, seat)
            self._first.setdefault(seat, track.first)
            self._told[seat] = track, track.face
            self._untold[seat] = track
        flat = not leaning(track) and not for_the_players(track)
        if other(seat) in self._told or not flat or self._tracker.config.stills:
            self._tell()

    def _tell(self) -> None:
        """Tell the dice that have waited for the other player's. One that was taken up before, one alone, had
        its equal, which was not seen; more than one were tried."""
        if len(self._taken_up) == 1:
            ((die, by),) = self._taken_up
            self._teller.alone(die, by)
            self._teller.unseen_equal(die.face, other(by), revised=False)
        self._taken_up = []
        for seat, track in sorted(self._untold.items(), key=lambda one: one[1].first):
            self._told[seat] = track, track.face
            self._teller.alone(track, seat)
        self._untold = {}

    def _was_tied(self, die: DieTrack, face: int, seat: Player) -> None:
        """A sound die was lifted and its player throws anew; the opponent's had not been seen, and showed the
        same: nobody takes up a single die that counts."""
        rival, since = self._told.get(other(seat)), self._first.get(other(seat))
        unseen = since is None or since > die.seen
        if self._tracker.config.stills or not sound(die) or not unseen:
            return
        self._first = {} if since is None else {other(seat): since}
        self._teller.unseen_equal(face, other(seat), revised=rival is not None)
        if rival is not None:
            self._teller.alone(rival[0], other(seat))

    def lifted(self, track: DieTrack, seat: Player, *, alone: bool) -> None:
        """An opening die was lifted before the roll was decided: what it is read as counts, unless a glance
        was all that it was seen for. Equal dice are thrown again, and may come to lie as they lay; one that
        leans is thrown again by itself. alone: the other one still lies there."""
        if seat in self._untold:
            if track.by_hand:
                self._drop(seat)
                if track.id not in self._paired:
                    self._taken_up.append((track, seat))
            return
        if track.count > 1 or track.face_p >= SURE_FACE:
            self._tell_otherwise(track, seat)
        if alone and leaning(track):
            return
        if len(self._told) == 2 and len({face for _, face in self._told.values()}) == 1:
            self._tied = tuple(die for die, _ in self._told.values())
            self._told, self._first = {}, {}
            self._teller.tie_lifted()

    def _after_tie(self, track: DieTrack) -> bool:
        """Whether a die may have been thrown after equal ones: it came after them, or lies where one of them
        lay, and is taken for that one."""
        later = all(track.first > tied.first for tied in self._tied)
        return later or any(track.id == tied.id for tied in self._tied)

    def _is_still(self, told: DieTrack, face: int, track: DieTrack) -> bool:
        if track.id == told.id:
            return True
        flickers = track.first - told.seen <= FLICKER_S and not told.by_hand and sound(told)
        return flickers and face == track.face and math.dist(told.uv, track.uv) <= NEAR

    def _look_again(self, game: GameTrack) -> None:
        """A die that has long been read otherwise than it was told is told again; how one lies that was in
        doubt is told once that is sure."""
        for seat, track in game.opening.items():
            self._teller.look_again_alone(track)
            if track.face_p >= SURE_FACE and not leaning(track):
                self._tell_otherwise(track, seat)

    def _tell_otherwise(self, track: DieTrack, seat: Player) -> None:
        """Tell a die again whose face is not the one that was told."""
        told = self._told.get(seat)
        if told is not None and told[0].id == track.id and told[1] != track.face:
            self._told[seat] = track, track.face
            if seat not in self._untold:
                self._teller.told_again(track, seat)

    def decided(self, game: GameTrack) -> Roll | None:
        """The roll of two opening dice that lie flat and differ; None where there are none."""
        if len(game.opening) < 2:
            return None
        south, north = game.opening["A"], game.opening["B"]
        if not (sound(south) and sound(north)) or south.face == north.face:
            return None
        return _first_roll(game)

    def read_again(self, game: GameTrack) -> None:
        """The opening dice lie there, and no man has been moved: a die that is by now read otherwise than it
        was told is told again. Then who has the larger one begins; nobody yet, where they are equal."""
        roll = game.roll
        if roll is None or game.turn > 1 or game.board.board != game.before.board:
            return
        dice = [one for one in roll.shown if any(one.id == track.id for track, _ in self._told.values())]
        if roll.lifted is not None or len(dice) < 2:
            return
        before = self._faces()
        for track in dice:
            if track.face_p >= SURE_FACE and track.said is None:
                self._tell_otherwise(track, on_right_of(track))
        south, north = now = self._faces()
        if now != before and south != north:
            roll.by = game.to_act = "A" if south > north else "B"
        elif now != before:
            game.opening = {on_right_of(track): track for track in roll.tracks}
            game.in_opening, game.to_act, game.roll = True, None, None

    def _faces(self) -> tuple[int, int]:
        """What the opening dice of A and B were told to show last."""
        return self._told["A"][1], self._told["B"][1]

    def other_began(self, view: GameView, board: Position, who: Player) -> bool:
        """Whether the player whose die was read as the lower one plays what he may, had the other shown less.

        board: where the men now stand, seen by A. Then it did show less, if the reading leaves that a chance:
        hardly anybody begins with the lower die.
        """
        game, roll = view.game, view.game.roll
        if roll is None or game.turn > 1 or not in_both_halves(roll.shown):
            return False
        (own,) = (track for track in roll.shown if half(track) == right(who))
        (his,) = (track for track in roll.shown if track is not own)
        believed, chances = np.exp(his.face_scores).tolist(), his.face_chances.tolist()
        ways = [
            (believed[face - 1], face)
            for face in range(1, own.face)
            if chances[face - 1] >= MISREAD_P and view.own_men_on_the_way(board, who, (own.face, face))
        ]
        if not ways:
            return False
        p, face = max(ways)
        self._teller.was_misread(his, face, p, other(who))
        roll.by, game.to_act = who, who
        for track in (*roll.tracks, *roll.shown):
            if track.id == his.id:
                track.rule_out(own.face)
        return True

    def played(self, game: GameTrack) -> None:
        """The first move is made: the opening dice count, also one that was told as leaning."""
        dice = game.opening
        self._tell()
        self._teller.not_lifted()
        if game.roll is not None or len(dice) < 2 or dice["A"].face == dice["B"].face:
            return
        for player, track in dice.items():
            self._teller.played_alone(track, player)
        game.roll = _first_roll(game)
        game.roll.accepted = True
        game.to_act = game.roll.by


def _first_roll(game: GameTrack) -> Roll:
    """The opening dice, which differ, as the roll of the player with the larger one; they are no opening dice
    any more."""
    dice, game.opening = game.opening, {}
    starter: Player = "A" if dice["A"].face > dice["B"].face else "B"
    pair = [dice[starter], dice[other(starter)]]
    return Roll(pair, starter, min(track.first for track in pair), announced=True)
