"""Dice over time: which lie still, since when, what they show, how they lie, and which have gone."""

import math
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from monitor.tracking.parted import TouchingDice
from vision.reading import DieReading, Reading

STILL = 0.012
"""A die that stays within this distance, in field units, lies still."""
HAND_S = 0.5
"""A hand that lifts a die is seen over it this long before it is gone, or later."""
NEAR = 0.05
"""A die read within this distance of where one was is that die."""
LEAST_P = 0.35
FAINT_P = 0.3
"""What is a die with so much, of whatever value, may be one though it is not followed."""
SURE_P = 0.6
"""A die read with less than this in every frame takes no part in decisions."""
TILTED_P, TILTED_VALUE = 0.9, 0.2
"""Unless it leans, and is a die, with the first; then its value needs no more than the second: of a die that
leans two faces are seen alike."""
SURE_SUPPORT = 0.8
"""Share of the readings of a die at rest that have to agree that it lies on something but the surface."""
BACK_S = 3.0
BACK_STILLS = 2
"""A die found again in its place within this time, or this many single pictures, was merely overlooked."""
UNCOVERED_S = 1.0
"""For so long it may be seen beside its place before, while the hand over it goes."""
ENOUGH = 8
"""Readings of a die at rest after which those with a hand nearby add nothing."""
GONE_S = 0.35
BRIEF, FORGET_S = 3, 3.0
"""What was seen in fewer pictures than this, in flight mostly, is forgotten so long after it was last seen.

So is a die of an earlier roll.
"""
RIM = 0.02
"""A die nearer to the edge of the field than this is on its way over the rim, unless it stays there."""
OUTWARD, FLIGHT_S = 60, 1.2
"""Readings of dice outside that are kept, and how long before others rest a die may be seen to leave (s)."""
CROWD, CROWD_P, CROWD_S = 3, 0.95, 10.0
"""So many dice of one value at a time that are less plain than this are prints on the board or its inlays:
for so long afterwards (s) such a die of that value is none."""
BENEATH = 1.6
"""A die read no further than this (sides of a die in the picture) from one that lies on another may be that
other: in films those beneath it were up to 1.3 away, others from 2 on."""
SAME_FACE = 0.02
"""Probability of the former face under which a die on the same spot of the next picture is a new one."""
OVER, MORE, UNMOVED = 0.35, 0.15, 0.05
"""Slots hidden by this, and by this more than what stands there hides of them, have something over them; what
hides them without more motion than this is nothing that came."""
MOST_VEIL = 0.6
"""Of what is hidden more than this, a hand that keeps still is the likelier cause,"""
VEILED_S, MOST_SHADE = 2.0, 0.85
"""unless a die has been seen there for so long, and it is hidden no more than the second: then nothing that
moves hides it, but a hard shadow is taken for something."""
FACE_FLOOR = 1e-4
RULED_OUT = 1e-9
"""Probability in each reading of a face that a die cannot have shown, by who plays."""
FACE_WEIGHT = 2.25
"""Frames of a die at rest are alike, errors included: a die counts as no more than this many readings."""
SOME = 0.08
"""Share of the readings that say that a die may lie on another from which it is taken to, where its player
takes it up, alone on the board, and throws again."""
LEAN_KEPT = 0.85
"""Weight kept, from one reading to the next, of what has been said of leaning: while a die settles it says
too much."""
STEADY, UNSTEADY = 0.002, 0.1
"""A die that has lain still, read further than the first from where it was read last, is half covered: what
is said of leaning then has the second as weight, else 1."""
AGAINST = 0.04
"""A die lies against rim, bar or a man where its middle is no further from them than this. In films 118 of
126 that leant did, and 1,335 of 9,376 that lay flat."""
FAR = 0.08
"""Further from anything than this, about two dice, a die leans on nothing. Of 37 dice that leant in 312 films
none lay half as far off, of 4,215 flat ones 2,423 further; two such looked as if they leant, with 0.99."""
WEDGED = 50.0
"""How much likelier a die leans that has no room to lie flat (`against.wedged`): in films 300 times, but the
board may be found a little beside its place."""
SUREST = -11.5
"""Log-probability that a die shows a given other value however surely it is read."""
Floats = NDArray[np.float64]


