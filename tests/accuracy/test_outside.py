"""Dice beside the board are read as often as the table says."""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import outside_table as table

from vision.dice import DiceReader


def test_a_few_dice_beside_the_board_are_read_as_the_table_says() -> None:
    with Path(table.__file__).with_name("outside.csv").open(encoding="utf-8") as file:
        rows = {row["what"]: (int(row["number"]), int(row["of"])) for row in csv.DictReader(file)}
    assert tuple(rows) == table.ROWS
    found = table.count(20, DiceReader())
    for name in table.ROWS[:2]:
        right, of = rows[name]
        spread = 2.6 * (found["in sight"] * right * (of - right)) ** 0.5 / of
        assert found[name] >= found["in sight"] * right / of - spread - 1
    assert found["no die, with 0.9"] <= 1
