"""Films followed as if nobody had said with what they are played: dice that fall through a baffle box, or
that both players share, with a clock or without.

    python tests/accuracy/untold_table.py --work DIR      writes box.csv and dice_mode.csv

DIR holds the films of films_table.py, watched; they are followed again from their readings, with the word
beforehand and without. Of presses and taps nothing is entered.
"""

import sys
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import MEASURES, work_of  # noqa: E402
from films_table import followed  # noqa: E402
from presses_table import added_up, films_with  # noqa: E402
from table_file import write_rows  # noqa: E402

from fixtures.score import read_lines, score  # noqa: E402

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "box": ('"baffle": true', {"baffle": False}),
    "dice_mode": ('"dice": "shared2"', {"dice": "own4", "clock": False}),
}
"""Of each table what the truth of its films says, and what is said where nothing is."""


def row_of(film: tuple[int, Path, dict[str, Any]]) -> dict[str, object]:
    """The row of one film; the last of the three: what it is followed with where nothing is said."""
    number, folder, silence = film
    truth, events = read_lines(folder / "truth.jsonl"), folder / "events.jsonl"
    with_word, without = (score(truth, followed(events, (), **said)) for said in ({}, silence))
    row: dict[str, object] = {"rig": number}
    for name, key in MEASURES.items():
        one, other = getattr(with_word, key), getattr(without, key)
        row |= {name: one.right, f"{name} untold": other.right, f"{name} of": one.total}
    return row | {"false": len(with_word.false), "false untold": len(without.false)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tables."""
    work = work_of(__doc__, argv)
    with Pool(2) as pool:
        for table, (words, silence) in TABLES.items():
            films = [(number, folder, silence) for number, folder in films_with(words, work)]
            rows = pool.map(row_of, films, chunksize=1)
            write_rows(Path(__file__).with_name(f"{table}.csv"), [*rows, added_up("all", rows)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
