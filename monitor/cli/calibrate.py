"""``gammonitor calibrate``: write down where the board lies."""

from pathlib import Path

import typer

from calibration.board_file import write_board
from calibration.geometry import Layout
from monitor.cli.placing import place_board
from vision.sources import open_source, read_picture
from vision.sources.frame import Plane
from vision.sources.pictures import PICTURE_SUFFIXES


def run_calibrate(
    source: str, output: Path, corners: str | None, layout: Layout | None, bar: str | None
) -> int:
    """Place the board in the first picture of a source and write the board file."""
    geometry = place_board(first_picture(source), corners, layout, bar)
    write_board(output, geometry)
    pairs = " ".join(f"{x:.0f},{y:.0f}" for x, y in geometry.corners)
    typer.echo(f'wrote {output}: corners "{pairs}", {geometry.layout}')
    if corners is None:
        typer.echo(f'look at it: gammonitor read PICTURE --corners "{pairs}" --debug-overlay FOLDER')
    return 0


def first_picture(source: str) -> Plane:
    """(h, w, 3) first picture of a picture file or of anything that can be watched."""
    path = Path(source)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return read_picture(path)
    opened = open_source(source)
    try:
        return next(iter(opened)).bgr
    finally:
        opened.close()
