"""What a cube takes up of the picture: numbers on its sides are no dice, and it is no man on the bar."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support import make_die
from tests.vision.pinhole import camera
from vision.bar_strip import COUNTED, COVERS, HALF, BarStrip, doubted
from vision.cube_body import BODY, from_axis, without_sides
from vision.dice_crop import field_edge
from vision.dice_find import Candidate, board_place
from vision.dice_view import board_view
from vision.reading import CubeReading
from vision.views import BAR, CELL_COLUMNS, CELL_ROWS, SLOTS, SlotViews

EDGE = 0.06
"""The cube's edge in field widths."""


def cube_at(u: float, v: float, aspect: float) -> Candidate:
    """A cube whose middle is seen over field (u, v)."""
    unit = Candidate(True, 0.9, *board_place(u, v), edge=1.0)
    return replace(unit, edge=EDGE / field_edge(unit, aspect))


@pytest.mark.parametrize("slant", [35.0, 60.0, 88.0])
def test_every_place_on_the_axis_from_foot_to_top_is_at_none(slant: float) -> None:
    geometry, _ = camera(slant, 0.85)
    view = board_view(geometry)
    middle = view.picture_of(0.4, 0.6, EDGE / 2)
    u, v = geometry.field_points([middle])[0].tolist()
    cube = cube_at(u, v, view.aspect)
    heights = [view.picture_of(0.4, 0.6, EDGE * part) for part in (0.0, 0.5, 1.0)]
    assert from_axis(cube, geometry.field_points(heights), geometry) == pytest.approx(0.0, abs=0.06)
    beside = [view.picture_of(0.4 + EDGE * part, 0.6, EDGE / 2) for part in (0.5, 1.0, 2.0)]
    away = from_axis(cube, geometry.field_points(beside), geometry)
    assert away == pytest.approx([0.5, 1.0, 2.0], rel=0.12)


def test_a_number_on_its_side_is_no_die_and_a_die_beside_it_is() -> None:
    geometry, _ = camera(40.0, 0.85)
    view = board_view(geometry)
    top, side, front = (
        view.picture_of(0.4, 0.6 + EDGE * y, EDGE * z) for y, z in ((0, 1), (0.5, 0.5), (1.2, 0.2))
    )
    u, v = geometry.field_points([view.picture_of(0.4, 0.6, EDGE / 2)])[0].tolist()
    at = cube_at(u, v, view.aspect)
    cube = CubeReading(2, 0.6, top, (0.4, 0.6))
    size = 0.6 * float(
        np.hypot(
            *np.subtract(view.picture_of(0.4 + EDGE, 0.6, EDGE / 2), view.picture_of(0.4, 0.6, EDGE / 2))
        )
    )
    number, die = make_die(1, side, size_px=size), make_die(5, front, size_px=size)
    assert without_sides([number, die], cube, at, geometry) == [die]
    assert without_sides([], cube, at, geometry) == []
    unsure = replace(cube, p=0.36)
    assert without_sides([number, die], unsure, at, geometry) == [number, die]


def test_one_thing_read_as_both_is_what_it_is_more_surely() -> None:
    geometry, _ = camera(88.0, 0.85)
    at = cube_at(0.4, 0.6, 0.85)
    xy = geometry.picture_point(0.4, 0.6)
    die = replace(make_die(5, xy, size_px=20.0), p=0.95)
    assert without_sides([die], CubeReading(64, 0.54, xy, (0.4, 0.6)), at, geometry) == [die]
    assert without_sides([die], CubeReading(64, 0.97, xy, (0.4, 0.6)), at, geometry) == []
    assert without_sides([die], CubeReading(64, 0.92, xy, (0.4, 0.6)), at, geometry) == []
    assert BODY < HALF


def strip(tone: int) -> SlotViews:
    light = np.full((SLOTS, CELL_ROWS, CELL_COLUMNS, 4), tone, np.uint8)
    return SlotViews(light, np.full((SLOTS, CELL_ROWS, CELL_COLUMNS, 2), 128, np.uint8))


def test_the_bar_without_a_cube_shows_what_it_shows_elsewhere() -> None:
    geometry, _ = camera(60.0, 0.85)
    bar, views = BarStrip(geometry), strip(90)
    cube = cube_at(0.5, 0.5, board_view(geometry).aspect)
    hidden = bar.under(cube)
    assert 0.02 < hidden.mean() < 0.5
    views.light[BAR][hidden] = 230
    light, chroma = bar.without(views, cube) or (None, None)
    assert light is not None
    assert (light == 90).all()
    assert (views.light[BAR][hidden] == 230).all()
    assert chroma is not None


def test_a_cube_elsewhere_leaves_the_bar_as_it_is() -> None:
    geometry, _ = camera(60.0, 0.85)
    bar = BarStrip(geometry)
    assert bar.without(strip(90), None) is None
    assert bar.without(strip(90), cube_at(0.2, 0.5, 0.85)) is None


def test_two_men_of_whom_the_cube_may_be_one_are_rather_one() -> None:
    men = np.array([[0.97, 0.01, 0.01, 0.01], [0.01, 0.02, 0.95, 0.02]], np.float32)
    without = np.array([[0.97, 0.01, 0.01, 0.01], [0.9, 0.08, 0.01, 0.01]], np.float32)
    told = doubted(men, without)
    assert told[0].argmax() == 0
    assert told[1].argmax() == 1
    assert told[1, 1] == pytest.approx(0.02 * (1 - COUNTED[1]) + 0.95 * COUNTED[2], abs=1e-6)
    assert told.sum(axis=1) == pytest.approx(1.0, abs=1e-6)
    assert doubted(men, men)[1] == pytest.approx(men[1])


def test_no_man_seen_beside_the_cube_may_be_one_that_it_hides() -> None:
    men = np.array([[0.97, 0.01, 0.02], [0.5, 0.45, 0.05]], np.float32)
    told = doubted(men, men)
    assert told[0, 1] == pytest.approx(COVERS * told[0, 0])
    assert told[1] == pytest.approx(men[1])


def test_one_man_is_hardly_ever_the_cube() -> None:
    men = np.array([[0.02, 0.96, 0.02], [0.98, 0.01, 0.01]], np.float32)
    told = doubted(men, men[::-1].copy())
    assert told[0].argmax() == 1
    assert told[0, 0] == pytest.approx(0.02 + 0.96 * COUNTED[1], abs=1e-6)
