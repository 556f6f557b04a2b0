"""Whole matches followed exactly: a small part now, and what the committed table promises."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import match_table

from fixtures.whole_match import match_of

pytestmark = pytest.mark.skipif(
    not match_table.MATCHES.is_dir(), reason="the real matches (../shared/matches) are not here"
)


def test_the_committed_table_keeps_its_promises() -> None:
    with match_table.TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["rig"] for row in rows} == set(match_table.RIGS)
    usual = [row for row in rows if row["rig"] in ("10 fps", "5 fps")]
    assert sum(int(row["games"]) for row in usual if row["what"] == "turns") >= 40

    def share(what: str) -> float:
        chosen = [row for row in usual if row["what"] == what]
        return sum(int(row["number"]) for row in chosen) / sum(int(row["of"]) for row in chosen)

    assert share("turns") >= 0.995
    assert share("dice") >= 0.997
    assert share("cube acts") >= 0.99
    assert share("games begun") >= 0.98
    assert share("false findings") == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 5, 7, 15])
def test_matches_whose_opening_dice_leant_are_followed_without_a_slip(number: int) -> None:
    """Of those of the table; each had a premature roll, or one thrown again, that was none."""
    fps, noise, many = match_table.RIGS["5 fps"]
    script = match_of(match_table.chosen(many)[number], number)
    told, findings = match_table.follow(script, fps, noise, number)
    assert match_table.compare(script, told, findings)[1] == []


@pytest.mark.slow
def test_a_short_match_is_followed_without_a_slip() -> None:
    """Three games with a cube, a pass and a new set-up."""
    path = match_table.MATCHES / "bglab-lasse-0360.mat"
    script = match_of(path, seed=2)
    told, findings = match_table.follow(script, 5.0, match_table.USUAL, seed=2)
    _, wrong = match_table.compare(script, told, findings)
    assert script.game_no >= 2
    assert any(line["ev"] == "CubeOffered" for line in script.truth)
    assert wrong == []
