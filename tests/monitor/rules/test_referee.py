"""The referee on short lists of events."""

from typing import Any

import pytest

from monitor.backgammon import START, Position
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.rules import Referee, load_ruleset
from monitor.rules.ruleset_file import ruleset_names
from tests.monitor.rules.table import BOARD, Table

PLAYED = "-b--ABD-B---dD---c-e-a--B-"
WRONG_START = "-b----D-D---eE---c-e----B-"


def test_a_legal_turn_gives_nothing() -> None:
    table = Table()
    assert table.turn("A", 3, 1, "8/5 6/5") == []
    assert table.turn("B", 6, 2, "24/18 13/11") == []


def test_an_illegal_move_is_open_until_the_opponents_next_valid_roll() -> None:
    table = Table()
    assert table.roll("A", 3, 1) == []
    assert table("CheckersMoved", "A", move="8/4 6/5") == []
    (finding,) = table("DicePickedUp", "A", n=2)
    assert (finding.kind, finding.by, finding.status) == ("wrong_pips", "A", "open")
    assert finding.evidence["dice"] == [3, 1]
    assert "8/5 6/5" in finding.evidence["legal_moves"]
    assert finding.evidence["before_board"] == BOARD
    assert finding.evidence["after_board"] == PLAYED
    assert table("CubeOffered", "B", value=2) == []
    cocked = table.roll("B", 6, 2, tilt="leaning")
    assert [f.code for f in cocked] == ["ROLL_INVALID"]
    (closed,) = [f for f in table.roll("B", 6, 2) if f.code == "ILLEGAL_MOVE"]
    assert closed.status == "closed"
    assert closed.id == finding.id


def test_wrong_handling_stays_open_until_the_offenders_own_roll() -> None:
    table = Table()
    table.turn("A", 3, 1, "8/5 6/bar")
    table.turn("B", 6, 1, "13/7 8/7")
    assert table.now == [("ILLEGAL_MOVE", "own_checker_to_bar", "A", "open")]
    table.roll("A", 6, 4)
    assert table.now[0][3] == "closed"


def test_both_colours_on_a_point_never_close() -> None:
    table = Table()
    table.turn("A", 3, 1, "24/21 6/5")
    table.turn("B", 6, 1, "13/7 8/7")
    table.roll("A", 6, 4)
    assert table.now == [("ILLEGAL_MOVE", "co_occupied", "A", "open")]


def test_putting_the_move_right_resolves_it() -> None:
    table = Table()
    table.turn("A", 3, 1, "8/4 6/5")
    (found,) = table("Corrected", "A", code="ILLEGAL_MOVE", board="-b---CD-B---dD---c-e-a--B-")
    assert found.status == "resolved"
    assert table.roll("B", 6, 2) == []


def test_taking_the_move_back_and_playing_again_resolves_it() -> None:
    table = Table()
    table.turn("A", 3, 1, "8/4 6/5")
    assert table("MoveRetracted", "A") == []
    assert table("CheckersMoved", "A", move="8/5 6/5") == []
    (found,) = table("DicePickedUp", "A", n=2)
    assert found.status == "resolved"


def test_a_dance_is_no_illegal_move() -> None:
    table = Table("-----BE-C---bD---b-cbbbb-A")
    assert table.turn("A", 6, 5, "") == []


@pytest.mark.parametrize(
    ("by", "die", "kind"),
    [
        ("A", {"tilt": "leaning"}, "cocked"),
        ("A", {"zone": "W"}, "wrong_side"),
        ("B", {"zone": "E"}, "wrong_side"),
        ("A", {"zone": "bar"}, "on_bar"),
        ("A", {"zone": "tray"}, "outside"),
        ("A", {"support": "die"}, "on_die"),
        ("A", {"support": "checker", "tilt": "dimple", "face_clear": False}, "cocked"),
        ("A", {"support": "checker"}, None),
        ("A", {"support": "checker", "tilt": "dimple"}, None),
        ("A", {"left_board": True}, None),
    ],
)
def test_rolls(by: str, die: dict[str, Any], kind: str | None) -> None:
    found = Table(to_act=by).roll(by, 4, 2, **die)
    assert [f.kind for f in found] == ([] if kind is None else [kind])


