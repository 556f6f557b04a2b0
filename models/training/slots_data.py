"""Strips and labels for the slot network, cut from rendered pictures with jittered corners."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import CornersError
from calibration.geometry import BoardGeometry, Layout
from vision.views import SLOTS, STRIP_H, STRIP_W, Cutter

AMBIGUOUS_L = 12.0
"""Below this difference in CIELAB lightness nobody can say which side is the lighter one."""
MISSES = (0.002, 0.014)
"""How far corners are missed, in field sizes: by a careful hand, and by a detector on a bad day."""


@dataclass(frozen=True)
class SlotSet:
    """strips (n, 25, 160, 32, 3) uint8; light, dark (n, 24) counts; bar (n, 2); hidden (n, 25) share
    covered; ambiguous (n,) whether the sides may be exchanged."""

    strips: NDArray[np.uint8]
    light: NDArray[np.uint8]
    dark: NDArray[np.uint8]
    bar: NDArray[np.uint8]
    hidden: NDArray[np.float32]
    ambiguous: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.light)


def jittered(record: dict[str, Any], rng: np.random.Generator, amount: float) -> BoardGeometry:
    """The true geometry moved as a human or a detector would miss it; amount in field sizes."""
    corners = np.array(record["corners"], dtype=np.float64)
    width, height = record["size"]
    (ax, ay), (bx, by) = corners[2] - corners[0], corners[3] - corners[1]
    scale = np.sqrt(abs(ax * by - ay * bx) / 2)
    layout: Layout = record["layout"]
    centre = corners.mean(axis=0)
    grown = centre + (corners - centre) * (1 + rng.normal(0, amount, 2))
    moved = grown + rng.normal(0, amount * scale, (4, 2)) + rng.normal(0, 0.5 * amount * scale, 2)
    left, right = record["bar"]
    bar = (
        (left + rng.normal(0, amount / 2), right + rng.normal(0, amount / 2)) if right > left else (0.5, 0.5)
    )
    if bar[0] > bar[1]:
        bar = (left, right)
    pairs = tuple((float(x), float(y)) for x, y in moved)
    return BoardGeometry(pairs, (int(width), int(height)), layout, bar)


def build(folder: Path, family: str, versions: int, seed: int) -> SlotSet:
    """Cut every picture of one family in a folder ``versions`` times, each with its own jitter."""
    with (folder / "labels.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    rows = [r | {"file": str(folder / r["file"])} for r in records if r["family"] == family]
    return cut(rows, versions, seed)


def cut(
    rows: list[dict[str, Any]], versions: int, seed: int, amounts: tuple[float, float] = MISSES
) -> SlotSet:
    """Cut the pictures of these records ("file" being a path) ``versions`` times, each with its own
    jitter between two amounts."""
    rng = np.random.default_rng(seed)
    n = len(rows) * versions
    strips = np.empty((n, SLOTS, STRIP_H, STRIP_W, 3), np.uint8)
    light, dark = np.zeros((n, 24), np.uint8), np.zeros((n, 24), np.uint8)
    bar, hidden = np.zeros((n, 2), np.uint8), np.zeros((n, 25), np.float32)
    ambiguous = np.zeros(n, np.bool_)
    k = 0
    for record in rows:
        picture = cv2.imread(record["file"])
        if picture is None:
            continue
        for _ in range(versions):
            try:
                cutter = Cutter(jittered(record, rng, rng.uniform(*amounts)))
            except CornersError:
                continue
            strips[k] = cutter.cut(np.asarray(picture, np.uint8)).strips
            counts = np.array(record["points"]).clip(0, 15)
            light[k], dark[k] = counts[:, 0], counts[:, 1]
            bar[k] = np.clip(record["bar_counts"], 0, 7)
            hidden[k, :24], hidden[k, 24] = record["hidden"], record["bar_hidden"]
            ambiguous[k] = record["delta_l"] < AMBIGUOUS_L
            k += 1
    return SlotSet(strips[:k], light[:k], dark[:k], bar[:k], hidden[:k], ambiguous[:k])


def save(data: SlotSet, path: Path) -> None:
    """Store a set as one .npz per array folder (memory-mappable .npy files)."""
    path.mkdir(parents=True, exist_ok=True)
    for name in ("strips", "light", "dark", "bar", "hidden", "ambiguous"):
        np.save(path / f"{name}.npy", getattr(data, name))


def load(paths: list[Path]) -> SlotSet:
    """Join stored sets."""
    names = ("strips", "light", "dark", "bar", "hidden", "ambiguous")
    return SlotSet(
        *(np.concatenate([np.load(path / f"{name}.npy", mmap_mode="r") for path in paths]) for name in names)
    )
