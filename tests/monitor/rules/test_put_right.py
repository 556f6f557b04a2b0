"""Men moved in the other's turn: off turn, or to put right what was played before."""

import pytest

from tests.monitor.rules.table import BOARD, Table

WRONG, RIGHT, BACK = "-b---BD-C---dD---c-e-a--B-", "-b---CD-B---dD---c-e-a--B-", BOARD


def test_checkers_moved_off_turn_are_one_finding_a_turn() -> None:
    table = Table()
    table.roll("A", 3, 1)
    moved = [table("CheckersMoved", "B", move=move) for move in ("13/12", "12/11", "11/13")]
    assert [[f.code for f in found] for found in moved] == [["CHECKER_OFF_TURN"], [], []]
    table("CheckersMoved", "A", move="8/5 6/5")
    table("DicePickedUp", "A", n=2)
    table.roll("B", 3, 1)
    assert [f.code for f in table("CheckersMoved", "A", move="13/12")] == ["CHECKER_OFF_TURN"]


def test_an_illegal_play_put_right_after_the_opponents_roll_is_no_move_off_turn() -> None:
    table = Table()
    table.turn("A", 3, 1, "8/4 6/5")
    table.roll("B", 6, 2)
    right = "-b---CD-B---dD---c-e-a--B-"
    (late,) = table("CheckersMoved", "A", board_after=right)
    assert (late.code, late.by) == ("LATE_CORRECTION", "A")
    assert table("Corrected", "A", code="ILLEGAL_MOVE", board=right) == []
    assert table("CheckersMoved", "B", move="24/18 13/11") == []
    assert table("DicePickedUp", "B", n=2) == []


def test_put_right_in_time_after_the_opponents_roll_it_is_resolved_and_nothing_else() -> None:
    table = Table()
    table.turn("A", 3, 1, "8/5 6/bar")
    table.roll("B", 6, 2)
    (found,) = table("CheckersMoved", "A", board_after="-b---CD-B---dD---c-e-a--B-")
    assert (found.code, found.status) == ("ILLEGAL_MOVE", "resolved")


def void_play(table: Table, board: str) -> None:
    """A plays with a roll of 3-1 that does not count, to this board."""
    table.roll("A", 3, 1, tilt="leaning")
    table("CheckersMoved", "A", board_after=board)
    table("DicePickedUp", "A", n=2)


@pytest.mark.parametrize("rolled", [True, False])
@pytest.mark.parametrize("end", [RIGHT, BACK])
def test_a_play_with_a_void_roll_that_is_put_right_or_taken_back_is_no_move_off_turn(
    end: str, rolled: bool
) -> None:
    table = Table()
    void_play(table, WRONG)
    if rolled:
        table.roll("B", 6, 2)
    assert table("CheckersMoved", "A", board_after=end) == []
    if not rolled:
        table.roll("B", 6, 2)
    table("CheckersMoved", "B", move="24/18 13/11")
    assert "CHECKER_OFF_TURN" not in [f.code for f in table("DicePickedUp", "B", n=2)]
    assert "CHECKER_OFF_TURN" not in [code for code, *_ in table.now]


def test_the_same_where_it_is_told_as_put_right_though_its_dice_were_read_otherwise() -> None:
    table = Table()
    void_play(table, WRONG)
    table.roll("B", 6, 2)
    other_end = "-b---AEAC---dC---c-e-a--B-"
    assert table("CheckersMoved", "A", board_after=other_end) == []
    assert table("Corrected", "A", code="ILLEGAL_MOVE", board=other_end) == []
    table("CheckersMoved", "B", move="24/18 13/11")
    table("DicePickedUp", "B", n=2)
    assert "CHECKER_OFF_TURN" not in [code for code, *_ in table.now]


def test_after_a_void_play_that_was_legal_as_such_men_moved_and_put_back_are_moved_off_turn() -> None:
    table = Table()
    void_play(table, RIGHT)
    table.roll("B", 6, 2)
    assert table("CheckersMoved", "A", move="13/12") == []
    assert table("CheckersMoved", "A", board_after=RIGHT) == []
    table("CheckersMoved", "B", move="24/18 13/11")
    (moved,) = (f for f in table("DicePickedUp", "B", n=2) if f.code == "CHECKER_OFF_TURN")
    assert (moved.kind, moved.by) == ("moved", "A")


def test_after_an_illegal_play_a_move_that_does_not_put_it_right_is_off_turn() -> None:
    table = Table()
    table.turn("A", 3, 1, "8/4 6/5")
    table.roll("B", 6, 2)
    assert table("CheckersMoved", "A", move="13/12") == []
    assert table("CheckersMoved", "B", move="24/18 13/11") == []
    (moved,) = table("DicePickedUp", "B", n=2)
    assert (moved.code, moved.kind, moved.by) == ("CHECKER_OFF_TURN", "moved", "A")


def test_an_illegal_play_put_right_man_by_man_is_no_move_off_turn() -> None:
    table = Table()
    table.turn("A", 3, 1, "8/4 6/5")
    table.roll("B", 6, 2)
    assert table("CheckersMoved", "A", board_after="-b---DD-C---dD---c-e----B-") == []
    assert table("CheckersMoved", "A", board_after="-b---CD-C---dD---c-e-a--B-") == []
    (late,) = table("CheckersMoved", "A", board_after="-b---CD-B---dD---c-e-a--B-")
    assert late.code == "LATE_CORRECTION"
    table("CheckersMoved", "B", move="24/18 13/11")
    assert table("DicePickedUp", "B", n=2) == []


def test_after_an_illegal_play_men_put_back_by_an_unseen_hand_do_not_play_an_early_roll() -> None:
    table = Table()
    table.roll("A", 3, 1)
    table("CheckersMoved", "A", move="8/4 6/5")
    assert [f.code for f in table.roll("B", 6, 2)] == ["PREMATURE_ROLL"]
    assert [f.code for f in table("DicePickedUp", "A", n=2)] == ["ILLEGAL_MOVE"]
    table("CheckersMoved", "A", src="vision", board_after="-b---CD-C---dD---c-e-a--B-")
    table("Corrected", "A", code="ILLEGAL_MOVE", board="-b---CD-B---dD---c-e-a--B-")
    assert "ROLL_RETHROWN" not in [f.code for f in table.roll("B", 5, 4)]
    assert ("PREMATURE_ROLL", "before_end", "B", "resolved") in table.now


@pytest.mark.parametrize("doubled", [True, False])
def test_whoever_doubles_after_a_roll_too_early_does_not_play_it(doubled: bool) -> None:
    """The double is dropped, unheard, and he sets up his men again while the dice lie there."""
    table = Table(clock=True, dice="shared2")
    table.turn("A", 3, 1, "8/5 6/5")
    assert [f.code for f in table.roll("B", 6, 2)] == ["PREMATURE_ROLL"]
    table("ClockPressed", "A")
    if doubled:
        table("CubeOffered", "B", value=2)
    found = table("CheckersMoved", "B", move="24/18")
    assert [f.code for f in found] == ([] if doubled else ["INVALID_ROLL_PLAYED"])
