"""What is said with 0.95 is right 95 times in 100, and nothing that is sure is wrong."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import reliability_table as table
from realdata import FOLDER, labelled

from vision.slots import SlotReader

COMMITTED = Path(table.__file__).with_name("reliability.csv")


def share_right(name: str, least: float) -> tuple[int, float]:
    """(said, share right) in the committed table from a probability on."""
    text = COMMITTED.read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(line for line in text if not line.startswith("#")))
    held = [row for row in rows if row["set"] == name and float(row["from"]) >= least]
    said = sum(int(row["said"]) for row in held)
    return said, sum(int(row["said"]) * float(row["share_right"]) for row in held) / said


@pytest.mark.parametrize(
    "name",
    ["rendered points, true corners", "real points, true corners", "real points, found corners", "real dice"],
)
def test_what_is_said_with_095_is_right_95_times_in_100(name: str) -> None:
    said, right = share_right(name, table.SURE)
    assert said >= 50
    assert right >= table.SURE


def test_expected_calibration_error_by_hand() -> None:
    said = [(0.6, True), (0.6, False), (0.96, True), (0.96, True)]
    assert table.calibration_error(said) == pytest.approx((2 * 0.1 + 2 * 0.04) / 4)
    assert table.sure_and_wrong([*said, (0.97, False)]) == (1, 3)


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.is_dir(), reason="../shared/realdata is not here")
def test_no_point_of_a_real_picture_is_wrong_and_sure() -> None:
    reader, said = SlotReader(), []
    for item in labelled():
        said += table.points_said(item.picture(), item.geometry, item.counts, item.visible, reader)
    wrong, sure = table.sure_and_wrong(said)
    assert wrong <= 1
    assert sure >= 1000
    assert table.calibration_error(said) <= 0.03
