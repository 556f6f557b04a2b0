"""The tracker: readings in, events out. What happened, when, and how sure; the referee judges."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from monitor.config import MatchConfig
from monitor.events import Event, Player
from monitor.tracking.acts import TableActs
from monitor.tracking.cube import BESIDE_BAR, CubePlace, CubeTrack, CubeTracker, place_of
from monitor.tracking.dice import DiceTracker
from monitor.tracking.doubling import CubeWatch
from monitor.tracking.evidence import STALE_S, Evidence
from monitor.tracking.exchanged import MIRRORED, Exchanged
from monitor.tracking.game_end import EndWatch
from monitor.tracking.legible import HARDLY_READ, Legible, hardly_read_of
from monitor.tracking.play import PlayWatch
from monitor.tracking.reach import Reach
from monitor.tracking.rim import Rim
from monitor.tracking.rolltelling import RollTeller
from monitor.tracking.score import ScoreKeeper
from monitor.tracking.seating import Seating, seatings
from monitor.tracking.setup import SetupWatch
from monitor.tracking.sharing import Sharing
from monitor.tracking.state import Following, GameTrack, Lost, Phase, TrackerState
from vision.reading import Reading

BLIND_S = 1.5
"""A board that cannot be read for this long is lost."""
GAP_S = 2.5
"""Without pictures for this long a whole turn may have gone unseen."""
COVERED_S = 3.0
COVERED_SHARE = 0.25
"""A board of which less than this share can be seen for COVERED_S is lost."""
SLOW_S = 0.3
"""With pictures further apart than this on average, rolls and quick moves may go unseen."""
SETTLE_S = 0.25
"""A visible board that has stood still this long may be believed."""


class MatchTracker:
    """Follows one match. Feed it every reading in order of time."""

    def __init__(self, config: MatchConfig | None = None) -> None:
        self.config = config or MatchConfig()
        self.box = self.config.baffle
        """Whether dice are dropped through a box. `config` comes to say so, too, where halves do not tell who
        threw."""
        self.evidence = Evidence(self.config.has_bar)
        self.dice = DiceTracker(self.config.stills)
        self.cube = CubeTracker(self.config.stills)
        self.legible = Legible()
        self.reach = Reach()
        self.rim = Rim()
        self.seatings = seatings(self.config)
        self.game: GameTrack | None = None
        self.game_no = 0
        self.now = 0.0
        self.frame = 0
        self.lost: Lost | None = None
        self._unread_since: float | None = None
        self._covered_since: float | None = None
        self._interval = 0.0
        self._out: list[Event] = []
        self.score = ScoreKeeper(self.config.length, self.config.score, crawford=self.config.crawford)
        self.doubling = CubeWatch(self)
        self.ending = EndWatch(self)
        self.exchanged = Exchanged(self)
        self.sharing = Sharing(self)
        self.rolls = RollTeller(self)
        self.acts = TableActs(self)
        self._setup = SetupWatch(self)
        self._play = PlayWatch(self)

    def update(self, reading: Reading) -> list[Event]:
        """Events that are certain since this reading, in order."""
        self._out = []
        self._watch_gap(reading)
        self._watch_pace(reading)
        if self.config.stills or reading.t - self.now > STALE_S:
            reading = replace(reading, motion=np.zeros_like(reading.motion))
        self.now, self.frame = reading.t, reading.seq
        if self._readable(reading):
            reading = self.rim.cleared(reading, STALE_S)
            self.evidence.update(reading)
            self.dice.update(reading)
            self.legible.lifted(self.dice.gone)
            self.cube.update(reading)
            self.exchanged.look(reading.cube)
            self.reach.update(reading)
            self.sharing.update()
            self._watch_cover()
            self.doubling.update()
            if self.game is None:
                self._setup.update()
            else:
                self._play.update(self.game)
            self.acts.update()
        return self._out

    def inject(self, event: Event) -> list[Event]:
        """Take in what an operator or a clock has entered: told on in its place, and believed."""
        self._out = []
        self.acts.take(event)
        return self._out

    def finish(self) -> list[Event]:
        """Events still to be told when no reading follows."""
        self._out = []
        if self.game is None:
            self._setup.finish()
        else:
            self._play.finish(self.game)
        return self._out

    @property
    def state(self) -> TrackerState:
        """What is believed now."""
        game = self.game
        score = self.score.state.score if self.score.known else None
        if game is None:
            home, light = self.config.home, self.config.light
            none_yet = self._setup.why_none if self.game_no == 0 else None
            return TrackerState(
                None,
                home,
                light,
                None,
                (),
                "setup",
                self._following,
                0,
                self._trouble,
                score=score,
                no_game=none_yet,
                notice=self._notice,
            )
        phase: Phase = "opening" if game.in_opening else "to_roll" if game.roll is None else "moving"
        offer = self.doubling.offer
        return TrackerState(
            board=game.board.board26() if not game.board.shared_points else None,
            home=game.seating.home,
            light=game.seating.light,
            to_act=game.to_act,
            dice=game.roll.faces if game.roll else (),
            phase=phase,
            following=self._following,
            turn=game.turn,
            reason=self._trouble,
            cube=self.doubling.value,
            owner=self.doubling.owner,
            offered=None if offer is None else offer.by,
            score=score,
            notice=self._notice,
        )

    @property
    def in_sight(self) -> bool:
        """Whether enough of the board is in sight to follow it."""
        return self._covered_since is None

    @property
    def settled(self) -> bool:
        """Whether the visible board has stood still long enough to be believed."""
        if self.config.stills:
            return True
        quiet = self.evidence.quiet_for(self.now) >= SETTLE_S and self.evidence.readings_quiet >= 2
        return quiet and self.evidence.share_visible >= 0.5

    def tell(
        self,
        name: str,
        *,
        t: float | None = None,
        by: Player | None = None,
        conf: float = 1.0,
        frames: tuple[int, int] | None = None,
        data: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """Put an event on the list; t and frames are by default those of the newest reading."""
        if name == "DiceThrown":
            self.doubling.thrown(by)
        elif name == "TurnPlayed":
            self.doubling.turn_over(by, self.now if t is None else t)
            self.ending.turn_over(by, legal=(data or more).get("legal") is True)
            if self.lost is None:
                self.legible.turn_over(by, read=(data or more).get("dice") is not None)
        elif name == "DiceAtRest":
            self.legible.rolled(by)
        when = self.now if t is None else t
        shown = frames or (self.frame, self.frame)
        self._out.append(
            Event(
                name,
                t=when,
                by=by,
                conf=max(0.0, min(1.0, conf)),
                frames=shown,
                t_known=self.now,
                data={**(data or {}), **more},
            )
        )

    def pass_on(self, event: Event) -> None:
        """Put an event from outside on the list."""
        self._out.append(replace(event, t_known=max(self.now, event.t)))

    def end_turn(self, t: float, *, sure: bool) -> bool:
        """End the turn by something else than its dice; sure: only if what was played is clear."""
        return self.game is not None and self.lost is None and self._play.end_turn(self.game, t, sure=sure)

    def begin(self, game: GameTrack) -> None:
        """Start following a game."""
        self.game = game
        self.cube.new_game(self.now)
        self.doubling.begin()
        self.ending.begin()
        self._play.reset()

    def start(self, seating: Seating) -> None:
        """Start following a game that somebody says begins now."""
        self._setup.start(seating)

    def take_up(self) -> None:
        """Go on with the game from a board that somebody has entered."""
        self.ending.begin()
        self._play.reset()

    def end(self) -> None:
        """Stop following the game and wait for the next one to be set up."""
        self.game = None
        self._setup.reset()

    def withdraw(self, *, anew: bool = False) -> None:
        """The game has not begun yet after all: look at the set-up again. anew: and tell it once more."""
        self.game = None
        self._setup.reset(again=True, anew=anew)

    def lose(self, reason: str, *, unseen: bool = False) -> None:
        """Say that the thread of the game is lost; unseen: because the board was not seen."""
        if self.lost is None:
            self.lost = Lost(reason, unseen)
            self.tell("TrackLost", reason=reason)

    def regain(self, reason: str, *, by: Player | None = None, conf: float = 1.0, **data: Any) -> None:
        """Say that the game is followed again."""
        if self.lost is not None:
            self.lost = None
            self.tell("TrackRegained", by=by, conf=conf, data=data, reason=reason)

    def place(self, cube: CubeTrack, *, at_start: bool = False) -> CubePlace:
        """Where a cube lies; at_start: before anything is played, when it lies on the bar rather than beside
        it: what lies high is seen away from its place."""
        left, right = self.config.bar
        wide = BESIDE_BAR if at_start else 0.0
        return place_of(cube.uv, (left - wide, right + wide) if self.config.has_bar else None)

    @property
    def _following(self) -> Following:
        if self.lost is not None:
            return "lost"
        return "following" if self.evidence.share_visible >= 0.5 else "hidden"

    def _readable(self, reading: Reading) -> bool:
        if reading.status != "lost":
            if self._unread_since is not None:
                self._setup.out_of_sight(reading.t - self._unread_since)
            self._unread_since = None
            return True
        if self._unread_since is None:
            self._unread_since = reading.t
        if self.config.stills or reading.t - self._unread_since >= BLIND_S:
            self.lose(reading.reason or "the board cannot be read", unseen=True)
        return False

    @property
    def _trouble(self) -> str | None:
        return self._notice if self.lost is None else self.lost.reason

    @property
    def _notice(self) -> str | None:
        """What makes following hard, though it goes on."""
        if self._interval > SLOW_S and not self.config.stills:
            return f"only {1.0 / self._interval:.0f} pictures a second: quick rolls and moves may go unseen"
        if self.exchanged.mirrored:
            return MIRRORED
        if self.legible.hardly:
            return HARDLY_READ
        player = self.legible.hardly_of
        return None if player is None else hardly_read_of(self.config.name(player))

    def _watch_pace(self, reading: Reading) -> None:
        gap = reading.t - self.now
        if 0.0 < gap < GAP_S:
            self._interval += 0.1 * (gap - self._interval)

    def _watch_gap(self, reading: Reading) -> None:
        if self.game is not None and not self.config.stills and reading.t - self.now > GAP_S:
            gap, self.now = reading.t - self.now, reading.t
            self.lose(f"no pictures for {gap:.1f} s", unseen=True)

    def _watch_cover(self) -> None:
        if self.evidence.share_visible >= COVERED_SHARE:
            self._covered_since = None
        elif self._covered_since is None:
            self._covered_since = self.now
        elif self.game is not None and self.now - self._covered_since > COVERED_S:
            self.lose("the board has been covered for too long", unseen=True)
