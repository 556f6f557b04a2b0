"""Places of a board are found in pictures of every size, at about the resolution of our grids."""

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.dice_spec import BOARD_SIZE, MARGIN
from vision.sources.frame import Frame
from vision.warp import Window, join_planes, pick, split_planes

GEOMETRY = BoardGeometry(((210.0, 70.0), (1030.0, 60.0), (1130.0, 650.0), (130.0, 660.0)), (1280, 720))


@pytest.mark.parametrize(("width", "halvings"), [(320, -2), (640, -1), (1280, 0), (1920, 1), (3840, 2)])
def test_lightness_and_chroma_are_those_of_the_place(width: int, halvings: int) -> None:
    geometry = GEOMETRY.scaled((width, width * 9 // 16))
    height = geometry.size[1]
    rows, columns = np.mgrid[0:height, 0:width]
    y = (40 + 150 * columns / width + 30 * rows / height).astype(np.uint8)
    u = np.ascontiguousarray(y[::2, ::2])
    window = Window(geometry)
    assert window.halvings == halvings
    places = geometry.picture_points(np.random.default_rng(1).uniform(0.02, 0.98, (400, 2)))
    smooth = window.smooth(Frame(0, 0.0, (y, u, 255 - u)))
    wanted = 40 + 150 * places[:, 0] / width + 30 * places[:, 1] / height
    assert np.abs(pick(smooth.light, window.index(places)) - wanted).max() < 3
    both = pick(smooth.chroma, window.chroma_index(places))
    assert np.abs(both - np.stack([wanted, 255 - wanted], axis=1)).max() < 3


def test_scaled_pixels_are_one_to_three_to_a_place_of_the_grid() -> None:
    for width in range(200, 4001, 190):
        geometry = GEOMETRY.scaled((width, width * 9 // 16))
        field = np.linalg.norm(np.subtract(geometry.corners[1], geometry.corners[0]))
        step = field * (1 + 2 * MARGIN) / BOARD_SIZE[0] / 2.0 ** Window(geometry).halvings
        assert 1.2 < step < 3.2 or width < 300


def test_a_board_that_reaches_out_of_the_picture_has_a_window_inside_it() -> None:
    corners = ((-40.0, -20.0), (1290.0, -10.0), (1300.0, 735.0), (-60.0, 730.0))
    window = Window(BoardGeometry(corners, (1280, 720)))
    assert window.shape == (360, 640)
    index = window.index(np.array([[-300.0, -300.0], [5000.0, 5000.0]]))
    assert index.tolist() == [0, 360 * 640 - 1]


def test_planes_of_a_picture_join_to_it_again() -> None:
    picture = np.empty((40, 60, 3), np.uint8)
    picture[:20], picture[20:] = (30, 90, 200), (180, 120, 60)
    assert np.abs(join_planes(*split_planes(picture)).astype(int) - picture).max() <= 3
