"""Readings in a journal come back exactly as the tracker was given them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fixtures.readings import Noise, Script, readings
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Finished, Gap, Item, Journal, JournalReader, ReadingsError
from monitor.journal.packer import PIECES, Packer, Piece, unpack
from tests.support import make_die, make_reading
from vision.reading import NO_LOOK, CubeReading, Looks, Reading, TrayReading

CONFIG = MatchConfig(
    length=7,
    players=("Anna", "Boris"),
    left_roll_ok=frozenset("A"),
    options={"dice.landing.on_checker": "valid"},
)


def same(one: Reading, two: Reading) -> bool:
    arrays = ("points", "hidden", "bar", "motion")
    rest = ("seq", "t", "bar_hidden", "dice", "cube", "colours", "status", "reason", "looks")
    equal = all(np.array_equal(getattr(one, name), getattr(two, name)) for name in arrays)
    if one.trays is not None and two.trays is not None:
        equal &= np.array_equal(one.trays.men, two.trays.men)
        equal &= np.array_equal(one.trays.hidden, two.trays.hidden)
    elif one.trays is not two.trays:
        return False
    return equal and all(getattr(one, name) == getattr(two, name) for name in rest)


def stored(path: Path, given: list[Reading]) -> list[Reading]:
    with Journal.create(path, CONFIG) as journal:
        return [journal.reading(reading) for reading in given]


def items(path: Path, after: int = 0) -> list[tuple[int, Item]]:
    with JournalReader(path) as journal:
        return list(journal.readings(after))


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
            trays=TrayReading(
                np.random.default_rng(2).dirichlet(np.full(16, 0.1), (4, 2)).astype(np.float32),
                np.array([0.0, 0.25, 0.5, 1.0], np.float32),
            ),
            looks=Looks(3, (NO_LOOK, *range(23))),
        )
    )
    path = tmp_path / "m.journal"
    kept = stored(path, given)
    again = [item for _, item in items(path)]
    assert len(again) == len(given)
    assert all(isinstance(two, Reading) and same(one, two) for one, two in zip(kept, again, strict=True))
    with JournalReader(path) as journal:
        assert journal.config == CONFIG


def test_rounding_is_small(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    points = rng.dirichlet(np.full(32, 0.05), 24).astype(np.float32)
    (kept,) = stored(tmp_path / "r.journal", [replace(make_reading(), points=points)])
    sure = points > 0.2
    assert float(np.abs(kept.points - points)[sure].max()) < 0.002
    seen = points > 1e-5
    assert float(np.abs(np.log(kept.points[seen] / points[seen])).max()) < 1 / 30
    assert float(kept.points[~seen].max()) <= 1.01e-5


def test_a_reading_repeated_for_an_unchanged_picture_takes_no_room() -> None:
    first = make_reading(cube=CubeReading(2, 0.9, (0.0, 0.0), (0.5, 0.5)))
    later = [replace(first, seq=n, t=n / 30, motion=np.zeros(24, np.float32)) for n in range(1, 200)]
    packer = Packer()
    kept = [packer.reading(reading) for reading in [first, *later]]
    assert all(reading.cube is kept[0].cube for reading in kept)
    piece = packer.take()
    assert len(piece.data) < 2500
    assert [item.seq for _, item in unpack([piece], "m") if isinstance(item, Reading)] == list(range(200))


def test_everything_keeps_its_place_and_its_position(tmp_path: Path) -> None:
    path = tmp_path / "r.journal"
    with Journal.create(path, CONFIG) as journal:
        journal.reading(make_reading(seq=0))
        heard = journal.said(Event("ClockPressed", t=0.123456789, by="A", src="clock"))
        assert heard.t == 0.1235
        journal.reading(make_reading(seq=1, t=1.0))
        journal.finished()
        assert journal.position == 4
    found = items(path)
    assert [position for position, _ in found] == [1, 2, 3, 4]
    assert found[1][1] == heard
    assert found[3][1] == Finished()
    assert [position for position, _ in items(path, after=2)] == [3, 4]
    with JournalReader(path) as reader:
        assert [position for position, _ in reader.history(1, 3)] == [2, 3]
        assert reader.position == 4


def test_reading_on_begins_with_the_stream_that_is_needed() -> None:
    packer, pieces = Packer(), []
    first = make_reading()
    for number in range(2 * PIECES + 5):
        packer.reading(replace(first, seq=number, t=number / 10))
        pieces.append(packer.take())
    assert [number for number, piece in enumerate(pieces) if piece.about["part"] == 0] == [
        0,
        PIECES,
        2 * PIECES,
    ]
    (_, last), *_ = list(unpack(pieces[PIECES:], "m"))[-1:]
    assert isinstance(last, Reading)
    assert last.seq == 2 * PIECES + 4


def test_words_with_separators_of_lines_stay_whole(tmp_path: Path) -> None:
    path = tmp_path / "r.journal"
    words = "one\u2028two\x85three, and half a pair \ud800"
    with Journal.create(path, CONFIG) as journal:
        journal.said(Event("Announced", by="A", data={"what": words}))
    ((_, heard),) = items(path)
    assert isinstance(heard, Event)
    assert heard.get("what") == words


def test_a_piece_that_is_lost_leaves_a_gap_that_says_so() -> None:
    packer = Packer()
    packer.reading(make_reading(seq=0, t=0.0))
    kept = [packer.take()]
    packer.reading(make_reading(seq=1, t=0.1))
    packer.lose(packer.take(), "the disk is full")
    same_again = packer.reading(make_reading(seq=2, t=0.2))
    kept.append(packer.take())
    found = list(unpack(kept, "m"))
    assert [position for position, _ in found] == [1, 2, 3]
    assert found[1][1] == Gap(0.1, "the disk is full")
    assert isinstance(found[2][1], Reading)
    assert same(found[2][1], same_again)


@pytest.mark.parametrize("data", [b"", b"no zlib", b"\x00" * 40])
def test_a_damaged_piece_is_named(data: bytes) -> None:
    packer = Packer()
    packer.reading(make_reading())
    piece = packer.take()
    if not data:
        data = piece.data[: len(piece.data) // 2] + b"\x07\x07" + piece.data[len(piece.data) // 2 + 2 :]
    with pytest.raises(ReadingsError, match=r"m: item \d"):
        list(unpack([Piece(data, piece.about)], "m"))
