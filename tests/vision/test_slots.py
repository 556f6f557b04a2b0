"""The packaged slot network on rendered boards of the family that training never saw."""

from pathlib import Path

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from fixtures.dataset import pictures, renderer
from fixtures.scene.families import family_of
from fixtures.scene.sample import sample_scene
from vision.overlay import draw_reading
from vision.reader import Reader
from vision.reading import MAX_COUNT, MIXED, OUTCOMES
from vision.slots import SlotReader, join
from vision.sources.frame import Frame
from vision.views import Cutter

SIZE = (800, 450)
SEEDS = [seed for seed in range(900_000, 900_400) if family_of(seed) == "test"][:20]
LEFT_OVER = Path(__file__).resolve().parents[2] / "runs" / "failed"


def truth_geometry(record: dict[str, object]) -> BoardGeometry:
    corners = tuple((float(x), float(y)) for x, y in record["corners"])  # type: ignore[attr-defined]
    left, right = record["bar"]  # type: ignore[misc]
    return BoardGeometry(corners, SIZE, str(record["layout"]), (left, right))  # type: ignore[arg-type]


def test_unseen_rendered_boards_are_read() -> None:
    render, right, total, sure_wrong = renderer("flat", SIZE, 1), 0, 0, 0
    for seed in SEEDS:
        picture, record = next(pictures(render, sample_scene(seed, "slots", SIZE), 1))
        geometry = truth_geometry(record)
        reading = Reader(geometry).read(Frame(0, 0.0, picture))
        truth = np.array(record["points"])
        seen = (np.array(record["hidden"]) < 0.2) & ((truth > 0).sum(axis=1) < 2) & (truth.sum(axis=1) <= 7)
        good = reading.counts().sum(axis=1) == truth.sum(axis=1)
        right, total = right + int((good & seen).sum()), total + int(seen.sum())
        sure_wrong += int((~good & seen & (reading.points.max(axis=1) > 0.95)).sum())
        if (good & seen).sum() < 0.8 * seen.sum():
            LEFT_OVER.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(LEFT_OVER / f"slots_{seed}.png"), draw_reading(picture, geometry, reading))
    assert right / total >= 0.92, f"{right} of {total} slots counted right; overlays in {LEFT_OVER}"
    assert sure_wrong / total <= 0.01


def test_probabilities_add_up_to_one() -> None:
    picture, record = next(pictures(renderer("flat", SIZE, 1), sample_scene(SEEDS[0], "slots", SIZE), 1))
    read = SlotReader().read(Cutter(truth_geometry(record)).cut(picture))
    assert read.points.shape == (24, OUTCOMES)
    assert read.points.sum(axis=1) == pytest.approx(np.ones(24), abs=1e-4)
    assert read.bar.shape == (2, MAX_COUNT + 1)
    assert read.bar.sum(axis=1) == pytest.approx(np.ones(2), abs=1e-4)
    assert ((read.hidden >= 0) & (read.hidden <= 1)).all()


def test_count_and_side_join_to_outcomes() -> None:
    count = np.zeros((24, 17), np.float32)
    count[:, 3], count[:, 0] = 0.8, 0.2
    joined = join(count, np.full(24, 0.25, np.float32))
    assert joined[0, 0] == pytest.approx(0.2)
    assert joined[0, 3] == pytest.approx(0.6)
    assert joined[0, MAX_COUNT + 3] == pytest.approx(0.2)


def test_who_judges_men_of_both_sides_is_believed_instead_of_the_network() -> None:
    count = np.zeros((24, 17), np.float32)
    count[:, 0], count[:, 3], count[:, 4], count[:, 16] = 0.2, 0.5, 0.2, 0.1
    count[5] = np.eye(17)[0]
    joined = join(count, np.full(24, 0.25, np.float32), np.full(24, 0.5, np.float32))
    assert joined.sum(axis=1) == pytest.approx(np.ones(24))
    assert joined[0, [0, MIXED]] == pytest.approx([0.2, 0.4])
    assert joined[0, [3, 4]] == pytest.approx(np.array([0.5, 0.2]) * 0.4 / 0.7 * 0.75)
    assert joined[5, 0] == 1.0
