"""How long a review takes until the transcript says what was played.

    python tests/accuracy/review_table.py                           the simulated 7-point matches
    python tests/accuracy/review_table.py --films DIR --work DIR    the films of transcribe_films.py
    python tests/accuracy/review_table.py --only poor               one kind of readings

The rows go into review.csv beside this file, in the place of those of the same matches. A row is one match:
its entries, how many are doubtful, and how many are wrong as transcribed (missing ones included); keys,
corrections and seconds of working through the doubtful entries (``reviewer.py`` says how it is counted), and
how many are wrong then; seconds with every other entry looked at as well, and how many are wrong after that.
"""

import argparse
import csv
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

import match_table
import transcribe_films
import transcribe_table
from fastapi.testclient import TestClient
from reviewer import Reviewer

from calibration.geometry import BoardGeometry
from fixtures.readings import readings
from fixtures.whole_match import MatchScript, match_of
from monitor.config import MatchConfig
from monitor.review import ReviewFolder
from monitor.review.app import review_app
from monitor.transcribe import ReadingsFolder, Survey, Unit, UnitReadings, derive, follow_units, write
from monitor.transcribe.recording import Group
from monitor.transcribe.survey import SurveyedFile
from monitor.transcribe.survey_json import survey_to_json

TABLE = Path(__file__).with_name("review.csv")
COLUMNS = (
    "match", "entries", "doubtful", "wrong", "keys", "corrections", "seconds", "wrong then",
    "seconds with all entries", "wrong at the end",
)  # fmt: skip
KINDS = {"poor": "5 fps, poor", "very poor": "5 fps, very poor", "2 fps": "2 fps, poor"}
"""Rigs of transcribe_table.py."""
SEVEN_POINTS = ("0771", "1312")
"""Numbers of shared transcripts of 7-point matches, 118 and 119 turns."""
UNIT_S = 30.0
Row = dict[str, Any]


def staged(script: MatchScript, rig: str, seed: int, folder: Path) -> None:
    """The folder that transcribing such readings would have written; there is no video."""
    fps, noise, _ = transcribe_table.RIGS[rig]
    corners = ((100.0, 100.0), (1180.0, 100.0), (1180.0, 620.0), (100.0, 620.0))
    where = BoardGeometry(corners, (1280, 720))
    store, units = ReadingsFolder(folder / "readings"), list[Unit]()
    seen_all = readings(script, fps=fps, noise=noise, seed=seed)
    for number, part in groupby(seen_all, lambda reading: int(reading.t / UNIT_S)):
        group, end = Group(number, number, number * UNIT_S, 0), (number + 1) * UNIT_S
        unit = Unit(folder / "none.mp4", "0" * 64, where, fps, ((group, True),), number + 1, end)
        seen = list(part)
        moments = [(place, reading.t) for place, reading in enumerate(seen)]
        store.keep(UnitReadings.of(unit.key, seen, moments, len(seen), 0))
        units.append(unit)
    file = SurveyedFile("none.mp4", folder / "none.mp4", "0" * 64, 0.0, units[-1].end, 0.0, (), tuple(units))
    found, config = Survey((file,)), MatchConfig(length=script.length)
    (folder / "survey.json").write_text(json.dumps(survey_to_json(found, config)), encoding="utf-8")
    write(derive(found, follow_units(found, config, store)), folder)


def reviewed(name: str, folder: Path, truth: Sequence[Mapping[str, Any]]) -> Row:
    """The row of one review; the folder is changed by it."""
    (folder / "corrections.json").unlink(missing_ok=True)
    with TestClient(review_app(ReviewFolder(folder)), base_url="http://127.0.0.1") as client:
        reviewer = Reviewer(client, truth)
        row: Row = {"match": name, "entries": len(reviewer.entries), "wrong": reviewer.wrong()}
        row["doubtful"] = len({moment["id"] for moment in reviewer.state["moments"]})
        reviewer.doubts()
        row |= {"keys": reviewer.spent.keys, "corrections": reviewer.spent.corrections}
        row |= {"seconds": round(reviewer.spent.seconds), "wrong then": reviewer.wrong()}
        reviewer.rest()
        row["seconds with all entries"] = round(reviewer.spent.seconds)
        row["wrong at the end"] = reviewer.wrong()
    for text in reviewer.refused:
        sys.stdout.write(f"    refused: {text}\n")
    sys.stdout.write(", ".join(f"{column} {row[column]}" for column in COLUMNS) + "\n")
    sys.stdout.flush()
    return row


def of_readings(kind: str, number: str, seed: int) -> Row:
    """A 7-point match of readings of this kind."""
    script = match_of(match_table.MATCHES / f"bglab-lasse-{number}.mat", seed)
    with tempfile.TemporaryDirectory() as folder:
        staged(script, KINDS[kind], seed, Path(folder))
        return reviewed(f"readings, {KINDS[kind]}, {number}", Path(folder), script.truth)


def main(argv: Sequence[str] | None = None) -> None:
    """Review, and put the rows into the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=KINDS, action="append", help="only these kinds of readings")
    parser.add_argument("--films", type=Path, help="folder of the films of transcribe_films.py")
    parser.add_argument("--work", type=Path, help="where transcribe_table.py has kept what was read of them")
    args = parser.parse_args(argv)
    rows: list[Row] = []
    if args.films is None:
        for kind in args.only or KINDS:
            rows += [of_readings(kind, number, seed) for seed, number in enumerate(SEVEN_POINTS)]
    else:
        for number in range(len(transcribe_films.MATCHES)):
            film = transcribe_films.folder_of(number, args.films)
            if (args.work / film.name / "review.json").exists():
                lines = (film / "truth.jsonl").read_text(encoding="utf-8").splitlines()
                rows.append(reviewed(f"film {number:02d}", args.work / film.name, [*map(json.loads, lines)]))
    kept = []
    if TABLE.is_file():
        with TABLE.open(encoding="utf-8", newline="") as file:
            kept = [row for row in csv.DictReader(file) if row["match"] not in {new["match"] for new in rows}]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted([*kept, *rows], key=lambda row: str(row["match"])))


if __name__ == "__main__":
    main()
