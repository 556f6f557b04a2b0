"""Matches whose players go over the games between them: the committed table, and two of its matches now."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import discussed_table
import match_table

pytestmark = pytest.mark.skipif(
    not match_table.MATCHES.is_dir(), reason="the real matches (../shared/matches) are not here"
)


def rows() -> list[dict[str, str]]:
    with discussed_table.TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("rig", discussed_table.RIGS)
def test_nothing_that_is_gone_over_costs_the_match_anything(rig: str) -> None:
    told = {row["what"]: (int(row["number"]), int(row["of"])) for row in rows() if row["rig"] == rig}
    for what, least in (("turns", 0.995), ("cube acts", 0.99), ("games begun", 0.98), ("games ended", 0.95)):
        number, of = told[what]
        assert number >= least * of, what
    number, of = told["turns made up"]
    assert number <= 0.015 * of
    assert told["false findings"][0] <= 1


@pytest.mark.slow
@pytest.mark.parametrize("rig", ["5 fps", "5 fps, beforehand too"])
def test_a_match_is_followed_though_its_games_are_gone_over(rig: str) -> None:
    _, _, _, _, first = discussed_table.RIGS[rig]
    counts, games = discussed_table.measured(rig, 1, first)
    assert games == 2
    for what in ("turns", "dice", "cube acts", "games begun", "games ended"):
        number, of = counts[what]
        assert number == of, what
    assert counts["false findings"][0] == 0
