"""Men borne off are read as often as the table says."""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import trays_table as table

COUNTED = (*table.BANDS, "men, seen at all", "none", "boards, both numbers")


def test_a_few_trays_are_read_as_the_table_says() -> None:
    with Path(table.__file__).with_name("trays.csv").open(encoding="utf-8") as file:
        rows = {row["place"]: (int(row["right"]), int(row["of"])) for row in csv.DictReader(file)}
    assert tuple(rows) == table.ROWS
    tally = table.count(24)
    for name in COUNTED:
        right, of = rows[name]
        spread = 2.6 * (tally.of[name] * right * (of - right)) ** 0.5 / of
        assert tally.right[name] >= tally.of[name] * right / of - spread - 1, name
