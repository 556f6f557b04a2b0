"""Positions that play seldom shows: ``python tests/accuracy/crowded_table.py`` writes crowded.csv.

Boards of designs that no training used (family "test", drawn renderer, true corners), once with men on the
bar and tall columns, once set up but for a column or two that have a man too few or too many. The last rows
say how often such a column was read as if the board were set up right, and how often that was said with 0.9:
an eye that expects the starting position sees it.
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

from disorder_table import MOST_HIDDEN, SIZE, rated, seen, unused_seeds  # noqa: E402

from fixtures.dataset import POSITIONS  # noqa: E402
from fixtures.scene.positions import start_counts  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from models.runtime import open_session  # noqa: E402
from vision.reading import MAX_COUNT, MIXED  # noqa: E402
from vision.slots import SlotReader  # noqa: E402

TALL = 6
MOST_ON_BAR = 7
SURE = 0.9
ROWS = {
    "crowded": ("points", f"columns of {TALL} and more", "bar with men", "bar empty"),
    "nearly_start": ("points", "columns off by one", "read as set up right", "the same, with 0.9"),
}
STARTS = [np.array(start_counts(m, s).points) for m in (False, True) for s in (False, True)]


def outcomes(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """(24,) outcomes of (24, 2) light and dark counts."""
    found = np.where(counts[:, 0] > 0, counts[:, 0], counts[:, 1] + MAX_COUNT * (counts[:, 1] > 0))
    found[(counts > 0).all(axis=1)] = MIXED
    return found


def count(aim: str, designs: int, reader: SlotReader) -> dict[str, Counter[str]]:
    """Sums by row of the table: "number" seen, "right" of them; in the last two rows those so read."""
    sums: dict[str, Counter[str]] = {name: Counter() for name in ROWS[aim]}
    scenes = (sample_scene(seed, "slots", SIZE, POSITIONS[aim]) for seed in unused_seeds(designs))
    for truth, found in filter(None, (seen(scene, reader) for scene in scenes)):
        points = np.array(truth["points"])
        visible = np.array(truth["hidden"]) <= MOST_HIDDEN
        wanted = outcomes(points)
        best = found.points.argmax(axis=1)
        right = (best == wanted) & visible
        sums["points"].update(number=int(visible.sum()), right=int(right.sum()))
        if aim == "crowded":
            tall = visible & (points.sum(axis=1) >= TALL) & (wanted != MIXED)
            sums[ROWS[aim][1]].update(number=int(tall.sum()), right=int((right & tall).sum()))
            if truth["layout"] != "no_bar" and truth["bar_hidden"] <= MOST_HIDDEN:
                bar = np.array(truth["bar_counts"]).clip(0, MOST_ON_BAR)
                name = "bar with men" if bar.any() else "bar empty"
                sums[name].update(number=1, right=int((found.bar.argmax(axis=1) == bar).all()))
            continue
        start = min(STARTS, key=lambda one: int(np.abs(one - points).sum()))
        off = visible & (start != points).any(axis=1)
        expected = outcomes(start)
        fooled = off & (best == expected)
        sure = fooled & (found.points[np.arange(24), expected] >= SURE)
        for name, those in zip(ROWS[aim][1:], (right & off, fooled, sure), strict=True):
            sums[name].update(number=int(off.sum()), right=int(those.sum()))
    return sums


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--designs", type=int, default=80)
    parser.add_argument("--model", type=Path, help="an .onnx file instead of the packaged network")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("crowded.csv"))
    options = parser.parse_args()
    reader = SlotReader(open_session(options.model.read_bytes()) if options.model else None)
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("boards", "what", "number", "right", "share", "low", "high"))
        for aim in ROWS:
            for name, total in count(aim, options.designs, reader).items():
                shares = rated(total["right"], total["number"])
                row = (aim, name, total["number"], total["right"], *shares)
                writer.writerow(row)
                print(*row)  # noqa: T201


if __name__ == "__main__":
    main()
