"""A folder of single pictures: the real game of the shared pictures, read from its labels."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixtures.readings import misread
from monitor.backgammon import Position
from monitor.config import MatchConfig
from monitor.tracking.seating import Seating, stack
from tests.monitor.tracking.sim import Told, follow
from vision.reading import MAX_COUNT, OUTCOMES, DieReading, Reading, outcome

MANIFEST = Path("../shared/realdata/manifest.json")
NAMES = [f"{row}{column}" for row in "TB" for column in range(1, 13)]
pytestmark = pytest.mark.skipif(not MANIFEST.exists(), reason="the shared pictures are not here")


def pictures(part: str = "") -> list[dict[str, Any]]:
    items = json.loads(MANIFEST.read_text(encoding="utf-8"))["items"]
    game = [item for item in items if item["file"].startswith(f"gallbotond/{part}")]
    return sorted(game, key=lambda item: str(item["file"]))


def labelled(item: dict[str, Any]) -> list[int]:
    points = item["labels"]["points"]
    counts = [points.get(name, {}) for name in NAMES]
    return [outcome(0, c["light"]) if c.get("light") else outcome(1, c.get("dark", 0)) for c in counts]


def reading_of(item: dict[str, Any], number: int, rng: random.Random, wrong: float) -> Reading:
    labels = item["labels"]
    points = np.full((24, OUTCOMES), 0.02 / (OUTCOMES - 1), dtype=np.float32)
    for slot, seen in enumerate(labelled(item)):
        points[slot, misread(seen, rng) if rng.random() < wrong else seen] = 0.98
    hidden = np.array([name in labels["occluded_cells"] for name in NAMES], dtype=np.float32)
    bar = np.zeros((2, MAX_COUNT + 1), dtype=np.float32)
    bar[:, 0] = 1.0
    (x0, y0), (x1, _), _, (_, y1) = labels["corners"]
    dice = tuple(
        DieReading(
            d["value"], 0.97, tuple(0.97 if f == d["value"] else 0.006 for f in range(1, 7)), tuple(d["xy"]),
            ((d["xy"][0] - x0) / (x1 - x0), (d["xy"][1] - y0) / (y1 - y0)),
            "W", "surface", 0.9, "flat", 0.9, 10.0,
        )
        for d in labels["dice"]
    )  # fmt: skip
    return Reading(number, float(number), points, hidden, bar, 1.0, dice=dice)


def watch_pictures(items: list[dict[str, Any]], wrong: float = 0.0, seed: int = 0) -> Told:
    rng = random.Random(seed)
    source = [reading_of(item, number, rng, wrong) for number, item in enumerate(items)]
    return follow(source, MatchConfig(has_bar=False, stills=True))


def exact(told: Told, items: list[dict[str, Any]]) -> int:
    """Pictures whose labelled points equal the newest board told at or before them."""
    seat = next(e for e in told.events if e.get("home"))
    seating = Seating(seat.get("home"), seat.get("light"))
    boards = [e for e in told.events if e.ev in ("GameStarted", "CheckersMoved", "TurnPlayed")]
    right = 0
    for number, item in enumerate(items):
        newest = [e for e in boards if e.t <= number][-1]
        seen = seating.outcomes(stack([Position.from_board26(newest.get("board_after")).board]))[0][0]
        covered = item["labels"]["occluded_cells"]
        same = [a == b for a, b, n in zip(seen, labelled(item), NAMES, strict=True) if n not in covered]
        right += all(same)
    return right


def test_the_real_game_in_order() -> None:
    items = pictures()
    told = watch_pictures(items)
    assert told.raised == [("SETUP_ERROR", None)]
    assert exact(told, items) >= 0.9 * len(items)
    assert told.named("GameStarted")[0].get("home") == "W"


def test_the_game_is_joined_in_the_middle() -> None:
    items = pictures("game2")
    told = watch_pictures(items)
    assert told.raised == []
    assert exact(told, items) >= 0.9 * len(items)
    assert told.events[0].ev == "TrackLost"
    assert not told.named("GameStarted")


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_slot_misread_now_and_then(seed: int) -> None:
    items = pictures("game1")
    told = watch_pictures(items, wrong=0.004, seed=seed)
    assert told.raised == [("SETUP_ERROR", None)]
    assert exact(told, items) >= 0.9 * len(items)


def test_one_picture_alone_is_told() -> None:
    told = watch_pictures(pictures("game1")[:1])
    assert [event.ev for event in told.events] == ["GameStarted"]
