"""A baffle box of which nobody has spoken is known by the opening dice."""

from dataclasses import replace
from functools import partial

import pytest

from fixtures.readings import Script, ScriptDie, readings
from monitor.backgammon import Position
from monitor.config import MatchConfig
from monitor.events import other
from monitor.tracking.seating import Seating
from tests.monitor.tracking.sim import QUIET, follow, legal_turns, truth
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
    assert (box.get("what"), box.get("mode"), box.get("sides")) == ("box", "baffle", None)
    faces = [(event.by, event.get("dice")[0]["face"]) for event in told.named("DiceAtRest")[:2]]
    assert faces == [("A", 2), ("B", 5)]


class Fingers(BoxScript):
    """While the first men are moved something beside the hand seems to be a die."""

    def _move_to(self, board: Position) -> None:
        dice, self._dice = self._dice, (*self._dice, *([] if self.turns else [ScriptDie(3, (0.1, 0.2))]))
        super()._move_to(board)
        self._dice = dice


def test_where_a_roll_has_to_end_is_open_if_the_box_throws_among_the_home_boards() -> None:
    script = legal_turns(3, 4, make=partial(BoxScript, seating=Seating("W", "A")))
    told = watched(script, UNTOLD)
    (box,) = told.named("EvidenceConflict")
    assert (box.get("what"), box.get("mode"), box.get("sides")) == ("box", None, "either")
    assert told.raised == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_roll_that_does_not_end_in_the_half_of_the_box_does_not_count(seed: int) -> None:
    """As where the box is told: it is thrown again, and nobody is told to have had a cocked die."""
    script = legal_turns(seed, 1, make=BoxScript)
    player = other(script.turns[-1][0])
    script.show(Script.throw(script, [3, 1], "E"), 2.0)
    script.show((), 1.0)
    script.play(player, script.roll(player))
    for config in (UNTOLD, replace(UNTOLD, baffle=True)):
        told = watched(script, config)
        assert told.raised == [("ROLL_INVALID", player)]
        assert {finding.kind for finding in told.findings} == {"wrong_side"}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_comes_to_lie_there_as_the_opening_is_played_is_none_of_its_dice(seed: int) -> None:
    script = legal_turns(seed, 4, make=Fingers)
    told = watched(script, UNTOLD)
    assert [event.get("what") for event in told.named("EvidenceConflict")] == ["box"]
    assert told.raised == []
    assert told.turns == truth(script)


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
