"""The board as it is seen: most probable contents of all slots for every number of men in sight."""

from dataclasses import dataclass
from heapq import nlargest

import numpy as np

from monitor.backgammon import Position
from monitor.tracking.evidence import Evidence, Floats
from monitor.tracking.seating import Seating
from vision.reading import MIXED, outcome_parts

ALTERNATIVES = 4
REACH = 4
"""How many men more or fewer of each side than expected are considered."""


@dataclass(frozen=True)
class SeenBoard:
    """A board read off the evidence, seen by A, with its log-likelihood against the best reading."""

    board: Position
    score: float
    extra: tuple[int, int]
    """Men of A and of B on the board and bar beyond the number expected."""


def seen_boards(
    evidence: Evidence, seating: Seating, expected: Position, *, has_bar: bool
) -> list[SeenBoard]:
    """The best board for every number of men near the expected one, best first.

    expected: the board believed in, seen by A; slots about which nothing is known keep its men. Without a
    bar in the picture, men that are missing are taken to be on it.
    """
    points, _ = evidence.weighted()
    bars = evidence.weighted()[1]
    before, before_bar = seating.outcomes(np.frombuffer(expected.board, dtype=np.uint8).reshape(1, 50))
    known = evidence.known
    mine = 0 if seating.light == "A" else 1
    options = [_options(points[slot]) if known[slot] else [(int(before[0, slot]), 0.0)] for slot in range(24)]
    states: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    for choices in options:
        states = _extend(states, [(outcome_parts(o), o, s) for o, s in choices])
    for side in (0, 1):
        if has_bar:
            row = [((n, 0) if side == 0 else (0, n), n, float(bars[side, n])) for n in range(4)]
        else:
            row = [((0, 0), int(before_bar[0, side]), 0.0)]
        states = _extend(states, row)
    found = []
    for (light, dark), (score, chosen) in states.items():
        have = (light, dark) if mine == 0 else (dark, light)
        if has_bar:
            bar, extra = chosen[24:26], _beyond(have, expected)
        else:
            bar, extra = _out_of_sight(have, expected, mine)
        if max(map(abs, extra)) <= REACH:
            parts = [outcome_parts(o) for o in chosen[:24]]
            found.append(SeenBoard(seating.board(parts, bar), score, extra))
    return sorted(found, key=lambda seen: -seen.score)


def _beyond(have: tuple[int, int], expected: Position) -> tuple[int, int]:
    return have[0] - sum(expected.mover), have[1] - sum(expected.opponent)


def _out_of_sight(
    have: tuple[int, int], expected: Position, mine: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Men on a bar out of the picture (light, dark), and men (of A, of B) that must have gone or come.

    A man who comes back from where he was expected is no surprise; any other change of the number is.
    """
    bars, extra = [], []
    for there, counts in zip(have, (expected.mover, expected.opponent), strict=True):
        missing = sum(counts) - there
        bars.append(max(0, missing))
        waiting = counts[24]
        extra.append(waiting - missing if missing > waiting else min(0, missing) * -1)
    return (bars[0], bars[1]) if mine == 0 else (bars[1], bars[0]), (extra[0], extra[1])


def _options(row: Floats) -> list[tuple[int, float]]:
    best = nlargest(ALTERNATIVES, range(len(row)), key=row.__getitem__)
    return [(o, float(row[o])) for o in best if o != MIXED or row[o] > -1.0]


_States = dict[tuple[int, int], tuple[float, tuple[int, ...]]]


def _extend(states: _States, choices: list[tuple[tuple[int, int], int, float]]) -> _States:
    """Add one slot to every partial sum, keeping the best way to each number of light and dark men."""
    found: _States = {}
    for (light, dark), (score, chosen) in states.items():
        for (more_light, more_dark), picked, gain in choices:
            total = (light + more_light, dark + more_dark)
            reached = found.get(total)
            if reached is None or reached[0] < score + gain:
                found[total] = (score + gain, (*chosen, picked))
    best = max(score for score, _ in found.values())
    return {total: state for total, state in found.items() if state[0] > best - 40.0}
