"""With what they play, as it turns out in the course of the game."""

import pytest

from tests.monitor.rules.play import BIBA, BOARD, USBGF, Play
from tests.monitor.rules.test_clock import PLAYED, every_set


@pytest.mark.parametrize(
    ("rules", "modes", "found"),
    [
        (USBGF, [], ["ROLL_RETHROWN B logged"]),
        (USBGF, ["shared2"], []),
        (USBGF, ["shared2", "own4"], ["ROLL_RETHROWN B logged"]),
        (USBGF, ["borrowed"], ["ROLL_RETHROWN B logged"]),
        (BIBA, ["shared2"], ["ROLL_RETHROWN B logged"]),
    ],
)
def test_where_shared_dice_need_a_tap_who_throws_again_may_have_thrown_before_it(
    rules: str, modes: list[str], found: list[str]
) -> None:
    """Only the USBGF ends a turn with two shared dice by a tap; elsewhere taking up the dice does."""
    play = Play(rules)
    for mode in modes:
        play("EvidenceConflict", what="dice_mode", mode=mode)
    line = {"dice": [3, 1], "board_before": BOARD, "board_after": PLAYED, "legal": True}
    play("TurnPlayed", "A", t=15.0, **line)
    dice = [{"face": 6, "zone": "W"}, {"face": 2, "zone": "W"}]
    play("DiceThrown", "B", n=2, t=20.0)("DiceAtRest", "B", dice=dice, t=21.5)
    assert play("DiceThrown", "B", n=2, t=26.0).found == found


@every_set
@pytest.mark.parametrize(
    ("half", "known", "found"),
    [
        ("E", False, []),
        ("W", False, ["ROLL_INVALID"]),
        ("E", True, ["ROLL_INVALID"]),
        ("W", True, []),
    ],
)
def test_a_roll_out_of_a_box_that_showed_has_to_end_away_from_the_home_boards(
    rules: str, half: str, known: bool, found: list[str]
) -> None:
    """The home boards lie in the east; A throws."""
    play = Play(rules)
    if known:
        play("EvidenceConflict", what="box", mode="baffle")
    dice = [{"face": 6, "zone": half}, {"face": 2, "zone": half}]
    assert play("DiceThrown", "A", n=2)("DiceAtRest", "A", dice=dice).codes == found
