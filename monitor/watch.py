"""The road from source to findings: frame, reading, events, findings, and what is kept of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Protocol

import numpy as np

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.evidence import Evidence
from monitor.findings import Finding
from monitor.journal import EventLog, ReadingLog
from monitor.screen import Terminal
from vision.errors import SourceBrokenError
from vision.gate import Gate
from vision.reading import Reading
from vision.sources import Frame, Source


class Reads(Protocol):
    """Turns a frame into a reading."""

    def read(self, frame: Frame) -> Reading:
        """What the frame shows."""
        ...


class Tracks(Protocol):
    """Turns readings into events."""

    def update(self, reading: Reading) -> list[Event]:
        """Events that are certain since this reading."""
        ...

    def inject(self, event: Event) -> list[Event]:
        """Take in what somebody at the table or a clock has entered; events that follow from it."""
        ...

    def finish(self) -> list[Event]:
        """Events still to be told when no reading follows."""
        ...


class Judges(Protocol):
    """Turns events into findings."""

    def feed(self, event: Event) -> list[Finding]:
        """Findings raised or changed by this event."""
        ...


@dataclass
class Outcome:
    """What a watch left behind.

    findings: each at its newest status, by id. pictures: of the findings, by id. frames: seen; read: of
    these, how many were looked at in full. broken: why the source ended early. stopped: by the keyboard.
    """

    findings: dict[str, Finding] = field(default_factory=dict)
    pictures: dict[str, Path] = field(default_factory=dict)
    frames: int = 0
    read: int = 0
    broken: str | None = None
    stopped: bool = False


class Watch:
    """Drives one source along the road. Every output is complete up to the newest frame at any time."""

    def __init__(
        self,
        reader: Reads,
        tracker: Tracks,
        referee: Judges,
        log: EventLog,
        evidence: Evidence,
        screen: Terminal,
        gate: Gate | None = None,
        readings: ReadingLog | None = None,
    ) -> None:
        self._reader = reader
        self._tracker = tracker
        self._referee = referee
        self._log = log
        self._evidence = evidence
        self._screen = screen
        self._gate = gate
        self._readings = readings
        self._entered: SimpleQueue[Event] = SimpleQueue()
        self._last: Reading | None = None
        self.outcome = Outcome()

    def run(
        self, source: Source, config: MatchConfig, wait: Callable[[float], None] | None = None
    ) -> Outcome:
        """Watch a source to its end, to where it breaks off, or until interrupted from the keyboard.

        wait: called with each frame's presentation time before the frame is dealt with.
        """
        self._tell([configured(config)])
        try:
            for frame in source:
                if wait is not None:
                    wait(frame.t)
                self._frame(frame)
        except SourceBrokenError as error:
            self.outcome.broken = str(error)
        except KeyboardInterrupt:
            self.outcome.stopped = True
        self._tell(self._tracker.finish())
        return self.outcome

    def enter(self, event: Event) -> None:
        """Take in what an operator or a clock says; may be called from any thread. It counts from the next
        frame on, and happened then if it has no time of its own."""
        self._entered.put(event)

    def _take_entered(self, t: float) -> None:
        while not self._entered.empty():
            event = self._entered.get()
            event = replace(event, t=event.t or t)
            if self._readings is not None:
                self._readings.said(event)
            self._tell(self._tracker.inject(event))

    def _frame(self, frame: Frame) -> None:
        self._take_entered(frame.t)
        reading = self._look(frame)
        if self._readings is not None:
            reading = self._readings.reading(reading)
        self._evidence.remember(frame, reading)
        self.outcome.frames += 1
        self._tell(self._tracker.update(reading))
        self._screen.frame(frame.t)

    def _look(self, frame: Frame) -> Reading:
        if self._gate is None or self._last is None or self._gate.changed(frame):
            self._last = self._reader.read(frame)
            self.outcome.read += 1
            return self._last
        return replace(self._last, seq=frame.seq, t=frame.t, motion=np.zeros_like(self._last.motion))

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            numbered = self._log.event(event)
            self._screen.event(numbered)
            for finding in self._referee.feed(numbered):
                self._found(finding)

    def _found(self, finding: Finding) -> None:
        told = self._log.finding(finding)
        if told.id not in self.outcome.findings:
            picture = self._evidence.store(told)
            if picture is not None:
                self.outcome.pictures[told.id] = picture
        self.outcome.findings[told.id] = told
        self._screen.finding(told, self.outcome.pictures.get(told.id))


def configured(config: MatchConfig) -> Event:
    """The first line of a journal: the settings of the match."""
    mode = {"clock": config.clock, "baffle": config.baffle, "dice": config.dice}
    data = {
        "ruleset": config.ruleset,
        "length": config.length,
        "players": list(config.players),
        "home": config.home,
        "mode": mode,
    }
    return Event("MatchConfigured", src="operator", data=data)


def real_time() -> Callable[[float], None]:
    """A wait that lets frames through at the pace of their presentation times."""
    start: list[float] = []

    def wait(t: float) -> None:
        if not start:
            start.append(monotonic() - t)
        sleep(max(0.0, t - (monotonic() - start[0])))

    return wait
