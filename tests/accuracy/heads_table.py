"""Players who lean over the board, in whole films: the head hides a part of it, and throws a shadow.

    python tests/accuracy/heads_table.py --work DIR      writes heads.csv

DIR holds the films of films_table.py, watched. Four times a game, for 3, 8 or 15 seconds, a head comes in
over the board from where a player sits, sways there and leaves. Whose, when, how far and what hair is drawn
from the film's number. What is played below it is seen by nobody; nobody is to be accused for it.
"""

import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import FIRST_S, LAST_S, compare, frames_of, work_of, write_film  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.fit import UNIT, homography  # noqa: E402
from calibration.geometry import BoardGeometry, apply_homography  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

TABLE = Path(__file__).with_name("heads.csv")
FILMS = range(2636, 2660)
"""Two dozen of all kinds."""
TIMES = 4
LENGTHS_S = (3.0, 8.0, 15.0)
COMES_S = 0.8
"""How long it takes to lean in, and back."""
PATCH, REACH = 640, 3.4
"""Edge of the picture of a head and its shoulders, in pixels and in halves of the head's length and a bit."""
HALF_WIDE, HALF_LONG = 0.72, 0.9
"""Of a head, in the same."""
HAIR = ((18, 18, 22), (30, 42, 62), (60, 90, 130), (110, 150, 190), (150, 155, 160), (120, 150, 205))
"""Black, brown, light brown, fair, grey, and none (BGR)."""
WIDE = (0.28, 0.42)
"""Widths of a head, as seen above the board, in widths of the field."""
DEEP = (0.0, 0.3)
"""How far its middle comes in over the field, in heights of that."""
SHADE = 0.55
"""Light that is left in its shadow."""
Picture = np.ndarray


@dataclass(frozen=True)
class Lean:
    """One time that somebody leans in.

    side: 1 from below in the upright picture, -1 from above; x: where along that side; deep: how far the
    middle of the head comes in (field heights).
    """

    begun: float
    ended: float
    side: int
    x: float
    deep: float

    def share(self, t: float) -> float:
        """0 away, 1 leaning in."""
        way = min(1.0, (t - self.begun) / COMES_S, (self.ended - t) / COMES_S)
        return 0.0 if way <= 0 else way * way * (3 - 2 * way)


def leans_of(rng: random.Random, length: float) -> list[Lean]:
    """Every time of a film of so many seconds."""
    part = (length - FIRST_S - LAST_S) / TIMES
    leans = []
    for k in range(TIMES):
        lasting = rng.choice([one for one in LENGTHS_S if one < part] or [part / 2])
        begun = FIRST_S + k * part + rng.uniform(0, part - lasting)
        side, x, deep = rng.choice((1, -1)), rng.uniform(0.15, 0.85), rng.uniform(*DEEP)
        leans.append(Lean(begun, begun + lasting, side, x, deep))
    return leans


def head(number: int) -> tuple[Picture, Picture]:
    """(PATCH, PATCH, 3) a head and its shoulders from above, and (PATCH, PATCH) how much they cover, 0 to 1.
    It faces down."""
    rng = np.random.default_rng(number)
    hair = np.array(HAIR[rng.integers(len(HAIR))], np.float64)
    x, y = np.meshgrid(np.linspace(-REACH / 2, REACH / 2, PATCH), np.linspace(1.0 - REACH, 1.0, PATCH))
    turn, away = np.arctan2(y, x), np.hypot(x / HALF_WIDE, y / HALF_LONG)
    streaks = cv2.GaussianBlur(rng.normal(0, 1, (PATCH, PATCH)), (0, 0), 2)
    around = ((turn / (2 * np.pi) + 0.5) * (PATCH - 1)).astype(np.float32)
    streaks = cv2.remap(streaks, around, (away * 40).astype(np.float32), cv2.INTER_LINEAR)
    bare = 0.0 if hair[2] > 200 else 0.8
    light = 1.0 - 0.45 * np.clip(away, 0, 1) ** 2 + streaks * bare
    light += 0.35 * np.exp(-((x + 0.2) ** 2 + (y + 0.25) ** 2) / 0.05)
    look = hair * light[..., None] + 8
    nose = np.clip((y - 0.78) / 0.08, 0, 1)[..., None] * 0.8
    look = look * (1 - nose) + np.array([110, 140, 190]) * nose
    behind = np.hypot(x / 1.55, (y + 1.25) / 0.75)
    clothes = rng.uniform(15, 180, 3) * (1.0 - 0.3 * behind[..., None]) + 6 * streaks[..., None]
    is_head, is_behind = (np.clip((1.0 - one) / 0.05, 0, 1) for one in (away, behind))
    picture = clothes * (1 - is_head[..., None]) + look * is_head[..., None]
    return np.clip(picture, 0, 255), np.maximum(is_head, is_behind)


