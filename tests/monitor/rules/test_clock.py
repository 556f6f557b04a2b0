"""The clock and breaks."""

import pytest

from tests.monitor.rules.play import AUSBGF, BIBA, BOARD, FCBG, SETS, USBGF, WBGT, Play

every_set = pytest.mark.parametrize("rules", SETS)
TEXTS = (USBGF, WBGT, AUSBGF)
"""The sets with rules about the clock in their own text."""
PLAYED = "-b---CD-B---dD---c-e-a--B-"
"""BOARD after A's 8/5 6/5."""


@pytest.mark.parametrize(
    ("reason", "allowed"),
    [
        ("game_end", TEXTS),
        ("break", TEXTS),
        ("die_on_floor", TEXTS),
        ("td_called", TEXTS),
        ("early_dice_pickup", TEXTS),
        ("dice_taken_and_pressed", TEXTS),
        ("illegal_move_claim", TEXTS),
        ("outcome_clear", TEXTS),
        ("dispute", (USBGF,)),
        ("roll_validity_dispute", (USBGF, AUSBGF)),
        ("invalid_roll", (AUSBGF,)),
        ("record_position", ()),
        ("thinking", ()),
        (None, TEXTS),
    ],
)
def test_why_the_clock_is_stopped(reason: str | None, allowed: tuple[str, ...]) -> None:
    for rules in SETS:
        wrong = rules in TEXTS and rules not in allowed
        found = Play(rules, clock=True)("ClockPaused", "A", reason=reason).found
        assert found == ["CLOCK_PAUSE_NOT_ALLOWED A logged"] * wrong
        assert Play(rules)("ClockPaused", "A", reason=reason).found == []


@every_set
def test_time_used_up(rules: str) -> None:
    assert Play(rules, clock=True)("TimeExpired", "B").found == ["TIME_EXPIRED B logged"] * (rules in TEXTS)
    assert Play(rules)("TimeExpired", "B").found == []


@every_set
def test_breaks_belong_between_games(rules: str) -> None:
    expected = ["BREAK_DURING_GAME A logged"] * (rules != BIBA)
    assert Play(rules)("BreakTaken", "A", during="game").found == expected
    assert Play(rules)("BreakTaken", "A").found == expected
    assert Play(rules)("BreakTaken", "A", during="between_games").found == []
    ended = Play(rules)("GameEnded", winner="A", how="bearoff", level="single")
    assert ended("BreakTaken", "A").found == []


@pytest.mark.parametrize(("rules", "waits"), [(USBGF, False), (WBGT, True), (AUSBGF, True), (BIBA, False)])
@pytest.mark.parametrize(("moved", "early"), [(104.0, True), (113.0, False)])
def test_a_replay_waits_for_the_offenders_delay(rules: str, waits: bool, moved: float, early: bool) -> None:
    play = Play(rules, clock=True).roll("A", 3, 1)("CheckersMoved", "A", move="8/4 6/5")("ClockPressed", "A")
    play("ClockPaused", "B", reason="illegal_move_claim")("MoveRetracted", "A")
    play("ClockRestarted", side="A", t=100.0, delay=12)("CheckersMoved", "A", move="8/5 6/5", t=moved)
    play("ClockPressed", "A")
    assert play.codes == ["ILLEGAL_MOVE"] + ["REPLAY_TOO_EARLY"] * (waits and early)


def test_fcbg_has_no_clock() -> None:
    play = Play(FCBG, clock=True)("ClockPaused", "A", reason="record_position")("TimeExpired", "A")
    assert play.found == []


def _turn_taken_to_be_over(rules: str, pressed: float, **press: float) -> Play:
    """A plays, his turn is told as over; B throws at 20 s; A presses."""
    play = Play(rules, clock=True)
    line = {"dice": [3, 1], "board_before": BOARD, "board_after": PLAYED, "legal": True}
    play("TurnPlayed", "A", t=15.0, **line)
    for at in press.values():
        play("ClockPressed", "A", t=at)
    dice = [{"face": 6, "zone": "W"}, {"face": 2, "zone": "W"}]
    play("DiceThrown", "B", n=2, t=20.0)("DiceAtRest", "B", dice=dice, t=21.0)
    return play("ClockPressed", "A", t=pressed)


@pytest.mark.parametrize("rules", TEXTS)
def test_a_press_after_the_next_throw_shows_that_this_was_too_early(rules: str) -> None:
    play = _turn_taken_to_be_over(rules, 24.0)
    assert play.found == ["PREMATURE_ROLL/before_end B open"]
    play.roll("B", 5, 4)
    assert play.found == ["PREMATURE_ROLL/before_end B resolved5"]
    play("CheckersMoved", "B", move="13/8 13/9")("ClockPressed", "B")
    assert play.codes == ["PREMATURE_ROLL"]


@pytest.mark.parametrize("rules", TEXTS)
def test_an_early_roll_that_a_press_has_shown_may_be_played(rules: str) -> None:
    play = _turn_taken_to_be_over(rules, 24.0)
    play("CheckersMoved", "B", move="24/18 13/11")("ClockPressed", "B", t=30.0)
    assert play.codes == ["PREMATURE_ROLL"] + ["INVALID_ROLL_PLAYED"] * (rules != WBGT)
    assert play.referee.table.game.to_act == "A"


@every_set
def test_a_press_before_the_next_throw_and_a_second_one_show_nothing(rules: str) -> None:
    assert _turn_taken_to_be_over(rules, 19.5).found == []
    assert _turn_taken_to_be_over(rules, 24.0, first=16.0).found == []


@every_set
@pytest.mark.parametrize(("thrown", "found"), [(20.0, []), (20.8, ["ROLL_RETHROWN B logged"])])
def test_a_roll_just_before_the_press_may_be_thrown_again(
    rules: str, thrown: float, found: list[str]
) -> None:
    play = Play(rules, clock=True)
    line = {"dice": [3, 1], "board_before": BOARD, "board_after": PLAYED, "legal": True}
    play("TurnPlayed", "A", t=15.0, **line)("ClockPressed", "A", t=20.5)
    dice = [{"face": 6, "zone": "W"}, {"face": 2, "zone": "W"}]
    play("DiceThrown", "B", n=2, t=thrown)("DiceAtRest", "B", dice=dice, t=21.5)
    assert play("DiceThrown", "B", n=2, t=26.0).found == found
