"""A play that was not seen well enough to be judged was wrong where its player puts it right."""

import pytest

from tests.monitor.rules.table import BOARD, Table

WRONG, RIGHT = "-b---BD-C---dD---c-e-a--B-", "-b---CD-B---dD---c-e-a--B-"
SEEN = {"board_before": BOARD, "dice": [3, 1], "legal": None}


def put_right(table: Table, played: str = WRONG) -> list[tuple[str, str | None, str, float]]:
    """What is said when it appears that A had ended his turn with a board, and he puts it right: code, kind,
    status and time of each finding."""
    found = table("EvidenceConflict", "A", what="wrong_after_all", played=played, t=12.0)
    found += table("Corrected", "A", code="ILLEGAL_MOVE", board=RIGHT, t=12.0)
    return [(f.code, f.kind, f.status, f.t) for f in found]


@pytest.mark.parametrize("told", [WRONG, RIGHT])
def test_it_is_raised_and_resolved_when_it_is_put_right(told: str) -> None:
    """told: the board with which it had been told to end."""
    table = Table()
    assert table("TurnPlayed", "A", t=5.0, board_after=told, **SEEN) == []
    finding = "ILLEGAL_MOVE", "must_play_more"
    assert put_right(table) == [(*finding, "open", 5.0), (*finding, "resolved", 5.0)]
    assert put_right(table) == []


def test_a_legal_play_was_not_wrong() -> None:
    table = Table()
    table("TurnPlayed", "A", t=5.0, board_after=WRONG, **SEEN)
    assert put_right(table, RIGHT) == []


def test_after_the_opponents_roll_it_is_not_said_any_more() -> None:
    table = Table()
    table("TurnPlayed", "A", t=5.0, board_after=WRONG, **SEEN)
    table.roll("B", 6, 2)
    assert put_right(table) == []


def test_a_play_that_was_judged_is_not_judged_again() -> None:
    table = Table()
    table("TurnPlayed", "A", t=5.0, board_after=RIGHT, **{**SEEN, "legal": True})
    assert put_right(table) == []
