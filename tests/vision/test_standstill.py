"""A picture that is sent again and again is known by its noise, which does not change; quiet ones are not."""

from collections.abc import Iterator

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.repeats import HOLDS_S
from vision.sources.frame import Frame
from vision.standstill import LEARNT, OFTEN, Standstill

GEOMETRY = BoardGeometry(((60, 40), (260, 40), (260, 140), (60, 140)), (320, 180))
FPS = 5.0


def pictures(
    seconds: float, still: list[tuple[float, float]], noise: float = 2.0, fps: float = FPS
) -> Iterator[Frame]:
    """A quiet grey board with noise of so many levels; in these times the last picture is sent again."""
    rng = np.random.default_rng(3)
    board = np.full((180, 320, 3), 100.0)
    board[60:80, 100:120] = 200.0
    last = board.astype(np.uint8)
    for seq in range(int(seconds * fps)):
        t = seq / fps
        if not any(begun <= t < ended for begun, ended in still):
            last = np.clip(board + rng.normal(0.0, noise, board.shape), 0, 255).astype(np.uint8)
        yield Frame(seq, t, last)


def stands(frames: Iterator[Frame], standstill: Standstill) -> list[float]:
    return [frame.t for frame in frames if standstill.look(frame) == "still"]


@pytest.mark.parametrize("fps", [5.0, 30.0])
def test_the_last_picture_sent_again_stands_still(fps: float) -> None:
    """At first it is none that is read, as one that merely comes late."""
    standstill = Standstill(GEOMETRY)
    news = {frame.t: standstill.look(frame) for frame in pictures(24.0, [(15.0, 20.0)], fps=fps)}
    told = [t for t, what in news.items() if what == "still"]
    assert told
    assert 15.0 <= told[0] <= 15.0 + HOLDS_S + max(2 / fps, 0.25)
    assert all((what == "new") is not (15.0 <= t < 20.0) for t, what in news.items())
    assert told[-1] == pytest.approx(20.0 - 1 / fps)
    assert len(told) == pytest.approx((told[-1] - told[0]) * fps + 1)
    assert standstill.since is None


def test_pictures_sent_twice_do_not() -> None:
    """Fifteen pictures a second in a stream of thirty."""
    standstill = Standstill(GEOMETRY)
    frames = list(pictures(20.0, [], fps=15.0))
    twice = (Frame(seq, seq / 30.0, frames[seq // 2].bgr) for seq in range(600))
    assert stands(twice, standstill) == []


def test_a_source_without_noise_never_stands_still() -> None:
    assert stands(pictures(40.0, [], noise=0.0), Standstill(GEOMETRY)) == []


def test_nor_does_one_of_which_nothing_is_known_yet() -> None:
    seconds = (LEARNT - 5) / FPS
    assert stands(pictures(seconds, [(seconds - 3.0, seconds)]), Standstill(GEOMETRY)) == []


def test_one_that_stands_still_again_and_again_is_not_believed() -> None:
    """A stream of which the quiet parts have come to be sent without their noise."""
    times = [(15.0 + 8.0 * k, 20.0 + 8.0 * k) for k in range(OFTEN + 2)]
    told = stands(pictures(75.0, times), Standstill(GEOMETRY))
    assert {int((t - 15.0) // 8.0) for t in told} == set(range(OFTEN - 1))


def test_another_size_and_another_place_begin_anew() -> None:
    standstill = Standstill(GEOMETRY)
    frames = list(pictures(20.0, [(15.0, 20.0)]))
    assert stands(iter(frames[:-10]), standstill)
    standstill.place(BoardGeometry(((70, 40), (270, 40), (270, 140), (70, 140)), (320, 180)))
    assert standstill.look(frames[-10]) == "new"
    half = Frame(100, 20.0, np.ascontiguousarray(frames[-1].bgr[::2, ::2]))
    assert standstill.look(half) == "new"
