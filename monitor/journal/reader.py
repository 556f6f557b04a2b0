"""Reading a journal, also while it is being written."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import takewhile
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Final, Self

from monitor.config import MatchConfig
from monitor.events import Json
from monitor.journal.chain import Record
from monitor.journal.config_json import config_from_json
from monitor.journal.errors import JournalError, JournalFormatError, ReadingsError
from monitor.journal.lease import is_taken
from monitor.journal.packer import Item, Piece, unpack
from monitor.journal.schema import is_blank, open_to_read

PAGE: Final = 500
"""Rows fetched at a time, so that no reader holds up the writer."""


@dataclass(frozen=True)
class Session:
    """One start of the program on this journal.

    wall: time of day, ISO 8601. running: seconds since the machine was started, boot: which start of it that
    was. resumes: seq, position and t after which it went on, None for the first. program: versions and
    networks.
    """

    n: int
    wall: str
    running: float
    boot: str
    source: str
    live: bool
    program: Json
    resumes: Json | None = None


@dataclass(frozen=True)
class Proof:
    """A picture or clip of a finding. shows: before, at, after or clip; sha256: its name for `content`."""

    n: int
    finding: str
    shows: str
    mime: str
    sha256: str
    t: float
    frame: int | None


@dataclass(frozen=True)
class Note:
    """A person's remark. what: confirm, dismiss or note; finding: what it is about, None for the match."""

    n: int
    what: str
    finding: str | None
    text: str
    by: str
    t: float
    wall: str


def can_resume(path: Path) -> bool:
    """Whether a match was begun in this file. Raises JournalFormatError where it holds something else.

    A process that was killed while it made the file may have left it empty.
    """
    if not path.exists() or is_blank(path):
        return False
    with JournalReader(path) as journal:
        return journal.n > 0


