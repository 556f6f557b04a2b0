"""Boards of the real pictures are found by itself at least as well as promised, and never wrongly."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import locate_table
from realdata import FOLDER, labelled

from vision.slots import SlotReader

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the labelled real pictures (../shared/realdata) are not here"
)


@pytest.mark.slow
def test_boards_are_found_and_never_wrongly() -> None:
    reader = SlotReader()
    rows = [locate_table.score(item, reader)[0] for item in labelled()]
    overlaps = [float(str(row["overlap"])) for row in rows]
    found = [row["said"] != "" for row in rows]
    assert sum(overlap >= locate_table.LOCATED for overlap in overlaps) >= 54
    assert not any(f and o < locate_table.WRONG for f, o in zip(found, overlaps, strict=True))
    slots, right = (sum(int(str(row[key])) for row in rows) for key in ("slots", "right"))
    assert right >= 0.94 * slots
