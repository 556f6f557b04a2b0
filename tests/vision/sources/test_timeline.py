"""Presentation times of live cameras: never back, gaps stay gaps, old pictures are known as old."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources.timeline import DRIFT, Gaps, Timeline

STEP = 1 / 30


def started(count: int = 10, start: float = 100.0, own: float = 7.0) -> Timeline:
    """A timeline that has seen ``count`` pictures arrive in step, from ``start`` on."""
    line = Timeline(start)
    for number in range(count):
        line.place(own + number * STEP, start + 1 + number * STEP)
    return line


def test_steps_are_the_cameras_own_not_those_of_the_network() -> None:
    line = started()
    late = line.place(7 + 10 * STEP, 101 + 10 * STEP + 0.3)
    after = line.place(7 + 11 * STEP, 101 + 11 * STEP)
    assert late is not None
    assert after is not None
    assert late.t == pytest.approx(1 + 10 * STEP, abs=1e-3)
    assert late.lag == pytest.approx(0.3, abs=1e-3)
    assert after.t - late.t == pytest.approx(STEP, abs=1e-3)
    assert after.lag == pytest.approx(0, abs=1e-3)


def test_a_repeated_picture_is_none() -> None:
    line = started()
    assert line.place(7 + 9 * STEP, 103) is None


@pytest.mark.parametrize("own", [0.0, -50.0, 7.01])
def test_a_clock_set_back_goes_on_by_our_own(own: float) -> None:
    moment = started().place(own, 105.0)
    assert moment is not None
    assert (moment.t, moment.lag) == (5.0, 0.0)


def test_a_clock_set_forward_does_not_leave_the_present() -> None:
    line = started()
    moment = line.place(9000.0, 102.0)
    assert moment is not None
    assert moment.t == pytest.approx(2.0)
    after = line.place(9000.0 + STEP, 102.0 + STEP)
    assert after is not None
    assert after.t == pytest.approx(2.0 + STEP)


def test_a_gap_stays_a_gap_over_a_new_connection() -> None:
    line = started()
    line.restart()
    moment = line.place(0.0, 160.0)
    assert moment is not None
    assert moment.t == 60.0


def test_what_a_camera_has_saved_up_is_backlog() -> None:
    line = Timeline(0.0)
    saved = [line.place(number * STEP, 1 + number * 0.001) for number in range(10)]
    fresh = line.place(10 * STEP, 1.009 + STEP)
    assert [moment.backlog for moment in saved if moment] == [True] * 10
    assert fresh is not None
    assert not fresh.backlog
    assert fresh.lag == pytest.approx(0, abs=1e-3)


def test_without_times_the_arrival_counts() -> None:
    line = Timeline(10.0)
    moments = [line.place(None, 10.0 + number) for number in range(3)]
    assert [(moment.t, moment.lag, moment.backlog) for moment in moments if moment] == [
        (0.0, 0.0, True), (1.0, 0.0, False), (2.0, 0.0, False)
    ]  # fmt: skip


def test_a_slow_clock_is_followed() -> None:
    line = Timeline(0.0)
    slow = 1 - DRIFT / 2
    for number in range(3600):
        moment = line.place(number * slow, 1.0 + number)
    assert moment is not None
    assert moment.lag < 0.01


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(0.001, 2), st.booleans()), max_size=40))
def test_time_never_runs_back_nor_ahead(steps: list[tuple[float, float, bool]]) -> None:
    line, own, arrived, before = Timeline(0.0), 5.0, 0.0, -1.0
    for step, passed, again in steps:
        own, arrived = own + step, arrived + passed
        if again:
            line.restart()
        moment = line.place(None if step > 0.9 else own, arrived)
        if moment is not None:
            assert before < moment.t <= arrived
            assert moment.lag == pytest.approx(arrived - moment.t)
            before = moment.t


def test_missing_pictures_by_the_duration_the_camera_says() -> None:
    gaps = Gaps()
    times = [0.0, 1.0, 2.0, 5.0, 6.4, 7.9, 7.0, 8.0]
    assert [gaps.missing(t, 1.0) for t in times] == [0, 0, 0, 2, 0, 0, 0, 0]
    gaps.restart()
    assert gaps.missing(100.0, 1.0) == 0


def test_missing_pictures_by_the_usual_step() -> None:
    gaps = Gaps()
    assert [gaps.missing(number * STEP) for number in range(20)] == [0] * 20
    assert gaps.missing(None) == 0
    assert gaps.missing(24 * STEP) == 4
    assert gaps.missing(25 * STEP) == 0
