"""Two pictures in one light: bands, switched light, and boards of hardly any cells."""

import numpy as np
import pytest

from vision.even_light import EvenLight


def places(down: int, across: int) -> np.ndarray:
    return np.stack(np.indices((down, across))[::-1].reshape(2, -1), axis=1).astype(np.float64)


@pytest.mark.parametrize(("down", "across"), [(30, 60), (1, 1), (2, 3), (40, 1)])
def test_light_that_is_switched_is_made_up_for(down: int, across: int) -> None:
    before = np.random.default_rng(2).integers(40, 200, (down, across)).astype(np.int16)
    now = np.round((before - 16) * 0.6 + 16).astype(np.int16)
    for lit in EvenLight(places(down, across)).relit(before, now):
        assert lit.shape == before.shape
        assert lit.dtype == before.dtype
        assert np.abs(lit - now).max() <= 6


@pytest.mark.parametrize("axis", [0, 1])
def test_bands_are_made_up_for_along_one_axis_only(axis: int) -> None:
    before = np.random.default_rng(3).integers(40, 200, (40, 60)).astype(np.int16)
    light = 1.0 + 0.2 * np.sin(np.indices((40, 60))[axis] / 4.0)
    now = np.round((before - 16) * light + 16).astype(np.int16)
    off = [float(np.abs(lit - now).mean()) for lit in EvenLight(places(40, 60)).relit(before, now)]
    assert off[axis] < 2.5
    assert off[1 - axis] > 5.0
