"""How well leaning dice are told from flat ones, by angle: ``python tests/accuracy/dice_leaning.py``.

Renders scenes of board designs that no training used (family "test"), reads them from their true corners
and writes dice_leaning.csv beside this file: one row per range of tilt, then precision of "leaning".
Dice lie as a physics engine leaves them after a throw (``--poses physics``, needs MuJoCo) or as the scenes
draw them, leaning on checkers, rim and bar (``--poses drawn``), seen from near or with the whole board in the
picture; every set of poses has its rows.
"""

import argparse
import csv
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import wilson  # noqa: E402

from calibration.errors import CornersError  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.dataset import pictures, renderer, thrown  # noqa: E402
from fixtures.physics import PhysicsError  # noqa: E402
from fixtures.scene.families import family_of  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from fixtures.scene.spec import Scene  # noqa: E402
from models.training.dice_renders import room_for  # noqa: E402
from vision.closer import read_closely  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.reading import DieReading  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

BINS = ((0, 5), (5, 15), (15, 25), (25, 35), (35, 56))
LEAST_PX, LEAST_VISIBLE = 11.0, 0.6
"""Smaller or more hidden dice are not asked for."""
COLUMNS = (
    "poses",
    "tilt_from",
    "tilt_to",
    "dice",
    "found",
    "value_right",
    "sure",
    "sure_right",
    "said_leaning",
    "recall",
    "recall_low",
    "recall_high",
)
Pair = tuple[dict[str, Any], DieReading | None]


def judged(scene: Scene, reader: DiceReader, name: str) -> list[Pair]:
    """Every die of one scene with what was read of it (None where nothing was)."""
    picture, truth = next(iter(pictures(renderer(name, (800, 450), 2), scene, 1)))
    picture, truth = room_for(picture, truth)
    corners = tuple((float(x), float(y)) for x, y in truth["corners"])
    size = (picture.shape[1], picture.shape[0])
    try:
        geometry = BoardGeometry(corners, size, truth["layout"], (truth["bar"][0], truth["bar"][1]))
    except CornersError:
        return []
    dice, _ = read_closely(Frame(0, 0.0, picture), geometry, reader)
    out: list[Pair] = []
    for die in truth["dice"]:
        if die["size"] < LEAST_PX or die["visible"] < LEAST_VISIBLE:
            continue
        near = [
            d for d in dice if np.hypot(d.xy[0] - die["xy"][0], d.xy[1] - die["xy"][1]) < 0.6 * die["size"]
        ]
        out.append((die, near[0] if near else None))
    return out


def rows_of(poses: str, pairs: list[Pair]) -> list[list[object]]:
    """One row per range of tilt; recall counts a die that was not found as not called leaning."""
    rows: list[list[object]] = []
    for low, high in BINS:
        some = [(die, read) for die, read in pairs if low <= die["tilt_deg"] < high]
        read = [(die, said) for die, said in some if said is not None]
        sure = [(die, said) for die, said in read if said.p >= 0.9]
        right = sum(said.value == die["face"] for die, said in read)
        sure_right = sum(said.value == die["face"] for die, said in sure)
        leaning = sum(said.tilt == "leaning" for _, said in read)
        share = leaning / max(1, len(some)), *wilson(leaning, len(some))
        recall = [f"{value:.2f}" for value in share] if low else ["", "", ""]
        rows.append([poses, low, high, len(some), len(read), right, len(sure), sure_right, leaning, *recall])
    return rows


def precision(poses: str, pairs: list[Pair]) -> str:
    """What "leaning" was worth."""
    said = [die["tilt_deg"] >= BINS[0][1] for die, read in pairs if read and read.tilt == "leaning"]
    low, high = wilson(sum(said), len(said))
    share = f"{100 * low:.0f}-{100 * high:.0f} %"
    return f"# {poses}: of {len(said)} dice called leaning {sum(said)} lean: {share}"


def main() -> None:
    """Render, read, write the table."""
    parser = argparse.ArgumentParser(
        description="Leaning dice by angle, on synthetic boards never trained on."
    )
    parser.add_argument("--scenes", type=int, default=200, help="scenes of each kind of poses")
    parser.add_argument("--first-seed", type=int, default=700_000)
    parser.add_argument("--renderer", choices=("flat", "path"), default="flat")
    parser.add_argument("--poses", nargs="+", choices=tuple(POSES), default=list(POSES))
    options = parser.parse_args()
    reader, rows, notes = DiceReader(), [], []
    seeds = range(options.first_seed, options.first_seed + 60 * options.scenes)
    unseen = [seed for seed in seeds if family_of(seed) == "test"][: options.scenes]
    for poses in options.poses:
        pairs: list[Pair] = []
        for seed in unseen:
            try:
                pairs += judged(POSES[poses](seed), reader, options.renderer)
            except PhysicsError as error:
                print(f"seed {seed}: {error}", file=sys.stderr)  # noqa: T201
        rows += rows_of(poses, pairs)
        notes.append(precision(poses, pairs))
    with Path(__file__).with_name("dice_leaning.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows)
        writer.writerows([note] for note in notes)
    print("\n".join([",".join(COLUMNS), *(",".join(map(str, row)) for row in rows), *notes]))  # noqa: T201


POSES: dict[str, Callable[[int], Scene]] = {
    "drawn": lambda seed: sample_scene(seed, "dice"),
    "physics": thrown,
    "physics, whole board": lambda seed: thrown(seed, (1280, 720), near=False),
}

if __name__ == "__main__":
    main()
