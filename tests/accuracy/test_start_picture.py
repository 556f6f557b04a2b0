"""One picture of the starting position makes the pictures after it read better, not worse."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import start_table
from realdata import FOLDER


def right(row: dict[str, object], way: str) -> int:
    return int(str(row[f"{way}_slots"]))


def test_the_committed_table_shows_that_it_helps() -> None:
    text = Path(start_table.__file__).with_name("start_picture.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    rendered = [row for row in rows if row["board"].startswith("test") and not row["refused"]]
    assert len(rendered) >= 10
    assert sum(right(row, "fitted") for row in rendered) > sum(right(row, "each_found") for row in rendered)


def test_a_rendered_board_is_read_about_as_well_or_better_after_its_start() -> None:
    """One board may lose a point; over all boards the table above shows a gain."""
    board = next(start_table.rendered(1))
    row = start_table.score(*board)
    assert right(row, "fitted_colours") >= right(row, "each_found") - 1
    assert float(str(row["p_after"])) >= float(str(row["p_before"]))


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.is_dir(), reason="../shared/realdata is not here")
def test_the_real_boards_are_read_at_least_as_well_after_their_start() -> None:
    rows = [start_table.score(*board) for board in start_table.real()]
    slots = sum(int(str(row["slots"])) for row in rows)
    assert sum(right(row, "fitted_colours") for row in rows) >= 0.995 * slots
