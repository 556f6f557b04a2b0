"""A table of which only the journal is there: a finished match, or one that another process is watching."""

import json
from pathlib import Path

from monitor.config import MatchConfig
from monitor.events import Event, Json
from monitor.journal import JournalReader
from monitor.journal.journal import Remark
from monitor.match_settings import changed_config
from monitor.station.desk import LaterDesk
from monitor.station.errors import TableError
from monitor.station.stored import StoredTable
from monitor.station.table import Table

PAGE = 2000
ELSEWHERE = "another gammonitor is watching this match; operate the station that belongs to it"


class KeptTable(Table):
    """Follows a journal file as it grows. Raises JournalError where it is none."""

    def __init__(self, id_: str, path: Path) -> None:
        with JournalReader(path) as reader:
            self._config = reader.config
        stored = StoredTable(path)
        super().__init__(id_, stored, stored)
        self._file = stored
        self._later = LaterDesk(path)
        self.operate(self._later)
        self._follow()
        stored.refresh()

    @property
    def running(self) -> bool:
        """Whether another process is watching the match."""
        reader = self._file.reader
        return reader is not None and reader.running and self._later.idle

    def poll(self) -> None:
        """Look for new lines, pictures and remarks."""
        self._follow()
        super().poll()

    def config_now(self) -> MatchConfig:
        """The settings as they are now."""
        return self._config

    def take(self, line: Json) -> None:
        """A line was written."""
        if line["ev"] == "MatchConfigured":
            self._config = changed_config(self._config, Event.from_json(line))
        super().take(line)

    def enter(self, event: Event) -> bool:
        """Have an event taken in, where nobody else is watching the match."""
        self._ours()
        taken = super().enter(event)
        self._follow()
        return taken

    def keep_note(self, kind: Remark, text: str, finding: str | None, who: str) -> None:
        """Store a remark, where nobody else is watching the match."""
        self._ours()
        self._later.note(kind, text, finding, who, self.course.t)

    def snapshot_source(self) -> Json:
        """How the source is, as far as the journal tells."""
        state = "live" if self.running else "ended"
        return {**super().snapshot_source(), "state": state}

    def close(self) -> None:
        """Finish entries and close the file."""
        self._later.close()
        self._file.close()

    def _ours(self) -> None:
        if self.running:
            raise TableError(ELSEWHERE)

    def _follow(self) -> None:
        with self._lock:
            while lines := self._file.after(self.course.seq, PAGE):
                for _, text in lines:
                    self.take(json.loads(text))


def table_ids(paths: list[Path]) -> list[str]:
    """A short name for each journal, from its file's name; no two are the same."""
    found: list[str] = []
    for path in paths:
        letters = "".join(one if one.isascii() and one.isalnum() else "-" for one in path.stem.lower())
        stem = letters.strip("-")[:32].strip("-") or "table"
        name, number = stem, 1
        while name in found:
            number += 1
            name = f"{stem}-{number}"
        found.append(name)
    return found
