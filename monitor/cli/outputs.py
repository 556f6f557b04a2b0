"""Where a watch writes: lines, journal and pictures; and which journal it goes on with."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from monitor.cli.errors import UsageError
from monitor.journal import SUFFIX, JournalError, JournalReader, can_resume, free_path


@dataclass(frozen=True)
class Outputs:
    """lines: file of events and findings, None for none. journal: its file; resumed: whether it is there
    already and is gone on with. pictures: folder for pictures of findings."""

    lines: Path | None
    journal: Path
    pictures: Path
    resumed: bool = False


def outputs(events: Path | None, resume: Path | None, folder: Path | None, name: str) -> Outputs:
    """Beside ``events``, or what is resumed, else a new folder under ``folder`` (runs/ where None)."""
    if resume is not None:
        path = _to_resume(resume)
        lines = events or path.with_suffix(".jsonl")
        return Outputs(lines, path, path.with_name(f"{path.stem}_pictures"), can_resume(path))
    if events is not None:
        journal = free_path(events.with_name(f"{events.stem}{SUFFIX}"))
        return Outputs(events, journal, events.with_name(f"{events.stem}_pictures"))
    made = _new_folder(folder or Path("runs"), name)
    return Outputs(made / "events.jsonl", made / f"match{SUFFIX}", made / "pictures")


def _to_resume(resume: Path) -> Path:
    """The journal itself, or the newest unfinished match in a folder; a new name where none is."""
    if not resume.is_dir():
        if not resume.parent.is_dir():
            raise UsageError(f"--resume {resume}: there is no folder {resume.parent}")
        return resume
    found = sorted(resume.rglob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    if found and not _over(found[0]):
        return found[0]
    return free_path(resume / f"match-{datetime.now().astimezone():%Y%m%d-%H%M%S}{SUFFIX}")


def _over(path: Path) -> bool:
    """Whether the match in a journal is over, or the file is no journal to go on with."""
    try:
        with JournalReader(path) as reader:
            newest = reader.lines(max(0, reader.seq - 50))
    except JournalError:
        return True
    return any(json.loads(line)["ev"] == "MatchEnded" for line in newest)


def _new_folder(parent: Path, name: str) -> Path:
    stem = (
        "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in Path(name).stem)
        or "watch"
    )
    folder = parent / f"{stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be made ({error.strerror}); say where to write with --events"
        ) from error
    return folder
