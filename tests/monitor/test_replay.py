"""A watched match followed again from its readings: the same lines, another rule set, a page, a paragraph."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from calibration.geometry import BoardGeometry
from fixtures.readings import Script, readings
from monitor.cli import main
from monitor.config import MatchConfig
from monitor.events import Event, other
from monitor.evidence import Evidence
from monitor.journal import EventLog, ReadingLog, readings_path
from monitor.replay import ReplayError, replay
from monitor.rules import Referee, load_ruleset
from monitor.screen import Terminal
from monitor.tracking import MatchTracker
from monitor.turn_account import NoSuchTurnError, account
from monitor.watch import Watch
from tests.monitor.tracking.sim import QUIET
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

    def changed(self, frame: Frame) -> bool:
        return frame.seq % 3 == 0 or bool(self._readings[frame.seq].hidden.any())


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of four turns, of which the third begins with a cocked die."""
    script = Script(seed=31)
    player, dice = script.opening()
    script.play(player, dice)
    for number in range(3):
        player = other(player)
        if number == 1:
            script.cocked(player)
        script.play(player, script.roll(player))
    path = tmp_path_factory.mktemp("watched") / "match.jsonl"
    source = ScriptedReader(script)
    source.enter_at[200] = Event("Announced", by="A", src="operator", data={"what": "roll"})
    tracker, referee = MatchTracker(CONFIG), Referee(load_ruleset(CONFIG.ruleset), CONFIG, live=True)
    console = Console(file=io.StringIO())
    with (
        EventLog(path) as log,
        ReadingLog(readings_path(path), CONFIG) as kept,
        Terminal(CONFIG, None, console) as screen,
    ):
        evidence = Evidence(path.parent / "pictures", GEOMETRY, CONFIG)
        source.watch = Watch(source, tracker, referee, log, evidence, screen, source, kept)  # type: ignore[arg-type]
        source.watch.run(source, CONFIG)
    return path


def test_a_replay_gives_the_same_lines(journal: Path, tmp_path: Path) -> None:
    copy = tmp_path / "again.jsonl"
    again = replay(journal, events=copy)
    assert again.difference is None
    assert copy.read_bytes() == journal.read_bytes()
    assert [finding.code for finding in again.findings.values()] == ["ROLL_INVALID"]
    assert sum('"Announced"' in line for line in again.lines) == 1


def test_another_rule_set_judges_the_same_events(journal: Path) -> None:
    again = replay(journal, ruleset="fcbg-2007")
    assert again.difference is None
    assert [finding.cite[0].split()[0] for finding in again.findings.values()] == ["FCBG"]


def test_a_journal_that_was_changed_is_noticed(journal: Path, tmp_path: Path) -> None:
    lines = journal.read_text(encoding="utf-8").splitlines()
    changed = tmp_path / "match.jsonl"
    lines[5] = lines[5].replace("vision", "td")
    changed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    readings_path(changed).write_bytes(readings_path(journal).read_bytes())
    difference = replay(changed).difference
    assert difference is not None
    assert difference[0] == 6


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
    lone.write_text('{"ev": "MatchConfigured"}\n', encoding="utf-8")
    for words, said in (
        ([str(tmp_path / "none.jsonl")], "no such journal"),
        ([str(lone)], "no readings beside"),
        ([str(journal), "--timeline", "a.png"], ".html"),
        ([str(journal), "--explain", "77"], "turns 1 to 4"),
        ([str(journal), "--events", str(journal)], "another file"),
    ):
        code, _, error = run(capsys, monkeypatch, *words)
        assert code == 2
        assert said in error
        assert "Traceback" not in error


def test_every_turn_accounts_for_itself(journal: Path) -> None:
    lines = journal.read_text(encoding="utf-8").splitlines()
    said = [account(lines, number, CONFIG) for number in range(1, 5)]
    assert all("legal" in one and "read with" in one and "Told" in one for one in said)
    assert {"Anna", "Boris"} == {name for one in said for name in ("Anna", "Boris") if f", {name}, at" in one}
    with pytest.raises(NoSuchTurnError):
        account(lines, 0, CONFIG)


def test_lines_that_are_no_journal_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"ev": "GameStarted"}\n{"no": 1}\n', encoding="utf-8")
    with pytest.raises(ReplayError, match="line 2"):
        replay(path)
