"""Streams that cut away from the board for a while, three times a game: what it costs, and who is accused.

    python tests/accuracy/cut_table.py --work DIR      writes cut.csv

DIR holds the films of films_table.py, watched. Instead of the board a stream shows for 3, 6 or 9 seconds what
might be faces (blurred colours that drift), a part of the board more than twice as large, another board, or
nothing. When and what is drawn from the film's number. What is played meanwhile is seen by nobody; nobody is
to be accused for it.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import faces, frames_of, moments, run, write_film  # noqa: E402
from films_wishes import LATEST  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

TABLE = Path(__file__).with_name("cut.csv")
KINDS = ("face", "closeup", "other", "black")
LENGTHS_S = (3.0, 6.0, 9.0)
LARGER, ASIDE = 2.2, (120.0, 40.0)
"""How much larger a close-up is, and how far from the middle of the board its own is (px)."""
Cut = tuple[float, float, str]


def cuts_of(number: int, length: float) -> list[Cut]:
    """Beginning, end and kind of every cut in a film of so many seconds."""
    rng = random.Random(3000 + number)
    return [(begun, ended, rng.choice(KINDS)) for begun, ended in moments(rng, length, LENGTHS_S)]


def shown(
    frames: list[Frame], others: list[Frame], geometry: BoardGeometry, cuts: list[Cut], number: int
) -> Iterator[np.ndarray]:
    """The pictures of a film with cuts; others: frames of the other board."""
    width, height = frames[0].size
    people = faces((width, height), number)
    x, y = np.array(geometry.corners).mean(axis=0) + ASIDE
    larger = np.array([[LARGER, 0, width / 2 - LARGER * x], [0, LARGER, height / 2 - LARGER * y]], np.float32)
    for at, frame in enumerate(frames):
        kind = next((kind for begun, ended, kind in cuts if begun <= frame.t < ended), None)
        if kind == "face":
            yield people(frame.t)
        elif kind == "closeup":
            yield np.asarray(cv2.warpAffine(frame.bgr, larger, (width, height)))
        elif kind == "other":
            yield others[at % len(others)].bgr
        else:
            yield np.zeros_like(frame.bgr) if kind else frame.bgr


def cut(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Put cuts into a film, the other board being that of another film."""
    frames, geometry = frames_of(source)
    every = sorted(LATEST)
    other = every[(every.index(number) + 7) % len(every)]
    others, _ = frames_of(source.parent / f"film{other:02d}")
    cuts = cuts_of(number, frames[-1].t)
    write_film(folder / "match.mp4", shown(frames, others[:160], geometry, cuts, number))
    return {"cuts": "; ".join(f"{begun:.1f} to {ended:.1f} s {kind}" for begun, ended, kind in cuts)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "cut", cut, TABLE, argv)


if __name__ == "__main__":
    sys.exit(main())
