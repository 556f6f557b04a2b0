"""Rolls as events: told when they lie still, and told again where play shows that they lay otherwise.

A die that only seems to lean is told as thrown, and how it lies only once its players have shown what they
make of it: taken up unplayed it was cocked, played it was flat.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from monitor.events import Player, other
from monitor.tracking.against import is_a_side, may_have_leant, perhaps_on_top
from monitor.tracking.dice import SURE_P, DieTrack
from monitor.tracking.halves import half, in_both_halves, on_right_of, right, sided
from monitor.tracking.leaning import (
    MAY_LEAN,
    at_edge,
    for_the_players,
    leaning,
    sound,
    surely_leans,
    void,
)
from monitor.tracking.on_man import may_lie_on_man, on_man
from monitor.tracking.state import Roll, rolled_on

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

HELD_S = 15.0
"""After this time it is told that a die leans, whatever the players do; or that it lies flat, where there is
nothing to lean on."""
LEANS_THROWN_AGAIN = 0.02
"""Enough where the roll was lifted unplayed and thrown again by the same player: hardly anybody does that to
a roll that counts."""
FLAT: Final = 0.1
"""Probability that it leans under which a die lies flat that seemed to lean while the picture stood still."""
NOT_THROWN: Final = 0.1
"""How far (field widths and heights) an opening die that was out of sight may be read from where it lay:
thrown again it seldom comes to lie so near with the same face."""
PLAIN_P: Final = 0.9
"""Probability of its value from which a die that lay alone on the board was the only one there; one that most
readings say lies on another need not be so plain."""
PILED_S = 1.0
"""How long a die must have lain for a roll that was told as sound to be told as one on which it lies on the
other."""
P_UNSEEN = 0.8
"""How sure is what the players show and the picture does not."""
UNSEEN_DIE: Final = {
    "face": None, "zone": "table", "support": "surface", "tilt": "flat", "face_clear": False, "seen": False
}  # fmt: skip
"""A die that was thrown and lay nowhere on the board, or under the other one."""
NOWHERE: Final = {**UNSEEN_DIE, "zone": "unseen"}
"""A die that was thrown and is nowhere in view: off the board, or on, under or behind something."""


class RollTeller:
    """Puts rolls into events."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._held: dict[int, Player] = {}
        """Opening dice of which it has not been told how they lie, by their track numbers."""
        self._gone: dict[Player, DieTrack] = {}
        """Such dice that seemed to lean and are gone, though no hand was seen at them."""

    def begin(self) -> None:
        """A new game."""
        self._held, self._gone = {}, {}

    def announce(self, roll: Roll) -> None:
        """Tell a roll that lies still."""
        if not roll.announced and len(roll.tracks) == 2:
            roll.announced = True
            roll.held = self._thrown(roll.tracks, roll.by, roll.t)
            if not roll.held:
                roll.void = any(map(void, roll.tracks))
                self._rest(roll.tracks, roll.by)

    def alone(self, track: DieTrack, by: Player) -> None:
        """Tell a die of the opening roll. It may be one that had gone, out of sight for a moment;
        elsewhere, or with another face, its player has thrown again: the other had leant."""
        gone = self._gone.pop(by, None)
        still = gone is not None and gone.face == track.face and math.dist(gone.uv, track.uv) <= NOT_THROWN
        if gone is not None and not still:
            self._tell_rest([gone], by, [_die(gone, leans=True)])
        if for_the_players(track) if still else self._thrown([track], by, track.first):
            self._held[track.id] = by
        else:
            self._rest([track], by)

    def look_again_alone(self, track: DieTrack) -> None:
        """Tell how a die of the opening roll lies that was in doubt, once that is sure."""
        by = self._held.get(track.id)
        if by is not None and not for_the_players(track):
            del self._held[track.id]
            self._rest([track], by)

    def opening(self, roll: Roll, starter: Player) -> bool:
        """Tell both dice of the opening roll, the larger as the starter's; not where one may lean."""
        if roll.announced or any(map(for_the_players, roll.shown)):
            return False
        roll.announced = True
        best = max(roll.shown, key=lambda track: track.face)
        for track in sorted(roll.shown, key=lambda track: track.first):
            by = starter if track is best else other(starter)
            self._thrown([track], by, track.first)
            self._rest([track], by)
        return True

    def told_again(self, track: DieTrack, by: Player) -> None:
        """A die of the opening roll is by now read otherwise than it was told."""
        self._rest([track], by, revised=True)

    def was_equal(self, track: DieTrack, face: int, p: float, by: Player) -> None:
        """A die of the opening roll showed the other one's face, of which it had the probability p."""
        self._showed(track, face, p, by, "opening_dice_equal", [face, face])

    def was_misread(self, track: DieTrack, face: int, p: float, by: Player) -> None:
        """A die of the opening roll showed another face, of which it had the probability p, than was told."""
        self._showed(track, face, p, by, "opening_die_misread", [track.face, face])

    def _showed(self, track: DieTrack, face: int, p: float, by: Player, what: str, faces: list[int]) -> None:
        self._tracker.tell("EvidenceConflict", by=by, what=what, dice=faces)
        said = {**_die(track, leans=leaning(track)), "face": face, "p": round(p, 4)}
        self._tell_rest([track], by, [said], revised=True)

    def unseen_equal(self, face: int, by: Player, *, revised: bool) -> None:
        """A die of the opening roll that was not read showed the other one's face.

        revised: another one, thrown after it, has been told in its place.
        """
        tell = self._tracker.tell
        tell("EvidenceConflict", by=by, what="opening_dice_equal", dice=[face, face])
        if not revised:
            tell("DiceThrown", by=by, conf=P_UNSEEN, n=1)
        die = {**UNSEEN_DIE, "face": face, "zone": right(by), "face_clear": True}
        again: dict[str, Any] = {"revised": True} if revised else {}
        tell("DiceAtRest", by=by, conf=P_UNSEEN, dice=[die], settled=True, **again)

    def read_again(self, roll: Roll) -> None:
        """What had been taken for one of its dice was no more than a part of it, or had not come to rest."""
        if roll.announced and not roll.held:
            roll.void = any(map(void, roll.shown))
            self._rest(roll.shown, roll.by, revised=True)

    def look_again(self, roll: Roll) -> None:
        """Tell how a roll in doubt lies once that is sure, or has been open for too long."""
        if roll.held:
            self._decide(roll)
        if not roll.void and roll.lifted is None and self._piled(roll) and self._one_on_another(roll):
            roll.void = True
        if roll.announced and roll.void and not roll.accepted and _lies_flat_now(roll):
            roll.as_they_lie()
            roll.void = False
            self._withdraw(roll.by, "die_rolled_on")
            dice = [_die(track, leans=False) for track in roll.shown]
            self._tell_rest(roll.shown, roll.by, dice, revised=True)

    def _decide(self, roll: Roll) -> None:
        """Tell a roll that is held once its dice are in doubt no more, or have been for too long."""
        doubtful = [track for track in roll.shown if for_the_players(track)]
        long = roll.lifted is None and self._tracker.now - roll.t >= HELD_S
        if doubtful and not long:
            return
        if doubtful and all(track.in_open for track in doubtful):
            self.played(roll)
        else:
            self._release(roll)

    def _one_each(self, tracks: Sequence[DieTrack]) -> bool:
        """Whether dice are those of an opening roll, one on either player's right, each thrown by himself."""
        game, config = self._tracker.game, self._tracker.config
        if game is None or game.turn > 1 or config.stills or not sided(config):
            return False
        return len(tracks) == 2 and in_both_halves(tracks)

    def _piled(self, roll: Roll) -> bool:
        """Whether one of its dice plainly lies on another, while all that is seen of that is taken for the
        second die, or nearly all readings say so by now."""
        return not (roll.accepted or self._one_each(roll.tracks)) and any(
            upper.on_another
            and upper.rested(self._tracker.now) >= PILED_S
            and (upper.support == "die" or _on_a_side(upper, roll.tracks))
            for upper in roll.tracks
        )

    def unplayed(self, roll: Roll, *, tie: bool = False) -> None:
        """A roll was lifted, and nothing had been played: what seemed to lean leant.

        tie: it may be the opening roll of a table where the halves do not tell who threw. Equal dice then
        were one of either player's, whichever was whose.
        """
        if roll.held:
            self._release(roll)
        elif tie and not roll.announced and all(map(sound, roll.shown)) and len(set(roll.faces)) == 1:
            roll.announced = True
            seats: tuple[Player, Player] = ("A", "B")
            for track, seat in zip(sorted(roll.shown, key=lambda track: track.first), seats, strict=True):
                self.alone(track, seat)
            self.tie_lifted(roll.lifted)

    def tie_lifted(self, t: float | None = None) -> None:
        """Equal opening dice have been taken up, at t (s) or now, to be thrown again."""
        self._tracker.tell("DicePickedUp", t=t, n=2, meaning="reroll")

    def lifted_alone(self, track: DieTrack) -> None:
        """A die of the opening roll was lifted before the roll was decided: if it seemed to lean it leant,
        unless no hand was near it, so that it is perhaps merely out of sight."""
        by = self._held.pop(track.id, None)
        if by is None:
            return
        if leaning(track) and not track.by_hand and not self._tracker.config.stills:
            self._gone[by] = track
        else:
            self._tell_rest([track], by, [_die(track, leans=leaning(track) and track.by_hand)])

    def not_lifted(self) -> None:
        """Men are moved: an opening die that had gone, no other thrown in its place, lay flat."""
        for by, track in self._gone.items():
            self._tell_rest([track], by, [_die(track, leans=False)])
        self._gone = {}

    def thrown_again(self, roll: Roll, again: Roll) -> None:
        """A roll was lifted unplayed and thrown again: it is told as cocked, if a die looked that way when it
        was told or later, turned or pushed, or may have leant on something, and nothing else was wrong with
        it; as one die on the other, where they lie so close together that this may be; and as one that did
        not count, however that came, if one die alone lay there. Where one was told to lie on a man, that is
        why; where the press or tap goes unheard that ends a turn, the throw may have come before it. again:
        the next throw."""
        if len(roll.tracks) == 1:
            self._one_left(roll, again)
            return
        self.unplayed(roll)
        if roll.too_early or self._one_on_another(roll):
            return
        looked = [max(die.lean_p, last.lean_p) for die, last in zip(roll.shown, roll.tracks, strict=True)]
        otherwise = any(void(track) and not leaning(track) for track in roll.shown)
        if not roll.announced or roll.void or otherwise or self._aside(roll):
            return
        if max(looked) < MAY_LEAN and (self._lay_on_man(roll) or self._tracker.acts.unheard):
            return
        upper = None if max(looked) >= LEANS_THROWN_AGAIN else perhaps_on_top(roll.shown)
        ways = (
            (p, track)
            for p, track in zip(looked, roll.shown, strict=True)
            if upper is None and (p >= LEANS_THROWN_AGAIN or may_have_leant(track, roll.shown))
        )
        _, doubtful = max(ways, key=lambda way: way[0], default=(0.0, None))
        if upper is not None or doubtful is not None:
            dice = [_die(track, leans=track is doubtful, piled=track is upper) for track in roll.shown]
            self._tell_rest(roll.shown, roll.by, dice, conf=P_UNSEEN, revised=True)

    def _lay_on_man(self, roll: Roll) -> bool:
        """Whether one of its dice, none of which looks as if it leant, lies on a man; or may, and it is told
        now that it did."""
        if any(map(on_man, roll.shown)):
            return True
        if not any(map(may_lie_on_man, roll.shown)):
            return False
        dice = [_die(die, leans=False, mounted=may_lie_on_man(die)) for die in roll.shown]
        self._tell_rest(roll.shown, roll.by, dice, conf=P_UNSEEN, revised=True)
        return True

    def _one_on_another(self, roll: Roll) -> bool:
        """Whether one of its dice has shown that it lies on another since it was told as flat, or may, and a
        side of that other was taken for the second die; told then."""
        upper = {track.id for track in (*roll.tracks, *roll.shown) if track.on_another}
        upper |= {die.id for die in roll.shown if die.may_lie_on_another and _on_a_side(die, roll.shown)}
        if not roll.announced or roll.void or not upper:
            return False
        dice = [_die(track, leans=leaning(track), piled=track.id in upper) for track in roll.shown]
        self._tell_rest(roll.shown, roll.by, dice, conf=P_UNSEEN, revised=True)
        return True

    def _one_left(self, roll: Roll, again: Roll) -> None:
        """Tell a roll of which one die alone lay on the board, plainly, and was taken up and thrown again.

        Nobody does that to a roll that counts. It lay on the other one, if it ever looked like that, and
        that one has left the board, if it was seen to, nothing else in view that might be it, unless mostly
        it looked as if it lay there beneath it. Else where the other lay is not known; then the lone
        one is the player's own only where he now throws to.
        """
        (lone,) = roll.shown
        piled = lone.may_lie_on_another and lone.zone in ("E", "W")
        mostly = piled and lone.rather_on_another
        least = SURE_P if mostly else PLAIN_P
        plain = lone.p >= least and sound(lone) and lone.lean_p < MAY_LEAN and not self._aside(roll)
        known = mostly or (roll.lone and (piled or roll.halved))
        mine = known or all(half(track) == half(lone) for track in again.tracks)
        if roll.announced or roll.too_early or not (plain and mine) or lone.said is not None:
            return
        roll.announced = True
        self.half_thrown(roll.by, roll.t)
        other_one = UNSEEN_DIE if known else NOWHERE
        dice = _pile(lone) if known and piled else [_die(lone, leans=False), other_one]
        self._tell_rest([lone], roll.by, dice, conf=P_UNSEEN)

    def on_another(self, roll: Roll, by: Player | None, *, opening: bool) -> None:
        """Tell a roll of which one die alone is seen, that on top of the other. by: who threw it; opening:
        that one may be all that has been thrown."""
        (upper,) = roll.tracks
        seen = upper.on_another or (upper.rather_on_another and roll.lone and not opening)
        if roll.announced or not seen or upper.zone not in ("E", "W") or upper.said is not None:
            return
        roll.announced = roll.void = True
        roll.by = by
        self.half_thrown(by, roll.t)
        self._tell_rest([upper], by, _pile(upper))

    def half_thrown(self, by: Player | None, t: float) -> None:
        """Tell the throw of two dice, at t (s), of which one is seen."""
        self._tracker.tell("DiceThrown", t=t, by=by, conf=P_UNSEEN, n=2)

    def _aside(self, roll: Roll) -> bool:
        """Whether a die lies on the opponent's right; out of a box, on the side of the home boards."""
        config, game = self._tracker.config, self._tracker.game
        away: str | None = None
        if sided(config):
            away = None if roll.by is None else right(other(roll.by))
        elif config.has_bar and self._tracker.box and game is not None:
            away = game.seating.home
        return away is not None and any(half(track) == away for track in roll.shown)

    def played(self, roll: Roll) -> None:
        """A roll is played although a die seemed to lean: unless that was sure, it lay flat. Or although one
        seemed to lie on the other, which nobody plays: that one lies beside it, out of sight."""
        if roll.announced and len(roll.tracks) == 1 and roll.void and not roll.accepted:
            self._side_by_side(roll)
            return
        doubtful = any(map(leaning, roll.shown)) or any(map(at_edge, roll.shown))
        surely = any(map(surely_leans, roll.shown))
        if not roll.announced or roll.accepted or not doubtful or surely:
            return
        roll.accepted = True
        self._flat(roll.shown, roll.by, told=not roll.held)
        roll.held = False

    def _side_by_side(self, roll: Roll) -> None:
        roll.accepted, roll.void = True, False
        self._withdraw(roll.by, "die_on_another_played")
        (die,) = roll.shown
        dice = [{**_die(die, leans=False), "support": "surface"}, {**UNSEEN_DIE, "zone": die.zone}]
        self._tell_rest(roll.shown, roll.by, dice, conf=P_UNSEEN, revised=True)

    def played_alone(self, track: DieTrack, by: Player) -> None:
        """The same for one die of the opening roll."""
        if leaning(track) or at_edge(track):
            self._flat([track], by, told=self._held.pop(track.id, None) is None)

    def _flat(self, tracks: Sequence[DieTrack], by: Player | None, *, told: bool) -> None:
        what = "leaning_die_played" if any(map(leaning, tracks)) else "die_on_frame_played"
        if told:
            self._withdraw(by, what)
        else:
            self._tracker.tell("EvidenceConflict", by=by, what=what)
        dice = [_die(track, leans=False, played=True) for track in tracks]
        self._tell_rest(tracks, by, dice, **({"revised": True} if told else {}))

    def _withdraw(self, by: Player | None, what: str) -> None:
        """A roll that was told as one that does not count is one that does: what contradicts that."""
        self._tracker.tell("EvidenceConflict", by=by, what=what)
        self._tracker.tell("Corrected", by=by, code="ROLL_INVALID", withdrawn=True)

    def _thrown(self, tracks: Sequence[DieTrack], by: Player | None, t: float) -> bool:
        """Tell a throw; whether it is still to be told how its dice lie."""
        frames = (min(track.frames[0] for track in tracks), self._tracker.frame)
        self._tracker.tell("DiceThrown", t=t, by=by, frames=frames, n=len(tracks))
        return any(map(for_the_players, tracks)) and not self._tracker.config.stills

    def _release(self, roll: Roll) -> None:
        roll.held, roll.void = False, any(map(void, roll.shown))
        self._rest(roll.shown, roll.by)

    def _rest(self, tracks: Sequence[DieTrack], by: Player | None, **more: Any) -> None:
        self._tell_rest(tracks, by, [_die(track, leans=leaning(track)) for track in tracks], **more)

    def _tell_rest(
        self,
        tracks: Sequence[DieTrack],
        by: Player | None,
        dice: list[dict[str, Any]],
        conf: float = 1.0,
        **more: Any,
    ) -> None:
        if self._one_each(tracks):
            for track, die in zip(tracks, dice, strict=True):
                self._tell_rest([track], on_right_of(track), [die], conf, **more)
            return
        since = max(track.since for track in tracks)
        seen = max(track.seen for track in tracks)
        for track in tracks:
            conf *= track.face_p * max(track.lean_p, 1.0 - track.lean_p)
        self._tracker.tell(
            "DiceAtRest",
            t=since,
            by=by,
            conf=conf,
            frames=(min(track.frames[0] for track in tracks), max(track.frames[1] for track in tracks)),
            dice=dice,
            rest_s=round(seen - since, 3),
            settled=True,
            **more,
        )


