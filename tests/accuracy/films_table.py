"""How well whole films are watched: boards, cameras and people that training never saw, with irregularities.

    python tests/accuracy/films_table.py --work DIR          makes what is missing in DIR, rewrites films.csv
    python tests/accuracy/films_table.py --work DIR --only 3,7    just these films, changes nothing
    python tests/accuracy/films_table.py --work DIR --again       follows readings made before again

Each film is one short game at 1280x720 and 5 frames a second (fixtures/match, light renderer), watched by
``gammonitor watch`` with the true corners, and scored by fixtures/score.py. Films are kept in DIR, so that a
change of the product is measured again without making them anew. The first fourteen are full of slips; the
next eight are played without any, at tables with other manners, and presses of the clock and taps are entered
when they happen; those made later have both. films_first.py and films_wishes.py list them all.
"""

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from films_first import FILMS  # noqa: E402
from films_wishes import GROUPS, named, seed_of  # noqa: E402

from fixtures.match.__main__ import main as make_film  # noqa: E402
from fixtures.score import Line, Score, read_lines, report, score  # noqa: E402
from fixtures.tally import added_up, in_words  # noqa: E402
from monitor.events import Event  # noqa: E402
from monitor.following import Following  # noqa: E402
from monitor.journal import JournalReader  # noqa: E402
from monitor.replay import Retold  # noqa: E402
from vision.reading import Reading  # noqa: E402

TABLE = Path(__file__).with_name("films.csv")
RULESET = "usbgf-2016"
"""Rules that films are watched under unless their wish names others."""


def made(folder: Path, wish: Sequence[str]) -> Path:
    """The folder of a film, which is made as wished if it is not there."""
    if not (folder / "done").exists():
        if make_film([*wish, "--out", str(folder)]):
            raise SystemExit(f"{folder}: the film cannot be made")
        (folder / "done").touch()
    return folder


def wish_for(number: int, fps: int = 5) -> list[str]:
    """What is wished for in a film."""
    wish = f"--rig {number} --seed {seed_of(number)} --games 1 --turns 8 --fps {fps} --length 5".split()
    return wish + (["--irregular", FILMS[number]] if number < len(FILMS) else named(number).split())


def film(number: int, work: Path) -> Path:
    """The folder of a film, which is made if it is not there."""
    return made(work / f"film{number:02d}", wish_for(number))


def told_beforehand(folder: Path) -> list[str]:
    """What whoever sets up the camera says of match and table: its length and score, a clock, two dice for
    both, a baffle box."""
    match = next(line for line in read_lines(folder / "truth.jsonl") if line["ev"] == "MatchConfigured")
    options = ["--length", str(match["length"])] if match["length"] else []
    options += ["--clock"] if match.get("clock") else []
    if match.get("dice") == "shared2" and not match.get("clock"):
        options += ["--dice", "shared2"]
    if any(match["score"]):
        options += ["--score", ":".join(map(str, match["score"]))]
    options += [f"--{name}" for name in ("baffle", "crawford") if match.get(name)]
    return options


def ruleset_for(number: int) -> str:
    """The rule set of a film: that its players go by."""
    words = wish_for(number)
    return words[words.index("--ruleset") + 1] if "--ruleset" in words else RULESET


def watched(folder: Path, *, placed: bool = True, said: bool = True, ruleset: str = RULESET) -> Path:
    """The journal of a watch of this film. placed: the true corners are given; said: and with what they
    play."""
    events = folder / "events.jsonl"
    command = [sys.executable, "-m", "monitor", "watch", str(folder / "match.mp4"), "--events", str(events)]
    command += ["--calibration", str(folder / "board.toml")] if placed else []
    command += ["--ruleset", ruleset, "--no-serve", *(told_beforehand(folder) if said else ())]
    for old in (events, *folder.glob("events*.journal")):
        old.unlink(missing_ok=True)
    with (folder / "watch.log").open("w") as log:
        ended = subprocess.run(
            command, cwd=ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=False
        )
    if ended.returncode:
        raise SystemExit(f"{folder}: the watch ended with {ended.returncode}; see watch.log")
    return events


