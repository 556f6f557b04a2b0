"""Films at 30 frames a second beside those of the same games at five: what is followed of either.

    python tests/accuracy/rate_table.py --work DIR      writes rate.csv

DIR holds the films of films_table.py, watched. Each game is filmed anew, on the same rig and with the same
seed: hands on their way and dice that roll are seen six times as often.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, work_of  # noqa: E402
from films_table import made, wish_for  # noqa: E402
from films_wishes import QUICK  # noqa: E402

TABLE = Path(__file__).with_name("rate.csv")
FPS = 30


def film_anew(_: Path, folder: Path, number: int) -> dict[str, object]:
    """Film a game at that rate."""
    made(folder, wish_for(number, FPS))
    return {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    compare(work_of(__doc__, argv), "rate", sorted(QUICK)[:12], film_anew, TABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
