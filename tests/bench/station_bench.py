"""The station beside a watch: how soon an event is in the browser, what viewers cost, and four hours at once.

``python tests/bench/station_bench.py`` writes station.json beside this file. Browsers are played by another
process, so that what is measured is the process that watches. Times are CPU time of that process, but for the
delays, which are wall time and say how busy the machine was.

delay: an event is written; when has the reader of the server-sent events got it? viewers: a table is told ten
frames of the sample match (1280x720) a second, all of them new; the share of a core that its process takes
with nobody looking, and with four viewers of the pictures. soak: staged games one after another, four hours
of match time, through watch, journal, table and two browsers, as fast as it goes; memory and open files are
noted as it goes on.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.readings import Noise, readings  # noqa: E402
from fixtures.staged import stage  # noqa: E402
from monitor.config import MatchConfig  # noqa: E402
from monitor.evidence import Evidence  # noqa: E402
from monitor.journal import Journal  # noqa: E402
from monitor.station.live import LiveTable  # noqa: E402
from monitor.station.stored import StoredTable  # noqa: E402
from monitor.watch import Watch  # noqa: E402
from monitor.web.access import Access  # noqa: E402
from monitor.web.app import create_app  # noqa: E402
from monitor.web.server import Server  # noqa: E402
from tests.monitor.station.stand_in import STATE, Told, told  # noqa: E402
from tests.support import make_reading  # noqa: E402
from vision.reading import Reading  # noqa: E402
from vision.sources import Frame, open_source  # noqa: E402

EVENTS = 300
EVENTS_APART = 0.05
VIEWED_S = 20.0
FRAMES_APART = 0.1
VIEWERS = 4
HOURS = 4.0
FPS = 8.0
STEP_S = 600.0
GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))

LISTENER = """
import sys, time, urllib.request
stream = urllib.request.urlopen(sys.argv[1])
for line in stream:
    if line.startswith(b"id: "):
        print(int(line[4:]), time.monotonic(), flush=True)
"""
VIEWER = """
import sys
from websockets.sync.client import connect
with connect(sys.argv[1], max_size=None) as socket:
    for message in socket:
        pass
