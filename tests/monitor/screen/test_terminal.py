"""Progress, and the two ways of showing it."""

import io

import numpy as np
import pytest
from rich.console import Console

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.screen.terminal import Progress, Terminal
from monitor.tracking import TrackerState
from tests.support import make_finding, make_reading
from vision.sources.frame import Frame

CONFIG = MatchConfig(players=("Anna", "Boris"))
STATE = TrackerState(None, None, None, None, (), "setup", "following", 0)
BOARD = "-b----E-C---eE---c-e----B-"


def frame_at(t: float) -> Frame:
    return Frame(0, t, np.zeros((2, 2, 3), dtype=np.uint8))


def test_progress_in_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [50.0]
    monkeypatch.setattr("monitor.screen.terminal.monotonic", lambda: clock[0])
    progress = Progress(count=200, started=50.0)
    for frame in range(50):
        progress.advance(10 + frame / 10)
    clock[0] = 51.0
    assert progress.speed == pytest.approx(4.9)
    assert progress.time_left == pytest.approx(3.0)
    assert progress.line() == "frame 50 of 200 | 0:14.9 | 4.9 x real time | 0:03.0 left"
    assert Progress(count=None, started=50.0).time_left is None


def test_plain_lines_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("monitor.screen.terminal.monotonic", lambda: clock[0])
    said = io.StringIO()
    with Terminal(CONFIG, None, Console(file=said, width=200)) as screen:
        for frame in range(18):
            clock[0] = float(frame)
            screen.frame(frame_at(frame / 10), make_reading(), STATE)
    lines = said.getvalue().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("frame 17 | 0:01.6 | ")


def test_the_live_part_shows_the_position() -> None:
    said = io.StringIO()
    console = Console(file=said, width=120, force_terminal=True, color_system=None)
    screen = Terminal(CONFIG, 100, console)
    screen._drawn = -1e9
    with screen:
        screen.event(Event("GameStarted", data={"board": BOARD}))
        screen.frame(frame_at(0.5), make_reading(), STATE)
    assert "|  X           O     |   |  O              X  |" in said.getvalue()
    assert "frame 1 of 100" in said.getvalue()


def test_events_in_words() -> None:
    said = io.StringIO()
    screen = Terminal(CONFIG, None, Console(file=said, width=200))
    for event in (
        Event("TurnPlayed", t=65.0, by="B", data={"dice": [6, 6], "move": "", "legal": True}),
        Event("TurnPlayed", t=66.0, by="A", data={"dice": [2, 1], "move": "8/4", "legal": False}),
        Event("TurnPlayed", t=67.0, by="A", data={"dice": None, "move": "8/4", "legal": None}),
        Event("TrackLost", t=70.0, data={"reason": "9 points are covered"}),
        Event("TrackRegained", t=75.0),
        Event("EvidenceConflict", t=76.0, data={"what": "dice_mode", "reason": "two are shared, it seems"}),
        Event("EvidenceConflict", t=77.0, data={"what": "dice_and_play", "dice": [6, 1]}),
        Event("GameEnded", t=3725.0, data={"winner": "B"}),
        Event("DiceThrown", t=80.0),
    ):
        screen.event(event)
    assert [line.strip() for line in said.getvalue().splitlines()] == [
        "1:05.0  Boris 66: no move",
        "1:06.0  Anna 21: 8/4  (illegal)",
        "1:07.0  Anna ??: 8/4  (not judged)",
        "1:10.0  track lost: 9 points are covered",
        "1:15.0  track regained: the position is clear again",
        "1:16.0  two are shared, it seems",
        "1:02:05.0  the game is over, won by Boris",
    ]


def test_a_finding_that_was_put_right() -> None:
    said = io.StringIO()
    screen = Terminal(CONFIG, None, Console(file=said, width=200))
    screen.finding(make_finding(t=3.0, t_known=4.0), None)
    screen.finding(make_finding(status="resolved", t=3.0, t_known=9.0), None)
    first, *card, last = said.getvalue().splitlines()
    assert first.strip().startswith("0:03.0  F1 Anna: illegal move")
    assert [line.split(":")[0].strip() for line in card][-2:] == ["rule", "status"]
    assert last.strip().startswith("0:09.0  F1 Anna: illegal move")
    assert last.endswith(": put right")


def test_cube_acts_and_results_in_words() -> None:
    said = io.StringIO()
    screen = Terminal(CONFIG, None, Console(file=said, width=200))
    score = {"A": 4, "B": 1}
    for event in (
        Event("GameStarted", data={"board": BOARD, "crawford": True}),
        Event("CubeOffered", t=61.0, by="A", data={"value": 4}),
        Event("CubeTaken", t=62.0, by="B", data={"value": 4}),
        Event("GameEnded", t=63.0, data={"winner": "A", "how": "bearoff", "points": 4, "score": score}),
        Event("MatchEnded", t=63.0, data={"winner": "A", "score": score}),
    ):
        screen.event(event)
    lines = [" ".join(line.split()) for line in said.getvalue().splitlines()]
    assert lines == [
        "0:00.0 a game begins, the Crawford game",
        "1:01.0 Anna doubles to 4",
        "1:02.0 Boris takes at 4",
        "1:03.0 the game is over, won by Anna with 4 points; score 4:1",
        "1:03.0 the match is over, won by Anna; score 4:1",
    ]