@dataclass
class DieTrack:
    """One die from the moment it is seen until it is gone.

    uv: field coordinates. since: time since when it lies still. faces: mean log-probability of each value
    over the frames at rest. missing: time since when its visible place has been empty, None while seen.
    said: the value it shows by the word of somebody at the table; a die never seen has an id below 1.
    """

    id: int
    uv: tuple[float, float]
    first: float
    since: float
    seen: float
    frames: tuple[int, int]
    size: float = 0.0
    missing: float | None = None
    misses: int = 0
    count: int = 0
    log_faces: Floats = field(default_factory=lambda: np.zeros(6))
    zones: Counter[str] = field(default_factory=Counter)
    supports: Counter[str] = field(default_factory=Counter)
    leaning: float = 0.0
    lean_weight: float = 0.0
    """Sums over the readings at rest of the probability that it leans, and of weights: 1 for the last."""
    last_uv: tuple[float, float] = (0.0, 0.0)
    """Where it was read last."""
    exists: float = 0.0
    piled: float = 0.0
    """Sums over the readings at rest of the probabilities that it is a die, and lies on another."""
    p: float = 0.0
    said: int | None = None
    veil: float = 0.0
    """How much slots around it were hidden when it was last seen and nothing moved there."""
    least_hidden: float = 1.0
    """The least of that since it came to rest."""
    handled: float = -math.inf
    """When something was last over its place."""
    beside: float | None = None
    """How far its middle is from rim, bar and men where it lies (widths of the field), once measured."""
    nearest: float | None = None
    """The same, were the men as large as they come."""
    wedged: bool = False
    """Whether it is nearer to rim or bar there than a flat one can be."""
    over_man: tuple[float, float] | None = None
    """How far its middle is from the edge of a man, at least and at most, once measured (`on_man`)."""
    alone: bool = False
    """Whether no other die lies near, if it may lean."""
    others_flat: bool = False
    """Whether others lie there, and none of them may lean."""

    @classmethod
    def unseen(cls, value: int, zone: str, t: float, number: int) -> "DieTrack":
        """A die that only somebody at the table has seen; number: 0, -1, ..."""
        track = cls(number, (0.5, 0.5), t, t, t, (0, 0), said=value)
        track.zones[zone] += 1
        track.supports["surface"] += 1
        return track

    @property
    def face_scores(self) -> Floats:
        """(6,) log-probability of each face, worth a limited number of readings."""
        if self.said is not None:
            sure = np.full(6, math.log(FACE_FLOOR))
            sure[self.said - 1] = math.log(1.0 - 5.0 * FACE_FLOOR)
            return sure
        mean = self.log_faces / max(self.count, 1)
        scores = mean * min(self.count, FACE_WEIGHT)
        scores = np.maximum(scores - scores.max(), SUREST)
        return np.asarray(scores - np.logaddexp.reduce(scores), dtype=np.float64)

    @property
    def face_chances(self) -> Floats:
        """(6,) probability of each face as one reading leaves it: where one of a die at rest errs all do.

        What somebody at the table says counts as in `face_scores`.
        """
        if self.said is not None or not self.count:
            return np.exp(self.face_scores)
        return np.exp(self.log_faces / self.count)

    @property
    def face(self) -> int:
        """Most probable value."""
        return self.said or int(self.log_faces.argmax()) + 1

    @property
    def face_p(self) -> float:
        """Probability of that value."""
        return float(np.exp(self.face_scores.max()))

    @property
    def zone(self) -> str:
        """Where it lies: E, W, bar, frame or table."""
        zone = self.zones.most_common(1)[0][0]
        return "table" if zone == "out" else zone

    @property
    def support(self) -> str:
        """What it rests on: the surface, unless nearly all readings at rest say something else."""
        name, readings = self.supports.most_common(1)[0]
        return name if readings >= SURE_SUPPORT * self.supports.total() else "surface"

    @property
    def on_another(self) -> bool:
        """Whether most readings at rest say that it lies on another die; the first ones hardly ever do."""
        return 2 * self.supports["die"] > self.supports.total()

    @property
    def rather_on_another(self) -> bool:
        """Whether the readings at rest make that likelier than not: in films they did of 12 of 14 dice that
        alone were seen, the other one beneath them, and of none of 18 whose other one lay elsewhere."""
        return 2 * self.piled > self.count

    @property
    def may_lie_on_another(self) -> bool:
        """Whether some of the readings at rest say that it may lie on another die."""
        return self.piled > SOME * self.count

    @property
    def lean_p(self) -> float:
        """Probability that it leans: by its looks, and by where it lies."""
        if self.said is not None:
            return 0.0
        looks = self.leaning / max(self.lean_weight, 1e-9)
        return looks * WEDGED / (1.0 + looks * (WEDGED - 1.0)) if self.wedged else looks

    @property
    def against(self) -> bool:
        """Whether it lies where there is something to lean on."""
        return self.beside is not None and self.beside <= AGAINST

    @property
    def far_off(self) -> bool:
        """Whether it is known to lie further from anything than where a die can lean on it."""
        return self.beside is not None and self.beside > FAR

    @property
    def out_of_reach(self) -> bool:
        """The same, were men as large as they come. One that is hardly read may lie behind such a man, not on
        him."""
        return self.far_off and (self.p < SURE_P or (self.nearest is not None and self.nearest > FAR))

    @property
    def in_open(self) -> bool:
        """Whether it is known to lie where there is nothing to lean on, nor another die."""
        return self.beside is not None and not self.against and self.alone

    @property
    def by_hand(self) -> bool:
        """Whether a hand was over it when it was last seen, or since: one that is gone was lifted."""
        return self.handled >= self.seen - HAND_S

    def rule_out(self, least: int) -> None:
        """It shows none of the faces from this one on, whatever is read."""
        self.log_faces[least - 1 :] = self.count * math.log(RULED_OUT)

    def copy(self) -> "DieTrack":
        """The die as it is now."""
        return replace(
            self,
            log_faces=self.log_faces.copy(),
            zones=Counter(self.zones),
            supports=Counter(self.supports),
        )

    def rested(self, now: float) -> float:
        """Seconds at rest."""
        return now - self.since


