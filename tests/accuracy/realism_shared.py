"""What the tables about renders share: labelled renders as if they were labelled photographs, and intervals
over pictures."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from realdata import Labelled

from calibration.geometry import SLOT_NAMES

HIDDEN_AT = 0.35
"""A slot hidden by more than this share is not asked for."""
DIE_SEEN, DIE_LEANS, DIE_PX = 0.5, 20.0, 12.0
"""A die counts as certain when this share of it can be seen, it leans by less than this angle and its edge
has this many pixels (the smallest that the dice networks are made for)."""
DRAWS = 4000


def renders(folder: Path) -> Iterator[Labelled]:
    """The pictures of a folder of ``fixtures.dataset`` or ``fixtures.blender``, labelled as real ones are."""
    with (folder / "labels.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            size = (int(record["size"][0]), int(record["size"][1]))
            name, rig = f"{folder.name}/{record['seed']}", f"design {record['seed'] // 4}"
            yield Labelled(name, folder / record["file"], "render", rig, labels(record), size)


def labels(record: dict[str, Any]) -> dict[str, Any]:
    """A render's record in the words of the real pictures' manifest."""
    points = {
        name: {"light": light, "dark": dark}
        for name, (light, dark) in zip(SLOT_NAMES, record["points"], strict=True)
        if light or dark
    }
    covered = [name for name, share in zip(SLOT_NAMES, record["hidden"], strict=True) if share > HIDDEN_AT]
    light, dark = record["bar_counts"]
    cube = record["cube"]
    width, height = record["size"]
    if cube is not None and not (0 < cube["xy"][0] < width and 0 < cube["xy"][1] < height):
        cube = None
    return {
        "corners": record["corners"],
        "layout": record["layout"],
        "bar_frac": record["bar"],
        "points": points,
        "occluded_cells": covered,
        "bar": {"light": light, "dark": dark},
        "complete": not covered and record["bar_hidden"] <= HIDDEN_AT,
        "dice": [
            {
                "value": die["face"],
                "xy": die["xy"],
                "certain": die["visible"] >= DIE_SEEN
                and die["tilt_deg"] < DIE_LEANS
                and die["size"] >= DIE_PX,
            }
            for die in record["dice"]
        ],
        "cube": cube,
    }


def over_pictures(pairs: Sequence[tuple[float, float]], seed: int = 1) -> tuple[float, float]:
    """95 % percentile bootstrap over pictures of sum(first) / sum(second) (Efron 1979): the slots of one
    picture share a board and a light, so an interval over slots would be too narrow."""
    rows = np.array(pairs, dtype=np.float64)
    index = np.random.default_rng(seed).integers(0, len(rows), (DRAWS, len(rows)))
    sums = rows[index].sum(axis=1)
    low, high = np.percentile(sums[:, 0] / np.maximum(sums[:, 1], 1e-9), (2.5, 97.5))
    return float(low), float(high)
