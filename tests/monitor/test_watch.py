"""The road from source to findings, with stand-ins for reader, tracker and referee."""

import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread
from time import monotonic

import numpy as np
import pytest
from rich.console import Console

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.evidence import Evidence
from monitor.findings import Finding
from monitor.journal import Journal, JournalReader
from monitor.screen import Terminal
from monitor.station.screens import Screen, SourceHealth
from monitor.tracking import TrackerState
from monitor.watch import RESTLESS, Outcome, Watch
from tests.support import make_finding, make_reading
from tests.vision.sources.stand_in import Script, ScriptedCamera, wait_for
from vision.clock_spot import ClockSpot, HandAtClock
from vision.errors import SourceBrokenError, SourceUnavailableError
from vision.gate import Gate
from vision.reading import Reading
from vision.sources import LiveSource
from vision.sources.frame import Frame
from vision.standstill import News, Standstill
from vision.steady import Moved, Steady

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
CONFIG = MatchConfig(players=("Anna", "Boris"))
BOARD = "-b----E-C---eE---c-e----B-"


class Pictures:
    """A source of grey pictures, ten a second, that can break off."""

    name, live, size, count = "pictures", False, (640, 360), 30

    def __init__(self, frames: int = 30, changes_at: int = 15, breaks: bool = False) -> None:
        self._frames, self._changes_at, self._breaks = frames, changes_at, breaks

    def __iter__(self) -> Iterator[Frame]:
        for seq in range(self._frames):
            picture = np.full((360, 640, 3), 90, dtype=np.uint8)
            if seq >= self._changes_at:
                picture[150:190, 300:340] = 200
            yield Frame(seq, seq / 10, picture)
        if self._breaks:
            raise SourceBrokenError("match.mp4 breaks off after 2.90 s", 2.9)

    def close(self) -> None:
        pass


class SeesTheStart:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.dark: list[int] = []

    def read(self, frame: Frame) -> Reading:
        self.asked.append(frame.seq)
        if not frame.bgr.any():
            self.dark.append(frame.seq)
        return make_reading(seq=frame.seq, t=frame.t)

    def place(self, geometry: BoardGeometry) -> None:
        self.placed = geometry


class MovesAt(Steady):
    """Says at some frames that the board is elsewhere, and of others that the camera does not keep still."""

    unsure = restless = False

    def __init__(self, moves: dict[int, Moved], restless: range = range(0)) -> None:
        self._moves, self._swaying = moves, restless

    def look(self, frame: Frame) -> Moved | None:
        self.restless = frame.seq in self._swaying
        return self._moves.get(frame.seq)

    def steadied(self, frame: Frame) -> Frame:
        return replace(frame, pixels=np.zeros_like(frame.bgr)) if self.restless else frame


class StandsFrom(Standstill):
    """Says of some frames that the source stands still, and of others that the one before is sent again."""

    def __init__(self, frames: range, again: range = range(0)) -> None:
        self._frames, self._twice = frames, again

    def look(self, frame: Frame) -> News:
        return "still" if frame.seq in self._frames else "again" if frame.seq in self._twice else "new"


class HandAt(ClockSpot):
    """Sees hands at the clock with some frames, by when they were there."""

    def __init__(self, hands: dict[int, HandAtClock]) -> None:
        self._hands, self.placed = hands, list[BoardGeometry]()

    def look(self, frame: Frame) -> HandAtClock | None:
        return self._hands.get(frame.seq)

    def place(self, geometry: BoardGeometry) -> None:
        self.placed.append(geometry)


class TellsTwoTurns:
    """Says that a game began, and that two turns were played; the second at the very end."""

    state = TrackerState(None, None, None, None, (), "setup", "following", 0)

    def __init__(self) -> None:
        self.readings: list[Reading] = []

    def update(self, reading: Reading) -> list[Event]:
        self.readings.append(reading)
        if reading.seq == 2:
            return [Event("GameStarted", t=0.0, t_known=reading.t, data={"board": BOARD})]
        if reading.seq == 20:
            return [
                Event("TurnPlayed", t=1.5, t_known=reading.t, by="A", data={"dice": [3, 1], "move": "8/4"})
            ]
        return []

    def inject(self, event: Event) -> list[Event]:
        return [event]

    def finish(self) -> list[Event]:
        t = self.readings[-1].t if self.readings else 0.0
        return [Event("TurnPlayed", t=t, by="B", data={"dice": [6, 5], "move": "24/13", "legal": True})]


