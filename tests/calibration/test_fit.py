"""Fitting a guess to the picture, with a network that knows the answer and one that does not."""

import numpy as np
import pytest

from calibration.fit import (
    CELLS,
    UNIT,
    VIEW_H,
    VIEW_W,
    Picture,
    Votes,
    agree,
    convex,
    homography,
    overlap,
    settle,
    straighten,
    view_points,
)
from calibration.geometry import apply_homography

FIELD = np.array([(210.0, 70.0), (1030.0, 60.0), (1130.0, 650.0), (130.0, 660.0)])
UPRIGHT = np.array([0.9, 0.05, 0.05, 0.0])
LYING = np.array([0.05, 0.9, 0.05, 0.0])


def votes_for(to_field: np.ndarray, noise: float = 0.0, kind: np.ndarray = UPRIGHT) -> Votes:
    """Votes of cells whose guess lies on the field by that homography."""
    rng = np.random.default_rng(1)
    there = apply_homography(to_field, CELLS)
    offsets = there - CELLS + rng.normal(0, 1, CELLS.shape) * noise
    inside = ((there > 0) & (there < 1)).all(axis=1).astype(float)
    bar = apply_homography(np.linalg.inv(to_field), np.array([[0.47, 0.5], [0.53, 0.5]]))[:, 0]
    return Votes(offsets, np.full(CELLS.shape, 0.01), inside, bar, kind)


class Knowing:
    """Looks at a picture whose colours are the pixels' own places, so it always knows where it looks."""

    picture = np.dstack(
        [
            np.tile(np.arange(1280) // 6, (720, 1)),
            np.tile((np.arange(720) // 6)[:, None], (1, 1280)),
            np.zeros((720, 1280)),
        ]
    ).astype(np.uint8)

    def __init__(self, field: np.ndarray) -> None:
        self.to_field = homography(field, UNIT)
        self.looks = 0

    def __call__(self, view: Picture) -> Votes:
        self.looks += 1
        rows, columns = np.mgrid[8:VIEW_H:16, 8:VIEW_W:16]
        places = view[rows, columns, :2].reshape(-1, 2) * 6.0 + 2.5
        seen = view_points(np.stack([columns.ravel(), rows.ravel()], axis=1).astype(float))
        lines = np.concatenate([_lines(seen, places, 0), _lines(seen, places, 1)])
        solution, *_ = np.linalg.lstsq(lines, places.T.ravel(), rcond=None)
        to_field = self.to_field @ np.append(solution, 1.0).reshape(3, 3)
        turned = abs(to_field[0, 1]) > abs(to_field[0, 0])
        return votes_for(to_field, kind=LYING if turned else UPRIGHT)


def _lines(source: np.ndarray, target: np.ndarray, axis: int) -> np.ndarray:
    x, y, one = source[:, 0], source[:, 1], np.ones(len(source))
    zero, goal = np.zeros(len(source)), target[:, axis]
    first, second = ([x, y, one], [zero] * 3) if axis == 0 else ([zero] * 3, [x, y, one])
    return np.stack([*first, *second, -goal * x, -goal * y], axis=1)


def test_a_view_of_the_unit_square_shows_the_guess_with_its_margin() -> None:
    assert view_points(np.array([[-0.5, -0.5]])) == pytest.approx(np.array([[-0.15, -0.15]]))
    assert view_points(np.array([[VIEW_W - 0.5, VIEW_H - 0.5]])) == pytest.approx(np.array([[1.15, 1.15]]))


def test_straighten_shrinks_a_large_picture_without_moving_it() -> None:
    small = np.zeros((480, 640, 3), np.uint8)
    small[100:380, 120:520] = 200
    large = small.repeat(4, axis=0).repeat(4, axis=1)
    guess = np.array([(119.5, 99.5), (519.5, 99.5), (519.5, 379.5), (119.5, 379.5)])
    first, second = straighten(small, guess), straighten(large, (guess + 0.5) * 4 - 0.5)
    assert np.abs(first.astype(int) - second.astype(int)).mean() < 2.0
    assert (second[40:150, 40:215] == 200).all()


def test_the_votes_agree_on_the_homography_in_spite_of_noise_and_outliers() -> None:
    to_field = homography(np.array([[0.1, 0.02], [0.95, -0.01], [1.0, 1.02], [0.02, 0.97]]), UNIT)
    votes = votes_for(to_field, noise=0.004)
    votes.offsets[np.random.default_rng(2).choice(len(CELLS), 100, replace=False)] += 0.2
    corners = apply_homography(np.linalg.inv(agree(votes)), UNIT)
    assert corners == pytest.approx(apply_homography(np.linalg.inv(to_field), UNIT), abs=0.006)


@pytest.mark.parametrize("wrong", [0.0, 0.03, 0.12])
def test_a_guess_settles_on_the_field(wrong: float) -> None:
    look = Knowing(FIELD)
    guess = apply_homography(
        homography(UNIT, FIELD), UNIT + np.array([[-wrong, 0], [wrong, 0], [wrong, wrong], [-wrong, 0]])
    )
    fit = settle(look.picture, guess, look)
    assert fit is not None
    assert overlap(fit.corners, FIELD) > 0.98
    assert fit.bar == pytest.approx([0.47, 0.53], abs=0.01)
    assert not fit.lying


@pytest.mark.parametrize("said", [False, True])
def test_a_board_seen_from_its_end_is_turned_upright(said: bool) -> None:
    look = Knowing(np.roll(FIELD, 1, axis=0))
    fit = settle(look.picture, FIELD + 8.0, look, lying=said)
    assert fit is not None
    assert fit.lying
    assert overlap(fit.corners, np.roll(FIELD, 1, axis=0)) > 0.98
    assert np.abs(fit.corners - np.roll(FIELD, 1, axis=0)).max() < 15


def test_a_guess_that_never_rests_says_so_and_stops() -> None:
    look = Knowing(FIELD)

    def wander(view: Picture) -> Votes:
        look.looks += 1
        return votes_for(np.array([[1, 0, 0.1 * (-1) ** look.looks], [0, 1, 0], [0, 0, 1.0]]))

    fit = settle(look.picture, FIELD, wander)
    assert fit is not None
    assert fit.step > 0.05
    assert look.looks < 12


def test_folded_guesses_are_given_up() -> None:
    look = Knowing(FIELD)
    assert settle(look.picture, FIELD[[1, 0, 2, 3]], look) is None
    assert look.looks == 0
    assert convex(FIELD)


def test_votes_that_no_homography_fits_are_given_up() -> None:
    def collapse(view: Picture) -> Votes:
        return Votes(-CELLS, np.full(CELLS.shape, 0.01), np.ones(len(CELLS)), np.array([0.47, 0.53]), UPRIGHT)

    assert settle(Knowing.picture, FIELD, collapse) is None


def test_overlap_of_quadrilaterals() -> None:
    assert overlap(UNIT, UNIT) == pytest.approx(1.0)
    assert overlap(UNIT, UNIT + np.array([0.5, 0])) == pytest.approx(1 / 3)
