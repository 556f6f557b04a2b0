"""The SQLite file of a journal: its tables, and how it is opened."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from monitor.journal.errors import JournalError, JournalFormatError

APPLICATION_ID: Final = 0x67616D6D
"""Marks the file as ours: "gamm"."""
VERSION: Final = 1
SUFFIX: Final = ".journal"
READINGS: Final = "application/x-gammonitor-readings"
CLIP: Final = "video/mp4"
PRUNABLE: Final = (READINGS, CLIP)
"""Media types that retention may delete; nothing else ever goes."""

SCHEMA: Final = (
    """CREATE TABLE record (
        n INTEGER PRIMARY KEY, kind TEXT NOT NULL, seq INTEGER, body TEXT NOT NULL, hash BLOB NOT NULL
    ) STRICT""",
    "CREATE UNIQUE INDEX record_seq ON record (seq) WHERE seq IS NOT NULL",
    "CREATE INDEX record_kind ON record (kind, n)",
    """CREATE TABLE content (
        id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, mime TEXT NOT NULL, data BLOB NOT NULL
    ) STRICT""",
    """CREATE TRIGGER record_stays BEFORE DELETE ON record
        BEGIN SELECT RAISE(ABORT, 'a journal is only ever added to'); END""",
    """CREATE TRIGGER record_same BEFORE UPDATE ON record
        BEGIN SELECT RAISE(ABORT, 'a journal is only ever added to'); END""",
    f"""CREATE TRIGGER content_stays BEFORE DELETE ON content
        WHEN OLD.mime NOT IN {PRUNABLE}
        BEGIN SELECT RAISE(ABORT, 'only readings and clips may be deleted'); END""",
    """CREATE TRIGGER content_same BEFORE UPDATE ON content
        BEGIN SELECT RAISE(ABORT, 'a journal is only ever added to'); END""",
)


def open_to_write(path: Path) -> sqlite3.Connection:
    """A connection for the one writer; the tables are made where the file is new or empty.

    Raises JournalFormatError where the file is something else, sqlite3.Error where it cannot be written.
    """
    link = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2.0)
    try:
        link.execute("PRAGMA auto_vacuum = INCREMENTAL")
        if _number(link, "PRAGMA application_id") == 0 and not _tables(link):
            link.execute("PRAGMA journal_mode = WAL")
            link.execute("PRAGMA synchronous = FULL")
            _make(link)
        else:
            check(link, path)
            link.execute("PRAGMA journal_mode = WAL")
            link.execute("PRAGMA synchronous = FULL")
        link.execute("PRAGMA journal_size_limit = 8388608")
    except BaseException:
        link.close()
        raise
    return link


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that only reads, also while the journal is being written or from a place that is
    read-only.

    Raises JournalError where there is no such file, JournalFormatError where it is something else.
    """
    if not path.is_file():
        raise JournalError(f"{path}: there is no such journal")
    address = path.absolute().as_uri()
    try:
        link = sqlite3.connect(f"{address}?mode=ro", uri=True, check_same_thread=False, timeout=5.0)
        link.isolation_level = None
        try:
            check(link, path)
        except sqlite3.OperationalError:
            link.close()
            if path.with_name(f"{path.name}-wal").exists() or os.access(path.parent, os.W_OK):
                raise
            link = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, check_same_thread=False)
            link.isolation_level = None
            check(link, path)
    except sqlite3.DatabaseError as error:
        raise JournalFormatError(f"{path} cannot be read as a journal: {error}") from error
    return link


def check(link: sqlite3.Connection, path: Path) -> None:
    """Raise JournalFormatError where the file is no journal that this version knows."""
    try:
        mark, version = _number(link, "PRAGMA application_id"), _number(link, "PRAGMA user_version")
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise JournalFormatError(f"{path} is not a journal ({error})") from error
    if mark != APPLICATION_ID:
        raise JournalFormatError(f"{path} is not a journal of gammonitor")
    if version != VERSION:
        raise JournalFormatError(
            f"{path} is a journal of form {version}; this version of gammonitor reads form {VERSION}"
        )


def _make(link: sqlite3.Connection) -> None:
    link.execute("BEGIN IMMEDIATE")
    try:
        for statement in SCHEMA:
            link.execute(statement)
        link.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        link.execute(f"PRAGMA user_version = {VERSION}")
        link.execute("COMMIT")
    except BaseException:
        if link.in_transaction:
            link.execute("ROLLBACK")
        raise


def _number(link: sqlite3.Connection, pragma: str) -> int:
    return int(link.execute(pragma).fetchone()[0])


def _tables(link: sqlite3.Connection) -> bool:
    return bool(link.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def is_blank(path: Path) -> bool:
    """Whether a file is empty, also as an SQLite file."""
    if path.stat().st_size == 0:
        return True
    try:
        with closing(sqlite3.connect(path)) as link:
            return not _tables(link)
    except sqlite3.DatabaseError:
        return False


def is_journal(path: Path) -> bool:
    """Whether a file is an SQLite file, and so no text: a journal if anything of ours."""
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False
