"""Readings kept beside a journal come back exactly as the tracker was given them."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fixtures.readings import Noise, Script, readings
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import ReadingLog, ReadingsError, StoredReadings, readings_path
from tests.support import make_die, make_reading
from vision.reading import CubeReading, Reading

CONFIG = MatchConfig(
    length=7,
    players=("Anna", "Boris"),
    left_roll_ok=frozenset("A"),
    options={"dice.landing.on_checker": "valid"},
)


def same(one: Reading, two: Reading) -> bool:
    arrays = ("points", "hidden", "bar", "motion")
    rest = ("seq", "t", "bar_hidden", "dice", "cube", "colours", "status", "reason")
    equal = all(np.array_equal(getattr(one, name), getattr(two, name)) for name in arrays)
    return equal and all(getattr(one, name) == getattr(two, name) for name in rest)


def stored(path: Path, given: list[Reading]) -> list[Reading]:
    with ReadingLog(path, CONFIG) as log:
        return [log.reading(reading) for reading in given]


def test_what_is_stored_is_what_the_tracker_gets(tmp_path: Path) -> None:
    script = Script(seed=3)
    script.whole_game(most_turns=2)
    given = list(readings(script, fps=5.0, noise=Noise(die_error=0.1)))
    given.append(
        make_reading(
            seq=9999,
            t=900.25,
            dice=(make_die(4), make_die(2)),
            cube=CubeReading(4, 0.8127312, (10.0, 20.0), (0.123456789, 0.5)),
            colours=((200, 190, 180), None),
            status="partial",
            reason="half of it is covered",
        )
    )
    path = tmp_path / "m.readings.jsonl.gz"
    kept = stored(path, given)
    opened = StoredReadings.open(path)
    assert opened.config == CONFIG
    again = list(opened)
    assert len(again) == len(given)
    assert all(isinstance(two, Reading) and same(one, two) for one, two in zip(kept, again, strict=True))


def test_rounding_is_small(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    points = rng.dirichlet(np.full(32, 0.05), 24).astype(np.float32)
    (kept,) = stored(tmp_path / "r.gz", [replace(make_reading(), points=points)])
    sure = points > 0.2
    assert float(np.abs(kept.points - points)[sure].max()) < 0.002
    seen = points > 1e-5
    assert float(np.abs(np.log(kept.points[seen] / points[seen])).max()) < 1 / 30
    assert float(kept.points[~seen].max()) <= 1.01e-5


def test_a_reading_repeated_for_an_unchanged_picture_takes_no_room(tmp_path: Path) -> None:
    first = make_reading(cube=CubeReading(2, 0.9, (0.0, 0.0), (0.5, 0.5)))
    later = [replace(first, seq=n, t=n / 30, motion=np.zeros(24, np.float32)) for n in range(1, 200)]
    path = tmp_path / "r.gz"
    kept = stored(path, [first, *later])
    assert all(reading.cube is kept[0].cube for reading in kept)
    assert path.stat().st_size < 2500
    assert [reading.seq for reading in StoredReadings.open(path) if isinstance(reading, Reading)] == list(
        range(200)
    )


def test_what_was_entered_by_hand_keeps_its_place(tmp_path: Path) -> None:
    path = tmp_path / "r.gz"
    with ReadingLog(path, CONFIG) as log:
        log.reading(make_reading(seq=0))
        log.said(Event("ClockPressed", t=0.5, by="A", src="clock"))
        log.reading(make_reading(seq=1, t=1.0))
    names = [item.ev if isinstance(item, Event) else item.seq for item in StoredReadings.open(path)]
    assert names == [0, "ClockPressed", 1]


def test_a_file_that_a_crash_broke_off_gives_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "r.gz"
    stored(path, [make_reading(seq=n, t=n / 10, sure=0.9 + n / 5000) for n in range(300)])
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    kept = list(StoredReadings.open(path))
    assert 100 < len(kept) < 300


@pytest.mark.parametrize("text", ['{"gammonitor": "readings 99"}', "[]", "no json", ""])
def test_another_file_is_refused_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.gz"
    with gzip.open(path, "wt") as file:
        file.write(text)
    with pytest.raises(ReadingsError):
        StoredReadings.open(path)


def test_a_line_that_is_no_reading_is_named(tmp_path: Path) -> None:
    path = tmp_path / "r.gz"
    with gzip.open(path, "wt") as file:
        file.write(json.dumps({"gammonitor": "readings 1", "config": {}}) + '\n{"seq": 1, "t": 0.5}\n')
    with pytest.raises(ReadingsError, match="line 2"):
        list(StoredReadings.open(path))


def test_missing_readings_say_where_they_should_be(tmp_path: Path) -> None:
    with pytest.raises(ReadingsError, match=r"a\.readings\.jsonl\.gz"):
        StoredReadings.open(readings_path(tmp_path / "a.jsonl"))
