"""Score the locating network on the real pictures: ``python tests/accuracy/locate_table.py``.

Overlap (intersection over union) of the found and the labelled playing field; writes locate_real.csv.
"""

import argparse
import csv
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import onnxruntime  # noqa: E402
from realdata import labelled, wilson  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.errors import BoardNotFoundError  # noqa: E402
from vision.find import find_board  # noqa: E402


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two convex quadrilaterals."""
    common, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    areas = cv2.contourArea(a.astype(np.float32)) + cv2.contourArea(b.astype(np.float32))
    return float(common / (areas - common))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("locate_real.csv"))
    options = parser.parse_args()
    session = onnxruntime.InferenceSession(str(options.model)) if options.model else None
    rows, tiles = [], []
    for item in labelled():
        picture = item.picture()
        truth = np.array(item.labels["corners"], float)
        try:
            found = find_board(picture, session)
            quad = np.array(found.geometry.corners)
            value, said = overlap(quad, truth), found.geometry.layout
            state = f"{found.p:.2f}"
        except BoardNotFoundError as error:
            quad, value, said, state = None, 0.0, "", str(error)[:60]
        rows.append(
            {
                "picture": item.name,
                "overlap": round(value, 3),
                "layout": item.labels["layout"],
                "said": said,
                "p": state,
            }
        )
        if options.sheet:
            for corners, colour in ((truth, (0, 255, 0)), (quad, (0, 0, 255))):
                if corners is not None:
                    cv2.polylines(
                        picture, [corners.astype(np.int32)], True, colour, max(2, picture.shape[1] // 300)
                    )
            tile = np.zeros((180, 320, 3), np.uint8)
            k = min(320 / picture.shape[1], 180 / picture.shape[0])
            small = cv2.resize(picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
            tile[: small.shape[0], : small.shape[1]] = small
            tiles.append(tile)
    good = sum(row["overlap"] >= 0.93 for row in rows)
    refused = sum(row["said"] == "" for row in rows)
    wrong = sum(row["said"] != "" and row["overlap"] < 0.8 for row in rows)
    low, high = wilson(good, len(rows))
    line = (
        f"{good}/{len(rows)} located with overlap 0.93 or better [{low:.2f}, {high:.2f}]; refused {refused}; "
        f"wrong locks (overlap under 0.8) {wrong}; "
        f"median overlap {np.median([r['overlap'] for r in rows]):.3f}"
    )
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
        file.write(f"# {line}\n")
    sys.stdout.write(line + "\n")
    if options.sheet:
        while len(tiles) % 6:
            tiles.append(np.zeros_like(tiles[0]))
        cv2.imwrite(
            str(options.sheet), np.vstack([np.hstack(tiles[i : i + 6]) for i in range(0, len(tiles), 6)])
        )


if __name__ == "__main__":
    main()
