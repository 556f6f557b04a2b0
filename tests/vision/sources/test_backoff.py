"""Waits between attempts to open a lost camera."""

from vision.sources.backoff import FIRST, JITTER, LONGEST, QUICK, SLOW, WINDOW, Backoff


def refused(seconds: float, seed: str = "usb:0") -> list[float]:
    """Times of the attempts while every one fails at once."""
    backoff, now, times = Backoff(seed), 0.0, []
    while now < seconds:
        now += backoff.wait(now)
        times.append(now)
    return times


def test_soon_at_first_then_slowly_and_for_ever() -> None:
    times = refused(3600)
    waits = [after - before for before, after in zip([0.0, *times], times, strict=False)]
    assert waits[0] <= FIRST * (1 + JITTER)
    assert waits[3] > 2 * waits[0]
    assert max(waits) <= SLOW * (1 + JITTER)
    assert all(wait > SLOW * (1 - JITTER) or wait <= LONGEST * (1 + JITTER) for wait in waits)
    most = max(sum(start <= t < start + WINDOW for t in times) for start in times)
    assert most <= QUICK + WINDOW / (SLOW * (1 - JITTER))
    assert len(times) < 3600 / 2


def test_after_a_calm_time_it_is_tried_soon_again() -> None:
    backoff = Backoff("usb:0")
    waits = [backoff.wait(float(now)) for now in range(8)]
    assert waits[-1] > 1
    assert backoff.wait(8 + WINDOW + LONGEST * 2) <= FIRST * (1 + JITTER)


def test_the_same_name_waits_the_same_and_another_does_not() -> None:
    assert refused(100) == refused(100)
    assert refused(100) != refused(100, "usb:1")
