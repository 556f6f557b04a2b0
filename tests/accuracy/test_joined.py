"""Games joined while they are under way: a few now, and what the committed tables promise."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import altered
import joined_table
import late_table
from match_table import MATCHES, chosen, follow

from fixtures.whole_match import match_of


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_committed_tables_keep_their_promises() -> None:
    rows = _rows(joined_table.TABLE)
    assert {row["rig"] for row in rows} == set(joined_table.RIGS)
    for row in rows:
        assert int(row["joined"]) == int(row["watched"]) >= 60
        assert float(row["low"]) >= 0.985
        assert float(row["after s, 95 %"]) <= 15.0
        assert int(row["false"]) == 0
    *films, together = _rows(late_table.TABLE)
    assert len(films) == len(altered.FILMS)
    assert int(together["turns late"]) / int(together["turns of"]) >= 0.9
    assert int(together["false late"]) <= 2


@pytest.mark.skipif(not MATCHES.is_dir(), reason="the real matches (../shared/matches) are not here")
def test_a_game_is_joined_wherever_watching_begins() -> None:
    fps, noise, many = joined_table.RIGS["5 fps"]
    tally, seed = joined_table.Tally(), 3
    script = match_of(chosen(many)[seed], seed)
    for begun in list(joined_table.moments(script, seed))[:3]:
        told = follow(script, fps, noise, seed, begun, begun + joined_table.SECONDS)
        joined_table.count(tally, script, *told, begun)
    assert (tally.joined, tally.right, tally.false) == (3, tally.due, [])
    assert tally.due > 30
