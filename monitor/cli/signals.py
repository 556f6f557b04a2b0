"""SIGTERM ends a command as Ctrl-C does."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """While it lasts, the first SIGTERM raises KeyboardInterrupt in the main thread; further ones do not
    disturb the winding up."""
    if current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)
