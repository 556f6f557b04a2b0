"""The table that is being watched in this process."""

import json
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from calibration.geometry import BoardGeometry
from monitor.config import MatchConfig
from monitor.events import Event, Json
from monitor.findings import Finding
from monitor.journal import Journal
from monitor.journal.journal import Remark
from monitor.match_settings import changed_config, settings_of
from monitor.rules import RuleSet
from monitor.station.parts import Lines
from monitor.station.pictures import Pictures
from monitor.station.places import colours_of, seen_board, unsure_places
from monitor.station.screens import SourceHealth
from monitor.station.snapshot import game_part, match_part, track_part
from monitor.station.stored import StoredTable, trouble_of
from monitor.station.table import Table
from monitor.tracking.state import TrackerState
from vision.reading import Reading
from vision.sources.frame import Frame

TAIL = 4000
"""Newest lines that are kept in memory; older ones are read from the journal."""


class TailLines:
    """The newest lines in memory, the older ones where they are stored."""

    def __init__(self, stored: Lines) -> None:
        self._stored = stored
        self._tail: deque[tuple[int, str]] = deque(maxlen=TAIL)

    def add(self, seq: int, text: str) -> None:
        """A line was written."""
        self._tail.append((seq, text))

    def after(self, seq: int, limit: int) -> list[tuple[int, str]]:
        """(seq, JSON) of the lines behind a number."""
        tail = list(self._tail)
        if not tail or seq < tail[0][0] - 1:
            found = self._stored.after(seq, limit)
            if found or not tail:
                return found
        return [line for line in tail if line[0] > seq][:limit]


class LiveTable(Table):
    """Follows a watch as one of its screens, and hands on what operators enter."""

    live = True

    def __init__(
        self,
        id_: str,
        config: MatchConfig,
        geometry: BoardGeometry,
        stored: StoredTable,
        journal: Journal,
        rules: Sequence[RuleSet] = (),
    ) -> None:
        self._tail = TailLines(stored)
        super().__init__(id_, self._tail, stored, rules)
        self.config = config
        self.pictures: Pictures = Pictures(geometry)
        self.source = SourceHealth()
        self._journal = journal
        self._state: TrackerState | None = None
        self._track: tuple[object, ...] = ()
        self._since = 0.0

    def frame(self, frame: Frame, reading: Reading, state: TrackerState) -> None:
        """A frame has been dealt with."""
        self.pictures.show(frame, reading)
        if state == self._state:
            return
        track = (state.following, state.reason, state.phase == "setup")
        with self._lock:
            if track != self._track:
                self._track, self._since = track, frame.t
            self._state = state
        self.wake()

    def event(self, event: Event) -> None:
        """An event was written."""
        if event.ev == "MatchConfigured":
            self.config = changed_config(self.config, event)
        self._line(event.seq, event.to_json())

    def finding(self, finding: Finding, picture: Path | None) -> None:  # noqa: ARG002 - a Screen
        """A finding was raised or has changed."""
        self._line(finding.seq, finding.to_json())

    def health(self, health: SourceHealth) -> None:
        """How the source is."""
        news = (health.state, health.reason) != (self.source.state, self.source.reason)
        self.source = health
        if news:
            self.wake()

    def snapshot(self) -> Json:
        """Everything a monitor may see of the state of the table."""
        with self._lock:
            course, state = self.course, self._state
            home = (state.home if state else None) or course.home
            light = (state.light if state else None) or course.light
            score = list(state.score) if state and state.score else course.score
            reading = self.pictures.reading
            match = match_part(course, home, light, score, self.rules_title)
            match["colours"] = colours_of(reading, light)
            game = game_part(course, state)
            game["unsure"] = unsure_places(reading, home, light)
            return {
                "table": self.id,
                "title": self.title,
                "live": self.source.state != "ended",
                "version": self.version,
                "source": self.snapshot_source(),
                "match": match,
                "game": game,
                "track": track_part(course, state, self._since),
                "journal": self._journal_part(),
                "findings": self._counts(),
            }

    def snapshot_source(self) -> Json:
        """How the source is, as the snapshot has it."""
        source, age, frame = self.source, self.pictures.age, self.pictures.frame
        newest = source.t if frame is None else max(source.t, frame.t)
        return {
            "state": source.state,
            "reason": source.reason,
            "t": round(newest, 3),
            "age_s": None if age is None else round(age, 2),
            "fps": source.fps,
            "dropped": source.dropped,
            "reconnects": source.reconnects,
        }

    def _journal_part(self) -> Json:
        health = self._journal.health
        ok = health.state == "ok" and not health.stopped
        return {"ok": ok, "reason": trouble_of(health), "seq": self.course.seq, "head": self._journal.head}

    def placed(self, geometry: BoardGeometry, home: str | None) -> None:
        """The board was placed anew; the settings follow as far as the match has not begun."""
        self.pictures.geometry = geometry
        if self.course.games:
            return
        news: Json = {"bar": list(geometry.bar_edges), "has_bar": geometry.layout != "no_bar"}
        if home in ("E", "W"):
            news["home"] = home
        before = settings_of(self.config)
        changed = sorted(name for name, value in news.items() if before[name] != value)
        if changed:
            self.enter(Event("MatchConfigured", src="operator", data={**before, **news, "changed": changed}))

    def believed(self, reading: Reading) -> bool:
        """Whether a reading shows the board that the tracker believes in."""
        state = self._state
        if state is None or state.board is None or state.home is None or state.light is None:
            return False
        return seen_board(reading, state.home, state.light) == state.board[1:25]

    def health_for_director(self) -> Json:
        """What the director's page shows of the station's health."""
        journal, source = self._journal_part(), self.snapshot_source()
        return {
            "journal_ok": journal["ok"],
            "journal_reason": journal["reason"],
            "fps": source["fps"],
            "dropped": source["dropped"],
        }

    def config_now(self) -> MatchConfig:
        """The settings as they are now."""
        return self.config

    def keep_note(self, kind: Remark, text: str, finding: str | None, who: str) -> None:
        """Store a remark."""
        self._journal.note(kind, text, finding=finding, by=who, t=self.source.t)

    def _line(self, seq: int, line: Json) -> None:
        self._tail.add(seq, json.dumps(line, ensure_ascii=False))
        self.take(line)
