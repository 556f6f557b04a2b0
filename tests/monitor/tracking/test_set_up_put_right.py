"""A wrong set-up is noticed when it is put right, however it is seen to be."""

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position
from tests.monitor.tracking.sim import QUIET, follow


def a_man_short(player: str) -> Position:
    men = list(START.mover)
    men[12] -= 1
    return Position.of(men, START.opponent) if player == "A" else Position.of(START.mover, men)


@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_missing_man_put_there_after_the_opening_dice(seed: int, by_hand: bool, player: str) -> None:
    """by_hand: whether a hand is seen near the column; one that nobody saw change is hardly believed."""
    script = Script(seed=seed, start=a_man_short(player))
    winner, dice = script.opening()
    if by_hand:
        script.put(START, lying=True)
    else:
        script.board = START
    lying = script._dice
    script.show(lying, 4.0)
    script.play(winner, dice)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    (right,) = told.named("SetupCorrected")
    assert right.get("board") == START.board26()
    assert told.named("TurnPlayed")[0].get("board_after") == script.turns[0][2].board26()
    assert [(finding.code, finding.status) for finding in told.findings] == [
        ("SETUP_ERROR", "open"),
        ("SETUP_ERROR", "resolved"),
    ]
