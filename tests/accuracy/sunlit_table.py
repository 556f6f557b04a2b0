"""Boards in the sun, and in the shadow of people, in whole films.

    python tests/accuracy/sunlit_table.py --work DIR      writes sunlit.csv

DIR holds the films of films_table.py, watched. A third of them lies in the light of a window, which clouds
take away and give back; on a third falls the shadow of somebody who comes to look, three times a game for 8
to 20 seconds; a third has both. Watched with the true corners.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, frames_of, moments, work_of, write_film  # noqa: E402
from films_wishes import LIGHTS  # noqa: E402
from uneven_light import Shadow, Window, field_places, in_light  # noqa: E402

from calibration.geometry import BoardGeometry  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

TABLE = Path(__file__).with_name("sunlit.csv")
FILMS = sorted(LIGHTS)
LENGTHS_S = (8.0, 14.0, 20.0)
WAYS = ("sun", "shadow", "sun and shadow")


def lit(
    frames: Sequence[Frame], geometry: BoardGeometry, lights: Sequence[Window | Shadow]
) -> Iterator[np.ndarray]:
    """The pictures of a film in such light, exposed for what it is at first."""
    u, v = field_places(geometry)
    shown: float | None = None
    for frame in frames:
        light = np.prod([one.light(u, v, frame.t) for one in lights], axis=0)
        shown = shown or float(light.mean())
        yield in_light(frame.bgr, light, shown)


def sunlit(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Make a film into one in such light."""
    frames, geometry = frames_of(source)
    rng = random.Random(9000 + number)
    way = WAYS[number % 3]
    lights: list[Window | Shadow] = [Window(rng)] if "sun" in way else []
    if "shadow" in way:
        lights.append(Shadow(rng, list(moments(rng, frames[-1].t, LENGTHS_S))))
    write_film(folder / "match.mp4", lit(frames, geometry, lights))
    return {"light": way}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    compare(work_of(__doc__, argv), "sunlit", FILMS, sunlit, TABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
