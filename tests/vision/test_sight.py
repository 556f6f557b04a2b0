"""What a camera can see of dice, from the corners of the field alone."""

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from vision.sight import ENOUGH_PX, USUAL_DIE, sight_of

ASPECT = 0.88


def seen_from(slant_deg: float, width: int = 1280) -> BoardGeometry:
    """A board before a camera with the usual lens, its far side up, two thirds of the picture wide."""
    slant, focal = np.radians(slant_deg), 1.2 * width
    field = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]) * (1.0, ASPECT)
    away = 1.2 / 0.66
    depth = away + field[:, 1] * np.cos(slant)
    x = focal * field[:, 0] / depth + width / 2
    y = -focal * field[:, 1] * np.sin(slant) / depth + width * 9 / 32
    corners = tuple((float(a), float(b)) for a, b in zip(x, y, strict=True))
    return BoardGeometry(corners, (width, width * 9 // 16))


@pytest.mark.parametrize("slant", [35.0, 50.0, 70.0])
def test_the_slant_and_the_upper_face_come_from_the_corners(slant: float) -> None:
    """Between the far rim's scale and the near one's a face is as high as the sine of the slant says."""
    sight = sight_of(seen_from(slant))
    assert sight.slant_deg == pytest.approx(slant, abs=3.0)
    middle = USUAL_DIE * 1280 * 0.66 * np.sin(np.radians(slant))
    assert 0.55 * middle < sight.face_px < middle


def test_from_above_a_face_is_as_high_as_wide() -> None:
    assert sight_of(seen_from(89.0)).face_px == pytest.approx(USUAL_DIE * 1280 * 0.66, rel=0.03)


def test_larger_pictures_and_higher_cameras_show_enough() -> None:
    assert not sight_of(seen_from(40.0)).enough
    assert sight_of(seen_from(40.0, 2560)).enough
    assert sight_of(seen_from(75.0)).enough
    assert sight_of(seen_from(40.0, 2560)).face_px == pytest.approx(2 * sight_of(seen_from(40.0)).face_px)
    assert sight_of(seen_from(40.0)).face_px < ENOUGH_PX < sight_of(seen_from(75.0)).face_px
