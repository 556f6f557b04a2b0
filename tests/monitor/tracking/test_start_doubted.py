"""A set-up of which a column is rather read otherwise is looked at for longer before it is believed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position
from monitor.findings import CORRECTED
from tests.monitor.tracking.sim import QUIET, Told, follow, truth
from tests.monitor.tracking.test_set_up_put_right import a_man_short
from vision.reading import EMPTY, Reading

Odds = tuple[float, float, float]


def doubtful(source: Iterable[Reading], script: Script, until: float, odds: Odds) -> Iterator[Reading]:
    """The column that is a man short. odds: read so, and as the start has it in the first second and a half,
    and afterwards."""
    said, first, then = odds
    boards = np.frombuffer(START.board + a_man_short("A").board, np.uint8).reshape(2, 50)
    right, short = script.seating.outcomes(boards)[0]
    (slot,) = np.flatnonzero(right != short)
    for reading in source:
        points = reading.points.copy()
        if reading.t < until:
            as_set_up = first if reading.t < 1.5 else then
            points[slot] = (1.0 - said - as_set_up) / (points.shape[1] - 2)
            points[slot, short[slot]], points[slot, right[slot]] = said, as_set_up
        yield replace(reading, points=points)


def told_of(
    board: Position, until: float, seconds: float, odds: Odds = (0.85, 0.12, 0.06)
) -> tuple[Told, Script]:
    """A game that begins with a board that stands for some seconds before the opening roll."""
    script = Script(start=board)
    script.show((), seconds)
    winner, dice = script.opening()
    script.play(winner, dice)
    return follow(doubtful(readings(script, fps=8.0, noise=QUIET), script, until, odds)), script


def test_a_man_short_that_is_read_so_more_and_more_surely_is_told() -> None:
    told, _ = told_of(a_man_short("A"), until=100.0, seconds=5.0)
    assert ("SETUP_ERROR", None) in told.raised


@pytest.mark.parametrize(("odds", "told"), [((0.9, 0.07, 0.07), True), ((0.8, 0.18, 0.18), False)])
def test_a_man_short_is_told_where_the_reading_leaves_one_chance_in_eight(odds: Odds, told: bool) -> None:
    events, _ = told_of(a_man_short("A"), 100.0, 5.0, odds)
    assert (("SETUP_ERROR", None) in events.raised) == told


def test_what_nobody_puts_right_before_the_opening_roll_was_misread_if_it_was_not_read_surely() -> None:
    told, script = told_of(START, 100.0, 6.0, (0.9, 0.07, 0.07))
    assert told.raised == [("SETUP_ERROR", None)]
    assert (told.findings[-1].status, told.findings[-1].ended_by) == ("resolved", CORRECTED)
    (corrected,) = told.named("SetupCorrected")
    assert corrected.get("withdrawn")
    assert told.turns == truth(script)


def test_nothing_is_said_where_dice_fall_before_it_has_been_looked_at_for_long() -> None:
    told, script = told_of(START, 100.0, 0.5, (0.9, 0.07, 0.07))
    assert told.raised == []
    assert told.turns == truth(script)


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


def test_nor_is_a_column_read_a_man_short_missing_one_where_another_is_hardly_read_either() -> None:
    script = Script()
    script.show((), 6.0)
    script.opening()
    (slots,), _ = script.seating.outcomes(np.frombuffer(START.board, np.uint8)[None])
    one, another = np.flatnonzero(slots == slots.max())

    def seen(both: bool) -> Iterator[Reading]:
        for reading in readings(script, fps=8.0, noise=QUIET):
            points = reading.points.copy()
            for slot, short, right in ((one, 0.9, 0.07), (another, 0.65, 0.3))[: 1 + both]:
                points[slot] = (1.0 - short - right) / (points.shape[1] - 2)
                points[slot, slots[slot] - 1], points[slot, slots[slot]] = short, right
            yield replace(reading, points=points)

    assert ("SETUP_ERROR", None) in follow(seen(both=False)).raised
    assert follow(seen(both=True)).raised == []


@pytest.mark.parametrize(("p", "told"), [(0.04, []), (1e-7, [("SETUP_ERROR", None)])])
def test_a_column_read_as_empty_stands_behind_the_bar_unless_it_is_plain_that_none_is_there(
    p: float, told: list[tuple[str, None]]
) -> None:
    script = Script()
    script.show((), 6.0)
    winner, dice = script.opening()
    script.play(winner, dice)
    (slots,), _ = script.seating.outcomes(np.frombuffer(START.board, np.uint8)[None])
    column = np.flatnonzero(slots == slots.max())[0]

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=8.0, noise=QUIET):
            points = reading.points.copy()
            points[column] = 1e-8
            points[column, EMPTY], points[column, slots[column]] = 0.95 - p, p
            yield replace(reading, points=points)

    events = follow(seen())
    assert events.raised == told
    (began,) = events.named("GameStarted")
    assert (began.get("board") == START.board26()) == (not told)
