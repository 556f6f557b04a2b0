"""Matches whose players have habits, by readings made up from real transcripts, habit by habit.

    python tests/accuracy/habits_table.py            rewrites habits.csv beside this file
    python tests/accuracy/habits_table.py --show     says what went wrong as well
    python tests/accuracy/habits_table.py --only "dice pushed,man held" --matches 3 --first-seed 900
                                                     others; changes nothing

They push their dice about, hold men or the cube while they think, or show plays (fixtures/habits.py). Counted
is what match_table.py counts; nothing of that belongs to a turn.
"""

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).parent)]

from match_table import USUAL, Counts, add, chosen, compare, follow  # noqa: E402

from fixtures.habits import HABITS, habitual_match  # noqa: E402

TABLE = Path(__file__).with_name("habits.csv")
MATCHES, FIRST_SEED, FPS = 6, 20_000, 5.0
HEAD = (
    "habit", "times", "games", "hours",
    "turns", "of", "made up", "cube acts", "of", "games ended", "of", "false findings", "lost",
)  # fmt: skip
Row = list[str | int | float]


def measured(habit: str, matches: int, first: int, *, show: bool = False) -> Row:
    """The row of a habit: how often it was indulged in, and what was made of these matches."""
    total: Counts = {}
    done, games, seconds = 0, 0, 0.0
    for number, path in enumerate(chosen(matches)):
        script = habitual_match(path, first + number, habit)
        done, games, seconds = done + script.done, games + script.game_no, seconds + script.t
        counts, wrong = compare(script, *follow(script, FPS, USUAL, number))
        add(total, counts)
        if show and wrong:
            sys.stdout.write("\n    ".join([f"{habit}, {path.name} seed {first + number}", *wrong]) + "\n")
    turns, acts, ended = (total[kind] for kind in ("turns", "cube acts", "games ended"))
    made_up, false, lost = (total[kind][0] for kind in ("turns made up", "false findings", "lost"))
    return [habit, done, games, round(seconds / 3600, 2), *turns, made_up, *acts, *ended, false, lost]


def said(row: Sequence[str | int | float]) -> str:
    """One row in words."""
    habit, done, _, hours, *counts = row
    turns, of, made_up, acts, of_acts, ended, of_ended, false, lost = counts
    return (
        f"{habit:32} {done:4} times in {hours} h: turns {turns}/{of}, made up {made_up}, "
        f"cube acts {acts}/{of_acts}, ended {ended}/{of_ended}, false {false}, lost {lost}"
    )


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--only", help="these habits")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    args = parser.parse_args()
    rows = []
    for habit in args.only.split(",") if args.only else HABITS:
        rows.append(measured(habit, args.matches, args.first_seed, show=args.show))
        sys.stdout.write(said(rows[-1]) + "\n")
        sys.stdout.flush()
    if (args.only, args.matches, args.first_seed) == (None, MATCHES, FIRST_SEED):
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(HEAD)
            writer.writerows(rows)


if __name__ == "__main__":
    main()
