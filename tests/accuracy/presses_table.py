"""What seeing hands at the game clock is worth where nobody enters presses.

    python tests/accuracy/presses_table.py --work DIR      writes presses.csv

DIR holds the films of films_table.py, watched. Those in which turns end at a clock are followed again from
their readings: with no presses, with hands seen at the clock (`vision/clock_spot.py`, its place as the film's
board.toml has it), and with every press entered. in sight: whether both ends of the clock are in the picture.
"""

import sys
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import work_of  # noqa: E402
from films_table import followed  # noqa: E402
from films_wishes import GROUPS  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.board_file import read_board, read_clock  # noqa: E402
from fixtures.score import read_lines, score  # noqa: E402
from monitor.events import Event  # noqa: E402
from monitor.tracking.seen_press import press_of  # noqa: E402
from vision.clock_spot import ClockSpot  # noqa: E402
from vision.sources import open_source  # noqa: E402

TABLE = Path(__file__).with_name("presses.csv")
FIRST = 2396
"""Of the films from this one on."""
NEAR_S = 1.0
"""A hand so near to a press is that press."""


def hands_of(folder: Path) -> tuple[list[tuple[float, Event]], bool]:
    """The presses seen in a film, each with when it was known (s), and whether the clock is in sight."""
    source = open_source(str(folder / "match.mp4"))
    try:
        place = read_clock(folder / "board.toml", source.size)
        if place is None:
            raise SystemExit(f"{folder}: board.toml does not say where the clock is; make the film anew")
        spot = ClockSpot(read_board(folder / "board.toml").scaled(source.size), place)
        seen = [(frame.t, spot.look(frame)) for frame in source]
    finally:
        source.close()
    return [(t, press_of(hand)) for t, hand in seen if hand is not None], spot.in_sight


def films_with(words: str, work: Path) -> list[tuple[int, Path]]:
    """The films, and their folders in the folder of all, that have been watched and whose truth has these
    words."""
    numbers = sorted(number for films in GROUPS.values() for number in films if number >= FIRST)
    folders = [(number, work / f"film{number}") for number in numbers]
    return [
        (number, folder)
        for number, folder in folders
        if (folder / "score.json").exists() and words in (folder / "truth.jsonl").read_text()
    ]


def added_up(name: str, rows: Sequence[dict[str, object]]) -> dict[str, object]:
    """The row of all these rows."""
    return {"rig": name} | {key: sum(int(str(row[key])) for row in rows) for key in rows[0] if key != "rig"}


def row_of(film: tuple[int, Path]) -> dict[str, object]:
    """The row of one film."""
    number, folder = film
    truth = read_lines(folder / "truth.jsonl")
    presses = [
        Event("ClockPressed", t=line["t"], by=line["by"], src="clock")
        for line in truth
        if line["ev"] == "ClockPressed"
    ]
    seen, in_sight = hands_of(folder)
    left, met = [hand for _, hand in seen], 0
    for press in presses:
        near = [hand for hand in left if abs(hand.t - press.t) <= NEAR_S and hand.by == press.by]
        if near:
            met += 1
            left.remove(near[0])
    said = [(press.t, press) for press in presses]
    row: dict[str, object] = {"rig": number, "in sight": int(in_sight)}
    row |= {"presses": len(presses), "seen": met, "other hands": len(left)}
    for name, entered in (("none", []), ("seen", seen), ("entered", said)):
        result = score(truth, followed(folder / "events.jsonl", entered))
        row |= {f"turns {name}": result.turns.right, f"findings {name}": result.findings.right}
        row |= {f"in time {name}": result.in_time.right, f"false {name}": len(result.false)}
        row |= {"turns of": result.turns.total, "findings of": result.findings.total}
    return row


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    work = work_of(__doc__, argv)
    films = films_with('"ClockPressed"', work)
    with Pool(2) as pool:
        rows = pool.map(row_of, films, chunksize=1)
    in_sight = [row for row in rows if row["in sight"]]
    write_rows(TABLE, [*rows, added_up("in sight", in_sight), added_up("all", rows)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
