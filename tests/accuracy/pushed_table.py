"""Cameras that are pushed: is it noticed, is the board found again, and does the match go on?

    python tests/accuracy/pushed_table.py --work DIR --noticed   every push in every film: pushed_noticed.csv
    python tests/accuracy/pushed_table.py --work DIR --watched   every film pushed once, watched: pushed.csv

DIR holds the films of films_table.py, watched. A push is a warp of the picture from a moment on, drawn from
the film's number, whatever hands do then. A moved board counts as found where the field that is told overlaps
the true one by 0.97. What is told in a film that nobody pushed is false.
"""

import argparse
import json
import random
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import av
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from films_table import RULESET, watched, with_presses  # noqa: E402
from films_wishes import LATEST  # noqa: E402
from steady_table import MOVES, moved_frame, movement, moves_told  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.board_file import read_board  # noqa: E402
from calibration.fit import overlap  # noqa: E402
from calibration.geometry import BoardGeometry, apply_homography  # noqa: E402
from fixtures.score import read_lines, score  # noqa: E402
from vision.sources import open_source  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402
from vision.steady import Steady  # noqa: E402

NOTICED, TABLE = (Path(__file__).with_name(name) for name in ("pushed_noticed.csv", "pushed.csv"))
FILMS = sorted(LATEST)
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
MEASURES = {"turns": "turns", "rolls": "dice", "cube acts": "cube", "findings": "findings"}
Matrix = np.ndarray


def frames_of(folder: Path) -> tuple[list[Frame], BoardGeometry]:
    """All frames of a film, and where its board is."""
    source = open_source(str(folder / "match.mp4"))
    try:
        frames = list(source)
    finally:
        source.close()
    return frames, read_board(folder / "board.toml").scaled(frames[0].size)


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


def pushed(source: Path, folder: Path, number: int) -> tuple[str, float, float]:
    """Make a film with a push in it, unless it is there: what kind, how far, and when."""
    if (folder / "done").exists():
        kind, share, at = json.loads((folder / "move.json").read_text(encoding="utf-8"))
        return str(kind), float(share), float(at)
    folder.mkdir(parents=True, exist_ok=True)
    frames, geometry = frames_of(source)
    rng = random.Random(1000 + number)
    kind, share = rng.choice(ONE)
    at = rng.uniform(20.0, frames[-1].t - 30.0)
    matrix = movement(kind, share * (1.0 if kind == "zoom" else rng.choice((-1, 1))), geometry)
    write_film(folder / "match.mp4", (one if one.t < at else moved_frame(one, matrix) for one in frames))
    for name in ("truth.jsonl", "board.toml"):
        shutil.copy(source / name, folder / name)
    (folder / "move.json").write_text(json.dumps([kind, share, at]), encoding="utf-8")
    (folder / "done").touch()
    return kind, share, at


def write_film(path: Path, frames: Iterable[Frame]) -> None:
    """Frames as a film of 5 a second."""
    with av.open(str(path), "w") as out:
        stream = None
        for frame in frames:
            if stream is None:
                stream = out.add_stream("libx264", rate=5, options={"crf": "22", "preset": "veryfast"})
                stream.width, stream.height = frame.size
                stream.pix_fmt = "yuv420p"
            out.mux(stream.encode(av.VideoFrame.from_ndarray(frame.bgr, format="bgr24")))
        if stream is not None:
            out.mux(stream.encode())


def rows_of(work: Path, numbers: Sequence[int]) -> Iterator[dict[str, object]]:
    """One row a film: the push, and every measure without it and with it."""
    for number in numbers:
        source = work / f"film{number:02d}"
        folder = work / "pushed" / source.name
        kind, share, at = pushed(source, folder, number)
        if not (folder / "score.json").exists():
            told = with_presses(folder, watched(folder))
            result = score(read_lines(folder / "truth.jsonl"), told, RULESET)
            (folder / "score.json").write_text(json.dumps(asdict(result)), encoding="utf-8")
        alone, after = (
            json.loads((one / "score.json").read_text(encoding="utf-8")) for one in (source, folder)
        )
        row: dict[str, object] = {"rig": number, "move": kind, "share": share, "t": round(at, 1)}
        for name, key in MEASURES.items():
            row |= {
                name: alone[key]["right"],
                f"{name} pushed": after[key]["right"],
                f"{name} of": after[key]["total"],
            }
        yield row | {"false": len(alone["false"]), "false pushed": len(after["false"])}
        print(row, flush=True)  # noqa: T201


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
        rows = list(rows_of(args.work, FILMS))
        names = [name for name in rows[0] if name not in ("rig", "move", "share", "t")]
        total = {name: sum(int(str(row[name])) for row in rows) for name in names}
        write_rows(TABLE, [*rows, {"rig": "all", "move": "", "share": "", "t": "", **total}])
    return 0


if __name__ == "__main__":
    sys.exit(main())
