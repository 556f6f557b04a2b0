"""Strips of the bar and of places beside the field, with the men of either side that lie in them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import CornersError
from models.training import slots_data
from models.training.slots_data import jittered
from vision.men import video
from vision.reading import Floats, most_probable
from vision.slots import SlotReader
from vision.sources.frame import Frame
from vision.trays import REACH, TrayCutter
from vision.views import BAR, Cutter, SlotViews

NO_COLOUR = -1.0
MISSES = (0.002, 0.02)
"""How far corners are missed in pictures of trays, in field sizes."""
MOST_ON_BAR = 7
Row = tuple[Any, ...]


@dataclass(frozen=True)
class MenSet:
    """light (n, rows, columns, 4), chroma (n, rows, columns, 2) uint8; scale (n, 2) mean lightness, steps per
    level; colours (n, 2, 3) lightness and chroma of light and dark checkers, NO_COLOUR where none was seen;
    men (n, 2) light and dark ones in the strip; hidden (n,) share of it that cannot be seen."""

    light: NDArray[np.uint8]
    chroma: NDArray[np.uint8]
    scale: NDArray[np.float32]
    colours: NDArray[np.float32]
    men: NDArray[np.uint8]
    hidden: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.men)


def exchanged(points: Floats, counts: NDArray[Any]) -> bool:
    """Whether a reading (24, OUTCOMES) calls that side dark which (24, 2) counts of a label call light."""
    seen = most_probable(points) > 0
    there = np.asarray(counts) > 0
    return bool((seen & there[:, ::-1]).sum() > (seen & there).sum())


def beside(record: dict[str, Any]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """(4, 2) light and dark checkers beside each quarter of the field, and (4,) how much of them, or of the
    place where they would lie, is hidden. Those further away than a strip reaches are not counted."""
    low, high = record["bar"]
    men = np.zeros((4, 2), np.uint8)
    covered: list[list[float]] = [[], [], [], []]
    for checker in record["off"]:
        u, v = checker["uv"]
        left = u < 0.5
        away = -u / (low / 6) if left else (u - 1) / ((1 - high) / 6)
        if away <= REACH:
            quarter = 2 * int(v >= 0.5) + int(not left)
            men[quarter, checker["side"]] += 1
            covered[quarter].append(checker["hidden"])
    places = zip(covered, record["beside_hidden"], strict=True)
    return men, np.array([np.mean(shares) if shares else empty for shares, empty in places], np.float32)


def of_trays(folder: Path, family: str, seed: int) -> Iterator[Row]:
    """Strips beside the field, of every picture of one family in a folder of ``--aim borne``."""
    rng, slots = np.random.default_rng(seed), SlotReader()
    for line in (folder / "labels.jsonl").open(encoding="utf-8"):
        record = json.loads(line)
        picture = cv2.imread(str(folder / record["file"])) if record["family"] == family else None
        if picture is None:
            continue
        try:
            geometry = jittered(record, rng, rng.uniform(*MISSES))
        except CornersError:
            continue
        frame = Frame(0, 0.0, np.asarray(picture, np.uint8))
        board = Cutter(geometry).cut(frame.bgr)
        seen = slots.read(board)
        men, hidden = beside(record)
        if exchanged(seen.points, np.array(record["points"])):
            men = men[:, ::-1]
        for light, chroma, there, share in zip(*TrayCutter(geometry).cut(frame), men, hidden, strict=True):
            yield light, chroma, board.scale, _known(seen.colours), there, share


def of_bars(folder: Path, family: str, seed: int) -> Iterator[Row]:
    """The bar of every picture of one family in a folder of ``fixtures.dataset``."""
    slots = SlotReader()
    data = slots_data.build(folder, family, 1, seed)
    for strips, light, dark, bar, hidden in zip(
        data.strips, data.light, data.dark, data.bar, data.hidden, strict=True
    ):
        board = SlotViews.of(strips)
        seen = slots.read(board)
        men = bar[::-1] if exchanged(seen.points, np.stack([light, dark], axis=1)) else bar
        men = men.clip(0, MOST_ON_BAR)
        yield board.light[BAR], board.chroma[BAR], board.scale, _known(seen.colours), men, hidden[BAR]


def gather(folders: list[Path], what: str, family: str, seed: int) -> MenSet:
    """Strips of one family of all folders; cut once and kept beside the pictures. what: "bar" or "trays"."""
    sets = []
    for folder in folders:
        file = folder / f"{what}_{family}.npz"
        if not file.exists():
            rows = list((of_bars if what == "bar" else of_trays)(folder, family, seed))
            kinds = (np.uint8, np.uint8, np.float32, np.float32, np.uint8, np.float32)
            parts = (np.array(part, kind) for part, kind in zip(zip(*rows, strict=True), kinds, strict=True))
            named: dict[str, Any] = dict(zip((field.name for field in fields(MenSet)), parts, strict=True))
            np.savez(file, **named)
        with np.load(file) as kept:
            sets.append([kept[field.name] for field in fields(MenSet)])
    return MenSet(*(np.concatenate(parts) for parts in zip(*sets, strict=True)))


def _known(colours: tuple[tuple[int, int, int] | None, ...]) -> list[tuple[float, float, float]]:
    return [(NO_COLOUR,) * 3 if colour is None else video(colour) for colour in colours]
