"""How exactly whole matches are followed, by readings made up from real transcripts with realistic noise.

    python tests/accuracy/match_table.py            rewrites match_sim.csv beside this file (--rig: its rows)
    python tests/accuracy/match_table.py --show     says what went wrong as well
    python tests/accuracy/match_table.py --matches 3    a few matches, changes nothing
    python tests/accuracy/match_table.py --first 3 --seeds 900    other matches, staged otherwise

The matches are transcripts of ../shared/matches, staged by fixtures/whole_match.py: cube acts, ties, passes,
concessions, new set-ups and the Crawford game included.
"""

import argparse
import csv
import math
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from fixtures.readings import Noise, readings
from fixtures.score import Share
from fixtures.whole_match import MatchScript, match_of
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import Finding
from monitor.rules import Referee, RuleSet, load_ruleset
from monitor.tracking import MatchTracker

MATCHES = Path(__file__).resolve().parents[3] / "shared" / "matches"
TABLE = Path(__file__).with_name("match_sim.csv")
USUAL = Noise(slot_error=0.004, die_error=0.005, drop=0.02, cube_ghost=0.003)
POOR = Noise(
    p=0.9,
    slot_error=0.015,
    die_error=0.03,
    die_p=0.9,
    drop=0.05,
    cube_miss=0.3,
    cube_error=0.1,
    cube_ghost=0.01,
)
RIGS: dict[str, tuple[float, Noise, int]] = {
    "10 fps": (10.0, USUAL, 10),
    "5 fps": (5.0, USUAL, 20),
    "5 fps, poor": (5.0, POOR, 8),
    "5 fps, one cube face in five misread": (5.0, replace(USUAL, cube_stuck=0.2), 5),
    "2 fps": (2.0, USUAL, 3),
}
"""Frames a second, noise, and number of matches."""
DUE = {
    "CUBE_START_PLACE",
    "CRAWFORD_CUBE_PRESENT",
    "CUBE_OFFER_PLACE",
    "CUBE_DEAD",
    "CONCESSION_IN_CONTACT",
}
"""Findings that these matches give cause for under USBGF: the cube on the bar, left lying in the Crawford
game, on the wrong half, or turned by a player who needs no more points; games given up early."""
COCKED_S = 8.0
"""A roll is found cocked this long after it was thrown at most: so are opening dice of these matches."""
CUBE_ACTS = ("CubeOffered", "CubeTaken", "CubePassed", "CubeReturned", "CubeTouched", "CubeBeavered")
NEAR_S = {"CubePassed": 25.0}
"""A cube act belongs to a true one of the same kind, player and value within 10 s, a pass within 25 s: it is
often seen only when the men are put back."""
Kind = str
Counts = dict[Kind, tuple[int, int]]


