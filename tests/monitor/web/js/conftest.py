"""The pages' modules by themselves, in a browser, without a station."""

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

Run = Callable[..., Any]


class _Static(SimpleHTTPRequestHandler):
    """The static folder under /static, an empty page elsewhere."""

    def do_GET(self) -> None:
        if self.path.startswith("/static/"):
            self.path = self.path.removeprefix("/static")
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(
            b'<!doctype html><title>test</title><link rel="icon" href="/static/icon.svg"><body></body>'
        )

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    """Address of the static folder."""
    root = Path(str(files("monitor.web").joinpath("static")))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Static, directory=str(root)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def bare(browser: Any, folder: str) -> Iterator[Any]:
    """An empty page beside the modules."""
    page = browser.new_page()
    page.goto(folder)
    yield page
    page.close()


@pytest.fixture
def js(bare: Any) -> Run:
    """``js("position", "m.counts(x)", x)``: the value of an expression; m is the module, x the argument."""

    def run(module: str, expression: str, x: Any = None) -> Any:
        return bare.evaluate(
            f"async (x) => {{ const m = await import('/static/js/{module}.js'); return {expression}; }}", x
        )

    return run
