"""Boards and crops cut from pictures of ``fixtures.dataset`` , through the product's own code.

The label record is that of ``fixtures.scene.truth``: corners, layout, bar, dice (xy, size, face, support,
tilt_deg, visible) and cube.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import CalibrationError
from calibration.geometry import BoardGeometry
from models.training.dice_data import CROP, EDGE, KINDS, BoardSet, CropSet
from vision.dice_crop import cut_crop, look_at
from vision.dice_find import Candidate, Finder, Straightener, board_place
from vision.dice_spec import BOARD_SIZE, SUPPORTS
from vision.dice_view import board_view
from vision.sources.frame import Frame

Picture = NDArray[np.uint8]
LEAST_PX = {"die": 7.5, "cube": 6.5}
"""A die or cube whose edge measures less in the picture is not asked for its value."""
BLURRED = {"motion_px": 3.0, "defocus": 1.5}
BLURRED_KEPT = 1 / 3
"""So many of the pictures blurred so much (px) have dice that are asked for theirs."""
NOTHING_LABEL = (0.0, 0.0, 5.0, 0.0, 100.0, EDGE)


def records(
    folder: Path, family: str | None = None
) -> Iterator[tuple[Picture, BoardGeometry, dict[str, Any]]]:
    """Pictures of a dataset folder with geometry and truth; of one family only, where given."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        if family is not None and truth.get("family", family) != family:
            continue
        picture = cv2.imread(str(folder / truth["file"]), cv2.IMREAD_COLOR)
        if picture is None:
            continue
        picture, truth = room_for(np.asarray(picture, np.uint8), truth)
        corners = tuple((float(x), float(y)) for x, y in truth["corners"])
        bar = (float(truth["bar"][0]), float(truth["bar"][1]))
        size = (picture.shape[1], picture.shape[0])
        try:
            yield picture, BoardGeometry(corners, size, truth["layout"], bar), truth
        except CalibrationError:
            continue


def room_for(picture: Picture, truth: dict[str, Any]) -> tuple[Picture, dict[str, Any]]:
    """The picture with a margin wide enough that far corners lie near it, and the truth moved along.

    Left alone where even twice its width would not do.
    """
    height, width = picture.shape[:2]
    corners = np.array(truth["corners"], np.float64)
    beyond = max(float((-corners).max()), float((corners - [width, height]).max()))
    pad = max(0, int(np.ceil(beyond - 0.45 * min(width, height))))
    if pad == 0 or pad > 2 * width:
        return picture, truth
    padded = cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_REPLICATE)

    def shifted(thing: dict[str, Any]) -> dict[str, Any]:
        return {**thing, "xy": [thing["xy"][0] + pad, thing["xy"][1] + pad]}

    moved = {**truth, "corners": (corners + pad).tolist(), "dice": [shifted(die) for die in truth["dice"]]}
    moved["cube"] = shifted(truth["cube"]) if truth["cube"] else None
    return np.asarray(padded, np.uint8), moved


