"""Reads the dice and cubes of the labelled real pictures and writes tests/accuracy/dice_real.csv.

    python -m tests.accuracy.dice_table [--pictures ../shared/realdata] [--overlays FOLDER]

True corners are given. A labelled die counts as found when a reading lies within REACH of it; a reading
that is near no labelled die (sure or not) and on none of the unlabelled dice a cup holds is false.
"""

import argparse
import csv
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.dice import DiceReader
from vision.reading import CubeReading, DieReading
from vision.sources.frame import Frame

REACH = 0.03
"""How far (share of the field's longer side) a reading may lie from the label."""
SURE = 0.9
HEADER = (
    "picture certain_dice found right sure sure_right false_dice false_sure cube cube_read cube_right wrong".split()
)


@dataclass
class Row:
    """Counts of one picture."""

    picture: str
    certain: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    sure_right: int = 0
    false: int = 0
    false_sure: int = 0
    cube: int = 0
    cube_read: int = 0
    cube_right: int = 0
    wrong: list[str] = field(default_factory=list)

    def cells(self) -> list[object]:
        """The row as it is written."""
        counts = (
            self.certain, self.found, self.right, self.sure, self.sure_right, self.false, self.false_sure,
            self.cube, self.cube_read, self.cube_right,
        )  # fmt: skip
        return [self.picture, *counts, " ".join(self.wrong)]


def wilson(right: int, total: int) -> str:
    """Share with its 95 % Wilson interval, in per cent."""
    if not total:
        return "-"
    p, z = right / total, 1.96
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * np.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return f"{100 * p:.1f} % ({100 * (middle - half):.1f}-{100 * (middle + half):.1f})"


def geometry_of(labels: dict[str, Any], size: tuple[int, int]) -> BoardGeometry:
    """True geometry of a labelled picture."""
    corners = tuple((float(x), float(y)) for x, y in labels["corners"])
    bar = labels.get("bar_frac") or (0.475, 0.53)
    return BoardGeometry(corners, size, labels["layout"], (float(bar[0]), float(bar[1])))


def compare(
    name: str, labels: dict[str, Any], dice: tuple[DieReading, ...], cube: CubeReading | None, reach: float
) -> Row:
    """Score one picture. reach: pixels within which a reading belongs to a label."""
    row = Row(name)
    left = list(dice)
    truth = sorted(labels.get("dice") or [], key=lambda die: not die["certain"])
    pairs = []
    for index, die in enumerate(truth):
        for reading in dice:
            distance = float(np.hypot(reading.xy[0] - die["xy"][0], reading.xy[1] - die["xy"][1]))
            if distance <= reach:
                pairs.append((distance, index, reading))
    taken: dict[int, DieReading] = {}
    for _, index, reading in sorted(pairs, key=lambda pair: pair[0]):
        if index not in taken and reading in left:
            taken[index] = reading
            left.remove(reading)
    for index, die in enumerate(truth):
        match = taken.get(index)
        if not die["certain"]:
            continue
        row.certain += 1
        if match is None:
            row.wrong.append(f"missed:{die['value']}")
            continue
        row.found += 1
        good = match.value == die["value"]
        row.right += good
        row.sure += match.p >= SURE
        row.sure_right += good and match.p >= SURE
        if not good:
            row.wrong.append(f"{die['value']}read{match.value}@{match.p:.2f}")
    row.false = len(left)
    row.false_sure = sum(die.p >= SURE for die in left)
    row.wrong += [f"false:{die.value}@{die.p:.2f}({die.xy[0]:.0f},{die.xy[1]:.0f})" for die in left]
    real = labels.get("cube")
    if real and real.get("value"):
        row.cube = 1
        near = cube is not None and np.hypot(cube.xy[0] - real["xy"][0], cube.xy[1] - real["xy"][1]) <= 2 * reach
        row.cube_read = int(near)
        row.cube_right = int(near and cube is not None and cube.value == real["value"])
        if not row.cube_right:
            row.wrong.append(f"cube{real['value']}:" + (f"{cube.value}@{cube.p:.2f}" if cube and near else "missed"))
        if cube is not None and not near:
            row.wrong.append(f"falsecube:{cube.value}@{cube.p:.2f}({cube.xy[0]:.0f},{cube.xy[1]:.0f})")
    elif cube is not None and not real:
        row.wrong.append(f"falsecube:{cube.value}@{cube.p:.2f}({cube.xy[0]:.0f},{cube.xy[1]:.0f})")
    return row


