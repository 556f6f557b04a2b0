"""Films shown mirrored, of which nobody says so: what is followed all the same, and who is accused.

    python tests/accuracy/mirrored_table.py --work DIR      writes mirrored.csv

DIR holds the films of films_table.py, watched. Left and right are exchanged in every picture, and in what the
truth says of halves. The board is looked for. Each player's dice seem the other's, until that is clear;
numbers on the cube are read as they stand there, mirrored. Named ``mirror:match.mp4`` such a film is the one
that was mirrored again, to the last pixel.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import frames_of, run, write_film  # noqa: E402

from fixtures.score import read_lines  # noqa: E402

TABLE = Path(__file__).with_name("mirrored.csv")
OTHER_HALF = {"E": "W", "W": "E"}
HALVES = ("zone", "half", "home")
"""Fields that name a half of the board."""


def exchanged(value: Any) -> Any:
    """Part of a line of the truth with the halves exchanged in it."""
    if isinstance(value, list):
        return [exchanged(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: OTHER_HALF.get(one, one) if key in HALVES and isinstance(one, str) else exchanged(one)
        for key, one in value.items()
    }


def mirror(source: Path, folder: Path, _: int) -> dict[str, object]:
    """Mirror a film, and its truth."""
    frames, _geometry = frames_of(source)
    write_film(folder / "match.mp4", (frame.bgr[:, ::-1] for frame in frames))
    lines = [json.dumps(exchanged(line)) for line in read_lines(source / "truth.jsonl")]
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "mirrored", mirror, TABLE, argv, placed=False)


if __name__ == "__main__":
    sys.exit(main())
