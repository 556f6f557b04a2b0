"""Cube acts: offered, taken, passed, returned, touched, by where the cube comes to lie and what it shows."""

import math
from typing import TYPE_CHECKING

from monitor.events import Json, Player, other
from monitor.tracking.cube import AGREED_P, STILL, CubeTrack
from monitor.tracking.state import Offer
from monitor.tracking.view import game_view

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

UNTURNED = (64, 1)
"""What an unturned cube shows."""
MOVED = 0.08
"""Distance in field units that tells a cube taken up from one that was pushed a little, unless it now lies on
the surface and shows the value due."""
VALUE_S = 3.0
"""Time after which a cube is judged by its place alone, when its value cannot be read."""
TAKEN_UP_READINGS = 5
"""Readings of both places that it takes to say that the cube was taken up."""
OTHER_LEVEL_S = 2.0
OTHER_LEVEL_READINGS = 6
"""What it takes to say that the cube shows another level than the one due: far more often it is misread. The
readings must agree, and be sure of themselves."""
OUT_OF_SIGHT_S = 1.0
"""Dice not seen for this long before the opponent's cube came were lifted, though the end of their turn was
not clear."""
PUT_RIGHT_S = 3.0
PUT_RIGHT_P = 0.8
"""A cube turned anew and put down so soon after did show another level: then this probability is enough."""
SETTLE_S = 5.0
"""A taken cube may be pushed about on its new side for this long."""
PASSED_S = 30.0
"""A cube put back and no dice thrown for this long means that the double was passed."""
LEAST_SURE = 0.5
"""Probability from which what lies there is taken for the cube."""
UNPLACED = 0.55
"""The same, where it was never seen in its place beside the surface."""
LEAST_ELSEWHERE = 0.25
ELSEWHERE_SHARE = 0.7
"""The same, and the share of the readings that show it, where the cube has left its former place."""
SEEN_AT_HOME, SURE_UNSEEN = 0.2, 0.6
"""Share of the readings that must have shown the cube where it lay, for it to be seen that it has left; and
where they did not, the probability from which what lies elsewhere is taken for it."""
ELSEWHERE_S = 1.2
"""Time after which such a cube on the surface is a double though its value cannot be read."""
EARLY_S = 0.4
"""A cube that lay there so long before the turn ended was offered in the opponent's turn."""
P_UNREAD = 0.7
P_PLAYED_ON = 0.85


