"""Where the board is, from whatever the command line says about it."""

from calibration.geometry import DEFAULT_BAR, BoardGeometry, Layout, parse_corners
from monitor.cli.errors import UsageError
from vision.find import find_board
from vision.sources.frame import Plane


def parse_bar(text: str | None) -> tuple[float, float]:
    """The bar's edges written as ``"0.47,0.53"``; the usual ones where nothing is said."""
    if text is None:
        return DEFAULT_BAR
    try:
        left, right = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f'--bar {text!r}: write the two edges as "0.47,0.53"') from None
    return left, right


def place_board(picture: Plane, corners: str | None, layout: Layout | None, bar: str | None) -> BoardGeometry:
    """The board in a (h, w, 3) picture: from the given corners, else found; BoardNotFoundError if neither."""
    height, width = picture.shape[:2]
    if corners is not None:
        return BoardGeometry(
            parse_corners(corners), (width, height), layout or "bar_vertical", parse_bar(bar)
        )
    found = find_board(picture).geometry
    edges = found.bar if bar is None else parse_bar(bar)
    return BoardGeometry(found.corners, found.size, layout or found.layout, edges)
