"""``gammonitor calibrate``: write down where the board lies."""

from contextlib import closing
from pathlib import Path

import typer

from calibration.board_file import write_board
from calibration.clock_place import parse_clock, straight_clock
from calibration.errors import BoardNotFoundError
from calibration.geometry import BoardGeometry, Layout
from calibration.lens import Lens
from models.errors import ModelError
from monitor.cli.calibrate_page import PlacingServer
from monitor.cli.placing import (
    clock_in_sight,
    dice_in_sight,
    first_board,
    fitted_to_start,
    lens_in_sight,
    parse_bar,
    place_board,
)
from vision.clock_spot import ClockSpot
from vision.sight import sight_of
from vision.sources import open_source, read_picture
from vision.sources.frame import Plane
from vision.sources.pictures import PICTURE_SUFFIXES


def run_calibrate(
    source: str,
    output: Path,
    corners: str | None,
    layout: Layout | None,
    bar: str | None,
    by_hand: bool,
    start: bool | None,
    clock_at: str | None = None,
) -> int:
    """Place the board in the first picture of a source that shows it and write the board file.

    start: the board stands in the starting position; None: see whether it does. clock_at: two opposite
    corners of the game clock, which go into the board file, too.
    """
    clock = None if clock_at is None else parse_clock(clock_at)
    if corners is None and not by_hand and not _is_picture(source):
        size, picture, geometry, lens = looked_for(source, layout, bar)
    else:
        raw = first_picture(source)
        place = placed_by_hand if by_hand else place_board
        geometry, lens = place(raw, corners, layout, bar)
        size, picture = (raw.shape[1], raw.shape[0]), lens.picture(raw)
    clock = None if clock is None else straight_clock(clock, lens, size)
    if start is not False:
        learnt = fitted_to_start(picture, geometry, asked=start is True)
        if learnt is not None:
            geometry = learnt.geometry
            typer.echo(
                f"fitted to the starting position: its points read with p {learnt.before:.3f} before, "
                f"{learnt.after:.3f} now (mean)"
            )
    write_board(output, geometry, clock, lens)
    pairs = " ".join(f"{x:.0f},{y:.0f}" for x, y in geometry.corners)
    typer.echo(f'wrote {output}: corners "{pairs}", {geometry.layout}')
    if lens.bend:
        typer.echo(lens_in_sight(lens))
    typer.echo(dice_in_sight(sight_of(geometry)))
    if clock is not None:
        typer.echo(clock_in_sight(ClockSpot(geometry, clock)))
    if corners is None and not by_hand:
        typer.echo(
            f"found by itself; to look at it and move the corners: gammonitor calibrate {source} --by-hand"
        )
    return 0


def placed_by_hand(
    picture: Plane, corners: str | None, layout: Layout | None, bar: str | None
) -> tuple[BoardGeometry, Lens]:
    """The board as a person places it in the straightened picture on a page in the browser, beginning with
    what is known or found; and the lens."""
    start: BoardGeometry | None
    try:
        start, lens = place_board(picture, corners, layout, bar)
    except (BoardNotFoundError, ModelError):
        start, lens = None, Lens()
    first_layout: Layout = layout or (start.layout if start else "bar_vertical")
    shown = lens.picture(picture)
    with PlacingServer(shown, start, first_layout, start.bar if start else parse_bar(bar)) as server:
        typer.echo(f"open {server.address} in a browser on this machine, place the corners, and save")
        return server.wait(), lens


def looked_for(
    source: str, layout: Layout | None, bar: str | None
) -> tuple[tuple[int, int], Plane, BoardGeometry, Lens]:
    """Of what can be watched the size of its pictures, the first that shows the board, (h, w, 3) and
    straightened, where it lies, as `watch` finds it, and the lens. Raises BoardNotFoundError."""
    with closing(open_source(source)) as opened:
        found, (first, *_), lens = first_board(opened, typer.echo, lambda: None)
        size = opened.size
    return size, first.bgr, found.as_said(layout, None if bar is None else parse_bar(bar)), lens


def first_picture(source: str) -> Plane:
    """(h, w, 3) first picture of a picture file or of anything that can be watched."""
    if _is_picture(source):
        return read_picture(Path(source))
    with closing(open_source(source)) as opened:
        return next(iter(opened)).bgr


def _is_picture(source: str) -> bool:
    return Path(source).suffix.lower() in PICTURE_SUFFIXES
