"""What the journal costs: ``python -m tests.bench.journal_bench -o tests/bench/journal.json``.

A simulated match is kept as a watch keeps it, first alone, then with readers who follow it at once. CPU
times are those of the watch's own thread; what the writer's thread does beside it is counted for the whole
process. Wall times depend on the disk and on what else runs.
"""

import argparse
import json
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from threading import Event as Signal
from threading import Thread
from time import perf_counter, process_time, sleep, thread_time

from fixtures.readings import Script, readings
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal, JournalReader
from monitor.journal.verify import verify
from monitor.replay import replay
from tests.monitor.tracking.sim import QUIET
from vision.reading import Reading

READERS = 4
EVENTS_EVERY = 12
FPS = 12.0
PACE_S = 0.01


def main() -> None:
    """Measure, print, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turns", type=int, default=24)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    script = Script(seed=5)
    script.whole_game(most_turns=options.turns)
    given = list(readings(script, fps=FPS, noise=QUIET))
    with tempfile.TemporaryDirectory() as folder:
        table = measured(given, Path(folder))
    print(json.dumps(table, indent=1))
    if options.output is not None:
        options.output.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def measured(given: list[Reading], folder: Path) -> dict[str, object]:
    """All the numbers."""
    alone = kept(given, folder / "alone.journal", readers=0)
    watched = kept(given, folder / "watched.journal", readers=READERS)
    path = folder / "alone.journal"
    verifying = cpu(lambda: verify(path))
    following = cpu(lambda: replay(path))
    hours = given[-1].t / 3600
    return {
        "readings": len(given),
        "bytes_an_hour": round(path.stat().st_size / hours),
        "alone": alone,
        f"with_{READERS}_readers": watched,
        "verify_ms_per_record": round(1000 * verifying / verify(path).records, 4),
        "replay_ms_per_reading": round(1000 * following / len(given), 3),
    }


def kept(given: list[Reading], path: Path, readers: int) -> dict[str, float]:
    """Keep a match at a pace that leaves every commit to itself; from an event to the reader's seeing it."""
    done = Signal()
    seen: list[list[float]] = [[] for _ in range(readers)]
    told: dict[int, float] = {}
    with Journal.create(path, MatchConfig(), lines=path.with_suffix(".jsonl")) as journal:
        journal.flush()
        threads = [Thread(target=follow, args=(path, done, told, times)) for times in seen]
        for thread in threads:
            thread.start()
        calls: list[float] = []
        process, own = process_time(), 0.0
        for number, reading in enumerate(given):
            began, wall = thread_time(), perf_counter()
            journal.reading(reading)
            if number % EVENTS_EVERY == 0:
                event = journal.event(Event("DiceThrown", t=reading.t, by="A", data={"n": 2}))
                told[event.seq] = perf_counter()
            journal.commit()
            own += thread_time() - began
            calls.append(perf_counter() - wall)
            sleep(PACE_S)
        journal.flush()
        process = process_time() - process
        done.set()
        for thread in threads:
            thread.join()
    late = sorted(1000 * one for times in seen for one in times)
    row = {
        "caller_cpu_ms_per_reading": round(1000 * own / len(given), 3),
        "caller_wall_ms_p99": round(1000 * quantiles(calls, n=100)[98], 3),
        "process_cpu_ms_per_reading": round(1000 * process / len(given), 3),
    }
    if late:
        row |= {
            "event_to_reader_ms_p50": round(median(late), 1),
            "p99": round(late[int(0.99 * len(late))], 1),
        }
    return row


def follow(path: Path, done: Signal, told: dict[int, float], times: list[float]) -> None:
    """Read every line as soon as it is there, as a station in another process would."""
    with JournalReader(path) as reader:
        seq, mark = 0, -1
        while not done.is_set():
            sleep(0.01)
            now = reader.changed()
            if now == mark:
                continue
            mark = now
            for number, _ in reader.numbered_lines(after=seq):
                times.append(perf_counter() - told[number])
                seq = number


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds, the better of two."""
    marks = [process_time()]
    for _ in range(2):
        work()
        marks.append(process_time())
    return min(later - earlier for earlier, later in pairwise(marks))


if __name__ == "__main__":
    main()
