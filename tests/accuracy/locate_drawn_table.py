"""Boards found by themselves in drawn pictures: ``python tests/accuracy/locate_drawn_table.py``.

Boards of designs that no training used (family "test", drawn renderer, sizes as they come), with hands,
cups, cards, blur and fields cut by the picture's edge: as cameras mostly stand, with many men on bar and tall
columns, and from low down. Writes locate_drawn.csv beside this file, one row each: how many were found with
an overlap of 0.93 and better, with less, wrongly (under 0.8) or not at all, and by how much the worst corner
is off, in sizes of the field.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from disorder_table import rated, unused_seeds  # noqa: E402
from locate_table import LOCATED, WRONG  # noqa: E402
from realdata import found_place  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.fit import overlap, size_of  # noqa: E402
from fixtures.dataset import pictures, renderer, scene_of  # noqa: E402

AIMS = {"slots": "as cameras mostly stand", "crowded": "crowded", "cubes": "from low down"}


def looked_for(aim: str, designs: int) -> tuple[Counter[str], list[float], list[float]]:
    """How often a board was found how, the overlaps and the worst corner's misses of those found."""
    how: Counter[str] = Counter()
    overlaps: list[float] = []
    off: list[float] = []
    for seed in unused_seeds(designs):
        scene = scene_of(seed, aim, None)
        size = (scene.camera.width, scene.camera.height)
        picture, truth = next(iter(pictures(renderer("flat", size, 1), scene, 1)))
        true = np.array(truth["corners"], np.float64)
        how["pictures"] += 1
        place = found_place(picture)
        if place is None:
            how["refused"] += 1
            continue
        found = np.array(place.corners)
        share = overlap(found, true)
        field = size_of(true)
        misses = [float(np.abs(np.roll(found, turn, axis=0) - true).max()) / field for turn in range(4)]
        how["located" if share >= LOCATED else "less" if share >= WRONG else "wrong"] += 1
        overlaps.append(share)
        off.append(min(misses))
    return how, overlaps, off


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--designs", type=int, default=160)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("locate_drawn.csv"))
    options = parser.parse_args()
    rows: list[dict[str, object]] = []
    for aim, name in AIMS.items():
        how, overlaps, off = looked_for(aim, options.designs)
        share, low, high = rated(how["located"], how["pictures"])
        row: dict[str, object] = {"boards": name, "pictures": how["pictures"], "located": how["located"]}
        row |= {"share": share, "low": low, "high": high}
        row |= {kind: how[kind] for kind in ("less", "wrong", "refused")}
        row |= {"median_overlap": round(float(np.median(overlaps)), 4)}
        row |= {"corner_off_median": round(float(np.median(off)), 4)}
        row |= {"corner_off_p90": round(float(np.quantile(off, 0.9)), 4)}
        rows.append(row)
        sys.stdout.write(f"{row}\n")
    write_rows(options.out, rows)


if __name__ == "__main__":
    main()
