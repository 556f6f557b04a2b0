"""Which candidate is the cube, and how near the edge of the view one is looked for."""

from dataclasses import replace

import numpy as np
import pytest

from vision.cube_choice import NO_CUBE, is_cube, likeliest_cube, upper_face
from vision.dice_crop import field_edge
from vision.dice_find import STRIDE, Candidate, peaks
from vision.dice_spec import BASE_EDGE, BOARD_SIZE, MARGIN

ASPECT = 0.85


def faces(**number: float) -> np.ndarray:
    """(13,) probabilities: "cube" spread over all cube values, "sixty_four" on one."""
    row = np.zeros(13, np.float32)
    row[7:] = number.get("cube", 0.0) / 6
    row[12] += number.get("sixty_four", 0.0)
    row[0] = 1 - row.sum()
    return row


def test_what_shows_a_number_comes_before_what_only_looks_like_a_cube() -> None:
    lid, cube = (Candidate(True, heat, 100.0, 100.0, 20.0) for heat in (0.7, 0.4))
    assert likeliest_cube([lid, cube], np.stack([faces(cube=0.95), faces(cube=0.2, sixty_four=0.7)])) == 1
    assert likeliest_cube([lid, cube], np.stack([faces(cube=0.95), faces(cube=0.5)])) == 0


def test_a_number_on_what_is_as_small_as_a_die_comes_after_the_cube() -> None:
    """Such as is printed on a frame; where nothing else shows a number it may be a small cube."""
    printed, cube = Candidate(False, 0.59, 100.0, 300.0, 7.0), Candidate(True, 0.53, 20.0, 150.0, 18.0)
    shown = np.stack([faces(sixty_four=0.95), faces(sixty_four=1.0)])
    assert likeliest_cube([printed, cube], shown) == 1
    assert likeliest_cube([printed, cube], np.stack([faces(sixty_four=0.95), faces(cube=0.3)])) == 0


def test_where_a_die_is_known_to_lie_is_no_cube() -> None:
    die, cube = Candidate(False, NO_CUBE, 100.0, 100.0, 20.0), Candidate(True, 0.4, 200.0, 100.0, 20.0)
    shown = np.stack([faces(sixty_four=0.99), faces(sixty_four=0.6)])
    assert likeliest_cube([die, cube], shown) == 1
    assert not is_cube(die, shown[0])
    above = [replace(cube, y=124.0), replace(die, x=200.0)]
    assert upper_face(0, above, shown[::-1], [(0.0, -1.4, 1.0)] * 2, ASPECT) == 0


@pytest.mark.parametrize(
    ("apart", "slope", "aside", "cube", "best"),
    [
        (1.2, 1.4, 0.0, 0.95, 1),
        (1.2, 1.4, 0.2, 0.6, 1),
        (1.2, 1.4, 0.9, 0.95, 0),
        (1.2, 1.4, 0.0, 0.3, 0),
        (3.0, 1.4, 0.0, 0.95, 0),
        (-1.2, 1.4, 0.0, 0.95, 0),
        (1.2, 0.2, 0.0, 0.95, 0),
    ],
)
@pytest.mark.parametrize("south", [True, False])
def test_a_cube_s_number_is_on_the_face_that_lies_farther_from_a_low_camera(
    apart: float, slope: float, aside: float, cube: float, best: int, south: bool
) -> None:
    """Side first, as the likeliest; the other candidate lies so many edges above it, as seen."""
    up = -1.0 if south else 1.0
    side = Candidate(True, 0.9, 256.0, 192.0, 20.0)
    step = field_edge(side, ASPECT)
    right = aside * step / (1 + 2 * MARGIN) * BOARD_SIZE[0]
    down = up * apart * step / ASPECT / (1 + 2 * MARGIN) * BOARD_SIZE[1]
    found = [side, Candidate(True, 0.5, 256.0 + right, 192.0 + down, 20.0)]
    shown = np.stack([faces(sixty_four=0.99), faces(cube=cube)])
    assert upper_face(0, found, shown, [(0.0, up * slope, 1.0)] * 2, ASPECT) == best


def heats(cube: bool, row: int, column: int) -> np.ndarray:
    """(20, 48, 64) outputs of the finding network with one peak, size and offset 0."""
    raw = np.full((20, 48, 64), -9.0, np.float32)
    raw[8:] = 0.0
    raw[4 * cube, row, column] = 3.0
    return raw


def test_a_cube_is_looked_for_nearer_to_the_edge_than_a_die() -> None:
    at = (0.5 * STRIDE, 20 * 2 * STRIDE)
    assert 0.1 * BASE_EDGE < at[0] < 0.4 * BASE_EDGE
    assert peaks(heats(False, 20, 0)) == []
    (found,) = peaks(heats(True, 20, 0))
    assert found.cube
    assert (found.x, found.edge) == (at[0], BASE_EDGE)
