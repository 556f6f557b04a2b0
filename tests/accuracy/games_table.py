"""Several games in one stream, set up anew by hand; games to the last man; and what is seldom seen.

    python tests/accuracy/games_table.py --work DIR      writes games.csv
    python tests/accuracy/games_table.py --work DIR --only discussed    its rows of this kind alone

Of the films of `films_table.py` each is one game, whose men stand as a machine puts them. Here the board is
set up by hand between games: four short ones in a film, and at a human pace two or three of fourteen turns.
Men put up loosely reach further along a point, as if there were one more. Games to the last man have tall
columns. What is seldom seen are slips of which films.csv has none or few, cameras and streams at their worst,
and small pictures. Those discussed begin with a position of some other game that is gone over, and so is one
or two of every game after it; in those tried, dice are thrown and taken up before the opening roll. Films are
made where they are not there yet, on boards, cameras and hands not trained on. Blind ones were watched once
by what the films before them had led to; so were those to the last man and the seldom seen.
"""

import argparse
import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from films_table import made, scored, watched  # noqa: E402
from table_file import write_rows  # noqa: E402

from fixtures.score import Score  # noqa: E402

TABLE = Path(__file__).with_name("games.csv")
MEASURES = ("turns", "dice", "cube", "games", "findings", "in_time")
SHORT = (
    "",
    "--mixed",
    "--ends clock",
    "--ends tap --baffle",
    "--varied",
    "--view low",
    "--view end",
    "--company 0.3",
    "--varied",
    "--irregular setup_missing=in_time",
    "--irregular setup_moved=in_time",
    "--varied --irregular setup_exchanged=in_time",
    "--lean 0.2",
    "--view seated",
    "--varied",
    "--no-bar",
    "--slide 0.3",
    "--view corner",
    "--varied",
    "--varied",
    "--irregular setup_mirrored=in_time",
    "--irregular cube_start_face",
    "--varied",
    "--view overhead",
)
"""How people play, and what goes wrong, in films of four games of three turns, each ended by a pass."""
LONG = (
    "--games 2 --turns 14 --fps 12 --physics",
    "--games 2 --turns 14 --fps 12 --physics",
    "--games 2 --turns 14 --fps 25",
    "--games 2 --turns 14 --fps 12 --irregular cocked:0.1,wrong_pips=in_time --physics",
    "--games 3 --turns 10 --fps 12 --size 1920x1080",
    "--games 2 --turns 14 --fps 25 --irregular on_checker,setup_moved=in_time,shuffle",
    "--games 2 --turns 14 --fps 12 --physics",
    "--games 2 --turns 14 --fps 12 --irregular premature_roll,must_play_more=in_time,shuffle",
    "--games 3 --turns 10 --fps 12",
    "--games 2 --turns 14 --fps 25 --irregular off_board,wrong_side,shuffle --physics",
    "--games 2 --turns 14 --fps 12 --physics",
)
"""The same for films at a human pace, everything else drawn by chance."""
LONG_BLIND = (
    "--games 2 --turns 14 --fps 12 --physics --irregular cocked:0.1",
    "--games 2 --turns 14 --fps 12 --irregular wrong_pips=in_time,shuffle --ends clock",
    "--games 2 --turns 14 --fps 25 --physics --view low",
    "--games 2 --turns 14 --fps 12 --physics",
    "--games 3 --turns 8 --fps 12 --irregular must_play_more=in_time,setup_missing=in_time --mixed",
    "--games 2 --turns 14 --fps 12 --ends tap --baffle --physics",
    "--games 2 --turns 14 --fps 12 --physics --view corner",
)
WHOLE = (
    "",
    "--varied",
    "--physics --varied",
    "--varied --company 0.3",
    "--varied --slide 0.2",
    "--varied --irregular shuffle,wrong_pips=in_time",
)
WHOLE_BLIND = (
    "",
    "--view low",
    "--varied --view end",
    "--mixed --ends clock",
    "--view corner --irregular premature_bearoff=in_time,wrong_pips=in_time",
    "--varied",
    "--no-bar --irregular cocked:0.1",
    "--view overhead --irregular must_play_more=in_time",
)
WHOLE_ANEW = (
    "--varied",
    "--view low --mixed",
    "--view seated --varied --irregular shuffle",
    "--physics --ends clock",
    "--varied --company 0.3 --irregular premature_bearoff=in_time",
    "--no-bar --varied",
)
"""Games to the last man, at a quick pace."""
DISCUSSED = (
    "",
    "--varied",
    "--varied --view low",
    "--mixed",
    "--ends clock",
    "--varied",
    "--view end",
    "--varied --company 0.3",
    "--varied --irregular setup_moved=in_time",
)
"""Games that are gone over; and such before which dice are tried."""
RELAID = (
    "",
    "--varied",
    "--varied --view low",
    "--mixed --irregular cocked:0.2",
    "--view corner --mixed",
    "--varied",
    "--view end",
    "--varied --company 0.3",
    "--no-bar",
    "--view seated --irregular wrong_pips=in_time",
    "--varied",
    "--view overhead --irregular cocked:0.2",
)
"""Such whose players push their dice about, gather them, or take them up too soon and lay them back."""
SELDOM = (
    "--score 4-2 --irregular crawford_cube_left",
    "--score 2-4 --irregular cube_crawford",
    "--irregular cube_after_roll",
    "--irregular cocked:0.3,cube_after_invalid_roll",
    "--irregular setup_mirrored=in_time",
    "--irregular off_turn_touched,shuffle",
    "--irregular on_bar",
    "--irregular cube_start_face",
    "--irregular cube_no_access",
    "--logo",
    "--tremble 2",
    "--graphics",
    "--stream 700",
    "--interlaced",
    "--jolt 0.3",
    "--shake 0.5",
)
"""Each is filmed three times: everything else drawn by chance, from low down, and with a clock."""
PLAIN = 9
"""From this one on the first time has nothing else drawn."""
WORST = (
    "--mixed --stream 500 --tremble 2 --jolt 0.3 --company 0.3 --lean 0.15 --slide 0.3 --view seated",
    (
        "--mixed --stream 500 --graphics --jolt 0.3 --company 0.3 --lean 0.15 --slide 0.3 --view low"
        " --irregular wrong_pips=in_time"
    ),
    (
        "--mixed --shake 0.5 --tremble 3 --jolt 0.3 --company 0.3 --lean 0.15 --ends clock"
        " --irregular must_play_more=late"
    ),
    "--mixed --stream 700 --logo --baffle --company 0.3 --slide 0.3 --irregular blocked_path=in_time",
    (
        "--interlaced --mixed --jolt 0.3 --company 0.3 --lean 0.15 --slide 0.3 --view corner"
        " --irregular premature_roll"
    ),
    "--no-bar --stream 700 --tremble 2 --company 0.3 --slide 0.3 --irregular cocked:0.2",
    (
        "--shutter 0.02 --mixed --jolt 0.3 --company 0.3 --slide 0.3 --view end"
        " --irregular own_checker_to_bar=in_time"
    ),
    "--size 960x540 --stream 500 --company 0.3 --slide 0.3 --irregular wrong_direction=late",
    "--size 854x480 --mixed --view seated",
    "--size 854x480 --mixed --view low --irregular wrong_pips=in_time",
    "--size 854x480 --varied",
    "--size 854x480 --varied --irregular must_play_more=in_time",
)
"""Everything at once, and small pictures."""


