"""The road from source to findings: frame, reading, events, findings, and what is kept of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Signal
from time import monotonic
from typing import Final, Protocol

import numpy as np

from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.evidence import Evidence
from monitor.findings import Finding
from monitor.following import Following, History, Make, tracker_and_referee
from monitor.journal import Continuation, Finished
from monitor.rederiving import Log
from monitor.station.screens import Screen, SourceHealth
from monitor.tracking.seen_press import press_of
from monitor.tracking.state import TrackerState
from vision.clock_spot import ClockSpot
from vision.errors import SourceBrokenError
from vision.gate import Gate, Look
from vision.lens_seen import straightened
from vision.reading import Reading, unseen
from vision.sources import Frame, LiveSource, Source, ticks
from vision.standstill import Standstill
from vision.steady import Moved, Steady

HEALTH_EVERY: Final = 0.2
"""Wall seconds between two reports on the source."""
GONE_S: Final = 1.5
"""Without a picture for this long the thread of the game counts as lost; told within two seconds."""
NUDGE: Final = 0.01
"""A board that moved by less, in sizes of the field, is read all the same: only its place is taken anew."""
RESTLESS: Final = "the camera does not keep still: a stand would help"
RESTLESS_FOR: Final = 0.1
"""Share of the frames in which it does not, from which that is said at the end."""
LIVE_BUDGET: Final = 0.02
"""Seconds a frame that deriving again may take while a camera is running."""


class Reads(Protocol):
    """Turns a frame into a reading."""

    def read(self, frame: Frame) -> Reading:
        """What the frame shows."""
        ...

    def place(self, geometry: BoardGeometry) -> None:
        """The board is there from now on."""
        ...


_Look = tuple[Reads, Gate | None, Steady | None, Standstill | None]


class Keeps(Log, Protocol):
    """A journal: lines, and the items they rest on."""

    @property
    def position(self) -> int:
        """Number of the newest item."""
        ...

    def reading(self, reading: Reading) -> Reading:
        """Keep a reading; returns it as it is stored."""
        ...

    def said(self, event: Event) -> Event:
        """Keep what somebody has entered; returns it as it is stored."""
        ...

    def finished(self) -> None:
        """Keep that the watch ends here."""
        ...

    def commit(self) -> None:
        """What was kept so far belongs together."""
        ...


@dataclass
class Outcome:
    """What a watch left behind.

    findings: each at its newest status, by id. pictures: of the findings, by id. frames: seen; read: of
    these, how many were looked at in full. broken: why the source ended early. stopped: by the keyboard or a
    signal. no_game: why no game was followed, where none was. notice: what made following hard at the end.
    """

    findings: dict[str, Finding] = field(default_factory=dict)
    pictures: dict[str, Path] = field(default_factory=dict)
    frames: int = 0
    read: int = 0
    broken: str | None = None
    stopped: bool = False
    no_game: str | None = None
    notice: str | None = None


class Watch:
    """Drives one source along the road. Every output is complete up to the newest frame at any time."""

    trouble: str | None = None
    """Why entries cannot be taken in: they always can."""

    def __init__(
        self,
        reader: Reads,
        config: MatchConfig,
        journal: Keeps,
        evidence: Evidence,
        screens: Sequence[Screen] = (),
        gate: Gate | None = None,
        history: History | None = None,
        make: Make = tracker_and_referee,
        steady: Steady | None = None,
        standstill: Standstill | None = None,
        clock: ClockSpot | None = None,
        lens: Lens | None = None,
    ) -> None:
        """lens: through which the source sees; its frames are straightened before anything looks at them, the
        clips of a recording are not. steady: notices that the board is elsewhere in the picture; the rest
        then goes by its new place. While the camera does not keep still frames are turned back to where the
        board was said to be, for screens and as evidence, too: what is drawn on them would lie beside the
        board else. standstill: notices that a picture is sent again; none of these is read. clock: sees hands
        that come to the game clock; they are kept as presses that were seen."""
        self.following = Following(config, journal, self._told, history, make)
        self.outcome = Outcome(findings=self.following.findings)
        self._reader = reader
        self._journal = journal
        self._evidence = evidence
        self._screens = list(screens)
        self._gate = gate
        self._steady = steady
        self._standstill = standstill
        self._clock = clock
        self._lens = lens or Lens()
        self._entered: SimpleQueue[tuple[Event, Signal]] = SimpleQueue()
        self._last: Reading | None = None
        self._newest: Frame | None = None
        self._arrived = monotonic()
        self._reported = 0.0
        self._rate = _Rate()
        self._dropped = self._restless = 0
        self._gone = False
        self._next_look: _Look | None = None
        self._goes_on: Continuation | None = None
        self.beat: Callable[[], None] | None = None
        self.placed: Callable[[BoardGeometry], None] | None = None

    def run(
        self,
        source: Source,
        wait: Callable[[float], None] | None = None,
        goes_on: Continuation | None = None,
    ) -> Outcome:
        """Watch a source to its end, to where it breaks off, or until interrupted.

        wait: called with each frame's presentation time before the frame is dealt with. goes_on: the match is
        resumed, and the following has caught up with its journal.
        """
        self._goes_on = goes_on
        if goes_on is None:
            self.following.begin()
        budget = LIVE_BUDGET if source.live else None
        try:
            for frame in ticks(source):
                moment = self._in_match(frame)
                if moment is None:
                    self._idle(source)
                else:
                    if wait is not None:
                        wait(moment.t)
                    self._frame(moment, budget)
                self._report(source)
        except SourceBrokenError as error:
            self.outcome.broken = str(error)
        except KeyboardInterrupt:
            self.outcome.stopped = True
        self._end()
        return self.outcome

    def linger(self, stop: Signal) -> None:
        """After the end: go on taking in what operators enter, until told to stop."""
        while not stop.is_set():
            try:
                event, taken = self._entered.get(timeout=0.2)
            except Empty:
                continue
            self._say(event, self.following.now)
            self._journal.commit()
            taken.set()

    def enter(self, event: Event) -> Signal:
        """Take in what an operator or a clock says; may be called from any thread. It counts from the next
        frame on, and happened then if it has no time of its own. Returns what is set once it is taken in."""
        taken = Signal()
        self._entered.put((event, taken))
        return taken

    @property
    def unread(self) -> list[str]:
        """Events that could not be judged, and why."""
        return list(getattr(self.following.referee, "unread", ()))

    def look_again(
        self,
        reader: Reads,
        gate: Gate | None,
        steady: Steady | None = None,
        standstill: Standstill | None = None,
    ) -> None:
        """Read with another reader from the next frame on, because the board was placed anew."""
        self._next_look = (reader, gate, steady, standstill)

    def _in_match(self, frame: Frame | None) -> Frame | None:
        """A frame with number and time in the match; None where there is none, or the match has it."""
        return frame if frame is None or self._goes_on is None else self._goes_on.frame(frame)

    def _now(self, source: LiveSource) -> float:
        """Presentation time of this moment, in the match."""
        return source.now if self._goes_on is None else self._goes_on.time(source.now)

    def _frame(self, frame: Frame, budget: float | None) -> None:
        frame = straightened(frame, self._lens)
        self._newest, self._arrived, self._gone = frame, monotonic(), False
        self._dropped += frame.dropped
        self._rate.count(self._arrived)
        if self._next_look is not None:
            self._reader, self._gate, self._steady, self._standstill = self._next_look
            self._next_look = self._last = None
        self._take_entered(frame.t, budget)
        moved = None if self._steady is None else self._steady.look(frame)
        if moved is not None:
            self._move(moved, frame.t, budget)
        news = "new" if self._standstill is None else self._standstill.look(frame)
        elsewhere = self._steady is not None and self._steady.unsure
        frame = frame if self._steady is None else self._steady.steadied(frame)
        self._watch_clock(frame, budget)
        self.outcome.frames += 1
        if news == "still":
            look: Look | None = None
        elif news == "again" and self._last is not None:
            look = "moving"
        else:
            look = "read" if self._gate is None or self._last is None else self._gate.look(frame)
        if (look == "moving" or (elsewhere and look is not None)) and self._last is not None:
            reading = self._last
            self._evidence.remember(frame, reading)
            self.following.work(budget)
        else:
            reading = self._journal.reading(self._look(frame, look))
            self._evidence.remember(frame, reading)
            self.following.take(self._journal.position, reading, budget)
            self._journal.commit()
        state = self._with_camera(self.following.tracker.state)
        for screen in self._screens:
            screen.frame(frame, reading, state)

    def _with_camera(self, state: TrackerState) -> TrackerState:
        """What is believed, with what makes following hard in how the camera stands."""
        if self._steady is None or not self._steady.restless:
            return state
        self._restless += 1
        return state if state.reason is not None else replace(state, reason=RESTLESS)

    def _watch_clock(self, frame: Frame, budget: float | None) -> None:
        hand = None if self._clock is None else self._clock.look(frame)
        if hand is not None:
            self._say(press_of(hand), frame.t, budget)

    def _move(self, moved: Moved, t: float, budget: float | None) -> None:
        """Read the board at its new place; after more than a nudge the thread is lost until then."""
        if moved.far > NUDGE and not moved.followed:
            data = {"reason": moved.reason, "found": moved.geometry is not None}
            self._say(Event("TrackLost", src="derived", data=data), t, budget)
        place = moved.geometry
        if place is None:
            return
        self._reader.place(place)
        self._last = None
        self._gate = None if self._gate is None else Gate(place)
        if self._standstill is not None:
            self._standstill.place(place)
        if self._clock is not None:
            self._clock.place(place)
        self._evidence.place(place)
        if self.placed is not None:
            self.placed(place)

    def _idle(self, source: Source) -> None:
        """No new picture: hear what is entered, go on deriving, and say when the camera is gone."""
        if not isinstance(source, LiveSource):
            return
        self._take_entered(self._now(source), LIVE_BUDGET)
        health = source.health
        lost = self.following.tracker.state.following == "lost"
        if not self._gone and not lost and self._newest is not None and (health.age or 0.0) >= GONE_S:
            self._gone = True
            reason = health.reason or f"no picture for {health.age:.1f} s"
            self._say(Event("TrackLost", src="derived", data={"reason": reason}), self._now(source))
        self.following.work(LIVE_BUDGET)
        self._journal.commit()

    def _take_entered(self, t: float, budget: float | None = None) -> None:
        while not self._entered.empty():
            event, taken = self._entered.get()
            self._say(event, t, budget)
            self._journal.commit()
            taken.set()

    def _say(self, event: Event, t: float, budget: float | None = None) -> None:
        event = self._journal.said(replace(event, t=event.t or max(0.0, t)))
        self.following.take(self._journal.position, event, budget)

    def _look(self, frame: Frame, look: Look | None) -> Reading:
        """The reading of a frame. look: what is to be done with it, None where it was sent before: then
        nothing of what is there now is seen."""
        if self._last is None or look == "read":
            self._last = self._reader.read(frame)
            self.outcome.read += 1
            return self._last
        if look is None:
            return unseen(self._last, frame.seq, frame.t, "the picture stands still")
        return replace(self._last, seq=frame.seq, t=frame.t, motion=np.zeros_like(self._last.motion))

    def _told(self, line: Event | Finding) -> None:
        if isinstance(line, Event):
            self._evidence.event(line)
            for screen in self._screens:
                screen.event(line)
            return
        picture = self._evidence.store(line)
        if picture is not None:
            self.outcome.pictures[line.id] = picture
        for screen in self._screens:
            screen.finding(line, self.outcome.pictures.get(line.id))

    def _end(self) -> None:
        self._take_entered(self._newest.t if self._newest else 0.0)
        self._journal.finished()
        self.following.take(self._journal.position, Finished())
        state = self.following.tracker.state
        restless = RESTLESS if self._restless > RESTLESS_FOR * self.outcome.frames else None
        self.outcome.no_game, self.outcome.notice = state.no_game, state.notice or restless
        self._journal.commit()
        ended = SourceHealth(
            "ended", self.outcome.broken, max(0.0, self.following.now), self._age(), None, self._dropped
        )
        for screen in self._screens:
            screen.health(ended)
        self._evidence.close()

    def _report(self, source: Source) -> None:
        if self.beat is not None:
            self.beat()
        now = monotonic()
        if now - self._reported < HEALTH_EVERY:
            return
        self._reported = now
        t = self._newest.t if self._newest else 0.0
        if isinstance(source, LiveSource):
            live = source.health
            health = SourceHealth(
                live.state, live.reason, t, live.age, live.fps, live.drops + live.skipped, live.reconnects
            )
        else:
            health = SourceHealth("live", None, t, self._age(), self._rate.value, self._dropped)
        for screen in self._screens:
            screen.health(health)

    def _age(self) -> float | None:
        return None if self._newest is None else monotonic() - self._arrived


class _Rate:
    """Frames a second over the last second or so."""

    def __init__(self) -> None:
        self.value: float | None = None
        self._since = 0.0
        self._count = 0

    def count(self, now: float) -> None:
        """One frame at this wall time."""
        if not self._since:
            self._since = now
            return
        self._count += 1
        if now - self._since >= 1.0:
            self.value = round(self._count / (now - self._since), 1)
            self._since, self._count = now, 0
