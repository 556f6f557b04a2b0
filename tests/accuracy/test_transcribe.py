"""Whole matches transcribed exactly: a small part now, and what the committed table promises."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import match_table
import transcribe_table

from fixtures.whole_match import match_of


def test_the_committed_table_keeps_its_promises() -> None:
    with transcribe_table.TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    def share(what: str, rig: str) -> float:
        chosen = [row for row in rows if row["what"] == what and row["rig"].startswith(rig)]
        return sum(int(row["number"]) for row in chosen) / sum(int(row["of"]) for row in chosen)

    poor = [row for row in rows if row["rig"] == "readings, 5 fps, poor" and row["what"] == "turns"]
    assert int(poor[0]["games"]) >= 20
    assert share("turns", "readings, 5 fps, poor") >= 0.99
    assert share("dice", "readings, 5 fps, poor") >= 0.995
    assert share("turns made up", "readings, 5 fps") <= 0.005
    assert share("turns", "readings, 5 fps, very poor") >= 0.99
    assert share("turns", "readings, 2 fps, poor") >= 0.99
    assert share("turns", "film, sample match") == 1.0
    films = [row for row in rows if row["rig"] == "films, all" and row["what"] == "turns"]
    assert int(films[0]["games"]) >= 20
    assert share("turns", "films, all") >= 0.99
    assert share("dice", "films, all") >= 0.995
    assert share("games ended", "films, all") == 1.0
    assert share("turns", "films, blind") >= 0.98
    assert share("turns made up", "films, ") <= 0.005


@pytest.mark.slow
@pytest.mark.skipif(
    not match_table.MATCHES.is_dir(), reason="the real matches (../shared/matches) are not here"
)
def test_a_short_match_read_very_poorly_is_transcribed_without_a_slip() -> None:
    script = match_of(match_table.MATCHES / "bglab-lasse-0360.mat", seed=2)
    found = transcribe_table.transcribed(script, "5 fps, very poor", seed=2)
    counts, wrong = transcribe_table.compared(script, found)
    assert counts["turns"][1] > 50
    assert [line for line in wrong if line.startswith(("turns", "dice"))] == []