def draw(picture: NDArray[np.uint8], geometry: BoardGeometry, dice: tuple[DieReading, ...], cube: CubeReading | None) -> NDArray[np.uint8]:
    """Overlay of what was read."""
    out = picture.copy()
    cv2.polylines(out, [np.array(geometry.corners, np.int32)], True, (0, 255, 255), 1)
    for die in dice:
        box = int(die.size_px * 0.8)
        x, y = int(die.xy[0]), int(die.xy[1])
        colour = (0, 0, 255) if die.tilt == "leaning" else (0, 255, 0)
        cv2.rectangle(out, (x - box, y - box), (x + box, y + box), colour, 1)
        text = f"{die.value} {die.p:.2f} {die.support[:3]}"
        cv2.putText(out, text, (x + box, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1)
    if cube is not None:
        x, y = int(cube.xy[0]), int(cube.xy[1])
        cv2.circle(out, (x, y), 20, (255, 0, 255), 2)
        cv2.putText(out, f"[{cube.value}] {cube.p:.2f}", (x + 20, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 0, 255), 1)
    return out


def rows_of(root: Path, reader: DiceReader, overlays: Path | None = None) -> list[Row]:
    """Read every labelled picture of the collection."""
    rows = []
    for item in json.loads((root / "manifest.json").read_text())["items"]:
        labels = item.get("labels") or {}
        picture = cv2.imread(str(root / item["file"]), cv2.IMREAD_COLOR)
        if picture is None or not labels.get("corners") or "dice" not in labels:
            continue
        geometry = geometry_of(labels, (picture.shape[1], picture.shape[0]))
        dice, cube = reader.read(Frame(0, 0.0, picture), geometry)
        corners = np.array(geometry.corners)
        reach = REACH * max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0]))
        rows.append(compare(item["id"], labels, dice, cube, float(reach)))
        if overlays is not None:
            overlays.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(overlays / (item["id"].replace("/", "_") + ".jpg")), draw(picture, geometry, dice, cube))
    return rows


def summary(rows: list[Row]) -> list[str]:
    """Totals with intervals."""
    total = {name: sum(getattr(row, name) for row in rows) for name in (
        "certain", "found", "right", "sure", "sure_right", "false", "false_sure", "cube", "cube_right")}  # fmt: skip
    false_cubes = sum(any(w.startswith("falsecube") for w in row.wrong) for row in rows)
    return [
        f"pictures {len(rows)}",
        f"certain dice read right {total['right']}/{total['certain']} {wilson(total['right'], total['certain'])}",
        f"found {total['found']}/{total['certain']} {wilson(total['found'], total['certain'])}",
        f"said with p >= {SURE}: right {total['sure_right']}/{total['sure']} {wilson(total['sure_right'], total['sure'])}",
        f"false dice {total['false']} ({total['false'] / max(1, len(rows)):.2f} a picture), sure {total['false_sure']}",
        f"cubes right {total['cube_right']}/{total['cube']} {wilson(total['cube_right'], total['cube'])}",
        f"pictures with a false cube {false_cubes}",
    ]


def main() -> None:
    """Write the table and print the totals."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pictures", type=Path, default=Path("../shared/realdata"))
    parser.add_argument("--overlays", type=Path)
    parser.add_argument("--out", type=Path, default=Path("tests/accuracy/dice_real.csv"))
    options = parser.parse_args()
    rows = rows_of(options.pictures, DiceReader(), options.overlays)
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        writer.writerows(row.cells() for row in rows)
        for line in summary(rows):
            writer.writerow([f"# {line}"])
            print(line)


if __name__ == "__main__":
    main()
