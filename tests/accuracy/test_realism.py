"""Tables about renders: labels carried over, areas and intervals as they should be, files complete."""

import csv
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import realism_shared

from fixtures.scene.families import family_of
from fixtures.scene.sample import sample_scene
from fixtures.scene.truth import truth_of


def table(name: str) -> list[dict[str, str]]:
    """The rows of a committed table."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in text if not line.startswith("#")))


def test_a_render_is_labelled_like_a_photograph() -> None:
    record = truth_of(sample_scene(4_000_236, "slots", (960, 540)))
    record["hidden"][3] = 0.9
    told = realism_shared.labels(record)
    assert told["occluded_cells"] == ["T4"]
    assert not told["complete"]
    counts = sum(sum(sides.values()) for sides in told["points"].values())
    assert counts == sum(map(sum, record["points"]))
    assert len(told["dice"]) == len(record["dice"])
    record["cube"] = {"xy": [-3.0, 20.0], "value": 4}
    assert realism_shared.labels(record)["cube"] is None


def test_an_interval_over_pictures_is_wider_than_its_points_alone_would_say() -> None:
    same = [(20.0, 24.0)] * 40
    assert realism_shared.over_pictures(same) == pytest.approx((20 / 24, 20 / 24))
    mixed = [(24.0, 24.0)] * 30 + [(4.0, 24.0)] * 10
    low, high = realism_shared.over_pictures(mixed)
    assert low < 30 * 24 / 960 + 0.04 < high
    assert high - low > 0.15


def test_areas_and_halves() -> None:
    pytest.importorskip("torch")
    import telling_table

    low, high = np.array([0.0, 1.0]), np.array([2.0, 3.0])
    assert telling_table.area(low, high) == 1.0
    assert telling_table.area(high, low) == 0.0
    assert telling_table.area(low, low) == 0.5
    strips = np.zeros((1, 160, 32, 3), np.uint8)
    shown = [telling_table.Shown(board, strips, np.zeros((8, 8))) for board in "aaaabbcd"]
    halves = telling_table.halves(shown)
    assert [set(halves[np.array(list("aaaabbcd")) == board]) for board in "abcd"] == [{0}, {1}, {1}, {1}]


def test_noise_and_blur_show_in_the_features() -> None:
    pytest.importorskip("torch")
    import telling_table

    from calibration.cv import cv2

    rng = np.random.default_rng(1)
    plain = np.zeros((4, 160, 32, 3), np.uint8) + 90
    plain[:, 40:80, 8:24] = 180
    noisy = np.clip(plain + rng.normal(0, 6, plain.shape), 0, 255).astype(np.uint8)
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), 1.5) for one in plain])
    said = {
        name: [
            feature(telling_table.Shown("x", s, s[0, ..., 0].astype(np.float32)))
            for s in (plain, noisy, soft)
        ]
        for name, feature in telling_table.FEATURES.items()
    }
    calm, noise, _ = said["noise in calm places"]
    sharp, _, blurred = said["sharpness (edges of one pixel over contrast)"]
    assert noise > calm + 3
    assert blurred < 0.7 * sharp


def test_the_unrelated_renderers_table_holds_unseen_designs_of_every_renderer() -> None:
    rows = table("blender.csv")
    seeds = {
        name: {row["seed"] for row in rows if row["renderer"] == name} for name in ("blender", "path", "flat")
    }
    assert seeds["blender"] == seeds["path"] == seeds["flat"]
    assert len(seeds["blender"]) >= 30
    assert all(family_of(int(seed)) == "test" for seed in seeds["blender"])
    for name in seeds:
        mine = [row for row in rows if row["renderer"] == name]
        assert sum(int(row["right"]) for row in mine) > 0.85 * sum(int(row["slots"]) for row in mine)


def test_every_recipe_was_scored_on_real_pictures() -> None:
    pytest.importorskip("torch")
    from models.training.realism import RECIPES

    rows = {row["recipe"]: row for row in table("realism.csv") if row["pictures"] == "real"}
    assert set(rows) == set(RECIPES)
    assert all(
        float(row["right_low"]) <= float(row["right"]) <= float(row["right_high"]) for row in rows.values()
    )
    assert all(int(row["points"]) == 1387 for row in rows.values())


def test_what_gives_renders_away_is_listed_for_every_renderer() -> None:
    rows = table("telling.csv")
    for renders in {row["renders"] for row in rows}:
        mine = [row for row in rows if row["renders"] == renders]
        assert mine[0]["by"] == "network, pictures"
        assert 0.3 < float(mine[0]["area"]) <= 1.0
        assert len(mine) > 12
