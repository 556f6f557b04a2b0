"""All that was seen of every turn over its whole time: the board that it left, its dice while they lay."""

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from monitor.backgammon import Position
from monitor.tracking.evidence import Evidence, Floats
from monitor.tracking.explain import Roll
from monitor.tracking.seating import Seating
from monitor.tracking.steps import ROLLS
from monitor.transcribe.turns import SeenDie, Turn
from vision.reading import MAX_COUNT, MIXED, DieReading, Reading

HIDDEN: Final = 0.5
MEN: Final = 15
LOOSE_S: Final = 0.6
"""Where nothing was read while the board certainly stood, readings this close to that time are used."""
SAME_DIE: Final = 0.015
"""Distance in field units within which a die is read again."""
BEFORE_S: Final = 5.0
"""Dice seen so long before a turn began are those of the turn before."""
STRAY_P: Final = 0.25
STRAY_SEEN: Final = 2
"""A die that no roll was told of counts if it was read with STRAY_P so many times in one place."""
FACE_FLOOR: Final = 1e-4
FACE_WEIGHT: Final = 2.0
"""A die at rest is read alike in every picture: no more than so many readings count."""
DIE_OUTLIER: Final = 2e-4
"""Chance that a die is read wrong however sure its readings are."""


def plain_board(reading: Reading, seating: Seating) -> Position | None:
    """The board, seen by A, that a reading shows, nothing hidden and no side with more men than there are."""
    best = np.asarray(reading.points).argmax(axis=1)
    if reading.status != "ok" or (np.asarray(reading.hidden) >= HIDDEN).any() or (best == MIXED).any():
        return None
    men = [(int(b), 0) if b <= MAX_COUNT else (0, int(b) - MAX_COUNT) for b in best]
    bar = np.asarray(reading.bar).argmax(axis=1)
    if max(sum(side) + int(on_bar) for side, on_bar in zip(zip(*men, strict=True), bar, strict=True)) > MEN:
        return None
    return seating.board(men, [int(n) for n in bar])


@dataclass
class DieEvidence:
    """The readings of one die added up: log-probabilities of its faces. seen: when last, of a stray one."""

    die: SeenDie
    log_faces: Floats = field(default_factory=lambda: np.zeros(6))
    count: int = 0
    seen: float = 0.0

    def add(self, readings: Iterable[DieReading]) -> None:
        """Take in the reading of this die among those of a picture."""
        for reading in readings:
            if math.dist(reading.uv, self.die.uv) <= SAME_DIE:
                faces = np.asarray(reading.faces, dtype=np.float64)
                self.log_faces += np.log(np.maximum(faces / max(faces.sum(), 1e-9), FACE_FLOOR))
                self.count += 1
                return

    @property
    def scores(self) -> Floats:
        """(6,) log-probability of each face."""
        if not self.count:
            faces = np.full(6, 0.02)
            faces[self.die.face - 1] = 0.9
            return np.asarray(np.log(faces), dtype=np.float64)
        scores = self.log_faces / self.count * min(self.count, FACE_WEIGHT)
        faces = np.exp(scores - np.logaddexp.reduce(scores))
        return np.asarray(np.log((1.0 - DIE_OUTLIER) * faces + DIE_OUTLIER / 6), dtype=np.float64)


@dataclass
class TurnEvidence:
    """What was seen of one turn. board: while the board after it stood; readings: how many."""

    board: Evidence
    dice: tuple[DieEvidence, ...]
    readings: int = 0

    @property
    def rolls(self) -> dict[Roll, float]:
        """Log-probability of each of the 21 rolls; the chance of each where no dice were seen."""
        if not self.dice:
            return {roll: math.log((1 if roll[0] == roll[1] else 2) / 36) for roll in ROLLS}
        one = self.dice[0].scores
        two = self.dice[1].scores if len(self.dice) > 1 else np.full(6, math.log(1 / 6))
        found: dict[Roll, float] = {}
        for high, low in ROLLS:
            score = one[high - 1] + two[low - 1]
            if high != low:
                score = np.logaddexp(score, one[low - 1] + two[high - 1])
            found[(high, low)] = float(score)
        return found


