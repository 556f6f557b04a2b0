"""Training pictures made piece by piece, by many processes, while training goes on.

A shard is a folder of plain arrays: upright crops (`lean_*`), reading crops (`crop_*`) and straightened
boards (`board_*`), pictures and labels or marks of each (`models.training.piecewise`).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from fixtures.scene.families import CYCLE, GROUP
from models.training import dice_data, lean_data
from models.training.dice_data import BoardSet, CropSet
from models.training.dice_renders import render_boards, render_crops
from models.training.dice_session import finder_of
from models.training.lean_data import LeanSet, of_renders
from models.training.piecewise import Saves, keep_making, render
from vision.around import windows
from vision.closer import corners

AIMS = {
    "leaners": 0.5,
    "stacks": 0.12,
    "slots": 0.06,
    "shared": 0.03,
    "crowded": 0.03,
    "pairs": 0.07,
    "cubes": 0.07,
    "strewn": 0.12,
}
"""How often a shard of renders shows what (`fixtures.dataset`)."""
CLOSE = 0.25
"""Share of the shards that are close-ups."""
SCENES, VERSIONS, KEPT = 5, 2, 12
"""Designs of a shard of renders, pictures of each, and how many straightened boards of them are kept."""
UPRIGHT, CROPS, CUBES, BOARDS = 60, 60, 25, 6
"""Upright and reading close-ups, cubes among these once more, and boards of a shard of close-ups."""
LARGE = 0.7
"""Share of renders of 1280 x 720 pixels; the others are of mixed sizes."""
REFRESH_S, WAIT_S = 8.0, 2.0
"""Time between two looks for new shards, and how long is waited where there is too little."""
FIRST_SEED, EACH = 4_000_000, 200_000
"""Seeds from here on are used, so many for each process."""


@dataclass(frozen=True)
class Shard:
    """Some pictures of everything."""

    name: str
    lean: LeanSet | None
    crops: CropSet | None
    boards: BoardSet | None


def windows_of(geometry: BoardGeometry, rng: np.random.Generator) -> list[BoardGeometry]:
    """The board as a whole and two of the windows in which the product looks closer or beside it."""
    more = [*corners(geometry), *(window for window, _, _ in windows(geometry))]
    chosen = rng.permutation(len(more))[:2]
    return [geometry, *(more[index] for index in chosen)]


def some(boards: BoardSet, count: int, rng: np.random.Generator) -> BoardSet:
    """So many boards of a set."""
    chosen = rng.permutation(len(boards.pictures))[:count]
    marks = [boards.marks[boards.marks[:, 0] == index] for index in chosen]
    for index, rows in enumerate(marks):
        rows[:, 0] = index
    return BoardSet(boards.pictures[chosen], np.concatenate(marks))


def rendered(folder: Path, worker: int, number: int, finder: Path) -> Shard:
    """A shard of renders of one aim."""
    rng = np.random.default_rng([worker, number])
    aim = str(rng.choice(list(AIMS), p=list(AIMS.values())))
    block = number % (EACH // (GROUP * CYCLE))
    first = FIRST_SEED + worker * EACH + block * GROUP * CYCLE + GROUP * int(rng.integers(CYCLE - 2 - SCENES))
    size = "1280x720" if rng.random() < LARGE else "mixed"
    render(folder, aim, SCENES, first, size=size, versions=VERSIONS)
    boards = render_boards(folder, views=lambda geometry: windows_of(geometry, rng))
    crops = render_crops(folder, finder_of(finder))
    return Shard(aim, of_renders(folder, "train"), crops, some(boards, KEPT, rng))


def close(worker: int, number: int) -> Shard:
    """A shard of close-ups."""
    seed = FIRST_SEED + worker * EACH + number
    lean_data.CHUNK, dice_data.CHUNK = UPRIGHT, CROPS
    upright = LeanSet(*lean_data.some_close_ups(seed))
    pictures, labels = dice_data.some_crops((seed, None))
    dice_data.CHUNK = CUBES
    cubes, of_cubes = dice_data.some_crops((seed, "cube"))
    boards, lists = dice_data.some_boards((seed, BOARDS))
    marks = [row for index, found in enumerate(lists) for row in dice_data.rows_of(index, found)]
    return Shard(
        "close",
        upright,
        CropSet(np.concatenate([pictures, cubes]), np.concatenate([labels, of_cubes])),
        BoardSet(boards, np.array(marks, np.float32).reshape(-1, 6)),
    )


def save(shard: Shard, folder: Path) -> None:
    """Write a shard's arrays into a folder."""
    for kind, one in (("lean", shard.lean), ("crop", shard.crops)):
        if one is not None:
            np.save(folder / f"{kind}_pictures.npy", one.pictures)
            np.save(folder / f"{kind}_labels.npy", one.labels)
    if shard.boards is not None:
        np.save(folder / "board_pictures.npy", shard.boards.pictures)
        np.save(folder / "board_marks.npy", shard.boards.marks)


def make_shards(out: Path, worker: int, seconds: float, finder: Path) -> None:
    """Make shards for so long, one after the other."""

    def make(folder: Path, number: int) -> tuple[str, Saves] | None:
        try:
            if np.random.default_rng([worker, number, 1]).random() < CLOSE:
                shard = close(worker, number)
            else:
                shard = rendered(folder, worker, number, finder)
        except ValueError:  # nothing in any of its pictures
            return None
        return f"{shard.name}_{worker}_{number}", partial(save, shard)

    keep_making(out, seconds, make)


class Shards:
    """What has been made so far of one kind: "lean", "crop" or "board"."""

    def __init__(self, folder: Path, kind: str, labels: str = "labels") -> None:
        self._folder, self.kind, self._labels = folder, kind, labels
        self._known: set[str] = set()
        self._looked = -REFRESH_S

    def due(self) -> bool:
        """Whether it is time to look for new ones."""
        return time.monotonic() - self._looked > REFRESH_S

    def wait(self) -> None:
        """There is too little to go on with: wait a moment, then look again."""
        time.sleep(WAIT_S)
        self._looked = -REFRESH_S

    def new(self) -> Iterator[tuple[str, NDArray[np.uint8], NDArray[np.float32]]]:
        """Shards since the last call: what they show, pictures (mapped, not read) and labels."""
        self._looked = time.monotonic()
        for shard in sorted(self._folder.iterdir()):
            if shard.name not in self._known:
                self._known.add(shard.name)
                pictures: Any = np.load(shard / f"{self.kind}_pictures.npy", mmap_mode="r")
                labels: Any = np.load(shard / f"{self.kind}_{self._labels}.npy")
                yield shard.name.split("_")[0], pictures, labels
