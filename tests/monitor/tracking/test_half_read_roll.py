"""A roll of which one die was not read: the turn may have ended otherwise than it seemed, or be put right."""

from dataclasses import replace

import pytest

from fixtures.readings import readings
from monitor.backgammon import Position, apply_play, from_seat, legal_plays
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, begun, follow
from vision.reading import Reading


@pytest.mark.parametrize("seed", range(5))
def test_a_play_put_right_by_its_player_is_no_play_of_his_opponent(seed: int) -> None:
    script, player = begun(seed)
    mine = from_seat(script.board, player)
    ends = {
        roll: {from_seat(apply_play(mine, play.hops), player).board for play in legal_plays(mine, roll)}
        for roll in ((6, 3), (6, 1))
    }
    slip, right = min(ends[6, 3] - ends[6, 1]), min(ends[6, 1] - ends[6, 3])
    start = script.t
    script.roll(player, (6, 1))
    script.play(player, (6, 1), Position(slip))
    script.put(Position(right))
    until = script.t
    player = other(player)
    script.play(player, script.roll(player))

    def seen(reading: Reading) -> Reading:
        sixes = tuple(die for die in reading.dice if die.value == 6)
        return replace(reading, dice=sixes) if start <= reading.t < until else reading

    told = follow(seen(reading) for reading in readings(script, fps=8.0, noise=QUIET))
    assert not told.findings
    amended = [event for event in told.named("EvidenceConflict") if event.get("what") == "turn_amended"]
    assert [event.get("board_after") for event in amended] == [Position(right).board26()]
    assert told.named("TurnPlayed")[-1].get("board_after") == script.board.board26()
    assert told.named("TurnPlayed")[-1].by == player
