"""Live sources: newest picture first, never an old one; lost cameras are noticed, tried again, and found."""

from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise
from time import monotonic, sleep

import numpy as np
import pytest

from tests.vision.sources.stand_in import STEP, Heard, Script, ScriptedCamera, grey, wait_for
from vision.errors import SourceBrokenError, SourceUnavailableError
from vision.sources import LiveSource, ticks
from vision.sources.camera import Grab
from vision.sources.live import Patience

QUICK = Patience(frozen=0.25, late=0.25, behind=0.4, hang_up=0.5)
FOR_EVER = 1_000_000
AWAY = SourceUnavailableError("hall does not answer (No route to host)")
BROKEN = SourceBrokenError("hall broke off: reset", None)


def live(script: Script, patience: Patience = QUICK) -> LiveSource:
    return LiveSource("hall", script, patience)


def test_frames_come_in_order_and_nothing_is_counted_lost() -> None:
    source = live(Script(lambda: ScriptedCamera(FOR_EVER, 0)))
    frames = list(islice(source, 10))
    health = source.health
    source.close()
    assert [frame.seq for frame in frames] == list(range(10))
    assert all(after.t > before.t for before, after in pairwise(frames))
    assert sum(frame.t for frame in frames) / 10 <= source.now
    assert source.size == frames[0].size == (64, 48)
    assert (health.state, health.drops, health.reconnects, health.reason) == ("live", 0, 0, None)
    assert health.age is not None
    assert health.age < QUICK.frozen
    assert health.fps is not None
    assert 5 < health.fps <= 1.2 / STEP


def test_a_slow_reader_gets_the_newest_picture_and_learns_what_it_skipped() -> None:
    source = live(Script(lambda: ScriptedCamera(FOR_EVER, 0)), Patience())
    first = source.next_frame(5)
    sleep(10 * STEP)
    asked = source.now
    second = source.next_frame(5)
    health = source.health
    source.close()
    assert first is not None
    assert second is not None
    assert second.seq > first.seq + 3
    assert second.dropped == second.seq - first.seq - 1
    assert health.skipped >= second.dropped
    assert health.drops == 0
    assert asked - second.t < Patience().late


def test_a_picture_that_grew_old_waiting_is_not_handed_out() -> None:
    source = live(Script(lambda: ScriptedCamera(5, 2)))
    wait_for(lambda: source.health.state == "frozen")
    assert source.next_frame(0.05) is None
    source.close()


def test_a_camera_that_stands_still_is_frozen_and_the_watcher_is_told_meanwhile() -> None:
    source = live(Script(lambda: ScriptedCamera(5, 8)))
    heard = Heard()
    source.listen(heard.append)
    source.wait_ready(5)
    came = list(islice(ticks(source, 0.05), 20))
    source.close()
    assert came[-5:] == [None] * 5
    assert heard.states[-2:] == ["frozen", "ended"]
    assert QUICK.frozen <= (heard[-2].age or 0) < 2
    assert heard[-2].reason == "hall sends no new picture"
    assert heard[-2].fps is None


def test_a_repeated_picture_is_no_new_one() -> None:
    class Repeating(ScriptedCamera):
        def grabs(self) -> Iterator[Grab]:
            while not self.closed:
                sleep(STEP)
                yield Grab(grey(1), 5.0)

    source = live(Script(lambda: Repeating(0, 0)))
    with pytest.raises(SourceUnavailableError, match="hall is connected but sends no picture"):
        source.wait_ready(0.3)
    source.close()


def test_a_lost_camera_is_tried_until_it_is_back_and_time_shows_the_gap() -> None:
    script = Script(partial(ScriptedCamera, 5, BROKEN), AWAY, AWAY, lambda: ScriptedCamera(FOR_EVER, 0))
    source = live(script)
    heard = Heard()
    source.listen(heard.append)
    started = monotonic()
    frames = list(islice(source, 20))
    health = source.health
    source.close()
    source.close()
    steps = [after.t - before.t for before, after in pairwise(frames)]
    assert len(script.opened) == 4
    assert min(steps) > 0
    assert max(steps) == pytest.approx(script.opened[-1] - script.opened[0] - 5 * STEP, abs=0.5)
    assert heard.states[-3:] == ["lost", "live", "ended"]
    assert heard[-3].reason == "hall broke off: reset"
    assert (health.reconnects, health.attempts, health.drops) == (1, 0, 0)
    assert health.reason == "hall does not answer (No route to host)"
    assert monotonic() - started < 5


