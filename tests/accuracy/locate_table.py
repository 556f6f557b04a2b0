"""Score finding the board by itself on the real pictures: ``python tests/accuracy/locate_table.py``.

Overlap (intersection over union) of the found and the labelled playing field, and the points read on the
found field; writes locate_real.csv. Then dice photographs, which show no board.
``--sheet out.png`` draws the labelled fields in green and the found ones in red.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import FOLDER, Labelled, labelled, wilson  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.errors import BoardNotFoundError  # noqa: E402
from calibration.fit import overlap  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from vision.lens_seen import find_straight  # noqa: E402
from vision.reading import most_probable  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.views import Cutter  # noqa: E402

LOCATED, WRONG = 0.93, 0.8
"""Overlap from which a board counts as located, and under which as a wrong lock."""


def score(item: Labelled, reader: SlotReader) -> tuple[dict[str, object], np.ndarray | None]:
    """One row of the table and the corners found."""
    picture = item.picture()
    row: dict[str, object] = {
        "picture": item.name,
        "overlap": 0.0,
        "layout": item.labels["layout"],
        "said": "",
    }
    row |= {"bar_off": "", "slots": int(item.visible.sum()), "right": 0, "refused": ""}
    try:
        straight = find_straight(picture)
    except BoardNotFoundError as error:
        return row | {"refused": str(error).split(".")[0]}, None
    found, lens = straight.located, straight.lens
    corners = lens.bent(np.array(found.geometry.corners), item.geometry.size)
    row["overlap"] = round(overlap(corners, np.array(item.geometry.corners)), 3)
    row["said"] = found.geometry.layout
    row["bar_off"] = round(
        float(np.abs(np.subtract(found.geometry.bar_edges, item.geometry.bar_edges)).max()), 3
    )
    return row | {"right": slots_right(item, lens.picture(picture), found.geometry, reader)}, corners


def slots_right(item: Labelled, picture: np.ndarray, geometry: BoardGeometry, reader: SlotReader) -> int:
    """Visible points whose checkers are read exactly on that field."""
    read = reader.read(Cutter(geometry).cut(picture))
    said = most_probable(read.points)
    return int(((said == item.counts).all(axis=1) & item.visible).sum())


def taken_for_boards() -> tuple[int, int]:
    """(taken for a board, looked at) of dice photographs."""
    paths = sorted((FOLDER / "dice" / "rune55-one-per-photo" / "images").glob("*.jpg"))[::4]
    taken = 0
    for path in paths:
        try:
            find_straight(np.asarray(cv2.imread(str(path)), np.uint8))
            taken += 1
        except BoardNotFoundError:
            pass
    return taken, len(paths)


def total(rows: list[dict[str, object]]) -> str:
    """The summary line."""
    overlaps = np.array([float(str(row["overlap"])) for row in rows])
    found = np.array([row["said"] != "" for row in rows])
    wrong = found & (overlaps < WRONG)
    slots, right = (sum(int(str(row[key])) for row in rows) for key in ("slots", "right"))
    good = int((overlaps >= LOCATED).sum())
    low, high = wilson(good, len(rows))
    low_s, high_s = wilson(right, slots)
    return (
        f"{good}/{len(rows)} located with overlap 0.93 or better [{low:.2f}, {high:.2f}]; "
        f"refused {int((~found).sum())}; wrong locks (overlap under 0.8) {int(wrong.sum())}; "
        f"median overlap {np.median(overlaps):.3f}; "
        f"layout right {sum(row['said'] == row['layout'] for row in rows)}; "
        f"slots found by itself {right}/{slots} = {right / slots:.4f} [{low_s:.4f}, {high_s:.4f}]"
    )


def tile(picture: np.ndarray, truth: np.ndarray, found: np.ndarray | None) -> np.ndarray:
    """A small picture with both fields drawn."""
    for corners, colour in ((truth, (0, 255, 0)), (found, (0, 0, 255))):
        if corners is not None:
            cv2.polylines(picture, [corners.astype(np.int32)], True, colour, max(2, picture.shape[1] // 300))
    drawn = np.zeros((180, 320, 3), np.uint8)
    k = min(320 / picture.shape[1], 180 / picture.shape[0])
    small = cv2.resize(picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    drawn[: small.shape[0], : small.shape[1]] = small
    return drawn


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("locate_real.csv"))
    options = parser.parse_args()
    reader, rows, tiles = SlotReader(), [], []
    for item in labelled():
        row, corners = score(item, reader)
        rows.append(row)
        if options.sheet:
            tiles.append(tile(item.picture(), np.array(item.geometry.corners), corners))
    taken, looked_at = taken_for_boards()
    lines = [total(rows), f"pictures without a board taken for one: {taken} of {looked_at}"]
    write_rows(options.out, rows, lines)
    sys.stdout.write("\n".join(lines) + "\n")
    if options.sheet:
        while len(tiles) % 6:
            tiles.append(np.zeros_like(tiles[0]))
        sheet = np.vstack([np.hstack(tiles[i : i + 6]) for i in range(0, len(tiles), 6)])
        cv2.imwrite(str(options.sheet), sheet)


if __name__ == "__main__":
    main()
