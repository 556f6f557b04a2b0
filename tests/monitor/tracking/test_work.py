"""How much work a frame may be, counted in calls, and that what is kept from look to look changes nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.faults import fault, readings_with
from fixtures.readings import Noise, Script, readings
from fixtures.trial import make
from monitor.backgammon import START, Position, generate
from monitor.config import MatchConfig
from monitor.tracking import MatchTracker, bridge, ends, seen
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer, roll_scores
from monitor.tracking.seating import Seating, stack
from monitor.tracking.seen import (
    FARTHEST,
    LOG_CHANGED,
    LOG_MAN_LESS,
    LOG_MAN_MORE,
    MOST_BOARDS,
    seen_boards,
)
from monitor.tracking.state import GameTrack
from tests.monitor.tracking.test_explain import showing
from vision.reading import MAX_COUNT, MIXED, OUTCOMES, Reading, outcome_parts

EAST = Seating("E", "A")
POOR = Noise(p=0.9, slot_error=0.015, die_error=0.03, die_p=0.9, drop=0.05)
USUAL_CALLS = 600
"""Calls of Python and C functions in half of the frames, at most."""


class Calls:
    """Counts calls."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, _frame: FrameType, event: str, _arg: object) -> None:
        self.number += event in ("call", "c_call")


@contextmanager
def counted() -> Iterator[Calls]:
    calls = Calls()
    sys.setprofile(calls)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def calls_of(source: Iterator[Reading]) -> list[int]:
    """Calls made for every frame, fewest first."""
    tracker, found = MatchTracker(MatchConfig()), []
    for reading in source:
        with counted() as calls:
            tracker.update(reading)
        found.append(calls.number)
    return sorted(found)


def poor() -> Iterator[Reading]:
    game = make(5, [], wrong=False, most_turns=6)
    return readings(game, fps=5.0, noise=POOR, seed=5)


def bumped() -> Iterator[Reading]:
    game = make(20003, [], wrong=False, most_turns=6)
    return readings_with(game, readings(game, fps=8.0, seed=3), fault("camera bumped, 10 s", game, 20003))


