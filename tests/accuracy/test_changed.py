"""Real pictures changed as no light or camera has changed them are read as the table says."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from changed_table import TABLE, rows
from realdata import FOLDER

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the labelled real pictures are not here")

QUICK = ("upside down", "board 420 pixels wide", "a third as light", "less than half the contrast")
QUICK += ("long sides bowed by 6 %",)


def test_points_are_read_as_in_the_table() -> None:
    with TABLE.open(newline="", encoding="utf-8") as file:
        told = {row["change"]: row for row in csv.DictReader(file)}
    for row in rows(QUICK, whole=False):
        then = told[row.change]
        assert row.counts["right"] >= int(then["right"]) - 2, row
        assert row.counts["sure_wrong"] <= int(then["sure_wrong"]) + 1, row
