"""Sets of pictures that differ by one ingredient only, and what a recipe learns from."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from calibration.cv import cv2  # noqa: E402
from fixtures.camera import Look  # noqa: E402
from fixtures.scene.families import family_of  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from fixtures.scene.spec import Scene  # noqa: E402
from fixtures.scene.truth import truth_of  # noqa: E402
from models.training import realism  # noqa: E402

SIZE = (200, 112)
SEEDS = (1000, 1004, 1032, 1036)
"""Two of the family train, one of val, one of test."""


def crowded() -> Scene:
    """A scene with a hand, things beside the board and a stream's graphics."""
    for seed in range(1000, 1400):
        scene = sample_scene(seed, "slots", SIZE)
        if scene.hands and scene.props and scene.overlays:
            return scene
    raise AssertionError("no crowded scene among these seeds")


def test_every_set_keeps_the_position_and_the_camera() -> None:
    scene = crowded()
    told = truth_of(scene)
    for drawn in realism.SETS.values():
        truth = truth_of(drawn.scene(scene))
        assert {k: truth[k] for k in ("corners", "points", "dice")} == {
            k: told[k] for k in ("corners", "points", "dice")
        }


def test_sets_leave_out_what_they_say() -> None:
    scene = crowded()
    assert not realism.no_hands(scene).hands
    assert realism.no_hands(scene).props == scene.props
    assert not realism.no_things(scene).props + realism.no_things(scene).overlays
    assert realism.no_things(scene).hands == scene.hands
    assert len(realism.even_light(scene).lights) == 2
    plain = realism.plain_materials(scene)
    assert plain.board.surface.rgb == scene.board.surface.rgb
    assert {plain.board.surface.pattern, plain.checker_set.styles[0].material.pattern} == {"plain"}
    bare = realism.bare(scene)
    assert not bare.hands + bare.props + bare.overlays + bare.board.ornaments
    look = Look(ev=0.7, saturation=0.5, defocus=2.0, noise=0.03, shrink=0.5, quality=30)
    assert realism.clean(look) == replace(Look(), ev=0.7, saturation=0.5, noise=0.002, quality=0)


def traced_folder(folder: Path) -> Path:
    """Pictures as the path tracer's command would leave them; one no longer belongs to its seed."""
    folder.mkdir()
    with (folder / "labels.jsonl").open("w") as out:
        for seed in SEEDS:
            record = {"file": f"{seed}_0.jpg", **truth_of(sample_scene(seed, "slots", SIZE))}
            if seed == SEEDS[1]:
                record["corners"] = [[x + 3, y] for x, y in record["corners"]]
            cv2.imwrite(str(folder / record["file"]), np.full((SIZE[1], SIZE[0], 3), 120, np.uint8))
            out.write(json.dumps(record) + "\n")
    return folder


def test_scenes_are_those_of_the_training_family_that_their_seeds_still_give(tmp_path: Path) -> None:
    assert [family_of(seed) for seed in SEEDS] == ["train", "train", "val", "test"]
    rows = realism.traced_records([traced_folder(tmp_path / "a")], 10)
    assert [row["seed"] for row in rows] == [SEEDS[0]]
    assert Path(rows[0]["file"]).is_file()


def test_sets_are_made_once_and_a_short_training_keeps_its_weights(tmp_path: Path) -> None:
    traced, work = traced_folder(tmp_path / "a"), tmp_path / "work"
    realism.make(work, [traced], 1)
    realism.make(work, [traced], 1)
    for name in realism.SETS:
        assert [row["seed"] for row in realism.records(work / name)] == [SEEDS[0]]
        assert (work / name / f"{SEEDS[0]}.jpg").is_file()
    half = realism.gathered(work, realism.RECIPES["half_traced"], 2, 1)
    full = realism.gathered(work, realism.RECIPES["full"], 2, 1)
    assert len(half) == len(full) == 2
    assert (half.light == full.light).all()
    realism.learn(work, "no_recolouring", 1, 2, 1, 2, 1e-3)
    weights = torch.load(work / "nets" / "no_recolouring_1.pt", weights_only=True)
    assert all(bool(torch.isfinite(value).all()) for value in weights.values())
