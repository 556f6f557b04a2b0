"""The journal numbers everything and writes it at once."""

import json
from pathlib import Path

import pytest

from monitor.events import Event
from monitor.journal import EventLog, JournalError
from tests.support import make_finding


def test_lines_are_numbered_in_order_and_there_at_once(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with EventLog(path) as log:
        first = log.event(Event("GameStarted", t=1.25, t_known=1.5, conf=0.97))
        second = log.finding(make_finding(t=1.25))
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert (first.seq, second.seq) == (1, 2)
        assert [line["seq"] for line in lines] == [1, 2]
    assert [line["ev"] for line in lines] == ["GameStarted", "Finding"]
    assert (lines[0]["t"], lines[0]["t_known"], lines[0]["conf"]) == (1.25, 1.5, 0.97)
    assert Event.from_json(lines[0]).seq == 1


def test_without_a_file_it_only_numbers() -> None:
    log = EventLog(None)
    assert [log.event(Event("DiceThrown", by="A")).seq for _ in range(3)] == [1, 2, 3]
    log.close()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be written"):
        EventLog(tmp_path / "none" / "events.jsonl")
