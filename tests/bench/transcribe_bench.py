"""Cost of a transcription beside decoding the same file with PyAV, in one run, on one core.

``python tests/bench/transcribe_bench.py`` writes transcribe.json beside this file. Two films: the sample
match (720p at 12 frames a second, a key frame in 20 s, so that hardly anything can be skipped), and a minute
of 1080p30 as cameras make it (``film.py``). CPU seconds of decoding every frame, of the first pass, and of
the whole way from file to transcript: medians over interleaved rounds.

``workers``: the sample match five times over by one worker and by two. ``two_workers_to_one`` is by the clock
and asks for two cores that do nothing else; ``by_cpu`` is what the CPU seconds of both runs allow on such
cores (a busy machine changes it little), ``serial_share`` the part of the work that only one process can do.

``memory``: peak resident memory of a process of its own, and of its largest worker, over three hours of 1080p
(``long_film.py``; ``--films`` keeps the film, 2 GB).
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import av

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.cv import cv2  # noqa: E402
from models import shared_session  # noqa: E402
from monitor.batch import chosen  # noqa: E402
from monitor.config import MatchConfig  # noqa: E402
from monitor.transcribe import (  # noqa: E402
    Placing,
    ReadingsFolder,
    derive,
    follow_units,
    read_each,
    settled,
    survey,
    transcribe,
    write,
)
from tests.bench.film import make_film  # noqa: E402
from tests.bench.long_film import make_long_film  # noqa: E402

DEMO = ROOT / "fixtures" / "demo"
TABLE = Path(__file__).with_name("transcribe.json")
NETWORKS = ("locate", "fit", "slots", "sides", "bar", "dice_find", "dice_read", "lean", "faces")
"""Loaded before anything is measured."""
PARTS = ["sample match, 720p12", "one minute of 1080p30", "workers", "memory"]
PLACED = Placing(calibration=DEMO / "board.toml")
WORKED_TIMES = 5
START_S = 2.0
"""A worker that has started waits so long, so that another takes the next piece."""
HOURS = 3


def decode(path: Path) -> float:
    """CPU seconds of decoding every frame."""
    begun = time.process_time()
    with av.open(str(path)) as container:
        for _ in container.decode(video=0):
            pass
    return time.process_time() - begun


def first_pass(path: Path) -> float:
    """CPU seconds of the scan of key frames, the board looked for in them."""
    begun = time.process_time()
    survey([path], Placing())
    return time.process_time() - begun


def whole(path: Path) -> tuple[float, int]:
    """CPU seconds of a transcription, and how many plays were found."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        made = transcribe([path], MatchConfig(length=1), Path(folder), placing=PLACED)
        spent = time.process_time() - begun
    return spent, sum(line["kind"] == "move" for line in made.review["entries"])


def costs(path: Path, rounds: int) -> dict[str, Any]:
    """The medians for one film, and their ratios."""
    decoding, scanning, working, plays = [], [], [], 0
    for _ in range(rounds):
        decoding.append(decode(path))
        scanning.append(first_pass(path))
        spent, plays = whole(path)
        working.append(spent)
        decoding.append(decode(path))
    full = median(decoding)
    return {
        "decode_cpu_s": round(full, 2),
        "first_pass_cpu_s": round(median(scanning), 3),
        "first_pass_times_cheaper": round(full / median(scanning), 1),
        "transcribe_cpu_s": round(median(working), 2),
        "transcribe_to_decode": round(median(working) / full, 3),
        "plays": plays,
    }


def ready(_: int) -> float:
    """Load in a worker what reading needs; its CPU seconds until then."""
    for name in NETWORKS:
        shared_session(name)
    time.sleep(START_S)
    return time.process_time()


