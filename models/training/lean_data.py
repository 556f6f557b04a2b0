"""Upright crops of dice to learn from which of them lean: of rendered boards, and made as close-ups; and of
photographed dice, what they show."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import hypot, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from fixtures.closeup.crops import crop as close_up
from models import shared_session
from models.training.dice_photos import photo_crops, photo_grounds
from models.training.dice_renders import BLURRED, records, straightened_mark
from vision.dice_crop import cut_out_of, look_at
from vision.dice_find import Candidate, Finder, Straightener, field_of
from vision.dice_spec import SUPPORTS
from vision.dice_view import board_view
from vision.sources.frame import Frame
from vision.upright import EDGE, SIDE, slope_of, upright_map, upright_turn

CROP = 96
"""A stored crop is so many pixels wide; training cuts SIDE out of it."""
LEAST_PX, LEAST_VISIBLE = 9.0, 0.4
"""Smaller or more hidden dice are not asked for."""
FAR = 1.3
"""What is found further than this (edges) from every die is none."""
NEAR = 1.1
"""What is found no further than this (edges) from a die is a part of it."""
NO_DIE = (0.0, 0.0, float(SUPPORTS.index("other")), 0.0, 0.0, 0.0)
"""Tilt, value, support and place of what is no die."""
UNKNOWN = -1.0
"""Support of a photographed die: how it lies is not known, nor exactly where."""
PHOTO_SLOPE = 0.1
"""Spread of the slopes that photographed dice are given; most were taken from above, and which way is up is
not known."""
MADE, ODDS = ("lean", "near", "die", "none"), (0.42, 0.26, 0.17, 0.15)
CHUNK = 250


@dataclass(frozen=True)
class LeanSet:
    """Crops (n, CROP, CROP, 3) BGR and labels (n, 7): slope, tilt (deg), value (0: no die), support (UNKNOWN:
    neither tilt nor place count), and where the die lies, as `vision.upright.Look` says it."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.labels)


def joined(sets: list[LeanSet]) -> LeanSet:
    """Several sets as one."""
    return LeanSet(np.concatenate([s.pictures for s in sets]), np.concatenate([s.labels for s in sets]))


def of_renders(folder: Path, family: str | None) -> LeanSet:
    """Upright crops of the dice in pictures of ``fixtures.dataset`` that were not much moved, out of focus or
    not, and of what the finder takes for a die or cube and is no die."""
    pictures: list[NDArray[np.uint8]] = []
    labels: list[tuple[float, ...]] = []
    finder = Finder(shared_session("dice_find"))
    for picture, geometry, truth in records(folder, family):
        if truth.get("look", {}).get("motion_px", 0.0) >= BLURRED["motion_px"]:
            continue
        frame, view = Frame(0, 0.0, picture), board_view(geometry)
        marks = [straightened_mark(die, geometry) for die in truth["dice"]]
        wanted: list[tuple[Candidate, tuple[float, ...]]] = []
        found = finder.find(frame, Straightener(geometry))
        for die, mark in zip(truth["dice"], marks, strict=True):
            if die["size"] >= LEAST_PX and die.get("visible", 1.0) >= LEAST_VISIBLE:
                label = (die["tilt_deg"], die["face"], SUPPORTS.index(die.get("support", "other")))
                true = Candidate(False, 1.0, *mark)
                near = [one for one in found if _belongs(one, true, marks)]
                wanted.append((true, (*label, 0.0, 0.0, 0.0)))
                wanted += [(one, (*label, *_place(true, one, geometry))) for one in near]
        wanted += [
            (seen, NO_DIE)
            for seen in found
            if all(hypot(seen.x - x, seen.y - y) > FAR * max(edge, seen.edge) for x, y, edge in marks)
        ]
        for candidate, row in wanted:
            way = look_at(candidate, view)[:2]
            crop = cut_out_of(frame, upright_map(candidate, geometry, view.aspect, way, CROP), CROP)
            if crop is not None:
                pictures.append(crop)
                labels.append((slope_of(way), *row))
    return LeanSet(np.stack(pictures), np.array(labels, np.float32))


