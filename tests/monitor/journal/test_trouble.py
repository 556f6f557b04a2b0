"""A disk that is full, read-only, broken or gone, and a clock that is set: the watch goes on, nothing is
lost."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Continuation, Gap, Journal, JournalReader, Limits, schema, store, writer
from monitor.journal import clocks as journal_clocks
from monitor.journal.verify import verify
from tests.support import make_reading
from vision.sources.frame import Frame

pytestmark = pytest.mark.usefixtures("expected_errors")

CONFIG = MatchConfig()
TROUBLE = ("disk I/O error", "database or disk is full", "attempt to write a readonly database")
PICTURE = bytes(range(256)) * 400


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again soon, and look at disk and clock often."""
    monkeypatch.setattr(writer, "FIRST_RETRY_S", 0.02)
    monkeypatch.setattr(writer, "LAST_RETRY_S", 0.05)
    monkeypatch.setattr(writer, "LOOK_S", 0.03)


def until(what: object, true: object = True) -> None:
    """Wait until a call without arguments gives this."""
    assert callable(what)
    end = monotonic() + 10.0
    while what() != true:
        assert monotonic() < end, f"{what()} never became {true}"
        sleep(0.005)


def throw(journal: Journal, number: int) -> None:
    journal.reading(make_reading(seq=number, t=float(number), sure=0.9 + number / 5000))
    journal.event(Event("DiceThrown", t=float(number), by="A"))
    journal.commit()


class Broken(sqlite3.Connection):
    """A connection whose disk can be made to fail."""

    trouble: sqlite3.Error | None = None
    at = "BEGIN"
    """The statement that fails. A COMMIT fails after it was done, as when only its answer is lost."""

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:  # type: ignore[override]
        error = Broken.trouble
        if error is not None and sql.startswith(Broken.at):
            if sql == "COMMIT":
                super().execute(sql)
            raise error
        return super().execute(sql, *values)  # type: ignore[arg-type]


@pytest.fixture
def breakable(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Broken]]:
    connect = sqlite3.connect
    monkeypatch.setattr(schema.sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=Broken))
    Broken.trouble, Broken.at = None, "BEGIN"
    yield Broken
    Broken.trouble = None


def whole(path: Path, lines: int) -> None:
    """The journal has all its lines, in order and unbroken."""
    verdict = verify(path)
    assert verdict.faults == []
    assert verdict.lines == lines


@pytest.mark.parametrize("words", TROUBLE)
@pytest.mark.parametrize("at", ["BEGIN", "INSERT", "COMMIT"])
def test_trouble_is_said_and_nothing_is_lost(
    tmp_path: Path, breakable: type[Broken], words: str, at: str
) -> None:
    path, lines = tmp_path / "m.journal", tmp_path / "m.jsonl"
    with Journal.create(path, CONFIG, lines=lines) as journal:
        throw(journal, 1)
        assert journal.flush()
        breakable.at, breakable.trouble = at, sqlite3.OperationalError(words)
        began = monotonic()
        for number in range(2, 12):
            throw(journal, number)
        assert monotonic() - began < 1.0
        until(lambda: journal.health.state, "degraded")
        health = journal.health
        assert health.reason == words
        assert health.since is not None
        assert health.waiting >= 10
        assert not journal.flush(0.05)
        assert journal.event(Event("DiceThrown", by="B")).seq == 12
        breakable.trouble = None
        until(lambda: journal.health.state, "ok")
        assert journal.flush()
    whole(path, 12)
    assert lines.read_bytes().count(b"\n") == 12
    with JournalReader(path) as reader:
        troubles = [record.data for record in reader.records("trouble")]
        assert {trouble["reason"] for trouble in troubles} == {words}
        assert all(trouble["refused"] == {} for trouble in troubles)
        assert health.since in [trouble["since"] for trouble in troubles]
        assert reader.position == 11


