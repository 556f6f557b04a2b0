"""The parts: readings packed, pace, groups of pictures, surveys kept."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

import models
from calibration.board_file import read_board
from calibration.geometry import BoardGeometry
from fixtures.readings import Script
from monitor.config import MatchConfig
from monitor.transcribe import TranscribeError, UnitReadings, survey
from monitor.transcribe.pace import Pace
from monitor.transcribe.recording import index
from monitor.transcribe.sides import exchanged, one_naming
from monitor.transcribe.survey_json import survey_from_json, survey_to_json
from monitor.transcribe.units import NETWORKS, Unit
from tests.monitor.transcribe.films import PLACE, PLACED, encoded, pictures
from tests.monitor.transcribe.table import seen
from vision.reader import Reader
from vision.reading import CubeReading
from vision.settling import width_to_height
from vision.sources.frame import Frame


def some_readings() -> UnitReadings:
    script = Script(seed=1)
    script.opening()
    readings = seen(script, fps=5.0)
    readings[3] = replace(readings[3], cube=CubeReading(2, 0.875, (1.5, 2.5), (0.25, 0.5)), reason="why")
    moments = [(n, reading.t) for n, reading in enumerate(readings)]
    again = [(n, t + 0.1) for n, t in moments[::2]]
    return UnitReadings.of("k" * 24, readings, sorted(moments + again, key=lambda one: one[1]), 99, 2)


def test_what_was_read_by_other_networks_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every network that reads pictures of a part is in the name under which its readings are kept."""
    used = set()

    def noted(name: str) -> onnxruntime.InferenceSession:
        used.add(name)
        return models.load_session(name)

    for module in ("vision.slots", "vision.dice", "vision.upright", "vision.trays"):
        monkeypatch.setattr(f"{module}.shared_session", noted)
    place = BoardGeometry(((40, 30), (280, 30), (300, 150), (20, 150)), (320, 180))
    Reader(place).read(Frame(0, 0.0, np.full((180, 320, 3), 90, np.uint8)))
    assert used == set(NETWORKS)


def test_packed_readings_come_back_as_they_were() -> None:
    readings = some_readings()
    data = readings.to_bytes()
    back = UnitReadings.from_bytes(data)
    assert back.to_bytes() == data
    assert (back.key, back.decoded, back.damaged, back.moments) == ("k" * 24, 99, 2, readings.moments)
    for one, two in zip(readings.stream(), back.stream(), strict=True):
        assert (one.t, one.dice, one.cube, one.status, one.reason) == (
            two.t,
            two.dice,
            two.cube,
            two.status,
            two.reason,
        )
        assert np.array_equal(one.points, two.points)
    assert len(data) < 1500 * len(readings.readings)


def test_nothing_read_is_packed_too() -> None:
    nothing = UnitReadings.of("key", (), (), 0, 7)
    assert UnitReadings.from_bytes(nothing.to_bytes()) == nothing
    assert list(nothing.stream()) == []


@pytest.mark.parametrize("spoil", [0, 10, -40])
def test_damaged_readings_are_told(spoil: int) -> None:
    data = some_readings().to_bytes()
    with pytest.raises(TranscribeError, match="damaged"):
        UnitReadings.from_bytes(data[:spoil])


def test_a_repeated_reading_shows_no_motion() -> None:
    reading = replace(next(some_readings().stream()), motion=np.ones(24, np.float32))
    twice = UnitReadings.of("key", [reading], [(0, 1.0), (0, 2.0)], 2, 0)
    first, second = twice.stream()
    assert first.motion.any()
    assert not second.motion.any()
    assert (first.t, second.t) == (1.0, 2.0)


@pytest.mark.parametrize("flickers", [False, True])
def test_the_pace_reads_what_has_come_to_rest(flickers: bool) -> None:
    """A table at rest is read once and then now and then; a change is read when it is over. So it is where
    bands of light wander through the picture, but for one reading when they come to lie nearly as before."""
    down = np.arange(720)[:, None] / 720
    geometry = read_board(PLACE)
    still = np.full((720, 1280), 100, np.uint8)
    moved = still.copy()
    moved[300:360, 600:660] = 200
    uv = np.full((360, 640), 128, np.uint8)
    pace = Pace(geometry, 12.0)
    verdicts = {}
    for number in range(60):
        y = still if number < 24 else moved if number >= 30 else np.roll(moved, 40 * number, axis=1)
        t = number / 6
        light = 1.0 + 0.16 * flickers * np.sin(2 * np.pi * (1.6 * down + 0.37 * number))
        frame = Frame(number, t, ((y * light).astype(np.uint8), uv, uv))
        verdicts[round(t, 2)] = pace.look(frame)
        if verdicts[round(t, 2)] == "read":
            pace.note(next(some_readings().stream()))
    read = [t for t, verdict in verdicts.items() if verdict == "read"]
    assert read[0] == 0.0
    assert len([t for t in read if 0.5 < t < 4.0]) <= int(flickers)
    assert [t for t in read if 5.0 < t < 5.4]
    assert len(read) <= 5 + int(flickers)
    assert sum(verdict == "same" for verdict in verdicts.values()) > 10


