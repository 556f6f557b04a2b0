"""A baffle box of which nobody has spoken is known by the opening dice."""

from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position
from monitor.config import MatchConfig
from tests.monitor.tracking.sim import QUIET, follow, truth
from tests.monitor.tracking.test_unsided import BoxScript, game, watched

SEEDS = [3, 4, 5, 6]
UNTOLD = MatchConfig()


@pytest.mark.parametrize("ties", [0, 1])
@pytest.mark.parametrize("seed", SEEDS)
def test_both_opening_dice_in_one_half_and_played_came_out_of_a_box(seed: int, ties: int) -> None:
    script = game(seed, ties=ties)
    told = watched(script, UNTOLD)
    assert told.raised == []
    assert told.turns == truth(script)
    assert not told.named("TrackLost")
    (box,) = told.named("EvidenceConflict")
    assert (box.get("what"), box.get("sides")) == ("box", "either")
    faces = [(event.by, event.get("dice")[0]["face"]) for event in told.named("DiceAtRest")[:2]]
    assert faces == [("A", 2), ("B", 5)]


def tried(seed: int, apart: float) -> BoxScript:
    """A player throws two dice of his own in a half, so long apart (s), and moves a man by none of them; then
    they are taken up, and the opening goes on as without a box."""
    script = BoxScript(seed=seed)
    dice = Script.throw(script, [5], "W")
    script.show(dice, apart)
    dice += Script.throw(script, [2], "W")
    script.show(dice, 2.0)
    start = script.board
    men = list(start.mover)
    men[12], men[8] = men[12] - 1, men[8] + 1
    script._dice = dice
    script.put(Position.of(men, start.opponent), lying=True)
    script.show(dice, 1.5)
    script.put(start, lying=True)
    script.show(dice, 1.0)
    script.show((), 1.0)
    return script


@pytest.mark.parametrize("apart", [0.0, 3.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_dice_tried_in_one_half_and_not_played_are_none_of_a_box(seed: int, apart: float) -> None:
    told = follow(readings(tried(seed, apart), fps=8.0, noise=QUIET), replace(UNTOLD, length=5))
    assert told.named("EvidenceConflict") == []
    assert told.raised == []
