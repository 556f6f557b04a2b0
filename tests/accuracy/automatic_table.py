"""A camera that sets itself, in whole films: exposure, white balance and focus follow what comes into view.

    python tests/accuracy/automatic_table.py --work DIR      writes automatic.csv

DIR holds the films of films_table.py, watched. Telephones and webcams do this by default. Three times a film
the light of the room changes besides, by up to a stop and with its colour, and three times the camera hunts
for its focus, by which the picture also grows a little, as a lens that breathes shows it.
"""

import math
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, frames_of, moments, work_of, write_film  # noqa: E402

from calibration.cv import cv2  # noqa: E402

TABLE = Path(__file__).with_name("automatic.csv")
FILMS = range(2564, 2588)
"""Two dozen of all kinds."""
GAMMA = 2.2
EXPOSED_S, EXPOSES = 0.8, 0.85
"""How fast the exposure follows, and how much of a difference it makes up for (in powers of light)."""
WHITE_S, WHITENS = 4.0, 0.6
"""The same of the white balance, which takes the picture for grey on average."""
DIMS_S, LEAST, MOST = (0.6, 2.0, 4.0), -1.0, 0.7
"""How long the light of the room may take to change, and by how many stops, at the least and most."""
TINTS = 0.12
"""By how much it then gets redder or bluer."""
HUNTS_S, BLUR, GROWS = (1.0, 1.4), 4.0, 0.012
"""How long a hunt for the focus may last, the blur at its worst (pixels of 1280), and by how much the picture
grows with it."""


class Automatic:
    """Films pictures in order as such a camera does."""

    def __init__(self, rng: random.Random, length: float) -> None:
        self._changes = [
            (at, until, rng.uniform(LEAST, MOST), rng.uniform(-TINTS, TINTS))
            for at, until in moments(rng, length, DIMS_S)
        ]
        self._hunts = list(moments(rng, length, HUNTS_S))
        self._t = -math.inf
        self._usual: np.ndarray | None = None
        self._gain = np.ones(3)

    def film(self, picture: np.ndarray, t: float) -> np.ndarray:
        """A (h, w, 3) picture of the time t (s), BGR."""
        linear = (picture.astype(np.float32) / 255.0) ** GAMMA * self._room(t)
        mean = cv2.resize(linear, (32, 18), interpolation=cv2.INTER_AREA).mean(axis=(0, 1)) + 1e-4
        if self._usual is None:
            self._usual = mean
        self._follow(self._usual / mean, t - self._t)
        self._t = t
        seen = np.clip(linear * self._gain.astype(np.float32), 0.0, 1.0) ** (1.0 / GAMMA) * 255.0
        return self._focused(seen.astype(np.uint8), t)

    def _room(self, t: float) -> np.ndarray:
        """The light of the room, (3,) of blue, green and red: it changes three times and stays so."""
        stops = tint = 0.0
        for at, until, by, colour in self._changes:
            share = min(1.0, max(0.0, (t - at) / (until - at)))
            stops, tint = stops + (by - stops) * share, tint + (colour - tint) * share
        return np.asarray(2.0**stops * np.array([1.0 - tint, 1.0, 1.0 + tint]), np.float32)

    def _follow(self, wanted: np.ndarray, gap: float) -> None:
        """Gains go towards those with which the picture would be as bright, and as grey, as at first."""
        level = float(np.exp(np.log(wanted).mean()))
        exposed, whitened = (1.0 - math.exp(-gap / lasting) for lasting in (EXPOSED_S, WHITE_S))
        now = float(np.exp(np.log(self._gain).mean()))
        colour = self._gain / now
        now *= (level**EXPOSES / now) ** exposed
        colour *= ((wanted / level) ** WHITENS / colour) ** whitened
        self._gain = now * colour

    def _focused(self, picture: np.ndarray, t: float) -> np.ndarray:
        hunts = [(t - at) / (until - at) for at, until in self._hunts if at < t < until]
        worst = max((math.sin(math.pi * share) for share in hunts), default=0.0)
        if worst <= 0.0:
            return picture
        height, width = picture.shape[:2]
        grown = 1.0 + GROWS * worst
        about = cv2.getRotationMatrix2D((width / 2, height / 2), 0.0, grown)
        moved = cv2.warpAffine(picture, about, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.GaussianBlur(moved, (0, 0), max(0.3, BLUR * worst * width / 1280)), np.uint8)


def automatic(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Show a film as such a camera would have taken it."""
    frames, _geometry = frames_of(source)
    camera = Automatic(random.Random(number), frames[-1].t)
    write_film(folder / "match.mp4", (camera.film(frame.bgr, frame.t) for frame in frames))
    return {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    compare(work_of(__doc__, argv), "automatic", FILMS, automatic, TABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