@pytest.mark.parametrize(("rate", "within"), [(12, 2.0), (5, 1.3)])
def test_a_cube_on_the_board_is_read_again_and_again_and_one_beside_it_is_not(
    rate: int, within: float
) -> None:
    """A double may be passed within seconds; no few readings of a cube are believed."""
    still = np.full((720, 1280), 100, np.uint8)
    uv = np.full((360, 640), 128, np.uint8)
    times: dict[float, list[float]] = {}
    for u in (-0.05, 0.3):
        pace, times[u] = Pace(read_board(PLACE), rate), []
        cube = CubeReading(2, 0.4, (u * 1000, 300.0), (u, 0.5))
        for number in range(4 * rate):
            t = number / rate
            if pace.look(Frame(number, t, (still, uv, uv))) == "read":
                times[u].append(t)
                pace.note(replace(next(some_readings().stream()), cube=cube))
    assert len([t for t in times[0.3] if t <= within]) >= 6
    assert len([t for t in times[-0.05] if t <= 2.0]) <= 2
    assert len(times[0.3]) <= 8


def test_the_sides_keep_their_names_through_a_recording() -> None:
    """White and green by turns taken for the lighter colour, once white mistaken for the wood of the rim."""
    white, green, wood = (230, 225, 212), (88, 200, 2), (150, 110, 75)
    plain = list(some_readings().stream())[:8]
    right = [replace(reading, colours=(white, green)) for reading in plain]
    turned = [exchanged(reading) for reading in right]
    told = [right[0], turned[1], replace(turned[2], colours=(green, wood)), right[3], *turned[4:]]
    told.append(replace(told[-1], t=told[-1].t + 0.2))
    named = list(one_naming(told))
    for reading, wanted in zip(named, right, strict=False):
        assert np.array_equal(reading.points, wanted.points)
        assert np.array_equal(reading.bar, wanted.bar)
    assert named[-1].points is named[-2].points
    assert named[-1].t == told[-1].t
    assert [one.colours for one in one_naming(right)] == [(white, green)] * len(right)


@pytest.mark.parametrize("tilt", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("wide", [0.95, 1.5, 3.0])
def test_how_wide_a_field_is_shows_in_its_corners(tilt: float, wide: float) -> None:
    c, s = np.cos(0.3), np.sin(0.3)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    c, s = np.cos(tilt), np.sin(tilt)
    tip = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    flat = np.array([(-wide, -1.0, 0.0), (wide, -1.0, 0.0), (wide, 1.0, 0.0), (-wide, 1.0, 0.0)]) / 2
    corners = flat @ (tip @ turn).T + (0.02, 0.05, 4.0)
    there = tuple((640 + 900 * float(x / z), 360 + 900 * float(y / z)) for x, y, z in corners)
    place = BoardGeometry(there, (1280, 720), "bar_vertical", (0.47, 0.53))
    assert width_to_height(place) == pytest.approx(wide, rel=0.01)


def test_groups_of_pictures_and_their_weight(minute: Path) -> None:
    recording = index(minute)
    assert [group.t for group in recording.groups] == pytest.approx([0.0, 20.0, 40.0])
    assert recording.rate == pytest.approx(12.0, rel=0.01)
    assert not recording.problems
    assert all(group.weight > 1000 for group in recording.groups)


def test_time_in_which_nothing_moves_is_not_decoded(minute: Path, tmp_path: Path) -> None:
    """A second with a hand in it, then half a minute of thinking, with a key frame each second."""
    busy = pictures(minute, every=1)[24:84]
    thought = [(busy[-1][0] + n / 12, busy[-1][1]) for n in range(1, 360)]
    film = encoded(tmp_path / "slow.mp4", [*busy, *thought], g="12", bf="0")
    found = survey([film], PLACED)
    groups = [full for unit in found.units for _, full in unit.groups]
    assert len(groups) >= 30
    assert sum(groups) < 0.4 * len(groups)
    assert all(groups[:3])


def test_a_survey_is_kept_as_json(minute: Path, tmp_path: Path) -> None:
    found = survey([minute], PLACED)
    config = MatchConfig(players=("Anna", "Boris"), length=5)
    kept = json.loads(json.dumps(survey_to_json(found, config)))
    again, read = survey_from_json(kept, tmp_path)
    assert again == found
    assert read == config
    for spoilt in ({}, [], {**kept, "format": "other"}, {**kept, "files": [{}]}):
        with pytest.raises(TranscribeError, match="no survey"):
            survey_from_json(spoilt, tmp_path)


def test_the_key_of_a_unit_says_what_it_rests_on(minute: Path) -> None:
    unit = survey([minute], PLACED).units[0]
    others: list[Unit] = [
        replace(unit, sha256="0" * 64),
        replace(unit, geometry=replace(unit.geometry, bar=(0.4, 0.6))),
        replace(unit, groups=unit.groups[:1]),
        replace(unit, sparse=not unit.sparse),
        replace(unit, end_packet=5),
        replace(unit, method=1),
    ]
    assert len({unit.key, *(other.key for other in others)}) == 7
    assert replace(unit, path=Path("elsewhere.mp4")).key == unit.key
