"""Films in which dice fall through a baffle box, followed as if nobody had spoken of it.

    python tests/accuracy/box_table.py --work DIR      writes box.csv

DIR holds the films of films_table.py, watched; they are followed again from their readings, with the box told
beforehand and without a word on it.
"""

import sys
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import MEASURES, work_of  # noqa: E402
from films_table import followed  # noqa: E402
from presses_table import added_up, films_with  # noqa: E402
from table_file import write_rows  # noqa: E402

from fixtures.score import read_lines, score  # noqa: E402

TABLE = Path(__file__).with_name("box.csv")


def row_of(film: tuple[int, Path]) -> dict[str, object]:
    """The row of one film."""
    number, folder = film
    truth = read_lines(folder / "truth.jsonl")
    with_word, without = (
        score(truth, followed(folder / "events.jsonl", (), baffle=told)) for told in (True, False)
    )
    row: dict[str, object] = {"rig": number}
    for name, key in MEASURES.items():
        one, other = getattr(with_word, key), getattr(without, key)
        row |= {name: one.right, f"{name} untold": other.right, f"{name} of": one.total}
    return row | {"false": len(with_word.false), "false untold": len(without.false)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    work = work_of(__doc__, argv)
    films = films_with('"baffle": true', work)
    with Pool(2) as pool:
        rows = pool.map(row_of, films, chunksize=1)
    write_rows(TABLE, [*rows, added_up("all", rows)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