class StrayDice:
    """Dice that no roll was told of, where the player of a turn throws: gathered from readings."""

    def __init__(self, turn: Turn, *, has_bar: bool) -> None:
        self._half = ("E" if turn.by == "A" else "W") if has_bar and not turn.opening else None
        self._since = turn.since
        self._known = [die.uv for die in turn.dice]
        self.found: list[DieEvidence] = []

    def add(self, reading: Reading) -> None:
        """Take in the dice of a picture."""
        for die in reading.dice:
            half = die.zone if self._half is None else self._half
            if die.p < STRAY_P or die.tilt != "flat" or die.zone != half or half not in ("E", "W"):
                continue
            if any(math.dist(die.uv, uv) <= SAME_DIE for uv in self._known):
                continue
            same = (one for one in self.found if math.dist(one.die.uv, die.uv) <= SAME_DIE)
            evidence = next(same, None)
            if evidence is None:
                evidence = DieEvidence(SeenDie(die.uv, reading.t, die.value))
                self.found.append(evidence)
            evidence.add((die,))
            evidence.seen = reading.t

    def best(self, wanted: int) -> tuple[DieEvidence, ...]:
        """So many of them, those that lay there last; none that lay there in the turn before."""
        seen = [one for one in self.found if one.count >= STRAY_SEEN and one.die.since > self._since]
        return tuple(sorted(seen, key=lambda one: (-one.seen, -one.count))[:wanted])


@dataclass
class _Open:
    """Evidence being gathered. loose: of readings just outside the time; last: the reading taken last."""

    turn: Turn
    strict: TurnEvidence
    loose: TurnEvidence
    stray: StrayDice
    last: object = None

    @classmethod
    def of(cls, turn: Turn, *, has_bar: bool) -> "_Open":
        """Nothing gathered yet."""
        dice = tuple(DieEvidence(die) for die in turn.dice)
        strict, loose = TurnEvidence(Evidence(has_bar), dice), TurnEvidence(Evidence(has_bar), ())
        return cls(turn, strict, loose, StrayDice(turn, has_bar=has_bar))

    @property
    def begin(self) -> float:
        """From when on readings belong to it."""
        lying = [die.since for die in self.turn.dice]
        since = [self.turn.since - BEFORE_S] if len(lying) < 2 else lying
        return min(self.turn.settled - LOOSE_S, *since)

    def take(self, reading: Reading) -> None:
        """Take in a reading if it is one of its time."""
        turn, fresh = self.turn, reading.points is not self.last
        self.last = reading.points
        if fresh and reading.t <= turn.t:
            for die in self.strict.dice:
                if die.die.since <= reading.t:
                    die.add(reading.dice)
            if len(self.strict.dice) < 2:
                self.stray.add(reading)
        if not turn.settled - LOOSE_S <= reading.t <= turn.left + LOOSE_S:
            return
        into = self.strict if turn.settled <= reading.t <= turn.left else self.loose
        if fresh or not into.readings:
            into.board.update(replace(reading, t=0.0))
            into.readings += 1

    def evidence(self) -> TurnEvidence:
        """What was gathered; of readings just before and after where the board was not read in its time."""
        board = self.strict if self.strict.readings else self.loose
        dice = self.strict.dice
        if len(dice) < 2:
            dice = (*dice, *self.stray.best(2 - len(dice)))
        return TurnEvidence(board.board, dice, board.readings)


def gather(turns: list[Turn], readings: Iterable[Reading], *, has_bar: bool) -> list[TurnEvidence]:
    """The evidence of every turn from all readings, in one walk through them in order of time."""
    found = [_Open.of(turn, has_bar=has_bar) for turn in turns]
    waiting = deque(sorted(found, key=lambda one: one.begin))
    open_now: list[_Open] = []
    for reading in readings:
        while waiting and waiting[0].begin <= reading.t:
            open_now.append(waiting.popleft())
        if reading.status != "lost":
            for one in open_now:
                one.take(reading)
        if open_now and reading.t > min(one.turn.left for one in open_now) + LOOSE_S:
            open_now = [one for one in open_now if reading.t <= one.turn.left + LOOSE_S]
    return [one.evidence() for one in found]