class DiceTracker:
    """Follows every die in the picture."""

    def __init__(self, stills: bool) -> None:
        self._stills = stills
        self._next = 1
        self._t: float | None = None
        self.tracks: list[DieTrack] = []
        self.gone: list[DieTrack] = []
        self.faint: list[DieReading] = []
        """What in the last reading may have been dice on the board or frame, too unsurely to be followed."""
        self._outward: deque[tuple[float, tuple[float, float]]] = deque(maxlen=OUTWARD)
        """When and where dice were last read on the frame or beside the board."""
        self._overlooked: list[tuple[DieTrack, float, int]] = []
        self._crowded: dict[int, float] = {}
        """When a crowd of dice of a value was last seen."""
        self._touching = TouchingDice()

    def update(self, reading: Reading) -> None:
        """Take one reading in; `gone` then lists the dice that have just been found missing."""
        self.gone = []
        reading = self._touching.parted(reading)
        alone = self._stills or self._t is None or reading.t - self._t > 1.0
        self._t = reading.t
        left = [_alone_there(die, reading) for die in reading.dice if die.p >= LEAST_P or _tilted(die)]
        rest = [die for die in reading.dice if die.zone != "out" and sum(die.faces) >= FAINT_P]
        self.faint = [die for die in rest if die.p < LEAST_P and not _tilted(die)]
        outside = [die for die in reading.dice if _at_rim(die) and die.p >= SURE_P]
        self._outward += [(reading.t, die.uv) for die in outside]
        faint = Counter(die.value for die in reading.dice if die.p < CROWD_P)
        self._crowded |= {face: reading.t for face, dice in faint.items() if dice >= CROWD}
        if not self._stills:
            self._forget(lambda track: track.count < BRIEF, reading.t)
        for track in sorted(self.tracks, key=lambda track: -track.count):
            if covered(track.uv, reading, track.veil):
                track.handled = reading.t
            match = _nearest(track, left)
            if (
                match is not None
                and not (alone and _another(track, match))
                and not _came_beside(track, match)
            ):
                left.remove(match)
                _see(track, match, reading)
                self._back_after_all(track, match, reading)
            else:
                self._miss(track, reading, alone)
        self.tracks = [track for track in self.tracks if track not in self.gone]
        self.tracks += [self._back(die, reading) or self._new(die, reading) for die in left]
        self._remember_gone(reading)

    def forget(self, played: Collection[int]) -> None:
        """Forget dice of earlier rolls, by their numbers, that have been out of sight for a while."""
        if self._t is not None and not self._stills:
            self._forget(lambda track: track.id in played, self._t)

    def _forget(self, which: Callable[[DieTrack], bool], now: float) -> None:
        """Where a thing stands between camera and board for good, what was last seen there never is gone."""
        self.tracks = [track for track in self.tracks if now - track.seen <= FORGET_S or not which(track)]

    def flew_off(self, rested: float) -> bool:
        """Whether a die was seen to leave the board just before others came to rest: for a moment only, at a
        place where none lies."""
        flown = [uv for t, uv in self._outward if rested - FLIGHT_S <= t <= rested]
        lying = [uv for t, uv in self._outward if not rested - FLIGHT_S <= t <= rested + GONE_S]
        return any(all(math.dist(uv, place) > NEAR for place in lying) for uv in flown)

    def of_a_crowd(self, track: DieTrack) -> bool:
        """Whether a die is one of those that are seen all over a board with prints or inlays."""
        recent = self._t is not None and self._t - self._crowded.get(track.face, -math.inf) <= CROWD_S
        return recent and track.p < CROWD_P and track.said is None

    def resting(self, now: float, seconds: float) -> list[DieTrack]:
        """Dice that have lain still at least that long and are in view or merely covered."""
        return [
            track
            for track in self.tracks
            if track.missing is None and (self._stills or track.rested(now) >= seconds)
        ]

    def _back(self, die: DieReading, reading: Reading) -> DieTrack | None:
        """The track of a die that was given up and now lies where it lay, as it lay; not one that a hand took
        from there before others came to be seen: it was thrown with them."""
        for entry in self._overlooked:
            track, given_up, _ = entry
            later = any(one.first > given_up and one.p >= SURE_P for one in self.tracks)
            if later and track.by_hand and not self._stills:
                continue
            alike = die.faces[track.face - 1] > 0.1 and (track.lean_p > 0.5) == (die.lean_p > 0.5)
            if alike and math.dist(track.uv, die.uv) <= STILL:
                self._overlooked.remove(entry)
                _see(track, die, reading)
                return track
        return None

    def _back_after_all(self, track: DieTrack, die: DieReading, reading: Reading) -> None:
        """A die first seen a moment ago, half covered yet, may be one that was given up: then it is."""
        if track.count > 1 or not 0.0 < reading.t - track.first <= UNCOVERED_S:
            return
        former = self._back(die, reading)
        if former is not None:
            self.tracks[self.tracks.index(track)] = former

    def _remember_gone(self, reading: Reading) -> None:
        kept = [
            (track, when, pictures + 1)
            for track, when, pictures in self._overlooked
            if (pictures < BACK_STILLS if self._stills else reading.t - when < BACK_S)
        ]
        self._overlooked = kept + [(track, reading.t, 0) for track in self.gone]

    def _new(self, die: DieReading, reading: Reading) -> DieTrack:
        track = DieTrack(
            self._next, die.uv, reading.t, reading.t, reading.t, (reading.seq, reading.seq), die.size_px
        )
        self._next += 1
        _see(track, die, reading)
        return track

    def _miss(self, track: DieTrack, reading: Reading, alone: bool) -> None:
        if covered(track.uv, reading, track.veil):
            track.missing, track.misses = None, 0
            return
        if track.missing is None:
            track.missing, track.misses = reading.t, 0
        track.misses += 1
        brief = track.count < BRIEF and track.misses >= 3
        if alone or brief or (reading.t - track.seen >= GONE_S and track.misses >= 2):
            self.gone.append(track)


