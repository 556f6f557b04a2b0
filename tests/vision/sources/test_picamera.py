"""The Raspberry Pi camera, against a stand-in that keeps picamera2's contract. The real one: picamera_rig."""

import sys
import types
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest

from tests.vision.sources.fake_picamera2 import PERIOD, Picamera2
from tests.vision.sources.stand_in import wait_for
from vision.errors import SourceUnavailableError
from vision.sources import LiveSource, Wish, open_source, picamera
from vision.sources.live import Patience
from vision.sources.picamera import PiCamera

SIZE = (160, 96)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Picamera2]]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(picamera, "READ_TIMEOUT", 0.4)
    monkeypatch.setattr(Picamera2, "opened", [])
    yield Picamera2
    assert [camera.is_open for camera in Picamera2.opened] == [False] * len(Picamera2.opened)
    assert [camera.handed_out for camera in Picamera2.opened] == [0] * len(Picamera2.opened)


def small(form: str = "YUV420") -> LiveSource:
    return LiveSource("picamera:0", lambda: PiCamera(0, Wish(size=SIZE), form), Patience(frozen=0.2))


@pytest.mark.parametrize("form", ["YUV420", "NV12"])
def test_frames_without_padding_at_the_sensors_times(fake: type[Picamera2], form: str) -> None:
    source = small(form)
    frames = list(islice(source, 20))
    source.close()
    assert source.live
    assert source.size == SIZE
    for before, after in pairwise(frames):
        assert (after.t - before.t) / PERIOD == pytest.approx(1 + after.dropped, abs=0.3)
    for frame in frames:
        assert frame.planes is not None
        y, u, v = frame.planes
        assert y.shape == (SIZE[1], SIZE[0])
        assert u.shape == v.shape == (SIZE[1] // 2, SIZE[0] // 2)
        assert y.min() == y.max()
        assert (u == 90).all()
        assert (v == 160).all()
        assert frame.bgr.shape == (SIZE[1], SIZE[0], 3)
    assert len({frame.y[0, 0] for frame in frames}) == 20


@pytest.mark.parametrize("told", [True, False])
def test_what_the_camera_skips_in_silence_is_counted(
    fake: type[Picamera2], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake, "tells_duration", told)
    source = small()
    last = list(islice(source, 12))[-1]
    before = source.health.drops
    fake.opened[0].lose = 9
    frames = [last, *islice(source, 6)]
    source.close()
    assert before + 9 <= source.health.drops <= before + 14
    assert max(frame.dropped for frame in frames) >= 9
    assert max(after.t - before.t for before, after in pairwise(frames)) > 9.5 * PERIOD


def test_a_camera_that_hangs_is_opened_again(fake: type[Picamera2]) -> None:
    source = small()
    source.wait_ready(5)
    fake.opened[0].silent = True
    wait_for(lambda: source.health.state == "frozen")
    wait_for(lambda: source.health.state == "lost")
    assert source.health.reason == "picamera:0 does not answer any more"
    source.next_frame(0.1)
    wait_for(lambda: source.health.state == "live")
    source.close()
    assert len(fake.opened) == 2
    assert source.health.reconnects == 1


def test_a_camera_that_fails_and_is_gone_for_a_while(
    fake: type[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = small()
    source.wait_ready(5)
    monkeypatch.setattr(fake, "plugged", 0)
    fake.opened[0].failing = "Camera frontend has timed out"
    wait_for(lambda: source.health.attempts > 1)
    assert source.health.reason == "picamera:0: this machine has 0 cameras. Check the ribbon cable."
    monkeypatch.setattr(fake, "plugged", 1)
    wait_for(lambda: source.health.state == "live")
    source.close()


def test_a_camera_that_is_not_there(fake: type[Picamera2]) -> None:
    with pytest.raises(SourceUnavailableError, match="this machine has 1 cameras"):
        open_source("picamera:3")


def test_a_camera_in_use(fake: type[Picamera2]) -> None:
    first = open_source("picamera:0")
    with pytest.raises(SourceUnavailableError, match="Does another program use it"):
        open_source("picamera:0")
    first.close()


def test_a_camera_without_planes(fake: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake, "only_format", "YUYV")
    with pytest.raises(SourceUnavailableError, match="gives pictures as YUYV only"):
        open_source("picamera:0")


def test_what_is_asked_for(fake: type[Picamera2]) -> None:
    camera = PiCamera(0, Wish(size=(320, 240), fps=25))
    camera.close()
    assert fake.opened[0].controls == {"FrameDurationLimits": (40_000, 40_000)}
    assert fake.opened[0].camera_configuration()["main"]["size"] == (320, 240)
