"""Places and pictures through a lens that bends straight lines, there and back."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.cv import cv2
from calibration.errors import LensError
from calibration.lens import STRONGEST, Lens

SIZE = (640, 360)
BENDS = st.floats(STRONGEST, 0.0)
PLACES = st.lists(st.tuples(st.floats(0, SIZE[0]), st.floats(0, SIZE[1])), min_size=1, max_size=20)


@given(BENDS, PLACES)
def test_what_is_straightened_comes_back(bend: float, places: list[tuple[float, float]]) -> None:
    points = np.array(places)
    assert np.allclose(Lens(bend).bent(Lens(bend).straight(points, SIZE), SIZE), points, atol=1e-6)


@given(BENDS)
def test_the_middle_stays_and_nothing_beside_it_is_cut_off(bend: float) -> None:
    lens = Lens(bend)
    width, height = lens.size(SIZE)
    x, y = (np.array(SIZE) - 1) / 2
    assert np.allclose(lens.straight(np.array([[x, y]]), SIZE), [[(width - 1) / 2, (height - 1) / 2]])
    left, right = lens.straight(np.array([[-0.5, y], [SIZE[0] - 0.5, y]]), SIZE)[:, 0]
    assert -1.6 < left < 0.6
    assert abs(right - (width - 0.5)) < 1.1
    assert (width % 2, height % 2) == (0, 0)


@given(BENDS)
def test_lines_through_the_middle_stay_straight_and_others_bow_outward(bend: float) -> None:
    lens = Lens(bend)
    along = lens.straight(np.array([[x, 20.0] for x in (60.0, 320.0, 580.0)]), SIZE)
    assert along[1, 1] - along[0, 1] >= -1e-9
    through = lens.straight(np.array([[320 + 5.0 * k, 180 + 2.0 * k] for k in (-20, 10, 25)]) - 0.5, SIZE)
    (ax, ay), (bx, by) = (two - one for one, two in pairwise(through))
    assert abs(ax * by - ay * bx) < 1e-6


def test_a_picture_is_straightened_as_its_places_are() -> None:
    """Blobs are where the straightened places say, in pictures with and without colours."""
    lens = Lens(-0.4)
    places = np.array([[80.0, 50.0], [320.0, 60.0], [560.0, 300.0], [300.0, 200.0]])
    picture = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    for x, y in places.astype(int):
        cv2.circle(picture, (int(x), int(y)), 5, 255, -1)
    for one in (picture, np.dstack([picture] * 3)):
        straight = lens.picture(one)
        assert straight.shape[1::-1] == lens.size(SIZE)
        grey = straight if straight.ndim == 2 else straight[..., 0]
        _, _, _, middles = cv2.connectedComponentsWithStats((grey > 127).astype(np.uint8))
        for place in lens.straight(places, SIZE):
            assert np.linalg.norm(middles[1:] - place, axis=1).min() < 0.7


def test_a_bow_is_what_the_sides_are_off_their_chords() -> None:
    corners = np.array([[100.0, 60.0], [540.0, 60.0], [540.0, 300.0], [100.0, 300.0]])
    assert Lens().bow(corners, SIZE) == 0.0
    mild, strong = (Lens(bend).bow(corners, SIZE) for bend in (-0.1, -0.4))
    assert 0.005 < mild < strong < 0.15


def test_without_a_bend_nothing_changes() -> None:
    picture = np.arange(12, dtype=np.uint8).reshape(3, 4)
    assert Lens().picture(picture) is picture
    assert Lens().size(SIZE) == SIZE


@pytest.mark.parametrize("bend", [0.1, -0.9, float("nan")])
def test_other_lenses_are_refused(bend: float) -> None:
    with pytest.raises(LensError, match=r"from -0\.8 to 0"):
        Lens(bend)