def test_what_is_not_stored_yet_can_be_read_back(tmp_path: Path, breakable: type[Broken]) -> None:
    """A correction of the past needs the newest readings, also while the disk is full."""
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal:
        for number in range(1, 4):
            throw(journal, number)
        assert [position for position, _ in journal.history(0, 99)] == [1, 2, 3]
        breakable.trouble = sqlite3.OperationalError("database or disk is full")
        for number in range(4, 9):
            throw(journal, number)
        journal.said(Event("ClockPressed", t=8.5, by="A"))
        until(lambda: journal.health.state, "degraded")
        found = list(journal.history(2, 8))
        assert [position for position, _ in found] == [3, 4, 5, 6, 7, 8]
        assert [getattr(item, "t", None) for _, item in found] == [3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
        assert [position for position, _ in journal.history(7, 99)] == [8, 9]
        breakable.trouble = None
        until(lambda: journal.health.state, "ok")
        assert [position for position, _ in journal.history(5, 99)] == [6, 7, 8, 9]
    whole(path, 8)


def test_closing_in_trouble_says_that_something_is_lost(tmp_path: Path, breakable: type[Broken]) -> None:
    path = tmp_path / "m.journal"
    journal = Journal.create(path, CONFIG)
    throw(journal, 1)
    assert journal.flush()
    breakable.trouble = sqlite3.OperationalError("disk I/O error")
    throw(journal, 2)
    assert not journal.close()
    assert journal.health.state == "degraded"
    assert journal.health.waiting
    breakable.trouble = None
    whole(path, 1)


def test_a_place_that_cannot_be_written_at_first(tmp_path: Path, breakable: type[Broken]) -> None:
    path = tmp_path / "m.journal"
    breakable.trouble = sqlite3.OperationalError("unable to open database file")
    with Journal.create(path, CONFIG) as journal:
        throw(journal, 1)
        until(lambda: journal.health.reason, "unable to open database file")
        breakable.trouble = None
        until(lambda: journal.health.state, "ok")
    whole(path, 1)


def test_a_file_that_is_moved_away_and_put_back(tmp_path: Path) -> None:
    path, away = tmp_path / "m.journal", tmp_path / "away"
    with Journal.create(path, CONFIG) as journal:
        throw(journal, 1)
        assert journal.flush()
        away.mkdir()
        for part in tmp_path.glob("m.journal*"):
            part.rename(away / part.name)
        throw(journal, 2)
        until(lambda: journal.health.state, "degraded")
        assert "put it back" in (journal.health.reason or "")
        for part in away.iterdir():
            part.rename(tmp_path / part.name)
        until(lambda: journal.health.state, "ok")
    whole(path, 2)


def test_another_file_in_its_place_is_not_written_to(tmp_path: Path) -> None:
    path, other = tmp_path / "m.journal", tmp_path / "other.journal"
    with Journal.create(other, CONFIG) as one:
        throw(one, 1)
    with Journal.create(path, CONFIG) as journal:
        throw(journal, 1)
        assert journal.flush()
        away = tmp_path / "away"
        away.mkdir()
        for part in tmp_path.glob("m.journal*"):
            part.rename(away / part.name)
        shutil.copy(other, path)
        throw(journal, 2)
        until(lambda: "another file" in (journal.health.reason or ""))
    whole(path, 1)
    whole(away / "m.journal", 1)


def test_what_waits_is_bounded_and_what_is_turned_away_is_said(
    tmp_path: Path, breakable: type[Broken]
) -> None:
    path = tmp_path / "m.journal"
    limits = Limits(clips_free=0, readings_free=0, waiting=400_000)
    with Journal.create(path, CONFIG, limits=limits) as journal:
        throw(journal, 0)
        assert journal.flush()
        breakable.trouble = sqlite3.OperationalError("database or disk is full")
        throw(journal, 1)
        until(lambda: journal.health.state, "degraded")
        assert not journal.evidence("F1", "clip", "video/mp4", PICTURE, t=1.0)
        pictures = [journal.evidence("F1", "at", "image/jpeg", PICTURE, t=float(n)) for n in range(6)]
        assert pictures == [True, True, True, False, False, False]
        for number in range(2, 9):
            throw(journal, number)
        journal.note("note", "still here")
        refused = journal.health.refused
        assert refused == {"clips": 1, "pictures": 3, "readings": 7}
        breakable.trouble = None
        until(lambda: journal.health.state, "ok")
        assert journal.flush()
        throw(journal, 9)
    whole(path, 10)
    with JournalReader(path) as reader:
        (trouble,) = reader.records("trouble")
        assert trouble.data["refused"] == refused
        gaps = [item for _, item in reader.readings() if isinstance(item, Gap)]
        assert gaps == [Gap(2.0, "database or disk is full")]
        assert [position for position, _ in reader.readings()] == [1, 2, 9, 10]
        assert len(reader.evidence()) == 3


@pytest.mark.parametrize(("free", "stopped"), [(150, ("clips",)), (50, ("clips", "readings")), (500, ())])
def test_on_a_disk_that_fills_up_clips_stop_first_then_readings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, stopped: tuple[str, ...]
) -> None:
    path = tmp_path / "m.journal"
    left = [1000]
    monkeypatch.setattr(writer, "free_space", lambda _: left[0])
    limits = Limits(clips_free=200, readings_free=100)
    with Journal.create(path, CONFIG, limits=limits) as journal:
        throw(journal, 1)
        left[0] = free
        until(lambda: journal.health.stopped, stopped)
        assert journal.evidence("F1", "clip", "video/mp4", b"clip", t=1.0) == ("clips" not in stopped)
        assert journal.evidence("F1", "at", "image/jpeg", b"at", t=1.0)
        throw(journal, 2)
        assert journal.health.state == "ok"
        left[0] = 1000
        until(lambda: journal.health.stopped, ())
        throw(journal, 3)
    whole(path, 3)
    with JournalReader(path) as reader:
        told = [record.data["stopped"] for record in reader.records("guard")]
        assert told == ([list(stopped), []] if stopped else [])
        expected = [1, 3] if "readings" in stopped else [1, 2, 3]
        assert [p for p, item in reader.readings() if not isinstance(item, Gap)] == expected


