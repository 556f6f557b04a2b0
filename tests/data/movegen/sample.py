"""Draws the small test sets beside this file from the full ones.

``python tests/data/movegen/sample.py ../shared`` : the folder that holds movegen/ and notation/. The draw is
seeded; the same full sets give the same bytes.
"""

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SEED = 20261120
PER_TAG = 24
NATURAL = 120
PER_REASON = 40
PLAYED = 2000
IDS = 200


def _lines(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return stream.read().splitlines()


def _write(name: str, lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    with (HERE / name).open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(text.encode("utf-8"))


def _compact(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":"))


def legal(source: Path, rng: random.Random) -> list[str]:
    """Some cases of every tag, of at most 120 results each, and cases met in play."""
    rows = [json.loads(line) for line in _lines(source)]
    by_tag: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        if row["n"] <= 120 or "many" in row["tags"]:
            for tag in row["tags"]:
                by_tag[tag].append(number)
    chosen: set[int] = set()
    for tag in sorted(by_tag):
        size = NATURAL if tag == "natural" else 4 if tag == "many" else PER_TAG
        chosen.update(rng.sample(by_tag[tag], min(size, len(by_tag[tag]))))
    keep = ("id", "pos", "dice", "ndice", "res", "mv", "tags", "alt")
    return [_compact({key: rows[i][key] for key in keep if key in rows[i]}) for i in sorted(chosen)]


def illegal(source: Path, rng: random.Random) -> list[str]:
    """Some boards built in every way."""
    by_reason: dict[str, list[str]] = defaultdict(list)
    for line in _lines(source):
        row = json.loads(line)
        for after, reason in row["bad"]:
            by_reason[reason].append(
                _compact({"pos": row["pos"], "dice": row["dice"], "after": after, "reason": reason})
            )
    return [
        line
        for reason in sorted(by_reason)
        for line in rng.sample(by_reason[reason], min(PER_REASON, len(by_reason[reason])))
    ]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path, help="folder with movegen/ and notation/")
    shared = parser.parse_args().shared
    rng = random.Random(SEED)
    _write("legal.jsonl.gz", legal(shared / "movegen" / "legal_dev.jsonl.gz", rng))
    _write("illegal.jsonl.gz", illegal(shared / "movegen" / "illegal_dev.jsonl.gz", rng))
    played = [line for line in _lines(shared / "movegen" / "played_dev.tsv.gz") if not line.startswith("#")]
    _write("played.tsv.gz", rng.sample(played, PLAYED))
    ids = (shared / "notation" / "ids_gnubg.jsonl").read_text("utf-8").splitlines()
    _write("ids.jsonl.gz", rng.sample(ids, IDS))


if __name__ == "__main__":
    main()
