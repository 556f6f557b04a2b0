"""The gate lets a frame through when the board changed, and saves the work when it did not."""

import numpy as np

from calibration.geometry import BoardGeometry
from vision.gate import Gate
from vision.sources.frame import Frame, Plane

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
NOISE = np.random.default_rng(1).normal(0, 4, (360, 640)).round().astype(np.int16)


def noisy(seed: int, grey: int = 100) -> Plane:
    noise = np.roll(NOISE, seed * 7919)
    return np.repeat(np.clip(grey + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def frames_read(pictures: list[Plane], step: float = 1 / 30, gate: Gate | None = None) -> list[bool]:
    gate = gate or Gate(GEOMETRY)
    return [gate.changed(Frame(seq, seq * step, picture)) for seq, picture in enumerate(pictures)]


def test_noise_alone_is_skipped_after_settling_but_looked_at_every_second() -> None:
    read = frames_read([noisy(n) for n in range(90)])
    assert read[:4] == [True] * 4
    assert 2 <= sum(read[4:]) <= 3


def test_a_die_sized_change_opens_the_gate_and_keeps_it_open_for_a_while() -> None:
    pictures = [noisy(n) for n in range(40)]
    for picture in pictures[20:]:
        picture[200:214, 300:314] = 230
    read = frames_read(pictures)
    assert not any(read[10:20])
    assert read[20:24] == [True] * 4
    assert not any(read[24:])


def test_what_happens_beside_the_board_does_not_matter() -> None:
    pictures = [noisy(n) for n in range(30)]
    for picture in pictures[15:]:
        picture[:, :15] = 250
    assert not any(frames_read(pictures)[10:])


def test_a_dark_and_slow_change_of_light_is_noticed() -> None:
    read = frames_read([noisy(n, 100 - n // 2) for n in range(60)])
    assert sum(read[10:]) >= 3


def test_while_something_moves_it_is_read_now_and_then_and_at_once_when_it_rests() -> None:
    pictures = [noisy(n) for n in range(90)]
    for number in range(20, 60):
        pictures[number][200:230, 100 + 8 * number : 130 + 8 * number] = 230
    for picture in pictures[60:]:
        picture[200:230, 580:610] = 230
    gate = Gate(GEOMETRY)
    looks = [gate.look(Frame(seq, seq / 30, picture)) for seq, picture in enumerate(pictures)]
    read = [seq for seq, look in enumerate(looks) if look == "read"]
    assert set(looks[20:60]) == {"read", "moving"}
    assert [seq for seq in read if 20 <= seq < 60] == list(range(20, 60, 4))
    assert set(looks[62:66]) == {"read", "same"}
    assert set(looks[66:80]) == {"same"}
    assert "moving" not in looks[:20] + looks[61:]


def test_a_new_picture_size_is_read() -> None:
    gate = Gate(GEOMETRY)
    frames_read([noisy(n) for n in range(20)], gate=gate)
    assert gate.changed(Frame(20, 20 / 30, noisy(20)[::2, ::2].copy()))
