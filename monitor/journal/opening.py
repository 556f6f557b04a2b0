"""Opening the file of a journal: which one, whether it will do, and what is noted of it."""

import logging
import sqlite3
from dataclasses import asdict, dataclass
from pathlib import Path

from monitor.events import Json
from monitor.journal.about import about_program
from monitor.journal.chain import Draft, text_of
from monitor.journal.clocks import Moment
from monitor.journal.errors import JournalError, JournalFormatError
from monitor.journal.schema import SUFFIX
from monitor.journal.store import Store

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Where:
    """Where a resumed match goes on: number of the newest line, of the newest item, time of the newest
    reading.
    """

    seq: int = 0
    position: int = 0
    t: float | None = None


def free_path(path: Path) -> Path:
    """The first name of match.journal, match-2.journal, match-3.journal... that is not taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix or SUFFIX}")
    return free


def opened(path: Path, lines: Path | None, *, new: bool) -> Store:
    """The store, open where that is possible now. Raises JournalError for what waiting does not mend."""
    for wanted in (path, lines):
        if wanted is not None and not wanted.parent.is_dir():
            raise JournalError(f"{wanted} cannot be written: there is no folder {wanted.parent}")
        if wanted is not None and wanted.is_dir():
            raise JournalError(f"{wanted} cannot be written: it is a folder")
    store = Store(path, new=new)
    try:
        store.open()
    except JournalError:
        store.close()
        raise
    except sqlite3.DatabaseError as error:
        if not isinstance(error, sqlite3.OperationalError):
            store.close()
            raise JournalFormatError(f"{path} is not a journal ({error})") from error
    except OSError as error:
        _log.debug("%s is not open yet: %s", path, error)  # the writer tries again and says so
    return store


def session(source: str, live: bool, after: Where | None) -> Draft:
    """The record of a start of the program."""
    data: Json = {**Moment.now().as_json, "source": source, "live": live, "program": about_program()}
    if after is not None:
        data["resumes"] = asdict(after)
    return Draft("session", text_of(data))
