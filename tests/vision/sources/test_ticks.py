"""The frames that are looked at."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from vision.sources import Frame, ticks


class Recording:
    """Frames at given times, every one reporting one lost before it."""

    name, live, size, count = "recording", False, (4, 2), None

    def __init__(self, *times: float) -> None:
        self._times = times

    def __iter__(self) -> Iterator[Frame]:
        for seq, t in enumerate(self._times):
            yield Frame(seq, t, np.zeros((2, 4, 3), np.uint8), dropped=1)

    def close(self) -> None:
        """Nothing is held open."""


@pytest.mark.parametrize(
    ("fps", "looked"),
    [(5, 5), (8, 8), (12, 12), (12.5, 12.5), (24, 12), (25, 12.5), (30, 10), (50, 12.5), (60, 12)],
)
def test_at_most_twelve_or_so_a_second_evenly(fps: float, looked: float) -> None:
    number = round(2 * fps)
    frames = [frame for frame in ticks(Recording(*[n / fps for n in range(number)])) if frame]
    assert len(frames) == 2 * looked
    assert len({after.seq - before.seq for before, after in pairwise(frames)}) == 1


def test_what_was_lost_meanwhile_is_not_forgotten() -> None:
    frames = [frame for frame in ticks(Recording(0.0, 0.03, 0.06, 0.09, 0.5)) if frame]
    assert [(frame.seq, frame.dropped) for frame in frames] == [(0, 1), (3, 3), (4, 1)]


def test_all_of_them_where_asked() -> None:
    assert len(list(ticks(Recording(0.0, 0.001, 0.002), apart=0))) == 3


def test_a_time_that_starts_again_is_looked_at() -> None:
    assert len(list(ticks(Recording(5.0, 0.0, 0.1)))) == 3
