"""8-bit networks say the same on every processor; one without VNNI instructions would let them overflow."""

import numpy as np
import pytest

from models import checked_bytes, load_session, manifest
from models.runtime import InferenceSession, SessionOptions

MOST = {
    "slots": 0.005,
    "bar": 0.005,
    "trays": 0.005,
    "dice_read": 0.002,
    "dice_find": 0.05,
    "lean": 0.02,
    "faces": 0.05,
}
"""What rounding may add up to, in the networks' own terms; overflowing gave from 0.02 to 0.95."""


def literally(name: str) -> InferenceSession:
    """The network with nothing put together: quantised numbers are turned back, and computed as floats."""
    options = SessionOptions()
    options.graph_optimization_level = type(options.graph_optimization_level).ORT_DISABLE_ALL
    return InferenceSession(checked_bytes(manifest()[name]), options, providers=["CPUExecutionProvider"])


@pytest.mark.parametrize("name", MOST)
def test_it_says_the_same_as_computed_in_floats(name: str) -> None:
    session, rng = load_session(name), np.random.default_rng(0)
    given = {}
    for one in session.get_inputs():
        shape = [side if isinstance(side, int) else 8 for side in one.shape]
        if "uint8" in one.type:
            given[one.name] = rng.integers(60, 200, shape).astype(np.uint8)
        else:
            given[one.name] = rng.random(shape).astype(np.float32)
    expected = literally(name).run(None, given)
    for said, true in zip(session.run(None, given), expected, strict=True):
        assert np.abs(said - true).max() <= MOST[name]