"""


def browser(program: str, address: str, **options: Any) -> subprocess.Popen[str]:
    """Another process that takes in what the station sends."""
    return subprocess.Popen([sys.executable, "-c", program, address], text=True, **options)


def delays(folder: Path) -> dict[str, float]:
    """Milliseconds from writing an event until another process has read it from the stream."""
    with told(folder) as hall, Server(create_app([hall.table], Access()), "127.0.0.1", 0) as server:
        hall.begin()
        address = f"{server.url}api/tables/hall-1/stream"
        listener = browser(LISTENER, address, stdout=subprocess.PIPE)
        time.sleep(2.0)
        written = {}
        for number in range(EVENTS):
            begun = time.monotonic()
            event = hall.say("DiceThrown", 10.0 + number, "A", n=2)
            written[event.seq] = begun
            time.sleep(EVENTS_APART)
        time.sleep(1.0)
        listener.kill()
        assert listener.stdout is not None
        got = dict(line.split() for line in listener.stdout.read().splitlines())
        listener.wait()
    took = sorted(1000 * (float(got[str(seq)]) - begun) for seq, begun in written.items())
    return {
        "events": len(took),
        "median_ms": round(median(took), 2),
        "p99_ms": round(took[int(0.99 * len(took))], 2),
        "worst_ms": round(took[-1], 2),
    }


def viewed(folder: Path, viewers: int) -> dict[str, float]:
    """Share of a core that the process takes while frames come and so many look at them."""
    video = open_source(str(ROOT / "fixtures" / "demo" / "match.mp4"))
    frames = [frame.pixels for frame in islice(iter(video), 0, 400, 10)]
    video.close()
    with told(folder) as hall, Server(create_app([hall.table], Access()), "127.0.0.1", 0) as server:
        hall.begin()
        feed(hall, frames, 1.0)
        address = f"{server.url.replace('http', 'ws')}api/tables/hall-1/live"
        looking = [browser(VIEWER, address) for _ in range(viewers)]
        feed(hall, frames, 3.0)
        begun, clock = time.process_time(), time.monotonic()
        feed(hall, frames, VIEWED_S)
        share = (time.process_time() - begun) / (time.monotonic() - clock)
        for one in looking:
            one.kill()
            one.wait()
    return {"viewers": viewers, "share_of_a_core": round(share, 4)}


def feed(hall: Told, frames: list[Any], seconds: float) -> None:
    """New frames for so long, each with a reading of its own."""
    end = time.monotonic() + seconds
    for seq in count():
        next_at = time.monotonic() + FRAMES_APART
        frame = Frame(seq, seq * FRAMES_APART, frames[seq % len(frames)])
        hall.table.frame(frame, make_reading(seq=seq, t=frame.t), STATE)
        if next_at > end:
            return
        time.sleep(max(0.0, next_at - time.monotonic()))


class Staged:
    """Games one after another as a source of frames and their reader."""

    name, live, size, count = "staged", False, (640, 360), None

    def __init__(self, hours: float) -> None:
        self._until = hours * 3600.0
        self._reading: Reading | None = None
        self.notes: list[dict[str, float]] = []
        self._begun = time.process_time()

    def __iter__(self) -> Iterator[Frame]:
        seq, begun, noted = 0, 0.0, 0.0
        pictures = [np.full((360, 640, 3), shade, dtype=np.uint8) for shade in range(60, 180, 10)]
        for seed in count(1):
            t = begun
            for reading in readings(stage(seed, most_turns=400), fps=FPS, noise=Noise(), seed=seed):
                t = begun + reading.t
                if t >= noted:
                    self.note(t)
                    noted += STEP_S
                if t >= self._until:
                    self.note(t)
                    return
                self._reading = replace(reading, seq=seq, t=t)
                yield Frame(seq, t, pictures[seq % len(pictures)])
                seq += 1
            begun = t + 3.0

    def close(self) -> None: ...

    def read(self, frame: Frame) -> Reading:
        assert self._reading is not None
        return self._reading

    def note(self, t: float) -> None:
        """Memory and handles now."""
        status = Path("/proc/self/status").read_text()
        memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        self.notes.append(
            {
                "match_minutes": round(t / 60),
                "cpu_s": round(time.process_time() - self._begun),
                "rss_mb": round(int(memory) / 1024, 1),
                "open_files": len(list(Path("/proc/self/fd").iterdir())),
                "threads": len(list(Path("/proc/self/task").iterdir())),
            }
        )
        print(self.notes[-1], flush=True)


def soak(folder: Path, hours: float) -> dict[str, Any]:
    """Hours of match time through everything that belongs to a station."""
    config = MatchConfig(players=("Anna", "Boris"), length=25)
    path = folder / "soak.journal"
    source = Staged(hours)
    with (
        Journal.create(path, config, source="staged") as journal,
        Evidence(folder / "pictures", GEOMETRY, config, journal) as evidence,
    ):
        stored = StoredTable(path)
        table = LiveTable("soak", config, GEOMETRY, stored, journal)
        watch = Watch(source, config, journal, evidence, [table], history=journal.history)
        table.operate(watch)
        with Server(create_app([table], Access()), "127.0.0.1", 0) as server:
            base = f"{server.url}api/tables/soak/"
            others = [
                browser(LISTENER, f"{base}stream", stdout=subprocess.DEVNULL),
                browser(VIEWER, f"{base.replace('http', 'ws')}live"),
            ]
            outcome = watch.run(source)
            for one in others:
                one.kill()
                one.wait()
        lines, position = journal.seq, journal.position
        stored.close()
    first, last = source.notes[min(2, len(source.notes) - 2)], source.notes[-1]
    return {
        "hours": hours,
        "frames": outcome.frames,
        "items": position,
        "lines": lines,
        "findings": len(outcome.findings),
        "journal_mb": round(path.stat().st_size / 1e6, 1),
        "growth_mb_an_hour": round(
            (last["rss_mb"] - first["rss_mb"]) / ((last["match_minutes"] - first["match_minutes"]) / 60), 2
        ),
        "over_time": source.notes,
    }


def main() -> None:
    """Measure and write station.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=HOURS)
    parser.add_argument("--parts", default="delay,viewers,soak")
    parser.add_argument("-o", "--output", type=Path, default=Path(__file__).with_name("station.json"))
    options = parser.parse_args()
    parts = options.parts.split(",")
    report: dict[str, Any] = {
        "what": "event to browser (wall ms), share of a core with viewers, hours of match time at once",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 1),
    }
    if options.output.exists():
        report = json.loads(options.output.read_text()) | report
    with tempfile.TemporaryDirectory() as scratch:
        if "delay" in parts:
            report["delay"] = delays(made(scratch, "delay"))
        if "viewers" in parts:
            report["viewers"] = [viewed(made(scratch, f"v{n}"), n) for n in (0, 1, VIEWERS)]
        if "soak" in parts:
            report["soak"] = soak(made(scratch, "soak"), options.hours)
    options.output.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps({name: value for name, value in report.items() if name != "soak"}, indent=1))


def made(scratch: str, name: str) -> Path:
    """A folder of its own."""
    folder = Path(scratch) / name
    folder.mkdir()
    return folder


if __name__ == "__main__":
    main()
