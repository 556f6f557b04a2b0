"""Where a die is, seen from the four corners of the board alone."""

import numpy as np
import pytest

from calibration.cv import cv2
from tests.vision.pinhole import SIZE, camera
from vision.dice_find import (
    BOARD_SIZE,
    CHANNELS,
    CHROMA,
    LEAST_HEAT,
    MOST,
    STEP,
    ZERO,
    Candidate,
    Straightener,
    board_cells,
    field_of,
    peaks,
    picture_cells,
    thinned,
)
from vision.dice_place import place_of, zone_of
from vision.dice_spec import BASE_EDGE, MARGIN, STRIDE, SUPPORTS
from vision.dice_view import board_view
from vision.sources.frame import Frame


@pytest.mark.parametrize("slant", [40.0, 55.0, 75.0])
@pytest.mark.parametrize("aspect", [0.8, 0.92])
def test_view_from_corners(slant: float, aspect: float) -> None:
    geometry, matrix = camera(slant, aspect)
    view = board_view(geometry)
    assert abs(view.aspect / aspect - 1) < 0.12
    assert abs(view.slant_deg - slant) < 8
    height = 0.03
    x, y, w = matrix @ np.array([0.3, 0.4 * aspect, height, 1])
    u, v = view.field_under((x / w, y / w), height)
    assert np.hypot(u - 0.3, (v - 0.4) * aspect) < 0.008
    naive = geometry.field_points([(x / w, y / w)])[0]
    assert np.hypot(u - 0.3, v - 0.4) <= np.hypot(naive[0] - 0.3, naive[1] - 0.4) + 1e-6


def test_view_projects_back() -> None:
    geometry, _ = camera(50, 0.88)
    view = board_view(geometry)
    assert view.picture_of(0.25, 0.75, 0.0) == pytest.approx(
        geometry.picture_points([(0.25, 0.75)])[0], abs=1e-6
    )
    high, low = view.picture_of(0.5, 0.5, 0.05), view.picture_of(0.5, 0.5, 0.0)
    assert high[1] < low[1]
    assert view.field_under(high, 0.05) == pytest.approx((0.5, 0.5), abs=1e-9)
    seen_at = geometry.field_points([view.picture_of(0.2, 0.7, 0.04)])[0]
    shift = (seen_at - (0.2, 0.7)) * (1, view.aspect) / 0.04
    assert view.shift_at(0.2, 0.7, 0.04) == pytest.approx(shift, abs=1e-4)


def test_straightened_board_keeps_places() -> None:
    geometry, _ = camera(60, 0.9)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    x, y = geometry.picture_points([(0.25, 0.5)])[0].round().astype(int)
    picture[y - 4 : y + 5, x - 4 : x + 5] = 255
    board = Straightener(geometry).picture(Frame(0, 0.0, picture))
    assert board.shape == (BOARD_SIZE[1], BOARD_SIZE[0], 3)
    rows, cols = np.nonzero(board[:, :, 0] > 128)
    u, v = field_of(float(cols.mean()) + 0.5, float(rows.mean()) + 0.5)
    assert abs(u - 0.25) < 0.005
    assert abs(v - 0.5) < 0.005


