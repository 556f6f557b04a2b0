"""Is a moved board noticed, and nothing else? ``python tests/accuracy/steady_table.py`` writes steady.csv.

The demo film is warped from a moment on, as if the camera or the board had been moved; time until that is
told, and the corners' error then, in pixels of the 1280x720 film. Then the whole demo film, in which nothing
moves but hands and checkers: every move told there is false. In the street clip (../shared/realdata) a hand
holds the camera: it does move, and where the board was found is looked at by eye (``--looks DIR``).
"""

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from real_watch import CLIP, CLIP_CORNERS  # noqa: E402

from calibration.board_file import read_board  # noqa: E402
from calibration.cv import cv2  # noqa: E402
from calibration.fit import overlap, size_of  # noqa: E402
from calibration.geometry import BoardGeometry, apply_homography  # noqa: E402
from vision.sources import open_source  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402
from vision.steady import Moved, Steady  # noqa: E402

DEMO = ROOT / "fixtures" / "demo"
MOVES = [
    *(("shift", share) for share in (0.005, 0.01, 0.02, 0.05, 0.15)),
    *(("turn", share) for share in (0.01, 0.02, 0.05)),
    *(("zoom", share) for share in (0.01, 0.03)),
    *(("tilt", share) for share in (0.01, 0.03)),
]
"""Kinds of moves and how far the corners go by them, about, in sizes of the field."""
BEFORE, AFTER = 3.0, 5.0
"""Seconds of film before the move, and after it."""


@dataclass(frozen=True)
class Told:
    """What was told of one move: seconds after it, and how right the new place is."""

    after: float | None
    overlap: float
    error_px: float


def movement(kind: str, share: float, geometry: BoardGeometry) -> np.ndarray:
    """(3, 3) homography of the picture."""
    corners = np.array(geometry.corners)
    size = size_of(corners)
    if kind == "shift":
        return np.array([[1, 0, 0.8 * share * size], [0, 1, 0.6 * share * size], [0, 0, 1.0]])
    if kind == "tilt":
        moved = corners + np.array([[share, 0], [-share, 0], [0, share], [0, 0]]) * size
        return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), moved.astype(np.float32)))
    x, y = corners.mean(axis=0).tolist()
    degrees, zoom = (float(np.degrees(share)), 1.0) if kind == "turn" else (0.0, 1.0 + share)
    return np.vstack([cv2.getRotationMatrix2D((x, y), degrees, zoom), [0.0, 0.0, 1.0]])


def moved_frame(frame: Frame, matrix: np.ndarray) -> Frame:
    """The frame as the moved camera sees it."""
    picture = cv2.warpPerspective(frame.bgr, matrix, frame.size, borderMode=cv2.BORDER_REPLICATE)
    return Frame(frame.seq, frame.t, np.asarray(picture, np.uint8))


def demo(start: float = 0.0, end: float = np.inf) -> Iterator[Frame]:
    """Frames of the demo film between two times."""
    source = open_source(str(DEMO / "match.mp4"))
    try:
        yield from (f for f in takewhile(lambda frame: frame.t <= end, source) if f.t >= start)
    finally:
        source.close()


def tell(frames: list[Frame], at: float, matrix: np.ndarray, geometry: BoardGeometry) -> Told:
    """What is told of a move at a time."""
    steady = Steady(geometry)
    true = apply_homography(matrix, np.array(geometry.corners))
    for frame in frames:
        told = steady.look(frame if frame.t < at else moved_frame(frame, matrix))
        if told is not None and told.geometry is not None:
            found = np.array(told.geometry.corners)
            return Told(frame.t - at, overlap(found, true), float(np.linalg.norm(found - true, axis=1).max()))
    return Told(None, 0.0, np.inf)


def moves_told(
    frames: Iterator[Frame], geometry: BoardGeometry, looks: Path | None = None
) -> tuple[int, float, list[Moved]]:
    """(frames, seconds, what was told) of a film. looks: folder for pictures of what was told."""
    steady, number, last, told = Steady(geometry), 0, 0.0, []
    for frame in frames:
        number, last = number + 1, frame.t
        said = steady.look(frame)
        if said is not None:
            told.append(said)
            if looks is not None and said.geometry is not None:
                looks.mkdir(parents=True, exist_ok=True)
                drawn = frame.bgr.copy()
                cv2.polylines(drawn, [np.array(said.geometry.corners, np.int32)], True, (0, 0, 255), 1)
                cv2.imwrite(str(looks / f"{frame.t:06.2f}.jpg"), drawn)
    return number, last, told


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Moved cameras, and false alarms.")
    parser.add_argument(
        "--looks", type=Path, help="folder for the street clip's pictures with the board found"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("steady.csv"))
    options = parser.parse_args()
    geometry = read_board(DEMO / "board.toml")
    rows = []
    for start in (60.0, 180.0):
        frames = list(demo(start, start + BEFORE + AFTER))
        for kind, share in MOVES:
            told = tell(frames, start + BEFORE, movement(kind, share, geometry), geometry)
            after = "" if told.after is None else round(told.after, 2)
            rows.append([start + BEFORE, kind, share, after, round(told.overlap, 4), round(told.error_px, 2)])
    number, seconds, alarms = moves_told(demo(), geometry)
    lines = [f"demo film: {len(alarms)} moves told in {number} frames, {seconds:.0f} s; all false"]
    if CLIP.is_file():
        clip = BoardGeometry(CLIP_CORNERS, (640, 360), "no_bar")
        number, seconds, alarms = moves_told(iter(open_source(str(CLIP))), clip, options.looks)
        lines.append(f"street clip, camera in the hand: {len(alarms)} moves told in {seconds:.0f} s")
    told = [row for row in rows if row[3] != ""]
    lines.append(
        f"moves told {len(told)}/{len(rows)}, at most {max(row[3] for row in told)} s after them, corners "
        f"right to {max(row[5] for row in told)} px, overlap at least {min(row[4] for row in told)}"
    )
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["t", "move", "share", "told_after_s", "overlap", "error_px"])
        writer.writerows(rows)
        file.writelines(f"# {line}\n" for line in lines)
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
