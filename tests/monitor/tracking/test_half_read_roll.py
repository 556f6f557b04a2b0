"""A roll of which one die was not read: the turn may have ended otherwise than it seemed, or be put right."""

from dataclasses import replace

import pytest

from fixtures.readings import readings
from monitor.backgammon import Position
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, Told, begun, ends_of, follow
from vision.reading import Reading


@pytest.mark.parametrize("seed", range(5))
def test_a_play_put_right_by_its_player_is_no_play_of_his_opponent(seed: int) -> None:
    script, player = begun(seed)
    far, near = (ends_of(script.board, player, roll) for roll in ((6, 3), (6, 1)))
    slip, right = min(far - near), min(near - far)
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


def thrown_after_a_cocked_die(seed: int) -> Told:
    """A cocked roll, taken up and thrown again: a five and a two, of which the five is read."""
    script, player = begun(seed)
    script.cocked(player, 0.97)
    start = script.t
    script.roll(player, (5, 2))
    script.show(script._dice, 3.0)
    script.play(player, (5, 2))
    until = script.t

    def seen(reading: Reading) -> Reading:
        fives = tuple(die for die in reading.dice if die.value == 5)
        return replace(reading, dice=fives) if start <= reading.t < until else reading

    return follow(seen(reading) for reading in readings(script, fps=8.0, noise=QUIET))


@pytest.mark.parametrize("seed", range(3))
def test_men_moved_after_a_throw_of_which_one_die_is_read_are_not_moved_by_the_roll_before(seed: int) -> None:
    told = thrown_after_a_cocked_die(seed)
    assert [code for code, _ in told.raised] == ["ROLL_INVALID"]
    thrown, moved = told.named("DiceThrown")[-1], told.named("CheckersMoved")[-2:]
    assert (thrown.by, thrown.get("n")) == (moved[0].by, 2)
    assert thrown.t < moved[0].t
