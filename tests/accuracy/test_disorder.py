"""Points whose checkers lie carelessly are read as often as the committed table says."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import disorder_table as table

from fixtures.scene import sloppy
from fixtures.scene.sample import sample_scene
from fixtures.scene.sloppy import WAYS
from vision.slots import SlotReader

LEAST_SHARE = 0.65
TEST_SEED = 4 * 19


def test_the_committed_table_has_every_way_and_its_sum() -> None:
    with Path(table.__file__).with_name("disorder.csv").open(encoding="utf-8") as file:
        rows = {row["way"]: row for row in csv.DictReader(file)}
    assert list(rows) == [*WAYS, "all"]
    for name in ("points", "right_tidy", "right", "others", "others_right"):
        assert int(rows["all"][name]) == sum(int(rows[way][name]) for way in WAYS)
    assert int(rows["all"]["right"]) >= LEAST_SHARE * int(rows["all"]["points"])


def test_a_disturbed_scene_differs_only_where_it_says() -> None:
    scene = sample_scene(TEST_SEED)
    after, slots = table.disturbed(scene, "beside")
    assert 1 <= len(slots) <= table.PLACES
    changed = {new.place for new, old in zip(after.checkers, scene.checkers, strict=True) if new != old}
    assert changed == slots
    assert table.disturbed(scene, "beside")[0] == after


def test_a_few_boards_are_read_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sloppy, "SHARE", 0.0)
    total = table.count(3, SlotReader())
    points, right = (sum(part[name] for part in total.values()) for name in ("points", "right"))
    others, others_right = (sum(part[name] for part in total.values()) for name in ("others", "others_right"))
    assert points >= 20
    assert right >= 0.6 * points
    assert others_right >= 0.85 * others