@pytest.mark.parametrize("name", ruleset_names())
def test_a_die_that_is_nowhere_in_view_spoils_the_roll_in_a_way_that_is_not_known(name: str) -> None:
    table = Table(ruleset=name)
    table("DiceThrown", "A", n=2)
    dice = [{"face": 4, "zone": "E"}, {"face": None, "zone": "unseen", "seen": False}]
    (found,) = table("DiceAtRest", "A", dice=dice)
    cocked = Table(ruleset=name).roll("A", 4, 2, tilt="leaning")[0]
    assert (found.code, found.kind, found.cite) == ("ROLL_INVALID", None, cocked.cite)
    assert found.evidence["one_of"] == ["cocked", "on_die", "outside"]
    assert [f.status for f in table("DiceThrown", "A", n=2)] == ["resolved"]


def test_what_is_wrong_with_the_die_in_view_names_the_fault() -> None:
    dice = [{"face": 4, "zone": "W"}, {"face": None, "zone": "unseen", "seen": False}]
    (found,) = Table()("DiceAtRest", "A", dice=dice)
    assert found.kind in found.evidence["kinds"]
    assert "wrong_side" in found.evidence["kinds"]


def test_a_new_throw_settles_an_invalid_roll_and_lifting_it_ends_no_turn() -> None:
    table = Table()
    table.roll("A", 4, 2, tilt="leaning")
    assert table("DicePickedUp", "A", n=2) == []
    table.roll("A", 3, 1)
    table("CheckersMoved", "A", move="8/5 6/5")
    assert table("DicePickedUp", "A", n=2) == []
    assert table.now == [("ROLL_INVALID", "cocked", "A", "resolved")]


def test_men_of_the_opponents_moved_by_an_unseen_hand_play_no_roll_that_does_not_count() -> None:
    table = Table()
    table.roll("A", 4, 2, tilt="leaning")
    moved = "-b---AE-C---dD---d-d-a--B-"
    assert table("CheckersMoved", "B", src="vision", board_after=moved) == []
    assert table("CheckersMoved", "A", src="vision", board_after=BOARD) == []
    played = table("CheckersMoved", "A", src="vision", board_after=PLAYED)
    assert [(found.code, found.by) for found in played] == [("INVALID_ROLL_PLAYED", "A")]


def test_a_roll_told_again_as_cocked_does_not_count_after_all() -> None:
    table = Table()
    table.roll("A", 4, 2)
    dice = [{"face": 4, "zone": "E"}, {"face": 2, "zone": "E", "tilt": "leaning"}]
    assert table("DiceAtRest", "A", dice=dice) == []
    assert [f.kind for f in table("DiceAtRest", "A", dice=dice, revised=True)] == ["cocked"]
    assert [f.status for f in table("DiceThrown", "A", n=2)] == ["resolved"]


def test_without_a_bar_no_side_is_judged() -> None:
    assert Table(has_bar=False).roll("A", 4, 2, zone="W") == []


def test_with_a_box_the_dice_must_lie_beside_it() -> None:
    table = Table(baffle=True, home="E")
    assert [f.kind for f in table.roll("A", 4, 2)] == ["wrong_side"]
    dice = [{"face": 4, "zone": "W"}, {"face": 2, "zone": "W"}]
    table("DiceThrown", "A", n=2)
    assert table("DiceAtRest", "A", dice=dice) == []


@pytest.mark.parametrize("mismatch", [False, True])
def test_which_half_is_home_is_seen_as_the_game_starts(mismatch: bool) -> None:
    """Not where one side is set up for the other direction."""
    table = Table(None, baffle=True)
    table("GameStarted", home="E", handedness_mismatch=mismatch)
    (found, *_) = [*table("DiceAtRest", "A", dice=[{"face": 6, "zone": "E"}]), None]
    assert (found is None) == mismatch
    assert found is None or (found.code, found.kind) == ("ROLL_INVALID", "wrong_side")


