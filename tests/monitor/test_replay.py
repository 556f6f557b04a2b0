"""A watched match followed again from its readings: the same lines, another rule set, a page, a paragraph."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from fixtures.readings import Script, readings
from monitor.cli import main
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.evidence import Evidence
from monitor.following import Following
from monitor.journal import Journal, JournalFormatError, JournalReader
from monitor.replay import ReplayError, catch_up, replay
from monitor.turn_account import NoSuchTurnError, account
from monitor.watch import Watch
from tests.monitor.tracking.sim import QUIET, four_turns
from vision.gate import Look
from vision.reading import Reading
from vision.sources.frame import Frame

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
CONFIG = MatchConfig(players=("Anna", "Boris"), length=3)
PICTURE = np.zeros((360, 640, 3), dtype=np.uint8)


class ScriptedReader:
    """Gives the readings of a script; it is its own source and gate, which looks at every third frame."""

    name, live, size, count = "script", False, (640, 360), None

    def __init__(self, script: Script) -> None:
        self._readings = {reading.seq: reading for reading in readings(script, fps=12.0, noise=QUIET)}
        self.enter_at: dict[int, Event] = {}
        self.watch: Watch | None = None

    def __iter__(self) -> Iterator[Frame]:
        for seq, reading in self._readings.items():
            if seq in self.enter_at and self.watch is not None:
                self.watch.enter(self.enter_at[seq])
            yield Frame(seq, reading.t, PICTURE)

    def close(self) -> None: ...

    def read(self, frame: Frame) -> Reading:
        return self._readings[frame.seq]

    def look(self, frame: Frame) -> Look:
        return "read" if frame.seq % 3 == 0 or self._readings[frame.seq].hidden.any() else "same"


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of four turns, of which the third begins with a cocked die."""
    script = four_turns(31)
    path = tmp_path_factory.mktemp("watched") / "match.journal"
    source = ScriptedReader(script)
    source.enter_at[200] = Event("Announced", by="A", src="operator", data={"what": "roll"})
    with Journal.create(path, CONFIG, source="script", lines=path.with_suffix(".jsonl")) as kept:
        evidence = Evidence(path.parent / "pictures", GEOMETRY, CONFIG)
        source.watch = Watch(source, CONFIG, kept, evidence, gate=source)  # type: ignore[arg-type]
        source.watch.run(source)
    return path


def test_a_replay_gives_the_same_lines(journal: Path, tmp_path: Path) -> None:
    copy = tmp_path / "again.jsonl"
    again = replay(journal, events=copy)
    assert again.difference is None
    assert copy.read_bytes() == journal.with_suffix(".jsonl").read_bytes()
    assert [finding.code for finding in again.findings.values()] == ["ROLL_INVALID"]
    assert sum('"Announced"' in line for line in again.lines) == 1


def test_another_rule_set_judges_the_same_events(journal: Path) -> None:
    again = replay(journal, ruleset="fcbg-2007")
    assert again.difference is None
    assert [finding.cite[0].split()[0] for finding in again.findings.values()] == ["FCBG"]


