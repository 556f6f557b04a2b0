"""Edited recordings, of which whoever published them has cut out what is dull: what is followed all the same.

    python tests/accuracy/edited_table.py --work DIR      writes edited.csv

DIR holds the films of films_table.py, watched. Wherever nothing moves for longer than a second, all but the
first and the last four tenths of a second of it are gone: dice hardly lie there before a hand comes.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import frames_of, run, write_film  # noqa: E402

from calibration.geometry import BoardGeometry  # noqa: E402
from vision.looks import STILL  # noqa: E402
from vision.motion import Motion  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402
from vision.views import Cutter  # noqa: E402

TABLE = Path(__file__).with_name("edited.csv")
DULL_S, LEFT_S, RATE = 1.0, 0.4, 5
BEGINNING_S = 3.0
"""Nothing is cut out before that: men set up are shown."""


def kept(frames: list[Frame], geometry: BoardGeometry) -> list[bool]:
    """Which frames are left."""
    cutter, motion, before, moved = Cutter(geometry), Motion(geometry), None, []
    for frame in frames:
        views = cutter.cut(frame.bgr)
        moved.append(float(motion.between(before, views).max()) >= STILL)
        before = views
    left, first = [True] * len(frames), 0
    for k in range(len(frames) + 1):
        if k < len(frames) and not moved[k]:
            continue
        if (k - first) / RATE > DULL_S:
            few = round(LEFT_S * RATE)
            for gone in range(max(first + few, round(BEGINNING_S * RATE)), k - few):
                left[gone] = False
        first = k + 1
    return left


def told_anew(truth: Path, frames: list[Frame], left: list[bool]) -> str:
    """The truth of a film, every time in it as it is once frames are gone."""
    times = [frame.t for frame in frames]
    after = np.concatenate([[0.0], np.cumsum(left)[:-1]]) / RATE
    lines = []
    for text in truth.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        for name in ("t", "t_first", "raised_t"):
            if isinstance(line.get(name), int | float):
                line[name] = round(float(np.interp(line[name], times, after)), 3)
        lines.append(json.dumps(line))
    return "\n".join(lines) + "\n"


def edit(source: Path, folder: Path, _: int) -> dict[str, object]:
    """Cut out what is dull."""
    frames, geometry = frames_of(source)
    left = kept(frames, geometry)
    write_film(folder / "match.mp4", (frame.bgr for frame, there in zip(frames, left, strict=True) if there))
    (folder / "truth.jsonl").write_text(told_anew(source / "truth.jsonl", frames, left), encoding="utf-8")
    return {"seconds": round(frames[-1].t), "seconds left": round(sum(left) / RATE)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "edited", edit, TABLE, argv)


if __name__ == "__main__":
    sys.exit(main())
