"""The doubling cube over time: where it lies still, since when, and what its upper face shows.

A single frame decides nothing: a place counts once the cube has lain there for a while in most readings,
and a value once the readings of that place agree.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal

from monitor.config import Half
from monitor.events import Json, Player
from monitor.tracking.dice import covered
from vision.reading import CubeReading, DieReading, Reading

UNREAD = 0
"""Value of a cube that was taken for a die."""
Region = Literal["surface", "bar", "rail", "table"]
Side = Literal["N", "S"]

ELSEWHERE = 0.15
"""Field units from where the cube lies from which what is taken for it is something else, not the cube itself
read beside its place: two cubes and more."""
DECOY_S = 15.0
"""A place where something was taken for the cube is a decoy's for so long after it was last read there, times
the readings: a ghost in one picture is forgotten sooner than a thing on the table."""
DECOY_KEPT_S = 60.0
"""What was last taken for the cube longer ago than this, when a game begins, may be gone."""
STILL = 0.03
"""A cube that stays within this distance, in field units, lies still."""
LEAST_P = 0.2
REST_S = 0.5
LEAST_READINGS, UNCHANGED_S = 3, 0.8
"""Readings, each of a frame of its own, after which a new place of the cube is believed: one less after so
long (s) where the picture does not change any more, so that nothing is read anew."""
LEAST_SHARE = 0.5
"""Share of the readings that show the cube since it came to a place, under which it may not be there."""
FORGET_S = 1.5
"""A place where the cube has not been seen for this long was an error, if it was never believed."""
FADE_S = 2.0
"""Time in which the weight of a reading of the value falls to 1/e."""
SURE_VALUE = 0.8
LEAST_WEIGHT = 1.5
AGREED_P, ALL_AGREED_P = 0.9, 0.85
"""Where the readings agree so well, and are so probable, the value is no misreading. Less will do where not
one shows another: of 385 cubes at the start of a game all were what they were read as, 14 read with less."""
GONE_S = 1.5
"""A cube that is not where it lay, in plain sight, for this long has been taken away."""
AS_DIE_P = (0.25, 0.8)
"""A turned cube is sometimes read as a die, less surely than dice are: between these probabilities."""
OUTSIZED, SURE_DIE, SIZES = 1.5, 0.6, 300
"""Or as a die so many times larger than the median of the last dice (at most so many) read with this
probability while the cube was in sight: cubes are about twice as wide, and perspective makes less of it."""
WELL_KNOWN = 100
"""From so many readings of dice on their size is known well enough for that, wherever the cube was last."""
WELL_SEEN, WELL_SHARE = 20, 0.8
"""Readings of a cube, and share of those that could show it, after which it is not overlooked any more."""
RAIL_U, RAIL_V = 0.16, 0.09
"""How far beyond the field, in its widths and heights, the cube is taken to be on the rail or in a tray."""
BESIDE_BAR = 0.04
"""How far beside the bar, in field widths, one that lies on it may be seen."""
MIDDLE = 0.22
"""Distance from the line between the players, in field heights, up to which a cube is in the centre."""


@dataclass(frozen=True)
class CubePlace:
    """Where a cube lies: region, the half of the board and the player's side it is nearer to."""

    region: Region
    half: Half
    side: Side
    centred: bool

    @property
    def player(self) -> Player:
        """The player on whose side it lies."""
        return "A" if self.side == "S" else "B"

    @property
    def name(self) -> str:
        """The place in the words of a starting position: side_rail_centre, bar_centre, A_side, surface ..."""
        if self.region == "surface":
            return "surface"
        if not self.centred:
            return f"{self.player}_side"
        return "bar_centre" if self.region == "bar" else f"side_{self.region}_centre"

    @property
    def loc(self) -> Json:
        """The place as a field of an event."""
        return {"region": self.region, "half": self.half, "side": self.side}


def place_of(uv: tuple[float, float], bar: tuple[float, float] | None) -> CubePlace:
    """The place of field coordinates uv; bar: its left and right edge in field widths, None without one."""
    u, v = uv
    half: Half = "E" if u > 0.5 else "W"
    side: Side = "S" if v > 0.5 else "N"
    centred = abs(v - 0.5) <= MIDDLE
    aside, ahead = max(-u, u - 1.0), max(-v, v - 1.0)
    region: Region
    if aside > RAIL_U or ahead > RAIL_V:
        region = "table"
    elif aside > 0.0 or ahead > 0.0:
        region = "rail"
    elif bar is not None and bar[0] < u < bar[1]:
        region = "bar"
    else:
        region = "surface"
    return CubePlace(region, half, side, centred)