def seldom() -> list[str]:
    """The wishes of films of what is seldom seen."""
    first = [f"{wish} --varied" if n < PLAIN else wish for n, wish in enumerate(SELDOM)]
    others = [f"{wish} {more}" for more in ("--view low", "--ends clock") for wish in SELDOM]
    return [*first, *others, *WORST]


SETS = {
    "short": {3100 + n: wish for n, wish in enumerate(SHORT)},
    "short, blind": {3124 + n: wish for n, wish in enumerate(SHORT[:12])},
    "long": {3000 + n: wish for n, wish in enumerate(LONG)},
    "long, blind": dict(zip((*range(3012, 3018), 3019), LONG_BLIND, strict=True)),
    "whole": {3200 + n: wish for n, wish in enumerate(WHOLE)},
    "whole, blind": {3206 + n: wish for n, wish in enumerate(WHOLE_BLIND)},
    "whole, anew": dict(zip((*range(3214, 3218), 3219, 3221), WHOLE_ANEW, strict=True)),
    "seldom": {3300 + n: wish for n, wish in enumerate(seldom())},
    "discussed": {3400 + n: wish for n, wish in enumerate(DISCUSSED)},
    "tried": {3430 + n: wish for n, wish in enumerate(DISCUSSED[:7])},
    "relaid": {3440 + n: wish for n, wish in enumerate(RELAID)},
    "relaid, blind": {3452 + n: wish for n, wish in enumerate(RELAID)},
}
HOW = {
    "short": (600_000, "--games 4 --turns 3 --length 7 --fps 5"),
    "long": (500_000, "--length 5 --pace real --varied"),
    "whole": (700_000, "--games 1 --turns 0 --length 1 --fps 5"),
    "seldom": (800_000, "--games 1 --turns 8 --length 5 --fps 5"),
    "discussed": (900_000, "--games 2 --turns 5 --length 5 --fps 5 --discuss 1"),
    "tried": (900_000, "--games 2 --turns 2 --length 5 --fps 5 --tries 1"),
    "relaid": (900_000, "--games 1 --turns 12 --length 5 --fps 5 --relays 0.5"),
}
"""What is added to the number of a film as its seed, and what all films of a kind have."""


