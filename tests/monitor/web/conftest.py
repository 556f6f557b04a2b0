"""A browser for the tests of the pages: Playwright with the Chromium of the machine."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
import uvicorn

from tests.monitor.station.stand_in import Told, told

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --mute-audio"
).split()
PATIENCE_MS = 40_000
"""What a page waits for has come long before, except where the machine is busy with everything else."""
MakePage = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window; skips where it or Playwright is missing.

    One a module: while it is open, asyncio.run() cannot be used in this thread.
    """
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("there is no Chromium; on Debian: apt install chromium")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def make_page(browser: Any) -> Iterator[MakePage]:
    """Opens pages. A test fails on an error of a page and on anything its content policy forbids."""
    faults: list[str] = []
    contexts: list[Any] = []

    def make(width: int = 1280, height: int = 800, **options: Any) -> Any:
        # Without transitions: colours halfway between two themes are nobody's contrast.
        options = {"reduced_motion": "reduce", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"error in a page: {error}"))
        page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not faults


def until(page: Any, holds: str, seconds: float = 15.0) -> None:
    """Wait until an expression is true in the page; asked from outside, as the pages' policy forbids eval."""
    give_up = monotonic() + seconds
    while not page.evaluate(holds):
        assert monotonic() < give_up, holds
        page.wait_for_timeout(50)


@contextmanager
def served(app: Any) -> Iterator[str]:
    """Serve an application on a free port; its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    server.should_exit = True
    thread.join(5)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """A table with a game, a finding and a picture."""
    with told(tmp_path_factory.mktemp("hall")) as found:
        found.begin()
        found.finding()
        found.frame()
        yield found