def leant(
    frames: Sequence[Frame], geometry: BoardGeometry, leans: Sequence[Lean], number: int
) -> Iterator[Picture]:
    """The pictures with heads over them."""
    rng = random.Random(9000 + number)
    heads = {side: head(2 * number + (side > 0)) for side in (1, -1)}
    wide = {side: rng.uniform(*WIDE) for side in (1, -1)}
    to_picture = homography(UNIT, np.array(geometry.corners))
    for frame in frames:
        picture = frame.bgr.astype(np.float64)
        for lean in leans:
            share = lean.share(frame.t)
            if share > 0:
                matrix = _lies(lean, share, frame.t, wide[lean.side], to_picture)
                look, covers = heads[lean.side]
                picture = _over(picture, look, covers, matrix)
        yield np.clip(picture, 0, 255).astype(np.uint8)


def _lies(lean: Lean, share: float, t: float, wide: float, to_picture: Picture) -> Picture:
    """(3, 3) from a head's picture to the film's: a similarity, as a head is no part of the board's plane."""
    edge = 1.0 if lean.side > 0 else 0.0
    sway = 0.015 * math.sin(1.1 * t), 0.02 * math.sin(0.7 * t + 1)
    y = edge - lean.side * (lean.deep * share - 0.6 * (1 - share) + sway[1])
    at = apply_homography(to_picture, np.array([[lean.x + sway[0], y], [0.0, edge], [1.0, edge]]))
    size = float(np.linalg.norm(at[2] - at[1])) * wide / (PATCH * 2 * HALF_WIDE / REACH)
    along = (at[2] - at[1]) / np.linalg.norm(at[2] - at[1]) * lean.side * -1
    cos, sin = along * size
    middle = PATCH / 2, PATCH * (1.0 - 1.0 / REACH)
    matrix = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    matrix[:2, 2] = at[0] - matrix[:2, :2] @ middle
    return matrix


def _over(picture: Picture, look: Picture, covers: Picture, matrix: Picture) -> Picture:
    """A head laid over a picture, with its shadow."""
    size = picture.shape[1], picture.shape[0]
    seen = cv2.warpPerspective(look, matrix, size)
    cover = cv2.warpPerspective(covers, matrix, size)[..., None]
    beside = np.array([[1.0, 0.0, 0.05 * size[0]], [0.0, 1.0, 0.04 * size[1]], [0.0, 0.0, 1.0]])
    shadow = cv2.GaussianBlur(cv2.warpPerspective(covers, beside @ matrix, size), (0, 0), size[0] / 80)
    shaded = picture * (1 - (1 - SHADE) * shadow[..., None])
    return np.asarray(shaded * (1 - cover) + seen * cover)


def heads(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Let players lean into a film."""
    frames, geometry = frames_of(source)
    leans = leans_of(random.Random(8000 + number), frames[-1].t)
    write_film(folder / "match.mp4", leant(frames, geometry, leans, number))
    sides = {1: "near", -1: "far"}
    return {
        "heads": "; ".join(f"{one.begun:.1f} to {one.ended:.1f} s {sides[one.side]}" for one in leans),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    compare(work_of(__doc__, argv), "heads", FILMS, heads, TABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
