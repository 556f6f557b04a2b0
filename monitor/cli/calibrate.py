"""``gammonitor calibrate``: write down where the board lies."""

from contextlib import suppress
from pathlib import Path

import typer

from calibration.board_file import write_board
from calibration.errors import BoardNotFoundError
from calibration.geometry import BoardGeometry, Layout
from models.errors import ModelError
from monitor.cli.calibrate_page import PlacingServer
from monitor.cli.placing import dice_in_sight, first_board, fitted_to_start, parse_bar, place_board
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
) -> int:
    """Place the board in the first picture of a source that shows it and write the board file.

    start: the board stands in the starting position; None: see whether it does.
    """
    picture = board_picture(source, look=corners is None and not by_hand)
    if by_hand:
        geometry = placed_by_hand(picture, corners, layout, bar)
    else:
        geometry = place_board(picture, corners, layout, bar)
    if start is not False:
        learnt = fitted_to_start(picture, geometry, asked=start is True)
        if learnt is not None:
            geometry = learnt.geometry
            typer.echo(
                f"fitted to the starting position: its points read with p {learnt.before:.3f} before, "
                f"{learnt.after:.3f} now (mean)"
            )
    write_board(output, geometry)
    pairs = " ".join(f"{x:.0f},{y:.0f}" for x, y in geometry.corners)
    typer.echo(f'wrote {output}: corners "{pairs}", {geometry.layout}')
    typer.echo(dice_in_sight(sight_of(geometry)))
    if corners is None and not by_hand:
        typer.echo(
            f"found by itself; to look at it and move the corners: gammonitor calibrate {source} --by-hand"
        )
    return 0


def placed_by_hand(
    picture: Plane, corners: str | None, layout: Layout | None, bar: str | None
) -> BoardGeometry:
    """The board as a person places it on a page in the browser, beginning with what is known or found."""
    start: BoardGeometry | None
    try:
        start = place_board(picture, corners, layout, bar)
    except (BoardNotFoundError, ModelError):
        start = None
    first_layout: Layout = layout or (start.layout if start else "bar_vertical")
    with PlacingServer(picture, start, first_layout, start.bar if start else parse_bar(bar)) as server:
        typer.echo(f"open {server.address} in a browser on this machine, place the corners, and save")
        return server.wait()


def board_picture(source: str, *, look: bool) -> Plane:
    """(h, w, 3) first picture of a picture file or of anything that can be watched.

    look: the first that shows the board, if one does.
    """
    path = Path(source)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return read_picture(path)
    opened = open_source(source)
    try:
        if look:
            with suppress(BoardNotFoundError):
                return first_board(opened, typer.echo, lambda: None)[1][0].bgr
        return next(iter(opened)).bgr
    finally:
        opened.close()
