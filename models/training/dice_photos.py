"""Crops from the two licensed sets of dice photographs (see models/cards/dice.md for their licences)."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from models.training.dice_data import CROP, EDGE, CropSet

SETS = (("byler-d6", "labels_yolo", 0.62), ("rune55-one-per-photo", "labels", 0.7))
"""Folder, label folder, and a die's edge as a share of the labelled box."""
GROUNDS = 8
"""Places without a die asked for of every photo."""
HELD_OUT = 7
"""One photo in this many is kept for validation."""


def photo_key(name: str) -> str:
    """Name of the original photo, the same in both sets, so that the split never divides one."""
    found = re.search(r"IMG_\d{8}_\d{6}", name)
    return found.group(0) if found else Path(name).stem


def held_out(name: str) -> bool:
    """Whether a photo belongs to validation."""
    return sum(photo_key(name).encode()) % HELD_OUT == 0


def photo_crops(folder: Path, validation: bool, side: int = CROP, shown: float = EDGE) -> CropSet:
    """Every labelled die of the training or validation photos; support and tilt are unknown (-1), edge 0.

    side: width of a crop (px); shown: a die's edge in it.
    """
    pictures: list[NDArray[np.uint8]] = []
    labels: list[tuple[float, ...]] = []
    for picture, share, rows in _photos(folder, validation):
        for value, x, y, w, h in rows:
            edge = share * max(w, h)
            if edge >= 7:
                pictures.append(_cut(picture, x, y, edge, side, shown))
                labels.append((1, value + 1, -1, -1, 100, 0))
    return _crop_set(pictures, labels, side)


def photo_grounds(folder: Path, validation: bool, side: int = CROP, shown: float = EDGE) -> CropSet:
    """Places on the same photos where no die is, GROUNDS of each where there is room, cut as these."""
    rng = np.random.default_rng(7 + validation)
    pictures: list[NDArray[np.uint8]] = []
    for picture, share, rows in _photos(folder, validation):
        height, width = picture.shape[:2]
        for _ in range(GROUNDS if len(rows) else 0):
            edge = share * float(rows[:, 3:].max()) * float(np.exp(rng.normal(0, 0.3)))
            x, y = rng.uniform(edge, max(edge, width - edge)), rng.uniform(edge, max(edge, height - edge))
            far = np.abs(rows[:, 1:3] - [x, y]) > (rows[:, 3:] + edge) / 2 + 0.3 * edge
            if far.any(axis=1).all():
                pictures.append(_cut(picture, x, y, edge, side, shown))
    return _crop_set(pictures, [(0, 0, -1, -1, 100, 0)] * len(pictures), side)


def _photos(folder: Path, validation: bool) -> Iterator[tuple[NDArray[np.uint8], float, NDArray[np.float64]]]:
    """The training or validation photos, a die's edge as a share of its box, and (n, 5) class, middle (x, y),
    width and height (px) of the boxes."""
    for name, label_folder, share in SETS:
        for file in sorted((folder / name / "images").glob("*.jpg")):
            picture = cv2.imread(str(file), cv2.IMREAD_COLOR) if held_out(file.name) == validation else None
            if picture is None:
                continue
            height, width = picture.shape[:2]
            lines = (folder / name / label_folder / f"{file.stem}.txt").read_text().splitlines()
            rows = np.array([[float(part) for part in line.split()[:5]] for line in lines]).reshape(-1, 5)
            yield np.asarray(picture, np.uint8), share, rows * [1, width, height, width, height]


def _crop_set(pictures: list[NDArray[np.uint8]], labels: list[tuple[float, ...]], side: int) -> CropSet:
    if not pictures:
        return CropSet(np.zeros((0, side, side, 3), np.uint8), np.zeros((0, 6), np.float32))
    return CropSet(np.stack(pictures), np.array(labels, np.float32))


def _cut(
    picture: NDArray[np.uint8], x: float, y: float, edge: float, side: int, shown: float
) -> NDArray[np.uint8]:
    scale = shown / edge
    if scale < 0.5:
        factor = scale * 1.5
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        picture = np.asarray(small, np.uint8)
        x, y, scale = x * factor, y * factor, scale / factor
    matrix = np.array([[scale, 0, side / 2 - scale * x], [0, scale, side / 2 - scale * y]], np.float32)
    cut = cv2.warpAffine(
        picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)
