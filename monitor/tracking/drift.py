"""A slot in which the count believed has gone wrong: it stays as far from what is read, however it changes.

A column that is misread is mostly read right once men have come or gone: the reading errs at one count. Where
the same man more or less is seen before and after the count has changed, it is the belief that errs, since a
set-up or a slip that nobody could see when it happened. So it is where men are seen elsewhere than believed,
none more and none fewer, turn after turn: no column is misread so that another makes up for it, unless what
is read changed although no hand came near.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Position
from monitor.tracking.ends import outcomes_of
from monitor.tracking.evidence import Evidence
from monitor.tracking.seating import Seating
from vision.reading import outcome_parts

LIKELY, SURELY = 0.7, 0.9
"""Probability with which a slot is read at the end of every such turn, and at that of the last."""
MOST_MEN = 5
"""Of columns higher than this the reading is not sure enough to be taken at its word."""
MEN = 15
"""Of one side, at most."""
COUNTS = 2
"""Believed counts of a slot at which it has to be read with the same error."""

Men = NDArray[np.int64]
"""Light and dark men of one slot or of many."""


@dataclass
class _Run:
    """off: light and dark men read more than believed. counts: those believed meanwhile."""

    off: tuple[int, int]
    counts: set[int] = field(default_factory=set)


class Drift:
    """The slots that contradict the belief at the end of turn after turn."""

    def __init__(self) -> None:
        self._runs: dict[int, _Run] = {}
        self._elsewhere: dict[int, tuple[int, int]] = {}

    def reset(self) -> None:
        """Forget all: the board believed in is a new one."""
        self._runs.clear()
        self._elsewhere = {}

    def turn_over(self, evidence: Evidence, seating: Seating, board: Position) -> Position | None:
        """The board that stands there in truth, where it is not the one believed in at the end of a turn.

        Where that has more men of a side than there are, one such turn is enough.
        """
        outcomes, bars = outcomes_of(seating, board.board)
        points = np.array([outcome_parts(int(one)) for one in outcomes[0]])
        impossible = bool((points.sum(axis=0) + bars[0]).max() > MEN)
        seen = [evidence.most_likely(slot) for slot in range(24)]
        read = [(np.array(outcome_parts(outcome)), p) for outcome, p in seen]
        sure = [slot for slot in range(24) if self._surely_wrong(*read[slot], points[slot], slot, impossible)]
        off = {slot: self._runs[slot].off for slot in sure}
        before, self._elsewhere = self._elsewhere, _elsewhere(read, points)
        if evidence.unhandled[list(self._elsewhere)].any():
            self._elsewhere = {}
        if self._elsewhere and self._elsewhere == before:
            off = before
        for slot, men in off.items():
            points[slot] += men
        if not off or points.min() < 0 or (points.sum(axis=0) + bars[0]).max() > MEN:
            return None
        self.reset()
        return seating.board(points, [int(men) for men in bars[0]])

    def _surely_wrong(self, read: Men, p: float, believed: Men, slot: int, impossible: bool) -> bool:
        """Whether a slot, at the end of one more turn, is surely read with the error it has shown before.

        read: (2,) light and dark men, with probability p; believed likewise. impossible: the board believed
        in cannot be.
        """
        if p < LIKELY:
            return False
        light, dark = (read - believed).tolist()
        if (light == 0) == (dark == 0):
            self._runs.pop(slot, None)
            return False
        run = self._runs.get(slot)
        if run is None or run.off != (light, dark):
            run = self._runs[slot] = _Run((light, dark))
        run.counts.add(int(believed.sum()))
        low = max(believed.sum(), read.sum()) <= MOST_MEN
        return bool(p >= SURELY and (impossible or (low and len(run.counts) >= COUNTS)))


def _elsewhere(read: list[tuple[Men, float]], believed: Men) -> dict[int, tuple[int, int]]:
    """Light and dark men read more than believed, by slot, where men are surely read elsewhere than believed
    and as many of either side; else none. read: men and their probability by slot. believed: (24, 2)."""
    off: dict[int, tuple[int, int]] = {}
    for slot, ((there, p), men) in enumerate(zip(read, believed, strict=True)):
        if p < LIKELY or (there == men).all():
            continue
        if p < SURELY or max(men.sum(), there.sum()) > MOST_MEN:
            return {}
        light, dark = (there - men).tolist()
        off[slot] = light, dark
    return off if not np.sum(list(off.values()), axis=0).any() else {}