def test_a_wrong_set_up_closes_with_the_fourth_turn() -> None:
    table = Table(None)
    (found,) = table("GameStarted", board=WRONG_START)
    assert (found.code, found.by, found.status) == ("SETUP_ERROR", None, "open")
    assert "A's 6 point: 4 instead of 5" in found.evidence["differences"]
    table("DiceAtRest", "A", dice=[{"face": 6, "zone": "E"}])
    table("DiceAtRest", "B", dice=[{"face": 1, "zone": "W"}])
    table("CheckersMoved", "A", move="13/7 8/7")
    (affected,) = table("DicePickedUp", "A", n=2)
    assert affected.evidence["affected_turns"] == [1]
    assert table.turn("B", 3, 1, "8/5 6/5") == []
    table.turn("A", 4, 2, "8/4 6/4")
    assert table.now == [("SETUP_ERROR", None, None, "open")]
    (closed,) = table.turn("B", 5, 2, "13/8 13/11")
    assert (closed.code, closed.status) == ("SETUP_ERROR", "closed")


def test_a_set_up_put_right_is_resolved() -> None:
    table = Table(None)
    table("GameStarted", board=WRONG_START)
    (found,) = table("SetupCorrected")
    assert found.status == "resolved"
    assert table.referee.game.board == START


def test_a_tie_in_the_opening_roll_starts_again() -> None:
    table = Table(None)
    table("GameStarted", board=START.board26())
    for south, north in ((4, 4), (2, 5)):
        table("DiceAtRest", "A", dice=[{"face": south, "zone": "E"}])
        table("DiceAtRest", "B", dice=[{"face": north, "zone": "W"}])
    assert table.referee.game.to_act == "B"
    assert table("CheckersMoved", "B", move="13/8 13/11") + table("DicePickedUp", "B", n=2) == []


def test_the_wrong_starter_puts_his_men_back_and_the_right_one_plays() -> None:
    """He who threw the higher die is not told in his turn that it was not his."""
    table = Table(None)
    table("GameStarted", board=START.board26())
    table("DiceAtRest", "A", dice=[{"face": 4, "zone": "E"}])
    table("DiceAtRest", "B", dice=[{"face": 2, "zone": "W"}])
    (wrong,) = table("CheckersMoved", "B", board_after="-b----E-C---eE---bae----B-")
    assert (wrong.code, wrong.by, wrong.status) == ("OPENING_WRONG_STARTER", "B", "open")
    assert table("CheckersMoved", "B", board_after=START.board26()) == []
    (right,) = table("CheckersMoved", "A", board_after="-b--B-D-B---eE---c-e----B-")
    assert (right.id, right.status) == (wrong.id, "resolved")
    assert table("DicePickedUp", "A", n=2) == []
    assert table.referee.game.to_act == "B"


def test_a_turn_told_in_one_line_is_judged_once() -> None:
    table = Table()
    table.roll("A", 3, 1)
    line = {"dice": [3, 1], "board_before": BOARD, "board_after": PLAYED, "legal": False}
    assert [f.code for f in table("TurnPlayed", "A", **line)] == ["ILLEGAL_MOVE"]
    assert table("DicePickedUp", "A", n=2) == []
    assert table("TurnPlayed", "A", **line) == []
    assert len(table.now) == 1


def test_a_turn_that_was_not_judged_raises_nothing() -> None:
    table = Table()
    table.roll("A", 3, 1)
    line = {"dice": [3, 1], "board_before": BOARD, "board_after": PLAYED, "legal": None}
    assert table("TurnPlayed", "A", **line) == []


def test_a_play_whose_dice_nobody_read_is_not_judged_by_an_older_roll() -> None:
    table = Table()
    table.roll("A", 3, 1)
    line = {"dice": None, "explained_by": [6, 2], "board_before": BOARD, "board_after": PLAYED, "legal": True}
    assert table("TurnPlayed", "A", **line) == []
    assert table.referee.game.to_act == "B"


def test_nothing_is_judged_across_a_gap() -> None:
    table = Table()
    table.roll("A", 3, 1)
    table("TrackLost", reason="covered")
    table("CheckersMoved", "A", move="8/4 6/5")
    assert table("DicePickedUp", "A", n=2) == []
    table("TrackRegained", board_after=BOARD)
    assert table.turn("B", 6, 2, "24/18 13/11") == []


@pytest.mark.parametrize("same_turn", [True, False])
def test_a_turn_that_goes_on_after_a_gap_is_judged(same_turn: bool) -> None:
    """Otherwise the roll is not known to be the same, and what is moved is nobody's play of it."""
    table = Table()
    table.roll("A", 3, 1)
    table("TrackLost", reason="the board moved")
    table("TrackLost", reason="no pictures")
    table("TrackRegained", "A", same_turn=same_turn)
    table("CheckersMoved", "A", move="8/4 6/5")
    raised = [finding.code for finding in table("DicePickedUp", "A", n=2)]
    assert raised == (["ILLEGAL_MOVE"] if same_turn else [])


