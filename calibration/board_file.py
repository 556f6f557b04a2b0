"""board.toml: where the board lies in the picture, kept between sessions.

Keys: ``size = [width, height]`` of the picture in pixels, ``corners = [[x, y], ...]`` of the field (top
left, top right, bottom right, bottom left), and optionally ``layout`` and ``bar = [left, right]`` as in
BoardGeometry, ``clock = [[x, y], [x, y]]``, two opposite corners of the game clock, and ``lens``, how much
the lens bends straight lines (`calibration.lens`): then all places are those of the straightened picture.
Other keys are left to other tools.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from calibration.clock_place import ClockPlace, clock_place, scaled_clock
from calibration.errors import BoardFileError, ClockPlaceError, CornersError, LensError
from calibration.geometry import DEFAULT_BAR, BoardGeometry, Layout
from calibration.lens import Lens


def read_board(path: Path) -> BoardGeometry:
    """The geometry in a board file; BoardFileError names the file and the key where one is wrong."""
    table = _table(path)
    corners = table.get("corners")
    if not isinstance(corners, list) or len(corners) != 4:
        raise _wrong(path, "corners", "four points [[x, y], [x, y], [x, y], [x, y]]")
    layout = table.get("layout", "bar_vertical")
    if layout not in get_args(Layout):
        raise _wrong(path, "layout", "one of " + ", ".join(get_args(Layout)))
    size = _size(path, table)
    points = [_numbers(path, "corners", corner) for corner in corners]
    bar = _numbers(path, "bar", table.get("bar", list(DEFAULT_BAR)))
    try:
        return BoardGeometry(tuple(points), size, layout, bar)
    except CornersError as error:
        raise BoardFileError(f"{path}: {error}") from error


def read_clock(path: Path, size: tuple[int, int]) -> ClockPlace | None:
    """Where the clock is by a board file, in pictures of a size (width, height); None where it says nothing.
    BoardFileError as for `read_board`."""
    table = _table(path)
    corners = table.get("clock")
    if corners is None:
        return None
    if not isinstance(corners, list) or len(corners) != 2:
        raise _wrong(path, "clock", "two opposite corners of the clock [[x, y], [x, y]]")
    try:
        place = clock_place([_numbers(path, "clock", corner) for corner in corners])
    except ClockPlaceError as error:
        raise BoardFileError(f"{path}: {error}") from error
    return scaled_clock(place, _size(path, table), size)


def read_lens(path: Path) -> Lens:
    """The lens of a board file. BoardFileError as for `read_board`."""
    bend = _table(path).get("lens", 0.0)
    if isinstance(bend, bool) or not isinstance(bend, int | float):
        raise _wrong(path, "lens", "a number, as gammonitor calibrate writes it")
    try:
        return Lens(float(bend))
    except LensError as error:
        raise BoardFileError(f"{path}: {error}") from error


def write_board(
    path: Path, geometry: BoardGeometry, clock: ClockPlace | None = None, lens: Lens | None = None
) -> None:
    """Write a board file that ``read_board``, ``read_clock`` and ``read_lens`` give back exactly."""
    corners = ", ".join(f"[{float(x)!r}, {float(y)!r}]" for x, y in geometry.corners)
    lines = [
        "# Where the board lies in the picture: pixels, top left, top right, bottom right, bottom left.",
        f"size = [{geometry.size[0]}, {geometry.size[1]}]",
        f"corners = [{corners}]",
        f'layout = "{geometry.layout}"',
        f"bar = [{float(geometry.bar[0])!r}, {float(geometry.bar[1])!r}]",
    ]
    if clock is not None:
        (x0, y0), (x1, y1) = clock
        lines += [
            "# Two opposite corners of the game clock.",
            f"clock = [[{x0!r}, {y0!r}], [{x1!r}, {y1!r}]]",
        ]
    if lens is not None and lens.bend:
        lines += [
            "# The lens bends straight lines: all of this is where it lies in the straightened picture.",
            f"lens = {lens.bend!r}",
        ]
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise BoardFileError(f"{path} cannot be written: {error.strerror}") from error


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BoardFileError(f"{path}: there is no such board file. Make one: gammonitor calibrate") from None
    except OSError as error:
        raise BoardFileError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoardFileError(f"{path} is not a board file: {error}") from error


def _size(path: Path, table: Mapping[str, Any]) -> tuple[int, int]:
    width, height = _numbers(path, "size", table.get("size"))
    if width < 1 or height < 1:
        raise _wrong(path, "size", "the picture's [width, height] in pixels")
    return round(width), round(height)


def _numbers(path: Path, key: str, value: Any) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise _wrong(path, key, "pairs of numbers")
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in value):
        raise _wrong(path, key, "pairs of numbers")
    return float(value[0]), float(value[1])


def _wrong(path: Path, key: str, wanted: str) -> BoardFileError:
    return BoardFileError(f"{path}: {key} must be {wanted}")