def of_photos(folder: Path, validation: bool) -> tuple[LeanSet, LeanSet]:
    """The dice of the photos that `models.training.dice_photos` knows, and places on them without a die."""
    rng = np.random.default_rng(11)
    dice = photo_crops(folder, validation, CROP, EDGE)
    labels = np.zeros((len(dice.labels), 7), np.float32)
    labels[:, 0] = np.abs(rng.normal(0, PHOTO_SLOPE, len(labels)))
    labels[:, 2], labels[:, 3] = dice.labels[:, 1], UNKNOWN
    grounds = photo_grounds(folder, validation, CROP, EDGE)
    none = np.tile(np.array([0.0, *NO_DIE], np.float32), (len(grounds.labels), 1))
    none[:, 0] = np.abs(rng.normal(0, PHOTO_SLOPE, len(none)))
    return LeanSet(dice.pictures, labels), LeanSet(grounds.pictures, none)


def _belongs(seen: Candidate, die: Candidate, marks: list[tuple[float, float, float]]) -> bool:
    """Whether what the finder sees is this die, or a face of it."""
    reach = [hypot(seen.x - x, seen.y - y) / edge for x, y, edge in marks]
    return min(reach) <= NEAR and hypot(seen.x - die.x, seen.y - die.y) / die.edge == min(reach)


def _place(die: Candidate, seen: Candidate, geometry: BoardGeometry) -> tuple[float, float, float]:
    """Where a die lies in the upright crop of what the finder sees, in edges, and its edge's logarithm."""
    view = board_view(geometry)
    to_picture = upright_map(seen, geometry, view.aspect, look_at(seen, view)[:2])
    x, y, w = np.linalg.inv(to_picture) @ [*geometry.picture_point(*field_of(die.x, die.y)), 1.0]
    return float(x / w - SIDE / 2) / EDGE, float(y / w - SIDE / 2) / EDGE, log(die.edge / seen.edge)


def some_close_ups(seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """CHUNK close-ups of a seed: pictures and labels of a `LeanSet`."""
    rng = np.random.default_rng(seed)
    pictures, labels = np.empty((CHUNK, CROP, CROP, 3), np.uint8), np.zeros((CHUNK, 7), np.float32)
    wide = round(CROP * 2**0.5) + 2
    index = 0
    while index < CHUNK:
        made = close_up(rng, wide, EDGE, str(rng.choice(MADE, p=ODDS)))
        if made.kind == "die" and made.visible < LEAST_VISIBLE:
            continue
        turn = upright_turn(made.shift)
        middle = wide / 2 - 0.5 - turn @ np.full(2, CROP / 2 - 0.5)
        matrix = np.column_stack([turn, middle])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        pictures[index] = cv2.warpAffine(made.picture, matrix, (CROP, CROP), flags=flags)
        support = SUPPORTS.index(made.support) if made.support in SUPPORTS else SUPPORTS.index("other")
        labels[index, :4] = slope_of(made.shift), made.tilt_deg, made.value, support
        index += 1
    return pictures, labels


def close_ups(count: int, first_seed: int, file: Path, workers: int) -> LeanSet:
    """Make (or load, where ``file`` exists) about ``count`` close-ups, half of them leaning."""
    if not file.exists():
        with ProcessPoolExecutor(workers) as pool:
            parts = list(pool.map(some_close_ups, range(first_seed, first_seed + max(1, count // CHUNK))))
        file.parent.mkdir(parents=True, exist_ok=True)
        made = joined([LeanSet(*part) for part in parts])
        np.savez(file, pictures=made.pictures, labels=made.labels)
    held = np.load(file)
    return LeanSet(held["pictures"], held["labels"])