def things(truth: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Dice and cube of a record."""
    found = [("die", die) for die in truth["dice"]]
    return found + ([("cube", truth["cube"])] if truth["cube"] else [])


def straightened_mark(thing: dict[str, Any], geometry: BoardGeometry) -> tuple[float, float, float]:
    """Centre and edge of a die or cube in pixels of the straightened board."""
    x, y = thing["xy"]
    half = thing["size"] / 2
    ring = geometry.field_points([(x, y), (x - half, y), (x + half, y), (x, y - half), (x, y + half)])
    pixels = np.stack(board_place(*ring.T), axis=1)
    across, down = pixels[2] - pixels[1], pixels[4] - pixels[3]
    edge = float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))
    return float(pixels[0, 0]), float(pixels[0, 1]), edge


def whole(geometry: BoardGeometry) -> list[BoardGeometry]:
    """The board as a whole and nothing else."""
    return [geometry]


def render_boards(
    folder: Path,
    family: str | None = "train",
    views: Callable[[BoardGeometry], list[BoardGeometry]] = whole,
) -> BoardSet:
    """Straightened boards with their marks. views: the windows through which each is seen."""
    pictures: list[Picture] = []
    rows: list[tuple[float, ...]] = []
    for picture, geometry, truth in records(folder, family):
        for view in views(geometry):
            for kind, thing in things(truth):
                x, y, edge = straightened_mark(thing, view)
                rows.append((len(pictures), KINDS.index(kind), x, y, edge, thing.get("visible", 1.0)))
            pictures.append(Straightener(view).picture(Frame(0, 0.0, picture)))
    return BoardSet(np.stack(pictures), np.array(rows, np.float32).reshape(-1, 6))


def render_crops(folder: Path, finder: Finder | None = None, family: str | None = "train") -> CropSet:
    """Crops of every die and cube, and of places without one.

    With a finder, the dice it found are cut once more where and as large as it said, and what it took for
    dice without being any is cut as nothing: so the reader learns from the finder's own mistakes.
    """
    pictures: list[Picture] = []
    labels: list[tuple[float, ...]] = []
    rng = np.random.default_rng(0)
    for picture, geometry, truth in records(folder, family):
        frame, view = Frame(0, 0.0, picture), board_view(geometry)
        marks = [(kind, thing, straightened_mark(thing, geometry)) for kind, thing in things(truth)]
        wanted: list[tuple[Candidate, tuple[float, ...]]] = []
        look = truth.get("look", {})
        blurred = any(look.get(how, 0.0) >= least for how, least in BLURRED.items())
        asked = not blurred or rng.random() < BLURRED_KEPT
        for kind, thing, (x, y, edge) in marks:
            if (asked or kind == "cube") and legible(kind, thing) and thing.get("visible", 1.0) >= 0.05:
                wanted.append((Candidate(kind == "cube", 1.0, x, y, edge), label_of(kind, thing)))
        x, y = (float(v) for v in rng.uniform(0.03, 0.97, 2) * BOARD_SIZE)
        seen = [Candidate(False, 1.0, x, y, float(rng.uniform(8, 22)))]
        if finder is not None:
            seen += finder.find(frame, Straightener(geometry))
        for candidate in seen:
            label = judged(candidate, marks)
            if label is not None and (asked or label[0] != KINDS.index("die")):
                wanted.append((candidate, label))
        for candidate, label in wanted:
            crop = cut_crop(frame, candidate, geometry, view.aspect, CROP)
            if crop is not None:
                pictures.append(crop)
                labels.append((*label, *look_at(candidate, view)))
    return CropSet(np.stack(pictures), np.array(labels, np.float32))


def label_of(kind: str, thing: dict[str, Any]) -> tuple[float, ...]:
    """Crop label (see `CropSet`) of a die's or cube's truth."""
    value = thing["face"] if kind == "die" else thing["value"]
    support = SUPPORTS.index(thing.get("support", "other")) if kind == "die" else 5
    return (
        KINDS.index(kind),
        value,
        support,
        thing.get("tilt_deg", 0.0),
        100 * thing.get("visible", 1.0),
        EDGE,
    )


def legible(kind: str, thing: dict[str, Any]) -> bool:
    """Whether a die or cube is large enough in the picture to be asked for its value."""
    return bool(thing["size"] >= LEAST_PX[kind])


def judged(
    candidate: Candidate, marks: list[tuple[str, dict[str, Any], tuple[float, float, float]]]
) -> tuple[float, ...] | None:
    """What a crop around a candidate shows: the die at its middle, nothing, or None where that is unclear."""
    reach = [float(np.hypot(candidate.x - x, candidate.y - y)) / edge for _, _, (x, y, edge) in marks]
    if not reach or min(reach) > 0.95:
        return NOTHING_LABEL
    kind, thing, (_, _, edge) = marks[int(np.argmin(reach))]
    close = min(reach) < 0.5 and abs(np.log(candidate.edge / edge)) < 0.5 and legible(kind, thing)
    return (*label_of(kind, thing)[:5], 0.0) if close else None
