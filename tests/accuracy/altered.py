"""Films changed and watched again, and what a change costs: for the tables of pushed cameras and of streams
that cut away, stand still, are mirrored or begin late."""

import argparse
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import av
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from films_table import ruleset_for, scored, watched  # noqa: E402
from films_wishes import LATEST  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.board_file import read_board  # noqa: E402
from calibration.cv import cv2  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from vision.sources import open_source  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

FILMS = sorted(LATEST)[:24]
"""The films that are changed."""
TIMES = 3
FIRST_S, LAST_S = 15.0, 30.0
"""A stream is changed so many times, so long after a film's beginning, and so long before its end at the
latest."""
MEASURES = {"turns": "turns", "rolls": "dice", "cube acts": "cube", "findings": "findings"}
Scored = dict[str, dict[str, int]]
Make = Callable[[Path, Path, int], dict[str, object]]
"""Makes the film of a folder into another one in a second folder, for film number K; what was done to it."""


def frames_of(folder: Path) -> tuple[list[Frame], BoardGeometry]:
    """All frames of a film, and where its board is."""
    source = open_source(str(folder / "match.mp4"))
    try:
        frames = list(source)
    finally:
        source.close()
    return frames, read_board(folder / "board.toml").scaled(frames[0].size)


def write_film(path: Path, pictures: Iterable[np.ndarray], rate: int = 5) -> None:
    """(h, w, 3) pictures as a film of so many a second."""
    with av.open(str(path), "w") as out:
        stream = None
        for picture in pictures:
            if stream is None:
                stream = out.add_stream("libx264", rate=rate, options={"crf": "22", "preset": "veryfast"})
                stream.width, stream.height = picture.shape[1], picture.shape[0]
                stream.pix_fmt = "yuv420p"
            whole = np.ascontiguousarray(picture)
            out.mux(stream.encode(av.VideoFrame.from_ndarray(whole, format="bgr24")))
        if stream is not None:
            out.mux(stream.encode())


def moments(rng: random.Random, length: float, lasting: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Beginning and end of every change of a film of so many seconds. lasting: how long they may last (s)."""
    part = (length - FIRST_S - LAST_S) / TIMES
    for k in range(TIMES):
        at = rng.uniform(FIRST_S + k * part, FIRST_S + (k + 1) * part - max(lasting))
        yield at, at + rng.choice(lasting)


def faces(size: tuple[int, int], seed: int) -> Callable[[float], np.ndarray]:
    """What might be faces, by the time (s): blurred colours that drift."""
    colours = np.random.default_rng(seed).integers(30, 200, (12, 20, 3), dtype=np.uint8)
    blurred = cv2.GaussianBlur(cv2.resize(colours, size, interpolation=cv2.INTER_CUBIC), (0, 0), 7)
    return lambda t: np.roll(blurred, int(t * 10), axis=1)


def run(
    words: str | None,
    name: str,
    make: Make,
    table: Path,
    argv: Sequence[str] | None,
    *,
    placed: bool = True,
) -> int:
    """The command of a table: reads where the films are, and compares. words: what it says of itself. The
    rest as for `compare`."""
    compare(work_of(words, argv), name, FILMS, make, table, placed=placed)
    return 0


def work_of(words: str | None, argv: Sequence[str] | None) -> Path:
    """The folder of the films, as the command of a table is told. words: what the table says of itself."""
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of the films")
    work: Path = parser.parse_args(argv).work
    return work


def compare(
    work: Path,
    name: str,
    numbers: Sequence[int],
    make: Make,
    table: Path,
    *,
    placed: bool = True,
    said: bool = True,
) -> None:
    """Change films, watch them unless that has been done, and write all measures without and with that.

    work: folder of the films as films_table.py has watched them; name: of the change and of a folder in it;
    placed: the true corners are given; said: and with what they play, presses being entered.
    """
    rows: list[dict[str, object]] = []
    for number in numbers:
        source = work / f"film{number:02d}"
        folder = work / name / source.name
        row = {"rig": number, **made(source, folder, number, make)}
        if not (folder / "score.json").exists():
            events = watched(folder, placed=placed, said=said, ruleset=ruleset_for(number))
            result = scored(folder, events, pressed=said)
            (folder / "score.json").write_text(json.dumps(asdict(result)), encoding="utf-8")
        both = [json.loads((one / "score.json").read_text(encoding="utf-8")) for one in (source, folder)]
        rows.append(row | _side_by_side(name, *both))
        print(rows[-1], flush=True)  # noqa: T201
    counts = [key for key in rows[0] if key.split(" ")[0] in ("turns", "rolls", "cube", "findings", "false")]
    total = {key: sum(int(str(row[key])) for row in rows) for key in counts}
    blank = dict.fromkeys(rows[0], "")
    write_rows(table, [*rows, {**blank, "rig": "all", **total}])


def made(source: Path, folder: Path, number: int, make: Make) -> dict[str, object]:
    """Make the film of a folder into another one unless that has been done; what was done to it."""
    known = folder / "change.json"
    if not known.exists():
        folder.mkdir(parents=True, exist_ok=True)
        change = make(source, folder, number)
        for file in ("truth.jsonl", "board.toml"):
            if not (folder / file).exists():
                shutil.copy(source / file, folder / file)
        known.write_text(json.dumps(change), encoding="utf-8")
    read: dict[str, object] = json.loads(known.read_text(encoding="utf-8"))
    return read


def _side_by_side(name: str, alone: Scored, after: Scored) -> dict[str, object]:
    row: dict[str, object] = {}
    for what, key in MEASURES.items():
        row |= {
            what: alone[key]["right"],
            f"{what} {name}": after[key]["right"],
            f"{what} of": after[key]["total"],
        }
    return row | {"false": len(alone["false"]), f"false {name}": len(after["false"])}
