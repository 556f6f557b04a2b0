"""Cost of watching 1080p30, against decoding alone, and whether a watch keeps up beside a busy core.

``python tests/bench/live_bench.py`` writes live.json beside this file. The film is a minute of the sample
match enlarged, with a camera's noise, 6 Mbit/s (film.py); it is made once, in a folder for temporary files.
On half of its pictures no other rests (B pictures), as in most recordings that were edited or sent over the
internet: those that are not looked at need not be decoded. ``--plain``: a film without such pictures, as many
cameras write them; its cost stands apart.

Cost: the film as fast as it goes on one core, in turns: decoded only; read by the product's source; put
before the gate (every frame, and the ten a second that are looked at); perceived (every frame); watched with
the gate, and with every frame perceived (source, gate, reader, tracker, referee, journal, evidence; with the
gate also whether the board was moved, five times a second, which the slowed clock of the other would not
keep). CPU time of the whole process, every pass against the decoding before and after it.

Pace: the film in real time, all cores allowed, while another process keeps a core busy. A frame is late
when the watch turns to it more than a frame duration after its time, where a camera would have gone on.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import av

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.board_file import read_board  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from monitor.config import MatchConfig  # noqa: E402
from monitor.evidence import Evidence  # noqa: E402
from monitor.journal import Journal  # noqa: E402
from monitor.watch import Outcome, Watch  # noqa: E402
from tests.bench.film import RATE, SECONDS, SIZE, make_film  # noqa: E402
from vision.gate import Gate  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.sources import Frame, Pace, open_source, ticks  # noqa: E402
from vision.sources.video import VideoFile  # noqa: E402
from vision.steady import Steady  # noqa: E402

DEMO = ROOT / "fixtures" / "demo"
FOLDER = Path(tempfile.gettempdir()) / "gammonitor_bench"


class Film:
    """The beginning of the film as a source. stretch: how much slower its clock runs; at 3 the frames are so
    far apart that every one is looked at."""

    live = False
    size = SIZE
    path = FOLDER / "match_1080p30.mp4"
    name = path.name

    def __init__(self, frames: int, stretch: int = 1) -> None:
        self.count = frames
        self._stretch = stretch

    def __iter__(self) -> Iterator[Frame]:
        source = open_source(str(self.path))
        for frame in islice(source, self.count):
            yield frame if self._stretch == 1 else replace(frame, t=frame.t * self._stretch)
        source.close()

    def spaced(self, apart: float) -> Iterator[Frame]:
        """As the product's source does it."""
        source = VideoFile(self.path)
        for frame in source.spaced(apart / self._stretch):
            if frame.seq >= self.count:
                break
            yield frame if self._stretch == 1 else replace(frame, t=frame.t * self._stretch)
        source.close()

    def close(self) -> None:
        """Closed after every reading."""


def made_film(plain: bool = False) -> None:
    """Make the film where it is not there yet. plain: without pictures on which no other rests."""
    if plain:
        Film.path = FOLDER / "match_1080p30_plain.mp4"
    if not Film.path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        make_film(DEMO / "match.mp4", Film.path, plain)


def decode(frames: int) -> None:
    """What there is to beat: the decoder alone, set up as the product does."""
    with av.open(str(Film.path)) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        for _ in islice(container.decode(stream), frames):
            pass


def board() -> BoardGeometry:
    """Where the board is in the film."""
    return read_board(DEMO / "board.toml").scaled(SIZE)


def gate(frames: int, stretch: int = 1) -> int:
    """Frames the gate wants read."""
    judge = Gate(board())
    return sum(judge.look(frame) == "read" for frame in ticks(Film(frames, stretch)) if frame is not None)


def perceive(frames: int) -> int:
    """Every frame read in full."""
    reader = Reader(board())
    return sum(reader.read(frame).seq >= 0 for frame in Film(frames))


def watch(source: Film, gated: bool, wait: Callable[[float], None] | None = None) -> Outcome:
    """The film through the product's own watch, without pictures on a screen."""
    geometry = board()
    config = MatchConfig(bar=geometry.bar_edges)
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.create(Path(folder) / "m.journal", config) as journal,
        Evidence(Path(folder) / "pictures", geometry, config, journal) as evidence,
    ):
        judge = Gate(geometry) if gated else None
        steady = Steady(geometry) if gated else None
        watching = Watch(Reader(geometry), config, journal, evidence, (), judge, steady=steady)
        return watching.run(source, wait)


