"""A watch that is killed again and again loses nothing that it has told, and goes on in the same match.

    python -m tests.monitor.journal.kill_proof --kills 330 -o tests/bench/kills.csv

A match of simulated readings is watched by a process that is killed with SIGKILL at moments drawn by chance:
while it begins, while it catches up with its journal, while it writes. After every kill the chain is
verified, and every line in the file of lines, which holds what was acknowledged, must be in the journal.
Then a new process resumes it. At the end the journal must have exactly the lines of a watch that nobody
disturbed.
"""

import argparse
import csv
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from fixtures.readings import Script, readings
from monitor.config import MatchConfig
from monitor.events import Event, other
from monitor.evidence import Evidence
from monitor.following import Item
from monitor.journal import Continuation, Journal, JournalReader, can_resume
from monitor.journal.verify import verify
from monitor.replay import catch_up, replay
from monitor.watch import Watch
from tests.monitor.tracking.sim import QUIET
from vision.reading import Reading
from vision.sources.frame import Frame

CONFIG = MatchConfig(players=("Anna", "Boris"), length=3)
GEOMETRY = BoardGeometry(((6, 4), (58, 4), (58, 32), (6, 32)), (64, 36))
PICTURE = np.zeros((36, 64, 3), dtype=np.uint8)
STALLED_S = 60.0
REPLAYED = 10
"""Every so many kills the journal as it lies there is replayed as well."""


@dataclass
class Row:
    """What came out of one match. acknowledged: lines told by the time of a kill, summed over the kills;
    lost: of these, not in the journal. faults: of the chain. replays: journals replayed between kills;
    unlike: of these, with other lines than they hold. equal: whether the lines at the end are those of an
    undisturbed watch.
    """

    seed: int
    readings: int
    lines: int
    kills: int = 0
    before_first_line: int = 0
    catching_up: int = 0
    acknowledged: int = 0
    lost: int = 0
    faults: int = 0
    replays: int = 0
    unlike: int = 0
    equal: bool = False
    cpu_s: float = 0.0


class Simulated:
    """A recording whose frames show nothing: its own reader, which knows what they would have shown."""

    name, live, size, count = "simulated", False, (64, 36), None

    def __init__(self, seed: int, turns: int) -> None:
        script = Script(seed=seed)
        player, dice = script.opening()
        script.play(player, dice)
        for number in range(turns):
            player = other(player)
            if number == 1:
                script.cocked(player)
            script.play(player, script.roll(player))
        self.readings = {reading.seq: reading for reading in readings(script, fps=12.0, noise=QUIET)}
        last = max(self.readings)
        t = self.readings[last * 2 // 3].t
        self.entered = {
            last // 3: Event("Announced", by="A", src="operator", data={"what": "roll"}),
            last * 2 // 3: Event(
                "Corrected", t=t - 4.0, src="operator", data={"code": "READING", "score": {"A": 1, "B": 0}}
            ),
        }

    def read(self, frame: Frame) -> Reading:
        return self.readings[frame.seq]


class Played:
    """The frames from the first on; what is entered by hand, and was not heard yet, comes at its frame."""

    name, live, size, count = Simulated.name, False, Simulated.size, None

    def __init__(self, source: Simulated, watch: Watch, heard: int) -> None:
        self._source, self._watch = source, watch
        self._to_say = dict(list(source.entered.items())[heard:])

    def __iter__(self) -> Iterator[Frame]:
        for seq, reading in self._source.readings.items():
            if seq in self._to_say:
                self._watch.enter(self._to_say[seq])
            yield Frame(seq, reading.t, PICTURE)

    def close(self) -> None: ...


def watch(source: Simulated, path: Path, lines: Path) -> None:
    """Watch to the end, from wherever the journal stands."""
    stored: JournalReader | None = None
    if can_resume(path):
        journal, stored = Journal.resume(path, source=source.name, lines=lines)
    else:
        journal = Journal.create(path, CONFIG, source=source.name, lines=lines)

    def history(after: int, upto: int) -> Iterator[tuple[int, Item]]:
        journal.flush()
        with JournalReader(path) as reader:
            yield from reader.history(after, upto)

    with journal, Evidence(path.parent / "pictures", GEOMETRY, CONFIG, journal) as evidence:
        watching = Watch(source, CONFIG, journal, evidence, history=history)
        goes_on, heard = None, 0
        if stored is not None:
            goes_on = Continuation(stored, live=False)
            heard = sum(isinstance(item, Event) for _, item in stored.readings())
            assert catch_up(watching.following, stored, journal) is None, "another match came out"
            stored.close()
        watching.run(Played(source, watching, heard), goes_on=goes_on)


