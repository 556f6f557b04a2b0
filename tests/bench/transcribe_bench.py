"""Cost of a transcription beside decoding the same file with PyAV, in one run, on one core.

``python tests/bench/transcribe_bench.py`` writes transcribe.json beside this file. Two films: the sample
match (720p at 12 frames a second, a key frame in 20 s, so that hardly anything can be skipped), and a minute
of 1080p30 as cameras make it (``film.py``). CPU seconds of decoding every frame, of the first pass, and of
the whole way from file to transcript: medians over interleaved rounds. Peak memory is that of a process of
its own over a long recording, the sample match again and again.
"""

import argparse
import json
import os
import platform
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
from monitor.transcribe import Placing, read_all, survey, transcribe  # noqa: E402
from monitor.transcribe.pipeline import ReadingsFolder  # noqa: E402
from tests.bench.film import make_film  # noqa: E402

DEMO = ROOT / "fixtures" / "demo"
TABLE = Path(__file__).with_name("transcribe.json")
NETWORKS = ("locate", "fit", "slots", "dice_find", "dice_read")
"""Loaded before anything is measured."""
PARTS = ["sample match, 720p12", "one minute of 1080p30", "workers", "memory"]
PLACED = Placing(calibration=DEMO / "board.toml")


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


def two_workers(path: Path, times: int) -> dict[str, Any]:
    """Seconds of reading a film with one worker and with two, both as processes of their own."""
    found = survey([path] * times, PLACED)
    spent = {}
    for jobs in (1, 2):
        with tempfile.TemporaryDirectory() as folder, chosen(max(jobs, 1)) as run:
            list(run(str, ["warm"] * jobs))
            begun = time.perf_counter()
            read_all(found, ReadingsFolder(Path(folder)), run)
            spent[jobs] = time.perf_counter() - begun
    return {
        "one_s": round(spent[1], 2),
        "two_s": round(spent[2], 2),
        "two_workers_to_one": round(spent[1] / spent[2], 2),
    }


def memory(times: int) -> dict[str, Any]:
    """Peak resident memory of a transcription of the sample match shown so many times."""
    code = (
        "import sys, resource; from pathlib import Path\n"
        "from tests.bench.transcribe_bench import DEMO, PLACED; from monitor.config import MatchConfig\n"
        "from monitor.transcribe import transcribe\n"
        f"transcribe([DEMO / 'match.mp4'] * {times}, MatchConfig(), Path(sys.argv[1]), placing=PLACED)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", code, folder], cwd=ROOT, capture_output=True, text=True, check=True
        )
    return {"minutes": round(times * 300 / 60), "peak_mb": int(done.stdout)}


def main() -> None:
    """Measure, and put what was measured into the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=PARTS, help=", ".join(PARTS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--film", type=Path, help="the 1080p film, if it has been made already")
    parser.add_argument("--repeat", type=int, default=12, help="times the sample match is shown for memory")
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
        return two_workers(DEMO / "match.mp4", 5)
    if part == "memory":
        return [memory(1), memory(args.repeat)]
    with tempfile.TemporaryDirectory() as folder:
        film = args.film or Path(folder) / "film.mp4"
        if not film.exists():
            make_film(DEMO / "match.mp4", film)
        return costs(film, args.rounds)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