def cpu(work: Callable[[int], Any], frames: int) -> tuple[float, Any]:
    """CPU milliseconds a frame of the film, all threads, and what the work returned."""
    started = time.process_time()
    result = work(frames)
    return (time.process_time() - started) * 1e3 / frames, result


def costs(frames: int, rounds: int) -> dict[str, Any]:
    """Medians over rounds; every pass between two of decoding."""
    passes: dict[str, Callable[[int], Any]] = {
        "source": lambda n: sum(1 for _ in Film(n)),
        "gate_every_frame": lambda n: gate(n, stretch=3),
        "gate": gate,
        "perceive_every_frame": perceive,
        "watch_gated": lambda n: watch(Film(n), gated=True).read,
        "watch_every_frame": lambda n: watch(Film(n, stretch=3), gated=False).read,
    }
    decoding: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in passes}
    spent: dict[str, list[float]] = {name: [] for name in passes}
    results: dict[str, Any] = {}
    for _ in range(rounds):
        before = cpu(decode, frames)[0]
        for name, work in passes.items():
            cost, results[name] = cpu(work, frames)
            after = cpu(decode, frames)[0]
            ratios[name].append(cost / ((before + after) / 2))
            spent[name].append(cost)
            decoding.append(after)
            before = after
            print(f"{name}: {cost:.2f} ms a frame, {ratios[name][-1]:.2f} of decoding", flush=True)
    ratio = {name: round(median(values), 3) for name, values in ratios.items()}
    return {
        "what": "CPU ms a frame of 1080p30 on one core, medians; ratios to decoding in the same minute",
        "decode_ms": round(median(decoding), 2),
        "ms": {name: round(median(values), 2) for name, values in spent.items()},
        "ratio": ratio,
        "ratios_of_all_rounds": {name: [round(v, 3) for v in values] for name, values in ratios.items()},
        "gate_alone_of_decoding": round(ratio["gate_every_frame"] - ratio["source"], 3),
        "share_read_when_gated": round(results["watch_gated"] / frames, 3),
        "frames": frames,
        "rounds": rounds,
    }


def real_time(frames: int) -> dict[str, Any]:
    """The film at its own pace beside a busy core."""
    spin = [sys.executable, "-c", "while True: pass"]
    busy = subprocess.Popen(spin)
    os.sched_setaffinity(busy.pid, {max(os.sched_getaffinity(0))})
    pace = Pace()
    started, cpu_started = time.monotonic(), time.process_time()
    load = os.getloadavg()[0]
    try:
        outcome = watch(Film(frames), gated=True, wait=pace)
    finally:
        busy.kill()
        busy.wait()
    wall, spent = time.monotonic() - started, time.process_time() - cpu_started
    return {
        "what": "1080p30 in real time, one core kept busy by another process",
        "film_s": frames / RATE,
        "wall_s": round(wall, 2),
        "cpu_share_of_a_core": round(spent / wall, 3),
        "frames_looked_at": pace.frames,
        "read": outcome.read,
        "late": pace.late,
        "worst_lateness_ms": round(pace.worst * 1e3, 1),
        "load_before": round(load, 1),
        "scheduling": {os.SCHED_OTHER: "normal", os.SCHED_FIFO: "real time"}.get(os.sched_getscheduler(0)),
    }


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--only", choices=("cost", "pace"))
    parser.add_argument("--plain", action="store_true", help="the film without B pictures: cost alone")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("live.json"))
    options = parser.parse_args()
    made_film(options.plain)
    result = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else {}
    frames, cores = options.seconds * RATE, os.sched_getaffinity(0)
    if options.only != "cost" and not options.plain:
        result["real_time"] = real_time(frames)
    if options.only != "pace":
        os.sched_setaffinity(0, {min(cores)})
        result["cost_plain" if options.plain else "cost"] = costs(frames, options.rounds)
    result["machine"] = {"cpu": platform.processor() or platform.machine(), "cores": len(cores)}
    result["versions"] = {"python": platform.python_version(), "av": av.__version__}
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
