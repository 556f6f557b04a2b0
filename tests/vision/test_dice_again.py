"""Second looks: where a candidate goes, and that crops beside a die say where it lies."""

from math import log

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from fixtures.closeup.scene import whole_board
from vision.dice import DiceReader
from vision.dice_again import better, doubtful, moved
from vision.dice_crop import crop_map, cut_crop, look_at
from vision.dice_find import Candidate, field_of
from vision.dice_spec import CUBE_VIEW_EDGE, MARGIN, VIEW, VIEW_EDGE
from vision.dice_view import board_view
from vision.sources.frame import Frame

SKEW = BoardGeometry(((180.0, 60.0), (700.0, 90.0), (760.0, 420.0), (90.0, 400.0)), (800, 450))
SIZE = (1024, 768)
UNSEEN = 78_000_000


@pytest.mark.parametrize("cube", [False, True])
def test_a_candidate_moves_to_the_crop_pixel_that_was_named(cube: bool) -> None:
    one, aspect = Candidate(cube, 0.6, 200.0, 150.0, 11.0), 0.9
    place = (0.4, -0.3, log(1.2))
    at = crop_map(one, SKEW, aspect) @ [VIEW / 2 + place[0] * VIEW_EDGE, VIEW / 2 + place[1] * VIEW_EDGE, 1]
    there = moved(one, place, aspect)
    assert SKEW.picture_point(*field_of(there.x, there.y)) == pytest.approx(at[:2] / at[2], abs=1e-6)
    assert not there.cube
    assert there.edge == pytest.approx(11.0 * 1.2 * (VIEW_EDGE / CUBE_VIEW_EDGE if cube else 1.0))


def test_what_is_far_out_is_not_believed() -> None:
    one = Candidate(False, 0.6, 200.0, 150.0, 10.0)
    there = moved(one, (9.0, 0.0, -9.0), 1.0)
    assert there.x - one.x < 12.0
    assert there.edge > 5.0


def test_only_the_doubtful_and_displaced_are_looked_at_again() -> None:
    faces = np.full((4, 13), 0.0, np.float32)
    faces[0, 3] = 0.97
    faces[1, 0] = 0.95
    faces[2, 1:7] = faces[3, 1:7] = 1 / 6
    place = np.full((4, 3), 0.3, np.float32)
    place[3] = 0.01
    assert doubtful(faces, place) == [2]


@pytest.mark.parametrize(
    ("die", "value", "again", "counts"),
    [(0.95, 0.5, 0.6, True), (0.95, 0.7, 0.6, False), (0.4, 0.3, 0.95, True), (0.4, 0.3, 0.8, False)],
)
def test_what_may_be_nothing_has_to_be_a_plain_die(
    die: float, value: float, again: float, counts: bool
) -> None:
    first, second = np.zeros(13, np.float32), np.zeros(13, np.float32)
    first[[0, 1, 2]] = 1 - die, value, die - value
    second[[0, 1]] = 1 - again, again
    assert better(first, second) == counts


@pytest.mark.slow
def test_a_crop_beside_a_die_says_where_the_die_lies() -> None:
    reader, rng = DiceReader(), np.random.default_rng(3)
    span, before, after = 1 + 2 * MARGIN, [], []
    left, top = MARGIN / span * SIZE[0], MARGIN / span * SIZE[1]
    corners = ((left, top), (SIZE[0] - left, top), (SIZE[0] - left, SIZE[1] - top), (left, SIZE[1] - top))
    geometry = BoardGeometry(corners, SIZE)
    view = board_view(geometry)
    for seed in range(UNSEEN, UNSEEN + 12):
        picture, marks = whole_board(np.random.default_rng(seed), SIZE, MARGIN)
        for mark in marks:
            x, y, edge = mark.xy[0] / 2, mark.xy[1] / 2, mark.edge / 2
            if mark.kind != "die" or mark.visible < 0.9 or not (20 < x < 492 and 20 < y < 364):
                continue
            off = rng.choice([-0.35, 0.35], 2) * edge
            one = Candidate(False, 0.6, x + off[0], y + off[1], 1.15 * edge)
            crop = cut_crop(Frame(0, 0.0, picture), one, geometry, view.aspect)
            assert crop is not None
            *_, place = reader.judge(crop[None], np.array([look_at(one, view)], np.float32))
            there = moved(one, place[0].tolist(), view.aspect)
            before.append(np.hypot(one.x - x, one.y - y) / edge)
            after.append(np.hypot(there.x - x, there.y - y) / edge)
    assert len(before) >= 15
    assert np.median(after) < 0.5 * np.median(before)
