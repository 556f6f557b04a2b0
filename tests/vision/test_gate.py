"""The gate lets a frame through when the board changed, and saves the work when it did not."""

import numpy as np

from calibration.geometry import BoardGeometry
from vision.gate import Gate
from vision.sources.frame import Frame, Plane

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))


def noisy(seed: int, grey: int = 100) -> Plane:
    noise = np.random.default_rng(seed).normal(0, 4, (360, 640, 1))
    return np.repeat(np.clip(grey + noise, 0, 255).astype(np.uint8), 3, axis=2)


def frames_read(pictures: list[Plane], step: float = 1 / 30, gate: Gate | None = None) -> list[bool]:
    gate = gate or Gate(GEOMETRY)
    return [gate.changed(Frame(seq, seq * step, picture)) for seq, picture in enumerate(pictures)]


def test_noise_alone_is_skipped_after_settling_but_looked_at_every_second() -> None:
    read = frames_read([noisy(n) for n in range(90)])
    assert read[:6] == [True] * 6
    assert 2 <= sum(read[6:]) <= 3


def test_a_die_sized_change_opens_the_gate_and_keeps_it_open_for_a_while() -> None:
    pictures = [noisy(n) for n in range(40)]
    for picture in pictures[20:]:
        picture[200:214, 300:314] = 230
    read = frames_read(pictures)
    assert not any(read[10:20])
    assert read[20:26] == [True] * 6
    assert not any(read[26:])


def test_what_happens_beside_the_board_does_not_matter() -> None:
    pictures = [noisy(n) for n in range(30)]
    for picture in pictures[15:]:
        picture[:, :15] = 250
    assert not any(frames_read(pictures)[10:])


def test_a_dark_and_slow_change_of_light_is_noticed() -> None:
    read = frames_read([noisy(n, 100 - n // 2) for n in range(60)])
    assert sum(read[10:]) >= 3


def test_a_new_picture_size_is_read() -> None:
    gate = Gate(GEOMETRY)
    frames_read([noisy(n) for n in range(20)], gate=gate)
    assert gate.changed(Frame(20, 20 / 30, noisy(20)[::2, ::2].copy()))
