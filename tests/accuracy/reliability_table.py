"""Do probabilities mean something? ``python tests/accuracy/reliability_table.py`` writes reliability.csv.

For every set of readings: by bins of the probability said, how many were said, the mean said and the share
right; then the expected calibration error (mean distance of the two, weighed by number; Guo et al. 2017), the
share right of those said with 0.95 or more with its Wilson interval, and how many of these were wrong. A
picture of it goes to models/cards/reliability.png. Sets: points and bar of the real pictures on true and on
found corners; points of rendered boards (family "test", true corners); certain dice and cubes of the real
pictures on true corners.
"""

import argparse
import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from dice_table import REACH, distance, pair  # noqa: E402
from realdata import FOLDER, Labelled, found_place, labelled, wilson  # noqa: E402
from start_table import rendered  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from vision.closer import read_closely  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.reading import outcome  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402
from vision.views import Cutter  # noqa: E402

EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
SURE = 0.95
DESIGNS = 25
PNG = ROOT / "models" / "cards" / "reliability.png"
Said = list[tuple[float, bool]]
"""Probability said, and whether it was right."""


def points_said(
    picture: np.ndarray, place: BoardGeometry, counts: np.ndarray, visible: np.ndarray, reader: SlotReader
) -> Iterator[tuple[float, bool]]:
    """The visible points of one picture."""
    read = reader.read(Cutter(place).cut(picture)).points
    truth = [31 if a and b else outcome(int(b > 0), int(a + b)) for a, b in counts]
    for slot in np.flatnonzero(visible):
        best = int(read[slot].argmax())
        yield float(read[slot, best]), best == truth[slot]


def dice_said(item: Labelled, reader: DiceReader) -> tuple[Said, Said]:
    """Dice read where a certain one lies or none (those that cannot be read are left out), and the cube."""
    dice, cube = read_closely(Frame(0, 0.0, item.picture()), item.geometry, reader)
    corners = np.array(item.geometry.corners)
    reach = REACH * float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max())
    truth = item.labels.get("dice") or []
    taken = {k: i for i, k in pair(truth, dice, reach).items()}
    said = [
        (die.p, k in taken and die.value == truth[taken[k]]["value"])
        for k, die in enumerate(dice)
        if k not in taken or truth[taken[k]]["certain"]
    ]
    label = item.labels.get("cube")
    if cube is None or (label and not label["value"]):
        return said, []
    near = bool(label) and distance(cube.xy, label) <= 2 * reach
    return said, [(cube.p, near and cube.value == label["value"])]


def gather(designs: int) -> dict[str, Said]:
    """Everything said, by set."""
    sets: dict[str, Said] = {"rendered points, true corners": []}
    reader, dice = SlotReader(), DiceReader()
    for _, _, shots in rendered(designs):
        for shot in shots:
            sets["rendered points, true corners"] += points_said(
                shot.picture, shot.geometry, shot.counts, shot.visible, reader
            )
    if not FOLDER.is_dir():
        return sets
    names = ("real points, true corners", "real points, found corners", "real dice", "real cube")
    sets |= {name: [] for name in names}
    for item in labelled():
        picture = item.picture()
        sets[names[0]] += points_said(picture, item.geometry, item.counts, item.visible, reader)
        found = found_place(picture)
        if found is not None:
            sets[names[1]] += points_said(picture, found, item.counts, item.visible, reader)
        for name, said in zip(names[2:], dice_said(item, dice), strict=True):
            sets[name] += said
    return sets


def bins(said: Said) -> list[tuple[float, float, int, float, float]]:
    """(low, high, said, mean probability, share right) of every bin that holds something."""
    p, right = np.array([one[0] for one in said]), np.array([one[1] for one in said])
    place = np.clip(np.searchsorted(EDGES, p, side="right") - 1, 0, len(EDGES) - 2)
    return [
        (EDGES[k], EDGES[k + 1], int(held.sum()), float(p[held].mean()), float(right[held].mean()))
        for k in range(len(EDGES) - 1)
        if (held := place == k).any()
    ]


def calibration_error(said: Said) -> float:
    """Mean distance of what is said and what is right, over the bins."""
    return sum(n * abs(mean - right) for _, _, n, mean, right in bins(said)) / len(said)


def sure_and_wrong(said: Said) -> tuple[int, int]:
    """(wrong, said) of what was said with SURE or more."""
    sure = [right for p, right in said if p >= SURE]
    return sure.count(False), len(sure)


def line(name: str, said: Said) -> str:
    """The summary of one set."""
    wrong, sure = sure_and_wrong(said)
    low, high = wilson(sure - wrong, sure)
    return (
        f"{name}: {len(said)} said, {sum(right for _, right in said)} right; expected calibration error "
        f"{calibration_error(said):.4f}; said with {SURE} or more {sure}, right {(sure - wrong) / sure:.4f} "
        f"[{low:.4f}, {high:.4f}], wrong and sure {wrong}"
    )


def draw(sets: dict[str, Said]) -> np.ndarray:
    """Share right over probability said, one panel a set; bins of fewer than five are small."""
    side, edge = 210, 26
    panels = []
    for name, said in sets.items():
        panel = np.full((side + 2 * edge, side + 2 * edge, 3), 255, np.uint8)

        def at(x: float, y: float) -> tuple[int, int]:
            return int(edge + x * side), int(edge + (1 - y) * side)

        _axes(panel, at, name)
        for _, _, n, mean, right in bins(said):
            cv2.circle(panel, at(mean, right), 3 if n < 5 else 5, (160, 90, 30), -1, cv2.LINE_AA)
            text = str(n)
            x, y = at(mean, right)
            cv2.putText(panel, text, (x - 24, y + 14), 0, 0.33, (90, 90, 90), 1, cv2.LINE_AA)
        panels.append(panel)
    while len(panels) % 3:
        panels.append(np.full_like(panels[0], 255))
    return np.vstack([np.hstack(panels[k : k + 3]) for k in range(0, len(panels), 3)])


def _axes(panel: np.ndarray, at: Callable[[float, float], tuple[int, int]], name: str) -> None:
    cv2.rectangle(panel, at(0, 1), at(1, 0), (200, 200, 200), 1)
    cv2.line(panel, at(0, 0), at(1, 1), (200, 200, 200), 1, cv2.LINE_AA)
    cv2.putText(panel, name, (10, 17), 0, 0.43, (0, 0, 0), 1, cv2.LINE_AA)
    x, y = at(0, 0)
    cv2.putText(panel, "p said 0..1, share right 0..1", (x, y + 17), 0, 0.35, (90, 90, 90), 1, cv2.LINE_AA)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Reliability of slots, dice and cube.")
    parser.add_argument("--designs", type=int, default=DESIGNS)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("reliability.csv"))
    parser.add_argument("--picture", type=Path, default=PNG)
    options = parser.parse_args()
    sets = {name: said for name, said in gather(options.designs).items() if said}
    lines = [line(name, said) for name, said in sets.items()]
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["set", "from", "to", "said", "mean_p", "share_right"])
        for name, said in sets.items():
            for low, high, n, mean, right in bins(said):
                writer.writerow([name, low, high, n, round(mean, 4), round(right, 4)])
        file.writelines(f"# {text}\n" for text in lines)
    cv2.imwrite(str(options.picture), draw(sets), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
