"""How exactly whole matches are transcribed, with nobody looking over the result.

    python tests/accuracy/transcribe_table.py                       all rigs of readings
    python tests/accuracy/transcribe_table.py --rig "5 fps, poor"   one of them
    python tests/accuracy/transcribe_table.py --films DIR --work DIR    the films of transcribe_films.py
    python tests/accuracy/transcribe_table.py --film FOLDER...      others; fixtures/demo is the sample match

The rows go into transcribe.csv beside this file, in the place of those of the same rigs.

Rigs of readings are those of match_table.py, with two that the live tracker is not made for. A film is a
folder with match.mp4, truth.jsonl and board.toml, as `python -m fixtures.match` makes it. Films that are not
in --films are made first; what was read of them is kept in --work: this can be stopped and taken up again.
"""

import argparse
import csv
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

import match_table
import transcribe_films

from fixtures.readings import Noise, readings
from fixtures.score import Share
from fixtures.whole_match import MatchScript, match_of
from monitor.config import MatchConfig
from monitor.transcribe import Placing, transcribe
from monitor.transcribe.derive import Derived, derive_match, follow
from vision.reading import Reading

TABLE = Path(__file__).with_name("transcribe.csv")
DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"
VERY_POOR = Noise(
    p=0.8,
    slot_error=0.05,
    die_error=0.12,
    die_p=0.8,
    drop=0.15,
    cube_miss=0.3,
    cube_error=0.1,
    cube_ghost=0.01,
)
RIGS: dict[str, tuple[float, Noise, int]] = {
    "5 fps, poor": match_table.RIGS["5 fps, poor"],
    "5 fps, very poor": (5.0, VERY_POOR, 2),
    "2 fps, poor": (2.0, match_table.POOR, 2),
}
KINDS = ("turns", "dice", "cube acts", "games ended")
ACTS = {"CubeOffered": "double", "CubeTaken": "take", "CubePassed": "drop"}
TOGETHER = "films, all", "films, blind"
Counts = dict[str, tuple[int, int]]
Lines = Sequence[Mapping[str, Any]]
Turn = tuple[str, tuple[int, ...], str]
"""Player, roll, board after it."""


def transcribed(script: MatchScript, rig: str, seed: int) -> Derived:
    """The transcript of a staged match."""
    fps, noise, _ = RIGS[rig]
    seen = list(readings(script, fps=fps, noise=noise, seed=seed))

    def again() -> Iterator[Reading]:
        return iter(seen)

    return derive_match(follow(MatchConfig(length=script.length), again), lambda t: ("film", t))


def compared(script: MatchScript, found: Derived) -> tuple[Counts, list[str]]:
    """(right, of) of what is transcribed, and what is wrong in words."""
    counts, wrong = match_table.compare(script, found.events, [])
    kinds = [name for kind in KINDS for name in (kind, f"{kind} made up")]
    doubts = sum(bool(event.get("doubts")) for event in found.events)
    return {kind: counts[kind] for kind in kinds} | {"doubtful turns": (doubts, counts["turns"][1])}, wrong


def of_readings(rig: str, paths: Sequence[Path], *, show: bool) -> tuple[Counts, int]:
    """Counts over several staged matches, and their number of games."""
    total, games = Counter[str](), 0
    whole = Counter[str]()
    for seed, path in enumerate(paths):
        script = match_of(path, seed)
        games += script.game_no
        counts, wrong = compared(script, transcribed(script, rig, seed))
        for kind, (right, of) in counts.items():
            total[kind] += right
            whole[kind] += of
        if show:
            sys.stdout.write("\n    ".join([f"{rig} {path.name}: {len(wrong)} wrong", *wrong]) + "\n")
            sys.stdout.flush()
    return {kind: (total[kind], whole[kind]) for kind in whole}, games


def of_film(folder: Path, work: Path | None) -> tuple[Counts, int]:
    """Counts for one film, and its number of games; what is wrong is written out. work: keeps readings."""
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    length = next((line["length"] for line in truth if line["ev"] == "MatchConfigured"), None)
    placing = Placing(calibration=folder / "board.toml")
    with tempfile.TemporaryDirectory() as passing:
        out = Path(passing) if work is None else work / folder.name
        made = transcribe([folder / "match.mp4"], MatchConfig(length=length), out, placing=placing)
    entries = made.review["entries"]
    counts: Counts = {}

    def tally(what: str, want: Counter[Any], got: Counter[Any]) -> None:
        counts[what] = (want & got).total(), want.total()
        counts[f"{what} made up"] = (got - want).total(), want.total()
        for how, lines in (("missed", want - got), ("made up", got - want)):
            for line in lines.elements():
                sys.stdout.write(f"    {folder.name}: {what} {how}: {line}\n")

    want, got = true_turns(truth), told_turns(entries)
    tally("turns", want, got)
    dice = Counter(turn[:2] for turn in want.elements()) & Counter(turn[:2] for turn in got.elements())
    counts["dice"] = dice.total(), want.total()
    tally("cube acts", true_acts(truth), told_acts(entries))
    tally("games ended", *true_and_told_ends(truth, entries))
    counts["moments to review"] = len(made.review["moments"]), want.total()
    return counts, max(1, sum(line["ev"] == "GameStarted" for line in truth))


