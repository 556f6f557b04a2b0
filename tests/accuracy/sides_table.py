"""Whose checkers stand where: ``python tests/accuracy/sides_table.py`` writes sides.csv.

Boards of designs that no training used (family "test", drawn renderer, true corners). Of the columns that the
slot network sees, all of one side: how many are given to the wrong side by the colours next to the rim alone,
and by the judge who sees whole columns; how many of those with 0.95; and how many would be wrong whichever of
the two sides is called light. Where the two are hardly lighter or darker than each other both names will do.
"""

import argparse
import csv
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from disorder_table import MOST_HIDDEN, SIZE, rated, unused_seeds  # noqa: E402

from calibration.errors import CornersError  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.dataset import pictures, renderer  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from models import shared_session  # noqa: E402
from models.training.slots_data import AMBIGUOUS_L  # noqa: E402
from vision.side_judge import SideJudge  # noqa: E402
from vision.sides import find_sides  # noqa: E402
from vision.slots import occupied_of  # noqa: E402
from vision.views import Cutter  # noqa: E402

SURE = 0.95
WAYS = "next to the rim", "whole columns"
COUNTS = "wrong", "wrong and sure", "split", "boards with one wrong"


def judged(seed: int) -> tuple[NDArray[np.bool_], dict[str, NDArray[np.float32]], bool] | None:
    """Of the columns seen: whether they are of the darker side, and what is said by each way; and whether
    the names may be exchanged. None where no corners can be had."""
    picture, truth = next(iter(pictures(renderer("flat", SIZE, 1), sample_scene(seed, size=SIZE), 1)))
    corners = tuple((float(x), float(y)) for x, y in truth["corners"])
    try:
        place = BoardGeometry(corners, SIZE, truth["layout"], tuple(truth["bar"]))
    except CornersError:
        return None
    views = Cutter(place).cut(picture)
    count, said, hidden = shared_session("slots").run(None, {"cells": views.cells()})[:3]
    occupied, said = occupied_of(count, hidden), said.astype(np.float64)
    judge = SideJudge(shared_session("sides")).of(views, count, occupied)
    dark = (find_sides(views, occupied, said, judge=way).dark for way in (None, judge))
    light, black = (np.array(truth["points"])[:, side] > 0 for side in (0, 1))
    asked = (occupied > 0) & (light ^ black) & (np.array(truth["hidden"]) <= MOST_HIDDEN)
    told = {name: one[asked] for name, one in zip(WAYS, dark, strict=True)}
    return black[asked], told, truth["delta_l"] < AMBIGUOUS_L


def count(designs: int) -> dict[str, Counter[str]]:
    """Sums by way."""
    sums: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    for black, told, free in filter(None, map(judged, unused_seeds(designs))):
        for way, dark in told.items():
            wrong = (dark > 0.5) != black
            split = min(int(wrong.sum()), int((~wrong).sum()))
            if free and split < wrong.sum():
                wrong = ~wrong
            sure = wrong & (np.abs(dark - 0.5) > SURE - 0.5)
            found = (int(wrong.sum()), int(sure.sum()), split, int(wrong.any()))
            sums[way].update(columns=len(black), boards=1, **dict(zip(COUNTS, found, strict=True)))
    return sums


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--designs", type=int, default=400)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("sides.csv"))
    options = parser.parse_args()
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("told by", "what", "of", "number", "share", "low", "high"))
        for way, total in count(options.designs).items():
            for what in COUNTS:
                of = total["boards" if what.startswith("boards") else "columns"]
                row = (way, what, of, total[what], *rated(total[what], of))
                writer.writerow(row)
                print(*row)  # noqa: T201


if __name__ == "__main__":
    main()
