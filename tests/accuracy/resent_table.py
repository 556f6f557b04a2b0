"""A slow camera in a fast stream: what is followed, and who is accused.

    python tests/accuracy/resent_table.py --work DIR      writes resent.csv

DIR holds the films of films_table.py, watched. Of every film each second picture is kept, two and a half a
second, and sent ten times, twenty-five a second. What falls through such a picture seems to lie still.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import frames_of, run, write_film  # noqa: E402

TABLE = Path(__file__).with_name("resent.csv")
KEPT, TIMES, RATE = 2, 10, 25


def send(source: Path, folder: Path, _: int) -> dict[str, object]:
    """Send a film so."""
    frames, _geometry = frames_of(source)
    shown = (frame.bgr for frame in frames[::KEPT] for _ in range(TIMES))
    write_film(folder / "match.mp4", shown, RATE)
    return {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "resent", send, TABLE, argv)


if __name__ == "__main__":
    sys.exit(main())
