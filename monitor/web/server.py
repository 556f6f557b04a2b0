"""The server of a station in a thread of its own."""

import ctypes
import socket
from threading import Thread
from typing import Self

import uvicorn
from fastapi import FastAPI

from monitor.errors import GammonitorError

M_ARENA_MAX = -8
"""Of glibc's mallopt(3)."""


class ServerError(GammonitorError):
    """The station cannot listen where it was told to."""


class Server:
    """Serves an application beside a watch; use it as a context manager. Raises ServerError on entering."""

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        self._socket = listening(host, port)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,  # JPEG does not get smaller
            timeout_graceful_shutdown=2,
            lifespan="off",
        )
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._run, name="station", daemon=True)
        self.url = _url(host, self._socket.getsockname()[1])

    def __enter__(self) -> Self:
        _share_memory()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(5.0)
        self._socket.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises ServerError, which says what to do."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise ServerError(
            f"--host {host}: {error.strerror or error}; give an address of this machine"
        ) from None
    listener = socket.socket(family, kind, proto)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        if isinstance(error, PermissionError):
            what = "it may not be used by this account"
        elif port:
            what = f"{error.strerror}; another program, perhaps another gammonitor, is there already"
        else:
            what = str(error.strerror)
        raise ServerError(f"port {port} on {host}: {what}. Choose another with --port") from None
    return listener


def _share_memory() -> None:
    """Let threads share their heaps: with one each, glibc keeps what passing pictures leave free in all of
    them, and a process that serves for hours grows. Elsewhere there is nothing to do."""
    try:
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)
    except (AttributeError, OSError):
        return


def _url(host: str, port: int) -> str:
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)  # noqa: S104
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