def test_the_clock_ends_the_turn_where_one_is_used() -> None:
    table = Table(clock=True, dice="shared2")
    table.roll("A", 3, 1)
    table("CheckersMoved", "A", move="8/4 6/5")
    assert table("DicePickedUp", "A", n=2) == []
    assert [f.code for f in table("ClockPressed", "A")] == ["DICE_TAKEN_AND_PRESSED", "ILLEGAL_MOVE"]


@pytest.mark.parametrize("meaning", ["next_turn", "turn_end"])
@pytest.mark.parametrize("ruleset", ["wbgt-2010", "ausbgf-2021", "biba-2014", "fcbg-2007"])
def test_shared_dice_taken_up_for_a_roll_that_is_told_by_now_end_no_turn(meaning: str, ruleset: str) -> None:
    """The next player threw before the turn was told to be over: that he took the dice is told last."""
    table = Table(ruleset=ruleset, dice="shared2")
    table.roll("A", 3, 1)
    table("CheckersMoved", "A", move="8/5 6/5")
    table("TurnPlayed", "A", dice=[3, 1], move="8/5 6/5")
    table.roll("B", 6, 2)
    raised = table("DicePickedUp", "B", n=2, meaning=meaning)
    assert [finding.code for finding in raised] == ([] if meaning == "next_turn" else ["ILLEGAL_MOVE"])


def test_who_may_speak_depends_on_the_agreement() -> None:
    silent, agreed = Table(), Table(monitor_agreed=True)
    for table in (silent, agreed):
        table.turn("A", 3, 1, "8/4 6/5")
    assert "monitor" not in silent.referee.findings[0].speak
    assert "monitor" in agreed.referee.findings[0].speak


def test_a_ruling_is_recorded() -> None:
    table = Table()
    (finding,) = table.turn("A", 3, 1, "8/4 6/5")
    (ruled,) = table("TDRuling", finding=finding.id, ruling="stands by agreement")
    assert ruled.ruling == "stands by agreement"
    assert table("TDRuling", finding="F9", ruling="?") == []


def test_a_live_referee_goes_on_after_events_that_cannot_be_read() -> None:
    referee = Referee(load_ruleset("usbgf-2016"), MatchConfig(), live=True)
    referee.resume(Position.from_board26(BOARD), "A", 7)
    whole_turn = {
        "by": "B",
        "dice": [6, 2],
        "board_before": PLAYED,
        "board_after": "-b--ABD-B---cD---c-f-a--B-",
        "legal": False,
    }
    lines: list[dict[str, Any]] = [
        {"ev": "DiceThrown", "by": "A", "seq": 1},
        {"ev": "Corrected", "seq": 2},
        {"ev": "DiceAtRest", "by": "A", "seq": 3},
        {"ev": "CheckersMoved", "by": "A", "move": "8/4 6/5", "seq": 4},
        {"ev": "DicePickedUp", "by": "A", "seq": 5},
        {"ev": "DiceThrown", "by": "A", "seq": 1},
        {"ev": "TurnPlayed", "seq": 6, **whole_turn},
    ]
    found = [(f.code, f.by) for line in lines for f in referee.feed(Event.from_json(line))]
    assert found == [("ILLEGAL_MOVE", "B")]
    assert [text.split(":")[0] for text in referee.unread] == ["event 2", "event 3", "event 1"]
    assert "dice is missing" in referee.unread[1]


