"""What a hand may have done unseen is told, not judged."""

import numpy as np
import pytest

from monitor.events import other
from tests.monitor.tracking.sim import begun, watch


@pytest.mark.parametrize("hand", ["over his men", "over nothing of his", "lifting at once"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_played_is_judged_where_no_hand_was_over_the_men_of_the_player(seed: int, hand: str) -> None:
    """The board shows no change. Where a hand was over his men while the dice lay there may have been one."""
    script, player = begun(seed)
    dice = script.roll(player)
    lying = script._dice
    script.show(lying, 2.0)
    own = script.seating.held_by(player, script.board)
    covered = {
        "over his men": np.flatnonzero(own)[:2],
        "over nothing of his": np.flatnonzero(~own)[:2],
        "lifting at once": np.flatnonzero(own)[:0],
    }[hand]
    script.show(lying, 0.6, frozenset(covered.tolist()))
    script.show(lying, 2.0)
    script.play(player, dice, result=script.board)
    script.play(other(player), script.roll(other(player)))
    told = watch(script)
    turn = told.named("TurnPlayed")[1]
    assert turn.get("board_before") == turn.get("board_after")
    judged = hand != "over his men"
    assert turn.get("legal") is (False if judged else None)
    assert told.raised == ([("ILLEGAL_MOVE", player)] if judged else [])
