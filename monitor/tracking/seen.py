"""The board as it is seen: most probable contents of all slots for every number of men in sight."""

import math
from dataclasses import dataclass
from heapq import nlargest

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Position
from monitor.tracking.evidence import Evidence, Floats
from monitor.tracking.seating import Seating, stack
from vision.reading import MIXED, outcome_parts

ALTERNATIVES = 4
FARTHEST = -11.0
"""Outcomes of a slot less probable than this are not considered."""
REACH = 26.0
"""Ways to account for a number of men that are less probable than the best by more than this are dropped."""
MOST_BOARDS = 8
LOG_CHANGED = -2.0
"""A slot is not likely to have changed: used to choose between ways to account for the number of men."""
LOG_MAN_LESS = math.log(0.005)
LOG_MAN_MORE = math.log(0.001)
LOG_HIT_UNSEEN = math.log(0.02)
"""A blot gone from a board whose bar is not in the picture."""
LOG_UNEVEN = math.log(0.02)
"""Sides of different strength before anybody can have borne off."""

_States = dict[tuple[int, int], tuple[float, tuple[int, ...]]]


@dataclass(frozen=True)
class SeenBoard:
    """A board read off the evidence, seen by A.

    score: log-likelihood against the best reading. price: log-probability of its number of men.
    """

    board: Position
    score: float
    price: float


def seen_boards(
    evidence: Evidence,
    seating: Seating,
    expected: Position,
    *,
    has_bar: bool,
    doubted: NDArray[np.bool_] | None = None,
) -> list[SeenBoard]:
    """The best board for every number of men near the expected one, most probable first.

    expected: the board believed in, seen by A; slots about which nothing is known keep its men. Without a
    bar in the picture, men that are missing are taken to be on it. doubted: (25,) slots taken to be misread.
    """
    found: list[tuple[float, float, tuple[int, ...], tuple[int, int]]] = []
    before = [int(outcome) for outcome in seating.outcomes(stack([expected.board]))[0][0]]
    rows = evidence.weighted(doubted)
    sums = _sums(rows, evidence.known, seating, expected, has_bar=has_bar, change=LOG_CHANGED)
    for (light, dark), (total, chosen) in sums.items():
        have = (light, dark) if seating.light == "A" else (dark, light)
        if has_bar:
            on_bar = (chosen[24], chosen[25]) if seating.light == "A" else (chosen[25], chosen[24])
            price = sum(map(_price, have, (sum(expected.mover), sum(expected.opponent))))
        else:
            on_bar, price = _out_of_sight(have, expected)
        score = total - LOG_CHANGED * sum(a != b for a, b in zip(chosen[:24], before, strict=True))
        found.append((score, price, chosen, (on_bar[0], on_bar[1])))
    best = nlargest(MOST_BOARDS, found, key=lambda way: way[0] + way[1])
    return [
        SeenBoard(_position(seating, chosen, on_bar), score, price) for score, price, chosen, on_bar in best
    ]


def seen_at_first(evidence: Evidence, seating: Seating, blank: Position, *, has_bar: bool) -> Position:
    """A board of which nothing is known yet: as it is read, by preference with as many men on both sides."""

    def worth(state: tuple[tuple[int, int], tuple[float, tuple[int, ...]]]) -> float:
        (light, dark), (score, _) = state
        return score + (LOG_UNEVEN if light != dark else 0.0)

    rows = evidence.weighted()
    states = _sums(rows, evidence.known, seating, blank, has_bar=has_bar, change=0.0)
    _, chosen = max(states.items(), key=worth)[1]
    on_bar = (0, 0)
    if has_bar:
        on_bar = (chosen[24], chosen[25]) if seating.light == "A" else (chosen[25], chosen[24])
    return _position(seating, chosen, on_bar)


def _sums(
    rows: tuple[Floats, Floats],
    known: NDArray[np.bool_],
    seating: Seating,
    expected: Position,
    *,
    has_bar: bool,
    change: float,
) -> _States:
    """The best contents of 24 slots and the bar for every sum of light and dark men; change: log-probability
    of a slot with other contents than expected."""
    points, bars = rows
    before = seating.outcomes(stack([expected.board]))[0][0]
    states: _States = {(0, 0): (0.0, ())}
    for slot in range(24):
        here = int(before[slot])
        choices = _options(points[slot], here, change) if known[slot] else [(here, 0.0)]
        states = _extend(states, [(outcome_parts(o), o, s) for o, s in choices])
    for side in (0, 1):
        if has_bar:
            row = [((n, 0) if side == 0 else (0, n), n, float(bars[side, n])) for n in range(4)]
            states = _extend(states, row)
    return states


def _position(seating: Seating, chosen: tuple[int, ...], on_bar: tuple[int, int]) -> Position:
    bar = on_bar if seating.light == "A" else on_bar[::-1]
    return seating.board([outcome_parts(o) for o in chosen[:24]], bar)


def _price(there: int, wanted: int) -> float:
    return (LOG_MAN_LESS if there < wanted else LOG_MAN_MORE) * abs(there - wanted)


def _out_of_sight(have: tuple[int, int], expected: Position) -> tuple[tuple[int, int], float]:
    """Men of A and B on a bar out of the picture, and the log-probability of so many.

    A man who comes back from where he was expected is no surprise, a blot that is gone may have been hit;
    any other change of the number is strange.
    """
    bars, price = [], 0.0
    for there, counts in zip(have, (expected.mover, expected.opponent), strict=True):
        missing = sum(counts) - there
        bars.append(max(0, missing))
        gone = missing - counts[24]
        hit = min(max(0, gone), sum(count == 1 for count in counts[:24]), 2)
        price += hit * LOG_HIT_UNSEEN + LOG_MAN_MORE * (max(0, gone) - hit + max(0, -missing))
    return (bars[0], bars[1]), price


def _options(row: Floats, before: int, change: float) -> list[tuple[int, float]]:
    """The most probable outcomes of a slot; between two that are alike the one that was there before."""
    best = nlargest(ALTERNATIVES, range(len(row)), key=row.__getitem__)
    return [
        (o, float(row[o]) + (0.0 if o == before else change))
        for o in best
        if row[o] > (-1.0 if o == MIXED else FARTHEST)
    ]


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
    return {total: state for total, state in found.items() if state[0] > best - REACH}
