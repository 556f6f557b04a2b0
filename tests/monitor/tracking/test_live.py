"""Live or recorded, the same frames give the same lines."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from calibration.geometry import BoardGeometry
from fixtures.readings import readings
from monitor.config import MatchConfig
from monitor.evidence import Evidence
from monitor.journal import Journal, JournalReader
from monitor.watch import Watch
from tests.monitor.tracking.sim import QUIET, four_turns
from vision.reading import Reading
from vision.sources.frame import Frame

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
PICTURE = np.zeros((360, 640, 3), dtype=np.uint8)
CONFIG = MatchConfig(length=3)


class Frames:
    """A source that is its own reader. live: as a camera, not as a file."""

    name, size, count = "script", (640, 360), None

    def __init__(self, source: list[Reading], *, live: bool) -> None:
        self._readings = {reading.seq: reading for reading in source}
        self.live = live

    def __iter__(self) -> Iterator[Frame]:
        for reading in self._readings.values():
            yield Frame(reading.seq, reading.t, PICTURE)

    def close(self) -> None: ...

    def read(self, frame: Frame) -> Reading:
        return self._readings[frame.seq]


def lines(source: list[Reading], folder: Path, *, live: bool) -> list[str]:
    """The journal of a watch."""
    path = folder / f"{'live' if live else 'recorded'}.journal"
    frames = Frames(source, live=live)
    with Journal.create(path, CONFIG, source="script", live=live) as journal:
        Watch(frames, CONFIG, journal, Evidence(folder, GEOMETRY, CONFIG)).run(frames)  # type: ignore[arg-type]
    with JournalReader(path) as stored:
        return list(stored.lines())


def test_live_or_recorded_the_same_frames_give_the_same_lines(tmp_path: Path) -> None:
    source = list(readings(four_turns(12), fps=10.0, noise=QUIET, seed=2))
    live, recorded = (lines(source, tmp_path, live=live) for live in (True, False))
    assert live == recorded
    told = [json.loads(line)["ev"] for line in live]
    assert told.count("TurnPlayed") == 4
    assert "Finding" in told
