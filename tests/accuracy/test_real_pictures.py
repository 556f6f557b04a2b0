"""The committed tables of the real pictures still hold, and the numbers they promise are reached."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import slots_table
from realdata import FOLDER, labelled

from vision.slots import SlotReader

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the labelled real pictures (../shared/realdata) are not here"
)
TABLE = Path(__file__).with_name("slots_real.csv")


def test_slots_are_at_least_as_right_as_in_the_committed_table() -> None:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    committed = {row["picture"]: row for row in csv.DictReader(lines)}
    reader = SlotReader()
    rows = [slots_table.score(item, reader, []) for item in labelled()]
    worse = [
        f"{row['picture']}: {row['right']} right, {committed[str(row['picture'])]['right']} in the table"
        for row in rows
        if int(str(row["right"])) < int(committed[str(row["picture"])]["right"])
    ]
    assert len(worse) <= 1, worse
    close = [r for r in rows if r["kind"] == "stream_frame" or str(r["picture"]).startswith("deeper")]
    assert sum(int(str(r["right"])) for r in close) >= 0.95 * sum(int(str(r["slots"])) for r in close)
    complete = [int(str(row["board"])) for row in rows if row["board"] != ""]
    assert sum(complete) >= 0.5 * len(complete)
    assert sum(int(str(row["sure_wrong"])) for row in rows) <= 1
