"""Lamps that flicker: bands that wander through the picture, in whole films.

    python tests/accuracy/flicker_table.py --work DIR      writes flicker.csv

DIR holds the films of films_table.py, watched. Short exposures under lamps that follow the mains show bands,
as the rows of the sensor are read one after the other: here one and a half waves over the height of the
picture, 16 % lighter and darker, elsewhere in every picture.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import frames_of, run, write_film  # noqa: E402

TABLE = Path(__file__).with_name("flicker.csv")
WAVES, STRENGTH, WANDERS = 1.6, 0.16, 7.3
"""Waves over the height, share of the light, and waves a second."""


def flickering(picture: np.ndarray, t: float) -> np.ndarray:
    """A (h, w, 3) picture of the time t (s) in such light."""
    along = np.arange(picture.shape[0])[:, None, None] / picture.shape[0]
    light = 1.0 + STRENGTH * np.sin(2 * np.pi * (WAVES * along + WANDERS * t % 1.0))
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def flicker(source: Path, folder: Path, _: int) -> dict[str, object]:
    """Show a film so."""
    frames, _geometry = frames_of(source)
    write_film(folder / "match.mp4", (flickering(frame.bgr, frame.t) for frame in frames))
    return {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "flicker", flicker, TABLE, argv)


if __name__ == "__main__":
    sys.exit(main())
