"""What every request has to pass before it reaches a route, and the headers of every answer."""

import ipaddress
import logging
from collections.abc import Iterable
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from monitor.web.errors import error_response

_LOG = logging.getLogger(__name__)
TOO_LONG = "the body of the request is too long"
BODY_LIMIT = 256 * 1024
"""Bytes of the body of a request."""
_SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'"
)
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class _TooLongError(Exception):
    """A body beyond the limit."""


class Guard:
    """Refuses names of hosts that are not ours (DNS rebinding), changes asked for by other pages, and bodies
    that are too long."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), framed: Iterable[str] = ()) -> None:
        """hosts: further names under which the station is reached. framed: pages others may frame."""
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts) | {"localhost"}
        self._framed = frozenset(framed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        trouble = self._trouble(scope)
        if trouble is not None:
            await _refuse(scope, receive, send, *trouble)
            return
        bounded = _Bounded(receive)
        guarded = _Guarded(send, bounded, framed=scope["path"] in self._framed)
        try:
            await self._app(scope, bounded if scope["type"] == "http" else receive, guarded)
        except Exception as error:  # noqa: BLE001 - whatever it is, the answer is the same
            if not bounded.over:
                _LOG.exception("a request for %s failed", scope["path"], exc_info=error)
                if not guarded.started:
                    await _refuse(scope, receive, send, 500, "something went wrong inside the station")
        if bounded.over and not guarded.started:
            await _refuse(scope, receive, send, 413, TOO_LONG)

    def _trouble(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._ours(host):
            return 421, f"this station is not called {_name(host)[:80]!r}"
        if not self._same_page(scope, headers, host):
            return 403, "a page of another site asked for this"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY_LIMIT:
            return 413, TOO_LONG
        return None

    def _ours(self, host: str) -> bool:
        name = _name(host)
        if name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    @staticmethod
    def _same_page(scope: Scope, headers: Headers, host: str) -> bool:
        if scope["type"] == "http" and scope["method"] in _SAFE:
            return True
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc.lower() == host.lower()


class _Bounded:
    """Counts what comes in."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._got = 0
        self.over = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._got += len(message.get("body", b""))
        if self._got > BODY_LIMIT:
            self.over = True
            raise _TooLongError
        return message


class _Guarded:
    """Adds the headers to what goes out; of a request that was too long nothing does."""

    def __init__(self, send: Send, bounded: _Bounded | None = None, *, framed: bool) -> None:
        self._send = send
        self._bounded = bounded
        self._framed = framed
        self.started = False

    async def __call__(self, message: Message) -> None:
        if self._bounded is not None and self._bounded.over and not self.started:
            return
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
            framing = "" if self._framed else "; frame-ancestors 'none'"
            headers.setdefault("content-security-policy", POLICY + framing)
        await self._send(message)


def install_guard(app: FastAPI, hosts: Iterable[str] = (), framed: Iterable[str] = ()) -> None:
    """Put the guard before an application; see Guard."""
    app.add_middleware(Guard, hosts=tuple(hosts), framed=tuple(framed))


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, what: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": what})
        return
    await error_response(status, what, scope["path"])(scope, receive, _Guarded(send, framed=False))


def _name(host: str) -> str:
    """The name or address in a Host header, without port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()
