"""net.js against a server that refuses, breaks off and answers."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest


class _Moody(BaseHTTPRequestHandler):
    """A page, the modules, an API with errors, and a stream that is there every second time."""

    asked: list[tuple[str, str | None]]

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/static/js/"):
            module = files("monitor.web").joinpath("static/js", path.removeprefix("/static/js/"))
            self._answer(200, "text/javascript", module.read_bytes())
        elif path == "/api/stream":
            self.asked.append((self.path, self.headers.get("Last-Event-ID")))
            if len(self.asked) % 2:
                self._answer(503, "application/json", b'{"error": {"what": "busy", "todo": "Wait"}}')
            else:
                number = 6 + len(self.asked)
                lines = f'retry: 60000\n\nevent: line\nid: {number}\ndata: {{"seq": {number}}}\n\n'
                self._answer(200, "text/event-stream", lines.encode())
        elif path == "/api/fault":
            self._answer(
                409,
                "application/json",
                b'{"error": {"what": "No board", "where": "table", "todo": "Show it"}}',
            )
        else:
            self._answer(200, "text/html", b'<!doctype html><title>t</title><link rel="icon" href="data:,">')

    def _answer(self, code: int, kind: str, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def moody(browser: Any) -> Iterator[tuple[Any, list[tuple[str, str | None]]]]:
    """A page at the server, and what the stream was asked."""
    asked: list[tuple[str, str | None]] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Moody", (_Moody,), {"asked": asked}))
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/?token=t-1")
    yield page, asked
    page.close()
    server.shutdown()
    server.server_close()


def test_a_refused_stream_is_asked_again_from_the_last_line_on(moody: tuple[Any, Any]) -> None:
    page, asked = moody
    got = page.evaluate(
        """async () => {
          const { Events } = await import('/static/js/net.js');
          const got = [];
          await new Promise(done => {
            const events = new Events('/stream', { line: line => {
              got.push(line.seq);
              if (got.length === 2) { events.close(); done(); }
              else setTimeout(() => events.again(), 0);
            } });
          });
          return got;
        }"""
    )
    assert got == [8, 10]
    assert [path for path, _ in asked][:2] == ["/api/stream?token=t-1"] * 2
    assert asked[-1][0] == "/api/stream?last_event_id=8&token=t-1"


def test_errors_say_what_and_what_to_do(moody: tuple[Any, Any]) -> None:
    page, _ = moody
    said = page.evaluate(
        """async () => {
          const { get } = await import('/static/js/net.js');
          try { await get('/fault'); } catch (error) { return [error.message, error.status, error.where]; }
        }"""
    )
    assert said == ["No board. Show it", 409, "table"]
