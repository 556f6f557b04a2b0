"""Streams of half the resolution and hardly any bandwidth: what is followed all the same, and who is accused.

    python tests/accuracy/poor_table.py --work DIR      writes poor.csv

DIR holds the films of films_table.py, watched. Every picture is made half as wide and high, compressed as a
JPEG of quality 22 and enlarged to what it was. Dice lose their pips by that; that they are hardly read is to
be known, and nobody is to be accused for it.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import frames_of, run, write_film  # noqa: E402

from calibration.cv import cv2  # noqa: E402

TABLE = Path(__file__).with_name("poor.csv")
SMALLER, QUALITY = 2, 22


def poor(picture: np.ndarray) -> np.ndarray:
    """A (h, w, 3) picture as such a stream shows it."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // SMALLER, height // SMALLER), interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    shown = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.asarray(cv2.resize(shown, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def spoil(source: Path, folder: Path, _: int) -> dict[str, object]:
    """Show a film so."""
    frames, _geometry = frames_of(source)
    write_film(folder / "match.mp4", (poor(frame.bgr) for frame in frames))
    return {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "poor", spoil, TABLE, argv)


if __name__ == "__main__":
    sys.exit(main())
