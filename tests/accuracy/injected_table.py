"""What is found of irregularities staged in games, and whether in time.

    python tests/accuracy/injected_table.py           rewrites injected.csv beside this file
    python tests/accuracy/injected_table.py --show    says what was missed, late or false; writes nothing

A row for every kind of irregularity: found, and told before the opponent's next valid roll. A row for every
rule set and code whose window something in the game ends: told before it does. Half of the games are real
ones of ../shared/matches.
"""

import argparse
import csv
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from fixtures.readings import readings  # noqa: E402
from fixtures.score import Share  # noqa: E402
from fixtures.staged import StagedGame  # noqa: E402
from fixtures.trial import NOISE, assess, make, transcripts  # noqa: E402
from fixtures.windows import RULESETS, closes_at, judged, known_at, matched, rules_of  # noqa: E402
from monitor.events import Event, other  # noqa: E402

TURNS = 24
TABLE = Path(__file__).with_name("injected.csv")
CUP = ("opp_throw", "any_throw", "turn_commence", "throw_turn")
"""Predicates that are true when dice leave the cup."""


What = tuple[str, str, str]


class Tally:
    """Cases that went right, of how many, by what they are about."""

    def __init__(self, *, show: bool) -> None:
        self.right: Counter[What] = Counter()
        self.total: Counter[What] = Counter()
        self.show = show

    def add(self, what: What, about: object, *, good: bool) -> None:
        """Count one case."""
        self.total[what] += 1
        self.right[what] += good
        if self.show and not good:
            print(*what, about)  # noqa: T201

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """What, how many right, of how many, and the interval."""
        shares = ((what, Share.of(self.right[what], self.total[what])) for what in sorted(self.total))
        return [(*what, share.right, share.total, share.low, share.high) for what, share in shares]


def count_found(tally: Tally, game: StagedGame, events: list[Event]) -> None:
    """What is found, by kind, and what of it before the opponent's next valid roll."""
    for true, finding in matched(game.irregular, judged(events, RULESETS[0]))[0]:
        known = None if finding is None else known_at(finding)
        roll = None if true.by is None else game.valid_roll_after(other(true.by), true.t)
        for name in (true.kind or "set-up", "all"):
            tally.add(("found", name, ""), (game.seed, true), good=known is not None)
            if known is not None and roll is not None:
                what = ("before the next valid roll", name, "")
                tally.add(what, (game.seed, true, known), good=known < roll)


def count_windows(tally: Tally, game: StagedGame, events: list[Event], ruleset: str) -> None:
    """What is told before the window of this rule set ends."""
    clauses = rules_of(ruleset).clauses
    windows = {clause.code: clause.closes for clause in clauses if clause.closes}
    for true, finding in matched(game.irregular, judged(events, ruleset))[0]:
        deadline = windows.get(true.code, ()) if finding is None else finding.deadline
        end = closes_at(game, true, deadline)
        if end is None:
            continue
        by = next(predicate for predicate in deadline if closes_at(game, true, [predicate]) == end)
        cup = "ends when dice leave the cup" if by.partition(":")[0] in CUP else "ends later"
        good = finding is not None and known_at(finding) < end
        for what in ((ruleset, true.code, by), ("all windows", cup, "")):
            tally.add(what, (game.seed, true, end), good=good)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=180)
    parser.add_argument("--first", type=int, default=80000, help="seed of the first game")
    parser.add_argument("--fps", type=float, default=8.0)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    tally, games, false, hours = Tally(show=args.show), transcripts(), 0, 0.0
    for seed in range(args.first, args.first + args.games):
        game = make(seed, games, wrong=True, most_turns=TURNS)
        outcome = assess(game, readings(game, fps=args.fps, noise=NOISE, seed=seed))
        false += len(outcome.false)
        hours += outcome.seconds / 3600.0
        if args.show and outcome.false:
            print(seed, *outcome.false)  # noqa: T201
        count_found(tally, game, outcome.events)
        for ruleset in RULESETS:
            count_windows(tally, game, outcome.events, ruleset)
    for line in tally.rows:
        print(*line)  # noqa: T201
    summary = f"false findings {false} in {hours:.2f} hours of play"
    print(summary)  # noqa: T201
    if args.show:
        return
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# --games {args.games} --first {args.first} --fps {args.fps:g}: {summary}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["what", "of", "window", "right", "cases", "low", "high"])
        writer.writerows(tally.rows)


if __name__ == "__main__":
    main()