def test_input_of_a_frame_is_that_of_its_straightened_picture() -> None:
    geometry, _ = camera(60, 0.9)
    noise = np.random.default_rng(1).integers(40, 200, (72, 128, 3)).astype(np.uint8)
    frame = Frame(0, 0.0, cv2.resize(noise, SIZE))
    straightener = Straightener(geometry)
    cells = straightener.inputs(straightener.window.smooth(frame)).astype(float)
    assert cells.shape == (1, BOARD_SIZE[1] // STRIDE, BOARD_SIZE[0] // STRIDE, CHANNELS)
    assert abs(cells[..., :16].mean() - ZERO) < 1
    assert 0.6 < cells[..., :16].std() * STEP < 1
    assert np.abs(cells - picture_cells(straightener.picture(frame))).mean() < 1


def raw_with(row: int, col: int, plane: int, heat: float, size: float = 0.0) -> np.ndarray:
    """Network outputs with one hot cell."""
    raw = np.full((20, 48, 64), -6.0, np.float32)
    raw[8:] = 0
    quarter = 2 * (row % 2) + col % 2
    raw[4 * plane + quarter, row // 2, col // 2] = heat
    raw[8 + quarter, row // 2, col // 2] = size
    raw[12 + quarter, row // 2, col // 2] = 0.25
    return raw


def test_peak_place_and_size() -> None:
    (found,) = peaks(raw_with(31, 70, 1, 2.0, np.log(1.5)))
    assert found.cube
    assert found.x == pytest.approx((70.5 + 0.25) * STRIDE)
    assert found.y == pytest.approx(31.5 * STRIDE)
    assert found.edge == pytest.approx(1.5 * BASE_EDGE)
    assert found.heat == pytest.approx(1 / (1 + np.exp(-2)))
    assert peaks(raw_with(31, 70, 1, -5.0)) == []


def test_peaks_are_the_places_no_neighbour_is_hotter_than() -> None:
    random = np.random.default_rng(5)
    raw = np.zeros((20, 48, 64), np.float32)
    raw[:8] = random.normal(-6, 1.5, (8, 48, 64))
    maps = raw[:8].reshape(2, 2, 2, 48, 64).transpose(0, 3, 1, 4, 2).reshape(2, 96, 128)
    tops = []
    for plane, y, x in zip(*np.nonzero(maps > np.log(LEAST_HEAT / (1 - LEAST_HEAT))), strict=True):
        logit = float(maps[plane, y, x])
        if logit == maps[plane, max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max():
            tops.append((logit, plane == 1, (x + 0.5) * STRIDE, (y + 0.5) * STRIDE))
    hottest = [
        Candidate(cube, 1 / (1 + np.exp(-logit)), x, y, BASE_EDGE)
        for logit, cube, x, y in sorted(tops, reverse=True)[: 3 * MOST]
        if 0.4 * BASE_EDGE < x < BOARD_SIZE[0] - 0.4 * BASE_EDGE
        and 0.4 * BASE_EDGE < y < BOARD_SIZE[1] - 0.4 * BASE_EDGE
    ]
    found, expected = peaks(raw), thinned(hottest)
    assert len(found) == MOST
    assert [(one.cube, one.x, one.y) for one in found] == [(one.cube, one.x, one.y) for one in expected]
    assert [one.heat for one in found] == pytest.approx([one.heat for one in expected])


def test_input_is_scaled_by_the_board_s_own_lightness() -> None:
    random = np.random.default_rng(2)
    light = random.integers(16, 236, (96, 128, 16), dtype=np.uint8)
    chroma = random.integers(16, 241, (96, 128, 8), dtype=np.uint8)
    cells = board_cells(light, chroma)[0]
    scaled = (light - light.mean()) / (light.std() + 7.0) / STEP
    assert np.abs(cells[..., :16] - np.clip(scaled + ZERO, 0, 255)).max() < 0.51
    grey = (chroma - 128.0) / CHROMA / STEP
    assert np.abs(cells[..., 16:] - np.clip(grey + ZERO, 0, 255)).max() < 0.51
    assert (board_cells(light, chroma, np.empty((1, 96, 128, CHANNELS), np.uint8))[0] == cells).all()


def test_thinning_keeps_neighbours_and_drops_doubles() -> None:
    strong = Candidate(False, 0.9, 100, 100, 12)
    double = Candidate(False, 0.5, 104, 100, 14)
    neighbour = Candidate(False, 0.4, 112, 100, 12)
    assert thinned([strong, double, neighbour]) == [strong, neighbour]


def test_a_die_where_a_cube_is_seen_more_strongly_is_kept_and_not_the_other_way_round() -> None:
    cube, die = Candidate(True, 0.9, 100, 100, 16), Candidate(False, 0.3, 102, 100, 14)
    assert thinned([cube, die, Candidate(True, 0.2, 100, 102, 16)]) == [cube, die]
    assert thinned([die, Candidate(True, 0.2, 100, 102, 16)]) == [die]


@pytest.mark.parametrize(
    ("uv", "zone"),
    [((0.2, 0.5), "W"), ((0.8, 0.1), "E"), ((0.5, 0.5), "bar"), ((-0.03, 0.5), "frame"), ((0.5, 1.2), "out")],
)
def test_zones(uv: tuple[float, float], zone: str) -> None:
    geometry, _ = camera(60, 0.9)
    assert zone_of(uv, geometry) == zone


def test_support_needs_both_place_and_looks() -> None:
    geometry, _ = camera(60, 0.9)
    unsure = np.full(6, 1 / 6, np.float32)
    assert place_of((0.5, 0.5), 0.025, geometry, unsure)[1] == "bar"
    assert place_of((-0.04, 0.5), 0.025, geometry, unsure)[1] == "frame"
    on_checker = np.zeros(6, np.float32)
    on_checker[SUPPORTS.index("checker")] = 1
    zone, support, sure = place_of((0.2, 0.3), 0.025, geometry, on_checker)
    assert (zone, support) == ("W", "checker")
    assert sure > 0.95


def test_margin_covers_the_rails() -> None:
    assert MARGIN >= 0.12


def test_raised_points_move_away_from_the_camera() -> None:
    geometry, _ = camera(45, 0.88)
    view = board_view(geometry)
    right, down = view.shift_at(0.5, 0.5, 0.03)
    assert abs(right) < 0.02
    assert -1.35 < down < -0.75
    assert view.shift_at(0.1, 0.5, 0.03)[0] < 0 < view.shift_at(0.9, 0.5, 0.03)[0]
