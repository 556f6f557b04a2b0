"""A roll that could not be played and may have been cocked: who throws next tells whether it counted."""

from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, follow, truth, watch
from tests.monitor.tracking.test_dice_overlooked import about_to_dance, played

IN_DOUBT = 0.45
SEEDS = [4, 6, 7]


def thrown_from_the_bar(seed: int) -> tuple[Script, Player, tuple[int, int]]:
    """A game in which a player on the bar has thrown, one die seeming to lean, and lifted what he could not
    play; the player and the roll."""
    script, dancer, dice = about_to_dance(seed)
    script.cocked(dancer, IN_DOUBT, dice)
    return script, dancer, dice


@pytest.mark.parametrize("seed", SEEDS)
def test_thrown_again_it_was_cocked(seed: int) -> None:
    script, dancer, _ = thrown_from_the_bar(seed)
    played(script, dancer)
    told = watch(script)
    assert told.raised == [("ROLL_INVALID", dancer)]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("waits", [0.0, 12.0])
def test_followed_by_the_opponents_it_counted(seed: int, waits: float) -> None:
    """After ten seconds it is told without waiting any longer."""
    script, dancer, dice = thrown_from_the_bar(seed)
    script.turns.append((dancer, dice, Position(script.board.board)))
    script.show((), waits)
    lifted = script.t
    played(script, other(dancer))
    told = watch(script)
    assert told.raised == []
    assert told.turns == truth(script)
    (dance,) = (turn for turn in told.named("TurnPlayed") if turn.by == dancer and turn.get("move") == "")
    assert ((dance.t_known or 0.0) < lifted) == (waits > 0.0)


@pytest.mark.parametrize(("waits", "skipped"), [(4.0, False), (0.0, True)])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_opponent_who_throws_after_a_roll_that_was_not_read_skips_nobody(
    seed: int, waits: float, skipped: bool
) -> None:
    """Who could not move may have thrown and danced, if there was time for it."""
    script, dancer, _ = about_to_dance(seed)
    since = script.t
    script.show((), waits)
    until = script.t
    played(script, other(dancer))
    source = readings(script, fps=8.0, noise=QUIET)
    unread = (replace(one, dice=()) if since <= one.t < until else one for one in source)
    codes = [code for code, _ in follow(unread).raised]
    assert ("PREMATURE_ROLL" in codes) is skipped
