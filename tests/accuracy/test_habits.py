"""Matches whose players have habits: the committed table, and now a match of each that cost most."""

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import habits_table
import match_table

from fixtures.habits import HABITS, UNSEEN

pytestmark = pytest.mark.skipif(
    not match_table.MATCHES.is_dir(), reason="the real matches (../shared/matches) are not here"
)
COSTLY = (
    "gathered",
    "dice pushed",
    "dice laid back before the play",
    "dice pushed after the play",
    "dice laid back after the play",
    "out of sight before the play",
    "used die taken up",
    "hit man put on the bar after the dice",
    "plays shown",
    "doubled by word",
)
"""Habits for which players were accused, or the thread was lost again and again."""


def rows() -> dict[str, list[str]]:
    with habits_table.TABLE.open(encoding="utf-8", newline="") as file:
        return {row[0]: row[1:] for row in csv.reader(file)}


@pytest.mark.parametrize("habit", HABITS)
def test_no_habit_costs_a_turn_or_accuses_anybody(habit: str) -> None:
    times, _, _, turns, of, made_up, acts, of_acts, ended, of_ended, false, lost = map(float, rows()[habit])
    assert times >= 9
    assert turns >= 0.995 * of
    assert made_up <= 0.005 * of
    assert acts >= (0.8 if habit in UNSEEN else 0.97) * of_acts
    assert ended >= of_ended - 1
    assert false <= 1
    assert lost <= (times if habit.startswith("out of sight") else 0) + 5


@pytest.mark.slow
@pytest.mark.parametrize("habit", COSTLY)
def test_a_match_is_followed_whatever_its_players_do_besides(habit: str) -> None:
    row = habits_table.measured(habit, 1, 40)
    _, times, _, _, turns, of, made_up, acts, of_acts, ended, of_ended, false, _ = row
    assert times
    assert (turns, made_up, acts, ended, false) == (of, 0, of_acts, of_ended, 0)
