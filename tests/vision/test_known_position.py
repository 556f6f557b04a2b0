"""The board teaches its men where it stands in a known position, and only there."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from monitor.still import start_positions
from tests.vision.known_boards import reading, strips
from vision.known import KnownMen
from vision.known_position import AGAIN_S, KnownPositions
from vision.reading import Reading

STARTS = start_positions()
START = STARTS[0]
STACKS = np.flatnonzero(START.sum(axis=1))
VIEWS = strips(START, 1)


def learnt(readings: list[Reading]) -> list[KnownMen]:
    """What is learnt from readings of one board."""
    positions = KnownPositions(STARTS)
    return [men for one in readings if (men := positions.look(one, VIEWS)) is not None]


def over(counts: np.ndarray, *misread: int, start: float = 0.0, seconds: float = 1.0) -> list[Reading]:
    """Readings, five a second."""
    return [reading(counts, start + at / 5, misread) for at in range(round(seconds * 5) + 1)]


def test_the_start_is_learnt_from_once_it_has_stood_for_a_moment() -> None:
    assert not learnt(over(START, seconds=0.4))
    (men,) = learnt(over(START, seconds=5.0))
    assert not men.alone
    assert set(men.slots) == set(STACKS)
    assert (men.dark == (START[men.slots, 1] > 0)).all()


@pytest.mark.parametrize("start", range(4))
def test_all_four_starts_are_known(start: int) -> None:
    (men,) = learnt(over(STARTS[start]))
    assert set(men.slots[men.dark]) == set(np.flatnonzero(STARTS[start][:, 1]))


def test_sides_that_were_misread_are_put_right_and_the_network_is_believed_no_more() -> None:
    (men,) = learnt(over(START, int(STACKS[1]), int(STACKS[4])))
    assert men.alone
    assert (men.dark == (START[men.slots, 1] > 0)).all()


def test_a_start_in_which_a_point_holds_the_other_sides_men_teaches_nothing() -> None:
    wrong = START.copy()
    slot = int(STACKS[0])
    wrong[slot] = wrong[slot][::-1]
    positions = KnownPositions(STARTS)
    views = strips(wrong, 1)
    assert [positions.look(one, views) for one in over(wrong, seconds=3.0)] == [None] * 16


@pytest.mark.parametrize(
    "other",
    [
        lambda one: replace(one, motion=np.full(24, 0.3, np.float32)),
        lambda one: replace(one, status="partial"),
        lambda one: reading(START, one.t, p=0.4),
        lambda one: reading(np.roll(START, 1, axis=0), one.t),
    ],
    ids=["moving", "covered", "unsure", "another position"],
)
def test_what_is_not_plainly_the_start_teaches_nothing(other: Callable[[Reading], Reading]) -> None:
    assert not learnt([other(one) for one in over(START)])


def test_the_next_games_start_is_learnt_from_anew() -> None:
    play = np.roll(START, 1, axis=0)
    shuffled = [*over(START), *over(play, start=1.2, seconds=2.0), *over(START, start=3.4)]
    assert len(learnt(shuffled)) == 1
    game = over(play, start=1.2, seconds=AGAIN_S + 1.0)
    assert len(learnt([*over(START), *game, *over(START, start=AGAIN_S + 3.0)])) == 2
