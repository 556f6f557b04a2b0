"""Findings that turn out to have been none: marked so, closed or not, and counted no more."""

from typing import Any

import pytest

from monitor.findings import CORRECTED, Finding
from tests.monitor.rules.table import BOARD, Table

ILLEGAL, AGAIN = "ILLEGAL_MOVE", "REPEATED_ILLEGAL_MOVES"
WRONG, RIGHT = "-b---BD-C---dD---c-e-a--B-", "-b---CD-B---dD---c-e-a--B-"
FIRST, SECOND = 5.0, 20.0


def played(table: Table, by: str, before: str, after: str, t: float, *, legal: bool = False) -> list[Finding]:
    """One whole turn with 3-1, and what it raises."""
    turn: dict[str, Any] = {"board_before": before, "board_after": after, "legal": legal, "dice": [3, 1]}
    return table("TurnPlayed", by, t=t, **turn)


def wrong_once() -> Table:
    table = Table()
    (found,) = played(table, "A", BOARD, WRONG, FIRST)
    assert (found.code, found.by) == (ILLEGAL, "A")
    table.roll("B", 3, 1)
    return table


def wrong_twice() -> Table:
    table = wrong_once()
    played(table, "B", WRONG, WRONG, 12.0)
    assert {f.code for f in played(table, "A", BOARD, WRONG, SECOND) if f.by == "A"} == {ILLEGAL, AGAIN}
    return table


def amended(table: Table, at: float) -> list[Finding]:
    """A turn of A that ended then was read otherwise after all."""
    return table("EvidenceConflict", "B", what="turn_amended", withdraws=ILLEGAL, of="A", at=at, t=at + 9.0)


def test_a_finding_whose_window_is_over_is_withdrawn_and_not_counted() -> None:
    table = wrong_once()
    assert [f.status for f in table.referee.findings] == ["closed"]
    (found,) = amended(table, FIRST)
    assert (found.code, found.status, found.ended_by) == (ILLEGAL, "closed", CORRECTED)
    played(table, "B", RIGHT, RIGHT, 12.0)
    assert [f.code for f in played(table, "A", BOARD, WRONG, SECOND) if f.by == "A"] == [ILLEGAL]


def test_what_was_raised_because_it_was_not_the_first_goes_with_it() -> None:
    table = wrong_twice()
    assert {(f.code, f.ended_by) for f in amended(table, SECOND)} == {
        (ILLEGAL, CORRECTED),
        (AGAIN, CORRECTED),
    }
    first = table.referee.findings[0]
    assert (first.code, first.ended_by == CORRECTED) == (ILLEGAL, False)


@pytest.mark.parametrize("at", [FIRST - 2.0, FIRST + 2.0])
def test_what_was_wrong_at_another_time_stands(at: float) -> None:
    table = wrong_once()
    assert amended(table, at) == []
    assert table.referee.findings[0].ended_by != CORRECTED


def test_nobody_puts_right_too_late_what_was_none() -> None:
    table = wrong_once()
    amended(table, FIRST)
    assert table("Corrected", "A", code=ILLEGAL) == []


def test_a_ruling_stands() -> None:
    table = wrong_once()
    table("TDRuling", finding="F1", ruling="stands", t=8.0)
    assert amended(table, FIRST) == []