class FlagsA:
    """Flags every turn of A and closes the finding with the next turn of B."""

    findings = ()

    def feed(self, event: Event) -> list[Finding]:
        if event.ev != "TurnPlayed":
            return []
        status = "open" if event.by == "A" else "closed"
        return [make_finding(raised_at=event.seq, status=status, t=1.5, t_known=event.t_known)]


def watched(
    folder: Path,
    source: Pictures | None = None,
    gate: Gate | None = None,
    wait: Callable[[float], None] | None = None,
    steady: Steady | None = None,
    standstill: Standstill | None = None,
    clock: ClockSpot | None = None,
    screens: Sequence[Screen] = (),
) -> tuple[Outcome, str, SeesTheStart, TellsTwoTurns]:
    said = io.StringIO()
    reader, tracker = SeesTheStart(), TellsTwoTurns()
    screen = Terminal(CONFIG, 30, Console(file=said, width=300, highlight=False))
    with Journal.create(folder / "events.journal", CONFIG, lines=folder / "events.jsonl") as log, screen:
        evidence = Evidence(folder / "pictures", GEOMETRY, CONFIG)
        watch = Watch(
            reader,
            CONFIG,
            log,
            evidence,
            [screen, *screens],
            gate,
            make=lambda _: (tracker, FlagsA()),
            steady=steady,
            standstill=standstill,
            clock=clock,
        )
        outcome = watch.run(source or Pictures(), wait)
    return outcome, said.getvalue(), reader, tracker


def lines_of(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]


