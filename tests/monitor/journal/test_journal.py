"""What a watch writes can be read back, also while it writes: lines, readings, evidence, remarks."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import (
    Journal,
    JournalBusyError,
    JournalError,
    JournalFormatError,
    JournalReader,
    free_path,
)
from monitor.journal.verify import verify
from tests.support import make_finding, make_reading

CONFIG = MatchConfig(length=7, players=("Anna", "Boris"))


def test_lines_are_numbered_in_order_and_the_file_of_lines_follows(tmp_path: Path) -> None:
    path, lines = tmp_path / "m.journal", tmp_path / "m.jsonl"
    with Journal.create(path, CONFIG, lines=lines) as journal:
        first = journal.event(Event("GameStarted", t=1.25, t_known=1.5, conf=0.97))
        second = journal.finding(make_finding(t=1.25))
        assert journal.flush()
        told = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
        assert (first.seq, second.seq) == (1, 2)
        assert [line["seq"] for line in told] == [1, 2]
    assert [line["ev"] for line in told] == ["GameStarted", "Finding"]
    assert (told[0]["t"], told[0]["t_known"], told[0]["conf"]) == (1.25, 1.5, 0.97)
    with JournalReader(path) as reader:
        assert [json.loads(line) for line in reader.lines()] == told
        assert [seq for seq, _ in reader.numbered_lines(after=1)] == [2]
        assert len(reader.lines(limit=1)) == 1


def test_nothing_is_told_before_it_is_stored(tmp_path: Path) -> None:
    """An event counts as acknowledged when its line is in the file of lines: then it is in the journal."""
    path, lines = tmp_path / "m.journal", tmp_path / "m.jsonl"
    with Journal.create(path, CONFIG, lines=lines) as journal, JournalReader(path) as reader:
        for number in range(200):
            journal.event(Event("DiceThrown", t=float(number), by="A"))
            journal.commit()
            told = lines.read_bytes().count(b"\n") if lines.exists() else 0
            assert reader.seq >= told
        assert journal.flush()
        assert reader.seq == 200


def test_readings_are_stored_with_the_events_that_rest_on_them(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal, JournalReader(path) as reader:
        for number in range(5):
            journal.reading(make_reading(seq=number, t=number / 10))
        journal.event(Event("DiceThrown", t=0.4, by="A"))
        journal.commit()
        assert journal._writer.flush(5.0)
        assert reader.position == 5
        assert [record.kind for record in reader.records("readings", "line")] == ["readings", "line"]


def test_everything_else_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG, source="usb:0", live=True) as journal:
        assert journal.evidence("F1", "before", "image/jpeg", b"board", t=1.5, frame=18)
        assert journal.evidence("F2", "before", "image/jpeg", b"board", t=1.5, frame=18)
        assert journal.evidence("F1", "clip", "video/mp4", b"clip", t=0.5, until=9.0)
        journal.note("dismiss", "a shadow", finding="F1", by="monitor", t=4.0)
        journal.note("note", "Anna asked for the director")
        assert journal.flush()
        with JournalReader(path) as reader:
            assert reader.running
            before, clip = reader.evidence("F1")
            assert (before.shows, before.t, before.frame, clip.shows) == ("before", 1.5, 18, "clip")
            assert reader.content(before.sha256) == ("image/jpeg", b"board")
            assert reader.content(clip.sha256) == ("video/mp4", b"clip")
            assert reader.content("0" * 64) is None
            assert [(note.what, note.finding, note.by) for note in reader.notes()] == [
                ("dismiss", "F1", "monitor"),
                ("note", None, ""),
            ]
            assert reader.notes(after=reader.notes()[0].n)[0].text == "Anna asked for the director"
            (session,) = reader.sessions
            assert (session.source, session.live, session.resumes) == ("usb:0", True, None)
            assert len(session.program["networks"]["slots"]) == 64
            assert reader.head == journal.head
    with JournalReader(path) as reader:
        assert not reader.running
        assert next(reader.records("end")).n == reader.n
        assert len(reader.head) == 64


def test_a_reader_notices_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal, JournalReader(path) as reader:
        assert journal.flush()
        before = reader.changed()
        assert reader.changed() == before
        journal.event(Event("DiceThrown", by="A"))
        assert journal.flush()
        assert reader.changed() != before


def test_a_finished_journal_is_one_file_that_can_be_read_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal:
        journal.event(Event("DiceThrown", by="A"))
    assert [one.name for one in tmp_path.iterdir()] == ["m.journal"]
    assert journal.health.state == "closed"
    journal.close()
    path.chmod(0o444)
    with JournalReader(path) as reader:
        assert reader.seq == 1


def test_one_writer_only(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal:
        journal.flush()
        with pytest.raises(JournalBusyError, match="written by another process"):
            Journal.resume(path)
    journal, reader = Journal.resume(path)
    reader.close()
    journal.close()


def test_a_writer_that_died_blocks_nobody(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    dies = f"""
import os, signal
from pathlib import Path
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal
journal = Journal.create(Path({str(path)!r}), MatchConfig())
journal.event(Event("DiceThrown", by="A"))
journal.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", dies], check=False).returncode == -9
    assert path.with_name("m.journal-writer").exists()
    with JournalReader(path) as reader:
        assert not reader.running
        assert reader.seq == 1
    journal, reader = Journal.resume(path, source="again")
    with journal, reader:
        assert journal.event(Event("DiceThrown", by="B")).seq == 2
    verdict = verify(path)
    assert (verdict.faults, verdict.lines, verdict.ended) == ([], 2, True)


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    Journal.create(path, CONFIG).close()
    with pytest.raises(JournalError, match="--resume"):
        Journal.create(path, CONFIG)
    assert free_path(path).name == "m-2.journal"
    free_path(path).touch()
    assert free_path(path).name == "m-3.journal"


