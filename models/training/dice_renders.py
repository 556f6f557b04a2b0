"""Boards and crops cut from pictures of ``fixtures.dataset`` (either renderer), through the product's own code.

The label record is that of ``fixtures.scene.truth``: corners, layout, bar, dice (xy, size, face, support,
tilt_deg, visible) and cube.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import CalibrationError
from calibration.geometry import BoardGeometry
from models.training.dice_data import CROP, EDGE, KINDS, BoardSet, CropSet
from vision.dice_crop import cut_crop
from vision.dice_find import Candidate, Straightener
from vision.dice_spec import BOARD_SIZE, MARGIN, SUPPORTS, VIEW_EDGE
from vision.dice_view import board_view
from vision.sources.frame import Frame

Picture = NDArray[np.uint8]


def records(folder: Path, family: str | None = None) -> Iterator[tuple[Picture, BoardGeometry, dict[str, Any]]]:
    """Pictures of a dataset folder with geometry and truth; of one family only, where given."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        if family is not None and truth.get("family", family) != family:
            continue
        picture = cv2.imread(str(folder / truth["file"]), cv2.IMREAD_COLOR)
        if picture is None:
            continue
        corners = tuple((float(x), float(y)) for x, y in truth["corners"])
        bar = (float(truth["bar"][0]), float(truth["bar"][1]))
        try:
            yield picture, BoardGeometry(corners, (picture.shape[1], picture.shape[0]), truth["layout"], bar), truth
        except CalibrationError:
            continue


def things(truth: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Dice and cube of a record."""
    found = [("die", die) for die in truth["dice"]]
    return found + ([("cube", truth["cube"])] if truth["cube"] else [])


def straightened_mark(thing: dict[str, Any], geometry: BoardGeometry) -> tuple[float, float, float]:
    """Centre and edge of a die or cube in pixels of the straightened board."""
    x, y = thing["xy"]
    half = thing["size"] / 2
    ring = geometry.field_points([(x, y), (x - half, y), (x + half, y), (x, y - half), (x, y + half)])
    span = 1 + 2 * MARGIN
    pixels = (ring + MARGIN) / span * np.array(BOARD_SIZE)
    across, down = pixels[2] - pixels[1], pixels[4] - pixels[3]
    edge = float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))
    return float(pixels[0, 0]), float(pixels[0, 1]), edge


def render_boards(folder: Path, family: str | None = "train") -> BoardSet:
    """Straightened boards with their marks."""
    pictures, rows = [], []
    for picture, geometry, truth in records(folder, family):
        straight = Straightener(geometry).picture(Frame(0, 0.0, picture))
        for kind, thing in things(truth):
            x, y, edge = straightened_mark(thing, geometry)
            rows.append((len(pictures), KINDS.index(kind), x, y, edge, thing.get("visible", 1.0)))
        pictures.append(straight)
    return BoardSet(np.stack(pictures), np.array(rows, np.float32).reshape(-1, 6))


def render_crops(folder: Path, family: str | None = "train", nothings: int = 2, least: float = 6.0) -> CropSet:
    """Crops of every die and cube at least ``least`` pixels large, and of as many places without one."""
    pictures: list[Picture] = []
    labels: list[tuple[float, ...]] = []
    rng = np.random.default_rng(0)
    for picture, geometry, truth in records(folder, family):
        frame, view = Frame(0, 0.0, picture), board_view(geometry)
        marks = [(kind, thing, straightened_mark(thing, geometry)) for kind, thing in things(truth)]
        for kind, thing, (x, y, edge) in marks:
            if thing["size"] < least or thing.get("visible", 1.0) < 0.05:
                continue
            crop = _wide_crop(frame, Candidate(kind == "cube", 1.0, x, y, edge), geometry, view.aspect)
            if crop is None:
                continue
            value = thing["face"] if kind == "die" else thing["value"]
            support = SUPPORTS.index(thing.get("support", "other")) if kind == "die" else 5
            seen = 100 * thing.get("visible", 1.0)
            pictures.append(crop)
            labels.append((KINDS.index(kind), value, support, thing.get("tilt_deg", 0.0), seen, EDGE))
        for _ in range(nothings):
            x, y = (float(v) for v in rng.uniform(0.03, 0.97, 2) * BOARD_SIZE)
            edge = float(rng.uniform(8, 22))
            if all(np.hypot(x - mx, y - my) > 1.1 * max(edge, me) for _, _, (mx, my, me) in marks):
                crop = _wide_crop(frame, Candidate(False, 1.0, x, y, edge), geometry, view.aspect)
                if crop is not None:
                    pictures.append(crop)
                    labels.append((0, 0, 5, 0.0, 100, EDGE))
    return CropSet(np.stack(pictures), np.array(labels, np.float32))


def _wide_crop(frame: Frame, candidate: Candidate, geometry: BoardGeometry, aspect: float) -> Picture | None:
    """A crop with more around it, as training needs, at the same scale."""
    assert EDGE == VIEW_EDGE
    return cut_crop(frame, candidate, geometry, aspect, CROP)
