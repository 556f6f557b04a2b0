"""The journal of a watch, as the watch writes it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import RLock
from time import monotonic
from types import TracebackType
from typing import Any, Final, Literal, Self
from uuid import uuid4

from monitor.config import MatchConfig
from monitor.events import Event, Json
from monitor.findings import Finding
from monitor.journal.chain import Content, Draft, Kind, text_of
from monitor.journal.clocks import Moment
from monitor.journal.config_json import config_to_json
from monitor.journal.disk import Limits
from monitor.journal.errors import JournalError
from monitor.journal.mirror import Mirror
from monitor.journal.opening import Where, opened, session
from monitor.journal.packer import Item, Packer, Piece, unpack
from monitor.journal.reader import JournalReader, can_resume
from monitor.journal.retelling import Difference, Retelling
from monitor.journal.schema import CLIP, READINGS
from monitor.journal.store import Store
from monitor.journal.writer import Health, Writer
from vision.reading import Reading

PIECE_S: Final = 2.0
"""Readings on which no event rests are stored this often."""
CLOSE_S: Final = 10.0
FLUSH_S: Final = 1.0
"""Longest wait for the disk before items are read back from memory."""

Shows = Literal["before", "at", "after", "clip"]
"""What evidence shows: the board before, the moment itself, the board after, or a few seconds around it."""
Remark = Literal["confirm", "dismiss", "note"]


class Journal:
    """Remembers a match: numbers its lines, rounds its readings, and stores all from a thread of its own.

    Nothing here waits for the disk, and trouble with the disk raises nothing: it is in `health`, and what
    waits is stored when it is over. Use it as a context manager. Any thread may call `note`, `evidence` and
    `health`; the rest belongs to the watch.
    """

    def __init__(self, writer: Writer, store: Store, where: Where) -> None:
        self.path = store.path
        self._writer = writer
        self._store = store
        self._lock = RLock()
        self._group: list[Draft] = []
        self._packer = Packer(where.position)
        self._piece_at = monotonic()
        self._retelling: Retelling | None = None
        self.seq = where.seq

    @classmethod
    def create(
        cls,
        path: Path,
        config: MatchConfig,
        *,
        source: str = "",
        live: bool = False,
        lines: Path | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """Begin a new journal. lines: file that gets every line once it is stored.

        Raises JournalError where the path cannot be one, or a journal is there already. A place that cannot
        be written just now is no reason: the journal then begins degraded.
        """
        store = opened(path, lines, new=True)
        made: Json = {"format": "gammonitor journal 1", "id": uuid4().hex, "config": config_to_json(config)}
        journal = cls(Writer(store, Mirror(lines) if lines else None, limits or Limits()), store, Where())
        journal._begin([Draft("journal", text_of(made)), session(source, live, None)])
        return journal

    @classmethod
    def resume(
        cls,
        path: Path,
        *,
        source: str = "",
        live: bool = False,
        lines: Path | None = None,
        limits: Limits | None = None,
    ) -> tuple[Self, JournalReader]:
        """Go on with a journal: the journal, and a reader of what it holds.

        Raises JournalError where it cannot be read, JournalBusyError where another process writes it.
        """
        if not path.exists():
            raise JournalError(f"{path}: there is no such journal to resume")
        store = opened(path, lines, new=False)
        try:
            stored = JournalReader(path)
            newest = stored.last_reading()
            where = Where(stored.seq, stored.position, newest["t"][1] if newest else None)
        except JournalError:
            store.close()
            raise
        writer = Writer(store, Mirror(lines) if lines else None, limits or Limits())
        journal = cls(writer, store, where)
        journal._begin([session(source, live, where)])
        return journal, stored

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def health(self) -> Health:
        """How it fares; see Health."""
        return self._writer.health

    @property
    def head(self) -> str:
        """Hash of the newest record that is stored, in hexadecimal."""
        return self._store.head.hex()

    @property
    def position(self) -> int:
        """Number of the newest item among the readings, counted from 1 over the whole journal."""
        return self._packer.position

    def event(self, event: Event) -> Event:
        """Write an event; returns it with its number."""
        with self._lock:
            numbered = replace(event, seq=self.seq + 1)
            self._line(numbered.to_json())
        return numbered

    def finding(self, finding: Finding) -> Finding:
        """Write a finding as it stands now; returns it with its number."""
        with self._lock:
            numbered = replace(finding, seq=self.seq + 1)
            self._line(numbered.to_json())
        return numbered

    def reading(self, reading: Reading) -> Reading:
        """Keep a reading; returns it as it is stored: that is what the tracker should get."""
        with self._lock:
            self.commit()
            return self._packer.reading(reading)

    def said(self, event: Event) -> Event:
        """Keep what somebody has entered, in its place among the readings; returns it as it is stored."""
        with self._lock:
            self._piece_at = 0.0
            return self._packer.said(event)

    def finished(self) -> None:
        """Keep that the watch ends here, just before the tracker tells the rest."""
        with self._lock:
            self._piece_at = 0.0
            self._packer.finished()

    def commit(self) -> None:
        """All so far belongs together: store it, as soon as may be. The next reading does so by itself."""
        with self._lock:
            due = self._group or monotonic() - self._piece_at >= PIECE_S
            if due and not self._packer.empty:
                self._pack()
            if self._group:
                self._writer.put(self._group)
                self._group = []

    def history(self, after: int, upto: int) -> Iterator[tuple[int, Item]]:
        """(position, item) behind one position and up to another, also of what cannot be stored yet."""
        self.flush(FLUSH_S)
        waiting = [
            Piece(draft.content.data, json.loads(draft.body))
            for draft in self._writer.waiting("readings")
            if draft.content is not None
        ]
        for position, item in unpack(self._pieces(after, waiting), str(self.path)):
            if after < position <= upto:
                yield position, item

    def retell(self, lines: Sequence[str]) -> None:
        """What comes now is stored already, as these lines: compare, and write only what goes beyond them."""
        self._retelling = Retelling(lines)
        self.seq = 0

    def retold(self) -> Difference | None:
        """From here on everything is new; (number, line stored, line told again) of the first difference.

        After a difference the stored lines hold: nothing that was told again is written.
        """
        with self._lock:
            retelling, self._retelling = self._retelling, None
            if retelling is None:
                return None
            difference = retelling.end()
            if difference is not None:
                self.seq = retelling.count
            return difference

    def note(
        self, what: Remark, text: str = "", *, finding: str | None = None, by: str = "", t: float = 0.0
    ) -> None:
        """Keep what a person remarks on a finding, or on the match. by: who, as far as it is known."""
        data = {"what": what, "finding": finding, "text": text, "by": by, "t": t, "wall": Moment.now().text}
        self._add("lines", "note", data)

    def evidence(
        self,
        finding: str,
        shows: Shows,
        mime: str,
        data: bytes,
        *,
        t: float,
        frame: int | None = None,
        **more: Any,
    ) -> bool:
        """Keep a picture or clip of a finding. t, frame: presentation time and number of the frame (the
        first one).

        False where there is no room for it.
        """
        content = Content(mime, data)
        about = {
            "finding": finding,
            "shows": shows,
            "mime": mime,
            "sha256": content.sha256,
            "bytes": len(data),
        }
        about |= {"t": t, "frame": frame, **more}
        return self._add("clips" if mime == CLIP else "pictures", "evidence", about, content)

    def flush(self, timeout: float = CLOSE_S) -> bool:
        """Store everything now and wait for it; False where that is not possible in time."""
        with self._lock:
            self._piece_at = 0.0
            self.commit()
        return self._writer.flush(timeout)

    def close(self, timeout: float = CLOSE_S) -> bool:
        """Store everything and close the file; harmless when repeated. False where something is lost."""
        with self._lock:
            if self.health.state != "closed":
                self._piece_at = 0.0
                self.commit()
                self._add("lines", "end", {"wall": Moment.now().text})
        return self._writer.close(timeout)

    def _begin(self, group: list[Draft]) -> None:
        self._writer.put(group)
        self._writer.start()

    def _line(self, line: Json) -> None:
        self.seq += 1
        draft = Draft("line", text_of(line), seq=self.seq)
        if self._retelling is not None and self._retelling.knows(draft.body):
            return
        if self._writer.has_room("lines", draft.size) is None:
            self._group.append(draft)

    def _pack(self) -> None:
        """Readings stand before the lines that rest on them."""
        piece = self._packer.take()
        self._piece_at = monotonic()
        why = self._writer.has_room("readings", len(piece.data))
        if why is not None:
            self._packer.lose(piece, why)
            return
        content = Content(READINGS, piece.data)
        now = Moment.now()
        about = {**piece.about, "sha256": content.sha256, "bytes": len(piece.data)}
        about |= now.as_json
        self._group.insert(0, Draft("readings", text_of(about), content=content))

    def _pieces(self, after: int, waiting: Sequence[Piece]) -> Iterator[Piece]:
        """Stored pieces, at least the newest stream, then waiting ones that were not stored meanwhile."""
        newest = 0
        if can_resume(self.path):
            with JournalReader(self.path) as stored:
                for piece in stored.pieces(min(after, stored.position - 1)):
                    newest = piece.about["positions"][1]
                    yield piece
        for piece in waiting:
            if piece.about["positions"][0] > newest:
                yield piece

    def _add(self, what: str, kind: Kind, data: Mapping[str, Any], content: Content | None = None) -> bool:
        draft = Draft(kind, text_of(dict(data)), content=content)
        if self._writer.has_room(what, draft.size) is not None:
            return False
        self._writer.put([draft])
        return True
