"""A page for one person at this machine."""

import socket
import webbrowser

import typer
import uvicorn
from fastapi import FastAPI

from monitor.cli.errors import UsageError

HOST = "127.0.0.1"


def serve_here(app: FastAPI, what: str, port: int, *, browser: bool) -> int:
    """Serve a page until stopped from the keyboard; 0. port 0: any free one."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used ({error.strerror}); choose another with --port"
            ) from error
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        typer.echo(f"{what}: {address} (Ctrl-C ends it; every correction is saved at once)")
        if browser:
            webbrowser.open(address)
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
    return 0