def prove(seed: int, kills: int, turns: int, folder: Path) -> Row:
    """Watch one match with so many kills."""
    began = time.process_time() + _children()
    source = Simulated(seed, turns)
    calm, path, lines = folder / "calm.journal", folder / "m.journal", folder / "m.jsonl"
    watch(source, calm, folder / "calm.jsonl")
    expected = (folder / "calm.jsonl").read_text(encoding="utf-8").splitlines()
    row = Row(seed, len(source.readings), len(expected))
    dice = random.Random(seed)
    while row.kills < kills:
        target = len(_told(lines)) + dice.randint(0, max(1, 3 * len(expected) // kills))
        if _one_life(source, path, lines, dice, target):
            row.kills += 1
            _check(row, path, lines, expected)
        else:
            path.unlink()  # it got to its end: begin again
            lines.unlink()
    if _alive(source, path, lines) is None:
        row.faults += 1
    row.faults += len(verify(path).faults)
    row.equal = _told(lines) == expected == _journalled(path)
    row.cpu_s = round(time.process_time() + _children() - began, 1)
    return row


def _one_life(source: Simulated, path: Path, lines: Path, dice: random.Random, target: int) -> bool:
    """Let a process watch and kill it; False where it came to its end first."""
    child = _fork(source, path, lines)
    if dice.random() < 0.35:
        time.sleep(dice.random() * 0.25)
    else:
        end = time.monotonic() + STALLED_S
        while (
            len(_told(lines)) < target
            and os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        ):
            if time.monotonic() > end:
                raise TimeoutError(f"{path}: nothing more is told")
            time.sleep(0.002)
        time.sleep(dice.random() * 0.02)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise RuntimeError(f"{path}: the watch failed")
    return os.WIFSIGNALED(status)


def _alive(source: Simulated, path: Path, lines: Path) -> int | None:
    """Let a process watch to its end; its exit status, None where it was not 0."""
    _, status = os.waitpid(_fork(source, path, lines), 0)
    return 0 if status == 0 else None


def _fork(source: Simulated, path: Path, lines: Path) -> int:
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        watch(source, path, lines)
        status = 0
    except BaseException as error:  # noqa: BLE001 - the process ends here, whatever it was
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
    finally:
        os._exit(status)


def _check(row: Row, path: Path, lines: Path, expected: list[str]) -> None:
    told = _told(lines)
    row.acknowledged += len(told)
    if not can_resume(path):
        row.lost += len(told)
        row.before_first_line += 1
        return
    row.faults += len(verify(path).faults)
    stored = _journalled(path)
    row.before_first_line += not stored
    row.lost += len(told) - sum(one == two for one, two in zip(told, stored, strict=False))
    row.faults += stored != expected[: len(stored)]
    with JournalReader(path) as reader:
        newest = next((record.kind for record in reversed(list(reader.records()))), "")
    row.catching_up += newest == "session" and bool(stored)
    if row.kills % REPLAYED == 0 and stored:
        row.replays += 1
        row.unlike += replay(path).lines[: len(stored)] != stored


def _told(lines: Path) -> list[str]:
    """Whole lines of the file; the last one may be there in part."""
    if not lines.exists():
        return []
    return lines.read_text(encoding="utf-8").split("\n")[:-1]


def _journalled(path: Path) -> list[str]:
    with JournalReader(path) as reader:
        return reader.lines()


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    """Prove it on several matches and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", type=int, default=11)
    parser.add_argument("--kills", type=int, default=330, help="of all matches together")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("-o", "--output", type=Path, help="CSV file")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rows = []
    for number in range(options.matches):
        with tempfile.TemporaryDirectory() as folder:
            row = prove(options.seed + number, options.kills // options.matches, options.turns, Path(folder))
        rows.append(row)
        sys.stdout.write(json.dumps(asdict(row)) + "\n")
        sys.stdout.flush()
    if options.output is not None:
        table = io.StringIO()
        writer = csv.DictWriter(table, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)
        options.output.write_text(table.getvalue(), encoding="utf-8")
    good = all(row.equal and not (row.lost or row.faults or row.unlike) for row in rows)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
