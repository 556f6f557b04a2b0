"""Recordings whose camera was moved, transcribed: pushed once, on a boom, in a hand, zoomed and panned.

    python tests/accuracy/transcribed_moved_table.py --work DIR      writes transcribed_moved.csv

DIR holds the films of films_table.py and, made where they are missing, those of restless_table.py and of
pushes as pushed_table.py makes them. Each is transcribed as it was and as such a camera saw it, the true
corners of its first picture given, nothing entered; a turn is right as in transcribed_cut_table.py.
"""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import made, work_of  # noqa: E402
from pushed_table import pushed  # noqa: E402
from restless_table import FILMS, KINDS, restless  # noqa: E402
from table_file import write_rows  # noqa: E402
from transcribed_cut_table import compared  # noqa: E402

TABLE = Path(__file__).with_name("transcribed_moved.csv")
MOVES = {"pushed": pushed} | {kind.__name__: partial(restless, kind) for kind in KINDS}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    work = work_of(__doc__, argv)
    rows: list[dict[str, object]] = []
    for number in FILMS:
        source = work / f"film{number}"
        right, others, of = compared(source)
        row: dict[str, object] = {"rig": number, "of": of, "turns": right, "others told": others}
        for name, make in MOVES.items():
            made(source, work / name / source.name, number, make)
            right, others, _ = compared(work / name / source.name)
            row |= {f"turns {name}": right, f"others told {name}": others}
        rows.append(row)
        print(row, flush=True)  # noqa: T201
    total = {key: sum(int(str(row[key])) for row in rows) for key in rows[0]} | {"rig": "all"}
    write_rows(TABLE, [*rows, total])
    return 0


if __name__ == "__main__":
    sys.exit(main())