def _lies_flat_now(roll: Roll) -> bool:
    """Whether the dice of a roll that seemed to lean have rolled on since, and lie flat."""
    spoilt = [(then, now) for then, now in zip(roll.shown, roll.tracks, strict=True) if void(then)]
    return bool(spoilt) and all(
        leaning(then) and rolled_on(then, now) and sound(now) and now.lean_p < FLAT for then, now in spoilt
    )


def _on_a_side(upper: DieTrack, dice: Sequence[DieTrack]) -> bool:
    """Whether one of the dice may be the side of one beneath this."""
    return any(is_a_side(one, [upper]) for one in dice)


def _pile(upper: DieTrack) -> list[dict[str, Any]]:
    """A die and the one it lies on, as events have them; where it is not sure that it does, the other one is
    nowhere in view: of 21 dice so told in films two lay on the board; of 34 told as sure none."""
    lower = {**UNSEEN_DIE, "zone": upper.zone} if upper.on_another else NOWHERE
    return [_die(upper, leans=False, piled=True), lower]


def _die(
    track: DieTrack, *, leans: bool, played: bool = False, piled: bool = False, mounted: bool = False
) -> dict[str, Any]:
    """A die as events have it; played: by people who saw that it lay flat in the field. piled: it lies on
    the other one, whatever it seems to lie on; mounted: on a man, likewise."""
    inside = "W" if track.uv[0] < 0.5 else "E"
    read = track.support if track.support in ("die", "bar") else "surface"
    support = "die" if piled else "checker" if mounted or on_man(track) else read
    return {
        "face": track.face,
        "zone": inside if played and at_edge(track) else track.zone,
        "support": support,
        "tilt": "leaning" if leans else "flat",
        "face_clear": True,
        "p": round(track.face_p, 4),
        "p_leaning": round(track.lean_p, 4),
        "uv": [round(value, 4) for value in track.uv],
    }
