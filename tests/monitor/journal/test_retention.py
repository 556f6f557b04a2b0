"""Clips and readings of old matches may go; everything else stays, and the journal can still be verified."""

import os
import time
from pathlib import Path

import pytest

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal, JournalReader, ReadingsError
from monitor.journal.retention import Policy, tidy
from monitor.journal.verify import describe_faults, verify
from tests.support import make_reading

DAY = 86400.0


def made(path: Path, days_old: float) -> Path:
    """A journal with readings, a picture and a clip."""
    with Journal.create(path, MatchConfig()) as journal:
        for number in range(30):
            journal.reading(make_reading(seq=number, t=number / 10, sure=0.9 + number / 1000))
        journal.event(Event("DiceThrown", t=2.9, by="A"))
        journal.evidence("F1", "at", "image/jpeg", os.urandom(20_000), t=1.0)
        journal.evidence("F1", "clip", "video/mp4", os.urandom(300_000), t=1.0)
    then = time.time() - days_old * DAY
    os.utime(path, (then, then))
    return path


def left(path: Path) -> tuple[bool, bool, bool]:
    """(picture, clip, readings) still there."""
    with JournalReader(path) as journal:
        picture, clip = (journal.content(proof.sha256) for proof in journal.evidence())
        pieces = [journal.content(record.data["sha256"]) for record in journal.records("readings")]
    return picture is not None, clip is not None, None not in pieces


def test_by_age_clips_before_readings(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    old, middle = made(tmp_path / "deeper" / "old.journal", 100), made(tmp_path / "middle.journal", 40)
    new = made(tmp_path / "new.journal", 1)
    before = middle.stat()
    done = tidy(tmp_path, Policy(days=90, clip_days=30))
    assert [(one.path.name, one.what, one.number) for one in done] == [
        ("old.journal", "clips", 1),
        ("middle.journal", "clips", 1),
        ("old.journal", "readings", 1),
    ]
    assert left(old) == (True, False, False)
    assert left(middle) == (True, False, True)
    assert left(new) == (True, True, True)
    assert all(one.freed > 250_000 for one in done[:2])
    assert middle.stat().st_mtime_ns == before.st_mtime_ns
    for path, pruned in ((old, 2), (middle, 1), (new, 0)):
        verdict = verify(path)
        assert (describe_faults(verdict.faults), verdict.pruned, verdict.ended) == ([], pruned, True)
    assert tidy(tmp_path, Policy(days=90, clip_days=30)) == []


def test_by_size_the_oldest_first(tmp_path: Path) -> None:
    old, new = made(tmp_path / "old.journal", 5), made(tmp_path / "new.journal", 1)
    total = old.stat().st_size + new.stat().st_size
    tidy(tmp_path, Policy(most_bytes=total - 100_000))
    assert left(old) == (True, False, True)
    assert left(new) == (True, True, True)
    tidy(tmp_path, Policy(most_bytes=0))
    assert left(old) == left(new) == (True, False, False)


def test_a_journal_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    path = made(tmp_path / "m.journal", 100)
    journal, reader = Journal.resume(path)
    with journal, reader:
        assert tidy(tmp_path, Policy(days=1, clip_days=1, most_bytes=0)) == []
    (tmp_path / "words.journal").write_text("no journal", encoding="utf-8")
    assert left(path) == (True, True, True)


def test_a_match_whose_readings_were_deleted_says_so(tmp_path: Path) -> None:
    path = made(tmp_path / "m.journal", 100)
    tidy(tmp_path, Policy(days=10))
    with JournalReader(path) as journal, pytest.raises(ReadingsError, match="deleted to make room"):
        list(journal.readings())
