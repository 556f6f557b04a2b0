"""Recordings at their own pace."""

import pytest

from vision.sources.pace import Pace


def test_frames_wait_for_their_time_and_lateness_is_counted() -> None:
    now = 50.0
    rests: list[float] = []

    def rest(seconds: float) -> None:
        nonlocal now
        rests.append(seconds)
        now += seconds

    pace = Pace(lambda: now, rest)
    for number, work in enumerate((0.01, 0.05, 0.25, 0.01, 0.01)):
        pace(3.0 + number * 0.1)
        now += work
    assert rests == pytest.approx([0.09, 0.05])
    assert (pace.frames, pace.late) == (5, 1)
    assert pace.worst == pytest.approx(0.15)
