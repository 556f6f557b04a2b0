"""What is read on the bar as a game begins, a cube or a shadow perhaps, is no man: the bar is empty then."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position
from monitor.events import Player, other
from monitor.tracking import start
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer
from monitor.tracking.seating import stack
from tests.monitor.tracking.sim import QUIET, follow, legal_turns, truth
from tests.monitor.tracking.test_explain import EAST
from tests.monitor.tracking.test_tall_columns import moved
from tests.support import START_SLOTS, make_reading
from vision.reading import MAX_COUNT, Reading, outcome


def bar_with(men: tuple[int, int], p: float = 0.93) -> np.ndarray:
    """The bar, read to hold so many light and dark men with this probability."""
    bar = np.full((2, MAX_COUNT + 1), (1.0 - p) / MAX_COUNT, np.float32)
    bar[[0, 1], men] = p
    return bar


def with_cube_on_bar(source: Iterable[Reading], script: Script, player: Player) -> Iterator[Reading]:
    """A cube lies on the bar all the time, and is read as a man of this player."""
    light = player == script.seating.light
    for reading in source:
        yield replace(reading, bar=bar_with((1, 0) if light else (0, 1)))


def with_man_unseen(source: Iterable[Reading], script: Script, turn: int) -> Iterator[Reading]:
    """A man who came to an empty point in this turn is never seen while he stands there."""
    boards = [script.start, *(board for _, _, board in script.turns)]
    before, after = boards[turn].board, boards[turn + 1].board
    points, _ = script.seating.outcomes(np.frombuffer(before + after, np.uint8).reshape(2, 50))
    slot = int(np.flatnonzero((points[0] == 0) & (points[1] != 0))[0])
    there = int(points[1, slot])
    since = next(scene.t for scene in script.scenes if scene.board.board == after)
    for reading in source:
        seen = reading.points.copy()
        if reading.t >= since and int(seen[slot].argmax()) == there:
            seen[slot, [0, there]] = seen[slot, [there, 0]]
        yield replace(reading, points=seen)


@pytest.mark.parametrize(("seed", "turn"), [(0, 0), (0, 2), (0, 3), (2, 0), (2, 1), (2, 3)])
def test_a_man_unseen_on_his_point_is_not_the_one_that_is_read_on_the_bar(seed: int, turn: int) -> None:
    script = legal_turns(seed, 6)
    mover, _, _ = script.turns[turn]
    source = with_cube_on_bar(readings(script, fps=8.0, noise=QUIET), script, mover)
    told = follow(with_man_unseen(source, script, turn))
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize("seed", [0, 2])
def test_a_cube_on_the_bar_alone_disturbs_nothing(seed: int, player: Player) -> None:
    script = legal_turns(seed, 6)
    told = follow(with_cube_on_bar(readings(script, fps=8.0, noise=QUIET), script, player))
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("player", ["A", "B"])
def test_a_wrong_play_is_found_all_the_same(player: Player) -> None:
    """4-3 played 13/8."""
    script = legal_turns(0, 1)
    mover = other(script.turns[0][0])
    script.play(mover, script.roll(mover, (4, 3)), moved(script.board, mover, (13, 8)))
    script.play(other(mover), script.roll(other(mover)))
    told = follow(with_cube_on_bar(readings(script, fps=8.0, noise=QUIET), script, player))
    assert told.raised == [("ILLEGAL_MOVE", mover)]
    assert told.turns == truth(script)


def look(
    evidence: Evidence,
    since: int,
    men_on_bar: tuple[int, int],
    slots: dict[str, tuple[int, int]] = START_SLOTS,
) -> None:
    """One second, from this one on, in which so many men are read on the bar, and this on the points."""
    for number in range(10 * since, 10 * since + 10):
        evidence.update(make_reading(slots, number, number / 10, bar=bar_with(men_on_bar)))


def on_bar(mine: int) -> Position:
    """The starting position with so many men of A's on the bar besides."""
    return Position.of([*START.mover[:24], mine], START.opponent)


def fit(explainer: Explainer, board: Position) -> float:
    return float(explainer.fit([board.board])[0])


def test_one_man_read_on_the_bar_stands_for_none_until_another_number_is_read() -> None:
    evidence = Evidence(has_bar=True)
    explainer = Explainer(evidence, EAST, has_bar=True)
    look(evidence, 0, (1, 0))
    assert fit(explainer, on_bar(1)) > fit(explainer, START)
    start.hold_against(START, evidence, EAST)
    assert fit(explainer, START) == 0.0
    look(evidence, 1, (1, 0))
    assert fit(explainer, START) == 0.0
    look(evidence, 2, (2, 0))
    assert fit(explainer, on_bar(2)) > -0.5 > fit(explainer, START)


def test_only_the_bar_is_overruled() -> None:
    """A point read otherwise goes on to be read so."""
    evidence = Evidence(has_bar=True)
    look(evidence, 0, (0, 1), {**START_SLOTS, "B12": (0, 1)})
    _, bars = EAST.outcomes(stack([START.board]))
    evidence.overrule_bar(bars[0])
    points, read = evidence.weighted()
    assert read.argmax(axis=1).tolist() == [0, 0]
    assert points[23].argmax() == outcome(1, 1)


def test_a_point_read_otherwise_as_the_game_begins_is_suspected() -> None:
    evidence = Evidence(has_bar=True)
    explainer = Explainer(evidence, EAST, has_bar=True)
    look(evidence, 0, (0, 0), {**START_SLOTS, "B12": (0, 1)})
    before = fit(explainer, START)
    start.hold_against(START, evidence, EAST)
    assert before < -8.0
    assert before / 4 < fit(explainer, START) < 0.0
