"""Matches whose players go over the games between them, by readings made up from real transcripts.

    python tests/accuracy/discussed_table.py            rewrites discussed.csv beside this file
    python tests/accuracy/discussed_table.py --show     says what went wrong as well
    python tests/accuracy/discussed_table.py --matches 3 --first-seed 900    others; changes nothing

After every game a position of it is put up again, dice are laid to it, plays are tried, some turns are played
on from there (fixtures/discussion.py); in half of the rigs the recording begins so, too. Counted is what
match_table.py counts; nothing of what is gone over belongs to a game.
"""

import argparse
import csv
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).parent)]

from match_table import POOR, USUAL, Counts, add, chosen, compare, follow  # noqa: E402

from fixtures.discussion import discussed_match  # noqa: E402
from fixtures.readings import Noise  # noqa: E402
from fixtures.score import Share  # noqa: E402

TABLE = Path(__file__).with_name("discussed.csv")
RIGS: dict[str, tuple[float, Noise, bool, int, int]] = {
    "5 fps": (5.0, USUAL, False, 20, 7000),
    "5 fps, beforehand too": (5.0, USUAL, True, 20, 12000),
    "5 fps, poor": (5.0, POOR, False, 10, 15000),
    "10 fps, beforehand too": (10.0, USUAL, True, 10, 16000),
}
"""Frames a second, noise, whether the recording begins with another game's position, matches, first seed."""


def measured(rig: str, matches: int, first: int, *, show: bool = False) -> tuple[Counts, int]:
    """Counts over several matches, and their number of games."""
    fps, noise, beforehand, _, _ = RIGS[rig]
    total: Counts = {}
    games = 0
    for number, path in enumerate(chosen(matches)):
        script = discussed_match(path, first + number, beforehand=beforehand)
        games += script.game_no
        counts, wrong = compare(script, *follow(script, fps, noise, number))
        add(total, counts)
        if show:
            sys.stdout.write("\n    ".join([f"{rig} {path.name} seed {first + number}", *wrong]) + "\n")
            sys.stdout.flush()
    return total, games


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--matches", type=int, help="number of matches instead of the usual one")
    parser.add_argument("--first-seed", type=int, help="seed of the first match instead of the usual one")
    args = parser.parse_args()
    rows = []
    for rig, (_, _, _, matches, seed) in RIGS.items():
        first = seed if args.first_seed is None else args.first_seed
        counts, games = measured(rig, args.matches or matches, first, show=args.show)
        for kind, (right, of) in counts.items():
            share = Share.of(right, of)
            rows.append([rig, games, kind, right, of, share.low, share.high])
            sys.stdout.write(f"{rig:26} {games} games  {kind:22} {share}\n")
    if args.matches is None and args.first_seed is None:
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["rig", "games", "what", "number", "of", "low", "high"])
            writer.writerows(rows)


if __name__ == "__main__":
    main()