def _alone_there(die: DieReading, reading: Reading) -> DieReading:
    """A die said to lie on another while others are seen, none of them beneath it, lies on the surface."""
    if die.support != "die":
        return die
    others = [
        other for other in reading.dice if other is not die and other.p >= SURE_P and other.zone != "out"
    ]
    beneath = any(math.dist(die.xy, other.xy) <= BENEATH * die.size_px for other in others)
    return die if beneath or not others else replace(die, support="surface")


def _at_rim(die: DieReading) -> bool:
    """Whether a die is read on the frame, beside the board or next to its rim."""
    return die.zone in ("frame", "out") or inside(die.uv) < RIM


def inside(uv: tuple[float, float]) -> float:
    """How far inside the field a place lies, in field units; negative outside."""
    return min(min(value, 1.0 - value) for value in uv)


def _tilted(die: DieReading) -> bool:
    return die.leaning_die_p >= TILTED_P and die.p >= TILTED_VALUE


def covered(uv: tuple[float, float], reading: Reading, veil: float = 0.0) -> bool:
    """Whether a hand or something in motion is over that place of the field.

    veil: how much slots around it were hidden while what lies there was seen and nothing moved, by the rim of
    the board or a column: a hand hides more.
    """
    return _over(*_around(uv, reading), veil)


