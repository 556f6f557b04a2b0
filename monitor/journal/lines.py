"""The journal as lines of JSON: every event and finding in order, numbered from 1."""

import json
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from monitor.errors import GammonitorError
from monitor.events import Event, Json
from monitor.findings import Finding


class JournalError(GammonitorError):
    """The journal cannot be written."""


class EventLog:
    """Numbers events and findings and writes each as one line at once, so that nothing is lost in a crash.

    Without a path it only numbers. copy: a list that takes every line as well. Use it as a context manager.
    """

    def __init__(self, path: Path | None, copy: list[str] | None = None) -> None:
        self.path = path
        self._copy = copy
        self.written = 0
        self._file: TextIO | None = None
        if path is not None:
            try:
                self._file = path.open("w", encoding="utf-8")
            except OSError as error:
                raise JournalError(f"{path} cannot be written: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def event(self, event: Event) -> Event:
        """Write an event; returns it with its number."""
        numbered = replace(event, seq=self.written + 1)
        self._write(numbered.to_json())
        return numbered

    def finding(self, finding: Finding) -> Finding:
        """Write a finding as it stands now; returns it with its number."""
        numbered = replace(finding, seq=self.written + 1)
        self._write(numbered.to_json())
        return numbered

    def close(self) -> None:
        """Close the file; harmless when repeated."""
        if self._file is not None:
            self._file.close()

    def _write(self, line: Json) -> None:
        self.written += 1
        text = json.dumps(line, ensure_ascii=False)
        if self._copy is not None:
            self._copy.append(text)
        if self._file is None:
            return
        try:
            self._file.write(text + "\n")
            self._file.flush()
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from error
