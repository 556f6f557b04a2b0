"""Score the slot network on the real pictures, true corners: ``python tests/accuracy/slots_table.py``.

Writes slots_real.csv beside this file: one row a picture, then totals by kind with Wilson intervals.
``--sheet out.png`` draws the wrong slots.
"""

import argparse
import csv
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import Labelled, labelled, wilson  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.geometry import SLOT_NAMES  # noqa: E402
from models.runtime import open_session  # noqa: E402
from vision.reading import most_probable  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.views import Cutter  # noqa: E402

COLUMNS = [
    "picture",
    "kind",
    "rig",
    "slots",
    "right",
    "count_right",
    "side_swapped",
    "bar",
    "board",
    "sure_wrong",
    "wrong",
]


def score(item: Labelled, reader: SlotReader, wrong_strips: list[np.ndarray]) -> dict[str, object]:
    """One row of the table."""
    views = Cutter(item.geometry).cut(item.picture())
    read = reader.read(views)
    said = most_probable(read.points)
    truth, visible = item.counts, item.visible
    right = (said == truth).all(axis=1)
    count_right = said.sum(axis=1) == truth.sum(axis=1)
    swapped = (said[:, ::-1] == truth).all(axis=1) & visible
    bar = tuple(int(side.argmax()) for side in read.bar)
    bar_right = item.labels["layout"] == "no_bar" or bar == item.bar
    wrong = []
    for slot in np.flatnonzero(visible & ~right):
        p = float(read.points[slot].max())
        wrong.append(
            f"{SLOT_NAMES[slot]} {tuple(map(int, truth[slot]))} as {tuple(map(int, said[slot]))} p={p:.2f}"
        )
        strip = views.strips[slot].copy()
        cv2.putText(strip, f"{truth[slot].sum()}>{said[slot].sum()}", (0, 150), 0, 0.38, (0, 255, 255), 1)
        cv2.putText(strip, item.name.split("/")[-1][-5:], (0, 158), 0, 0.28, (0, 255, 0), 1)
        wrong_strips.append(strip)
    if not bar_right:
        wrong.append(f"bar {item.bar} as {bar}")
    sure = int((visible & ~right & (read.points.max(axis=1) > 0.95)).sum())
    whole = bool((right | ~visible).all() and bar_right)
    return {
        "picture": item.name,
        "kind": item.kind,
        "rig": item.rig,
        "slots": int(visible.sum()),
        "right": int((right & visible).sum()),
        "count_right": int((count_right & visible).sum()),
        "side_swapped": int((swapped & ~right).sum()),
        "bar": int(bar_right),
        "board": int(whole) if item.labels["complete"] else "",
        "sure_wrong": sure,
        "wrong": "; ".join(wrong),
    }


def totals(rows: list[dict[str, object]]) -> list[str]:
    """Summary lines by group."""

    def total(chosen: list[dict[str, object]], key: str) -> int:
        return sum(int(row[key]) for row in chosen if row[key] != "")  # type: ignore[call-overload]

    lines = []
    groups: dict[str, list[dict[str, object]]] = {"all": rows}
    for row in rows:
        groups.setdefault(str(row["picture"]).split("/")[0] + " " + str(row["kind"]), []).append(row)
    for name, chosen in groups.items():
        slots, right, count = total(chosen, "slots"), total(chosen, "right"), total(chosen, "count_right")
        complete = [row for row in chosen if row["board"] != ""]
        boards = total(complete, "board")
        low, high = wilson(right, slots)
        low_b, high_b = wilson(boards, len(complete))
        share, alone = right / max(slots, 1), count / max(slots, 1)
        lines.append(
            f"{name}: slots {right}/{slots} = {share:.4f} [{low:.4f}, {high:.4f}], count alone {alone:.4f}; "
            f"complete boards {boards}/{len(complete)} [{low_b:.2f}, {high_b:.2f}]; "
            f"wrong and sure {total(chosen, 'sure_wrong')}"
        )
    return lines


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="an .onnx file instead of the packaged network")
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("slots_real.csv"))
    options = parser.parse_args()
    session = open_session(options.model.read_bytes()) if options.model else None
    reader = SlotReader(session)
    strips: list[np.ndarray] = []
    rows = [score(item, reader, strips) for item in labelled()]
    lines = totals(rows)
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
        for line in lines:
            file.write(f"# {line}\n")
    sys.stdout.write("\n".join(lines) + "\n")
    if options.sheet and strips:
        width = 30
        while len(strips) % width:
            strips.append(np.zeros_like(strips[0]))
        sheet = np.vstack([np.hstack(strips[i : i + width]) for i in range(0, len(strips), width)])
        cv2.imwrite(str(options.sheet), sheet)


if __name__ == "__main__":
    main()
