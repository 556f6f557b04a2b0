"""Films watched without a word on where the board is: found by itself, its bar or that it has none, too; and
without a word on anything: nor with what they play, presses and taps being neither told of nor entered.

    python tests/accuracy/unplaced_table.py --work DIR      writes unplaced.csv and unsaid.csv

DIR holds the films of films_table.py, watched with the true corners, with which this is compared.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import Make, compare, work_of  # noqa: E402
from films_wishes import UNSAID  # noqa: E402

TABLE = Path(__file__).with_name("unplaced.csv")
FILMS = range(2012, 2708, 7)
"""Every seventh of the films last made."""


def same(source: Path, folder: Path, number: int) -> dict[str, object]:
    """The film as it is."""
    os.link(source / "match.mp4", folder / "match.mp4")
    return {}


def same_as(name: str) -> Make:
    """The film as another change has made it."""

    def make(source: Path, folder: Path, number: int) -> dict[str, object]:
        film = source.parent / name / source.name
        shutil.copy(film / "board.toml", folder)
        return same(film, folder, number)

    return make


def main(argv: Sequence[str] | None = None) -> int:
    """Run both tables."""
    work = work_of(__doc__, argv)
    compare(work, "unplaced", FILMS, same, TABLE, placed=False)
    compare(work, "unsaid", sorted(UNSAID), same, TABLE.with_name("unsaid.csv"), placed=False, said=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
