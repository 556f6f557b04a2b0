"""Graphics laid over the board, three times a game: what they cost, and who is accused.

    python tests/accuracy/graphics_table.py --work DIR      writes graphics.csv

DIR holds the films of films_table.py, watched. A stream's mixing desk lays a name strip over the near part of
the board, a score box or somebody's face over a corner of it, or a strip that one sees through; for 3, 6 or 9
seconds, sliding in, fading in or at once. Where and what is drawn from the film's number. What lies under it
is hidden, not gone; nobody is to be accused for it.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import faces, frames_of, moments, run, write_film  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

TABLE = Path(__file__).with_name("graphics.csv")
KINDS = ("strip", "box", "face", "clear")
LENGTHS_S = (3.0, 6.0, 9.0)
ENTRANCE_S = 0.4
"""How long a graphic takes to slide or fade in, and out again."""
WORDS = ("ANNA KOWALSKI", "J. MORENO (3)", "SEMI-FINAL", "MATCH TO 7", "2 - 4", "NEXT: TABLE 2", "Crawford")


@dataclass(frozen=True)
class Graphic:
    """What is laid over a stream: from when to when (s), what kind, where (left, top, right, bottom, px), its
    colours, how much of what is beneath is seen through it, and how it comes ("cut", "slide" or "fade")."""

    begun: float
    ended: float
    kind: str
    at: tuple[int, int, int, int]
    colours: tuple[tuple[int, int, int], tuple[int, int, int]]
    clear: float
    comes: str
    seed: int

    def painted(self, t: float) -> np.ndarray:
        """The (h, w, 3) graphic by itself."""
        left, top, right, bottom = self.at
        if self.kind == "face":
            return faces((right - left, bottom - top), self.seed)(t)
        panel = np.full((bottom - top, right - left, 3), self.colours[0], np.uint8)
        rng = random.Random(self.seed)
        lines = 1 if self.kind != "box" else 2
        size = (bottom - top) / lines
        for line in range(lines):
            place = int(0.06 * panel.shape[1]), int((line + 0.72) * size)
            words = rng.choice(WORDS)
            cv2.putText(
                panel, words, place, cv2.FONT_HERSHEY_DUPLEX, size / 48, self.colours[1], 2, cv2.LINE_AA
            )
        return panel

    def laid_over(self, picture: np.ndarray, t: float) -> np.ndarray:
        """A picture with it."""
        there = min(1.0, (t - self.begun) / ENTRANCE_S, (self.ended - t) / ENTRANCE_S)
        there = 1.0 if self.comes == "cut" else max(0.0, there)
        left, top, right, bottom = self.at
        if self.comes == "slide":
            top = round(bottom - there * (bottom - top))
        if bottom - top < 2:
            return picture
        shown, weight = picture.copy(), (1.0 - self.clear) * (there if self.comes == "fade" else 1.0)
        part = shown[top:bottom, left:right]
        cv2.addWeighted(self.painted(t)[: bottom - top], weight, part, 1.0 - weight, 0.0, dst=part)
        return shown


def graphics_of(number: int, length: float, geometry: BoardGeometry) -> list[Graphic]:
    """What is laid over a film of so many seconds, whose board lies there."""
    rng = random.Random(9000 + number)
    corners = np.array(geometry.corners)
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    wide, high = x1 - x0, y1 - y0
    width, height = geometry.size
    graphics = []
    for begun, ended in moments(rng, length, LENGTHS_S):
        kind = rng.choice(KINDS)
        if kind in ("strip", "clear"):
            over = rng.uniform(0.12, 0.3) * high
            left, right = sorted(rng.uniform(0.0, 1.0) * width for _ in range(2))
            left, right = min(left, x0 + 0.3 * wide), max(right, x0 + 0.7 * wide)
            top, bottom = y1 - over, min(height, y1 + rng.uniform(-0.08, 0.05) * high)
        else:
            over_x, over_y = rng.uniform(0.2, 0.4) * wide, rng.uniform(0.15, 0.35) * high
            near, far = rng.random() < 0.5, rng.random() < 0.5
            left, right = (x0 - 20, x0 + over_x) if near else (x1 - over_x, x1 + 20)
            top, bottom = (y0 - 20, y0 + over_y) if far else (y1 - over_y, y1 + 20)
        box = np.clip([left, top, right, bottom], 0, [width, height, width, height]).astype(int).tolist()
        dark = tuple(rng.randrange(20, 120) for _ in range(3))
        light = tuple(rng.randrange(180, 256) for _ in range(3))
        colours = (dark, light) if rng.random() < 0.7 else (light, dark)
        comes = "fade" if kind == "clear" else rng.choice(("cut", "slide", "fade"))
        clear = rng.uniform(0.1, 0.25) if kind == "clear" else 0.0
        graphics.append(Graphic(begun, ended, kind, tuple(box), colours, clear, comes, rng.randrange(1000)))
    return graphics


def shown(frames: list[Frame], graphics: list[Graphic]) -> Iterator[np.ndarray]:
    """The pictures of a film with these graphics."""
    for frame in frames:
        now = next((one for one in graphics if one.begun <= frame.t < one.ended), None)
        yield frame.bgr if now is None else now.laid_over(frame.bgr, frame.t)


def lay(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Lay graphics over a film."""
    frames, geometry = frames_of(source)
    graphics = graphics_of(number, frames[-1].t, geometry)
    write_film(folder / "match.mp4", shown(frames, graphics))
    told = (f"{one.begun:.1f} to {one.ended:.1f} s {one.kind} {one.comes}" for one in graphics)
    return {"graphics": "; ".join(told)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    return run(__doc__, "graphics", lay, TABLE, argv)


if __name__ == "__main__":
    sys.exit(main())
