"""Streams that switch between scenes, in whole films: the camera's picture alone, and smaller beside faces,
names and a drawn board.

    python tests/accuracy/scenes_table.py --work DIR      writes scenes.csv and scenes_found.csv

DIR holds the films of films_table.py, watched. Three times a game the stream goes over to its other scene for
8 to 20 seconds, at once, fading, or with the picture gliding there. Which of the two it begins with, and what
the second looks like, is drawn from the film's number. Watched with the true corners of the first picture and
without a word on where the board is.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, frames_of, moments, work_of, write_film  # noqa: E402
from studio import SIZE, WHOLE, Layout, Studio, beside  # noqa: E402
from unplaced_table import same_as  # noqa: E402

from calibration.board_file import write_board  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

TABLE, FOUND = (Path(__file__).with_name(name) for name in ("scenes.csv", "scenes_found.csv"))
FILMS = range(2612, 2636)
"""Two dozen of all kinds."""
LENGTHS_S = (8.0, 14.0, 20.0)
WAYS = ("at once", "fading", "gliding")
GLIDE_S = 0.8
"""How long it takes to fade or to glide."""


class Scenes:
    """The two scenes of a stream, and when which is shown."""

    def __init__(self, number: int, length: float) -> None:
        rng = random.Random(6000 + number)
        pair = [WHOLE, beside(rng)]
        rng.shuffle(pair)
        self.first, self.second = pair
        self.way = rng.choice(WAYS)
        self.times = list(moments(rng, length, LENGTHS_S))

    def share(self, t: float) -> float:
        """How much of the second scene is shown: 0 to 1."""
        for begun, ended in self.times:
            if begun <= t < ended:
                return 1.0 if self.way == "at once" else min(1.0, (t - begun) / GLIDE_S)
            if self.way != "at once" and ended <= t < ended + GLIDE_S:
                return 1.0 - (t - ended) / GLIDE_S
        return 0.0


def between(one: Layout, other: Layout, share: float) -> Layout:
    """The first layout with the camera's picture on its way to where the other has it."""
    box = tuple(round(a + (b - a) * share) for a, b in zip(one.board, other.board, strict=True))
    return replace(one if one is not WHOLE else other, board=(box[0], box[1], box[2], box[3]))


def shown(frames: Sequence[Frame], scenes: Scenes, studio: Studio) -> Iterator[np.ndarray]:
    """The pictures of the stream."""
    for frame in frames:
        share = scenes.share(frame.t)
        if share in (0.0, 1.0):
            yield studio.show(scenes.second if share else scenes.first, frame.bgr, frame.t)
        elif scenes.way == "gliding":
            yield studio.show(between(scenes.first, scenes.second, share), frame.bgr, frame.t)
        else:
            one, other = (studio.show(scene, frame.bgr, frame.t) for scene in (scenes.first, scenes.second))
            yield np.asarray(one * (1 - share) + other * share, np.uint8)


def placed(geometry: BoardGeometry, layout: Layout) -> BoardGeometry:
    """Where the board is in a stream's picture. geometry: where it is in the camera's."""
    x, y, width, height = layout.board
    across, down = width / geometry.size[0], height / geometry.size[1]
    corners = tuple((x + a * across, y + b * down) for a, b in geometry.corners)
    return BoardGeometry(corners, SIZE, geometry.layout, geometry.bar)


def scenes(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Make a film into such a stream."""
    frames, geometry = frames_of(source)
    plan = Scenes(number, frames[-1].t)
    write_film(folder / "match.mp4", shown(frames, plan, Studio(source, number)))
    write_board(folder / "board.toml", placed(geometry, plan.first))
    times = "; ".join(f"{begun:.1f} to {ended:.1f} s" for begun, ended in plan.times)
    return {"begins": "whole" if plan.first is WHOLE else "beside", "way": plan.way, "other scene": times}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tables."""
    work = work_of(__doc__, argv)
    compare(work, "scenes", FILMS, scenes, TABLE)
    compare(work, "scenes found", FILMS, same_as("scenes"), FOUND, placed=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
