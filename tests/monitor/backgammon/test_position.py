"""Positions and their written forms."""

import pytest
from hypothesis import given, settings

from monitor.backgammon import START, Position, PositionError, PositionTextError
from monitor.errors import GammonitorError
from tests.monitor.backgammon.cases import SMALL, any_boards, rows, sound_positions

START26 = "-b----E-C---eE---c-e----B-"


def test_the_start() -> None:
    assert START.id == "4HPwATDgc/ABMA"
    assert START == Position.from_board26(START26) == START.swapped()
    assert START.board26() == START26
    assert (START.mover_pips, START.opponent_pips, START.mover_off) == (167, 167, 0)
    assert (START.at(6), START.facing(24), START.facing(1), START.at(1)) == (5, 0, 2, 0)
    assert START.problems == ()
    assert str(START) == START.xgid() == f"XGID={START26}:0:0:1:00:0:0:0:0:10"


def test_a_board_seen_from_both_seats() -> None:
    board = "-b---BD-B---eE---c-e----B-"
    south, north = Position.from_board26(board, "A"), Position.from_board26(board, "B")
    assert south.swapped() == north
    assert (south.board26("A"), north.board26("B")) == (board, board)
    assert south.at(5) == 2
    assert north.facing(20) == 2
    assert Position.from_board26("a" + START26[1:12] + "d" + START26[13:25] + "A").opponent_bar == 1


def test_all_problems_are_named_at_once() -> None:
    mover = [0] * 25
    opponent = [0] * 25
    mover[0], mover[5], opponent[23], opponent[0] = 9, 8, 1, 13
    found = Position.of(mover, opponent, (0, 0)).problems
    assert len(found) == 3
    assert "mover has 17 checkers, 2 too many" in found[0]
    assert "opponent has 14 checkers, 1 missing" in found[1]
    assert "mover's 1 point" in found[2]


def test_closed_out_on_both_sides_is_a_problem() -> None:
    position = Position.from_board26("aBBBBBB-------B----bbbbbbA", off=(0, 2))
    assert position.deadlocked
    assert len(position.problems) == 1
    assert "nobody can ever move" in position.problems[0]
    assert not Position.from_board26("-BBBBBB-------B----bbbbbbA").deadlocked


def test_an_empty_board_is_a_problem() -> None:
    assert len(Position(bytes(50)).problems) == 1


def test_what_was_seen_in_the_tray_does_not_change_the_board() -> None:
    seen = Position.of(START.mover, START.opponent, (1, 0))
    assert seen == START
    assert hash(seen) == hash(START)
    assert (seen.mover_off, seen.opponent_off, seen.swapped().mover_off) == (1, 0, 0)
    assert seen.problems == ("The mover has 16 checkers, 1 too many.",)


@given(any_boards())
@settings(deadline=None, derandomize=True)
def test_every_board_survives_its_id(position: Position) -> None:
    assert len(position.id) == 14
    assert Position.from_id(position.id) == position
    assert Position.from_key(position.key) == position
    assert Position.of(position.mover, position.opponent) == position
    assert position.swapped().swapped() == position


@given(sound_positions())
@settings(deadline=None, derandomize=True)
def test_sound_boards_survive_every_form(position: Position) -> None:
    assert position.problems == () or position.deadlocked
    for seat in ("A", "B"):
        assert Position.from_board26(position.board26(seat), seat) == position
    assert Position.from_xgid(position.xgid()) == position


def test_ids_of_gnu_backgammon() -> None:
    for row in rows(SMALL / "ids.jsonl.gz"):
        position = Position.from_xgid(row["xgid"])
        assert position.id == row["pos"]
        assert Position.from_id(row["pos"]) == position


@pytest.mark.parametrize(
    "text",
    ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "4HPwATDgc/AB!A", "//////////////", "4HPwATDgc/ABMB", "é" * 14],
)
def test_what_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(PositionTextError, match="Position ID"):
        Position.from_id(text)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (START26[:-1], "25 characters"),
        ("A" + START26[1:], "B's bar"),
        (START26[:-1] + "a", "A's bar"),
        ("-b----5-C---eE---c-e----B-", "'5' at place 6"),
    ],
)
def test_what_is_no_board_is_refused(text: str, part: str) -> None:
    with pytest.raises(PositionTextError, match=part):
        Position.from_board26(text)


def test_forms_that_cannot_hold_a_board_say_so() -> None:
    shared_point = Position.of([1] + [0] * 24, [0] * 23 + [1, 0])
    with pytest.raises(PositionError, match="point 1"):
        shared_point.board26()
    assert "Position ID" in str(shared_point)
    with pytest.raises(PositionError, match="31 checkers"):
        _ = Position.of([31] + [0] * 24, [0] * 25).id
    with pytest.raises(PositionError, match="no letter"):
        Position.of([27] + [0] * 24, [0] * 25).board26()
    with pytest.raises(PositionError, match="24 counts"):
        Position.of([0] * 24, [0] * 25)
    with pytest.raises(PositionError, match="between 0 and 255"):
        Position.of([0] * 25, [-1] + [0] * 24)
    assert issubclass(PositionError, GammonitorError)