def worked(paths: list[Path], jobs: int) -> dict[str, float]:
    """Seconds of the clock and of the CPU of a transcription by so many workers, once they have started.

    serial: CPU seconds of the survey and of what comes after the last reading.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder, chosen(jobs) as run:
        starting = sum(run(ready, range(jobs))) if jobs > 1 else 0.0
        clock, begun = time.perf_counter(), time.process_time()
        found = survey(paths, PLACED)
        surveyed = time.process_time()
        config, store = settled(MatchConfig(length=1), found), ReadingsFolder(Path(folder))
        following = follow_units(found, config, store, read_each(found, store, [], run))
        read = time.process_time()
        write(derive(found, following), Path(folder))
        ended, seconds = time.process_time(), time.perf_counter() - clock
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    elsewhere = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - starting
    return {"s": seconds, "cpu": ended - begun + elsewhere, "serial": surveyed - begun + ended - read}


def two_workers(path: Path, times: int, rounds: int) -> dict[str, Any]:
    """A recording transcribed by one worker and by two: medians over interleaved rounds."""
    taken: dict[int, list[dict[str, float]]] = {1: [], 2: []}
    for _ in range(rounds):
        for jobs, runs in taken.items():
            runs.append(worked([path] * times, jobs))
    one, two = ({name: median(run[name] for run in runs) for name in runs[0]} for runs in taken.values())
    return {
        "one_s": round(one["s"], 2),
        "two_s": round(two["s"], 2),
        "two_workers_to_one": round(one["s"] / two["s"], 2),
        "one_cpu_s": round(one["cpu"], 2),
        "two_cpu_s": round(two["cpu"], 2),
        "serial_cpu_s": round(one["serial"], 2),
        "serial_share": round(one["serial"] / one["cpu"], 3),
        "by_cpu": round(one["cpu"] / (two["serial"] + (two["cpu"] - two["serial"]) / 2), 2),
    }


def memory(film: Path, jobs: int) -> dict[str, Any]:
    """Peak resident memory (MB) of a transcription: of its process, and of the largest of its workers."""
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from monitor.batch import chosen; from monitor.config import MatchConfig\n"
        "from monitor.transcribe import transcribe; from tests.bench.transcribe_bench import PLACED\n"
        "film, folder = (Path(name) for name in sys.argv[1:])\n"
        f"with chosen({jobs}) as run:\n"
        "    made = transcribe([film], MatchConfig(), folder, placing=PLACED, run=run)\n"
        "plays = sum(line['kind'] == 'move' for line in made.review['entries'])\n"
        "who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN\n"
        "print(plays, *(resource.getrusage(one).ru_maxrss // 1024 for one in who))"
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, str(film), folder]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    plays, own, worker = (int(number) for number in done.stdout.split())
    with av.open(str(film)) as container:
        minutes = (container.duration or 0) / av.time_base / 60
    found = {"minutes": round(minutes), "workers": jobs, "plays": plays, "peak_mb": own}
    return found if jobs == 1 else {**found, "worker_peak_mb": worker, "together_mb": own + jobs * worker}


def main() -> None:
    """Measure, and put what was measured into the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=PARTS, help=", ".join(PARTS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--film", type=Path, help="the 1080p film, if it has been made already")
    parser.add_argument("--films", type=Path, default=ROOT / "build" / "bench", help="keeps the long film")
    parser.add_argument("--jobs", type=int, default=1, help="workers while memory is measured")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for name in NETWORKS:
        shared_session(name)
    table: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.is_file() else {}
    table["machine"] = {"cpu": platform.machine(), "cores": os.cpu_count()}
    table["versions"] = {"python": platform.python_version(), "av": av.__version__}
    for part in args.parts:
        table[part] = measured(part, args)
        TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
        sys.stdout.write(f"{part}: {json.dumps(table[part])}\n")


def measured(part: str, args: argparse.Namespace) -> Any:
    """One part of the table."""
    if part == "sample match, 720p12":
        return costs(DEMO / "match.mp4", args.rounds)
    if part == "workers":
        return two_workers(DEMO / "match.mp4", WORKED_TIMES, args.rounds)
    if part == "memory":
        return memory(make_long_film(DEMO / "match.mp4", args.films, HOURS * 3600.0), args.jobs)
    with tempfile.TemporaryDirectory() as folder:
        film = args.film or Path(folder) / "film.mp4"
        if not film.exists():
            make_film(DEMO / "match.mp4", film)
        return costs(film, args.rounds)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
