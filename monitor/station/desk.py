"""Entries for a match that is over: its journal is gone on with, as if they had been made in time."""

from pathlib import Path
from queue import SimpleQueue
from threading import Event as Signal
from threading import Thread

from monitor.errors import GammonitorError
from monitor.events import Event
from monitor.following import Following
from monitor.journal import Journal
from monitor.journal.journal import Remark
from monitor.replay import catch_up
from monitor.station.errors import TableError

SOURCE = "entered later"


class LaterDesk:
    """Opens the journal with the first entry and keeps it until closed. trouble: why that is not possible.

    The match is followed again from its stored readings first; that takes a while, then entries are quick.
    """

    def __init__(self, path: Path) -> None:
        self.trouble: str | None = None
        self._path = path
        self._entered: SimpleQueue[tuple[Event, Signal] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._journal: Journal | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing was entered yet, so that the journal is not ours."""
        return self._thread is None

    def enter(self, event: Event) -> Signal:
        """Take in an event; returns what is set once that is done."""
        taken = Signal()
        self._entered.put((event, taken))
        if self._thread is None:
            self._thread = Thread(target=self._work, name=f"desk {self._path.name}", daemon=True)
            self._thread.start()
        return taken

    def note(self, kind: Remark, text: str, finding: str | None, who: str, t: float) -> None:
        """Store a remark. Raises JournalError or TableError."""
        if self.trouble is not None:
            raise TableError(self.trouble)
        if self._journal is None and self._thread is None:
            journal, stored = Journal.resume(self._path, source=SOURCE)
            stored.close()
            with journal:
                journal.note(kind, text, finding=finding, by=who, t=t)
        elif self._journal is not None:
            self._journal.note(kind, text, finding=finding, by=who, t=t)
            self._journal.flush()
        else:
            raise TableError("the match is being followed again; try again in a moment")

    def close(self) -> None:
        """Finish what was entered and close the journal."""
        if self._thread is not None:
            self._entered.put(None)
            self._thread.join()

    def _work(self) -> None:
        try:
            journal, stored = Journal.resume(self._path, source=SOURCE)
        except GammonitorError as error:
            self._fail(str(error))
            return
        with journal, stored:
            following = Following(stored.config, journal, history=journal.history)
            try:
                catch_up(following, stored, journal)
                self._journal = journal
                while (entry := self._entered.get()) is not None:
                    event, taken = entry
                    said = journal.said(event)
                    following.take(journal.position, said)
                    journal.flush()
                    taken.set()
            except GammonitorError as error:
                self._fail(str(error))
            finally:
                self._journal = None

    def _fail(self, why: str) -> None:
        self.trouble = why
        while not self._entered.empty():
            entry = self._entered.get()
            if entry is not None:
                entry[1].set()
