"""Watching that begins in the middle of a game: when it is joined, how exactly followed, who is accused.

    python tests/accuracy/joined_table.py            rewrites joined.csv beside this file
    python tests/accuracy/joined_table.py --show     says where it goes wrong; writes nothing

The staged matches of match_table.py, each cut off at ten moments drawn at random, and read for 150 seconds
from there. The turn that is being played then is not due: nobody has seen all of it.
"""

import argparse
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).parent)]

from match_table import POOR, USUAL, chosen, due, follow  # noqa: E402
from table_file import write_rows  # noqa: E402

from fixtures.readings import Noise  # noqa: E402
from fixtures.score import Share  # noqa: E402
from fixtures.whole_match import MatchScript, match_of  # noqa: E402
from monitor.events import Event  # noqa: E402
from monitor.findings import Finding  # noqa: E402

TABLE = Path(__file__).with_name("joined.csv")
RIGS: dict[str, tuple[float, Noise, int]] = {
    "10 fps": (10.0, USUAL, 6),
    "5 fps": (5.0, USUAL, 20),
    "5 fps, poor": (5.0, POOR, 8),
}
"""Frames a second, noise, and number of matches."""
JOINS = 10
SECONDS, LAST_S = 150.0, 3.0
"""Watched for so long; of turns that end in the last seconds it cannot be told."""


@dataclass
class Tally:
    """What came of it. after_s: from the beginning to when the game was joined."""

    times: int = 0
    joined: int = 0
    right: int = 0
    due: int = 0
    false: list[str] = field(default_factory=list)
    accused: int = 0
    after_s: list[float] = field(default_factory=list)

    def row(self, rig: str) -> dict[str, object]:
        """As a row of the table."""
        share, low = Share.of(self.right, self.due), sorted(self.after_s)
        return {
            "rig": rig,
            "watched": self.times,
            "joined": self.joined,
            "after s, median": round(statistics.median(low), 1) if low else "",
            "after s, 95 %": round(low[int(0.95 * (len(low) - 1))], 1) if low else "",
            "turns": self.right,
            "turns of": self.due,
            "low": share.low,
            "high": share.high,
            "false": len(self.false),
            "with a false one": self.accused,
        }


def moments(script: MatchScript, seed: int) -> Iterator[float]:
    """When watching begins."""
    ends = [line["t"] for line in script.truth if line["ev"] == "TurnPlayed"]
    rng = random.Random(seed)
    for _ in range(JOINS):
        yield ends[rng.randrange(1, max(2, len(ends) - 12))] + rng.uniform(0.0, 8.0)


def count(tally: Tally, script: MatchScript, told: list[Event], found: list[Finding], begun: float) -> None:
    """Add what came of one beginning."""
    false = [one for one in found if not due(one, script.truth)]
    last = begun + SECONDS - LAST_S
    turns = [line for line in script.truth if line["ev"] == "TurnPlayed" and begun < line["t"] < last][1:]
    want = Counter((line["by"], tuple(line["dice"]), line["board_after"]) for line in turns)
    got = Counter(
        (event.by, tuple(sorted(event.get("dice") or ())), event.get("board_after"))
        for event in told
        if event.ev == "TurnPlayed"
    )
    tally.times += 1
    tally.right += (want & got).total()
    tally.due += want.total()
    tally.false += [f"{one.code} {one.kind or ''} at {one.t:.1f}" for one in false]
    tally.accused += bool(false)
    at = next((event.t_known for event in told if event.ev in ("GameStarted", "TrackRegained")), None)
    if at is not None:
        tally.joined += 1
        tally.after_s.append(at - begun)


def measure(rig: str, matches: int, *, show: bool = False) -> Tally:
    """Join games of so many matches."""
    fps, noise, usual = RIGS[rig]
    tally = Tally()
    for seed, path in enumerate(chosen(usual)[:matches]):
        script = match_of(path, seed)
        for begun in moments(script, seed):
            before = tally.right, tally.due, len(tally.false)
            told = follow(script, fps, noise, seed, begun, begun + SECONDS)
            count(tally, script, *told, begun)
            missed = tally.due - before[1] - (tally.right - before[0])
            if show and (missed > 1 or len(tally.false) > before[2]):
                lost = f"{missed} missed"
                print(rig, path.name, f"{begun:.1f}", lost, tally.false[before[2] :])  # noqa: T201
    return tally


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    rows = [measure(rig, RIGS[rig][2], show=args.show).row(rig) for rig in RIGS]
    if not args.show:
        write_rows(TABLE, rows)
    for row in rows:
        print(row)  # noqa: T201


if __name__ == "__main__":
    main()
