"""Journals as tables: finished ones, those another process writes, and what is entered afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.faults import SlotWrong, readings_with
from fixtures.readings import readings
from fixtures.staged import stage
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.following import Following
from monitor.journal import Finished, Journal, JournalError
from monitor.replay import replay
from monitor.station.errors import TableError
from monitor.station.kept import KeptTable, table_ids
from tests.monitor.tracking.sim import QUIET

CONFIG = MatchConfig(players=("Anna", "Boris"), length=3)
GAME = stage(1, most_turns=7)
ENDED = GAME.played[1].ended
"""A slot is misread from before the end of this turn on, which makes its play look illegal."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "Final 2026.journal"
    wrong = SlotWrong(ENDED - 3.0, 1e9, 0.99, GAME.rng, until_changed=False)
    with Journal.create(path, CONFIG, source="staged") as journal:
        following = Following(CONFIG, journal)
        following.begin()
        for reading in readings_with(GAME, readings(GAME, fps=8.0, noise=QUIET, seed=1), wrong):
            following.take(journal.position, journal.reading(reading))
        journal.finished()
        following.take(journal.position, Finished())
    return path


@pytest.fixture
def journal(made: Path, tmp_path: Path) -> Path:
    copy = tmp_path / made.name
    copy.write_bytes(made.read_bytes())
    return copy


@pytest.fixture
def table(journal: Path) -> Iterator[KeptTable]:
    found = KeptTable("final", journal)
    yield found
    found.close()


def board_at(t: float) -> str:
    return [scene for scene in GAME.scenes if scene.t <= t][-1].board.board26()


def test_a_finished_match(table: KeptTable) -> None:
    state = table.snapshot()
    assert (state["title"], state["live"], state["source"]["state"]) == ("Anna - Boris", False, "ended")
    assert [card["code"] for card in table.cards()] == ["ILLEGAL_MOVE"]
    assert len(table.timeline()["games"][0]["turns"]) >= 6
    assert not any(field["editable"] for field in table.settings())


def test_remarks_without_following_the_match_again(table: KeptTable, journal: Path) -> None:
    assert table.remark("F1", "confirm", "seen on the clip", "director")["handling"]["state"] == "confirmed"
    again = KeptTable("again", journal)
    assert [note["text"] for note in again.card("F1")["handling"]["notes"]] == ["seen on the clip"]
    again.close()


def test_a_reading_corrected_afterwards(table: KeptTable, journal: Path) -> None:
    before = table.lines(0, 10_000)
    table.correct({"board": board_at(ENDED - 1.0), "t": ENDED - 1.0})
    table.close()
    table = KeptTable("final", journal)
    card = table.card("F1")
    assert card["withdrawn"]
    assert card["window"]["words"] == "withdrawn: the reading was corrected"
    assert table.lines(0, 10_000)[: len(before)] == before
    turns = [turn["turn"] for turn in table.timeline()["games"][0]["turns"]]
    assert turns == sorted(set(turns))
    table.close()
    assert replay(journal).difference is None


def test_a_ruling_afterwards(table: KeptTable, journal: Path) -> None:
    table.rule("F1", "the result stands", "both agreed", "Dora")
    table.close()
    again = KeptTable("final", journal)
    assert again.card("F1")["handling"]["state"] == "ruled"
    again.close()


def test_a_match_that_another_process_watches(tmp_path: Path) -> None:
    path = tmp_path / "hall.journal"
    with Journal.create(path, CONFIG) as journal:
        journal.event(Event("MatchConfigured", data={"players": ["Anna", "Boris"]}))
        journal.flush()
        table = KeptTable("hall", path)
        assert table.snapshot()["source"]["state"] == "live"
        journal.event(Event("GameStarted", t=1.0, data={"game_no": 1, "board": board_at(0.0)}))
        journal.flush()
        table.poll()
        assert table.snapshot()["game"]["no"] == 1
        for act in (
            lambda: table.correct({"to_act": "A"}),
            lambda: table.act("note", None, {"text": "x"}, "monitor"),
        ):
            with pytest.raises(TableError, match="operate the station that belongs to it"):
                act()
    table.close()


def test_files_that_are_no_journal(tmp_path: Path) -> None:
    (tmp_path / "notes.journal").write_text("dear diary")
    for name in ("notes.journal", "missing.journal"):
        with pytest.raises(JournalError):
            KeptTable("x", tmp_path / name)


def test_short_names() -> None:
    paths = [
        Path("a/Final 2026.journal"),
        Path("b/final-2026.journal"),
        Path("c/...journal"),
        Path("d/ß.journal"),
    ]
    assert table_ids(paths) == ["final-2026", "final-2026-2", "table", "table-2"]
