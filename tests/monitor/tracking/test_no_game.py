"""Where no game is followed it is said why."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from fixtures.readings import readings
from monitor.tracking import MatchTracker
from tests.monitor.tracking.sim import QUIET, legal_turns
from tests.support import make_reading
from vision.reading import Reading


def believed(seen: Iterator[Reading]) -> MatchTracker:
    tracker = MatchTracker()
    for reading in seen:
        tracker.update(reading)
    return tracker


def test_while_a_game_is_followed_there_is_nothing_to_say() -> None:
    assert believed(readings(legal_turns(3, 2), fps=8.0, noise=QUIET)).state.no_game is None


def test_a_row_that_is_never_seen_is_told() -> None:
    hidden = np.where(np.arange(24) < 12, 0.0, 1.0).astype(np.float32)
    seen = (replace(one, hidden=hidden) for one in readings(legal_turns(3, 2), fps=8.0, noise=QUIET))
    assert believed(seen).state.no_game == "of the 24 points never more than 12 could be seen at once"


def test_so_is_a_board_on_which_nobody_plays() -> None:
    empty = (make_reading({"T3": (2, 0)}, seq=number, t=number / 5) for number in range(20))
    why = "the board never stood as a game begins, and no roll of two dice was seen on it"
    assert believed(empty).state.no_game == why
