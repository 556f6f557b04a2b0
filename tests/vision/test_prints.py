"""Numbers printed on the points look like a cube now and then, but nobody has put one there."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.lone_dice import PICTURE, PLACE
from vision.bare import UNSEEN_S, BareBoard
from vision.prints import ELSEWHERE, Prints, longer_side, on_field
from vision.reading import CubeReading
from vision.sources.frame import Frame


def cube(u: float, v: float, value: int = 16) -> CubeReading:
    return CubeReading(value, 0.95, PLACE.picture_point(u, v), (u, v))


PRINT, OFFERED, ON_BAR, BESIDE = cube(0.8, 0.96), cube(0.75, 0.5, 2), cube(0.5, 0.5, 64), cube(1.05, 0.5, 64)


HALF = 0.025
"""Half a cube, in lengths of the field's longer side."""


def picture(*cubes: CubeReading) -> NDArray[np.uint8]:
    """A board with a light square for each of these."""
    values = np.full(PICTURE.shape, 60, np.uint8)
    side = int(HALF * longer_side(PLACE))
    for one in cubes:
        x, y = (int(at) for at in one.xy)
        values[max(0, y - side) : y + side, max(0, x - side) : x + side] = 180
        values[y - 2 : y + 2, max(0, x - 4) : x + 4] = 20
    return values


def prints(*shown: CubeReading) -> Prints:
    """With a picture of the board, at 0 s, that shows these."""
    bare = BareBoard()
    bare.watch(Frame(0, 0.0, picture(*shown)))
    return Prints(bare)


def at(t: float, *shown: CubeReading) -> Frame:
    return Frame(round(10 * t), t, picture(*shown))


def test_what_was_there_long_before_is_printed() -> None:
    assert prints(PRINT).without(PRINT, at(UNSEEN_S, PRINT), PLACE) is None
    assert prints().without(PRINT, at(UNSEEN_S, PRINT), PLACE) == PRINT
    assert prints(PRINT).without(None, at(UNSEEN_S, PRINT), PLACE) is None


def test_of_a_moment_ago_it_may_be_a_cube_that_was_not_read_yet() -> None:
    assert prints(OFFERED).without(OFFERED, at(UNSEEN_S - 0.1, OFFERED), PLACE) == OFFERED


@pytest.mark.parametrize("home", [ON_BAR, BESIDE])
def test_a_cube_waits_on_the_bar_or_beside_the_field_for_as_long_as_it_likes(home: CubeReading) -> None:
    assert not on_field(home.uv, PLACE)
    assert prints(home).without(home, at(60.0, home), PLACE) == home


def test_a_cube_that_was_put_there_stays_one_however_long_it_waits_for_its_answer() -> None:
    bare = BareBoard()
    told = Prints(bare)
    bare.watch(at(0.0))
    for t in np.arange(UNSEEN_S, UNSEEN_S + 60, 0.5).tolist():
        frame = at(t, OFFERED)
        bare.watch(frame)
        assert told.without(OFFERED, frame, PLACE) == OFFERED


def test_print_is_known_again_once_the_cube_has_gone() -> None:
    """Read before there is any picture of the board it may be a cube, until one lies elsewhere."""
    bare = BareBoard()
    told = Prints(bare)
    for t in (0.0, 3.0, 6.0):
        bare.watch(at(t, PRINT))
        assert told.without(PRINT, at(t, PRINT), PLACE) == PRINT
    assert told.without(OFFERED, at(30.0, PRINT, OFFERED), PLACE) == OFFERED
    assert told.without(PRINT, at(30.2, PRINT, OFFERED), PLACE) == PRINT
    for t in range(ELSEWHERE):
        assert told.without(OFFERED, at(31.0 + t, PRINT, OFFERED), PLACE) == OFFERED
    assert told.without(PRINT, at(31.0 + ELSEWHERE, PRINT), PLACE) is None
    assert told.without(BESIDE, at(42.0, PRINT, BESIDE), PLACE) == BESIDE
    assert told.without(PRINT, at(43.0, PRINT), PLACE) is None


def test_a_shadow_over_print_makes_no_cube_of_it() -> None:
    dark = Frame(99, 20.0, (picture(PRINT) * 0.5).astype(np.uint8))
    assert prints(PRINT).without(PRINT, dark, PLACE) is None


def test_a_place_that_something_was_over_for_a_moment_is_print_again_when_it_looks_as_before() -> None:
    told = prints(PRINT)
    covered = Frame(99, 20.0, np.full(PICTURE.shape, 90, np.uint8))
    assert told.without(PRINT, covered, PLACE) == PRINT
    assert told.without(PRINT, at(20.4, PRINT), PLACE) is None


def test_a_cube_is_known_where_it_was_put_after_something_else_was_read_elsewhere() -> None:
    bare = BareBoard()
    told, elsewhere = Prints(bare), cube(0.65, 0.5, 64)
    bare.watch(at(0.0))
    assert told.without(OFFERED, at(12.0, OFFERED), PLACE) == OFFERED
    for t in (15.0, 18.0, 21.0, 24.0):
        bare.watch(at(t, OFFERED))
    assert told.without(elsewhere, at(40.0, OFFERED, elsewhere), PLACE) == elsewhere
    assert told.without(OFFERED, at(41.0, OFFERED), PLACE) == OFFERED


def test_a_pale_cube_on_a_plain_board_is_known_by_its_edges() -> None:
    blank = picture(OFFERED)
    blank[blank == 20] = 180
    assert prints().without(OFFERED, Frame(99, 20.0, blank), PLACE) == OFFERED


def test_beyond_the_picture_nothing_can_be_compared() -> None:
    beyond = CubeReading(2, 0.9, (5000.0, 5000.0), (0.75, 0.5))
    assert prints().without(beyond, at(20.0), PLACE) == beyond
