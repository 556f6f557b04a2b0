"""What single faults of reading make the tracker say: ``python tests/accuracy/fault_table.py``.

Writes faults.csv beside this file: one row a fault with the false findings it caused, the turns told exactly,
the share of time lost, and how late decisions came; then rows of games with irregularities in them, without
a fault and with each kind of fault: what was found of what was staged, and how soon.
"""

import argparse
import csv
import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from fixtures.faults import FAULTS  # noqa: E402
from fixtures.score import Share  # noqa: E402
from fixtures.trial import Outcome, run  # noqa: E402

WRONG_TURNS = 24
TABLE = Path(__file__).with_name("faults.csv")


def row(name: str, outcomes: Sequence[Outcome]) -> dict[str, object]:
    """One row of the table."""
    false = [len(out.false) for out in outcomes]
    delays = sorted(d for out in outcomes for d in out.delays)
    found = sum(len(out.found) for out in outcomes)
    missed = sum(len(out.missed) for out in outcomes)
    with_false = Share.of(sum(n > 0 for n in false), len(false))
    return {
        "fault": name,
        "games": len(outcomes),
        "games_with_false": f"{with_false.right} ({100 * with_false.low:.1f}-{100 * with_false.high:.1f} %)",
        "false_median": statistics.median(false),
        "false_max": max(false),
        "turns_exact": f"{sum(o.exact for o in outcomes)}/{sum(o.turns for o in outcomes)}",
        "lost_share": round(sum(o.lost for o in outcomes) / sum(o.seconds for o in outcomes), 4),
        "found": f"{found}/{found + missed}" if found + missed else "",
        "in_time": sum(o.in_time for o in outcomes),
        "before_throw": sum(o.before_throw for o in outcomes),
        "delay_p50": round(delays[len(delays) // 2], 2) if delays else "",
        "delay_p95": round(delays[min(len(delays) - 1, math.ceil(0.95 * len(delays)) - 1)], 2)
        if delays
        else "",
    }


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="legal games, shared out among the faults")
    parser.add_argument("--wrong", type=int, default=100, help="games with irregularities and no fault")
    parser.add_argument("--turns", type=int, default=400, help="length at which games are broken off")
    parser.add_argument("--fps", type=float, default=8.0)
    args = parser.parse_args()
    each = math.ceil(args.games / len(FAULTS))
    rows = []
    for number, name in enumerate(FAULTS):
        seeds = range(1000 * number, 1000 * number + each)
        rows.append(row(name, run(name, seeds, most_turns=args.turns, fps=args.fps)))
        print(rows[-1], flush=True)  # noqa: T201
    seeds = range(50000, 50000 + args.wrong)
    rows.append(row("no fault, irregularities", run(None, seeds, wrong=True, most_turns=WRONG_TURNS)))
    print(rows[-1])  # noqa: T201
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# python tests/accuracy/fault_table.py --games {args.games} --wrong {args.wrong}")
        file.write(f" --turns {args.turns} --fps {args.fps:g}\n")
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