def film(name: str, number: int, work: Path) -> Path:
    """The folder of a film, which is made if it is not there."""
    more, how = HOW[name.partition(",")[0]]
    wish = f"--rig {number} --seed {number + more} {how} {SETS[name][number]}"
    return made(work / f"film{number}", wish.split())


def row_of(kind: str, rig: object, wish: str, scores: Sequence[Score]) -> dict[str, object]:
    """What was right in some films together."""
    row: dict[str, object] = {"kind": kind, "rig": rig, "wish": wish}
    for name in MEASURES:
        shares = [getattr(one, name) for one in scores]
        row |= {name: sum(s.right for s in shares), f"{name} of": sum(s.total for s in shares)}
    return row | {
        "false": sum(len(one.false) for one in scores),
        "seconds": round(sum(one.seconds for one in scores)),
    }


def rows_of(scores: dict[str, dict[int, Score]]) -> Iterable[dict[str, object]]:
    """A row a film, then each set together."""
    for name, films in scores.items():
        for number, one in films.items():
            yield row_of(name, number, SETS[name][number], [one])
    for name, films in scores.items():
        yield row_of(name, "all", "", list(films.values()))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for the films; they are reused")
    parser.add_argument("--again", action="store_true", help="follow what was read before again")
    parser.add_argument("--only", choices=SETS, help="films of one kind; the others' rows stay")
    args = parser.parse_args(argv)
    scores: dict[str, dict[int, Score]] = {}
    for name, wishes in SETS.items():
        if args.only not in (None, name):
            continue
        scores[name] = {}
        for number in wishes:
            folder = film(name, number, args.work)
            stored = folder / "events.jsonl"
            events = stored if args.again and stored.exists() else watched(folder)
            scores[name][number] = scored(folder, events, again=args.again)
            print(number, scores[name][number], flush=True)  # noqa: T201
    rows = list(rows_of(scores))
    if args.only is not None:
        with TABLE.open(encoding="utf-8", newline="") as file:
            old = [row for row in csv.DictReader(file) if row["kind"] != args.only]
        rows = sorted([*old, *rows], key=lambda row: row["rig"] == "all")
    write_rows(TABLE, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