class CubeWatch:
    """Follows the cube through one game. value: what the game is played for. owner: who may turn it."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self.value = 1
        self.owner: Player | None = None
        self.offer: Offer | None = None
        self._home: CubeTrack | None = None
        self._on_surface: tuple[CubeTrack | None, CubeTrack | None] = (None, None)
        """The last two places of the cube on the surface."""
        self._done: tuple[int, int | None] | None = None
        self._taken_at = -math.inf

    def begin(self) -> None:
        """A new game: the cube belongs to nobody."""
        self.value, self.owner, self.offer = 1, None, None
        self._home = None
        self._on_surface = (None, None)
        self._done = None
        tracker, cube = self._tracker, self._tracker.cube.rest
        if cube is None or self._adopt(cube, cube.sure_value):
            return
        if tracker.cube.gone(tracker.now) and not tracker.score.crawford:
            tracker.cube.forget()

    def at_start(self) -> Json | None:
        """The cube as the game begins: what it shows and where it lies; None where none can be read.

        On the surface it is hardly ever at the start, and other things are: that takes more to be believed.
        So does a turned cube; `value_shown` is null where it may be a misreading. That no cube is there is
        said of the Crawford game only: in any other it will be in a hand.
        """
        cube = self._tracker.cube.rest
        if cube is None or self._tracker.config.stills:
            return None
        if self._tracker.cube.left(self._tracker.now):
            away = {"value_shown": None, "place": None, "present": False}
            return away if self._tracker.score.crawford and not self._tracker.cube.elsewhere else None
        value, place = cube.sure_value, self._tracker.place(cube, at_start=True)
        if value is None or not self._is_cube(cube):
            return None
        if value not in UNTURNED and not self._other_level(cube):
            value = None
        if place.region == "surface" and (cube.p < P_UNREAD or cube.count < OTHER_LEVEL_READINGS):
            return None
        return {"value_shown": value, "place": place.name, "present": True}

    def seems_turned(self) -> bool:
        """Whether the cube surely seems to show another value than at the start, but too few pictures have
        shown it: in a still picture new readings come seldom."""
        cube = self._tracker.cube.rest
        if cube is None or not cube.votes or cube.value in UNTURNED or cube.count >= OTHER_LEVEL_READINGS:
            return False
        return cube.agreed

    def lies_at(self, uv: tuple[float, float]) -> bool:
        """Whether what is read at that place of the field is the cube that was offered."""
        cube = self._tracker.cube.rest
        there = cube is not None and cube.missing is None and math.dist(cube.uv, uv) <= STILL
        return self.offer is not None and there

    @property
    def put_back(self) -> bool:
        """Whether the cube has been put back after a double and nothing has been played since."""
        return self.offer is not None and self.offer.back is not None

    def update(self) -> None:
        """Look where the cube lies now; every new place and every new value is judged once."""
        tracker, cube = self._tracker, self._tracker.cube.rest
        if tracker.lost is not None and self.offer is not None:
            self.offer.astray = True
        if tracker.lost is not None or tracker.game is None or tracker.config.stills:
            return
        if self._passed_in_silence():
            tracker.ending.passed(conf=0.8)
            return
        if cube is None or (cube.id, cube.sure_value) == self._done or not self._is_cube(cube):
            return
        value = cube.sure_value
        if value is None and self._too_soon(cube):
            return
        if self._home is None and self._plainly_offered(cube, value):
            if not self._put_on_the_surface(cube, value):
                return
        elif self._home is None:
            if not self._adopt(cube, value):
                return
        elif not (self._judge(cube, value) if self.offer is None else self._answer(self.offer, cube, value)):
            return
        self._done = (cube.id, value)

    def thrown(self, by: Player | None) -> None:
        """Dice fall: a double that was put back has been withdrawn, any other has been taken."""
        offer, tracker = self.offer, self._tracker
        if offer is None:
            return
        if offer.back is not None:
            self._returned(offer)
            return
        if offer.after_roll and by not in (offer.by, None):
            return
        cube = tracker.cube.rest
        seen = cube is not None and not offer.astray and cube.sure_value in (offer.value, None)
        there = cube is not None and seen and cube.missing is None and cube.since >= offer.t - 1.0
        loc = tracker.place(cube).loc if cube is not None and there else None
        self._take(offer, tracker.now, P_PLAYED_ON, loc)

    def turn_over(self, by: Player | None, t: float) -> None:
        """A turn has ended at t: a double made after the roll and put back has been withdrawn."""
        self._offered_early(by, t)
        offer = self.offer
        if offer is not None and offer.back is not None and offer.after_roll and by == offer.by:
            self._returned(offer)

    def _offered_early(self, by: Player | None, t: float) -> None:
        """Tell a double that lay on the surface before the opponent's turn ended, its value unread as yet."""
        tracker, cube, home = self._tracker, self._tracker.cube.rest, self._home
        if self.offer is not None or cube is None or home is None or tracker.lost is not None or by is None:
            return
        if tracker.acts.unheard:
            return
        lies = (
            tracker.place(cube).region == "surface"
            and self._is_cube(cube)
            and not tracker.cube.gone(tracker.now)
        )
        early = cube.since < t - EARLY_S and tracker.now - cube.since >= ELSEWHERE_S
        new = (self._done is None or self._done[0] != cube.id) and not self._came_at_first(cube)
        if lies and early and new and self._has_left(cube) and self._doubler(cube) == other(by):
            self._tell_offer(other(by), 2 * self.value, cube, cube.since, conf=P_UNREAD)
            self._done = (cube.id, cube.sure_value)

    def unseen(self, by: Player, t: float | None, conf: float) -> None:
        """Tell a double of which nothing was seen, at t (s) or now."""
        t = self._tracker.now if t is None else t
        self.offer = Offer(by, 2 * self.value, t, after_roll=False)
        value = self.offer.value
        self._tracker.tell("CubeOffered", t=t, by=by, conf=conf, value=value, loc=None, physical=None)

    def said(self, name: str, by: Player | None, value: int | None) -> None:
        """A cube act that somebody at the table has entered."""
        if name == "CubeOffered" and by is not None:
            self.offer = Offer(by, value or 2 * self.value, self._tracker.now, after_roll=False)
        elif name == "CubeTaken" and by is not None:
            self.value = value or (self.offer.value if self.offer else 2 * self.value)
            self.owner, self.offer = by, None
        elif name == "CubeReturned":
            self.offer = None
        self._settle_here()

    def entered(self, value: int, owner: Player | None) -> None:
        """Somebody at the table says what the cube is worth and whose it is; a double that waited is none."""
        self.value, self.owner, self.offer = value, owner, None
        self._settle_here()

    def _settle_here(self) -> None:
        cube = self._tracker.cube.rest
        self._taken_at = self._tracker.now
        if cube is not None:
            self._home, self._done = cube, (cube.id, cube.sure_value)

    def _passed_in_silence(self) -> bool:
        """Whether the cube was put back so long ago that the double must have been passed."""
        offer, tracker = self.offer, self._tracker
        if offer is None or offer.back is None or offer.after_roll or tracker.score.crawford:
            return False
        return tracker.now - offer.back > PASSED_S

    def _is_cube(self, cube: CubeTrack) -> bool:
        """Whether this may be believed to be the cube: seen well, and not where a die lies."""
        dice = self._tracker.dice.tracks
        least = LEAST_SURE if self._home is None or self._seen_at_home(self._home) else SURE_UNSEEN
        sure = cube.p >= least or (cube.p >= LEAST_ELSEWHERE and self._has_left(cube))
        return sure and (not cube.votes or all(math.dist(cube.uv, die.uv) > STILL for die in dice))

    def _has_left(self, cube: CubeTrack) -> bool:
        """Whether the cube, hard to read where it is now, is not where it was any more: there is only one.

        Where it was must have been seen often: what is overlooked most of the time need not be gone."""
        home = self._home
        if home is None or home is cube or math.dist(cube.uv, home.uv) <= MOVED:
            return False
        if not self._seen_at_home(home):
            return False
        return cube.count >= TAKEN_UP_READINGS and cube.share >= ELSEWHERE_SHARE

    def _seen_at_home(self, home: CubeTrack) -> bool:
        """Whether the cube is not overlooked most of the time where it lies."""
        return home.share >= SEEN_AT_HOME

    def _too_soon(self, cube: CubeTrack) -> bool:
        """Whether the value of the cube may still become clear; not where it can hardly be read at all."""
        hard = cube.p < LEAST_SURE and self._has_left(cube)
        if self._tracker.cube.elsewhere:
            return True
        return self._tracker.now - cube.since < (ELSEWHERE_S if hard else VALUE_S)

    def _plainly_offered(self, cube: CubeTrack, value: int | None) -> bool:
        """Whether a cube whose place beside the surface was never seen has come to lie on it between two
        turns, at the value due."""
        game = self._tracker.game
        if game is None or game.in_opening or self.offer is not None:
            return False
        due = value == 2 * self.value and self._tracker.place(cube).region == "surface"
        often = cube.count >= TAKEN_UP_READINGS and cube.share >= ELSEWHERE_SHARE
        seen = often and cube.p >= UNPLACED
        return due and seen and game.turn > 1 and cube.since >= game.ended

    @property
    def _shown(self) -> tuple[int, ...]:
        return UNTURNED if self.value == 1 else (self.value,)

    def _adopt(self, cube: CubeTrack, value: int | None) -> bool:
        """The first sight of the cube in a game: where it lies is its place, if that is beside the surface;
        on it, False to look again later. A game joined under way may be at a higher level."""
        game = self._tracker.game
        place = self._tracker.place(cube)
        if place.region == "surface":
            self._came_to_lie(cube)
            return False
        self._home = cube
        joined = game is not None and not game.in_opening
        if joined and value is not None and value not in self._shown and not place.centred:
            self.value, self.owner = value, place.player
        return True

    def _judge(self, cube: CubeTrack, value: int | None) -> bool:
        """What a cube at a new place means while no double waits for an answer; False to look again later."""
        tracker, game, home = self._tracker, self._tracker.game, self._home
        if game is None or home is None:
            return True
        place, want = tracker.place(cube), 2 * self.value
        far = math.dist(cube.uv, home.uv)
        offered = value == want and place.region == "surface" != tracker.place(home).region
        moved = far > (STILL if offered else MOVED)
        put_away = place.region != "surface" == tracker.place(home).region and place.player == self.owner
        settling = tracker.now - self._taken_at < SETTLE_S
        if not moved or put_away or settling:
            self._home = cube if cube.id != home.id and value in (*self._shown, None) else home
            return not (settling and offered and moved)
        if place.region == "surface":
            return self._put_on_the_surface(cube, value)
        doubler = self.owner or (other(place.player) if game.to_act is None else game.to_act)
        given = not place.centred and place.player == other(doubler) and not game.in_opening
        if given and value not in self._shown:
            if value != want and tracker.now - cube.since < VALUE_S:
                return False
            conf = cube.value_p if value == want else P_UNREAD
            self._tell_offer(doubler, want, cube, cube.since, conf=conf, seen=False)
            if self.offer is not None:
                self._take(self.offer, cube.since, conf, place.loc)
            return True
        if value in self._shown and not game.in_opening:
            if min(cube.count, home.count) < TAKEN_UP_READINGS:
                return False
            self._touched(cube)
        if value in self._shown or game.in_opening:
            self._home = cube
        return True

    def _put_on_the_surface(self, cube: CubeTrack, value: int | None) -> bool:
        game = self._tracker.game
        want = 2 * self.value
        by = self._doubler(cube)
        if by is None or game is None:
            return False
        self._came_to_lie(cube)
        plain = value is not None and self._other_level(cube)
        offered = value == want or (value not in self._shown and (plain or not self._too_soon(cube)))
        if offered and not self._turn_is_over(by, cube):
            return False
        if value == want:
            wrong = self._level_put_right(cube)
            if wrong is not None:
                self._tell_offer(by, wrong.value, wrong, wrong.since)
            self._tell_offer(by, want, cube, cube.since)
            return True
        if game.in_opening or self._came_at_first(cube):
            return False
        if value is None or not plain:
            if game.to_act != by or game.roll is not None or self._too_soon(cube):
                return False
            self._tell_offer(by, want, cube, cube.since, conf=P_UNREAD)
        elif value in self._shown:
            self._touched(cube)
        else:
            self._tell_offer(by, value, cube, cube.since)
        return True

    def _came_to_lie(self, cube: CubeTrack) -> None:
        """The cube lies on the surface, here: perhaps its place before this one is yet to be told."""
        if self._on_surface[1] is not cube:
            self._on_surface = (self._on_surface[1], cube)

    def _came_at_first(self, cube: CubeTrack) -> bool:
        """Whether it came before the first turn was over: nobody doubles then, and dice are thrown."""
        game = self._tracker.game
        return game is not None and (game.turn == 1 or (game.turn == 2 and cube.since < game.ended))

    def _level_put_right(self, cube: CubeTrack) -> CubeTrack | None:
        """The cube as it lay on the surface a moment before, if it showed another level than the one due."""
        former = self._on_surface[0]
        if former is None or cube.since - former.seen > PUT_RIGHT_S or former.count < TAKEN_UP_READINGS:
            return None
        other_level = former.sure_value not in (*self._shown, 2 * self.value, None)
        agreed = former.value_p >= AGREED_P and former.p >= PUT_RIGHT_P
        return former if other_level and agreed else None

    def _turn_is_over(self, by: Player, cube: CubeTrack) -> bool:
        """End the opponent's turn before a double; False to look again later.

        Only where its end was not to be seen, because its dice lie until the doubler takes them and no press
        or tap is entered, or because they went out of sight well before: then the double shows it.
        """
        tracker, game = self._tracker, self._tracker.game
        if game is None or game.to_act != other(by):
            return True
        late = tracker.now - cube.since >= VALUE_S
        if game.roll is None:
            return (
                late
                or not game_view(tracker, game).played_unread()
                or tracker.end_turn(cube.since, sure=True)
            )
        roll = game.roll
        gone = cube.since if roll.vanished is None else roll.vanished
        out_of_sight = cube.since - gone >= OUT_OF_SIGHT_S
        if not out_of_sight and not tracker.acts.unheard:
            return True
        ended = tracker.end_turn(gone if out_of_sight else cube.since, sure=not late)
        if out_of_sight and late and not ended:
            tracker.lose("a turn before a double could not be read")
            return False
        return ended or late

    def _doubler(self, cube: CubeTrack) -> Player | None:
        """Who put the cube on the surface: its owner, unless it lies on the right of the other, who is to
        throw; the player on turn; with dice on the board, the player on whose right it lies, unless the play
        is made and it is the opponent's turn next."""
        game = self._tracker.game
        if game is None:
            return self.owner
        right: Player = "A" if self._tracker.place(cube).half == "E" else "B"
        if self.owner is not None:
            to_throw = game.roll is None and game.board.board == game.before.board and not game.in_opening
            return right if to_throw and right == game.to_act else self.owner
        if game.in_opening or game.to_act is None:
            return right
        if game.board.board != game.before.board:
            made = game.roll is not None or game_view(self._tracker, game).played_unread()
            return other(game.to_act) if made else game.to_act
        if game.roll is None or not game.roll.announced:
            return game.to_act
        return right if game.roll.lifted is None else other(game.to_act)

    def _tell_offer(
        self,
        by: Player,
        value: int,
        cube: CubeTrack,
        t: float,
        *,
        conf: float | None = None,
        seen: bool = True,
    ) -> None:
        tracker = self._tracker
        game = tracker.game
        after_roll = game is not None and game.roll is not None and game.roll.lifted is None
        self.offer = Offer(by, value, t, after_roll)
        tracker.tell(
            "CubeOffered",
            t=t,
            by=by,
            conf=cube.value_p * cube.p if conf is None else conf,
            frames=cube.frames,
            value=value,
            loc=tracker.place(cube).loc if seen else None,
            physical=True,
        )

    def _answer(self, offer: Offer, cube: CubeTrack, value: int | None) -> bool:
        """What a cube at a new place means after a double; False to look again later."""
        tracker, taker = self._tracker, other(offer.by)
        place = tracker.place(cube)
        home = self._home
        there = home is not None and math.dist(cube.uv, home.uv) <= MOVED
        back = home is not None and there and (value != offer.value or value == home.sure_value)
        reset = place.centred and place.region != "surface" and value in UNTURNED and offer.value != 64
        offer.back = cube.since if back or reset else None
        if offer.value != 2 * self.value and offer.back is None and place.region == "surface":
            return self._level_corrected(offer, cube, value)
        if offer.back is not None or place.region == "surface" or place.player != taker or place.centred:
            return True
        if value == offer.value:
            self._take(offer, cube.since, cube.value_p, place.loc)
            return True
        if value != 2 * offer.value or not self._other_level(cube):
            if tracker.now - cube.since >= VALUE_S:
                self._take(offer, cube.since, P_UNREAD, place.loc)
            return self.offer is None
        tracker.tell("CubeBeavered", t=cube.since, by=taker, value=value, frames=cube.frames)
        offer.value = value
        self._take(offer, cube.since, cube.value_p, place.loc)
        return True

    def _level_corrected(self, offer: Offer, cube: CubeTrack, value: int | None) -> bool:
        """After a double at another level than the one due the cube lies on the surface anew: it is put right
        if it shows the level due, or nothing that can be read; False to look again later."""
        due = 2 * self.value
        if value is None and self._too_soon(cube):
            return False
        if value in (due, None):
            self._tell_offer(offer.by, due, cube, cube.since, conf=P_UNREAD if value is None else None)
        return True

    def _other_level(self, cube: CubeTrack) -> bool:
        """Whether it is sure enough that the cube shows another value than the one due."""
        rested = self._tracker.now - cube.since >= OTHER_LEVEL_S
        return rested and cube.count >= OTHER_LEVEL_READINGS and cube.agreed

    def _take(self, offer: Offer, t: float, conf: float, loc: Json | None) -> None:
        tracker, taker = self._tracker, other(offer.by)
        self.value, self.owner, self.offer = offer.value, taker, None
        self._settle_here()
        tracker.tell("CubeTaken", t=t, by=taker, conf=conf, value=offer.value, loc=loc)

    def _returned(self, offer: Offer) -> None:
        self.offer = None
        self._settle_here()
        self._tracker.tell("CubeReturned", t=offer.back, by=offer.by, conf=0.9, value=offer.value)

    def _touched(self, cube: CubeTrack) -> None:
        tracker = self._tracker
        game = tracker.game
        by = self.owner or (game.to_act if game is not None else None)
        place = tracker.place(cube)
        tracker.tell(
            "CubeTouched",
            t=cube.since,
            by=by,
            conf=cube.value_p * cube.p,
            frames=cube.frames,
            lifted=True,
            loc=place.loc,
        )
