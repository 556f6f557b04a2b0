"""A double passed after a few turns, the board set up anew, and the next game."""

from dataclasses import replace

import pytest

from monitor.backgammon import START
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, from_south, truth
from tests.monitor.tracking.test_cube import CENTRE, SURFACE, CubeScript, acts, watched

SURE = replace(QUIET, cube_error=0.0, cube_miss=0.0, cube_p=(0.96, 0.99))


def short_game(script: CubeScript, *, in_sight: bool) -> Player:
    """The opening, a reply, a double that is passed, and the men back where they began; who doubled.

    in_sight: whether the cube is seen beside the board.
    """
    player, dice = script.opening()
    script.play(player, dice)
    answers = other(player)
    script.play(answers, script.roll(answers, (2, 1)), from_south(script.board, answers, "13/10"))
    doubler = player
    script.put_cube(2, SURFACE[doubler], 2.5)
    script.put_cube(64, CENTRE if in_sight else (-0.4, 0.5), 2.0)
    if not in_sight:
        script.cube = None
    script.put(START)
    script.show((), 5.0)
    return doubler


@pytest.mark.parametrize("in_sight", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_every_game_is_told_with_its_double(seed: int, in_sight: bool) -> None:
    script = CubeScript(seed=seed)
    if not in_sight:
        script.without_cube()
    doublers = [short_game(script, in_sight=in_sight) for _ in range(3)]
    told = watched(script, noise=SURE)
    offers = [(name, by, value) for name, by, value in acts(told) if name == "CubeOffered"]
    assert offers == [("CubeOffered", doubler, 2) for doubler in doublers]
    assert [end.get("winner") for end in told.named("GameEnded")] == doublers
    assert told.turns == truth(script)
    assert told.raised == []