def test_a_clock_that_is_set_back_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.journal"
    real = journal_clocks.datetime
    shift = [timedelta()]

    class Set(real):  # type: ignore[misc, valid-type]
        @classmethod
        def now(cls, zone: object = None) -> object:
            return real.now(zone) + shift[0]  # type: ignore[arg-type]

    monkeypatch.setattr(journal_clocks, "datetime", Set)
    with Journal.create(path, CONFIG) as journal:
        throw(journal, 1)
        shift[0] = timedelta(hours=-1)
        until(lambda: journal.health.clock is not None)
        assert "set back by 3600 s" in (journal.health.clock or "")
        throw(journal, 2)
        assert journal.flush()
        assert journal.health.state == "ok"
    whole(path, 2)
    with JournalReader(path) as reader:
        assert [round(record.data["by"]) for record in reader.records("clock")] == [-3600]


@pytest.mark.parametrize("hours", [-3, 0, 5])
def test_after_a_break_times_go_on_forward_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG, live=True) as journal:
        throw(journal, 100)
    real = journal_clocks.datetime
    now = journal_clocks.Moment.now()
    later = journal_clocks.Moment(now.wall + timedelta(hours=hours), now.running + 90.0, now.boot)
    monkeypatch.setattr(journal_clocks.Moment, "now", staticmethod(lambda: later))
    assert real is journal_clocks.datetime
    with JournalReader(path) as stored:
        goes_on = Continuation(stored, live=True)
        first = goes_on.frame(Frame(0, 7.0, (), dropped=0))  # type: ignore[arg-type]
        second = goes_on.frame(Frame(1, 7.5, ()))  # type: ignore[arg-type]
    assert first is not None
    assert second is not None
    assert (first.seq, second.seq) == (101, 102)
    assert first.t == pytest.approx(190.0, abs=2.0)
    assert second.t - first.t == pytest.approx(0.5)


