"""Crops from the two licensed sets of dice photographs (see models/cards/dice.md for their licences)."""

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from models.training.dice_data import CROP, EDGE, CropSet

SETS = (("byler-d6", "labels_yolo", 0.62), ("rune55-one-per-photo", "labels", 0.7))
"""Folder, label folder, and a die's edge as a share of the labelled box."""
HELD_OUT = 7
"""One photo in this many is kept for validation."""


def photo_key(name: str) -> str:
    """Name of the original photo, the same in both sets, so that the split never divides one."""
    found = re.search(r"IMG_\d{8}_\d{6}", name)
    return found.group(0) if found else Path(name).stem


def held_out(name: str) -> bool:
    """Whether a photo belongs to validation."""
    return sum(photo_key(name).encode()) % HELD_OUT == 0


def photo_crops(folder: Path, validation: bool) -> CropSet:
    """Every labelled die of the training or validation photos; support and tilt are unknown (-1), edge 0."""
    pictures: list[NDArray[np.uint8]] = []
    labels: list[tuple[float, ...]] = []
    for name, label_folder, share in SETS:
        for file in sorted((folder / name / "images").glob("*.jpg")):
            if held_out(file.name) != validation:
                continue
            picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
            if picture is None:
                continue
            height, width = picture.shape[:2]
            for line in (folder / name / label_folder / f"{file.stem}.txt").read_text().splitlines():
                value, x, y, w, h = (float(part) for part in line.split()[:5])
                box = max(w * width, h * height)
                if box * share < 7:
                    continue
                pictures.append(_cut(np.asarray(picture, np.uint8), x * width, y * height, box * share))
                labels.append((1, value + 1, -1, -1, 100, 0))
    if not pictures:
        return CropSet(np.zeros((0, CROP, CROP, 3), np.uint8), np.zeros((0, 6), np.float32))
    return CropSet(np.stack(pictures), np.array(labels, np.float32))


def _cut(picture: NDArray[np.uint8], x: float, y: float, edge: float) -> NDArray[np.uint8]:
    scale = EDGE / edge
    if scale < 0.5:
        factor = scale * 1.5
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        picture = np.asarray(small, np.uint8)
        x, y, scale = x * factor, y * factor, scale / factor
    matrix = np.array([[scale, 0, CROP / 2 - scale * x], [0, scale, CROP / 2 - scale * y]], np.float32)
    cut = cv2.warpAffine(
        picture, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)
