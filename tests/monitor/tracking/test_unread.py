"""Men who are read as none wherever they come to, as dark men on dark points may be, are told by looks."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import readings
from monitor.backgammon import START, Position
from monitor.tracking.evidence import Evidence
from monitor.tracking.seating import Seating, stack
from tests.monitor.tracking.sim import follow, legal_turns, truth
from tests.monitor.tracking.test_looks import PLAIN
from tests.monitor.tracking.test_tall_columns import moved
from tests.support import START_SLOTS, make_reading, slot_index
from vision.reading import EMPTY, MAX_COUNT, OUTCOMES, Looks, Reading

FEW_MEN = 2
EAST = Seating("E", "A")


def dark_unread(source: Iterable[Reading]) -> Iterator[Reading]:
    """One or two dark men are surely read as none, but where dark ones stand when a game begins."""
    at_first = {slot_index(name) for name, (_, dark) in START_SLOTS.items() if dark}
    others = [slot for slot in range(24) if slot not in at_first]
    for reading in source:
        points = reading.points.copy()
        for slot in others:
            if 0 < points[slot].argmax() - MAX_COUNT <= FEW_MEN:
                points[slot] = 0.03 / (OUTCOMES - 1)
                points[slot, EMPTY] = 0.97
        yield replace(reading, points=points)


@pytest.mark.parametrize("seed", [1, 6, 8])
def test_a_game_is_followed_though_a_side_is_hardly_read(seed: int) -> None:
    script = legal_turns(seed, 12)
    told = follow(dark_unread(readings(script, fps=8.0, noise=PLAIN)))
    assert told.raised == []
    assert told.named("TrackLost") == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [0, 9, 10])
def test_one_play_at_most_is_held_against_anybody_where_both_then_seem_to_stand_on_one_point(
    seed: int,
) -> None:
    """Once that is believed, what follows speaks against the reading, not against the players."""
    told = follow(dark_unread(readings(legal_turns(seed, 12), fps=8.0, noise=PLAIN)))
    assert len(told.raised) == 1


def played_unread(looks_change: bool) -> tuple[Evidence, np.ndarray]:
    """Four men have moved in two turns, each to a point where none stood, and none of them is read; what is
    there then, as (24,) outcomes. looks_change: whether their points look otherwise since."""
    evidence, board, t = Evidence(has_bar=True), START, 0.0
    first, bars = EAST.outcomes(stack([board.board]))
    points, changed = first, set[int]()
    for men in ((), ((24, 23), (13, 11)), ((13, 10), (8, 7))):
        board = moved(board, "A", *men)
        points, _ = EAST.outcomes(stack([board.board]))
        changed |= set(np.flatnonzero(points[0] != first[0]).tolist()) if looks_change else set()
        first = points
        for _ in range(20):
            evidence.update(looking(board, t, changed))
            t += 0.1
        evidence.confirm(points[0], bars[0])
    return evidence, points[0]


def looking(board: Position, t: float, changed: set[int]) -> Reading:
    """A reading of a board, none of the men read who stand where none did at first; the slots given look
    otherwise than at first."""
    points, _ = EAST.outcomes(stack([board.board]))
    first, _ = EAST.outcomes(stack([START.board]))
    reading = make_reading({}, seq=round(10 * t), t=t)
    reading.points[:] = 0.01 / (OUTCOMES - 1)
    reading.points[np.arange(24), np.where(first[0] == EMPTY, EMPTY, points[0])] = 0.99
    return replace(reading, looks=Looks(1, tuple(100 + s if s in changed else s for s in range(24))))


@pytest.mark.parametrize("looks_change", [True, False])
def test_so_many_who_are_not_read_speak_against_the_board_but_where_looks_bear_it_out(
    looks_change: bool,
) -> None:
    evidence, points = played_unread(looks_change)
    came = {slot_index(name) for name in START_SLOTS}
    unread = [slot for slot in range(24) if points[slot] != EMPTY and slot not in came]
    assert len(unread) == 4
    assert evidence.suspected[unread].tolist() == [looks_change] * 4
    assert evidence.unread.tolist() == [looks_change and slot in unread for slot in range(25)]
