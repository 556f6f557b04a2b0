"""What single faults of reading make the tracker say: ``python tests/accuracy/fault_table.py``.

Writes faults.csv beside this file: one row a fault with the false findings it caused, the turns told exactly,
the share of time lost, and how late decisions came. What is found of irregularities: injected_table.py.
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

TABLE = Path(__file__).with_name("faults.csv")


def row(name: str, outcomes: Sequence[Outcome]) -> dict[str, object]:
    """One row of the table."""
    false = [len(out.false) for out in outcomes]
    delays = sorted(d for out in outcomes for d in out.delays)
    with_false = Share.of(sum(n > 0 for n in false), len(false))
    return {
        "fault": name,
        "games": len(outcomes),
        "games_with_false": f"{with_false.right} ({100 * with_false.low:.1f}-{100 * with_false.high:.1f} %)",
        "false_median": statistics.median(false),
        "false_max": max(false),
        "turns_exact": f"{sum(o.exact for o in outcomes)}/{sum(o.turns for o in outcomes)}",
        "lost_share": round(sum(o.lost for o in outcomes) / sum(o.seconds for o in outcomes), 4),
        "delay_p50": round(delays[len(delays) // 2], 2) if delays else "",
        "delay_p95": round(delays[min(len(delays) - 1, math.ceil(0.95 * len(delays)) - 1)], 2)
        if delays
        else "",
    }


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="legal games, shared out among the faults")
    parser.add_argument("--turns", type=int, default=400, help="length at which games are broken off")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--fps", type=float, default=8.0)
    parser.add_argument("--table", type=Path, default=TABLE)
    args = parser.parse_args()
    each = math.ceil(args.games / len(FAULTS))
    rows = []
    for number, name in enumerate(FAULTS):
        first = args.first + 1000 * number
        rows.append(row(name, run(name, range(first, first + each), most_turns=args.turns, fps=args.fps)))
        print(rows[-1], flush=True)  # noqa: T201
    with args.table.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# python tests/accuracy/fault_table.py --games {args.games} --first {args.first}")
        file.write(f" --turns {args.turns} --fps {args.fps:g}\n")
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