def test_a_clock_that_starts_again_does_not_turn_time_back() -> None:
    cameras = [ScriptedCamera(6, BROKEN, clock=clock) for clock in (500.0, 3.0, 900.0)]
    source = live(Script(*[lambda camera=camera: camera for camera in cameras], AWAY))  # type: ignore[misc]
    times: list[float] = []
    for frame in ticks(source, 0.05, apart=0):
        if frame is not None:
            times.append(frame.t)
        if (source.health.state, source.health.reconnects) == ("lost", 2):
            break
    source.close()
    assert len(times) > 4
    assert all(after > before for before, after in pairwise(times))
    assert times[-1] < source.now
    assert [camera.closed for camera in cameras] == [1, 1, 1]


def test_pictures_that_come_late_are_dropped_and_then_the_connection_is_made_anew() -> None:
    class Slow(ScriptedCamera):
        """Its pictures take longer and longer on their way."""

        def grabs(self) -> Iterator[Grab]:
            for number in range(1000):
                sleep(STEP)
                yield Grab(grey(number), number * STEP / 4)

    source = live(Script(lambda: Slow(0, 0)))
    heard = Heard()
    source.listen(heard.append)
    ages = []
    while "lost" not in heard.states:
        frame = source.next_frame(0.05)
        if frame is not None:
            ages.append(source.now - frame.t)
    health = source.health
    source.close()
    assert max(ages) < 2 * QUICK.late
    assert health.drops > 5
    assert "behind" in str(heard[-2].reason)


def test_another_shape_of_picture_counts_as_lost() -> None:
    script = Script(partial(ScriptedCamera, 5, BROKEN), partial(ScriptedCamera, 50, 0, (64, 64)))
    source = live(script)
    wait_for(lambda: len(script.opened) > 2)
    health = source.health
    source.close()
    assert health.state == "lost"
    assert health.reason == "hall now sends 64x64, another shape than 64x48 before"


@pytest.mark.usefixtures("expected_errors")
def test_a_driver_that_raises_anything_is_outlived(caplog: pytest.LogCaptureFixture) -> None:
    def burst() -> ScriptedCamera:
        raise ZeroDivisionError("in the driver")

    source = live(Script(burst, lambda: ScriptedCamera(FOR_EVER, 0)))
    source.wait_ready(None)
    health = source.health
    source.close()
    assert health.state == "live"
    assert "ZeroDivisionError" in str(health.reason)
    assert "unforeseen trouble" in caplog.text


def test_a_camera_that_is_not_there_is_said_at_once_or_waited_for() -> None:
    source = live(Script(AWAY, lambda: ScriptedCamera(FOR_EVER, 0)))
    with pytest.raises(SourceUnavailableError, match="No route"):
        source.wait_ready(5)
    with pytest.raises(SourceUnavailableError, match="not sent a picture yet"):
        assert source.size
    source.wait_ready(None)
    assert source.size == (64, 48)
    source.close()
    assert list(ticks(source)) == []


def test_every_attempt_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "vision.sources.live")
    source = live(Script(AWAY, AWAY, lambda: ScriptedCamera(FOR_EVER, 0)))
    source.wait_ready(None)
    source.close()
    said = [record.getMessage() for record in caplog.records]
    assert [line.partition(" in ")[0] for line in said[:2]] == [
        "hall does not answer (No route to host); attempt 2",
        "hall does not answer (No route to host); attempt 3",
    ]
    assert said[2] == "hall: pictures come (attempt 3)"


def test_health_of_the_past_and_of_a_listener_that_asks_back() -> None:
    source = live(Script(partial(ScriptedCamera, 5, BROKEN), AWAY))
    seen: list[str] = []
    source.listen(lambda health: seen.append(f"{health.state} {source.health.name}"))
    wait_for(lambda: source.health.state == "lost" and source.health.lasted > 0.1)
    source.close()
    assert seen[-2:] == ["lost hall", "ended hall"]


def test_a_mirrored_camera_is_turned_back() -> None:
    slope = np.tile(np.arange(64, dtype=np.uint8), (48, 1))
    picture = np.dstack([slope] * 3)

    class Sloping(ScriptedCamera):
        def grabs(self) -> Iterator[Grab]:
            for grab in super().grabs():
                yield Grab(picture, grab.own)

    source = LiveSource("hall", Script(lambda: Sloping(FOR_EVER, 0)), QUICK, mirrored=True)
    frame = next(iter(source))
    source.close()
    assert np.array_equal(frame.bgr, picture[:, ::-1])
