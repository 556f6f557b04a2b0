"""Time and memory of tracker and referee over a long session: ``python tests/bench/tracking_bench.py``.

Real matches of ../shared/matches are staged one after another as readings, five a second, and followed as one
session, by default of eight parts of an hour. After every part it is noted what a frame cost in it (CPU of
tracker and referee, without the making of the readings) and how large tracker and program have become. Writes
tracking.json beside this file.
"""

import argparse
import gc
import json
import os
import pickle
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from fixtures.readings import Noise, readings  # noqa: E402
from fixtures.whole_match import match_of  # noqa: E402
from monitor.config import MatchConfig  # noqa: E402
from monitor.rules import Referee, load_ruleset  # noqa: E402
from monitor.tracking import MatchTracker  # noqa: E402
from vision.reading import Reading  # noqa: E402

MATCHES = ROOT.parent / "shared" / "matches"
NOISE = Noise(slot_error=0.004, die_error=0.005, drop=0.02, cube_ghost=0.003)
FPS = 5.0


@dataclass
class Part:
    """One part of the session. ms: CPU of every frame in milliseconds."""

    ms: list[float] = field(default_factory=list)
    games: int = 0
    turns: int = 0
    lost: int = 0


def session(seconds: float, fps: float = FPS) -> Iterator[Reading]:
    """Matches one after another, with a pause between them."""
    files = [
        path
        for path in sorted(MATCHES.glob("*.mat"))
        if "????" not in (text := path.read_text(encoding="utf-8-sig", errors="replace")) and "Takes" in text
    ]
    start, seq = 0.0, 0
    for number in range(10**6):
        script = match_of(files[(number * 37) % len(files)], number)
        for reading in readings(script, fps=fps, noise=NOISE, seed=number):
            t = start + reading.t
            if t >= seconds:
                return
            yield replace(reading, seq=seq, t=t)
            seq += 1
        start += script.t + 5.0


def run(parts: int, part_s: float = 3600.0) -> list[dict[str, Any]]:
    """One row a part."""
    config = MatchConfig(length=7)
    tracker, referee = MatchTracker(config), Referee(load_ruleset(config.ruleset), config, live=True)
    rows: list[dict[str, Any]] = []
    part, seq = Part(), 0
    for reading in session(parts * part_s):
        if reading.t >= (len(rows) + 1) * part_s:
            rows.append(row(len(rows) + 1, part, tracker, referee))
            part = Part()
        begun = process_time()
        events = tracker.update(reading)
        for event in events:
            seq += 1
            referee.feed(replace(event, seq=seq))
        part.ms.append(1000.0 * (process_time() - begun))
        for event in events:
            part.games += event.ev == "GameStarted"
            part.turns += event.ev == "TurnPlayed"
            part.lost += event.ev == "TrackLost"
    rows.append(row(len(rows) + 1, part, tracker, referee))
    return rows


def row(number: int, part: Part, tracker: MatchTracker, referee: Referee) -> dict[str, Any]:
    """What is noted at the end of a part; tracker_kb is the size of the pickled tracker."""
    gc.collect()
    ms = sorted(part.ms)
    found: dict[str, Any] = {
        "part": number,
        "frames": len(ms),
        "games": part.games,
        "turns": part.turns,
        "lost": part.lost,
        "cpu_ms_mean": round(sum(ms) / len(ms), 3),
        "cpu_ms_p50": round(ms[len(ms) // 2], 3),
        "cpu_ms_p99": round(ms[int(0.99 * len(ms))], 3),
        "cpu_ms_max": round(ms[-1], 1),
        "tracker_kb": round(len(pickle.dumps(tracker)) / 1024, 1),
        "findings": len(referee.findings),
        "objects": len(gc.get_objects()),
    }
    if Path("/proc/self/statm").is_file():
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        found["rss_mb"] = round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)
    return found


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", type=int, default=8)
    parser.add_argument("--part-s", type=float, default=3600.0, help="seconds of play in a part")
    args = parser.parse_args()
    rows = run(args.parts, args.part_s)
    for line in rows:
        print(line, flush=True)
    machine = {"cpu": platform.processor() or platform.machine(), "python": platform.python_version()}
    text = json.dumps({"fps": FPS, "part_s": args.part_s, "machine": machine, "parts": rows}, indent=1)
    Path(__file__).with_name("tracking.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
