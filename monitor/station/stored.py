"""Lines, remarks and pictures of a journal, for a table; also while the journal is being written."""

from collections.abc import Callable
from pathlib import Path
from threading import RLock

from monitor.errors import GammonitorError
from monitor.events import Json
from monitor.journal import Health, JournalReader

_SHOWS = ("before", "at", "after")


def trouble_of(health: Health) -> str | None:
    """What is wrong with a journal, in words; None where nothing is."""
    parts = []
    if health.state == "degraded":
        parts.append(
            f"the journal cannot be written: {health.reason}; {health.waiting} records wait in memory"
        )
    if health.stopped:
        parts.append(f"the disk is nearly full: {', '.join(health.stopped)} are not kept any more")
    if health.lines_file is not None:
        parts.append(f"the file of lines is behind: {health.lines_file}")
    if health.clock is not None:
        parts.append(health.clock)
    return "; ".join(parts) or None


class StoredTable:
    """What a journal holds for its table. Everything is empty while there is no such file yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = RLock()
        self._reader: JournalReader | None = None
        self._n = 0
        self._notes: dict[str, list[Json]] = {}
        self._pictures: dict[str, list[Json]] = {}
        self._clips: dict[str, str] = {}
        self._stored: set[str] = set()
        self._own = 0
        self._seen: int | None = None

    @property
    def reader(self) -> JournalReader | None:
        """The open journal; None while there is none."""
        with self._lock:
            if self._reader is None:
                try:
                    self._reader = JournalReader(self.path)
                except (GammonitorError, OSError):
                    return None
            return self._reader

    def after(self, seq: int, limit: int) -> list[tuple[int, str]]:
        """(seq, JSON) of the lines behind a number."""
        reader = self.reader
        return [] if reader is None else reader.numbered_lines(seq, limit)

    def remark(self, finding: str, note: Json, keep: Callable[[], None]) -> None:
        """Keep a remark made by way of this table; it counts at once, though it may still be on its way."""
        with self._lock:
            self.refresh()
            keep()
            self._own += 1
            self._notes.setdefault(finding, []).append(note)

    def refresh(self) -> set[str]:
        """Look for new remarks and pictures; the findings that have some."""
        reader = self.reader
        news: set[str] = set()
        if reader is None:
            return news
        with self._lock:
            version = reader.changed()
            if version == self._seen:
                return news
            self._seen = version
            for record in reader.records("note", "evidence", after=self._n):
                self._n = record.n
                finding = record.data.get("finding")
                if finding is None:
                    continue
                news.add(finding)
                if record.kind == "note" and self._own:
                    self._own -= 1
                elif record.kind == "note":
                    self._notes.setdefault(finding, []).append(_note(record.data))
                else:
                    self._proof(finding, record.data)
        return news

    def notes(self, finding: str) -> list[Json]:
        """Remarks on a finding, oldest first."""
        return list(self._notes.get(finding, ()))

    def pictures(self, finding: str) -> list[Json]:
        """Stored pictures of a finding."""
        return list(self._pictures.get(finding, ()))

    def clip(self, finding: str) -> str | None:
        """The stored clip of a finding."""
        return self._clips.get(finding)

    def content(self, sha256: str) -> tuple[str, bytes] | None:
        """(media type, bytes) of a stored picture or clip; nothing else of the journal is handed out."""
        reader = self.reader
        return None if reader is None or sha256 not in self._stored else reader.content(sha256)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._reader is not None:
                self._reader.close()

    def _proof(self, finding: str, data: Json) -> None:
        self._stored.add(data["sha256"])
        if data["shows"] in _SHOWS:
            picture = {"when": data["shows"], "sha256": data["sha256"], "t": data["t"]}
            self._pictures.setdefault(finding, []).append(picture)
        else:
            self._clips[finding] = data["sha256"]


def _note(data: Json) -> Json:
    return {"at": data["wall"], "who": data["by"] or "monitor", "kind": data["what"], "text": data["text"]}
