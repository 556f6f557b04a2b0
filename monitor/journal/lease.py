"""One writer for one journal: a lock that its owner's death gives back."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Final

from monitor.journal.errors import JournalBusyError

TRIES: Final = 3
"""Somebody who only asks whether the lock is taken holds it for an instant."""


class Lease:
    """The right to write a journal, held by a lock on the file ``<journal>-writer`` beside it.

    The operating system releases it when the process ends, however it ends. The file is removed by
    `give_back`.
    """

    def __init__(self, journal: Path) -> None:
        self._path = _lock_file(journal)
        self._journal = journal
        self._file: int | None = None

    def take(self) -> None:
        """Take the lock; harmless when held. Raises JournalBusyError naming the holder, or OSError."""
        tries = TRIES
        while self._file is None:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            if not _lock(file):
                holder = os.read(file, 20).decode(errors="replace")
                os.close(file)
                tries -= 1
                if not tries:
                    raise JournalBusyError(
                        f"{self._journal} is being written by another process"
                        f"{f' ({holder})' if holder else ''}; end that one first, or only look at it: "
                        f"gammonitor serve {self._journal}"
                    )
                sleep(0.02)
            elif not self._is_there(file):
                os.close(file)
            else:
                self._file = file
                with suppress(OSError):  # on a full disk nobody learns who holds it
                    os.truncate(file, 0)
                    os.write(file, str(os.getpid()).encode())

    def give_back(self) -> None:
        """Release the lock; harmless when repeated."""
        if self._file is not None:
            with suppress(OSError):  # an empty file that stays behind does no harm
                self._path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None

    def _is_there(self, file: int) -> bool:
        """Whether the locked file is still the one of this name: its last owner may just have removed it."""
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except FileNotFoundError:
            return False


def is_taken(journal: Path) -> bool:
    """Whether somebody writes this journal now."""
    try:
        file = os.open(_lock_file(journal), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not _lock(file)
    finally:
        os.close(file)


def _lock_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-writer")


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
