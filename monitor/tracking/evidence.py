"""What the last moments of reading say about every slot, however many frames a second there are.

Log-probabilities are averaged with weights that fade within a quarter of a second. A slot that is covered
or in motion adds nothing. Every probability is mixed with a little uniform chance, so that no misreading
can weigh more than a fixed amount. A slot whose contents seem to change although no hand came near, or that
contradicted the turn before, is suspected of being misread and counts for little until it has been right
for some turns, or looks otherwise and is empty, and for more where men have gone from it and it alone looks
otherwise. What a slot looks like, whatever it is read as, counts beside its readings (`looks`).
"""

import math

import numpy as np
from numpy.typing import NDArray

from monitor.tracking.looks import TurnLooks, of_neighbours
from monitor.tracking.overruled import OverruledSlots
from monitor.tracking.seating import Outcomes
from vision.reading import EMPTY, MAX_COUNT, MIXED, OUTCOMES, Reading, outcome

FADE_S = 0.25
"""Time in which the weight of a frame falls to 1/e."""
STALE_S = 0.6
"""Readings further apart than this stand alone."""
LEAST_KEPT = 0.6
"""Weight kept from one reading to the next at low frame rates."""
OUTLIER = 0.02
"""Chance that a slot is read wrong whatever its probabilities say, spread over all outcomes."""
MOST_WEIGHT = 2.0
"""Frames of a resting board are alike, errors included: no slot counts as more than this many readings."""
SUSPECT_WEIGHT = 0.25
"""What a suspected slot counts for at most."""
HALF_SUSPECTED = 0.5
"""Suspicion, at most, of a slot that alone looks otherwise than when the last turn ended, with fewer men."""
LEAST_VEIL, VEIL = 0.1, 0.15
"""A slot that is in view, but hidden by more than the first, and is read as empty, is not so with the second
times what it is hidden by: 1.4 % of those hidden by a tenth to a fifth in films where nothing moved, 7.6 % of
those by half (of 1,148 in all 29), and 35 of 86,988 hidden less."""
FEW_MEN = [outcome(side, men) for side in (0, 1) for men in (1, 2, 3)]
"""What may stand there then."""
TRUSTED = 0.2
"""Suspicion under which a slot is trusted again; it halves with every turn that the slot agrees with."""
KNOWN = 0.3
"""Weight from which on something is known about a slot at present."""
MOST_MISREAD = 3
"""More slots than this that contradict a board speak against the board."""
PERHAPS_SHARED, LOG_STILL_SEEMS = -2.0, -8.0
"""A slot read as shared so nearly as probably as anything else (nats a reading), but hardly more so than what
it held, says this little later on if it is read so still."""
AGREES = -1.0
CONTRADICTED = -3.0
"""Log-likelihood of the contents believed in above which a slot agrees, under which it contradicts them."""
MOVING = 0.3
HIDDEN = 0.5
RIM_S = 4.0
"""What has hidden a slot for so long, without moving, is no hand."""
STILL, HALF_HIDDEN = 0.05, 0.6
"""Where nothing moves it is no hand that hides part of a slot, but the rim of the board or another column:
then it counts as in view up to this."""
TOUCH_S = 1.2
"""Contents change at most this long after a hand was near."""
TOUCH_HIDDEN, TOUCH_MOTION = 0.3, 0.1
"""From these on something is near a slot; twice as much, on the slot beside it, will do."""
HARDLY = 0.7
"""A slot shows something else where that is twice as probable: which of two is the more probable by a hair
changes with every picture."""
JUMP = 3
"""So many slots changed at once without a hand near: not misreads, but a moment that was not seen."""
JUMP_BACK_S = 2.0
"""What jumped and is as it was within this time was a passing fault of reading."""

Floats = NDArray[np.float64]
SLOTS = np.arange(24)