def true_turns(truth: Lines) -> Counter[Turn]:
    """(player, roll, board after) of every turn; of an illegal play that was put right, as it stood then."""
    put_right = {line["by"]: line["board"] for line in truth if line["ev"] == "Corrected"}
    return Counter(
        (
            line["by"],
            tuple(sorted(line["dice"])),
            line["board_after"]
            if line.get("legal", True)
            else put_right.get(line["by"], line["board_after"]),
        )
        for line in truth
        if line["ev"] == "TurnPlayed"
    )


def told_turns(entries: Lines) -> Counter[Turn]:
    """The same as transcribed."""
    return Counter(
        (line["seat"], tuple(sorted(line["dice"])), line["board_after"])
        for line in entries
        if line["kind"] == "move"
    )


def true_acts(truth: Lines) -> Counter[tuple[str, str]]:
    """Doubles, takes and passes, by whom."""
    return Counter((ACTS[line["ev"]], line["by"]) for line in truth if line["ev"] in ACTS)


def told_acts(entries: Lines) -> Counter[tuple[str, str]]:
    """The same as transcribed."""
    return Counter((line["act"], line["seat"]) for line in entries if line["kind"] == "cube")


def true_and_told_ends(truth: Lines, entries: Lines) -> tuple[Counter[Any], Counter[Any]]:
    """The ends of games: winner, points, and the score then; points and score where the truth has them."""
    ended = [line for line in truth if line["ev"] == "GameEnded"]
    scored = all(line.get("points") for line in ended)
    want = Counter(
        (line["winner"], line["points"], line["score"]["A"], line["score"]["B"])
        if scored
        else (line["winner"],)
        for line in ended
    )
    got = Counter[Any]()
    for line in entries:
        if line["kind"] == "result" and line["result"]:
            winner, points = line["result"]["winner"], line["result"]["points"]
            a, b = line["score_before"]
            score = (a + points, b) if winner == "A" else (a, b + points)
            got[(winner, points, *score) if scored else (winner,)] += 1
    return want, got


def main() -> None:
    """Measure, and put the rows into the table in the place of those of the same rigs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="say what went wrong")
    parser.add_argument("--rig", choices=RIGS, action="append", help="only these rigs of readings")
    parser.add_argument("--matches", type=int, help="number of matches instead of the usual one; no table")
    parser.add_argument("--films", type=Path, help="folder of the films of transcribe_films.py")
    parser.add_argument("--only", type=int, nargs="*", help="numbers of films in it")
    parser.add_argument("--film", type=Path, nargs="*", default=[], help="folders of other films")
    parser.add_argument("--work", type=Path, help="folder in which what was read of films is kept")
    parser.add_argument("--look", action="store_true", help="change nothing in the table")
    args = parser.parse_args()
    rows: list[list[Any]] = []
    if args.films is None and not args.film:
        for rig in args.rig or RIGS:
            paths = match_table.chosen(args.matches or RIGS[rig][2])
            counts, games = of_readings(rig, paths, show=args.show)
            rows += _rows(f"readings, {rig}", games, counts)
    for folder in args.film:
        name = "sample match" if folder.resolve() == DEMO else folder.name
        counts, games = of_film(folder, args.work)
        rows += _rows(f"film, {name}", games, counts)
    if args.films is not None:
        rows += of_films(args.films, args.only or range(len(transcribe_films.MATCHES)), args.work)
    if args.matches is None and not args.look:
        _write(rows)


def of_films(films: Path, numbers: Iterable[int], work: Path | None) -> list[list[Any]]:
    """Rows of the films of transcribe_films.py, and of those that guided the work and the others together."""
    rows: list[list[Any]] = []
    right, whole = {name: Counter[str]() for name in TOGETHER}, {name: Counter[str]() for name in TOGETHER}
    games_of = Counter[str]()
    for number in numbers:
        counts, games = of_film(transcribe_films.made(number, films), work)
        rows += _rows(f"film {number:02d}: {transcribe_films.about(number)}", games, counts)
        name = TOGETHER[number >= transcribe_films.BLIND]
        right[name].update({what: n for what, (n, _) in counts.items()})
        whole[name].update({what: of for what, (_, of) in counts.items()})
        games_of[name] += games
    for name, games in games_of.items():
        rows += _rows(name, games, {what: (right[name][what], whole[name][what]) for what in whole[name]})
    return rows


def _write(rows: list[list[Any]]) -> None:
    new = {row[0] for row in rows}
    kept: list[list[Any]] = []
    if TABLE.is_file():
        with TABLE.open(encoding="utf-8", newline="") as file:
            kept = [row for row in list(csv.reader(file))[1:] if row[0] not in new]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["rig", "games", "what", "number", "of", "low", "high"])
        writer.writerows(sorted([*kept, *rows], key=lambda row: str(row[0])))


def _rows(rig: str, games: int, counts: Counts) -> list[list[Any]]:
    found: list[list[Any]] = []
    for kind, (number, of) in counts.items():
        share = Share.of(number, of)
        found.append([rig, games, kind, number, of, share.low, share.high])
        sys.stdout.write(f"{rig[:40]:40} {games:3} games  {kind:20} {share}\n")
    sys.stdout.flush()
    return found


if __name__ == "__main__":
    main()