@dataclass
class CubeTrack:
    """The cube at one place. since: when it came there; readings: all since then that could have shown it.

    missing: since when the place has been in sight without a cube, None while it is there. votes: weight of
    each value, fading.
    """

    id: int
    uv: tuple[float, float]
    since: float
    seen: float
    frames: tuple[int, int]
    count: int = 0
    readings: int = 0
    p_sum: float = 0.0
    missing: float | None = None
    votes: dict[int, float] = field(default_factory=dict)
    plain: bool = True
    """Whether nothing was over its place whenever it was seen there."""

    @property
    def value(self) -> int:
        """Most probable value of the upper face."""
        return max(self.votes, key=lambda value: self.votes[value])

    @property
    def value_p(self) -> float:
        """Share of the readings that agree on it."""
        total = sum(self.votes.values())
        return self.votes[self.value] / total if total else 0.0

    @property
    def agreed(self) -> bool:
        """Whether the readings of the value agree, and are sure of themselves."""
        return min(self.value_p, self.p) >= (ALL_AGREED_P if len(self.votes) == 1 else AGREED_P)

    @property
    def sure_value(self) -> int | None:
        """The value once the readings agree well enough."""
        enough = sum(self.votes.values()) >= LEAST_WEIGHT and self.value_p >= SURE_VALUE
        return self.value if enough else None

    @property
    def share(self) -> float:
        """Share of the readings that showed it since it came here."""
        return self.count / max(self.readings, 1)

    @property
    def p(self) -> float:
        """Probability that the cube is here, as far as the readings say."""
        return self.p_sum / max(self.count, 1) * min(1.0, self.share / LEAST_SHARE)

    def see(self, cube: CubeReading, reading: Reading) -> None:
        """Take one sight of the cube in."""
        fade = math.exp(-max(0.0, reading.t - self.seen) / FADE_S)
        self.votes = {value: weight * fade for value, weight in self.votes.items()}
        if cube.value != UNREAD:
            self.votes[cube.value] = self.votes.get(cube.value, 0.0) + cube.p
        self.seen, self.missing, self.frames = reading.t, None, (self.frames[0], reading.seq)
        self.plain = self.plain and not covered(self.uv, reading)
        self.count += 1
        self.readings += 1
        self.p_sum += cube.p


