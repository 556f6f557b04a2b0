"""A slot in which the count believed has gone wrong: it stays as far from what is read, however it changes.

A column that is misread is mostly read right once men have come or gone: the reading errs at one count. Where
the same man more or less is seen before and after the count has changed, it is the belief that errs, since a
set-up or a slip that nobody could see when it happened.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from monitor.backgammon import Position, text_of
from monitor.tracking.ends import outcomes_of
from monitor.tracking.evidence import Evidence
from monitor.tracking.seating import Seating
from vision.reading import outcome_parts

if TYPE_CHECKING:
    from monitor.tracking.state import GameTrack
    from monitor.tracking.tracker import MatchTracker

LIKELY, SURELY = 0.7, 0.9
"""Probability with which a slot is read at the end of every such turn, and at that of the last."""
MOST_MEN = 5
"""Of columns higher than this the reading is not sure enough to be taken at its word."""
MEN = 15
"""Of one side, at most."""
COUNTS = 2
"""Believed counts of a slot at which it has to be read with the same error."""


@dataclass
class _Run:
    """off: light and dark men read more than believed. counts: those believed meanwhile."""

    off: tuple[int, int]
    counts: set[int] = field(default_factory=set)


class Drift:
    """The slots that contradict the belief at the end of turn after turn."""

    def __init__(self) -> None:
        self._runs: dict[int, _Run] = {}

    def reset(self) -> None:
        """Forget all: the board believed in is a new one."""
        self._runs.clear()

    def turn_over(self, evidence: Evidence, seating: Seating, board: Position) -> Position | None:
        """The board that stands there in truth, where it is not the one believed in at the end of a turn."""
        sure = [slot for slot in range(24) if self._looked(evidence, seating, board, slot)]
        fixed = self._put_right(seating, board, sure)
        if fixed is not None:
            self.reset()
        return fixed

    def _looked(self, evidence: Evidence, seating: Seating, board: Position, slot: int) -> bool:
        """Whether a slot, at the end of one more turn, is surely read with the error it has shown before."""
        believed = outcome_parts(int(outcomes_of(seating, board.board)[0][0, slot]))
        read, p = evidence.most_likely(slot)
        if p < LIKELY:
            return False
        light, dark = (r - b for r, b in zip(outcome_parts(read), believed, strict=True))
        if (light == 0) == (dark == 0):
            self._runs.pop(slot, None)
            return False
        run = self._runs.get(slot)
        if run is None or run.off != (light, dark):
            run = self._runs[slot] = _Run((light, dark))
        run.counts.add(sum(believed))
        low = max(sum(believed), sum(outcome_parts(read))) <= MOST_MEN
        return low and p >= SURELY and len(run.counts) >= COUNTS

    def _put_right(self, seating: Seating, board: Position, slots: list[int]) -> Position | None:
        """The board with the men of these slots as they are read; None where it would hold too many."""
        if not slots:
            return None
        points = np.array([outcome_parts(int(one)) for one in outcomes_of(seating, board.board)[0][0]])
        for slot in slots:
            points[slot] += self._runs[slot].off
        bars = outcomes_of(seating, board.board)[1][0]
        men = points.sum(axis=0) + bars
        return None if points.min() < 0 or men.max() > MEN else seating.board(points, [int(n) for n in bars])


def go_on_from(tracker: "MatchTracker", game: "GameTrack", board: Position) -> None:
    """Follow the game from a board that has turned out to be another than the one believed in."""
    tracker.evidence.trust_all()
    game.before = game.board = game.told_with_dice = board
    game.last, game.start_wrong, game.rivals = None, False, ()
    tracker.lose("turn after turn other men are seen than were followed")
    text = text_of(board)
    tracker.regain(
        "going on with the men that are seen", by=game.to_act, conf=0.9, board_after=text, gap=True
    )
    tracker.tell("CheckersMoved", conf=0.9, board_after=text)
