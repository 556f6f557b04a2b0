"""A journal itself is read like its file of lines, without what a correction took back."""

import json
import sqlite3
from pathlib import Path

import pytest

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal
from monitor.transcripts import Move, TranscriptError, parse_match, read_match
from tests.monitor.transcripts.test_journal import opened


def journal_of(events: list[Event], path: Path) -> Path:
    with Journal.create(path, MatchConfig(), lines=path.with_suffix(".jsonl")) as journal:
        for event in events:
            journal.event(event)
    return path


def test_the_same_match_as_from_its_lines(tmp_path: Path) -> None:
    path = journal_of(opened().events, tmp_path / "m.journal")
    match = read_match(path)
    assert match == read_match(path.with_suffix(".jsonl"))
    assert [entry.dice for entry in match.games[0].entries if isinstance(entry, Move)] == [(3, 1), (5, 2)]


def test_what_was_corrected_is_not_in_the_record(tmp_path: Path) -> None:
    table = opened()
    wrong = table.events.pop()
    taken_back = {"code": "READING", "supersedes": [4, 4], "dice": [5, 4]}
    right = Event("TurnPlayed", wrong.t, "B", data={**wrong.data, "dice": [2, 5]})
    events = [*table.events, wrong, Event("Corrected", wrong.t, data=taken_back), right]
    lines = [json.dumps({**event.to_json(), "seq": number}) for number, event in enumerate(events, 1)]
    for match in (
        parse_match("\n".join(lines).encode()),
        read_match(journal_of(events, tmp_path / "m.journal")),
    ):
        moves = [entry for entry in match.games[0].entries if isinstance(entry, Move)]
        assert [(move.seat, set(move.dice or ())) for move in moves] == [("A", {3, 1}), ("B", {2, 5})]


def test_another_sqlite_file_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    link = sqlite3.connect(path)
    link.execute("CREATE TABLE t (a)")
    link.close()
    with pytest.raises(TranscriptError, match="not a journal"):
        read_match(path)
    with pytest.raises(TranscriptError, match="no turn"):
        read_match(journal_of([], tmp_path / "empty.journal"))