class Evidence:
    """Weighted mean log-probabilities of the 24 points and the bar."""

    def __init__(self, has_bar: bool) -> None:
        self._has_bar = has_bar
        self._points: Floats = np.zeros((24, OUTCOMES))
        self._bars: Floats = np.zeros((2, MAX_COUNT + 1))
        self._weight: Floats = np.zeros(25)
        self._veil: Floats = np.zeros(24)
        """By how much each point was hidden in what was taken in, times its weight."""
        self._best = np.full(26, -1, dtype=np.int64)
        self._firmly = self._best.copy()
        self._firm_since = math.inf
        self._t: float | None = None
        self._alone = True
        self._touched: Floats = np.full(25, -math.inf)
        self._suspicion: Floats = np.zeros(25)
        self.handled = np.zeros(24, dtype=bool)
        """(24,) slots seen to change under a hand since the last turn ended."""
        self.unhandled = np.zeros(24, dtype=bool)
        """(24,) slots that last seemed to change although no hand came near."""
        self.quiet_since = math.inf
        self.readings_quiet = 0
        self.jumped = -math.inf
        """When the board last changed in many places at once without a hand near."""
        self.jumped_back = -math.inf
        """When those places were last seen to be again as they had been."""
        self._before_jump: tuple[float, NDArray[np.bool_], NDArray[np.int64]] | None = None
        self.visible = np.zeros(24, dtype=bool)
        self.seemed_shared = np.zeros(24, dtype=bool)
        """(24,) slots that were read as shared by both sides when the last turn ended, and were not."""
        self._unread = np.zeros(25, dtype=bool)
        self._moved: Floats = np.full(24, -math.inf)
        """When each slot was last in view or in motion."""
        self._overruled = OverruledSlots()
        self._looks = TurnLooks()
        self._rows: tuple[Floats, Floats] | None = None
        """What `weighted` gives, until something changes."""

    def update(self, reading: Reading) -> None:
        """Take one reading in."""
        self._rows = None
        gap = math.inf if self._t is None else reading.t - self._t
        self._alone = gap > STALE_S
        keep = 0.0 if gap > STALE_S else max(math.exp(-gap / FADE_S), LEAST_KEPT)
        hidden, motion = np.asarray(reading.hidden), np.asarray(reading.motion)
        self.visible = (hidden < np.where(motion < STILL, HALF_HIDDEN, HIDDEN)) & (motion < MOVING)
        self._moved[self.visible | (motion >= STILL) | (gap > STALE_S)] = reading.t
        bar_seen = self._has_bar and reading.bar_hidden < HIDDEN
        seen = np.append(self.visible, bar_seen).astype(np.float64)
        fresh = 1.0 - np.append(np.asarray(reading.hidden, dtype=np.float64), reading.bar_hidden)
        weight = seen * np.clip(fresh, 0.0, 1.0)
        points, bars = _safe_log(reading.points, OUTCOMES), _safe_log(reading.bar, MAX_COUNT + 1)
        in_view = np.append(self.visible, [bar_seen, bar_seen])
        self._overruled.apply(range(24), points, in_view, reading.t)
        self._overruled.apply(range(24, 26), bars, in_view, reading.t)
        self._points = self._points * keep + weight[:24, None] * points
        self._bars = self._bars * keep + weight[24] * bars
        self._weight = self._weight * keep + weight
        self._veil = self._veil * keep + weight[:24] * hidden
        self._looks.update(reading.looks, reading.t)
        self._note_touches(reading, gap)
        self._note_changes(reading, gap)
        self._t = reading.t

    def _note_touches(self, reading: Reading, gap: float) -> None:
        near = np.maximum(
            np.asarray(reading.hidden) / TOUCH_HIDDEN, np.asarray(reading.motion) / TOUCH_MOTION
        )
        touched = np.maximum(near, of_neighbours(near) / 2.0) > 1.0
        anywhere = touched.any() or reading.bar_hidden > TOUCH_HIDDEN
        self._touched[np.append(touched, anywhere) | (gap > STALE_S)] = reading.t

    def _note_changes(self, reading: Reading, gap: float) -> None:
        best = np.append(self._points.argmax(axis=1), self._bars.argmax(axis=1))
        known = np.append(self._weight[:24] > KNOWN, [self._weight[24] > KNOWN] * 2)
        changed = known & (best != self._best)
        other = changed & (self._best >= 0)
        other_slots = other
        other = np.append(other[:24], other[24:].any())
        untouched = other & (self._touched < reading.t - TOUCH_S)
        self.handled |= (other & ~untouched)[:24] & (gap <= STALE_S)
        self.unhandled = np.where(other[:24], untouched[:24], self.unhandled)
        self._watch_jump(reading.t, known, best)
        if self.jumped_back == reading.t:
            untouched[:] = False
        if untouched.sum() >= JUMP:
            self.jumped = reading.t
            if self._before_jump is None:
                self._before_jump = (reading.t, other_slots, self._best.copy())
        elif untouched.any():
            self._suspicion[untouched] = 1.0
        if self._stirred(known, best) or gap > STALE_S or math.isinf(self._firm_since):
            self._firm_since = reading.t
        if changed.any() or gap > STALE_S or math.isinf(self.quiet_since):
            self.quiet_since, self.readings_quiet = reading.t, 1
        else:
            self.readings_quiet += 1
        self._best[known] = best[known]

    def _stirred(self, known: NDArray[np.bool_], best: NDArray[np.int64]) -> bool:
        """Whether one of the 26 slots shows what is far more probable than what it showed before."""
        stirred = False
        for slot in np.flatnonzero(known & (best != self._firmly)).tolist():
            row = self._points[slot] if slot < 24 else self._bars[slot - 24]
            held, ahead = self._firmly[slot], HARDLY * self._weight[min(slot, 24)]
            if held < 0 or row[best[slot]] - row[held] >= ahead:
                self._firmly[slot], stirred = best[slot], True
        return stirred

    def _watch_jump(self, t: float, known: NDArray[np.bool_], best: NDArray[np.int64]) -> None:
        if self._before_jump is None:
            return
        since, places, former = self._before_jump
        if t - since > JUMP_BACK_S:
            self._before_jump = None
        elif (known & (best == former))[places].all():
            self.jumped_back, self._before_jump = t, None

    def quiet_for(self, now: float) -> float:
        """Seconds since the most probable content of a visible slot last changed."""
        return 0.0 if math.isinf(self.quiet_since) else now - self.quiet_since

    def firm_for(self, now: float) -> float:
        """The same, where going to and fro between contents about as probable as each other is no change."""
        return 0.0 if math.isinf(self._firm_since) else now - self._firm_since

    @property
    def share_visible(self) -> float:
        """Part of the 24 points that the last reading shows."""
        return float(self.visible.mean())

    @property
    def covered(self) -> NDArray[np.bool_]:
        """(24,) points that the last reading does not show, without those that the rim hides for good."""
        rim = False if self._t is None else self._t - self._moved >= RIM_S
        return np.asarray(~(self.visible | rim))

    @property
    def clear(self) -> bool:
        """Whether no hand is over any point."""
        return not self.covered.any()

    @property
    def known(self) -> NDArray[np.bool_]:
        """(24,) points about which something is known at present."""
        return self._weight[:24] > KNOWN

    def most_likely(self, slot: int) -> tuple[int, float]:
        """The outcome that one of the 24 points shows, and its probability; 0 where it cannot be seen."""
        best = int(self._points[slot].argmax())
        weight = float(self._weight[slot])
        return best, math.exp(self._points[slot, best] / weight) if weight > KNOWN else 0.0

    def contradicted(self, points: Outcomes, bars: Outcomes) -> NDArray[np.bool_]:
        """(25,) slots, last the bar, plainly seen to hold something else than the outcomes believed in."""
        return (self._weight > KNOWN) & (self._deficits(points, bars) < CONTRADICTED)

    @property
    def suspected(self) -> NDArray[np.bool_]:
        """(25,) slots, last the bar, that are suspected of being misread."""
        return self._suspicion > 0.0

    def confirm(self, points: Outcomes, bars: Outcomes) -> None:
        """Hold the slots against the (24,) and (2,) outcomes believed in at the end of a turn.

        Single pictures far apart are misread each in its own way: they raise no suspicion.
        """
        self.handled[:] = False
        if self._alone:
            return
        deficits = self._deficits(points, bars)
        known = self._weight > KNOWN
        wrong = known & (deficits < CONTRADICTED)
        self._remember(points, wrong)
        if (wrong & ~self._unread).sum() > MOST_MISREAD:
            self.trust_all()
            return
        self._suspicion[wrong] = 1.0
        self._suspicion[known & (deficits > AGREES)] *= 0.5
        self._suspicion[self._suspicion < TRUSTED] = 0.0

    @property
    def unread(self) -> NDArray[np.bool_]:
        """(25,) slots that were read as empty when the last turn ended, but looked as they would with the men
        believed to be there, and look so still."""
        return np.asarray(self._unread & ~np.append(self._looks.otherwise(), False))

    def believe(self, points: Outcomes, bars: Outcomes) -> None:
        """The last turn has ended with these (24,) and (2,) outcomes, not with those it was thought to."""
        self._remember(points, self.contradicted(points, bars))

    def _remember(self, points: Outcomes, wrong: NDArray[np.bool_]) -> None:
        shared = self._points[:, MIXED] - self._points.max(axis=1) > PERHAPS_SHARED * self._weight[:24]
        self.seemed_shared = shared & ~wrong[:24] & self.known & (points != MIXED)
        empty = self._points.argmax(axis=1) == EMPTY
        self._unread = wrong & np.append(empty & self._looks.bear_out(points, self._unread[:24]), False)
        self._looks.remember(points, (~wrong | self._unread)[:24], self._t or 0.0)
        self._rows = None

    def trust_all(self) -> None:
        """Suspect no slot any more: the board that they contradicted was wrong itself."""
        self._suspicion[:] = 0.0
        self._unread[:] = False
        self._rows = None

    def overrule(self, points: Outcomes, bars: Outcomes) -> None:
        """Take the word of somebody at the table that the slots hold these (24,) and (2,) outcomes.

        Slots that have been read otherwise go on to be read so; from now on that stands for what was said.
        """
        for slot, true in enumerate(points):
            self._overrule(slot, int(true))
        self.overrule_bar(bars)
        self._remember(points, np.zeros(25, dtype=bool))

    def overrule_bar(self, bars: Outcomes) -> None:
        """The same for what lies on the bar, (2,) outcomes."""
        for side, true in enumerate(bars):
            self._overrule(24 + side, int(true))

    def _overrule(self, slot: int, true: int) -> None:
        read = int(self._best[slot])
        if read in (-1, true):
            return
        self._overruled.say(slot, read, true)
        rows, row = (self._points, slot) if slot < 24 else (self._bars, slot - 24)
        rows[row, [read, true]] = rows[row, [true, read]]
        self._best[slot] = true
        self._suspicion[min(slot, 24)] = 0.0
        self._rows = None

    def _deficits(self, points: Outcomes, bars: Outcomes) -> Floats:
        """(25,) log-likelihoods of contents against the best reading, no slot suspected."""
        scale = np.minimum(self._weight, MOST_WEIGHT) / np.maximum(self._weight, 1e-9)
        slots = self._points[SLOTS, points] - self._points.max(axis=1)
        bar = (self._bars[SLOTS[:2], bars] - self._bars.max(axis=1)).min()
        return np.asarray(np.append(slots, bar) * scale, dtype=np.float64)

    def weighted(self, doubted: NDArray[np.bool_] | None = None) -> tuple[Floats, Floats]:
        """(24, OUTCOMES) and (2, MAX_COUNT + 1) log-likelihoods, the best outcome of each row at 0.

        doubted: (25,) slots, last the bar, to be suspected besides those that are. Without them the same
        read-only arrays are given until something changes.
        """
        if doubted is None:
            if self._rows is None:
                self._rows = self._weigh(self._suspicion, None)
                for rows in self._rows:
                    rows.setflags(write=False)
            return self._rows
        return self._weigh(np.maximum(self._suspicion, doubted), doubted)

    def _weigh(self, suspicion: Floats, doubted: NDArray[np.bool_] | None) -> tuple[Floats, Floats]:
        if self._suspicion.any():
            emptied, fewer = self._looks.gone(self._points.argmax(axis=1), doubted)
            looks = np.where(emptied, 0.0, np.where(fewer, HALF_SUSPECTED, 1.0))
            suspicion = np.minimum(suspicion, np.append(looks, 1.0))
        most = MOST_WEIGHT + (SUSPECT_WEIGHT - MOST_WEIGHT) * suspicion
        scale = np.minimum(self._weight, most) / np.maximum(self._weight, 1e-9)
        points = self._points * scale[:24, None]
        self._allow_for_veils(points)
        self._looks.weigh(points, doubted)
        points[self.seemed_shared, MIXED] += LOG_STILL_SEEMS
        bars = self._bars * scale[24]
        return points - points.max(axis=1, keepdims=True), bars - bars.max(axis=1, keepdims=True)

    def _allow_for_veils(self, points: Floats) -> None:
        """Leave it possible, in (24, OUTCOMES) log-likelihoods, that a few men stand where none are read, if
        something hides a part of that slot."""
        veil = self._veil / np.maximum(self._weight[:24], 1e-9)
        veiled = (veil > LEAST_VEIL) & (points.argmax(axis=1) == EMPTY)
        if veiled.any():
            slots = SLOTS[veiled][:, None]
            least = points[slots, EMPTY] + np.log(VEIL / len(FEW_MEN) * veil[slots])
            points[slots, FEW_MEN] = np.maximum(points[slots, FEW_MEN], least)


def fits_of(rows: tuple[Floats, Floats], points: Outcomes, bars: Outcomes) -> Floats:
    """(K,) log-likelihoods of boards, 0 for a perfect fit.

    rows: of `Evidence.weighted`. points, bars: (K, 24) and (K, 2) outcomes of the boards.
    """
    by_slot, by_bar = rows
    total = by_slot[SLOTS, points].sum(axis=1)
    return np.asarray(total + by_bar[SLOTS[:2], bars].sum(axis=1), dtype=np.float64)


def _safe_log(probabilities: NDArray[np.float32], outcomes: int) -> Floats:
    mixed = (1.0 - OUTLIER) * np.asarray(probabilities, dtype=np.float64) + OUTLIER / outcomes
    return np.asarray(np.log(mixed), dtype=np.float64)