@pytest.mark.parametrize(
    ("ruleset", "move", "affected"),
    [
        ("usbgf-2016", "24/18 13/11", []),
        ("usbgf-2016", "8/2 8/6", [1]),
        ("usbgf-2016", "13/7 13/11", []),
        ("biba-2014", "8/2 8/6", []),
    ],
)
def test_a_wrong_set_up_tells_which_turns_depended_on_it(
    ruleset: str, move: str, affected: list[int]
) -> None:
    """Four men on the 6 point and four on the 8 point: plays from there depend on it, others do not."""
    referee = Referee(load_ruleset(ruleset), MatchConfig())
    lines: list[dict[str, Any]] = [
        {"ev": "GameStarted", "board": WRONG_START},
        {"ev": "DiceThrown", "by": "A", "n": 1},
        {"ev": "DiceAtRest", "by": "A", "dice": [{"face": 6, "zone": "E"}]},
        {"ev": "DiceThrown", "by": "B", "n": 1},
        {"ev": "DiceAtRest", "by": "B", "dice": [{"face": 2, "zone": "W"}]},
        {"ev": "CheckersMoved", "by": "A", "move": move},
        {"ev": "DicePickedUp", "by": "A"},
    ]
    for seq, line in enumerate(lines, 1):
        referee.feed(Event.from_json({**line, "seq": seq}))
    (finding,) = referee.findings
    assert (finding.code, finding.status) == ("SETUP_ERROR", "open")
    assert finding.evidence["affected_turns"] == affected


def opened(north: int, south: int) -> Table:
    """Both have thrown their opening die."""
    table = Table(board=None)
    table("GameStarted", board=START.board26())
    for by, face in (("B", north), ("A", south)):
        table("DiceThrown", by, n=1)
        table("DiceAtRest", by, dice=[{"face": face, "zone": "E" if by == "A" else "W"}])
    return table


def test_opening_dice_seen_again_as_equal_are_thrown_again() -> None:
    table = opened(3, 2)
    table("DiceAtRest", "B", dice=[{"face": 2, "zone": "W"}], revised=True)
    for by, face in (("B", 4), ("A", 5)):
        assert table("DiceThrown", by, n=1) == []
        assert table("DiceAtRest", by, dice=[{"face": face, "zone": "E" if by == "A" else "W"}]) == []
    table("CheckersMoved", "A", move="13/8 6/2")
    assert table("DicePickedUp", "A", n=2) == []
    assert table.now == []


def test_an_opening_die_seen_again_as_lower_lets_the_other_player_begin() -> None:
    table = opened(3, 2)
    table("DiceAtRest", "B", dice=[{"face": 1, "zone": "W"}], revised=True)
    table("CheckersMoved", "A", move="13/11 6/5")
    assert table("DicePickedUp", "A", n=2) == []
    assert table.now == []


def test_an_opening_die_is_not_seen_again_after_the_first_play() -> None:
    table = opened(3, 2)
    table("CheckersMoved", "B", move="13/10 13/11")
    table("DiceAtRest", "B", dice=[{"face": 2, "zone": "W"}], revised=True)
    assert table("DicePickedUp", "B", n=2) == []
    assert table.turn("A", 3, 1, "8/5 6/5") == []


def test_an_opening_die_seen_again_before_the_other_is_thrown_counts_as_it_is_seen_then() -> None:
    table = Table(board=None)
    table("GameStarted", board=START.board26())
    table("DiceThrown", "B", n=1)
    for face in (1, 6):
        table("DiceAtRest", "B", dice=[{"face": face, "zone": "W"}], revised=face == 6)
    table("DiceThrown", "A", n=1)
    table("DiceAtRest", "A", dice=[{"face": 1, "zone": "E"}])
    assert table("CheckersMoved", "B", move="13/7 8/7") == []
    assert table("DicePickedUp", "B", n=2) == []
    assert table.now == []


@pytest.mark.parametrize("judged", [False, True])
def test_who_throws_after_a_turn_that_was_not_judged_has_not_skipped_his_opponent(judged: bool) -> None:
    table = opened(3, 2)
    line = {"board_before": START.board26(), "board_after": "-b----E-C---bE---bAe----B-"}
    table("TurnPlayed", "B", dice=[3, 2], legal=True if judged else None, **line)
    codes = [finding.code for finding in table("DiceThrown", "B", n=2)]
    assert codes == (["PREMATURE_ROLL"] if judged else [])


@pytest.mark.parametrize("lifted", [False, True])
def test_only_equal_opening_dice_that_lie_are_played(lifted: bool) -> None:
    table = opened(2, 2)
    if lifted:
        table("DicePickedUp", None, n=2, meaning="reroll")
    codes = [finding.code for finding in table("CheckersMoved", "A", move="13/11(2)")]
    assert codes == ([] if lifted else ["OPENING_TIE_PLAYED"])
