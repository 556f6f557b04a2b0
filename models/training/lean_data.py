"""Upright crops of dice to learn from which of them lean: of rendered boards, and made as close-ups."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from fixtures.closeup.crops import crop as close_up
from models.training.dice_renders import BLURRED, records, straightened_mark
from vision.dice_crop import cut_out_of, look_at
from vision.dice_find import Candidate
from vision.dice_spec import SUPPORTS
from vision.dice_view import board_view
from vision.sources.frame import Frame
from vision.upright import EDGE, slope_of, upright_map, upright_turn

CROP = 84
"""A stored crop is so many pixels wide; training cuts SIDE out of it."""
LEAST_PX, LEAST_VISIBLE = 9.0, 0.5
"""Smaller or more hidden dice are not asked for."""
MADE, ODDS = ("lean", "near", "die"), (0.5, 0.3, 0.2)
CHUNK = 250


@dataclass(frozen=True)
class LeanSet:
    """Crops (n, CROP, CROP, 3) BGR and labels (n, 4): slope, tilt (deg), value, support."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.labels)


def joined(sets: list[LeanSet]) -> LeanSet:
    """Several sets as one."""
    return LeanSet(np.concatenate([s.pictures for s in sets]), np.concatenate([s.labels for s in sets]))


def of_renders(folder: Path, family: str | None) -> LeanSet:
    """Upright crops of the dice in pictures of ``fixtures.dataset`` that are not much blurred."""
    pictures: list[NDArray[np.uint8]] = []
    labels: list[tuple[float, ...]] = []
    for picture, geometry, truth in records(folder, family):
        look = truth.get("look", {})
        if any(look.get(how, 0.0) >= least for how, least in BLURRED.items()):
            continue
        frame, view = Frame(0, 0.0, picture), board_view(geometry)
        for die in truth["dice"]:
            if die["size"] < LEAST_PX or die.get("visible", 1.0) < LEAST_VISIBLE:
                continue
            candidate = Candidate(False, 1.0, *straightened_mark(die, geometry))
            way = look_at(candidate, view)[:2]
            crop = cut_out_of(frame, upright_map(candidate, geometry, view.aspect, way, CROP), CROP)
            if crop is not None:
                pictures.append(crop)
                support = SUPPORTS.index(die.get("support", "other"))
                labels.append((slope_of(way), die["tilt_deg"], die["face"], support))
    return LeanSet(np.stack(pictures), np.array(labels, np.float32))


def _some_close_ups(seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    rng = np.random.default_rng(seed)
    pictures, labels = np.empty((CHUNK, CROP, CROP, 3), np.uint8), np.empty((CHUNK, 4), np.float32)
    wide = round(CROP * 2**0.5) + 2
    index = 0
    while index < CHUNK:
        made = close_up(rng, wide, EDGE, str(rng.choice(MADE, p=ODDS)))
        if made.visible < LEAST_VISIBLE:
            continue
        turn = upright_turn(made.shift)
        middle = wide / 2 - 0.5 - turn @ np.full(2, CROP / 2 - 0.5)
        matrix = np.column_stack([turn, middle])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        pictures[index] = cv2.warpAffine(made.picture, matrix, (CROP, CROP), flags=flags)
        support = SUPPORTS.index(made.support) if made.support in SUPPORTS else SUPPORTS.index("other")
        labels[index] = slope_of(made.shift), made.tilt_deg, made.value, support
        index += 1
    return pictures, labels


def close_ups(count: int, first_seed: int, file: Path, workers: int) -> LeanSet:
    """Make (or load, where ``file`` exists) about ``count`` close-ups, half of them leaning."""
    if not file.exists():
        with ProcessPoolExecutor(workers) as pool:
            parts = list(pool.map(_some_close_ups, range(first_seed, first_seed + max(1, count // CHUNK))))
        file.parent.mkdir(parents=True, exist_ok=True)
        made = joined([LeanSet(*part) for part in parts])
        np.savez(file, pictures=made.pictures, labels=made.labels)
    held = np.load(file)
    return LeanSet(held["pictures"], held["labels"])
