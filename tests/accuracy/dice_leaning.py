"""How well leaning dice are told from flat ones, by angle: ``python tests/accuracy/dice_leaning.py``.

Renders scenes of board designs that no training used (family "test"), reads them from their true corners
and writes dice_leaning.csv beside this file: one row per range of tilt, then precision of "leaning".
"""

import argparse
import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import wilson  # noqa: E402

from calibration.errors import CornersError  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.dataset import pictures, renderer  # noqa: E402
from fixtures.scene.families import family_of  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from models.training.dice_renders import room_for  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.reading import DieReading  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

BINS = ((0, 5), (5, 15), (15, 25), (25, 35), (35, 46))
LEAST_PX, LEAST_VISIBLE = 11.0, 0.6
"""Smaller or more hidden dice are not asked for."""
COLUMNS = ("tilt_from", "tilt_to", "dice", "found", "value_right", "sure", "sure_right", "said_leaning")
Pair = tuple[dict[str, Any], DieReading | None]


def judged(seed: int, reader: DiceReader, name: str) -> list[Pair]:
    """Every die of one scene with what was read of it (None where nothing was)."""
    scene = sample_scene(seed, "dice")
    picture, truth = next(iter(pictures(renderer(name, (800, 450), 2), scene, 1)))
    picture, truth = room_for(picture, truth)
    corners = tuple((float(x), float(y)) for x, y in truth["corners"])
    size = (picture.shape[1], picture.shape[0])
    try:
        geometry = BoardGeometry(corners, size, truth["layout"], (truth["bar"][0], truth["bar"][1]))
    except CornersError:
        return []
    dice, _ = reader.read(Frame(0, 0.0, picture), geometry)
    out: list[Pair] = []
    for die in truth["dice"]:
        if die["size"] < LEAST_PX or die["visible"] < LEAST_VISIBLE:
            continue
        near = [
            d for d in dice if np.hypot(d.xy[0] - die["xy"][0], d.xy[1] - die["xy"][1]) < 0.6 * die["size"]
        ]
        out.append((die, near[0] if near else None))
    return out


def rows_of(pairs: list[Pair]) -> list[list[object]]:
    """One row per range of tilt."""
    rows: list[list[object]] = []
    for low, high in BINS:
        some = [(die, read) for die, read in pairs if low <= die["tilt_deg"] < high]
        read = [(die, said) for die, said in some if said is not None]
        sure = [(die, said) for die, said in read if said.p >= 0.9]
        right = sum(said.value == die["face"] for die, said in read)
        sure_right = sum(said.value == die["face"] for die, said in sure)
        leaning = sum(said.tilt == "leaning" for _, said in read)
        rows.append([low, high, len(some), len(read), right, len(sure), sure_right, leaning])
    return rows


def main() -> None:
    """Render, read, write the table."""
    parser = argparse.ArgumentParser(
        description="Leaning dice by angle, on synthetic boards never trained on."
    )
    parser.add_argument("--scenes", type=int, default=150)
    parser.add_argument("--first-seed", type=int, default=700_000)
    parser.add_argument("--renderer", choices=("flat", "path"), default="flat")
    options = parser.parse_args()
    reader, pairs, seed = DiceReader(), [], options.first_seed
    for _ in range(options.scenes):
        while family_of(seed) != "test":
            seed += 1
        pairs += judged(seed, reader, options.renderer)
        seed += 1
    said = [
        die["tilt_deg"] >= BINS[0][1] for die, read in pairs if read is not None and read.tilt == "leaning"
    ]
    low, high = wilson(sum(said), len(said))
    lines = [f"# of {len(said)} dice called leaning {sum(said)} lean: {100 * low:.0f}-{100 * high:.0f} %"]
    with Path(__file__).with_name("dice_leaning.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows_of(pairs))
        writer.writerow(lines)
    print("\n".join([",".join(COLUMNS), *(",".join(map(str, row)) for row in rows_of(pairs)), *lines]))  # noqa: T201


if __name__ == "__main__":
    main()
