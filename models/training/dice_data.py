"""Pictures to train the dice networks on, made in parallel and kept as plain arrays.

Crops and boards come from `fixtures.closeup`; the seed ranges of training and validation never meet.
"""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fixtures.closeup.crops import crop
from fixtures.closeup.scene import Mark, whole_board
from vision.dice_spec import BOARD_SIZE, CUBE_VIEW_EDGE, MARGIN, SUPPORTS, VIEW_EDGE

CROP = 64
EDGE = VIEW_EDGE
"""A stored crop is CROP pixels wide, a die in it about EDGE pixels; training cuts VIEW pixels out of it."""
MISTAKEN = 0.12
"""Share of close-ups at the other kind's scale: the finder may take a die for a cube and a cube for a die."""

WANTED = ("die", "lean", "near", "cube", "none")
ODDS = (0.22, 0.17, 0.16, 0.27, 0.18)
KINDS = ("none", "die", "cube")
CHUNK = 250
VALIDATION_SEED = 9_000_000


@dataclass(frozen=True)
class CropSet:
    """Crops (n, CROP, CROP, 3) BGR and labels (n, 9).

    Labels: kind, value, support, tilt (deg), visible (%), edge (px; 0 where the crop was not cut exactly
    around it); shift of the picture per unit of height
    (x, y), and 1 where that is known.
    """

    pictures: NDArray[np.uint8]
    labels: NDArray[np.float32]


def some_crops(job: tuple[int, str | None]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """CHUNK crops of a seed, of one of WANTED or of all: pictures and labels of a `CropSet`."""
    seed, only = job
    rng = np.random.default_rng(seed)
    pictures = np.empty((CHUNK, CROP, CROP, 3), np.uint8)
    labels = np.empty((CHUNK, 9), np.float32)
    for index in range(CHUNK):
        wanted = only or str(rng.choice(WANTED, p=ODDS))
        large = (wanted == "cube") != (rng.random() < MISTAKEN)
        made = crop(rng, CROP, CUBE_VIEW_EDGE if large else EDGE, wanted)
        pictures[index] = made.picture
        kind, support = KINDS.index(made.kind), SUPPORTS.index(made.support)
        labels[index] = (
            kind,
            made.value,
            support,
            made.tilt_deg,
            made.visible * 100,
            made.edge,
            *made.shift,
            1,
        )
    return pictures, labels


def make_crops(count: int, first_seed: int, file: Path, workers: int, only: str | None = None) -> CropSet:
    """Make (or load, where ``file`` exists) about ``count`` crops. only: one of WANTED, else all of them."""
    if not file.exists():
        jobs = [(seed, only) for seed in range(first_seed, first_seed + max(1, count // CHUNK))]
        with ProcessPoolExecutor(workers) as pool:
            parts = list(pool.map(some_crops, jobs))
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(
            file, pictures=np.concatenate([p for p, _ in parts]), labels=np.concatenate([b for _, b in parts])
        )
    held = np.load(file)
    return CropSet(held["pictures"], held["labels"])


def some_boards(job: tuple[int, int]) -> tuple[NDArray[np.uint8], list[list[Mark]]]:
    """So many straightened boards of a seed, and what lies on each."""
    seed, count = job
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, BOARD_SIZE[1], BOARD_SIZE[0], 3), np.uint8)
    marks = []
    for index in range(count):
        pictures[index], found = whole_board(rng, BOARD_SIZE, MARGIN)
        marks.append(found)
    return pictures, marks


@dataclass(frozen=True)
class BoardSet:
    """Straightened boards (n, H, W, 3) BGR; marks (m, 6): picture, kind, x, y, edge (px), visible."""

    pictures: NDArray[np.uint8]
    marks: NDArray[np.float32]


def rows_of(index: int, marks: list[Mark]) -> list[tuple[float, ...]]:
    """Truth of one picture as rows of numbers."""
    return [(index, KINDS.index(m.kind), m.xy[0], m.xy[1], m.edge, m.visible) for m in marks]


def make_boards(count: int, first_seed: int, file: Path, workers: int) -> BoardSet:
    """Make (or load) about ``count`` straightened boards."""
    if not file.exists():
        each = 50
        jobs = [(first_seed + index, each) for index in range(max(1, count // each))]
        with ProcessPoolExecutor(workers) as pool:
            parts = list(pool.map(some_boards, jobs))
        rows = []
        for part, (_, lists) in enumerate(parts):
            for index, marks in enumerate(lists):
                rows += rows_of(part * each + index, marks)
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file, pictures=np.concatenate([p for p, _ in parts]), marks=np.array(rows, np.float32))
    held = np.load(file)
    return BoardSet(held["pictures"], held["marks"])
