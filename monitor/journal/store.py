"""The one connection that writes a journal, and the head of its chain."""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from monitor.journal.chain import GENESIS, Draft, digest
from monitor.journal.errors import JournalError
from monitor.journal.lease import Lease
from monitor.journal.schema import open_to_write

Place = tuple[int, bytes]
"""Number and hash of a record."""


class Store:
    """Adds records to the file. n, head: number and hash of the last one that is safely stored.

    new: the file must not hold records yet. After any error the connection is given up; the next `write` or
    `open` begins anew.
    """

    def __init__(self, path: Path, *, new: bool) -> None:
        self.path = path
        self._new = new
        self.n, self.head = 0, GENESIS
        self._lease = Lease(path)
        self._link: sqlite3.Connection | None = None
        self._file: os.stat_result | None = None
        self._tried: Place | None = None

    def open(self) -> sqlite3.Connection:
        """Take the lease and connect. Raises JournalError, OSError or sqlite3.Error."""
        if self._link is not None:
            self._same_file()
            return self._link
        if self.n and not self.path.exists():
            raise JournalError(f"{self.path} is gone; put it back, it will be written on")
        self._lease.take()
        link = open_to_write(self.path)
        try:
            self._find_place(link)
            self._file = self.path.stat()
        except BaseException:
            link.close()
            raise
        self._link = link
        return link

    def write(self, drafts: Sequence[Draft]) -> None:
        """Store these records in one transaction; they are on the disk when it returns.

        Raises JournalError, OSError or sqlite3.Error; then none of them is stored, and the same ones have to
        be tried again.
        """
        try:
            link = self.open()
            end = self._append(link, drafts)
        except BaseException:
            self._give_up()
            raise
        self.n, self.head = end
        self._tried = None

    def lines(self, after: int) -> list[tuple[int, str]]:
        """(seq, text) of the stored lines behind this seq."""
        found = self.open().execute(
            "SELECT seq, body FROM record WHERE seq > ? ORDER BY seq LIMIT 1000", (after,)
        )
        return found.fetchall()

    def close(self) -> None:
        """Close the file and give back the lease. While nobody reads, it then is one self-contained file."""
        if self._link is not None:
            with suppress(sqlite3.Error):  # somebody reads: it then stays as it is
                self._link.execute("PRAGMA busy_timeout = 0")
                self._link.execute("PRAGMA journal_mode = DELETE")
        self._give_up()
        self._lease.give_back()

    def _append(self, link: sqlite3.Connection, drafts: Iterable[Draft]) -> Place:
        n, head = self.n, self.head
        rows = []
        for draft in drafts:
            n += 1
            head = digest(head, n, draft.kind, draft.body)
            rows.append((n, draft.kind, draft.seq, draft.body, head))
        stored = self._tried
        self._tried = n, head
        if stored is not None and stored == last_place(link):
            return stored  # the last attempt failed after all of it had reached the disk
        link.execute("BEGIN IMMEDIATE")
        for draft in drafts:
            if draft.content is not None:
                content = draft.content
                link.execute(
                    "INSERT OR IGNORE INTO content (sha256, mime, data) VALUES (?, ?, ?)",
                    (content.sha256, content.mime, content.data),
                )
        link.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?)", rows)
        link.execute("COMMIT")
        return n, head

    def _find_place(self, link: sqlite3.Connection) -> None:
        """The chain must go on where it was left: at the last record known to be stored, or tried."""
        place = last_place(link)
        if self._new and self.n == 0 and self._tried is None and place[0]:
            raise JournalError(
                f"{self.path} exists already; continue it with --resume {self.path}, or name another file"
            )
        if self.n == 0 and self._tried is None:
            self.n, self.head = place
        elif place not in ((self.n, self.head), self._tried):
            raise JournalError(f"{self.path} is another file than the one begun; put that one back")

    def _same_file(self) -> None:
        try:
            same = self._file is not None and os.path.samestat(self._file, self.path.stat())
        except FileNotFoundError:
            same = False
        if not same:
            raise JournalError(f"{self.path} was moved or removed; put it back, it will be written on")

    def _give_up(self) -> None:
        if self._link is not None:
            with suppress(sqlite3.Error):  # nothing more can be done with it
                self._link.close()
            self._link = None


def last_place(link: sqlite3.Connection) -> Place:
    """Number and hash of the last record; 0 and the beginning of the chain where there is none."""
    row = link.execute("SELECT n, hash FROM record ORDER BY n DESC LIMIT 1").fetchone()
    return (0, GENESIS) if row is None else (int(row[0]), bytes(row[1]))
