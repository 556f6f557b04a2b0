"""The table that is watched: pictures, state, remarks, and lines beyond the memory."""

from pathlib import Path

import pytest

from monitor.station import live
from monitor.station.errors import NotHereError
from monitor.station.screens import SourceHealth
from monitor.tracking import TrackerState
from tests.monitor.station.stand_in import STATE, told


def test_a_picture_is_encoded_once_and_only_when_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def encode(*_: object) -> bytes:
        made.append(1)
        return b"jpeg"

    monkeypatch.setattr("monitor.station.pictures.encode", encode)
    with told(tmp_path) as hall:
        pictures = hall.table.pictures
        assert pictures.newest() is None
        for seq in range(5):
            hall.frame(seq)
        assert made == []
        first, again = pictures.newest(), pictures.newest()
        assert first is again
        assert len(made) == 1
        hall.frame(6)
        assert pictures.newest() is not first
        assert len(made) == 2


def test_the_snapshot_follows_tracker_and_source(tmp_path: Path) -> None:
    with told(tmp_path) as hall:
        hall.begin()
        hall.frame(3)
        state = hall.table.snapshot()
        assert (state["table"], state["title"], state["live"]) == ("hall-1", "Anna - Boris", True)
        assert (state["game"]["turn"], state["game"]["to_act"], state["game"]["phase"]) == (1, "A", "moving")
        assert state["match"]["ruleset_title"] == "United States Backgammon Federation"
        assert (state["match"]["home"], state["match"]["light"], state["match"]["score"]) == (
            "E",
            "A",
            [0, 0],
        )
        assert state["track"]["state"] == "following"
        version = hall.table.version
        hall.frame(4)
        assert hall.table.version == version
        lost = TrackerState(None, "E", "A", None, (), "to_roll", "lost", 3, "the board is covered")
        hall.frame(5, state=lost)
        state = hall.table.snapshot()
        assert state["version"] > version
        assert state["track"]["state"] == "lost"
        assert state["track"]["reason"] == "the board is covered"
        assert state["track"]["todo"]
        assert state["track"]["since"] == 0.5
        hall.table.health(SourceHealth("frozen", "no picture for 1.2 s", 0.5))
        assert hall.table.snapshot()["source"]["reason"] == "no picture for 1.2 s"
        hall.table.health(SourceHealth("ended", None, 0.5))
        assert not hall.table.snapshot()["live"]
        assert STATE.turn == 1


def test_remarks_count_at_once_and_once(tmp_path: Path) -> None:
    with told(tmp_path) as hall:
        hall.begin()
        hall.finding()
        assert hall.table.snapshot()["findings"] == {"open": 1, "unseen": 1}
        card = hall.table.remark("F1", "confirm", "both saw it", "monitor")
        assert card["handling"]["state"] == "confirmed"
        hall.journal.flush()
        hall.table._polled = 0.0
        hall.table.poll()
        assert len(hall.table.card("F1")["handling"]["notes"]) == 1
        assert hall.table.snapshot()["findings"] == {"open": 1, "unseen": 0}
        with pytest.raises(NotHereError, match="no finding 'F9'"):
            hall.table.remark("F9", "note", "x", "monitor")


def test_evidence_appears_on_the_card(tmp_path: Path) -> None:
    with told(tmp_path) as hall:
        hall.begin()
        hall.finding()
        hall.journal.evidence("F1", "before", "image/jpeg", b"\xff\xd8before", t=1.0, frame=3)
        hall.journal.evidence("F1", "clip", "video/mp4", b"clip", t=1.0, frame=3)
        hall.journal.flush()
        version = hall.table.version
        hall.table._polled = 0.0
        hall.table.poll()
        assert [card["id"] for card in hall.table.cards_since(version)] == ["F1"]
        card = hall.table.card("F1")
        assert [picture["when"] for picture in card["pictures"]] == ["before"]
        assert hall.table.content(card["pictures"][0]["sha256"]) == ("image/jpeg", b"\xff\xd8before")
        assert hall.table.content(card["clip"]) == ("video/mp4", b"clip")
        with pytest.raises(NotHereError):
            hall.table.content("0" * 64)


def test_old_lines_come_from_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "TAIL", 5)
    with told(tmp_path) as hall:
        for number in range(20):
            hall.say("Announced", float(number), "A", what="roll")
        hall.journal.flush()
        assert [seq for seq, _ in hall.table.lines(0, 100)] == list(range(1, 21))
        assert [seq for seq, _ in hall.table.lines(17, 100)] == [18, 19, 20]
        assert [seq for seq, _ in hall.table.lines(3, 4)] == [4, 5, 6, 7]


def test_lines_that_were_taken_back_leave_the_timeline(tmp_path: Path) -> None:
    with told(tmp_path) as hall:
        hall.begin()
        hall.say("TurnPlayed", 3.0, "A", turn=1, dice=[6, 1], move="13/7 8/7", legal=True)
        hall.say("TurnPlayed", 5.0, "B", turn=2, dice=[4, 2], move="8/4 6/4", legal=True)
        assert [turn["by"] for turn in hall.table.timeline()["games"][0]["turns"]] == ["A", "B"]
        hall.say("Corrected", 4.0, code="READING", supersedes=[6, 6], to_act="B")
        assert [turn["by"] for turn in hall.table.timeline()["games"][0]["turns"]] == ["A"]
        hall.say("TurnPlayed", 5.0, "B", turn=2, dice=[4, 1], move="8/4 6/5", legal=True)
        assert hall.table.timeline()["games"][0]["turns"][-1]["dice"] == [4, 1]


def test_trouble_with_the_journal_is_in_the_snapshot(tmp_path: Path) -> None:
    with told(tmp_path) as hall:
        hall.begin()
        assert hall.table.snapshot()["journal"]["ok"]
        hall.journal.flush()
        assert hall.table.snapshot()["journal"]["head"] == hall.journal.head
        assert hall.table.health_for_director()["journal_ok"]
