"""``gammonitor review``: a transcript in the browser of this machine."""

import socket
import webbrowser
from pathlib import Path

import typer
import uvicorn

from monitor.cli.errors import UsageError
from monitor.review.app import folder_of, review_app

HOST = "127.0.0.1"


def run_review(path: Path, port: int, *, browser: bool) -> int:
    """Serve the page until stopped from the keyboard; 0."""
    folder = folder_of(path)
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used ({error.strerror}); choose another with --port"
            ) from error
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        typer.echo(f"review of {path}: {address} (Ctrl-C ends it; every correction is saved at once)")
        if browser:
            webbrowser.open(address)
        server = uvicorn.Server(uvicorn.Config(review_app(folder), log_level="warning"))
        server.run(sockets=[listener])
    return 0
