"""How long what is big is kept: clips and readings go, oldest first; events, findings, pictures and notes
stay.

What is deleted leaves its hash in the chain and a record that says so, so a journal can still be verified.
"""

import os
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from monitor.journal.chain import Draft, text_of
from monitor.journal.clocks import Moment
from monitor.journal.errors import JournalBusyError, JournalError
from monitor.journal.reader import JournalReader
from monitor.journal.schema import CLIP, READINGS, SUFFIX
from monitor.journal.store import Store


@dataclass(frozen=True)
class Policy:
    """days, clip_days: after how many days readings and clips go, None for never. most_bytes: what all
    journals together may take; more than that goes from the oldest on, clips before readings.
    """

    days: float | None = None
    clip_days: float | None = None
    most_bytes: int | None = None


@dataclass(frozen=True)
class Pruned:
    """What was deleted from one journal. what: "clips" or "readings". freed: bytes."""

    path: Path
    what: str
    number: int
    freed: int


def tidy(folder: Path, policy: Policy) -> list[Pruned]:
    """Apply a policy to every journal in a folder, but not to those being written or not to be read."""
    journals = sorted(folder.rglob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    now = datetime.now(UTC)
    done: list[Pruned] = []
    for days, mime, what in ((policy.clip_days, CLIP, "clips"), (policy.days, READINGS, "readings")):
        for path in journals:
            used = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            if days is not None and now - used > timedelta(days=days):
                done += _prune(path, mime, what, f"older than {days:g} days")
    if policy.most_bytes is not None:
        done += _shrink(journals, policy.most_bytes)
    return done


def _shrink(journals: Iterable[Path], most: int) -> list[Pruned]:
    done: list[Pruned] = []
    for mime, what in ((CLIP, "clips"), (READINGS, "readings")):
        for path in journals:
            if sum(one.stat().st_size for one in journals) <= most:
                return done
            done += _prune(path, mime, what, f"all journals took more than {most} bytes")
    return done


def _prune(path: Path, mime: str, what: str, why: str) -> list[Pruned]:
    """Delete all content of a media type from one journal that nobody writes."""
    try:
        with JournalReader(path) as journal:
            if journal.running:
                return []
        store = Store(path, new=False)
    except JournalError:
        return []
    before = path.stat()
    try:
        link = store.open()
        names = [name for (name,) in link.execute("SELECT sha256 FROM content WHERE mime = ?", (mime,))]
        if not names:
            return []
        record = {"what": what, "why": why, "wall": Moment.now().text, "sha256": names}
        store.write([Draft("pruned", text_of(record))])
        link.execute("DELETE FROM content WHERE mime = ?", (mime,))
        link.executescript("PRAGMA incremental_vacuum")  # execute() would free a single page
    except (JournalBusyError, OSError, sqlite3.Error):
        return []
    finally:
        store.close()
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    return [Pruned(path, what, len(names), before.st_size - path.stat().st_size)]
