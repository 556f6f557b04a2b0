"""What several tests need: small videos and pictures made on the spot."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from tests.log_guard import expected_errors, no_errors_logged

__all__ = ["expected_errors", "no_errors_logged"]

MakeVideo = Callable[..., Path]
TESTS = Path(__file__).parent
TIMED = {
    TESTS / "vision/sources",
    *(TESTS / "monitor" / name for name in ("tables", "test_watch.py", "web/e2e", "web/js")),
    *(TESTS / "monitor/web" / f"test_{name}.py" for name in ("access", "streams")),
    *(TESTS / "monitor/journal" / f"test_{name}.py" for name in ("kill", "trouble")),
    *(
        TESTS / "monitor/cli" / f"test_{name}.py"
        for name in ("calibrate_page", "director", "first_board", "keys", "serve", "watch_command")
    ),
}
"""Tests that wait for cameras, pages and one another, and say how long that may take."""
GAMES = 3
"""With how many games a test of the tracker is run that names more; with all of them by ``-m full``."""
PATTERN_STEP = 7
"""Grey levels between the left edges of neighbouring test frames."""


def numbered_picture(number: int, width: int = 160, height: int = 96) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """(h, w, 3) picture whose lightness says its number: a ramp, shifted by PATTERN_STEP a frame."""
    ramp = 40 + np.linspace(0, 60, width)[None, :] + np.linspace(0, 30, height)[:, None]
    grey = np.clip(ramp + PATTERN_STEP * (number % 15), 0, 255).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)


@pytest.fixture
def make_video(tmp_path: Path) -> MakeVideo:
    """Writes a small H.264 video; times are presentation times in seconds, one a frame."""

    def make(
        name: str = "match.mp4",
        times: list[float] | None = None,
        size: tuple[int, int] = (160, 96),
        pictures: list[np.ndarray[Any, np.dtype[np.uint8]]] | None = None,
        **options: str,
    ) -> Path:
        path = tmp_path / name
        if times is None:
            times = [number / 10 for number in range(len(pictures) if pictures else 20)]
        with av.open(str(path), "w", options=options) as container:
            stream = container.add_stream("libx264", rate=10)
            stream.width, stream.height = size
            stream.pix_fmt = "yuv420p"
            stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
            stream.options = {"preset": "ultrafast", "g": "10"}
            for number, t in enumerate(times):
                picture = pictures[number] if pictures else numbered_picture(number, *size)
                frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
                frame.pts, frame.time_base = round(t * 1000), Fraction(1, 1000)
                container.mux(stream.encode(frame))
            container.mux(stream.encode())
        return path

    return make


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that go by the clock, more games of the same test, and those not to be traced."""
    _leave_further_games(items)
    for item in items:
        if not TIMED.isdisjoint((item.path, *item.path.parents)):
            item.add_marker("timed")
    _trace_the_cheap(config, items)


def _asked(item: pytest.Item) -> tuple[str, dict[str, Any]]:
    """Which test an item is, and with what parameters."""
    return item.nodeid.partition("[")[0], getattr(getattr(item, "callspec", None), "params", {})


def _leave_further_games(items: list[pytest.Item]) -> None:
    """Leave out of a plain run the tracker's tests that differ from GAMES before by their seed alone."""
    games = Counter[tuple[str, ...]]()
    for item in items:
        name, given = _asked(item)
        if "tracking" in item.path.parts and "seed" in given:
            test = name, *(repr(value) for what, value in given.items() if what != "seed")
            games[test] += 1
            if games[test] > GAMES:
                item.add_marker("full")


def _trace_the_cheap(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Trace which lines are run where that costs little: tracing makes most tests two to three times as long.

    Not traced are tests against committed tables and of what is staged for tests, slow ones, and a test with
    another seed, or of the tracker with anything else: it runs the same lines again.
    """
    plugin = config.pluginmanager.get_plugin("_cov")
    if plugin is None or plugin.cov_controller is None:
        return
    before = set[str]()
    for item in items:
        name, given = _asked(item)
        again = name in before and ("seed" in given or "tracking" in item.path.parts)
        apart = not {"accuracy", "fixtures"}.isdisjoint(item.path.parts)
        if again or apart or item.get_closest_marker("slow"):
            item.add_marker("no_cover")
        before.add(name)
