"""Points whose checkers lie carelessly: ``python tests/accuracy/disorder_table.py`` writes disorder.csv.

Boards of designs that no training used (family "test", drawn renderer, true corners) are read tidy, and again
after checkers on a few points have been disturbed in one way (`fixtures.scene.sloppy`). One row a way: of the
disturbed points how many were right while tidy, and how many once disturbed; of all other points how many are
right in the disturbed pictures. A checker counts where its middle is.
"""

import argparse
import csv
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import wilson  # noqa: E402

from calibration.errors import CornersError  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.dataset import pictures, renderer  # noqa: E402
from fixtures.scene import sloppy  # noqa: E402
from fixtures.scene.families import GROUP, family_of, scene_rng  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from fixtures.scene.sloppy import WAYS, Disorder  # noqa: E402
from fixtures.scene.spec import Scene  # noqa: E402
from models.runtime import open_session  # noqa: E402
from vision.reading import outcome_parts  # noqa: E402
from vision.slots import SlotReader, SlotReadings  # noqa: E402
from vision.views import Cutter  # noqa: E402

SIZE = (1280, 720)
PLACES = 3
"""Points disturbed on a board."""
MOST_HIDDEN = 0.35
COLUMNS = ("way", "points", "right_tidy", "right", "share", "low", "high", "others", "others_right")
Points = dict[int, tuple[bool, bool]]


def unused_seeds(designs: int, first: int = 0) -> list[int]:
    """A scene of every design of the family "test" among so many twenties of designs, from a seed on."""
    seeds = range(first, first + designs * GROUP * 20, GROUP)
    return [seed for seed in seeds if family_of(seed) == "test"]


def seen(scene: Scene, reader: SlotReader) -> tuple[dict[str, Any], SlotReadings] | None:
    """Truth and reading of a scene with its true corners. None where no corners can be had."""
    picture, truth = next(iter(pictures(renderer("flat", SIZE, 1), scene, 1)))
    corners = tuple((float(x), float(y)) for x, y in truth["corners"])
    left, right = truth["bar"]
    try:
        place = BoardGeometry(corners, SIZE, truth["layout"], (left, right))
    except CornersError:
        return None
    return truth, reader.read(Cutter(place).cut(picture))


def rated(right: int, total: int) -> tuple[float, float, float]:
    """A share and its interval, as tables have them."""
    low, high = wilson(right, total)
    return round(right / max(1, total), 4), round(float(low), 4), round(float(high), 4)


def read(scene: Scene, reader: SlotReader) -> Points | None:
    """By slot: whether it can be seen, and whether it is read right. None where no corners can be had."""
    found = seen(scene, reader)
    if found is None:
        return None
    truth, readings = found
    best = readings.points.argmax(axis=1)
    return {
        slot: (truth["hidden"][slot] <= MOST_HIDDEN, outcome_parts(int(best[slot])) == tuple(counts))
        for slot, counts in enumerate(truth["points"])
    }


def disturbed(scene: Scene, way: str) -> tuple[Scene, set[int]]:
    """The scene with a few points disturbed in one way, and the slots of these points."""
    rng = scene_rng(scene.seed, f"disorder table {way}")
    things = scene.dice, scene.cube, scene.props
    disorder = Disorder(rng, scene.board, scene.checker_set, scene.checkers, *things)
    disorder.make(PLACES, [way])
    changed = [new.place for new, old in zip(disorder.checkers, scene.checkers, strict=True) if new != old]
    return replace(scene, checkers=tuple(disorder.checkers)), {p for p in changed if isinstance(p, int)}


def count(designs: int, reader: SlotReader) -> dict[str, Counter[str]]:
    """Sums by way of disturbing."""
    sums: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    for seed in unused_seeds(designs):
        scene = sample_scene(seed, size=SIZE)
        before = read(scene, reader)
        for way, total in sums.items():
            after, slots = disturbed(scene, way)
            now = read(after, reader) if slots and before else None
            for slot, (visible, right) in (now or {}).items():
                if not visible:
                    continue
                if slot not in slots:
                    total.update(others=1, others_right=int(right))
                elif before and before[slot][0]:
                    total.update(points=1, right=int(right), right_tidy=int(before[slot][1]))
    return sums


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--designs", type=int, default=60)
    parser.add_argument("--model", type=Path, help="an .onnx file instead of the packaged network")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("disorder.csv"))
    options = parser.parse_args()
    sloppy.SHARE = 0.0  # type: ignore[misc]
    session = open_session(options.model.read_bytes()) if options.model else None
    sums = count(options.designs, SlotReader(session))
    sums["all"] = sum(sums.values(), Counter())
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for way, total in sums.items():
            numbers = rated(total["right"], total["points"])
            others = total["others"], total["others_right"]
            row = (way, total["points"], total["right_tidy"], total["right"], *numbers, *others)
            writer.writerow(row)
            print(*row)  # noqa: T201
    print("other points right:", np.round(sums["all"]["others_right"] / sums["all"]["others"], 4))  # noqa: T201


if __name__ == "__main__":
    main()
