"""What a hand may have done unseen is told, not judged."""

import numpy as np
import pytest

from fixtures.readings import Script
from monitor.events import Player, other
from monitor.tracking.seating import Seating
from tests.monitor.tracking.sim import watch

EAST = Seating("E", "A")


def slots_of(script: Script, player: Player) -> frozenset[int]:
    """Slots on which men of a player stand."""
    men = script.board.board[:24] if player == "A" else script.board.board[48:24:-1]
    return frozenset(int(slot) for slot in EAST.slots[np.array(list(men)) > 0])


@pytest.mark.parametrize("hand", ["over his men", "over nothing of his", "lifting at once"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_played_is_judged_where_no_hand_was_over_the_men_of_the_player(seed: int, hand: str) -> None:
    """The board shows no change. Where a hand was over his men while the dice lay there may have been one."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    player = other(player)
    dice = script.roll(player)
    lying = script._dice
    script.show(lying, 2.0)
    own = slots_of(script, player)
    (covered,) = {
        "over his men": [frozenset(sorted(own)[:2])],
        "over nothing of his": [frozenset(sorted(set(range(24)) - own)[:2])],
        "lifting at once": [frozenset[int]()],
    }[hand]
    script.show(lying, 0.6, covered)
    script.show(lying, 2.0)
    script.play(player, dice, result=script.board)
    script.play(other(player), script.roll(other(player)))
    told = watch(script)
    turn = told.named("TurnPlayed")[1]
    assert turn.get("board_before") == turn.get("board_after")
    judged = hand != "over his men"
    assert turn.get("legal") is (False if judged else None)
    assert told.raised == ([("ILLEGAL_MOVE", player)] if judged else [])
