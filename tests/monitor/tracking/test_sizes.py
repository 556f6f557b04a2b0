"""Dice of one match are of one size."""

from dataclasses import replace

import pytest

from fixtures.readings import readings
from monitor.tracking.dice import DieTrack
from monitor.tracking.sizes import alike
from tests.monitor.tracking.sim import QUIET, Told, follow, legal_turns, truth
from vision.reading import DieReading, Reading


def die(size: float) -> DieTrack:
    return DieTrack(1, (0.5, 0.5), 0.0, 0.0, 0.0, (0, 0), size)


@pytest.mark.parametrize(
    ("sizes", "known", "kept"),
    [
        ([20.0, 24.0], [], [20.0, 24.0]),
        ([20.0, 48.0], [], [20.0, 48.0]),
        ([22.0, 26.0, 47.0], [], [22.0, 26.0]),
        ([22.0, 47.0], [20.0, 21.0, 24.0, 23.0], [22.0]),
        ([22.0, 9.0], [20.0, 21.0, 24.0, 23.0], [22.0]),
        ([36.0], [20.0, 21.0, 24.0, 23.0], [36.0]),
        ([60.0], [20.0, 21.0, 24.0, 23.0], []),
        ([60.0, 58.0], [20.0, 21.0, 24.0, 23.0], [60.0, 58.0]),
        ([], [20.0, 21.0, 24.0, 23.0], []),
    ],
)
def test_a_die_far_larger_or_smaller_than_the_others_is_none(
    sizes: list[float], known: list[float], kept: list[float]
) -> None:
    assert [one.size for one in alike([die(size) for size in sizes], known)] == kept


@pytest.mark.parametrize("seed", range(4))
def test_a_die_painted_on_the_board_is_of_no_roll(seed: int) -> None:
    """It is taken for one where a real die lies on it: then it is as sure as that, and comes with it."""
    script = legal_turns(seed, 5)

    def painted(reading: Reading) -> Reading:
        if len(reading.dice) != 2 or reading.t < 8.0:
            return reading
        first = reading.dice[0]
        u, v = first.uv
        faces = (0.01, 0.01, 0.01, 0.01, 0.01, 0.95)
        ghost: DieReading = replace(
            first, value=6, faces=faces, p=0.99, uv=(u + 0.06, v + 0.12), size_px=2.1 * first.size_px
        )
        return replace(reading, dice=(ghost, *reading.dice))

    told: Told = follow(painted(reading) for reading in readings(script, fps=8.0, noise=QUIET))
    assert told.turns == truth(script)
    assert not told.findings
