"""Checking a journal: whether anything in it was changed, removed, added or moved since it was written."""

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from monitor.events import Json
from monitor.journal.chain import GENESIS, digest
from monitor.journal.errors import JournalFormatError
from monitor.journal.reader import PAGE
from monitor.journal.schema import PRUNABLE, SCHEMA, open_to_read


@dataclass(frozen=True)
class Fault:
    """Something that is not as it was written. n: the record, None where it is no single one."""

    n: int | None
    what: str


@dataclass
class Verdict:
    """What a check has shown.

    records, lines, contents: how many there are. pruned: contents that retention deleted and said so. head:
    hash of the last record, in hexadecimal. ended: whether the last session came to its end. faults: empty
    for a journal that is as it was written, as far as it goes; only a head noted elsewhere shows that
    nothing is missing at the end.
    """

    records: int = 0
    lines: int = 0
    contents: int = 0
    pruned: int = 0
    head: str = GENESIS.hex()
    ended: bool = False
    faults: list[Fault] = field(default_factory=list)


def verify(path: Path, heads: Sequence[str] = ()) -> Verdict:
    """Check a whole journal. heads: hashes noted earlier (or their first 8 or more digits), which must be in
    it.

    Raises JournalError where there is no such journal, JournalFormatError where it cannot be read at all.
    """
    with closing(open_to_read(path)) as link:
        checker = _Checker(link)
        try:
            link.execute("BEGIN")
            checker.file()
            checker.records(heads)
            checker.contents()
        except sqlite3.DatabaseError as error:
            if checker.verdict.records == 0:
                raise JournalFormatError(f"{path} cannot be read: {error}") from error
            checker.fault(None, f"behind record {checker.verdict.records} the file cannot be read: {error}")
        return checker.verdict


class _Checker:
    def __init__(self, link: sqlite3.Connection) -> None:
        self._link = link
        self.verdict = Verdict()
        self._named: dict[str, tuple[int, Json]] = {}
        self._pruned: set[str] = set()
        self._seq = 0

    def fault(self, n: int | None, what: str) -> None:
        self.verdict.faults.append(Fault(n, what))

    def file(self) -> None:
        """The file as SQLite sees it, and that its tables are the ones we make."""
        for (found,) in self._link.execute("PRAGMA quick_check(5)").fetchall():
            if found != "ok":
                self.fault(None, f"the file is damaged: {found}")
        made = {_squeezed(text) for (text,) in self._link.execute("SELECT sql FROM sqlite_master") if text}
        meant = {_squeezed(text) for text in SCHEMA}
        for text in sorted(meant - made):
            self.fault(
                None, f"the file was altered: {' '.join(text.split()[:3])} is not there, or another one"
            )
        for text in sorted(made - meant):
            self.fault(None, f"the file was altered: {' '.join(text.split()[:3])} does not belong there")

    def records(self, heads: Sequence[str]) -> None:
        """The chain from the first record to the last."""
        wanted = {head.strip().lower() for head in heads}
        before, n, after = GENESIS, 0, 0
        while rows := self._link.execute(
            f"SELECT n, kind, body, hash, seq FROM record WHERE n > ? ORDER BY n LIMIT {PAGE}",  # noqa: S608
            (after,),
        ).fetchall():
            for number, *told, seq in rows:
                kind, body, stored = (
                    str(told[0]),
                    str(told[1]),
                    told[2] if isinstance(told[2], bytes) else b"",
                )
                n += 1
                if number != n:
                    self.fault(n, f"{_numbers(n, number - 1)} missing")
                    n = number
                elif digest(before, n, kind, body) != stored:
                    self.fault(n, f"{_name(kind, body)} was changed, or something before it")
                self._body(n, kind, seq, body)
                before, after = stored, number
                wanted -= {head for head in wanted if len(head) >= 8 and before.hex().startswith(head)}
                self.verdict.records += 1
                self.verdict.ended = kind == "end" or (self.verdict.ended and kind == "pruned")
        self.verdict.head = before.hex()
        for head in sorted(wanted):
            self.fault(
                None,
                f"the head {head} that was noted is not in this journal: records at its end are missing, "
                "or it was written anew",
            )

    def contents(self) -> None:
        """Pictures, clips and readings: each as its record names it, none that no record names."""
        there: set[str] = set()
        rows = self._link.execute("SELECT id, sha256 FROM content ORDER BY id").fetchall()
        for key, name in ((row[0], str(row[1])) for row in rows):
            row = self._link.execute("SELECT data FROM content WHERE id = ?", (key,)).fetchone()
            data = row[0] if row and isinstance(row[0], bytes) else b""
            there.add(name)
            self.verdict.contents += 1
            n, _ = self._named.get(name, (None, {}))
            if n is None:
                self.fault(None, f"content {name[:16]} belongs to no record")
            if hashlib.sha256(data).hexdigest() != name:
                self.fault(n, "the content of this record was changed")
        for name, (n, about) in self._named.items():
            if name in there:
                continue
            if name in self._pruned and about.get("mime") in (None, *PRUNABLE):
                self.verdict.pruned += 1
            else:
                self.fault(n, f"the content of this record is missing ({about.get('shows', 'readings')})")

    def _body(self, n: int, kind: str, seq: int | None, body: str) -> None:
        try:
            data = json.loads(body)
        except json.JSONDecodeError:
            data = None
        if not isinstance(data, dict):
            self.fault(n, "this record cannot be read")
            return
        if "sha256" in data and kind in ("readings", "evidence"):
            self._named.setdefault(data["sha256"], (n, data))
        elif kind == "pruned":
            self._pruned.update(data.get("sha256", ()))
        if kind == "line":
            self.verdict.lines += 1
            self._line(n, seq, data)
        elif seq is not None:
            self.fault(n, "this record has the number of a line and is none")

    def _line(self, n: int, seq: int | None, data: Json) -> None:
        if seq != data.get("seq"):
            self.fault(n, f"line {data.get('seq')} stands under the number {seq}")
        elif seq is not None and seq <= self._seq:
            self.fault(n, f"line {seq} stands behind line {self._seq}")
        self._seq = seq or self._seq


def _name(kind: str, body: str) -> str:
    try:
        data: Any = json.loads(body)
    except json.JSONDecodeError:
        data = None
    if kind == "line" and isinstance(data, dict):
        return f"line {data.get('seq')} ({data.get('ev')} at {data.get('t')} s)"
    return f"the record ({kind})"


def _numbers(first: int, last: int) -> str:
    return f"record {first} is" if first == last else f"records {first} to {last} are"


def _squeezed(statement: str) -> str:
    return re.sub(r"\s+", " ", statement).strip()


def describe_faults(faults: Iterable[Fault]) -> list[str]:
    """Faults as lines for a person."""
    return [f"record {fault.n}: {fault.what}" if fault.n else fault.what for fault in faults]
