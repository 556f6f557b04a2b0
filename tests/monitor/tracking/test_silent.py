"""Doubles that are passed and not seen: by word, or with the cube in a hand; and games that are given up."""

import random

import pytest

from monitor.backgammon import START, Position
from monitor.config import MatchConfig
from monitor.events import Player, other
from monitor.tracking import MatchTracker
from monitor.tracking.resigning import likely_results
from monitor.tracking.silent import SilentDouble
from tests.monitor.tracking.sim import QUIET, follow, readings, truth
from tests.monitor.tracking.test_cube import CENTRE, CubeScript, acts, watched

AHEAD = Position.from_board26("-CB----eee----------------")
"""A bears off his last five men; all men of B are far from home."""


def set_up_in_parts(script: CubeScript, seed: int) -> None:
    """The men are put back a few at a time, under hands, by both."""
    rng = random.Random(seed)
    script._dice = ()
    here = list(script.board.board)
    while here != list(START.board):
        for _ in range(rng.randint(2, 5)):
            for first in (0, 25):
                places = range(first, first + 25)
                spare = [place for place in places if here[place] > START.board[place]]
                wanted = [place for place in places if here[place] < START.board[place]]
                if spare and wanted:
                    here[rng.choice(spare)] -= 1
                    here[rng.choice(wanted)] += 1
        script._move_to(Position(bytes(here)))
    script.show((), 5.0)


@pytest.mark.parametrize("in_hand", [True, False])
@pytest.mark.parametrize("turns", [3, 8])
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_who_is_on_roll_has_doubled_where_the_men_are_set_up(seed: int, turns: int, in_hand: bool) -> None:
    """Not whoever moves the first man back."""
    script = CubeScript(seed=seed)
    on_roll = script.some_turns(turns)
    if in_hand:
        script.cube = None
        script.show((), 4.0)
        script.put_cube(64, CENTRE)
    else:
        script.show((), 5.0)
    set_up_in_parts(script, seed)
    told = watched(script)
    assert acts(told) == [("CubeOffered", on_roll, 2), ("CubePassed", other(on_roll), 2)]
    (end,) = told.named("GameEnded")
    assert (end.get("winner"), end.get("how"), end.get("points")) == (on_roll, "pass", 1)
    assert told.named("GameStarted")[1].get("score") == {on_roll: 1, other(on_roll): 0}
    assert told.turns == truth(script)
    assert told.raised == []


@pytest.mark.parametrize("seed", range(3))
def test_who_has_thrown_has_not_doubled(seed: int) -> None:
    script = CubeScript(seed=seed)
    player = script.some_turns(8)
    script.roll(player)
    script.show(script._dice, 3.0)
    set_up_in_parts(script, seed)
    told = watched(script)
    assert acts(told) == []
    (end,) = told.named("GameEnded")
    assert end.get("how") == "concede"


@pytest.mark.parametrize(("score", "crawford"), [((4, 0), True), ((3, 3), False)])
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_in_the_crawford_game_nobody_has_doubled(seed: int, score: tuple[int, int], crawford: bool) -> None:
    script = CubeScript(seed=seed)
    script.some_turns(8)
    script.show((), 5.0)
    set_up_in_parts(script, seed)
    config = MatchConfig(length=5, score=score, crawford=crawford)
    told = follow(readings(script, fps=10.0, noise=QUIET), config)
    assert ("CubeOffered" in [event.ev for event in told.events]) is not crawford


@pytest.mark.parametrize(("on_roll", "doubler"), [("A", "A"), ("B", None)])
def test_who_is_about_to_lose_has_not_doubled_by_word(on_roll: Player, doubler: Player | None) -> None:
    tracker = MatchTracker(MatchConfig(length=5))
    results = likely_results(AHEAD, on_roll, {"A": 15, "B": 15}, {"A": 3, "B": 3})
    assert SilentDouble(tracker).doubler(AHEAD, on_roll, results) == doubler


def test_nothing_is_guessed_of_a_game_that_ended_out_of_sight() -> None:
    """Turns may have been played while nothing was seen."""
    script = CubeScript(seed=1)
    script.some_turns(8)
    script.show((), 3.0)
    script.show((), 40.0, frozenset(range(24)))
    script.board = START
    script.show((), 5.0)
    (end,) = watched(script).named("GameEnded")
    assert (end.get("winner"), end.get("how")) == (None, "concede")
