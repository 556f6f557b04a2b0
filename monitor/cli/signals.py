"""SIGTERM ends a command as Ctrl-C does."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """While it lasts, SIGTERM raises KeyboardInterrupt in the main thread."""
    if current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)
