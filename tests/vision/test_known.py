"""Men whose side is known tell whose the others are."""

import numpy as np
import pytest

from monitor.still import start_positions
from tests.vision.known_boards import strips
from vision.known import KnownMen
from vision.sides import rim_ends
from vision.views import SlotViews

START = start_positions()[0]


def later(seed: int) -> np.ndarray:
    """(24, 2) some men of either side, each alone on his point."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((24, 2), np.int64)
    for slot in range(24):
        counts[slot, rng.integers(2)] = rng.integers(0, 6)
    return counts


@pytest.mark.parametrize("light", [1.0, 0.6])
def test_marbled_men_in_sun_and_shade_and_another_light_are_told_apart(light: float) -> None:
    known = KnownMen.of(strips(START, 1), START)
    for seed in range(2, 8):
        counts = later(seed)
        views = strips(counts, seed, light)
        odds = known.odds(views, counts.sum(axis=1), rim_ends(views))
        standing = counts.sum(axis=1) > 0
        assert ((odds > 0) == (counts[:, 1] > 0))[standing].all()
        assert (odds[~standing] == 0.0).all()


def test_a_colour_of_neither_side_says_next_to_nothing() -> None:
    known = KnownMen.of(strips(START, 1), START)
    green = strips(np.zeros((24, 2), np.int64), 3).strips.copy()
    green[:, :, :] = (60, 200, 40)
    views = SlotViews.of(green)
    assert np.abs(known.odds(views, np.full(24, 3), rim_ends(views))).max() < 0.1


def test_points_with_men_of_both_sides_teach_nothing() -> None:
    counts = START.copy()
    counts[0] = (2, 1)
    assert 0 not in KnownMen.of(strips(counts, 1), counts).slots


def test_men_of_one_side_alone_tell_nothing() -> None:
    counts = START.copy()
    counts[:, 1] = 0
    views = strips(counts, 1)
    odds = KnownMen.of(views, counts).odds(views, counts.sum(axis=1), rim_ends(views))
    assert (odds == 0.0).all()


def test_men_of_the_other_points_are_those_of_all_but_one() -> None:
    known = KnownMen.of(strips(START, 1), START)
    slot = int(np.flatnonzero(START.sum(axis=1))[0])
    rest = known.without(slot)
    assert set(known.slots) - set(rest.slots) == {slot}
    assert len(rest.looks) == len(rest.dark) == len(rest.slots) < len(known.slots)
