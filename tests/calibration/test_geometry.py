"""The map between picture and field, and what is refused as corners."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import CornersError
from calibration.geometry import SLOT_NAMES, BoardGeometry, parse_corners

CORNERS = ((439.0, 132.0), (1192.0, 120.0), (1421.0, 759.0), (300.0, 821.0))
SIZE = (1920, 1080)


def test_corners_of_the_field_map_to_the_corners_of_the_picture() -> None:
    geometry = BoardGeometry(CORNERS, SIZE)
    mapped = geometry.picture_points([(0, 0), (1, 0), (1, 1), (0, 1)])
    assert np.allclose(mapped, CORNERS, atol=1e-3)


@given(st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_field_to_picture_and_back(u: float, v: float) -> None:
    geometry = BoardGeometry(CORNERS, SIZE)
    assert np.allclose(geometry.field_points(geometry.picture_points([(u, v)])), [(u, v)], atol=1e-6)


@given(st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_one_point_is_mapped_as_many_are(u: float, v: float) -> None:
    geometry = BoardGeometry(CORNERS, SIZE, "bar_horizontal")
    assert geometry.picture_point(u, v) == tuple(geometry.picture_points([(u, v)])[0])


def test_a_board_seen_from_its_end_is_turned_upright() -> None:
    geometry = BoardGeometry(CORNERS, SIZE, "bar_horizontal")
    bottom_left, top_left = CORNERS[3], CORNERS[0]
    assert np.allclose(geometry.picture_points([(0, 0), (1, 0)]), [bottom_left, top_left], atol=1e-3)


def test_columns_cover_the_field_and_leave_out_the_bar() -> None:
    geometry = BoardGeometry(CORNERS, SIZE, bar=(0.46, 0.54))
    columns = [geometry.column(index) for index in range(12)]
    assert columns[0][0] == 0
    assert columns[11][1] == pytest.approx(1)
    assert columns[5][1] == pytest.approx(0.46)
    assert columns[6][0] == pytest.approx(0.54)
    widths = [right - left for left, right in columns]
    assert widths == pytest.approx([0.46 / 6] * 12)


def test_no_bar_has_twelve_equal_columns() -> None:
    geometry = BoardGeometry(CORNERS, SIZE, "no_bar")
    assert [geometry.column(i)[1] - geometry.column(i)[0] for i in range(12)] == pytest.approx([1 / 12] * 12)


def test_slot_names_run_along_the_top_then_the_bottom() -> None:
    assert SLOT_NAMES[0] == "T1"
    assert SLOT_NAMES[11] == "T12"
    assert SLOT_NAMES[12] == "B1"
    assert SLOT_NAMES[23] == "B12"


def test_scaled_to_another_size_and_refused_for_another_shape() -> None:
    geometry = BoardGeometry(CORNERS, SIZE)
    assert geometry.scaled((960, 540)).corners[2] == (710.5, 379.5)
    with pytest.raises(CornersError, match="another shape"):
        geometry.scaled((1080, 1080))


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        ([CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]], "cross"),
        (CORNERS[::-1], "wrong way round"),
        (CORNERS[:3], "four corners"),
        ([(0, 0), (5, 0), (5, 5), (0, 5)], "too small"),
        ([(-3000, 0), (100, 0), (100, 900), (0, 900)], "far outside"),
        ([(0, float("nan")), (100, 0), (100, 900), (0, 900)], "finite"),
    ],
)
def test_impossible_corners_are_refused(corners: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(CornersError, match=message):
        BoardGeometry(tuple(corners), SIZE)


@pytest.mark.parametrize("bar", [(0.6, 0.4), (0.1, 0.5), (0.5, 0.9)])
def test_an_impossible_bar_is_refused(bar: tuple[float, float]) -> None:
    with pytest.raises(CornersError, match="bar"):
        BoardGeometry(CORNERS, SIZE, bar=bar)


def test_corners_are_read_from_text() -> None:
    assert parse_corners("439,132 1192,120 1421,759 300,821") == CORNERS


@pytest.mark.parametrize("text", ["", "1,2 3,4 5,6", "1,2 3,4 5,6 seven,8", "1 2 3 4", "1,2,3 4,5 6,7 8,9"])
def test_other_text_is_refused_with_the_form_wanted(text: str) -> None:
    with pytest.raises(CornersError, match="write four points"):
        parse_corners(text)