@pytest.mark.parametrize(("source", "most"), [(poor, 12_000), (bumped, 35_000)])
def test_no_frame_is_more_work_than_a_bound(source: Callable[[], Iterator[Reading]], most: int) -> None:
    """A frame that judges a turn; a frame in which two turns that were not seen are looked for."""
    calls = calls_of(source())
    assert calls[-1] < most
    assert calls[len(calls) // 2] < USUAL_CALLS


def random_evidence(seed: int) -> Evidence:
    """Some frames of the start of a game, read badly."""
    evidence = Evidence(has_bar=True)
    script = Script(seed=seed)
    noise = Noise(p=0.9, slot_error=0.1)
    for reading in readings(script, fps=10.0, noise=noise, seed=seed):
        soft = np.random.default_rng(seed + reading.seq).dirichlet(np.full(OUTCOMES, 0.05), 24)
        evidence.update(replace(reading, points=(0.7 * reading.points + 0.3 * soft).astype(np.float32)))
    return evidence


def considered(row: NDArray[np.float64]) -> set[int]:
    """The four most probable outcomes, and of a tall column a man of its side more and less."""
    best = np.argsort(-row, kind="stable")[:4].tolist()
    light, dark = outcome_parts(best[0])
    beside = [(light + n, 0) if light else (0, dark + n) for n in (-1, 1)] if max(light, dark) >= 5 else []
    return {*best, *(o for o in range(OUTCOMES) if outcome_parts(o) in beside)}


def every_sum(evidence: Evidence, before: Position) -> list[tuple[float, bytes]]:
    """The best way to every number of men, by trying them all: log-probability with its price, and board."""
    points, bars = evidence.weighted()
    outcomes = EAST.outcomes(stack([before.board]))[0][0]
    states: dict[tuple[int, int], tuple[float, float, tuple[int, ...]]] = {(0, 0): (0.0, 0.0, ())}
    rows = [
        [
            (outcome_parts(o), o, float(row[o]), 0.0 if o == here else LOG_CHANGED)
            for o in considered(row)
            if row[o] > (-1.0 if o == MIXED else FARTHEST)
        ]
        for row, here in zip(points, outcomes, strict=True)
    ]
    rows += [[((n, 0), n, float(bars[0, n]), 0.0) for n in range(4)]]
    rows += [[((0, n), n, float(bars[1, n]), 0.0) for n in range(4)]]
    for row in rows:
        found: dict[tuple[int, int], tuple[float, float, tuple[int, ...]]] = {}
        for (light, dark), (rank, score, chosen) in states.items():
            for (more_light, more_dark), o, value, change in row:
                total = (light + more_light, dark + more_dark)
                if total not in found or found[total][0] < rank + value + change:
                    found[total] = (rank + value + change, score + value, (*chosen, o))
        states = found
    priced = []
    for have, (_, score, chosen) in states.items():
        wanted = (sum(before.mover), sum(before.opponent))
        price = sum(
            (LOG_MAN_LESS if n < m else LOG_MAN_MORE) * abs(n - m) for n, m in zip(have, wanted, strict=True)
        )
        board = EAST.board([outcome_parts(o) for o in chosen[:24]], chosen[24:])
        priced.append((score + price, board.board))
    return sorted(priced, reverse=True)


@pytest.mark.parametrize("seed", range(3))
def test_the_boards_seen_are_the_best_of_all(seed: int) -> None:
    evidence = random_evidence(seed)
    found = seen_boards(evidence, EAST, START, has_bar=True)
    best = every_sum(evidence, START)[:MOST_BOARDS]
    assert [seen.score + seen.price for seen in found] == pytest.approx([score for score, _ in best])
    assert found[0].board.board == best[0][1]


def test_of_a_board_hardly_read_not_all_ways_are_kept() -> None:
    evidence = Evidence(has_bar=True)
    for reading in readings(Script(seed=9), fps=5.0, noise=Noise(p=0.5, slot_error=0.5), seed=8):
        evidence.update(reading)
    choices = seen.Choices(evidence, EAST, START, has_bar=True, doubted=None, change=LOG_CHANGED)
    assert len(list(choices.ways(-seen.REACH))) == seen.MOST_WAYS


def test_one_look_gives_what_another_gives_until_the_evidence_changes() -> None:
    evidence = random_evidence(1)
    explainer = Explainer(evidence, EAST, has_bar=True)
    first = explainer.fit([START.board]), explainer.seen(START)
    assert explainer.fit([START.board]) is first[0]
    assert explainer.seen(START) is first[1]
    for reading in readings(Script(seed=9), fps=5.0, noise=Noise(p=0.8, slot_error=0.1), seed=8):
        evidence.update(replace(reading, t=reading.t + 2.0))
        now = Explainer(evidence, EAST, has_bar=True)
        assert explainer.fit([START.board]) == now.fit([START.board])
        assert explainer.seen(START) == now.seen(START)
    after = Position.of([n - (place == 5) for place, n in enumerate(START.mover)], START.opponent)
    explainer = showing(START)
    fits = [explainer.fit([after.board])[0]]
    for change in (explainer.confirm, lambda _: explainer.evidence.trust_all(), explainer.overrule):
        change(after)
        fits.append(explainer.fit([after.board])[0])
        assert fits[-1] == Explainer(explainer.evidence, EAST, has_bar=True).fit([after.board])[0]
    assert fits[0] == fits[2] < fits[1] < fits[3]


def test_the_legal_ends_of_a_turn_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def legal_keys(board: bytes, dice: tuple[int, int]) -> set[int]:
        asked.append(dice)
        return generate.legal_keys(board, dice)

    monkeypatch.setattr("monitor.tracking.ends.legal_keys", legal_keys)
    for kept in (ends.legal_keys_of, ends.legal_ends):
        kept.cache_clear()
    explainer, rolls = showing(START), roll_scores([])
    first = explainer.turn(START, "A", rolls)
    assert len(asked) == len(rolls)
    assert explainer.turn(START, "A", rolls) == first
    assert len(asked) == len(rolls)


def test_boards_on_the_way_come_in_one_order() -> None:
    way = ends.ways(EAST, START.board, "B", ((3, 1), (6, 6)), has_bar=True)
    own = [ends.turned(board, "B") for board in way.boards]
    assert own == sorted(ends.boards_on_the_way(START.board, "B", ((3, 1), (6, 6)), has_bar=True))
    assert way.points.shape == (len(own), 24)
    assert way.points.max() <= 2 * MAX_COUNT + 1


def test_a_board_that_nothing_explains_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Second turns are tried only after first ones that fit the mover's men."""
    asked = []

    def legal_results(board: Position, dice: tuple[int, int]) -> set[int]:
        asked.append(dice)
        return generate.legal_keys(board.board, dice)

    monkeypatch.setattr("monitor.tracking.bridge.legal_results", legal_results)
    counts = list(START.mover)
    counts[5], counts[17] = 2, 3
    game = GameTrack(EAST, START, START, START, in_opening=False, to_act="A")
    assert bridge.bridge(showing(Position.of(counts, START.opponent)), game) == []
    assert len(asked) <= 2 * 21
