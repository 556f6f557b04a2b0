"""The committed table of moved boards: told in time, placed rightly, and no false alarm."""

import csv
from pathlib import Path

TABLE = Path(__file__).with_name("steady.csv")


def test_moves_are_told_and_nothing_else() -> None:
    text = TABLE.read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(line for line in text if not line.startswith("#")))
    small = [row for row in rows if float(row["share"]) <= 0.05]
    assert len(small) >= 20
    assert all(row["told_after_s"] for row in small)
    assert sum(float(row["told_after_s"]) <= 1.0 for row in small) >= 0.95 * len(small)
    assert all(float(row["error_px"]) <= 3.0 for row in small)
    assert any(line.startswith("# demo film: 0 moves told") for line in text)
