"""The place of the clock: what two corners are one, and where they lie in pictures of another size."""

import pytest

from calibration.clock_place import clock_place, parse_clock, scaled_clock
from calibration.errors import ClockPlaceError


def test_two_opposite_corners_in_whichever_order() -> None:
    assert parse_clock("900,300 960,420") == ((900.0, 300.0), (960.0, 420.0))
    assert clock_place([[960, 300], [900, 420]]) == ((960.0, 300.0), (900.0, 420.0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "two opposite corners"),
        ("900,300", "two opposite corners"),
        ("900,300 960,420 1,2", "two opposite corners"),
        ("900,300,1 960,420", "two opposite corners"),
        ("left right", "two opposite corners"),
        ("900,300 904,420", "4 pixels wide and 120 high is too small"),
        ("900,300 nan,420", "too small"),
    ],
)
def test_what_is_no_place_is_refused(text: str, words: str) -> None:
    with pytest.raises(ClockPlaceError, match=words):
        parse_clock(text)


def test_a_picture_of_another_size() -> None:
    place = scaled_clock(((900.0, 300.0), (960.0, 420.0)), (1280, 720), (640, 360))
    assert place == ((450.0, 150.0), (480.0, 210.0))