class CubeTracker:
    """Follows the one cube. `rest` is where it is believed to lie, None before it was ever seen at rest."""

    def __init__(self, stills: bool) -> None:
        self._least = 2 if stills else LEAST_READINGS
        self._rest_s = 0.0 if stills else REST_S
        self._unchanged_s = math.inf if stills else UNCHANGED_S
        self._next = 1
        self._last: CubeReading | None = None
        self._candidate: CubeTrack | None = None
        self._sizes: deque[float] = deque(maxlen=SIZES)
        self._decoys: dict[tuple[float, float], tuple[float, int]] = {}
        """Where something else was taken for the cube, which lay elsewhere before and after.

        When it was last read there, and how often."""
        self.rest: CubeTrack | None = None
        self._former: CubeTrack | None = None
        """Where it was believed to lie before."""

    def update(self, reading: Reading) -> None:
        """Take one reading in. A reading repeated for an unchanged picture adds nothing."""
        if reading.cube is not None or _two_alike(reading.dice):
            self._sizes += [die.size_px for die in reading.dice if die.p >= SURE_DIE]
        cube = reading.cube or self._read_as_die(reading)
        repeated = cube is not None and cube is self._last
        self._last = cube
        if repeated:
            self._promote(reading.t, unchanged=True)
            return
        if cube is None or cube.p < LEAST_P:
            self._miss(reading)
            return
        if self.rest is not None and math.dist(self.rest.uv, cube.uv) <= STILL:
            self.rest.see(cube, reading)
            other, self._candidate = self._candidate, None
            if other is not None and other.plain and math.dist(other.uv, cube.uv) > ELSEWHERE:
                self._tell_apart(self.rest, other, reading.t)
            return
        if self._is_decoy(cube, reading.t):
            self._see_decoy(cube, reading)
            return
        _note_missing(self.rest, reading)
        if self._candidate is None or math.dist(self._candidate.uv, cube.uv) > STILL:
            frames = (reading.seq, reading.seq)
            self._candidate = CubeTrack(self._next, cube.uv, reading.t, reading.t, frames)
            self._next += 1
        self._candidate.see(cube, reading)
        self._promote(reading.t)

    def _tell_apart(self, rest: CubeTrack, other: CubeTrack, t: float) -> None:
        """Two things far apart are read as the cube by turns. The other is a decoy, unless the cube had lain
        there for longer than it has here, and is read more surely there still."""
        former, decoy = self._former, other
        back = former is not None and math.dist(former.uv, other.uv) <= STILL
        if former is not None and back and former.p_sum > rest.p_sum and other.p > rest.p:
            self.rest, self._former, decoy = former, None, rest
        self._decoys[decoy.uv] = t, decoy.count

    def new_game(self, now: float) -> None:
        """Forget decoys that have not been seen for a while: things on the table come and go, and the cube
        may lie in such a place in another game."""
        self._decoys = {uv: one for uv, one in self._decoys.items() if now - one[0] <= DECOY_KEPT_S}

    def forget(self) -> None:
        """It has been put away from where it lay, out of sight: seen there again, it has come anew."""
        self._former, self.rest = self.rest, None

    def _read_as_die(self, reading: Reading) -> CubeReading | None:
        """The cube as a die too large for one, not seen where it lay; or, gone from where it was well seen,
        as the only one on the board, read unsurely."""
        rest, low, high = self.rest, *AS_DIE_P
        if rest is None or not reading.dice or (rest.sure_value is not None and rest.missing is None):
            return None
        least = OUTSIZED * (median(self._sizes) if self._sizes else math.inf)
        large = [die for die in reading.dice if die.size_px >= least]
        well_seen = rest.count >= WELL_SEEN and rest.share >= WELL_SHARE
        outsized = bool(large) and len(self._sizes) >= WELL_KNOWN
        gone = rest.missing is not None and (well_seen or outsized)
        if rest.sure_value is not None and not gone:
            return None
        alone = [die for die in reading.dice if len(reading.dice) == 1 and die.p <= high]
        die = next((die for die in large or alone if die.p >= low and die.zone in ("E", "W")), None)
        if die is None or len(large) > 1 or not (gone or math.dist(rest.uv, die.uv) <= STILL):
            return None
        return CubeReading(UNREAD, die.p, die.xy, die.uv)

    def _miss(self, reading: Reading) -> None:
        for track in (self.rest, self._candidate):
            _note_missing(track, reading)
        if self._candidate is not None and reading.t - self._candidate.seen > FORGET_S:
            self._candidate = None

    def _is_decoy(self, cube: CubeReading, t: float) -> bool:
        """Whether this is read where a decoy lies; then it has been seen there once more."""
        place = next((uv for uv in self._decoys if math.dist(uv, cube.uv) <= STILL), None)
        if place is None:
            return False
        last, often = self._decoys[place]
        if t - last > DECOY_S * often:
            del self._decoys[place]
            return False
        self._decoys[place] = t, often + 1
        return True

    def _see_decoy(self, cube: CubeReading, reading: Reading) -> None:
        """What is no cube was read as the cube: it is not where it lay if it is read more surely there."""
        if self.rest is not None and self.rest.p_sum > cube.p * self.rest.count:
            _note_missing(self.rest, reading)
        if self._candidate is not None and reading.t - self._candidate.seen > FORGET_S:
            self._candidate = None

    def _promote(self, now: float, *, unchanged: bool = False) -> None:
        """Believe the new place once the cube has lain there long enough, in most readings.

        unchanged: whether the picture is, so that it is not read again: then one reading less will do.
        """
        new = self._candidate
        if new is None or now - new.since < self._rest_s:
            return
        still = unchanged and now - new.since >= self._unchanged_s
        if new.count < self._least - still:
            return
        if new.share >= LEAST_SHARE:
            self._former, self.rest, self._candidate = self.rest, new, None

    def comes_for(self, now: float) -> float:
        """For how long something has been seen that may be the cube, and is not believed yet (s); without end
        where there is no such thing."""
        return math.inf if self._candidate is None else now - self._candidate.since

    @property
    def elsewhere(self) -> bool:
        """Whether it has just been seen away from where it is believed to lie."""
        return self._candidate is not None

    def left(self, now: float) -> bool:
        """Whether the cube has been taken from where it lay."""
        rest = self.rest
        return rest is not None and rest.missing is not None and now - rest.missing >= GONE_S

    def gone(self, now: float) -> bool:
        """Whether it has, and lies nowhere else that is in sight."""
        return self.left(now) and self._candidate is None


def _two_alike(dice: Sequence[DieReading]) -> bool:
    """Whether two dice lie there, the cube being neither of them: it is larger."""
    sizes = [die.size_px for die in dice]
    return len(sizes) == 2 and max(sizes) < OUTSIZED * min(sizes)


def _note_missing(track: CubeTrack | None, reading: Reading) -> None:
    """Count a reading that could have shown the cube at a place and did not."""
    if track is None or covered(track.uv, reading):
        return
    track.readings += 1
    if track.missing is None:
        track.missing = reading.t