def chosen(number: int, first: int = 0) -> list[Path]:
    """Transcripts of short matches with cube acts, evenly from the list.

    first: which of them to begin with; from 1 on, those that 0 gives for any rig are left out.
    """
    usual = {path for _, _, n in RIGS.values() for path in chosen(n)} if first else set[Path]()
    files = [
        path
        for path in sorted(MATCHES.glob("*.mat"))
        if path not in usual
        and "Takes" in (text := path.read_text(encoding="utf-8-sig", errors="replace"))
        and text.count("\n Game ") <= 8
        and "????" not in text
    ]
    step = max(1, len(files) // number)
    return files[first::step][:number]


@cache
def _rules() -> RuleSet:
    return load_ruleset("usbgf-2016")


def follow(
    script: MatchScript, fps: float, noise: Noise, seed: int, begun: float = 0.0, end: float = math.inf
) -> tuple[list[Event], list[Finding]]:
    """What the tracker tells about a staged match, and what the referee says to it; begun, end: from when to
    when (s) it is watched."""
    config = MatchConfig(length=script.length)
    tracker, referee = MatchTracker(config), Referee(_rules(), config)
    told: list[Event] = []
    for reading in readings(script, fps=fps, noise=noise, seed=seed):
        if reading.t > end:
            break
        if reading.t >= begun:
            told += tracker.update(reading)
    told = [replace(event, seq=number) for number, event in enumerate([*told, *tracker.finish()], 1)]
    for event in told:
        referee.feed(event)
    return told, [finding for finding in referee.findings if finding.severity != "info"]


def compare(
    script: MatchScript, told: Sequence[Event], findings: Sequence[Finding]
) -> tuple[Counts, list[str]]:
    """(right, of) for every kind, and what is wrong in words. Anything made up is counted too."""
    truth, wrong = script.truth, list[str]()
    counts: Counts = {}

    def tally(kind: str, want: Counter[Any], got: Counter[Any]) -> None:
        counts[kind] = ((want & got).total(), want.total())
        counts[f"{kind} made up"] = ((got - want).total(), want.total())
        wrong.extend(f"{kind} missed: {item}" for item in want - got)
        wrong.extend(f"{kind} made up: {item}" for item in got - want)

    turns = [line for line in truth if line["ev"] == "TurnPlayed"]
    said = [event for event in told if event.ev == "TurnPlayed"]
    tally(
        "turns",
        Counter((line["by"], tuple(line["dice"]), line["board_after"]) for line in turns),
        Counter((e.by, tuple(sorted(e.get("dice") or ())), e.get("board_after")) for e in said),
    )
    tally(
        "dice",
        Counter((line["by"], tuple(line["dice"])) for line in turns),
        Counter((e.by, tuple(sorted(e.get("dice") or ()))) for e in said),
    )
    acts = [(line["ev"], line["by"], line.get("value"), line["t"]) for line in truth]
    tally("cube acts", *_in_time(acts, [(e.ev, e.by, e.get("value"), e.t) for e in told]))
    tally("games begun", *_fields(truth, told, "GameStarted", ("game_no", "crawford", "score")))
    tally("games ended", *_fields(truth, told, "GameEnded", ("winner", "how", "level", "points", "score")))
    tally("matches ended", *_fields(truth, told, "MatchEnded", ("winner",)))
    false = [finding for finding in findings if not due(finding, truth)]
    counts["false findings"] = (len(false), len(turns))
    wrong += [f"false finding: {f.code} {f.kind} by {f.by} at {f.t:.1f}" for f in false]
    counts["lost"] = (sum(e.ev == "TrackLost" for e in told), len(turns))
    return counts, wrong


def due(finding: Finding, truth: Sequence[dict[str, Any]]) -> bool:
    """Whether the match gives cause for a finding."""
    if finding.code != "ROLL_INVALID":
        return finding.code in DUE
    cocked = [line["t"] for line in truth if line["ev"] == "Cocked" and line["by"] == finding.by]
    return finding.kind == "cocked" and any(-1.0 < finding.t - t < COCKED_S for t in cocked)


def _in_time(
    truth: Iterable[tuple[Any, ...]], told: Iterable[tuple[Any, ...]]
) -> tuple[Counter[Any], Counter[Any]]:
    """Cube acts of both, those of the told that happened near enough named by the true time."""
    want = [act for act in truth if act[0] in CUBE_ACTS]
    free, got = list(want), list[tuple[Any, ...]]()
    for act in (act for act in told if act[0] in CUBE_ACTS):
        match = next(
            (one for one in free if one[:3] == act[:3] and abs(one[3] - act[3]) < NEAR_S.get(act[0], 10.0)),
            None,
        )
        if match is not None:
            free.remove(match)
        got.append(match or act)
    return Counter(want), Counter(got)


def _fields(
    truth: Iterable[dict[str, Any]], told: Iterable[Event], name: str, fields: Sequence[str]
) -> tuple[Counter[Any], Counter[Any]]:
    return (
        Counter(tuple(str(line[field]) for field in fields) for line in truth if line["ev"] == name),
        Counter(tuple(str(event.get(field)) for field in fields) for event in told if event.ev == name),
    )


def add(total: Counts, counts: Counts) -> None:
    """Add the counts of a match to those of others."""
    for kind, (right, of) in counts.items():
        before = total.get(kind, (0, 0))
        total[kind] = (before[0] + right, before[1] + of)


def measure(paths: Sequence[Path], rig: str, *, seeds: int = 0, show: bool = False) -> tuple[Counts, int]:
    """Counts over several matches, and their number of games; seeds: of the first match."""
    fps, noise, _ = RIGS[rig]
    total: Counts = {}
    games = 0
    for seed, path in enumerate(paths, seeds):
        script = match_of(path, seed)
        games += script.game_no
        counts, wrong = compare(script, *follow(script, fps, noise, seed))
        add(total, counts)
        if show:
            head = f"{rig} {path.name} seed {seed}: {script.game_no} games, {len(wrong)} wrong"
            sys.stdout.write("\n    ".join([head, *wrong]) + "\n")
            sys.stdout.flush()
    return total, games


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--matches", type=int, help="number of matches instead of the usual one")
    parser.add_argument("--rig", choices=RIGS)
    parser.add_argument("--first", type=int, default=0, help="which of the matches to begin with")
    parser.add_argument("--seeds", type=int, default=0, help="seed of the first match")
    args = parser.parse_args()
    rows = [] if args.rig is None or not TABLE.is_file() else _other_rows(args.rig)
    for rig in [args.rig] if args.rig else RIGS:
        paths = chosen(args.matches or RIGS[rig][2], args.first)
        counts, games = measure(paths, rig, seeds=args.seeds, show=args.show)
        for kind, (right, of) in counts.items():
            share = Share.of(right, of)
            rows.append([rig, games, kind, right, of, share.low, share.high, args.first, args.seeds])
            sys.stdout.write(f"{rig:36} {games} games  {kind:22} {share}\n")
    if args.matches is None:
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["rig", "games", "what", "number", "of", "low", "high", "first", "seeds"])
            writer.writerows(rows)


def _other_rows(rig: str) -> list[list[Any]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [row for row in list(csv.reader(file))[1:] if row[0] != rig]


if __name__ == "__main__":
    main()
