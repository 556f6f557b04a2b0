"""Whatever is done to a journal after it was written is found, and said where."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal, JournalError, JournalReader
from monitor.journal.chain import GENESIS, digest
from monitor.journal.schema import SCHEMA
from monitor.journal.verify import describe_faults, verify
from tests.support import make_reading

TRIGGERS = {
    "record_stays": SCHEMA[4],
    "record_same": SCHEMA[5],
    "content_stays": SCHEMA[6],
    "content_same": SCHEMA[7],
}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Twelve lines with readings, two pictures and a note: record 1 the match, 2 the session."""
    path = tmp_path / "m.journal"
    with Journal.create(path, MatchConfig()) as kept:
        for number in range(12):
            kept.reading(make_reading(seq=number, t=number / 2))
            kept.event(Event("DiceThrown", t=number / 2, by="A"))
            kept.commit()
        kept.evidence("F1", "before", "image/jpeg", b"before", t=1.0)
        kept.evidence("F1", "at", "image/jpeg", b"at", t=2.0)
        kept.note("note", "a note")
    return path


def doctored(path: Path, *statements: str) -> None:
    """Do this to the file as somebody would who knows SQLite: without our triggers, which are put back."""
    with closing(sqlite3.connect(path)) as link:
        for name in TRIGGERS:
            link.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert link.execute(statement).rowcount != 0, statement
        for trigger in TRIGGERS.values():
            link.execute(trigger)
        link.commit()


def faults(path: Path, *heads: str) -> str:
    return "\n".join(describe_faults(verify(path, heads).faults))


def test_an_untouched_journal(journal: Path) -> None:
    verdict = verify(journal)
    assert verdict.faults == []
    assert (verdict.lines, verdict.contents, verdict.pruned, verdict.ended) == (12, 14, 0, True)
    with JournalReader(journal) as reader:
        assert (verdict.head, verdict.records) == (reader.head, reader.n)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "UPDATE record SET body = replace(body, 'vision', 'td') WHERE seq = 5",
            "line 5 (DiceThrown at 2.0 s)",
        ),
        ("UPDATE record SET kind = 'end' WHERE seq = 5", "the record (end) was changed"),
        ("UPDATE record SET hash = x'00' WHERE seq = 5", "line 5 (DiceThrown at 2.0 s) was changed"),
        ("UPDATE record SET seq = 99 WHERE seq = 5", "line 5 stands under the number 99"),
        ("UPDATE record SET body = 'x' WHERE seq = 5", "cannot be read"),
        ("DELETE FROM record WHERE seq = 5", "is missing"),
        ("DELETE FROM record WHERE n BETWEEN 8 AND 10", "are missing"),
        ("DELETE FROM record WHERE n = 1", "record 1 is missing"),
        (
            "UPDATE content SET data = x'ff' WHERE mime = 'image/jpeg'",
            "the content of this record was changed",
        ),
        ("DELETE FROM content WHERE mime = 'image/jpeg'", "the content of this record is missing (before)"),
        ("DELETE FROM content WHERE id = 3", "the content of this record is missing (readings)"),
        (
            "INSERT INTO content (sha256, mime, data) VALUES ('ab', 'image/png', x'00')",
            "content ab belongs to no record",
        ),
        ("CREATE TABLE more (a)", "CREATE TABLE more does not belong there"),
    ],
)
def test_one_change(journal: Path, statement: str, said: str) -> None:
    doctored(journal, statement)
    assert said in faults(journal)


def test_a_record_slipped_in_between_is_found_however_the_numbers_are_mended(journal: Path) -> None:
    doctored(
        journal,
        "UPDATE record SET n = -n WHERE n > 6",
        "INSERT INTO record SELECT 7, kind, NULL, body, hash FROM record WHERE n = 2",
        "UPDATE record SET n = 1 - n WHERE n < 0",
    )
    assert "record 7: the record (session) was changed" in faults(journal)


def test_two_records_that_changed_places_are_found(journal: Path) -> None:
    doctored(
        journal,
        "UPDATE record SET n = -1 WHERE n = 4",
        "UPDATE record SET n = 4 WHERE n = 6",
        "UPDATE record SET n = 6 WHERE n = -1",
    )
    assert "record 4: " in faults(journal)


def test_triggers_taken_away_are_noticed(journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as link:
        link.execute("DROP TRIGGER record_same")
    assert "CREATE TRIGGER record_same is not there" in faults(journal)


def test_what_is_cut_off_at_the_end_shows_only_against_a_head_noted_elsewhere(journal: Path) -> None:
    head = verify(journal).head
    doctored(
        journal,
        "DELETE FROM record WHERE n > (SELECT max(n) FROM record) - 3",
        "DELETE FROM content WHERE id = (SELECT max(id) FROM content)",
    )
    assert faults(journal) == ""
    assert not verify(journal).ended
    assert "records at its end are missing" in faults(journal, head)
    assert "records at its end are missing" in faults(journal, head[:12].upper())


def test_a_journal_written_anew_shows_only_against_a_head_noted_elsewhere(journal: Path) -> None:
    """Somebody changes a line and works out all hashes behind it again."""
    head = verify(journal).head
    with closing(sqlite3.connect(journal)) as link:
        rows = link.execute("SELECT n, kind, replace(body, '1.5', '1.4') FROM record ORDER BY n").fetchall()
    before, hashes = GENESIS, {}
    for n, kind, body in rows:
        hashes[n] = before = digest(before, n, kind, body)
    doctored(
        journal,
        "UPDATE record SET body = replace(body, '1.5', '1.4')",
        *(f"UPDATE record SET hash = x'{now.hex()}' WHERE n = {n}" for n, now in hashes.items()),  # noqa: S608
    )
    assert faults(journal) == ""
    assert "was noted is not in this journal" in faults(journal, head)


def test_a_head_noted_before_more_was_written_still_fits(journal: Path) -> None:
    heads = [verify(journal).head]
    for _ in range(2):
        kept, reader = Journal.resume(journal)
        reader.close()
        with kept:
            kept.event(Event("DiceThrown", by="B"))
        heads.append(verify(journal).head)
    assert len(set(heads)) == 3
    assert faults(journal, *heads) == ""


@pytest.mark.parametrize("where", [0.3, 0.6, 0.95])
def test_a_damaged_file_is_said_to_be_damaged(journal: Path, where: float) -> None:
    data = bytearray(journal.read_bytes())
    start = int(len(data) * where)
    data[start : start + 2048] = bytes(2048)
    journal.write_bytes(bytes(data))
    try:
        said = faults(journal)
    except JournalError as error:
        said = str(error)
    assert "cannot be read" in said or "damaged" in said


def test_a_running_journal_can_be_verified(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, MatchConfig()) as kept:
        for number in range(50):
            kept.event(Event("DiceThrown", t=float(number), by="A"))
            kept.commit()
            if number % 10 == 0:
                assert verify(path).faults == []
        assert kept.flush()
        verdict = verify(path, [kept.head])
    assert verdict.faults == []
    assert verdict.lines == 50
