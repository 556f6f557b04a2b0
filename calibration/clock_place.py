"""Where the game clock stands in the picture: two opposite corners of it, in pixels."""

from collections.abc import Sequence

import numpy as np

from calibration.errors import ClockPlaceError
from calibration.geometry import parse_points
from calibration.lens import Lens

ClockPlace = tuple[tuple[float, float], tuple[float, float]]
SMALLEST = 8.0
"""A clock smaller than this each way, in pixels, shows no hand."""


def clock_place(points: Sequence[Sequence[float]]) -> ClockPlace:
    """Two opposite corners in whichever order; ClockPlaceError where they are no place of a clock."""
    if len(points) != 2 or any(len(point) != 2 for point in points):
        raise ClockPlaceError('the clock has two opposite corners, "x,y x,y", in pixels of the picture')
    (x0, y0), (x1, y1) = points
    wide, high = abs(x1 - x0), abs(y1 - y0)
    if not min(wide, high) >= SMALLEST:
        raise ClockPlaceError(
            f"a clock {wide:.0f} pixels wide and {high:.0f} high is too small to see a hand on it; give two "
            "opposite corners of it"
        )
    return (float(x0), float(y0)), (float(x1), float(y1))


def parse_clock(text: str) -> ClockPlace:
    """Two opposite corners written as ``"x,y x,y"``."""
    return clock_place(parse_points(text))


def scaled_clock(place: ClockPlace, size: tuple[int, int], other: tuple[int, int]) -> ClockPlace:
    """The same place, given in pictures of one size, (width, height), in those of another."""
    kx, ky = other[0] / size[0], other[1] / size[1]
    (x0, y0), (x1, y1) = place
    return (x0 * kx, y0 * ky), (x1 * kx, y1 * ky)


def straight_clock(place: ClockPlace, lens: Lens, size: tuple[int, int]) -> ClockPlace:
    """The same place, given in a picture of some size, in the straightened one."""
    (x0, y0), (x1, y1) = lens.straight(np.array(place), size).tolist()
    return (x0, y0), (x1, y1)
