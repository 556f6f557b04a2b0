"""A table that is watched, without camera, tracker or rules at work: lines are told by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Signal
from typing import Any

import numpy as np

from calibration.geometry import BoardGeometry
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import Finding
from monitor.journal import Journal
from monitor.match_settings import configured
from monitor.station.live import LiveTable
from monitor.station.screens import SourceHealth
from monitor.station.stored import StoredTable
from monitor.tracking import TrackerState
from tests.support import make_finding, make_reading
from vision.sources.frame import Frame

START = "-b----E-C---eE---c-e----B-"
AFTER = "-b----E-B---eF---c-e----B-"
GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
CONFIG = MatchConfig(players=("Anna", "Boris"), length=7)
STATE = TrackerState(START, "E", "A", "A", (3, 1), "moving", "following", 1, score=(0, 0))


class Desk:
    """Writes what is entered at once, as a watch does; slow: it takes in nothing."""

    def __init__(self, told: "Told") -> None:
        self.trouble: str | None = None
        self.slow = False
        self.entered: list[Event] = []
        self._told = told

    def enter(self, event: Event) -> Signal:
        taken = Signal()
        self.entered.append(event)
        if not self.slow:
            self._told.event(event)
            taken.set()
        return taken


class Told:
    """A live table and what it is told. Use `told` to make one."""

    def __init__(self, table: LiveTable, journal: Journal) -> None:
        self.table, self.journal = table, journal
        self.desk = Desk(self)
        table.operate(self.desk)

    def event(self, event: Event) -> Event:
        numbered = self.journal.event(event)
        self.journal.commit()
        self.table.event(numbered)
        return numbered

    def say(self, name: str, t: float = 0.0, by: Any = None, **data: Any) -> Event:
        return self.event(Event(name, t=t, t_known=t, by=by, data=data))

    def finding(self, **fields: Any) -> Finding:
        numbered = self.journal.finding(make_finding(**fields))
        self.journal.commit()
        self.table.finding(numbered, None)
        return numbered

    def frame(self, seq: int = 0, shade: int = 90, state: TrackerState = STATE) -> None:
        picture = np.full((360, 640, 3), shade, dtype=np.uint8)
        self.table.frame(Frame(seq, seq / 10, picture), make_reading(seq=seq, t=seq / 10), state)
        self.table.health(SourceHealth("live", None, seq / 10, 0.0, 10.0))

    def begin(self) -> None:
        """Settings, a game, and the opening roll."""
        self.event(configured(self.table.config))
        self.say("GameStarted", 1.0, board=START, game_no=1, home="E", light="A", score={"A": 0, "B": 0})
        self.say("DiceAtRest", 2.0, "A", dice=[die(6)], settled=True)
        self.say("DiceAtRest", 2.5, "B", dice=[die(1)], settled=True)


def die(face: int | None, **fields: Any) -> dict[str, Any]:
    """A die as events have it."""
    return {"face": face, "zone": "E", "support": "surface", "tilt": "flat", "p": 0.99} | fields


@contextmanager
def told(folder: Path, config: MatchConfig = CONFIG, name: str = "hall-1") -> Iterator[Told]:
    """A live table with a journal in this folder."""
    path = folder / "match.journal"
    with Journal.create(path, config) as journal:
        stored = StoredTable(path)
        yield Told(LiveTable(name, config, GEOMETRY, stored, journal), journal)
        stored.close()


class Places:
    """Answers for the calibration page without looking."""

    def __init__(self) -> None:
        self.corners: list[list[float]] = [list(corner) for corner in GEOMETRY.corners]

    def state(self) -> dict[str, Any]:
        return {
            "corners": self.corners,
            "layout": "bar_vertical",
            "bar": [0.47, 0.53],
            "home": "E",
            "size": [640, 360],
            "start": {"ok": True, "p": 0.99, "wrong": []},
            "verdict": "good",
            "reason": None,
        }

    find = state

    def picture(self) -> bytes:
        return b"\xff\xd8\xff\xd9"

    def put(self, corners: Any, *_: object, keep: bool) -> dict[str, Any]:
        return self.state() | {"corners": [list(corner) for corner in corners]}