def test_files_that_are_no_journals_are_refused_in_words(tmp_path: Path) -> None:
    words, other = tmp_path / "words.journal", tmp_path / "other.journal"
    words.write_text("no journal at all, but long enough to be looked at " * 30, encoding="utf-8")
    link = sqlite3.connect(other)
    link.execute("CREATE TABLE t (a)")
    link.close()
    for path in (words, other):
        with pytest.raises(JournalFormatError, match="not a journal"):
            JournalReader(path)
        with pytest.raises(JournalFormatError, match="not a journal"):
            Journal.resume(path)
        with pytest.raises(JournalFormatError, match="not a journal"):
            verify(path)
    with pytest.raises(JournalError, match="no such journal"):
        JournalReader(tmp_path / "none.journal")
    with pytest.raises(JournalError, match="no such journal"):
        Journal.resume(tmp_path / "none.journal")
    with pytest.raises(JournalError, match="no folder"):
        Journal.create(tmp_path / "none" / "m.journal", CONFIG)
    with pytest.raises(JournalError, match="a folder"):
        Journal.create(tmp_path / "m.journal", CONFIG, lines=tmp_path)


def test_a_later_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    Journal.create(path, CONFIG).close()
    link = sqlite3.connect(path)
    link.execute("PRAGMA user_version = 2")
    link.close()
    with pytest.raises(JournalFormatError, match="form 2"):
        JournalReader(path)


def test_the_file_of_lines_is_mended_when_a_match_goes_on(tmp_path: Path) -> None:
    path, lines = tmp_path / "m.journal", tmp_path / "m.jsonl"
    with Journal.create(path, CONFIG, lines=lines) as journal:
        for number in range(4):
            journal.event(Event("DiceThrown", t=float(number), by="A"))
    whole = lines.read_bytes()
    for left in (whole[:30], whole[: len(whole) // 2], b"something else\n" * 20, b"", whole):
        lines.write_bytes(left)
        journal, reader = Journal.resume(path, lines=lines)
        with journal, reader:
            journal.flush()
            journal.note("note", "on it goes")
        assert lines.read_bytes() == whole


def test_the_tables_refuse_changes(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal:
        journal.event(Event("DiceThrown", by="A"))
        journal.evidence("F1", "at", "image/jpeg", b"picture", t=0.0)
    link = sqlite3.connect(path)
    for statement in (
        "UPDATE record SET body = '{}'",
        "DELETE FROM record",
        "UPDATE content SET data = x'00'",
        "DELETE FROM content",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            link.execute(statement)
    link.close()
