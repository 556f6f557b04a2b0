"""Dice, cubes, clock, box and board around the game; cameras and analysis."""

from typing import Any

import pytest

from tests.monitor.rules.play import AUSBGF, BIBA, FCBG, SETS, USBGF, WBGT, Play

DANISH = (USBGF, WBGT, AUSBGF)
"""The sets with the same wording on boards, boxes and clocks."""


@pytest.mark.parametrize(
    ("config", "seen", "finding", "sets"),
    [
        ({}, {"unused_dice_on_board": 2}, "SPARE_DICE_ON_BOARD", DANISH),
        ({"clock": True}, {"unused_dice_on_board": 2}, "SPARE_DICE_ON_BOARD", (*DANISH, BIBA)),
        ({"clock": True}, {"unused_dice_on_board": 0, "dice_at_table": 4, "cubes_in_view": 1}, "", ()),
        ({"clock": True}, {"dice_at_table": 2}, "DICE_SET_INCOMPLETE", DANISH),
        ({}, {"dice_at_table": 2}, "DICE_SET_INCOMPLETE", (USBGF,)),
        ({}, {"cubes_in_view": 2}, "EXTRA_CUBE", DANISH),
        ({"dice": "shared2"}, {"dice_in_play": 2}, "DICE_MODE/shared2_without_clock", (WBGT, AUSBGF)),
        ({"clock": True}, {"dice_in_play": 4}, "DICE_MODE/own4_with_clock", (WBGT, AUSBGF, BIBA)),
        ({"clock": True}, {"dice_in_play": 2}, "", ()),
        ({}, {"dice_in_play": 4}, "", ()),
        ({"clock": True}, {"clock_side": "W"}, "CLOCK_SIDE", DANISH),
        ({"clock": True}, {"clock_side": "E"}, "", ()),
        ({}, {"clock_side": "W"}, "", ()),
        ({"baffle": True}, {"baffle_side": "E"}, "BAFFLE_SIDE", DANISH),
        ({"baffle": True}, {"baffle_side": "W"}, "", ()),
        ({}, {"board_cm": [38, 48]}, "BOARD_SIZE", DANISH),
        ({}, {"board_cm": [48, 38]}, "BOARD_SIZE", DANISH),
        ({}, {"board_cm": [46, 68]}, "", ()),
        ({}, {"board_cm": [68, 46]}, "", ()),
        ({}, {"board_cm": [44, 55]}, "", ()),
        ({}, {"board_cm": [60, 80]}, "BOARD_SIZE", (BIBA,)),
        ({}, {"board_cm": [70, 90]}, "BOARD_SIZE", (*DANISH, BIBA)),
    ],
)
def test_what_is_seen_around_the_game(
    config: dict[str, Any], seen: dict[str, Any], finding: str, sets: tuple[str, ...]
) -> None:
    for rules in SETS:
        found = Play(rules, **config)("ObjectsObserved", **seen).found
        assert found == [f"{finding} None logged"] * (rules in sets)


def test_a_remark_is_made_once_and_again_after_it_was_put_right() -> None:
    play = Play(USBGF)
    for cubes in (2, 2, 1, 2):
        play("ObjectsObserved", cubes_in_view=cubes)
    assert play.codes == ["EXTRA_CUBE", "EXTRA_CUBE"]


def test_the_home_boards_in_the_west_turn_the_sides_round() -> None:
    for rules in DANISH:
        play = Play(rules, clock=True)
        object.__setattr__(play.referee.table.config, "home", "W")
        assert play("ObjectsObserved", clock_side="W").found == []
        assert play("ObjectsObserved", clock_side="E").codes == ["CLOCK_SIDE"]


@pytest.mark.parametrize("rules", SETS)
def test_a_players_own_camera_can_be_objected_to_and_the_organisers_cannot(rules: str) -> None:
    assert Play(rules)("RecordingObjection", "B", recorder="player").found == ["RECORDING_OBJECTION B logged"]
    assert Play(rules)("RecordingObjection", "B", recorder="organiser").found == []


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize(("to", "wrong"), [
    ("players", True), ("stream", True), ("spectators", True), (["monitor", "stream"], True),
    ("monitor", False), ("td", False), (["monitor", "td"], False), (None, False),
])  # fmt: skip
def test_who_may_see_analysis(rules: str, to: Any, wrong: bool) -> None:
    assert Play(rules)("AnalysisShown", to=to).found == ["ANALYSIS_EXPOSED None logged"] * wrong
    assert Play(rules)("MatchEnded", winner="A")("AnalysisShown", to=to).found == []


def test_club_play_has_none_of_it() -> None:
    play = Play(FCBG, context="club")("RecordingObjection", "B", recorder="player")
    assert play("AnalysisShown", to="players")("BreakTaken", "A", during="game").found == []
