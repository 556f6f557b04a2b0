"""Boards in drawn pictures are found as often as the table says."""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import locate_drawn_table as table


def test_a_few_boards_are_found_as_the_table_says() -> None:
    with Path(table.__file__).with_name("locate_drawn.csv").open(encoding="utf-8") as file:
        rows = {row["boards"]: row for row in csv.DictReader(file)}
    assert set(rows) == set(table.AIMS.values())
    assert all(float(row["low"]) > 0.9 for row in rows.values())
    assert sum(int(row["wrong"]) for row in rows.values()) <= 1
    how, _, off = table.looked_for("slots", 24)
    assert how["located"] >= how["pictures"] - 2, dict(how)
    assert not how["wrong"]
    assert sorted(off)[len(off) // 2] < 2 * float(rows[table.AIMS["slots"]]["corner_off_median"])
