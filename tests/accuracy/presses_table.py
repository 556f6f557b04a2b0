"""What seeing hands at the game clock is worth where nobody enters presses.

    python tests/accuracy/presses_table.py --work DIR      writes presses.csv

DIR holds the films of films_table.py, watched. Those in which turns end at a clock are followed again from
their readings: with no presses, with hands seen at the clock (`vision/clock_spot.py`, its place as the film's
board.toml has it), and with every press entered. in sight: whether both ends of the clock are in the picture.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import work_of  # noqa: E402
from films_wishes import GROUPS  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.board_file import read_board, read_clock  # noqa: E402
from fixtures.score import Line, Score, read_lines, score  # noqa: E402
from monitor.events import Event  # noqa: E402
from monitor.following import Following  # noqa: E402
from monitor.journal import JournalReader  # noqa: E402
from monitor.replay import Retold  # noqa: E402
from vision.clock_spot import ClockSpot  # noqa: E402
from vision.reading import Reading  # noqa: E402
from vision.sources import open_source  # noqa: E402

TABLE = Path(__file__).with_name("presses.csv")
FIRST = 2396
"""Of the films from this one on."""
NEAR_S = 1.0
"""A hand so near to a press is that press."""
Hand = tuple[float, float, str]
"""When it was known, when it was there (s), and whose it was."""


def hands_of(folder: Path) -> tuple[list[Hand], bool]:
    """The hands seen at the clock of a film, and whether it is in sight."""
    source = open_source(str(folder / "match.mp4"))
    try:
        place = read_clock(folder / "board.toml", source.size)
        if place is None:
            raise SystemExit(f"{folder}: board.toml does not say where the clock is; make the film anew")
        spot = ClockSpot(read_board(folder / "board.toml").scaled(source.size), place)
        seen = [(frame.t, spot.look(frame)) for frame in source]
    finally:
        source.close()
    hands = [(t, hand.t, "B" if hand.side == "N" else "A") for t, hand in seen if hand is not None]
    return hands, spot.in_sight


def followed(
    folder: Path, truth: Sequence[Line], entered: Iterable[tuple[float, Event]], **settings: Any
) -> Score:
    """What is told of a film with these events entered, each at its time. settings: of the match, that are
    others than it was watched with."""
    lines: list[str] = []
    waiting = list(entered)
    with JournalReader(folder / "events.journal") as stored:
        following = Following(replace(stored.config, **settings), Retold(lines))
        following.begin()
        for number, item in stored.readings():
            if isinstance(item, Event):
                continue
            while isinstance(item, Reading) and waiting and waiting[0][0] <= item.t:
                following.take(number, waiting.pop(0)[1])
            following.take(number, item)
    return score(truth, [json.loads(line) for line in lines])


def row_of(film: tuple[int, Path]) -> dict[str, object]:
    """The row of one film."""
    number, folder = film
    truth = read_lines(folder / "truth.jsonl")
    presses = [(float(line["t"]), str(line["by"])) for line in truth if line["ev"] == "ClockPressed"]
    hands, in_sight = hands_of(folder)
    left, met = list(hands), 0
    for t, by in presses:
        near = [hand for hand in left if abs(hand[1] - t) <= NEAR_S and hand[2] == by]
        if near:
            met += 1
            left.remove(near[0])
    seen = [
        (known, Event("ClockPressed", t=t, by="A" if by == "A" else "B", conf=0.9, data={"seen": True}))
        for known, t, by in hands
    ]
    said = [(t, Event("ClockPressed", t=t, by="A" if by == "A" else "B", src="clock")) for t, by in presses]
    row: dict[str, object] = {"rig": number, "in sight": int(in_sight)}
    row |= {"presses": len(presses), "seen": met, "other hands": len(left)}
    for name, entered in (("none", []), ("seen", seen), ("entered", said)):
        result = followed(folder, truth, entered)
        row |= {f"turns {name}": result.turns.right, f"findings {name}": result.findings.right}
        row |= {f"in time {name}": result.in_time.right, f"false {name}": len(result.false)}
        row |= {"turns of": result.turns.total, "findings of": result.findings.total}
    return row


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    work = work_of(__doc__, argv)
    numbers = sorted(number for films in GROUPS.values() for number in films if number >= FIRST)
    folders = [(number, work / f"film{number}") for number in numbers]
    films = [
        (number, folder)
        for number, folder in folders
        if (folder / "score.json").exists() and '"ClockPressed"' in (folder / "truth.jsonl").read_text()
    ]
    with Pool(2) as pool:
        rows = pool.map(row_of, films, chunksize=1)
    totals = []
    for name, part in (("in sight", [row for row in rows if row["in sight"]]), ("all", rows)):
        total = {key: sum(int(str(row[key])) for row in part) for key in rows[0] if key != "rig"}
        totals.append({"rig": name, **total})
    write_rows(TABLE, [*rows, *totals])
    return 0


if __name__ == "__main__":
    sys.exit(main())
