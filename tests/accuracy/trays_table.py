"""Men borne off: ``python tests/accuracy/trays_table.py`` writes trays.csv.

Boards of designs that no training used (family "test", drawn renderer, true corners) with men in trays or on
the table beside the case (`fixtures.borne`). One row a kind of question: how many men of this side lie beside
this quarter of the field? Then the real pictures of which it is known that no man is off, or where those that
are off lie (counted by eye, REAL below).
"""

import argparse
import csv
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import realdata  # noqa: E402
from disorder_table import SIZE, rated, unused_seeds  # noqa: E402

from calibration.errors import CornersError  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.borne import borne  # noqa: E402
from fixtures.dataset import pictures, renderer  # noqa: E402
from models.training.men_data import beside, exchanged  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import QUARTERS, Reading  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

FIRST = 700_000
"""Seed of the first scene, past those of training."""
SEEN, HIDDEN = 0.35, 0.5
SURE, SAID = 0.9, 0.5
BANDS = {"1 to 3 men": range(1, 4), "4 to 7 men": range(4, 8), "8 to 15 men": range(8, 16)}
ROWS = (*BANDS, "men, number within one", "men, seen at all", "men, said with 0.9", "none",
        "none, said with 0.9", "in sight, said to be hidden", "hidden, said to be hidden",
        "boards, both numbers", "boards, both numbers, said with 0.5", "real: none",
        "real: in sight, said to be hidden", "real: men")  # fmt: skip
REAL: Final = {"christiancorro-backgammoncv/wtc_frame3": {"BR": (6, 0)}}
"""Light and dark men by quarter where some lie beside the field."""
ALL_ON: Final = {"homemade-12": 12}
"""Men a side of boards that have not fifteen."""


class Tally:
    """How many of how many, by row."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.of: Counter[str] = Counter()

    def add(self, row: str, right: bool) -> None:
        """One place or board more."""
        self.right[row] += right
        self.of[row] += 1


def count(designs: int) -> Tally:
    """Read a scene of each of so many designs."""
    tally = Tally()
    for seed in unused_seeds(designs, FIRST):
        picture, truth = next(iter(pictures(renderer("flat", SIZE, 1), borne(seed, SIZE), 1)))
        corners = tuple((float(x), float(y)) for x, y in truth["corners"])
        try:
            place = BoardGeometry(corners, SIZE, truth["layout"], tuple(truth["bar"]))
        except CornersError:
            continue
        reading = Reader(place).read(Frame(0, 0.0, picture), alone=True)
        men, hidden = beside(truth)
        if exchanged(reading.points, np.array(truth["points"])):
            men = men[:, ::-1]
        rate(tally, reading, men, hidden)
    return tally


def rate(tally: Tally, reading: Reading, men: np.ndarray, hidden: np.ndarray) -> None:
    """Count what was read of one board; men (4, 2) and hidden (4,): its truth."""
    trays = reading.trays
    assert trays is not None
    for place, (truth, covered) in enumerate(zip(men, hidden, strict=True)):
        said = bool(trays.hidden[place] > HIDDEN)
        if covered > SEEN:
            tally.add("hidden, said to be hidden", said)
            continue
        tally.add("in sight, said to be hidden", said)
        if not said:
            for side in (0, 1):
                rate_answer(tally, trays.men[place, side], int(truth[side]))
    if (trays.hidden <= HIDDEN).all() and (hidden <= SEEN).all():
        off, total = trays.off(), np.minimum(men.sum(axis=0), 15)
        right = bool((off.argmax(axis=1) == total).all())
        tally.add("boards, both numbers", right)
        if off.max(axis=1).min() >= SAID:
            tally.add("boards, both numbers, said with 0.5", right)


def rate_answer(tally: Tally, told: np.ndarray, men: int) -> None:
    """Count one answer, (MAX_COUNT + 1) probabilities."""
    read = int(told.argmax())
    if men == 0:
        tally.add("none", read == 0)
        if told[0] >= SURE:
            tally.add("none, said with 0.9", True)
        return
    tally.add(next(name for name, band in BANDS.items() if men in band), read == men)
    tally.add("men, number within one", abs(read - men) <= 1)
    tally.add("men, seen at all", read > 0)
    if told[read] >= SURE:
        tally.add("none, said with 0.9" if read == 0 else "men, said with 0.9", read == men)


def count_real(tally: Tally) -> None:
    """Read the real pictures where it is known what lies beside the field; by true corners."""
    for item in realdata.labelled():
        on = item.counts.sum(axis=0) + item.bar
        all_on = (on == ALL_ON.get(item.rig, 15)).all() or item.kind == "empty_board"
        if not (all_on or item.name in REAL):
            continue
        trays = Reader(item.geometry).read(Frame(0, 0.0, item.picture()), alone=True).trays
        assert trays is not None
        for place, name in enumerate(QUARTERS):
            hidden = bool(trays.hidden[place] > HIDDEN)
            tally.add("real: in sight, said to be hidden", hidden)
            for side, men in enumerate(REAL.get(item.name, {}).get(name, (0, 0))):
                read = int(trays.counts()[place, side])
                if not hidden:
                    tally.add("real: men" if men else "real: none", read == men)
                if not hidden and read != men:
                    p = round(float(trays.men[place, side].max()), 3)
                    print(item.name, name, side, men, "read as", read, p)  # noqa: T201


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--designs", type=int, default=240)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("trays.csv"))
    options = parser.parse_args()
    tally = count(options.designs)
    count_real(tally)
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("place", "right", "of", "share", "low", "high"))
        for name in ROWS:
            row = (name, tally.right[name], tally.of[name], *rated(tally.right[name], tally.of[name]))
            writer.writerow(row)
            print(*row)  # noqa: T201


if __name__ == "__main__":
    main()