def test_everything_is_journalled_in_order(tmp_path: Path) -> None:
    outcome, _, _, _ = watched(tmp_path)
    lines = lines_of(tmp_path)
    names = ["MatchConfigured", "GameStarted", "TurnPlayed", "Finding", "TurnPlayed", "Finding"]
    assert [line["ev"] for line in lines] == names
    assert [line["seq"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [lines[3]["status"], lines[5]["status"]] == ["open", "closed"]
    assert lines[3]["raised_at"] == 3
    assert lines[0]["players"] == ["Anna", "Boris"]
    assert (outcome.frames, outcome.read, outcome.broken, outcome.stopped) == (30, 30, None, False)
    assert outcome.findings["F1"].status == "closed"


def test_the_picture_shows_the_moment_not_the_moment_of_the_verdict(tmp_path: Path) -> None:
    outcome, _, _, _ = watched(tmp_path)
    assert list(outcome.pictures) == ["F1"]
    picture = cv2.imread(str(outcome.pictures["F1"]))
    assert picture is not None
    assert picture.shape[0] > 360
    assert picture[170, 320].mean() > 180
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["F1_illegal_move.jpg"]


def test_of_the_frames_that_show_it_the_clearest_is_kept(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, GEOMETRY, CONFIG)
    names = iter(range(1, 9))
    for seq, covered in enumerate((3, 0, 5, 0, 4)):
        hidden = np.zeros(24, dtype=np.float32)
        hidden[:covered] = 1
        picture = np.full((360, 640, 3), 40 * (seq + 1), dtype=np.uint8)
        evidence.remember(Frame(seq, float(seq), picture), make_reading(seq=seq, t=float(seq), hidden=hidden))
    for frames, expected in (((0, 2), 80), ((2, 4), 160), ((0, 4), 160), ((4, 4), 200), ((9, 12), 40)):
        path = evidence.store(make_finding(id=f"F{next(names)}", t=0.0, evidence={"frames": frames}))
        assert path is not None
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture[355, 320].mean() == pytest.approx(expected, abs=6)


def test_what_the_person_sees(tmp_path: Path) -> None:
    _, said, _, _ = watched(tmp_path)
    for words in (
        "a game begins",
        "Anna 31: 8/4",
        "F1 Anna: illegal move (moved a number of pips that was not rolled)",
        "played: 3-1: 8/4",
        "legal: 8/5 6/5, 24/23 13/10",
        "[USBGF 4.2.3(a)]",
        "status: open until the opponent's next valid roll",
        "stands: the time to correct it is over",
        "F1_illegal_move.jpg",
    ):
        assert words in said


def test_the_gate_saves_reading_but_not_time(tmp_path: Path) -> None:
    outcome, _, reader, tracker = watched(tmp_path, gate=Gate(GEOMETRY, settle=2, refresh=10))
    assert [reading.seq for reading in tracker.readings] == list(range(30))
    assert [reading.t for reading in tracker.readings] == [seq / 10 for seq in range(30)]
    assert 15 in reader.asked
    assert outcome.read == len(reader.asked) < 12


def test_a_board_that_moved_is_read_at_its_new_place_and_the_thread_is_lost_till_then(tmp_path: Path) -> None:
    nudged = BoardGeometry(((62, 40), (582, 40), (582, 320), (62, 320)), (640, 360))
    away = BoardGeometry(((90, 40), (610, 40), (610, 320), (90, 320)), (640, 360))
    steady = MovesAt(
        {5: Moved(nudged, "a nudge", 0.005), 10: Moved(away, "it moved", 0.08), 20: Moved(None, "gone")}
    )
    _, _, reader, _ = watched(tmp_path, gate=Gate(GEOMETRY, settle=2, refresh=10), steady=steady)
    assert reader.placed == away
    assert {5, 10} <= set(reader.asked)
    lost = [line["reason"] for line in lines_of(tmp_path) if line["ev"] == "TrackLost"]
    assert lost == ["it moved", "gone"]


def test_a_camera_that_does_not_keep_still_is_read_from_where_it_was_and_that_is_said(tmp_path: Path) -> None:
    """What it was followed through is no loss of the thread."""
    away = BoardGeometry(((90, 40), (610, 40), (610, 320), (90, 320)), (640, 360))
    steady = MovesAt({20: Moved(away, "it moved", 0.08, followed=True)}, restless=range(8, 20))
    screen = Notes()
    outcome, _, reader, _ = watched(tmp_path, steady=steady, screens=[screen])
    assert reader.dark == list(range(8, 20))
    assert reader.placed == away
    assert outcome.notice == RESTLESS
    assert [reason == RESTLESS for reason in screen.reasons] == [8 <= seq < 20 for seq in range(30)]
    assert not [line for line in lines_of(tmp_path) if line["ev"] == "TrackLost"]


def test_a_hand_at_the_clock_is_kept_as_a_press_that_was_seen(tmp_path: Path) -> None:
    away = BoardGeometry(((90, 40), (610, 40), (610, 320), (90, 320)), (640, 360))
    clock = HandAt({8: HandAtClock(0.6, "S"), 25: HandAtClock(2.3, "N")})
    watched(tmp_path, steady=MovesAt({10: Moved(away, "it moved", 0.08)}), clock=clock)
    presses = [line for line in lines_of(tmp_path) if line["ev"] == "ClockPressed"]
    assert [(line["by"], line["t"], line["seen"]) for line in presses] == [("A", 0.6, True), ("B", 2.3, True)]
    assert clock.placed == [away]
    with JournalReader(tmp_path / "events.journal") as stored:
        kept = [item for _, item in stored.readings() if isinstance(item, Event)]
    assert [(event.ev, event.by) for event in kept if event.ev == "ClockPressed"] == [
        ("ClockPressed", "A"),
        ("ClockPressed", "B"),
    ]


def test_of_a_picture_that_stands_still_nothing_is_seen(tmp_path: Path) -> None:
    gate = Gate(GEOMETRY, settle=2, refresh=10)
    _, _, reader, tracker = watched(tmp_path, gate=gate, standstill=StandsFrom(range(12, 20)))
    assert [reading.seq for reading in tracker.readings] == list(range(30))
    for reading in tracker.readings:
        stands = 12 <= reading.seq < 20
        assert (reading.status == "lost") is stands
        assert (reading.reason == "the picture stands still") is stands
        assert bool((np.asarray(reading.hidden) == 1.0).all()) is stands
        assert reading.t == reading.seq / 10
    assert not set(range(12, 20)) & set(reader.asked)
    assert 20 in reader.asked


def test_a_picture_that_is_sent_again_is_no_news(tmp_path: Path) -> None:
    standstill = StandsFrom(range(0), again=range(10, 30, 2))
    outcome, _, reader, tracker = watched(tmp_path, standstill=standstill)
    new = [*range(10), *range(11, 30, 2)]
    assert [reading.seq for reading in tracker.readings] == reader.asked == new
    assert outcome.frames == 30


def test_a_break_keeps_what_came_before_and_tells_the_tracker_it_is_over(tmp_path: Path) -> None:
    outcome, _, _, _ = watched(tmp_path, Pictures(breaks=True))
    assert outcome.broken == "match.mp4 breaks off after 2.90 s"
    assert [line["ev"] for line in lines_of(tmp_path)][-2:] == ["TurnPlayed", "Finding"]


def test_the_keyboard_stops_a_watch_without_loss(tmp_path: Path) -> None:
    def interrupt(t: float) -> None:
        if t > 2.05:
            raise KeyboardInterrupt

    outcome, _, _, _ = watched(tmp_path, wait=interrupt)
    assert outcome.stopped
    assert outcome.frames == 21
    assert lines_of(tmp_path)[-1]["ev"] == "Finding"


class Notes:
    """A screen that remembers when it heard what."""

    def __init__(self) -> None:
        self.begun = monotonic()
        self.states: list[tuple[float, str]] = []
        self.told: list[tuple[float, str]] = []
        self.frames = 0
        self.reasons: list[str | None] = []

    def frame(self, frame: Frame, reading: Reading, state: TrackerState) -> None:
        self.frames += 1
        self.reasons.append(state.reason)

    def event(self, event: Event) -> None:
        self.told.append((monotonic() - self.begun, f"{event.src} {event.ev}"))

    def finding(self, finding: Finding, picture: Path | None) -> None: ...

    def health(self, health: SourceHealth) -> None:
        if not self.states or self.states[-1][1] != health.state:
            self.states.append((monotonic() - self.begun, health.state))

    def when(self, name: str) -> float | None:
        return next((t for t, told in self.told if told == name), None)


@pytest.mark.slow
@pytest.mark.usefixtures("expected_errors")
def test_a_camera_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    """Lost within two seconds, entries are heard meanwhile, and the watch goes on by itself."""
    size = (640, 360)
    gone = partial(ScriptedCamera, 100, SourceBrokenError("unplugged", 2.0), size)
    away = SourceUnavailableError("no such camera")
    back = partial(ScriptedCamera, 10_000, 60.0, size)
    source = LiveSource("usb:7", Script(gone, away, away, away, back))
    source.wait_ready(10.0)
    notes = Notes()
    with Journal.create(tmp_path / "live.journal", CONFIG, live=True) as journal:
        evidence = Evidence(tmp_path / "pictures", GEOMETRY, CONFIG)
        watch = Watch(SeesTheStart(), CONFIG, journal, evidence, [notes])
        running = Thread(target=watch.run, args=(source,))
        running.start()
        wait_for(lambda: notes.when("derived TrackLost") is not None, 20.0)
        lost_at = next(t for t, state in notes.states if state in ("lost", "frozen"))
        told_at = notes.when("derived TrackLost")
        assert told_at is not None
        assert told_at - lost_at < 2.0
        frames = notes.frames
        assert watch.enter(Event("Announced", by="A", data={"what": "roll"})).wait(1.0)
        wait_for(lambda: notes.frames > frames + 10)
        source.close()
        running.join(10.0)
    assert not running.is_alive()
    states = [state for _, state in notes.states]
    assert states[-1] == "ended"
    assert "live" in states[states.index("lost") :]
    with JournalReader(tmp_path / "live.journal") as stored:
        lost = [json.loads(line) for line in stored.lines() if '"TrackLost"' in line]
    assert [line["reason"] for line in lost if line["src"] == "derived"] == ["no such camera"]
