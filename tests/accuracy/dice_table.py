"""Score dice and cube on the real pictures, true corners: ``python tests/accuracy/dice_table.py``.

Writes dice_real.csv beside this file: one row a picture, then totals with Wilson intervals. ``--found``: on
the board found by itself, dice_found.csv. ``--overlays DIR`` draws what was read. A labelled die is found
when a reading lies within REACH of it; readings near no labelled die are false. Only dice labelled as certain
count; the others are neither right nor false.
"""

import argparse
import csv
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import FOLDER, Labelled, found_place, labelled, wilson  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from monitor.still import SAID_AT  # noqa: E402
from vision.closer import read_closely  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.reading import CubeReading, DieReading  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

REACH = 0.03
"""How far, in lengths of the field's longer side, a reading may lie from the label."""
SURE = 0.9
COUNTS = (
    "certain",
    "found",
    "right",
    "sure",
    "sure_right",
    "false",
    "false_sure",
    "cube",
    "cube_right",
    "false_cube",
)


@dataclass
class Row:
    """Counts of one picture."""

    picture: str
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    wrong: list[str] = field(default_factory=list)


def distance(xy: tuple[float, float], label: dict[str, list[float]]) -> float:
    """Pixels between a reading and a label."""
    return float(np.hypot(xy[0] - label["xy"][0], xy[1] - label["xy"][1]))


def pair(truth: list[dict[str, list[float]]], dice: tuple[DieReading, ...], reach: float) -> dict[int, int]:
    """Label index to reading index, nearest first."""
    near = sorted((distance(d.xy, t), i, k) for i, t in enumerate(truth) for k, d in enumerate(dice))
    taken: dict[int, int] = {}
    for far, i, k in near:
        if far <= reach and i not in taken and k not in taken.values():
            taken[i] = k
    return taken


def score(item: Labelled, dice: tuple[DieReading, ...], cube: CubeReading | None) -> Row:
    """One row of the table, of what ``gammonitor read`` would say of these readings."""
    row = Row(item.name)
    dice = tuple(die for die in dice if die.p >= SAID_AT)
    corners = np.array(item.geometry.corners)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    reach = REACH * float(sides.max())
    truth = sorted(item.labels.get("dice") or [], key=lambda die: not die["certain"])
    taken = pair(truth, dice, reach)
    for i, label in enumerate(truth):
        if not label["certain"]:
            continue
        row.counts["certain"] += 1
        if i not in taken:
            row.wrong.append(f"missed {label['value']}")
            continue
        said = dice[taken[i]]
        good = said.value == label["value"]
        for name, true in (
            ("found", True),
            ("right", good),
            ("sure", said.p >= SURE),
            ("sure_right", good and said.p >= SURE),
        ):
            row.counts[name] += true
        if not good:
            row.wrong.append(f"{label['value']} as {said.value} ({said.p:.2f})")
    for k, said in enumerate(dice):
        if k not in taken.values():
            row.counts["false"] += 1
            row.counts["false_sure"] += said.p >= SURE
            row.wrong.append(f"false {said.value} ({said.p:.2f}) at {said.xy[0]:.0f} {said.xy[1]:.0f}")
    score_cube(row, item.labels.get("cube"), cube, 2 * reach)
    return row


def score_cube(
    row: Row, label: dict[str, list[float]] | None, cube: CubeReading | None, reach: float
) -> None:
    """Add the cube's counts to a row. A labelled cube without a value only says that a cube is no mistake."""
    near = bool(label and cube and distance(cube.xy, label) <= reach)
    if label and label["value"]:
        row.counts["cube"] = 1
        row.counts["cube_right"] = int(near and cube is not None and cube.value == label["value"])
        if not row.counts["cube_right"]:
            row.wrong.append(
                f"cube {label['value']} as {cube.value} ({cube.p:.2f})" if near and cube else "cube missed"
            )
    if cube is not None and not near:
        row.counts["false_cube"] = 1
        row.wrong.append(f"false cube {cube.value} ({cube.p:.2f}) at {cube.xy[0]:.0f} {cube.xy[1]:.0f}")


def draw(item: Labelled, dice: tuple[DieReading, ...], cube: CubeReading | None, path: Path) -> None:
    """Overlay of what was read."""
    out = item.picture().copy()
    cv2.polylines(out, [np.array(item.geometry.corners, np.int32)], True, (0, 255, 255), 1)
    marks = [
        (d.xy, 0.8 * d.size_px, f"{d.value} {d.p:.2f} {d.support[:3]} {d.tilt[:4]}", (0, 255, 0))
        for d in dice
    ]
    if cube is not None:
        marks.append((cube.xy, 20.0, f"[{cube.value}] {cube.p:.2f}", (255, 0, 255)))
    for (x, y), half, text, colour in marks:
        cv2.rectangle(out, (int(x - half), int(y - half)), (int(x + half), int(y + half)), colour, 1)
        cv2.putText(out, text, (int(x + half), int(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1)
    cv2.imwrite(str(path), out)


def totals(rows: list[Row]) -> list[str]:
    """Totals with 95 % intervals."""
    total = {name: sum(row.counts[name] for row in rows) for name in COUNTS}
    lines = [f"pictures {len(rows)}"]
    for text, part, whole in (
        ("certain dice read right", "right", "certain"),
        ("certain dice found", "found", "certain"),
        (f"right among those said with {SURE}", "sure_right", "sure"),
        ("cubes right", "cube_right", "cube"),
    ):
        low, high = wilson(total[part], total[whole])
        share = 100 * total[part] / max(1, total[whole])
        lines.append(
            f"{text} {total[part]}/{total[whole]} = {share:.1f} % ({100 * low:.1f}-{100 * high:.1f})"
        )
    lines.append(
        f"false dice {total['false']} ({total['false_sure']} sure); false cubes {total['false_cube']}"
    )
    return lines


def main() -> None:
    """Write the table and print the totals."""
    parser = argparse.ArgumentParser(description="Dice and cubes of the labelled real pictures.")
    parser.add_argument("--overlays", type=Path)
    parser.add_argument("--found", action="store_true", help="on the board found by itself")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    file_name = "dice_found.csv" if options.found else "dice_real.csv"
    out = options.out or Path(__file__).with_name(file_name)
    if not FOLDER.exists():
        sys.exit(f"{FOLDER} is not there: the labelled pictures are kept outside the project")
    reader, rows = DiceReader(), []
    for item in labelled():
        place = found_place(item.picture()) if options.found else item.geometry
        dice, cube = read_closely(Frame(0, 0.0, item.picture()), place, reader) if place else ((), None)
        rows.append(score(item, dice, cube))
        if options.overlays:
            options.overlays.mkdir(parents=True, exist_ok=True)
            draw(item, dice, cube, options.overlays / (item.name.replace("/", "_") + ".jpg"))
    with out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["picture", *COUNTS, "wrong"])
        writer.writerows([row.picture, *row.counts.values(), "; ".join(row.wrong)] for row in rows)
        writer.writerows([f"# {line}"] for line in totals(rows))
    print("\n".join(totals(rows)))  # noqa: T201


if __name__ == "__main__":
    main()
