"""What is put right while the opponent's roll lies there, though what it puts right was not seen as wrong."""

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position, text_of
from monitor.config import MatchConfig
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, ends_of, follow
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, moved

SEEDS = range(4)
A_BEGINS = [0, 2, 5]
"""Games in which A has the first turn."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_legal_turn_changed_into_another_by_its_roll_was_that_one(seed: int) -> None:
    """A man in a column was misread, say, and the play seen was wrong: nobody moves off turn."""
    script, player = after_the_first_turn(seed)
    before = script.board
    script.play(player, script.roll(player, (4, 3)), moved(before, player, (13, 9), (13, 10)))
    script.show((), 1.0)
    script.roll(other(player), (6, 2))
    lying = script._dice
    script.show(lying, 1.5)
    ends = sorted(ends_of(before, player, (4, 3)) - {script.board.board})
    right = next(end for end in map(Position, ends) if not end.board[24] and not end.board[49])
    script.put(right, lying=True)
    script.show(lying, 3.0)
    script.play(other(player), (6, 2))
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.raised == []
    (amended,) = told.named("EvidenceConflict")
    assert (amended.by, amended.get("what"), amended.get("board_after")) == (
        player,
        "turn_amended",
        text_of(right),
    )
    assert told.named("TurnPlayed")[-1].get("board_before") == text_of(right)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_moves_on_in_the_others_turn_is_told_to(seed: int) -> None:
    """Not what his roll allowed: three pips more."""
    script, player = after_the_first_turn(seed)
    before = script.board
    script.play(player, script.roll(player, (4, 3)), moved(before, player, (13, 9), (13, 10)))
    script.show((), 1.0)
    script.roll(other(player), (6, 2))
    script.show(script._dice, 1.5)
    script.put(moved(script.board, player, (10, 7)), lying=True)
    script.show(script._dice, 3.0)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.raised == [("CHECKER_OFF_TURN", player)]


def wrong_from_the_start() -> Position:
    """Two men of A's eight point stand on his six point's neighbour: 6 and 8 hold three and five."""
    men = list(START.mover)
    men[5], men[7] = men[5] - 2, men[7] + 2
    return Position.of(men, START.opponent)


@pytest.mark.parametrize("ruleset", ["wbgt-2010", "ausbgf-2021", "usbgf-2016"])
@pytest.mark.parametrize("seed", A_BEGINS)
def test_a_set_up_put_right_like_a_play_is_known_once_dice_fall_that_are_none_of_it(
    seed: int, ruleset: str
) -> None:
    """8/6(2) before A's second turn may be a play, till he throws; it was in time for all that."""
    script = Script(seed=seed, start=wrong_from_the_start())
    player, dice = script.opening()
    assert player == "A"
    script.play(player, dice)
    script.play("B", script.roll("B", (6, 5)))
    men = list(script.board.mover)
    script.show((), 1.0)
    men[5], men[7] = men[5] + 2, men[7] - 2
    right = Position.of(men, script.board.opponent)
    script.put(right)
    script.show((), 1.5)
    script.play("A", script.roll("A", (2, 1)))
    config = MatchConfig(ruleset=ruleset)
    told = follow(readings(script, fps=8.0, noise=QUIET), config)
    (corrected,) = told.named("SetupCorrected")
    assert corrected.get("board") == text_of(right)
    assert "LATE_CORRECTION" not in [code for code, _ in told.raised]
    assert (told.findings[-1].code, told.findings[-1].status) == ("SETUP_ERROR", "resolved")
    assert told.named("TurnPlayed")[-1].get("board_before") == text_of(right)
