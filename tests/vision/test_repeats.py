"""A picture that is sent again is no news: known by its noise, and by how often anything moves."""

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.repeats import HOLDS_S, LEARNT, Repeats
from vision.sources.frame import Frame

GEOMETRY = BoardGeometry(((60, 40), (260, 40), (260, 140), (60, 140)), (320, 180))


def pictures(number: int, noise: float, moves: bool = True) -> Iterator[np.ndarray]:
    """A grey board on which something goes round, with noise of so many levels."""
    rng = np.random.default_rng(5)
    for one in range(number):
        board = np.full((180, 320, 3), 100.0)
        if moves:
            left = 60 + 13 * one % 180
            board[60:100, left : left + 30] = 200.0
        yield np.clip(board + rng.normal(0.0, noise, board.shape), 0, 255).astype(np.uint8)


def again(frames: Iterable[Frame], repeats: Repeats) -> list[bool]:
    return [repeats.look(frame) for frame in frames]


def sent(shown: Iterable[np.ndarray], times: int, fps: float) -> list[Frame]:
    every = [picture for picture in shown for _ in range(times)]
    return [Frame(seq, seq / fps, picture) for seq, picture in enumerate(every)]


@pytest.mark.parametrize("noise", [0.0, 2.0])
@pytest.mark.parametrize("times", [2, 10])
def test_pictures_of_a_slow_camera_count_once(noise: float, times: int) -> None:
    told = again(sent(pictures(60, noise), times, 25.0), Repeats(GEOMETRY))
    learnt = times * (LEARNT + 3)
    assert [seq % times == 0 for seq in range(learnt, len(told))] == [not one for one in told[learnt:]]


@pytest.mark.parametrize("moves", [False, True])
def test_with_noise_a_picture_that_comes_late_is_known_among_others(moves: bool) -> None:
    repeats = Repeats(GEOMETRY)
    shown = list(pictures(60, 2.0, moves))
    late = {30, 31, 44}
    frames = [Frame(seq, seq / 5.0, shown[seq - (seq in late) - (seq == 31)]) for seq in range(60)]
    assert {seq for seq, one in enumerate(again(frames, repeats)) if one} == late


@pytest.mark.parametrize("noise", [0.0, 2.0])
def test_new_pictures_are_new(noise: float) -> None:
    assert not any(again(sent(pictures(80, noise), 1, 25.0), Repeats(GEOMETRY)))


def test_what_stands_for_longer_is_not_merely_sent_again() -> None:
    repeats = Repeats(GEOMETRY)
    frames = sent(pictures(40, 2.0), 1, 5.0)
    again(frames, repeats)
    last = frames[-1]
    stands = [Frame(last.seq + k, last.t + k / 5.0, last.bgr) for k in range(1, 11)]
    told = again(stands, repeats)
    assert told == [frame.t - last.t <= HOLDS_S for frame in stands]


def test_a_quiet_board_after_motion_without_noise_is_new_at_once() -> None:
    """A drawn or hardly compressed board: nothing differs where nothing moves."""
    repeats = Repeats(GEOMETRY)
    shown = [*pictures(40, 0.0), *[next(pictures(1, 0.0))] * 10]
    assert not any(again(sent(shown, 1, 25.0), repeats))


def test_another_size_place_or_an_earlier_time_begin_anew() -> None:
    repeats = Repeats(GEOMETRY)
    frames = sent(pictures(40, 2.0), 1, 5.0)
    again(frames, repeats)
    last = frames[-1]
    assert not repeats.look(Frame(40, 8.0, np.ascontiguousarray(last.bgr[::2, ::2])))
    again(frames, repeats)
    repeats.place(GEOMETRY)
    assert not repeats.look(Frame(40, 8.0, last.bgr))
    assert not repeats.look(Frame(41, 3.0, last.bgr))
