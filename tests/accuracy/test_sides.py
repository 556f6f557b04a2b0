"""Whose checkers stand where is told as often as the table says, and the judge helps."""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import sides_table as table


def committed() -> dict[tuple[str, str], tuple[int, int]]:
    """(of, number) by the rows of the committed table."""
    with Path(table.__file__).with_name("sides.csv").open(encoding="utf-8") as file:
        return {
            (row["told by"], row["what"]): (int(row["of"]), int(row["number"]))
            for row in csv.DictReader(file)
        }


def test_the_judge_helps_on_the_whole_table() -> None:
    rows = committed()
    assert list(rows) == [(way, what) for way in table.WAYS for what in table.COUNTS]
    for what in table.COUNTS:
        (of, before), (still, now) = (rows[way, what] for way in table.WAYS)
        assert of == still
        assert now < 0.75 * before


def test_a_few_boards_are_judged_as_the_table_says() -> None:
    found = table.count(16)
    for (way, what), (of, number) in committed().items():
        total = found[way]
        seen, share = total["boards" if what.startswith("boards") else "columns"], number / of
        assert total[what] <= share * seen + 2.6 * (share * (1 - share) * seen) ** 0.5 + 3
