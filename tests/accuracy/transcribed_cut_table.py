"""Streams that cut away from the board, transcribed: what is written down all the same.

    python tests/accuracy/transcribed_cut_table.py --work DIR      writes transcribed_cut.csv

DIR holds the films of films_table.py, and in its folder `cut` those of cut_table.py. Each is transcribed as
it was and with its cuts, the true corners given, nothing entered; a turn is right with its player, dice and
board, in its place among the others.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import FILMS, work_of  # noqa: E402
from table_file import write_rows  # noqa: E402

from fixtures.score import read_lines  # noqa: E402

TABLE = Path(__file__).with_name("transcribed_cut.csv")
Turns = list[tuple[object, ...]]


def turns_of(path: Path) -> Turns:
    """The turns of a file of events."""
    return [
        (line["by"], tuple(sorted(line.get("dice") or ())), line.get("board_after"))
        for line in read_lines(path)
        if line["ev"] == "TurnPlayed"
    ]


def transcribed(folder: Path) -> Turns:
    """The turns of a film as they are transcribed."""
    out = folder / "transcribed"
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "monitor", "transcribe", str(folder / "match.mp4"), "-o", str(out)]
    command += ["--calibration", str(folder / "board.toml")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "no turn was seen" in ended.stderr:
        return []
    if ended.returncode not in (0, 1):
        raise SystemExit(f"{folder}: transcribing ended with {ended.returncode}: {ended.stderr}")
    return turns_of(out / "events.jsonl")


def compared(folder: Path) -> tuple[int, int, int]:
    """How many turns of a film are transcribed right, how many others are told, and how many it has."""
    truth, told = turns_of(folder / "truth.jsonl"), transcribed(folder)
    same = SequenceMatcher(None, truth, told, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in same)
    return right, len(told) - right, len(truth)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    work = work_of(__doc__, argv)
    rows: list[dict[str, object]] = []
    for number in FILMS:
        row: dict[str, object] = {"rig": number}
        for name, folder in (("", work), (" cut", work / "cut")):
            right, others, of = compared(folder / f"film{number:02d}")
            row |= {f"turns{name}": right, f"others told{name}": others, "of": of}
        rows.append(row)
    total = {key: sum(int(str(row[key])) for row in rows) for key in rows[0] if key != "rig"}
    write_rows(TABLE, [*rows, {"rig": "all", **total}])
    return 0


if __name__ == "__main__":
    sys.exit(main())
