"""Dice on the table beside the board: ``python tests/accuracy/outside_table.py`` writes outside.csv.

Boards of designs that no training used (family "test", drawn renderer, true corners), each with one die
lying 15 to 110 mm beside its case, west or east, and what else lies on a table. "in sight": nine tenths of
the die visible, in the picture, its edge 9 px and more. The last rows count what is no die.
"""

import argparse
import csv
import sys
from collections import Counter
from dataclasses import replace
from math import hypot
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from disorder_table import SIZE, rated, unused_seeds  # noqa: E402

from calibration.errors import CornersError  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.dataset import pictures, renderer  # noqa: E402
from fixtures.scene.families import scene_rng  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from fixtures.scene.spec import Scene  # noqa: E402
from vision.around import beside  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.reading import DieReading  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

NEAREST_MM, FARTHEST_MM = 15.0, 110.0
VISIBLE, LEAST_PX, RIM_PX = 0.9, 9.0, 8.0
SURE = 0.9
ROWS = ("in sight: found", "value right", "value wrong, with 0.9", "no die", "no die, with 0.9")


def scene_with(seed: int) -> Scene | None:
    """The scene of a seed with one of its dice on the table, and no other; None where none lies flat."""
    scene = sample_scene(seed, "slots", SIZE)
    flat = [die for die in scene.dice if die.tilt_deg == 0.0]
    if not flat:
        return None
    rng = scene_rng(seed, "outside")
    west, east, _, _ = scene.board.outer
    size, far = flat[0].style.size, float(rng.uniform(NEAREST_MM, FARTHEST_MM))
    x = east + far + size if rng.random() < 0.5 else west - far - size
    y = float(rng.uniform(-0.4, 0.4)) * scene.board.field_h
    place = (x, y, scene.board.floor_z + size / 2)
    return replace(scene, dice=(replace(flat[0], position=place, support="surface"),))


def count(designs: int, reader: DiceReader) -> Counter[str]:
    """Sums by row of the table, and "in sight" and "pictures"."""
    sums: Counter[str] = Counter(dict.fromkeys(ROWS, 0))
    render = renderer("flat", SIZE, 1)
    for scene in filter(None, map(scene_with, unused_seeds(designs))):
        picture, truth = next(iter(pictures(render, scene, 1)))
        corners = tuple((float(x), float(y)) for x, y in truth["corners"])
        try:
            place = BoardGeometry(corners, SIZE, truth["layout"], tuple(truth["bar"]))
        except CornersError:
            continue
        frame = Frame(0, 0.0, picture)
        dice = [*beside(frame, place, reader), *(d for d in reader.read(frame, place)[0] if d.zone == "out")]
        die = truth["dice"][0] if truth["dice"] else None
        rate(sums, die, dice)
    return sums


def rate(sums: Counter[str], die: dict[str, object] | None, dice: list[DieReading]) -> None:
    """Count what was read of one picture; die: its truth."""
    sums["pictures"] += 1
    hits, others = [], []
    for read in dice:
        (hits if die is not None and _far(die, read) < 0.7 else others).append(read)
    sums["no die"] += len(others)
    sums["no die, with 0.9"] += sum(read.p >= SURE for read in others)
    if die is None or not _in_sight(die):
        return
    sums["in sight"] += 1
    if hits:
        best = max(hits, key=lambda read: read.p)
        right = best.value == die["face"]
        sums.update({ROWS[0]: 1, ROWS[1]: int(right), ROWS[2]: int(not right and best.p >= SURE)})


def _in_sight(die: dict[str, object]) -> bool:
    (x, y), (width, height) = die["xy"], SIZE  # type: ignore[misc]
    inside = RIM_PX < x < width - RIM_PX and RIM_PX < y < height - RIM_PX  # type: ignore[has-type]
    return inside and die["visible"] >= VISIBLE and die["size"] >= LEAST_PX  # type: ignore[operator, no-any-return]


def _far(die: dict[str, object], read: DieReading) -> float:
    x, y = die["xy"]  # type: ignore[misc]
    return hypot(read.xy[0] - x, read.xy[1] - y) / float(die["size"])  # type: ignore[arg-type, has-type]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--designs", type=int, default=120)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("outside.csv"))
    options = parser.parse_args()
    sums = count(options.designs, DiceReader())
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("what", "number", "of", "share", "low", "high"))
        for name in ROWS:
            of = sums["pictures" if name.startswith("no die") else "in sight"]
            row = (name, sums[name], of, *rated(sums[name], of))
            writer.writerow(row)
            print(*row)  # noqa: T201


if __name__ == "__main__":
    main()
