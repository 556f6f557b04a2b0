"""Cameras that are pushed: is it noticed, is the board found again, and does the match go on?

    python tests/accuracy/pushed_table.py --work DIR --noticed   every push in every film: pushed_noticed.csv
    python tests/accuracy/pushed_table.py --work DIR --watched   every film pushed once, watched: pushed.csv

DIR holds the films of films_table.py, watched. A push is a warp of the picture from a moment on, drawn from
the film's number, whatever hands do then. A moved board counts as found where the field that is told overlaps
the true one by 0.97. What is told in a film that nobody pushed is false.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, frames_of, write_film  # noqa: E402
from films_wishes import LATEST  # noqa: E402
from steady_table import MOVES, moved_frame, movement, moves_told  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.fit import overlap  # noqa: E402
from calibration.geometry import BoardGeometry, apply_homography  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402
from vision.steady import Steady  # noqa: E402

NOTICED, TABLE = (Path(__file__).with_name(name) for name in ("pushed_noticed.csv", "pushed.csv"))
FILMS = sorted(LATEST)[:48]
FOUND = 0.97
BEFORE, AFTER = 3.0, 6.0
"""Seconds of film before a push and after it in which it may be noticed."""
ONE = [
    ("shift", 0.02),
    ("shift", 0.05),
    ("shift", 0.12),
    ("turn", 0.03),
    ("turn", 0.06),
    ("zoom", 0.05),
    ("tilt", 0.02),
    ("tilt", 0.04),
]
"""Pushes of films that are watched."""
Matrix = np.ndarray


def told_of(
    frames: list[Frame], at: float, matrix: Matrix, geometry: BoardGeometry
) -> tuple[float | None, float]:
    """Seconds after a push until the board was found again, None where it was not, and the largest error of a
    corner then (px)."""
    steady, true = Steady(geometry), apply_homography(matrix, np.array(geometry.corners))
    for frame in frames:
        said = steady.look(frame if frame.t < at else moved_frame(frame, matrix))
        if said is None or said.geometry is None or frame.t < at:
            continue
        found = np.array(said.geometry.corners)
        if overlap(found, true) >= FOUND:
            return frame.t - at, float(np.linalg.norm(found - true, axis=1).max())
    return None, 0.0


def noticed(work: Path, numbers: Sequence[int]) -> None:
    """Write how soon pushes of every kind are noticed."""
    told: dict[tuple[str, float], list[tuple[float | None, float]]] = {move: [] for move in MOVES}
    false, seconds = 0, 0.0
    for number in numbers:
        frames, geometry = frames_of(work / f"film{number:02d}")
        _, length, alarms = moves_told(iter(frames), geometry)
        false, seconds = false + len(alarms), seconds + length
        rng = random.Random(number)
        for kind, share in MOVES:
            at = rng.uniform(4.0, frames[-1].t - 9.0)
            some = [frame for frame in frames if at - BEFORE <= frame.t <= at + AFTER]
            first = next(frame.t for frame in some if frame.t >= at)
            way = rng.choice((-0.7, 1.0)) if kind == "zoom" else rng.choice((-1.0, 1.0))
            told[kind, share].append(told_of(some, first, movement(kind, way * share, geometry), geometry))
        print(number, flush=True)  # noqa: T201
    rows: list[dict[str, object]] = []
    for (kind, share), found in told.items():
        after = [t for t, _ in found if t is not None]
        row: dict[str, object] = {"move": kind, "share": share, "pushes": len(found)}
        row |= {f"within {limit:.0f} s": sum(t <= limit for t in after) for limit in (1.0, 2.0, AFTER)}
        rows.append({**row, "worst corner px": round(max(error for _, error in found), 2)})
    line = f"told in films that nobody pushed: {false} in {seconds / 3600.0:.2f} h, all false"
    write_rows(NOTICED, rows, [line])


def pushed(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Push the camera of a film once, at a moment drawn from its number."""
    frames, geometry = frames_of(source)
    rng = random.Random(1000 + number)
    kind, share = rng.choice(ONE)
    at = rng.uniform(20.0, frames[-1].t - 30.0)
    matrix = movement(kind, share * (1.0 if kind == "zoom" else rng.choice((-1, 1))), geometry)
    write_film(folder / "match.mp4", ((f if f.t < at else moved_frame(f, matrix)).bgr for f in frames))
    return {"move": kind, "share": share, "t": round(at, 1)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder of the films")
    parser.add_argument("--noticed", action="store_true", help="how soon pushes are noticed")
    parser.add_argument("--watched", action="store_true", help="what a push costs a match")
    args = parser.parse_args(argv)
    if args.noticed:
        noticed(args.work, FILMS)
    if args.watched:
        compare(args.work, "pushed", FILMS, pushed, TABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
