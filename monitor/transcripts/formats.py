"""Which form a file has, and reading and writing it: a new form is one line here."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from monitor.journal import JournalError, JournalReader, is_journal
from monitor.transcripts.errors import TranscriptError
from monitor.transcripts.journal import read_journal
from monitor.transcripts.lines_read import json_lines, read_lines
from monitor.transcripts.lines_write import write_lines
from monitor.transcripts.mat_read import read_mat
from monitor.transcripts.mat_write import write_mat
from monitor.transcripts.model import Match
from monitor.transcripts.sgf_read import read_sgf
from monitor.transcripts.sgf_write import write_sgf
from monitor.transcripts.text import decode
from monitor.transcripts.written import Written
from monitor.transcripts.xg_read import MAGIC, read_xg
from monitor.transcripts.xgid_list import write_xgid

WRITERS: dict[str, Callable[[Match], Written]] = {
    ".mat": write_mat,
    ".sgf": write_sgf,
    ".txt": partial(write_mat, tags=False),
    ".xgid": write_xgid,
    ".jsonl": write_lines,
}
"""Forms that can be written, by the end of the file's name; .txt is Snowie text."""
LARGEST = 64 << 20


def read_match(path: Path) -> Match:
    """The match of a .mat, .sgf, Snowie text, .xg or .jsonl file or of a journal; the content decides, not
    the name.

    Raises TranscriptError, naming the file, where it cannot be read or is none of these.
    """
    try:
        if path.is_dir():
            raise TranscriptError(f"{path}: a folder; name the file of a match")
        if is_journal(path):
            return _journalled(path)
        if path.stat().st_size > LARGEST:
            raise TranscriptError(f"{path}: larger than {LARGEST >> 20} MiB; no transcript is")
        data = path.read_bytes()
    except OSError as error:
        raise TranscriptError(f"{path} cannot be read: {error.strerror}") from error
    try:
        return parse_match(data)
    except TranscriptError as error:
        raise TranscriptError(f"{path}: {error}") from error


def _journalled(path: Path) -> Match:
    try:
        with JournalReader(path) as journal:
            return read_journal("\n".join(journal.lines()))
    except JournalError as error:
        raise TranscriptError(str(error)) from error
    except TranscriptError as error:
        raise TranscriptError(f"{path}: {error}") from error


def parse_match(data: bytes) -> Match:
    """The match of the bytes of a file. Raises TranscriptError."""
    if data.startswith(MAGIC):
        return read_xg(data)
    text = decode(data)
    if not text.strip():
        raise TranscriptError("empty")
    start = text.lstrip()[:1]
    if start == "(":
        return read_sgf(text)
    if start == "{":
        lines, _ = json_lines(text)
        journal = any("ev" in line for _, line in lines)
        return read_journal(text) if journal else read_lines(text)
    return read_mat(text)


def write_match(match: Match, path: Path) -> Written:
    """Write a match in the form that the end of the file's name asks for.

    Raises TranscriptError for an unknown one, and where the file cannot be written.
    """
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        known = ", ".join(WRITERS)
        raise TranscriptError(
            f"{path}: no form is known by the name {path.suffix or 'without an end'!r}; use {known}"
        )
    written = writer(match)
    try:
        path.write_text(written.text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise TranscriptError(f"{path} cannot be written: {error.strerror}") from error
    return written