def with_presses(folder: Path, events: Path, *, again: bool = False) -> list[Line]:
    """The journal of a film had presses and taps been entered: its readings followed again with them.

    again: also where there are none.
    """
    ends = [
        line for line in read_lines(folder / "truth.jsonl") if line["ev"] in ("ClockPressed", "BarTapped")
    ]
    if not ends and not again:
        return read_lines(events)
    entered = [Event(line["ev"], t=line["t"], by=line["by"], src="clock") for line in ends]
    return followed(events, [(event.t, event) for event in entered])


def followed(events: Path, entered: Iterable[tuple[float, Event]], **settings: Any) -> list[Line]:
    """The journal of a film had these events been entered, each at its time, in place of presses that were
    seen. settings: of the match, that are others than it was watched with."""
    lines: list[str] = []
    waiting = list(entered)
    with JournalReader(events.with_suffix(".journal")) as stored:
        following = Following(replace(stored.config, **settings), Retold(lines))
        following.begin()
        for number, item in stored.readings():
            if isinstance(item, Event) and item.get("seen"):
                continue
            while isinstance(item, Reading) and waiting and waiting[0][0] <= item.t:
                following.take(number, waiting.pop(0)[1])
            following.take(number, item)
    return [json.loads(line) for line in lines]


def scored(folder: Path, events: Path, *, again: bool = False, pressed: bool = True) -> Score:
    """What was told of a film, had presses and taps been entered, against what is true; pressed: or not."""
    told = with_presses(folder, events, again=again) if pressed else read_lines(events)
    return score(read_lines(folder / "truth.jsonl"), told)


def rows_of(scores: dict[int, Score]) -> list[dict[str, object]]:
    """One row a film and measure, then the films with slips and those without, each together with bootstrap
    intervals over the films."""
    rows: list[dict[str, object]] = []
    for number, result in scores.items():
        shares = {
            "turns exactly right": result.turns,
            "rolls right": result.dice,
            "cube acts right": result.cube,
            "games ended right": result.games,
            "findings raised": result.findings,
            "raised in time": result.in_time,
        }
        base = {"rig": number, "irregular": named(number)}
        for name, share in shares.items():
            numbers = {"number": share.right, "of": share.total, "low": share.low, "high": share.high}
            rows.append({**base, "what": name, **numbers})
        rows.append({**base, "what": "false findings", "number": len(result.false)})
        if result.misnamed:
            rows.append({**base, "what": "of these another slip", "number": len(result.misnamed)})
        rows.append({**base, "what": "seconds", "number": round(result.seconds, 1)})
    for name, films in GROUPS.items():
        there = [scores[number] for number in films if number in scores]
        for m in added_up(there) if there else ():
            row: dict[str, object] = {"rig": name, "what": m.name, "number": round(m.value, 4)}
            if m.share is not None:
                row |= {
                    "number": m.share.right,
                    "of": m.share.total,
                    "low": m.share.low,
                    "high": m.share.high,
                }
            rows.append({**row, "boot_low": round(m.low, 4), "boot_high": round(m.high, 4)})
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for the films; they are reused")
    parser.add_argument("--only", default="", help="numbers of films, separated by commas")
    parser.add_argument("--films", action="store_true", help="make the films and stop")
    parser.add_argument("--scored", action="store_true", help="score what was watched before")
    parser.add_argument("--again", action="store_true", help="follow what was read before again")
    args = parser.parse_args(argv)
    every = [number for films in GROUPS.values() for number in films]
    numbers = [int(n) for n in args.only.split(",")] if args.only else every
    scores = {}
    for number in numbers:
        if (args.scored or args.again) and not (args.work / f"film{number:02d}" / "score.json").exists():
            continue
        folder = film(number, args.work)
        if args.films:
            continue
        old = args.scored or args.again
        events = folder / "events.jsonl" if old else watched(folder, ruleset=ruleset_for(number))
        scores[number] = scored(folder, events, again=args.again)
        print(f"film {number}: {named(number)}\n{report(scores[number])}\n", flush=True)  # noqa: T201
        (folder / "score.json").write_text(json.dumps(asdict(scores[number]), indent=1))
    if scores:
        print(in_words(added_up(list(scores.values()))))  # noqa: T201
    if not args.only and not args.films:
        with TABLE.open("w", newline="", encoding="utf-8") as out:
            names = ("rig", "irregular", "what", "number", "of", "low", "high", "boot_low", "boot_high")
            writer = csv.DictWriter(out, names)
            writer.writeheader()
            writer.writerows(rows_of(scores))
    return 0


if __name__ == "__main__":
    sys.exit(main())
