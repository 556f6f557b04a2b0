"""A set-up of which a column is rather read otherwise is looked at for longer before it is believed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position
from tests.monitor.tracking.sim import QUIET, Told, follow
from tests.monitor.tracking.test_set_up_put_right import a_man_short
from vision.reading import Reading


def doubtful(source: Iterable[Reading], script: Script, until: float) -> Iterator[Reading]:
    """The column that is a man short, read so with 0.91 and as the start has it with 0.05, then with 0.04."""
    boards = np.frombuffer(START.board + a_man_short("A").board, np.uint8).reshape(2, 50)
    right, short = script.seating.outcomes(boards)[0]
    (slot,) = np.flatnonzero(right != short)
    for reading in source:
        points = reading.points.copy()
        if reading.t < until:
            points[slot] = 0.04 / (points.shape[1] - 2)
            points[slot, short[slot]], points[slot, right[slot]] = 0.91, 0.05 if reading.t < 1.5 else 0.04
        yield replace(reading, points=points)


def told_of(board: Position, until: float, seconds: float) -> tuple[Told, Script]:
    """A game that begins with a board that stands for some seconds before the opening roll."""
    script = Script(start=board)
    script.show((), seconds)
    winner, dice = script.opening()
    script.play(winner, dice)
    return follow(doubtful(readings(script, fps=8.0, noise=QUIET), script, until)), script


def test_a_man_short_that_is_read_so_more_and_more_surely_is_told() -> None:
    told, _ = told_of(a_man_short("A"), until=100.0, seconds=5.0)
    assert ("SETUP_ERROR", None) in told.raised


@pytest.mark.parametrize("until", [0.6, 1.5])
def test_a_column_doubted_for_a_moment_is_no_wrong_set_up(until: float) -> None:
    told, script = told_of(START, until=until, seconds=5.0)
    assert told.raised == []
    (began,) = told.named("GameStarted")
    assert began.get("board") == START.board26()
    assert told.named("TurnPlayed")[0].get("board_after") == script.turns[0][2].board26()


def crowded(source: Iterable[Reading], script: Script, sides: int, since: float = 0.0) -> Iterator[Reading]:
    """A column of five of one side, or of both, read as six from a time on: 0.9 to 0.03 in every picture."""
    start = np.frombuffer(START.board, np.uint8)
    right, _ = script.seating.outcomes(start[None])
    more = start.copy()
    more[[5, 25 + 5][:sides]] += 1
    over, _ = script.seating.outcomes(more[None])
    for reading in source:
        points = reading.points.copy()
        for slot in np.flatnonzero((right[0] != over[0]) & (points.argmax(axis=1) == right[0])):
            if reading.t < since:
                continue
            points[slot] = 0.07 / (points.shape[1] - 2)
            points[slot, over[0][slot]], points[slot, right[0][slot]] = 0.9, 0.03
        yield replace(reading, points=points)


@pytest.mark.parametrize("sides", [1, 2])
def test_a_man_too_many_is_misread(sides: int) -> None:
    script = Script()
    script.show((), 6.0)
    script.opening()
    assert follow(crowded(readings(script, fps=8.0, noise=QUIET), script, sides)).raised == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 5])
def test_nor_is_there_one_more_in_the_next_game(seed: int) -> None:
    script = Script(seed=seed)
    script.whole_game()
    since = script.t
    script.put(START)
    script.show((), 6.0)
    winner, dice = script.opening()
    script.play(winner, dice)
    told = follow(crowded(readings(script, fps=8.0, noise=QUIET), script, 1, since))
    assert told.raised == []
    assert [event.get("game_no") for event in told.named("GameStarted")] == [1, 2]
    assert told.named("TurnPlayed")[-1].get("board_after") == script.board.board26()