def test_a_recording_goes_on_behind_the_newest_reading(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal:
        for number in range(3):
            throw(journal, number)
    with JournalReader(path) as stored:
        goes_on = Continuation(stored, live=False)
        frames = [goes_on.frame(Frame(number, float(number), ())) for number in range(5)]  # type: ignore[arg-type]
    assert [None if frame is None else (frame.seq, frame.t) for frame in frames] == [
        None,
        None,
        None,
        (3, 3.0),
        (4, 4.0),
    ]


def test_the_file_of_lines_may_fail_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG, lines=Path("/dev/full")) as journal:
        throw(journal, 1)
        assert journal.flush()
        assert "/dev/full" in (journal.health.lines_file or "")
        assert journal.health.state == "ok"
    whole(path, 1)


FILLS = """
import sys, time
from pathlib import Path
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal, Limits
from monitor.journal import writer
import resource
writer.FIRST_RETRY_S, writer.LAST_RETRY_S, writer.LOOK_S = 0.02, 0.05, 0.05
journal = Journal.create(Path(sys.argv[1]), MatchConfig(), lines=Path(sys.argv[2]), limits=Limits(0, 0))
journal.flush()
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
n = 0
while journal.health.state == "ok":
    n += 1
    journal.event(Event("DiceThrown", t=float(n), by="A", data={"padding": str(n) * 200}))
    journal.commit()
    time.sleep(0.001)
    assert n < 20000
print(journal.health.reason, flush=True)
for _ in range(20):
    n += 1
    journal.event(Event("DiceThrown", t=float(n), by="A"))
    journal.commit()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
while journal.health.state != "ok":
    time.sleep(0.01)
assert journal.flush()
journal.close()
print(n, flush=True)
"""


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The operating system itself refuses to write, as on a full disk; later it does not."""
    path, lines = tmp_path / "m.journal", tmp_path / "m.jsonl"
    run = subprocess.run(
        [sys.executable, "-c", FILLS, str(path), str(lines)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    reason, count = run.stdout.split("\n")[:2]
    assert "disk" in reason
    whole(path, int(count))
    assert lines.read_bytes().count(b"\n") == int(count)


@pytest.fixture
def little_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 300 kB, where one may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or not shutil.which("mount") or subprocess.run(mount, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk(little_disk: Path) -> None:
    path, lines, filler = little_disk / "m.journal", little_disk / "m.jsonl", little_disk / "filler"
    with Journal.create(path, CONFIG, lines=lines, limits=Limits(0, 0)) as journal:
        throw(journal, 0)
        assert journal.flush()
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        number = 0
        while journal.health.state == "ok" and number < 3000:
            number += 1
            throw(journal, number)
        assert "full" in (journal.health.reason or "")
        for _ in range(10):
            number += 1
            throw(journal, number)
        filler.unlink()
        until(lambda: journal.health.state, "ok")
        assert journal.flush()
        until(lambda: journal.health.lines_file, None)
    whole(path, number + 1)
    assert lines.read_bytes().count(b"\n") == number + 1


def test_a_disk_that_is_full_from_the_start(little_disk: Path) -> None:
    path, filler = little_disk / "m.journal", little_disk / "filler"
    filler.write_bytes(bytes(250_000))
    with filler.open("ab", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    with Journal.create(path, CONFIG, limits=Limits(0, 0)) as journal:
        throw(journal, 1)
        until(lambda: journal.health.state, "degraded")
        assert "another process" not in (journal.health.reason or "")
        filler.unlink()
        until(lambda: journal.health.state, "ok")
    whole(path, 1)


def test_a_disk_that_becomes_read_only(little_disk: Path) -> None:
    path = little_disk / "m.journal"
    with Journal.create(path, CONFIG, limits=Limits(0, 0)) as journal:
        throw(journal, 1)
        assert journal.flush()
        journal._store._give_up()  # a disk with open files cannot be made read-only
        journal._store._lease.give_back()
        remount = ["mount", "-o", "remount,ro", str(little_disk)]
        if subprocess.run(remount, check=False).returncode:
            pytest.skip("cannot be made read-only here")
        throw(journal, 2)
        until(lambda: journal.health.state, "degraded")
        subprocess.run(["mount", "-o", "remount,rw", str(little_disk)], check=True)
        until(lambda: journal.health.state, "ok")
    whole(path, 2)


def test_limits_of_this_process_are_as_they_were() -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    assert store.open_to_write is schema.open_to_write
