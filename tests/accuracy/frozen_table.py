"""Streams whose picture stands still for a while, three times a game: what it costs, and who is accused.

    python tests/accuracy/frozen_table.py --work DIR      writes frozen.csv

DIR holds the films of films_table.py, watched. For 2, 5 or 9 seconds the last picture is shown again and
again, compressed anew like everything else; hands and dice stay where they were in the air. When is drawn
from the film's number. What is played meanwhile is seen by nobody; nobody is to be accused for it.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import frames_of, moments, run, write_film  # noqa: E402

from vision.sources.frame import Frame  # noqa: E402

TABLE = Path(__file__).with_name("frozen.csv")
LENGTHS_S = (2.0, 5.0, 9.0)


def times_of(number: int, length: float) -> list[tuple[float, float]]:
    """From when to when the picture stands still in a film of so many seconds."""
    return list(moments(random.Random(5000 + number), length, LENGTHS_S))


def shown(frames: list[Frame], times: list[tuple[float, float]]) -> Iterator[np.ndarray]:
    """The pictures of a film that stands still at these times."""
    last = frames[0].bgr
    for frame in frames:
        if not any(begun <= frame.t < ended for begun, ended in times):
            last = frame.bgr
        yield last


def freeze(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Let the picture of a film stand still now and then."""
    frames, _ = frames_of(source)
    times = times_of(number, frames[-1].t)
    write_film(folder / "match.mp4", shown(frames, times))
    return {"still": "; ".join(f"{begun:.1f} to {ended:.1f} s" for begun, ended in times)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "frozen", freeze, TABLE, argv)


if __name__ == "__main__":
    sys.exit(main())