class JournalReader:
    """Everything a journal holds so far; every call sees what is stored at that moment. Any thread may use
    it.

    Raises JournalError where there is no such journal, JournalFormatError where the file is something else or
    damaged; so may every call.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._link = open_to_read(path)
        self._config: MatchConfig | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; harmless when repeated."""
        self._link.close()

    @property
    def config(self) -> MatchConfig:
        """The settings of the match."""
        if self._config is None:
            for record in self.records("journal"):
                self._config = config_from_json(record.data.get("config"), self.path)
                break
            else:
                raise JournalError(f"{self.path} holds nothing yet")
        return self._config

    @property
    def head(self) -> str:
        """Hash of the newest record, in hexadecimal."""
        rows = self._rows("SELECT hash FROM record ORDER BY n DESC LIMIT 1")
        return bytes(rows[0][0]).hex() if rows else bytes(32).hex()

    @property
    def n(self) -> int:
        """Number of the newest record; it grows with everything that is stored."""
        return int(self._rows("SELECT coalesce(max(n), 0) FROM record")[0][0])

    @property
    def seq(self) -> int:
        """Number of the newest line."""
        return int(self._rows("SELECT coalesce(max(seq), 0) FROM record WHERE seq IS NOT NULL")[0][0])

    @property
    def position(self) -> int:
        """Number of the newest item among the readings."""
        newest = self._newest_piece()
        return int(newest["positions"][1]) if newest else 0

    @property
    def running(self) -> bool:
        """Whether somebody is writing it now."""
        return is_taken(self.path)

    @property
    def sessions(self) -> list[Session]:
        """Every start of the program, in order."""
        return [Session(record.n, **record.data) for record in self.records("session")]

    def lines(self, after: int = 0, limit: int | None = None) -> list[str]:
        """Events and findings behind this seq as JSON, in order."""
        return [body for _, body in self.numbered_lines(after, limit)]

    def numbered_lines(self, after: int = 0, limit: int | None = None) -> list[tuple[int, str]]:
        """(seq, JSON) of the lines behind this seq, in order."""
        sql = "SELECT seq, body FROM record WHERE seq > ? ORDER BY seq LIMIT ?"
        return self._rows(sql, (after, -1 if limit is None else limit))

    def records(self, *kinds: str, after: int = 0) -> Iterator[Record]:
        """Records of these kinds, or of all, behind this number."""
        these = f"AND kind IN ({','.join('?' * len(kinds))})" if kinds else ""
        sql = f"SELECT n, kind, body, hash FROM record WHERE n > ? {these} ORDER BY n LIMIT {PAGE}"  # noqa: S608
        while rows := self._rows(sql, (after, *kinds)):
            yield from (Record(n, kind, body, bytes(hash_)) for n, kind, body, hash_ in rows)
            after = rows[-1][0]

    def evidence(self, finding: str | None = None) -> list[Proof]:
        """Pictures and clips, of one finding or of all, in the order they were stored."""
        names = [field.name for field in fields(Proof)]
        found = [
            Proof(**{name: value for name, value in (record.data | {"n": record.n}).items() if name in names})
            for record in self.records("evidence")
        ]
        return [proof for proof in found if finding in (None, proof.finding)]

    def content(self, sha256: str) -> tuple[str, bytes] | None:
        """(media type, bytes) of a picture or clip; None where it is not there, or not any more."""
        rows = self._rows("SELECT mime, data FROM content WHERE sha256 = ?", (sha256,))
        return (rows[0][0], bytes(rows[0][1])) if rows else None

    def notes(self, after: int = 0) -> list[Note]:
        """What people remarked, behind this record."""
        return [Note(record.n, **record.data) for record in self.records("note", after=after)]

    def readings(self, after: int = 0) -> Iterator[tuple[int, Item]]:
        """(position, item) of the readings, and of what was entered between them, behind this position.

        Raises ReadingsError where they were deleted, or cannot be read.
        """
        for position, item in unpack(self.pieces(after), str(self.path)):
            if position > after:
                yield position, item

    def history(self, after: int, upto: int) -> Iterator[tuple[int, Item]]:
        """The same as `readings`, up to a position."""
        return takewhile(lambda stored: stored[0] <= upto, self.readings(after))

    def last_reading(self) -> Json | None:
        """About the newest piece with readings: frames, t, wall, running, boot; None before the first."""
        for record in self._descending("readings"):
            if "t" in record.data:
                return record.data
        return None

    def changed(self) -> int:
        """A number that is another one when something was stored since; costs next to nothing."""
        return int(self._rows("PRAGMA data_version")[0][0])

    def _newest_piece(self) -> Json | None:
        for record in self._descending("readings"):
            return record.data
        return None

    def _descending(self, kind: str) -> Iterator[Record]:
        sql = "SELECT n, kind, body, hash FROM record WHERE kind = ? AND n < ? ORDER BY n DESC LIMIT 1"
        n = 1 << 60
        while rows := self._rows(sql, (kind, n)):
            yield Record(*rows[0])
            n = rows[0][0]

    def pieces(self, after: int) -> Iterator[Piece]:
        """The stored pieces that hold what comes behind this position, from the beginning of their stream
        on.
        """
        waiting: list[Json] = []
        begun = False
        for record in self.records("readings"):
            about = record.data
            if about["part"] == 0 and not begun:
                waiting.clear()
            waiting.append(about)
            begun = begun or about["positions"][1] > after
            if begun:
                for part in waiting:
                    yield self._piece(part)
                waiting.clear()

    def _piece(self, about: Json) -> Piece:
        found = self.content(about["sha256"])
        if found is None:
            when = about.get("wall", "?")
            raise ReadingsError(
                f"{self.path}: the readings of {when} were deleted to make room, so this match "
                "cannot be followed again"
            )
        return Piece(found[1], about)

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            with self._lock:
                return self._link.execute(sql, values).fetchall()
        except sqlite3.ProgrammingError as error:
            raise JournalError(f"{self.path} is closed") from error
        except sqlite3.DatabaseError as error:
            raise JournalFormatError(f"{self.path} cannot be read: {error}") from error
