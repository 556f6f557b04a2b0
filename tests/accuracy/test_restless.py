"""The committed tables of cameras that do not keep still, and of another game in the picture."""

import csv
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def rows(name: str) -> tuple[list[dict[str, str]], dict[str, int]]:
    """The films of a table and its sums."""
    with (HERE / name).open(encoding="utf-8") as lines:
        *films, every = csv.DictReader(lines)
    assert every.pop("rig") == "all"
    return films, {key: int(value) for key, value in every.items() if value}


@pytest.mark.parametrize("camera", ["boom", "held", "crew"])
def test_a_camera_that_does_not_keep_still_costs_nothing(camera: str) -> None:
    films, every = rows(f"restless_{camera}.csv")
    assert len(films) >= 24
    for what in ("turns", "rolls", "cube acts", "findings"):
        assert every[f"{what} {camera}"] >= every[what] - 2
    assert every[f"false {camera}"] <= every["false"] + 1


@pytest.mark.parametrize(("move", "share"), [("pushed", 0.95), ("crew", 0.95), ("boom", 0.9), ("held", 0.85)])
def test_what_such_a_camera_has_recorded_is_transcribed(move: str, share: float) -> None:
    films, every = rows("transcribed_moved.csv")
    assert len(films) >= 24
    assert every[f"turns {move}"] >= share * every["turns"]
    assert every[f"others told {move}"] <= 20


def test_a_game_on_the_next_table_is_not_followed() -> None:
    films, every = rows("neighbour.csv")
    assert len(films) >= 24
    for what in ("turns", "rolls", "cube acts", "findings"):
        assert every[f"{what} neighbour"] >= 0.97 * every[what] - 1
    assert every["false neighbour"] <= every["false"] + 2
    found = rows("neighbour_found.csv")[1]
    assert found["turns neighbour found"] >= 0.98 * found["turns of"]
