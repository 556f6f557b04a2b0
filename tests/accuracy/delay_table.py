"""How soon every turn of the sample match is told: ``python tests/accuracy/delay_table.py``.

Writes delays.csv beside this file. A turn is over when its player takes up his dice; his hand then still lies
over the board. delay_s counts from the first frame at or after that moment which shows the whole board again:
no slot covered or in motion, and no die; it is 0 where the turn was told before that. after_end_s counts from
the end of the turn itself.
"""

import csv
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.board_file import read_board  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.score import read_lines  # noqa: E402
from monitor.config import MatchConfig  # noqa: E402
from monitor.demo import BOARD, VIDEO, demo_folder  # noqa: E402
from monitor.tracking import MatchTracker  # noqa: E402
from vision.gate import Gate  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import Reading  # noqa: E402
from vision.sources import open_source  # noqa: E402

TABLE = Path(__file__).with_name("delays.csv")
HIDDEN, MOVING = 0.5, 0.3


def readings() -> tuple[BoardGeometry, list[Reading]]:
    """The sample match as the monitor reads it."""
    source = open_source(str(demo_folder() / VIDEO))
    board = read_board(demo_folder() / BOARD).scaled(source.size)
    geometry = BoardGeometry(board.corners, board.size, board.layout, board.bar)
    reader, gate = Reader(geometry), Gate(geometry)
    found: list[Reading] = []
    for frame in source:
        if found and not gate.changed(frame):
            last = found[-1]
            found.append(replace(last, seq=frame.seq, t=frame.t, motion=np.zeros_like(last.motion)))
        else:
            found.append(reader.read(frame))
    source.close()
    return geometry, found


def in_view(found: Sequence[Reading], t: float) -> float:
    """When the whole board is first seen at or after t, with no die on it."""
    return next(
        reading.t
        for reading in found
        if reading.t >= t
        and not reading.dice
        and not (np.asarray(reading.hidden) > HIDDEN).any()
        and not (np.asarray(reading.motion) > MOVING).any()
    )


def main() -> None:
    """Write the table."""
    geometry, found = readings()
    tracker = MatchTracker(MatchConfig(length=1, bar=geometry.bar_edges))
    told = [event for reading in found for event in tracker.update(reading)] + tracker.finish()
    known = {
        (event.by, event.get("board_after")): event.t_known or event.t
        for event in reversed(told)
        if event.ev == "TurnPlayed"
    }
    rows: list[tuple[object, ...]] = []
    late: list[float] = []
    for line in read_lines(demo_folder() / "truth.jsonl"):
        if line["ev"] != "TurnPlayed":
            continue
        at = known.get((line["by"], line["board_after"]))
        seen = in_view(found, line["t"])
        if at is not None:
            late.append(max(0.0, at - seen))
            rows.append((line["turn"], line["by"], line["t"], round(at - line["t"], 2), round(late[-1], 2)))
    late.sort()
    p95 = late[math.ceil(0.95 * len(late)) - 1]
    summary = f"{len(late)} turns; delay_s median {late[len(late) // 2]:.2f}, 95th percentile {p95:.2f}"
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# {summary}, longest {late[-1]:.2f}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["turn", "by", "end_t", "after_end_s", "delay_s"])
        writer.writerows(rows)
    print(summary)  # noqa: T201


if __name__ == "__main__":
    main()
