"""Uneven light on the strips that the judge of sides learns from."""

import numpy as np

from models.training import shade

GREY = np.full((25, 160, 32, 3), 100.0, np.float32)


def test_light_falls_unevenly_and_as_strongly_as_said() -> None:
    boards = [shade.shaded(GREY, np.random.default_rng(seed)) / 100.0 for seed in range(40)]
    for board in boards:
        assert board.shape == GREY.shape
        assert shade.DEEPEST**shade.MOST <= board.min() <= board.max() <= 2.55
        assert np.ptp(board) > 0.02
    assert sum((board < 0.8).mean() > 0.02 for board in boards) > 20
    assert sum((board > 1.2).mean() > 0.02 for board in boards) > 8


def test_neighbouring_strips_are_in_the_same_light() -> None:
    """A patch lies on the board: the right edge of a strip is the left one of the next."""
    for seed in range(20):
        light = shade.shaded(GREY, np.random.default_rng(seed))[..., 0]
        overlap = np.abs(light[0, :, -4] - light[1, :, 3])
        assert overlap.max() <= 25.0


def test_the_same_numbers_give_the_same_light() -> None:
    one, other = (shade.shaded(GREY, np.random.default_rng(5)) for _ in range(2))
    assert (one == other).all()