def test_lines_that_differ_from_what_the_readings_tell_are_named(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "differs.journal"
    copied(journal, path, 1000, change=5)
    difference = replay(path).difference
    assert difference is not None
    assert difference[0] == 6


def copied(journal: Path, path: Path, lines: int, change: int | None = None) -> None:
    """A journal with all readings of another and its first lines, one of them changed."""
    with JournalReader(journal) as stored, Journal.create(path, CONFIG) as copy:
        for _, item in stored.readings():
            if isinstance(item, Reading):
                copy.reading(item)
            elif isinstance(item, Event):
                copy.said(item)
        for number, line in enumerate(stored.lines(limit=lines)):
            text = line.replace("vision", "td") if number == change else line
            copy._line(json.loads(text))


def test_a_match_that_was_cut_off_in_the_middle_of_telling_is_told_to_its_end(
    journal: Path, tmp_path: Path
) -> None:
    path = tmp_path / "cut.journal"
    with JournalReader(journal) as stored:
        whole = stored.lines()
    copied(journal, path, len(whole) - 7)
    kept, stored = Journal.resume(path)
    with kept, stored:
        following = Following(CONFIG, kept, history=stored.history)
        assert catch_up(following, stored, kept) is None
        assert kept.event(Event("Announced", by="B", data={"what": "take"})).seq == len(whole) + 1
    with JournalReader(path) as again:
        assert again.lines(limit=len(whole)) == whole
    assert list(following.findings) == ["F1"]


def test_where_today_s_program_tells_it_otherwise_what_is_stored_holds(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "differs.journal"
    with JournalReader(journal) as stored:
        whole = stored.lines()
    copied(journal, path, 20, change=8)
    kept, stored = Journal.resume(path)
    with kept, stored:
        difference = catch_up(Following(CONFIG, kept, history=stored.history), stored, kept)
        assert difference is not None
        assert (difference[0], difference[2]) == (9, whole[8])
        assert kept.event(Event("Announced", by="B", data={"what": "take"})).seq == 21
    with JournalReader(path) as again:
        lines = again.lines()
    assert len(lines) == 21
    assert lines[:8] == whole[:8]
    assert lines[9:20] == whole[9:20]


def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["gammonitor", "replay", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    return int(str(ended.value.code or 0)), shown.out, shown.err


def test_the_command_makes_a_page_and_explains(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "t.html"
    code, out, _ = run(capsys, monkeypatch, str(journal), "--timeline", str(page), "--explain", "3")
    assert code == 0
    assert "the events are those of the journal" in out
    assert "Turn 3 (game 1, turn 3)" in out
    assert "leaning with 0.9" in out
    text = page.read_text(encoding="utf-8")
    for wanted in ("<svg", "DiceAtRest", "to_roll", "ROLL_INVALID", "Announced", "on turn: A"):
        assert wanted in text


def test_bad_input_gets_one_message(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lone = tmp_path / "lone.jsonl"
    lone.write_text('{"ev": "MatchConfigured"}\n' * 50, encoding="utf-8")
    club = tmp_path / "club.journal"
    Journal.create(club, replace(CONFIG, ruleset="harbour-club")).close()
    for words, said in (
        ([str(club)], "name its file with --ruleset"),
        ([str(tmp_path / "none.jsonl")], "no such journal"),
        ([str(lone)], "not a journal"),
        ([str(journal), "--timeline", "a.png"], ".html"),
        ([str(journal), "--explain", "77"], "turns 1 to 4"),
        ([str(journal), "--events", str(journal)], "another file"),
    ):
        code, _, error = run(capsys, monkeypatch, *words)
        assert code == 2
        assert said in error
        assert "Traceback" not in error


def test_every_turn_accounts_for_itself(journal: Path) -> None:
    with JournalReader(journal) as stored:
        lines = stored.lines()
    said = [account(lines, number, CONFIG) for number in range(1, 5)]
    assert all("legal" in one and "read with" in one and "Told" in one for one in said)
    assert {"Anna", "Boris"} == {name for one in said for name in ("Anna", "Boris") if f", {name}, at" in one}
    with pytest.raises(NoSuchTurnError):
        account(lines, 0, CONFIG)


def test_a_turn_says_of_a_die_that_it_was_not_seen(journal: Path) -> None:
    with JournalReader(journal) as stored:
        lines = [json.loads(line) for line in stored.lines()]
    rolls = (line for line in lines if line["ev"] == "DiceAtRest" and len(line["dice"]) == 2)
    next(rolls)["dice"][1] = {"face": None, "zone": "unseen", "seen": False}
    said = " ".join(account(map(json.dumps, lines), number, CONFIG) for number in range(1, 5))
    assert "and one that was not seen." in said
    assert "None" not in said


def test_a_turn_says_that_its_dice_were_moved_by_hand(journal: Path) -> None:
    with JournalReader(journal) as stored:
        lines = [json.loads(line) for line in stored.lines()]
    second = [place for place, line in enumerate(lines) if line["ev"] == "TurnPlayed"][1]
    touch = {**lines[second], "ev": "DiceTouched", "how": "slide", "faces": [1, 2]}
    said = account(map(json.dumps, [*lines[:second], touch, *lines[second:]]), 2, CONFIG)
    assert "The dice were pushed by hand at " in said


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("dice_and_play", "Dice and play contradict each other (dice and play)."),
        ("wrong_after_all", "It was seen otherwise (wrong after all)."),
    ],
)
def test_a_turn_says_what_did_not_fit_together(journal: Path, what: str, words: str) -> None:
    with JournalReader(journal) as stored:
        lines = [json.loads(line) for line in stored.lines()]
    after = [place for place, line in enumerate(lines) if line["ev"] == "TurnPlayed"][1] + 1
    conflict = {**lines[after - 1], "ev": "EvidenceConflict", "what": what}
    assert words in account(map(json.dumps, [*lines[:after], conflict, *lines[after:]]), 2, CONFIG)


def test_a_replay_never_writes_over_its_journal(journal: Path) -> None:
    with pytest.raises(ReplayError, match="another file"):
        replay(journal, events=journal)


def test_a_file_of_lines_is_no_journal(journal: Path) -> None:
    with pytest.raises(JournalFormatError, match="not a journal"):
        replay(journal.with_suffix(".jsonl"))
