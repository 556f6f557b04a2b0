"""Films that begin as recordings do: something else first, then the board, in the middle of a game.

    python tests/accuracy/late_table.py --work DIR      writes late.csv

DIR holds the films of films_table.py, watched. For eight seconds what might be faces (blurred colours that
drift), then the film from a moment drawn from its number on; watched without a word on where the board is.
What was played before, and the turn that was being played then, is not due.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import faces, frames_of, run, write_film  # noqa: E402

from fixtures.score import Line, read_lines  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

TABLE = Path(__file__).with_name("late.csv")
FIRST_S = (30.0, 50.0)
"""How far into the film its first picture is drawn from."""
BEFORE_S, FPS = 8.0, 5


def begun_at(number: int) -> float:
    """From which moment of the film on it is shown."""
    return round(random.Random(number).uniform(*FIRST_S) * FPS) / FPS


def shown(frames: Sequence[Frame], number: int, begun: float) -> Iterator[np.ndarray]:
    """The pictures of the film that begins late."""
    people = faces(frames[0].size, number)
    yield from (people(at / FPS) for at in range(int(BEFORE_S * FPS)))
    yield from (frame.bgr for frame in frames if frame.t >= begun - 0.5 / FPS)


def later(truth: Sequence[Line], begun: float) -> Iterator[Line]:
    """What of the truth is due, at the times of the film that begins late."""
    ends = [line["t"] for line in truth if line["ev"] == "TurnPlayed" and line["t"] > begun]
    due = ends[0] if ends else begun
    for line in truth:
        if line["ev"] == "MatchConfigured":
            yield line
        elif line["t"] > due:
            times = {
                key: round(line[key] - begun + BEFORE_S, 3)
                for key in ("t", "raised_t", "next_valid_roll")
                if isinstance(line.get(key), int | float)
            }
            yield {**line, **times}


def late(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Make such a film of another one."""
    frames, _ = frames_of(source)
    begun = begun_at(number)
    write_film(folder / "match.mp4", shown(frames, number, begun))
    lines = later(read_lines(source / "truth.jsonl"), begun)
    (folder / "truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return {"begun": begun}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "late", late, TABLE, argv, placed=False)


if __name__ == "__main__":
    sys.exit(main())
