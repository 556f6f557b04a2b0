"""``gammonitor journal``: verify, export, show, prune."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal, JournalReader
from tests.support import make_finding, make_reading, run_command

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "m.journal"
    with Journal.create(path, MatchConfig(length=5, players=("Anna", "Boris")), source="usb:0") as kept:
        kept.reading(make_reading(t=1.0))
        kept.event(Event("TurnPlayed", t=61.0, by="A", data={"dice": [3, 1], "move": "8/4"}))
        kept.finding(make_finding(t=61.0))
        kept.finding(make_finding(t=61.0, status="closed"))
        kept.evidence("F1", "at", "image/jpeg", b"at", t=61.0)
        kept.note("dismiss", "they agreed", finding="F1", by="director")
    return path


def test_verify(capsys: Capture, journal: Path) -> None:
    with JournalReader(journal) as reader:
        head = reader.head
    code, out, said = run_command(capsys, "journal", "verify", str(journal), "--head", head[:16])
    assert (code, said) == (0, "")
    assert f"as it was written: 9 records, 3 lines, 2 contents; head {head}" in out
    code, out, _ = run_command(capsys, "journal", "verify", str(journal), "--head", "0" * 64)
    assert code == 1
    assert "records at its end are missing" in out
    with closing(sqlite3.connect(journal)) as link:
        link.execute("DROP TRIGGER record_same")
        link.execute("UPDATE record SET body = replace(body, '8/4', '8/5') WHERE seq = 1")
        link.commit()
    code, out, _ = run_command(capsys, "journal", "verify", str(journal))
    assert code == 1
    assert "line 1 (TurnPlayed at 61.0 s) was changed" in out
    assert "2 faults" in out


def test_export(capsys: Capture, journal: Path, tmp_path: Path) -> None:
    code, out, _ = run_command(capsys, "journal", "export", str(journal))
    assert code == 0
    assert [json.loads(line)["seq"] for line in out.splitlines()] == [1, 2, 3]
    target = tmp_path / "m.jsonl"
    code, said, _ = run_command(capsys, "journal", "export", str(journal), "-o", str(target))
    assert code == 0
    assert "3 lines; head " in said
    assert target.read_text(encoding="utf-8") == out


def test_show(capsys: Capture, journal: Path) -> None:
    code, out, _ = run_command(capsys, "journal", "show", str(journal))
    assert code == 0
    for words in (
        "Anna - Boris, 5 points, usbgf-2016",
        "usb:0",
        "3 lines, 1 turns",
        "F1 1:01.0 ILLEGAL_MOVE, closed (at)",
        "F1 dismiss by director: they agreed",
        "head ",
    ):
        assert words in out


def test_prune(capsys: Capture, journal: Path, tmp_path: Path) -> None:
    code, out, _ = run_command(capsys, "journal", "prune", str(tmp_path), "--days", "1")
    assert (code, out) == (0, "nothing to delete\n")
    code, out, _ = run_command(capsys, "journal", "prune", str(tmp_path), "--most", "0")
    assert code == 0
    assert "1 readings deleted" in out
    code, out, _ = run_command(capsys, "journal", "verify", str(journal))
    assert code == 0
    assert "2 contents, 1 of them deleted to make room" in out
    code, out, _ = run_command(capsys, "journal", "show", str(journal))
    assert "readings deleted" in out


def test_bad_input_gets_one_message(capsys: Capture, journal: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("no journal " * 100, encoding="utf-8")
    for arguments, expected in (
        (["verify", str(words)], "not a journal"),
        (["verify", str(tmp_path / "none.journal")], "no such journal"),
        (["show", str(words)], "not a journal"),
        (["export", str(words)], "not a journal"),
        (["export", str(journal), "-o", str(journal)], "another file"),
        (["export", str(journal), "-o", str(tmp_path / "none" / "x")], "cannot be written"),
        (["prune", str(tmp_path)], "--days"),
        (["prune", str(words), "--days", "1"], "no such folder"),
    ):
        code, _, said = run_command(capsys, "journal", *arguments)
        assert code == 2
        assert expected in said
        assert len(said.splitlines()) == 1
