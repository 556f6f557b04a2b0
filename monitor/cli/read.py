"""``gammonitor read``: single pictures, with no knowledge of the game before or after."""

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

import typer

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError
from calibration.geometry import BoardGeometry, Layout, parse_corners
from monitor.cli.placing import parse_bar, place_board
from monitor.still import in_words, lost, still_reading
from vision.errors import SourceError
from vision.overlay import draw_reading
from vision.reader import Reader
from vision.reading import Reading
from vision.sources import Frame, read_picture
from vision.sources.frame import Plane


def run_read(
    pictures: Sequence[Path],
    corners: str | None,
    layout: Layout | None,
    bar: str | None,
    as_json: bool,
    overlay: Path | None,
) -> int:
    """Read every picture; 0, or 2 when one of them is no picture or shows no board."""
    if corners is not None:
        parse_corners(corners)
    parse_bar(bar)
    faults = 0
    for path in pictures:
        started = perf_counter()
        try:
            picture = read_picture(path)
            decoded = perf_counter()
            geometry, lens = place_board(picture, corners, layout, bar)
        except (SourceError, BoardNotFoundError) as error:
            faults += 1
            said = str(error) if str(path) in str(error) else f"{path}: {error}"
            sys.stderr.write(f"gammonitor: {said}\n")
            if as_json:
                typer.echo(json.dumps(lost(str(path), str(error)), ensure_ascii=False))
            continue
        located = perf_counter()
        straight = lens.picture(picture)
        reading = Reader(geometry).read(Frame(0, 0.0, straight, source=path.name), alone=True)
        steps = {"decode": decoded - started, "locate": located - decoded, "read": perf_counter() - located}
        size = (picture.shape[1], picture.shape[0])
        ms = {name: s * 1e3 for name, s in steps.items()}
        answer = still_reading(str(path), geometry, reading, ms, partial(lens.bent, size=size))
        typer.echo(json.dumps(answer, ensure_ascii=False) if as_json else "\n".join(in_words(answer)))
        if overlay is not None:
            _draw(overlay, path, straight, geometry, reading)
    return 2 if faults else 0


def _draw(folder: Path, path: Path, picture: Plane, geometry: BoardGeometry, reading: Reading) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = cv2.imencode(".jpg", draw_reading(picture, geometry, reading))[1]
    (folder / f"{path.stem}_overlay.jpg").write_bytes(data.tobytes())
