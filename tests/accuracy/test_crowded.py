"""Men on the bar, tall columns and boards set up nearly right are read as often as the table says."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import crowded_table as table

from vision.slots import SlotReader


def committed() -> dict[tuple[str, str], tuple[int, int]]:
    """(number, right) by the rows of the committed table."""
    with Path(table.__file__).with_name("crowded.csv").open(encoding="utf-8") as file:
        return {
            (row["boards"], row["what"]): (int(row["number"]), int(row["right"]))
            for row in csv.DictReader(file)
        }


def test_the_committed_table_has_every_row() -> None:
    rows = committed()
    assert list(rows) == [(aim, name) for aim, names in table.ROWS.items() for name in names]
    number, fooled = rows["nearly_start", "read as set up right"]
    _, sure = rows["nearly_start", "the same, with 0.9"]
    _, right = rows["nearly_start", "columns off by one"]
    assert sure <= fooled <= number - right


@pytest.mark.parametrize("aim", list(table.ROWS))
def test_a_few_boards_are_read_as_the_table_says(aim: str) -> None:
    found = table.count(aim, 8, SlotReader())
    for name, total in found.items():
        number, right = committed()[aim, name]
        share, spread = right / number, 2.6 * (total["number"] * right * (number - right)) ** 0.5 / number
        if name in ("read as set up right", "the same, with 0.9"):
            assert total["right"] <= share * total["number"] + spread + 1
        else:
            assert total["right"] >= share * total["number"] - spread - 1