def _over(hidden: float, moving: float, veil: float) -> bool:
    return hidden > max(OVER, veil + MORE) or moving > 0.3


def _around(uv: tuple[float, float], reading: Reading) -> tuple[float, float]:
    """How much slots around a place are hidden and in motion, at most."""
    column = min(11, max(0, int(uv[0] * 12)))
    columns = range(max(0, column - 1), min(11, column + 1) + 1)
    rows = [row for row, inside in ((0, uv[1] < 0.62), (12, uv[1] > 0.38)) if inside]
    slots = [row + c for row in rows for c in columns]
    return float(max(reading.hidden[slots])), float(max(reading.motion[slots]))


def _nearest(track: DieTrack, dice: list[DieReading]) -> DieReading | None:
    def distance(die: DieReading) -> float:
        return math.dist(track.uv, die.uv)

    best = min(dice, key=distance, default=None)
    return best if best is not None and distance(best) <= NEAR else None


def _another(track: DieTrack, die: DieReading) -> bool:
    moved = math.dist(track.uv, die.uv)
    return moved > STILL or (moved > STILL / 2 and die.faces[track.face - 1] < SAME_FACE)


def _came_beside(track: DieTrack, die: DieReading) -> bool:
    """Whether a die has come beside what has lain still for a while and was never sure to be one: the tip of
    a point, a print."""
    doubtful = track.count >= ENOUGH and track.p < SURE_P
    return doubtful and math.dist(track.uv, die.uv) > STILL


def _see(track: DieTrack, die: DieReading, reading: Reading) -> None:
    track.seen, track.missing, track.misses = reading.t, None, 0
    moved = math.dist(track.uv, die.uv) > STILL
    hidden, moving = _around(die.uv if moved else track.uv, reading)
    if moved:
        if track.count >= ENOUGH and _over(hidden, moving, track.veil):
            return  # A hand takes it up.
        track.uv, track.since, track.count = die.uv, reading.t, 0
        track.log_faces, track.leaning, track.exists, track.piled = np.zeros(6), 0.0, 0.0, 0.0
        track.lean_weight, track.least_hidden = 0.0, 1.0
        track.beside, track.nearest, track.wedged, track.over_man = None, None, False, None
        track.zones.clear()
        track.supports.clear()
    if moving < UNMOVED:
        track.least_hidden = min(track.least_hidden, hidden)
        if hidden < MOST_VEIL:
            track.veil = hidden
        elif track.rested(reading.t) >= VEILED_S and track.least_hidden <= MOST_SHADE:
            track.veil = track.least_hidden
    if track.count >= ENOUGH and _over(hidden, moving, track.veil):
        return
    track.frames = (track.frames[0], reading.seq)
    track.count += 1
    faces = np.asarray(die.faces, dtype=np.float64)
    track.log_faces = track.log_faces + np.log(np.maximum(faces / max(faces.sum(), 1e-9), FACE_FLOOR))
    track.zones[die.zone] += 1
    on_die = die.support == "die"
    track.supports[die.support if die.on_another or not on_die else "surface"] += 1
    track.piled += die.support_p if on_die else 0.0
    steady = track.count <= ENOUGH or math.dist(track.last_uv, die.uv) <= STEADY
    weight, track.last_uv = 1.0 if steady else UNSTEADY, die.uv
    track.leaning = LEAN_KEPT**weight * track.leaning + weight * die.lean_p
    track.lean_weight = LEAN_KEPT**weight * track.lean_weight + weight
    track.exists += min(1.0, sum(die.faces))
    track.p = max(track.p, die.p)
    track.size = die.size_px
