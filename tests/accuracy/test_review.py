"""The time that a review takes: one small review now, and what the committed table promises."""

import csv
import sys
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parent))

import review_table
from reviewer import Reviewer, Spent

from fixtures.whole_match import MatchScript
from monitor.review import ReviewFolder
from monitor.review.app import review_app

FIVE_MINUTES = 300


def test_the_committed_table_keeps_its_promises() -> None:
    with review_table.TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    matches = [row for row in rows if row["match"].startswith("readings")]
    assert len(matches) >= 6
    assert all(int(row["seconds"]) < FIVE_MINUTES for row in rows)
    plain = [row for row in matches if "very poor" not in row["match"]]
    assert all(int(row["seconds with all entries"]) < FIVE_MINUTES for row in plain)
    assert sum(int(row["wrong at the end"]) for row in matches) <= 3


def played(turns: int) -> MatchScript:
    """One game, broken off, with its truth."""
    script = MatchScript(seed=2, length=1)
    script.begin()
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(turns):
        player = "B" if player == "A" else "A"
        script.play(player, script.roll(player))
    return script


def test_a_reviewer_leaves_the_truth_behind_and_is_charged_for_it(tmp_path: Path) -> None:
    script = played(turns=5)
    review_table.staged(script, "5 fps, poor", 1, tmp_path)
    truth: list[dict[str, Any]] = [
        {"ev": "TurnPlayed", "by": by, "dice": dice, "board_after": board.board26()}
        for by, dice, board in script.turns
    ]
    truth[2]["dice"] = (6, 5) if tuple(truth[2]["dice"]) != (6, 5) else (6, 4)
    del truth[5]
    with TestClient(review_app(ReviewFolder(tmp_path)), base_url="http://127.0.0.1") as client:
        reviewer = Reviewer(client, truth)
        assert reviewer.wrong() == 3
        reviewer.doubts()
        reviewer.rest()
        assert reviewer.wrong() == 1
    assert reviewer.spent.keys >= len(truth) + 4
    assert reviewer.spent.seconds > 10.0


def test_seconds_are_those_of_the_keystroke_level_model() -> None:
    assert Spent().seconds == 0.0
    assert Spent(keys=10, decisions=1).seconds == 10 * 0.28 + 1.35
    assert Spent(pointings=1, watched=1).seconds == 1.1 + 2 * 0.4 + 4.0
