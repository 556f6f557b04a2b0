"""A few games of the table of faults: no fault makes a chain of findings, and nothing staged is missed."""

import pytest

from fixtures.trial import Outcome, run

TURNS = 9
HARMLESS = [
    "slot wrong for good, p 0.97",
    "slot frozen for good, p 0.97",
    "slot wrong till its men change, p 0.7",
    "three slots flicker, 20 s",
    "glare on a quadrant, 15 s",
    "arm not noticed, 10 s",
    "camera bumped, 2 s",
    "frames dropped, 20 s",
    "picture frozen, 15 s",
    "die misread, p 0.6",
    "a roll not seen",
    "ghost die for good, p 0.9",
    "tall column a man short for good",
    "slot looks otherwise for good",
    "four slots look otherwise, 20 s",
    "slot looks the same for good",
]
ONE_AT_MOST = [
    "slot wrong when next changed, p 0.97",
    "man on the next slot, p 0.97",
    "bar read wrong, 20 s",
    "die misread, p 0.99",
    "flat die seen leaning, p 0.9",
]
"""Misreads that are sure and look in every way like an irregularity."""


def one(name: str | None, seed: int, *, wrong: bool = False, fps: float = 6.0, turns: int = TURNS) -> Outcome:
    (outcome,) = run(name, [seed], wrong=wrong, most_turns=turns, fps=fps, real=False)
    return outcome


@pytest.mark.parametrize("name", HARMLESS)
def test_a_fault_raises_nothing(name: str) -> None:
    assert one(name, 61).false == []


@pytest.mark.parametrize("name", ONE_AT_MOST)
def test_a_sure_misread_raises_one_finding_at_most(name: str) -> None:
    outcome = one(name, 62)
    assert len(outcome.false) <= 1
    assert outcome.exact >= outcome.turns - 2


@pytest.mark.parametrize(("seed", "fps"), [(71, 30.0), (72, 10.0), (73, 5.0), (74, 6.0)])
def test_what_is_staged_is_found_in_time_and_turns_are_told_at_once(seed: int, fps: float) -> None:
    outcome = one(None, seed, wrong=True, fps=fps, turns=16)
    assert outcome.found
    assert outcome.missed == []
    assert outcome.false == []
    assert outcome.exact == outcome.turns
    assert outcome.in_time == len(outcome.found)
    late = sorted(outcome.delays)
    assert late[int(0.9 * len(late))] <= 0.5
