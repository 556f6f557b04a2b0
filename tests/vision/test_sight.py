"""What a camera can see of dice, from the corners of the field alone."""

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from tests.vision.pinhole import SIZE, camera
from vision.sight import ENOUGH_PX, USUAL_DIE, sight_of

WIDTH_PX = 640.0
"""Of the field in the pinhole's picture, in its middle: half the picture."""


def seen_from(slant_deg: float, width: int = SIZE[0]) -> BoardGeometry:
    """A board in a picture of that width."""
    return camera(slant_deg, 0.88)[0].scaled((width, width * SIZE[1] // SIZE[0]))


@pytest.mark.parametrize("slant", [35.0, 50.0, 70.0])
def test_the_slant_and_the_upper_face_come_from_the_corners(slant: float) -> None:
    """Between the far rim's scale and the near one's a face is as high as the sine of the slant says."""
    sight = sight_of(seen_from(slant))
    assert sight.slant_deg == pytest.approx(slant, abs=3.0)
    middle = USUAL_DIE * WIDTH_PX * np.sin(np.radians(slant))
    assert 0.55 * middle < sight.face_px < middle


def test_from_above_a_face_is_as_high_as_wide() -> None:
    assert sight_of(seen_from(89.0)).face_px == pytest.approx(USUAL_DIE * WIDTH_PX, rel=0.03)


def test_larger_pictures_and_higher_cameras_show_enough() -> None:
    assert not sight_of(seen_from(40.0)).enough
    assert sight_of(seen_from(40.0, 2560)).enough
    assert sight_of(seen_from(75.0)).enough
    assert sight_of(seen_from(40.0, 2560)).face_px == pytest.approx(2 * sight_of(seen_from(40.0)).face_px)
    assert sight_of(seen_from(40.0)).face_px < ENOUGH_PX < sight_of(seen_from(75.0)).face_px
