"""A single picture's answer, for people and programs."""

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from monitor.still import in_words, lost, start_errors, still_reading
from tests.support import START_SLOTS, make_die, make_reading
from vision.reading import MAX_COUNT, CubeReading, TrayReading

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))


def test_the_starting_position_is_known_in_all_four_seatings() -> None:
    counts = make_reading().counts()
    for seating in (counts, counts[:, ::-1], counts.reshape(2, 12, 2)[:, ::-1].reshape(24, 2)):
        assert start_errors(seating) == (True, [])


def test_a_slip_in_the_set_up_is_named() -> None:
    counts = make_reading(START_SLOTS | {"B7": (4, 0), "B8": (1, 0)}).counts()
    assert start_errors(counts) == (False, ["B7: 4 light instead of 5", "B8: 1 light instead of 0"])


def test_a_position_of_mid_game_is_no_wrong_start() -> None:
    counts = np.zeros((24, 2), dtype=np.int64)
    counts[[3, 4, 5], 0] = 5
    counts[[20, 21, 22], 1] = 5
    assert start_errors(counts) == (False, [])


def test_keys_and_values_of_the_answer() -> None:
    hidden = np.zeros(24, dtype=np.float32)
    hidden[1] = 0.9
    reading = make_reading(
        START_SLOTS | {"T1": (4, 0)},
        hidden=hidden,
        dice=(make_die(5, tilt="leaning"),),
        cube=CubeReading(64, 0.9, (610.0, 180.0), (1.05, 0.5)),
        colours=((240, 230, 220), (10, 20, 30)),
        status="partial",
        reason="1 of 24 points are covered",
    )
    answer = still_reading("a.jpg", GEOMETRY, reading, {"read": 6.2345})
    assert answer["points"]["T1"] == {"side": "light", "count": 4, "p": pytest.approx(0.99, abs=1e-3)}
    assert answer["points"]["B12"]["side"] == "dark"
    assert len(answer["points"]) == 8
    assert answer["hidden"] == ["T2"]
    assert answer["colours"] == {"light": "#f0e6dc", "dark": "#0a141e"}
    assert answer["dice"][0]["cocked"]
    assert answer["dice"][0]["tilt"] == "leaning"
    assert answer["cube"]["value"] == 64
    assert (answer["start_position"], answer["setup_errors"]) == (False, [])
    assert answer["ms"] == {"read": 6.23}
    assert set(lost("b.jpg", "no board")) == set(answer)


def test_men_borne_off_are_counted_unless_a_place_is_hidden() -> None:
    men = np.zeros((4, 2, MAX_COUNT + 1), np.float32)
    men[[0, 1, 2, 3], 0, [3, 0, 0, 1]] = men[[0, 1, 2, 3], 1, [0, 0, 5, 0]] = 1
    trays = TrayReading(men, np.zeros(4, np.float32))
    answer = still_reading("a.jpg", GEOMETRY, make_reading(trays=trays), {})
    assert answer["off"] == {"light": 4, "dark": 5}
    assert "  borne off: 4 light, 5 dark" in in_words(answer)
    men[2, 1] = 1 / (MAX_COUNT + 1)
    answer = still_reading("a.jpg", GEOMETRY, make_reading(trays=trays), {})
    assert answer["off"] == {"light": 4, "dark": None}
    assert "  borne off: 4 light" in in_words(answer)
    covered = TrayReading(men, np.array([0, 0, 0, 0.9], np.float32))
    for reading in (make_reading(trays=covered), make_reading()):
        answer = still_reading("a.jpg", GEOMETRY, reading, {})
        assert answer["off"] == {"light": None, "dark": None}
        assert not any("borne off" in line for line in in_words(answer))


def test_in_words() -> None:
    answer = still_reading("a.jpg", GEOMETRY, make_reading(dice=(make_die(2),)), {})
    lines = in_words(answer)
    assert lines[0] == "a.jpg: ok"
    assert lines[1].split() == "T1..T12 5x . . . 3o . | 5o . . . . 2x".split()
    assert "this is the starting position" in lines[-1]
    assert any("die 2 at 60,50" in line for line in lines)
