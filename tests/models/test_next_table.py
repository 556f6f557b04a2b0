"""Pictures of two boards: where each of them lies in what comes out."""

import numpy as np
import pytest

from calibration.cv import cv2
from models.training.next_table import joined

OWN, OTHER, TABLE = (40, 40, 220), (40, 220, 40), (90, 90, 90)
CORNERS = np.array([[90.0, 60.0], [290.0, 50.0], [310.0, 210.0], [80.0, 220.0]])
OTHERS = np.array([[60.0, 40.0], [220.0, 40.0], [230.0, 170.0], [50.0, 170.0]])


def board(corners: np.ndarray, colour: tuple[int, int, int], size: tuple[int, int]) -> np.ndarray:
    picture = np.full((size[1], size[0], 3), TABLE, np.uint8)
    return np.asarray(cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), colour), np.uint8)


@pytest.mark.parametrize("seed", range(40))
def test_both_boards_are_where_it_says(seed: int) -> None:
    own, other = board(CORNERS, OWN, (400, 280)), board(OTHERS, OTHER, (300, 220))
    two = joined(own, CORNERS, other, OTHERS, np.random.default_rng(seed))
    height, width = two.picture.shape[:2]
    assert two.picture.dtype == np.uint8
    for corners, colour in ((two.corners, OWN), (two.other, OTHER)):
        seen = np.asarray(two.picture, int)
        filled = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(filled, np.round(corners).astype(np.int32), 1)
        shown = (np.abs(seen - colour).max(axis=2) < 12).astype(np.uint8)
        assert filled.any()
        inner = cv2.erode(filled, np.ones((9, 9), np.uint8)) > 0
        around = cv2.dilate(filled, np.ones((9, 9), np.uint8)) > 0
        assert shown[inner].mean() > 0.9
        if colour == OWN:
            assert not shown[~around].any()


def test_the_one_that_is_meant_stays_whole_and_the_other_is_cut_or_smaller() -> None:
    own, other = board(CORNERS, OWN, (400, 280)), board(OTHERS, OTHER, (300, 220))
    for seed in range(60):
        two = joined(own, CORNERS, other, OTHERS, np.random.default_rng(seed))
        size = np.array(two.picture.shape[1::-1])
        assert ((two.corners >= -1) & (two.corners <= size)).all()
        whole = bool(((two.other >= 0) & (two.other < size)).all())
        assert not whole or np.ptp(two.other, axis=0).prod() < 0.6 * np.ptp(two.corners, axis=0).prod()


def test_the_way_around_is_kept() -> None:
    """Mirrored on the way, and mirrored back."""
    own, other = board(CORNERS, OWN, (400, 280)), board(OTHERS, OTHER, (300, 220))
    for seed in range(30):
        two = joined(own, CORNERS, other, OTHERS, np.random.default_rng(seed))
        for corners in (two.corners, two.other):
            first, second = corners[1] - corners[0], corners[3] - corners[0]
            assert first[0] * second[1] - first[1] * second[0] > 0
            assert abs(first[0]) > abs(first[1])
