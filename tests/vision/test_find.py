"""Choosing among fits, the reasons for refusing, and rendered boards of designs that no network has seen."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.errors import BoardNotFoundError
from calibration.fit import KINDS, Fit, Picture, overlap
from calibration.geometry import BoardGeometry
from fixtures.dataset import pictures, renderer
from fixtures.scene.families import family_of
from fixtures.scene.sample import sample_scene
from vision.find import (
    NARROW,
    NONE,
    NONE_AT,
    SAME_AT,
    SPREAD_AT,
    STEP_AT,
    Located,
    choose,
    find_board,
    placed,
)

SIZE = (1280, 720)
FIELD = np.array([(210.0, 70.0), (1030.0, 60.0), (1130.0, 650.0), (130.0, 660.0)])
LOWER = FIELD + np.array([0, 60])
TEST_SEEDS = [seed for seed in range(79076, 79480) if family_of(seed) == "test" and seed % 4 == 0]


def fit_at(
    corners: np.ndarray = FIELD,
    kind: str = "upright",
    lying: bool = False,
    spread: float = 0.004,
    step: float = 0.001,
) -> Fit:
    shares = np.array([0.97 if kind == name else 0.01 for name in KINDS])
    return Fit(corners, lying, np.array([0.47, 0.53]), shares, spread, step)


@cache
def rendered(seed: int) -> tuple[Picture, np.ndarray, str]:
    scene = sample_scene(seed, "slots", (640, 360))
    picture, truth = next(pictures(renderer("flat", (640, 360), 1), scene, 1))
    return picture, np.array(truth["corners"]), truth["layout"]


def test_fits_that_agree_give_the_surest_one() -> None:
    found = placed(choose([fit_at(FIELD + 3, spread=0.006), fit_at()]), SIZE)
    assert np.array(found.geometry.corners) == pytest.approx(FIELD)
    assert found.geometry.layout == "bar_vertical"
    assert found.geometry.bar == pytest.approx((0.47, 0.53))
    assert found.spread == 0.004


def test_a_lying_bar_keeps_the_corners_as_seen_in_the_picture() -> None:
    found = placed(fit_at(np.roll(FIELD, 1, axis=0), lying=True), SIZE).geometry
    assert found.layout == "bar_horizontal"
    assert np.array(found.corners) == pytest.approx(FIELD)
    assert found.canonical_corners == pytest.approx(np.roll(FIELD, 1, axis=0))


def test_a_board_without_a_bar_is_told() -> None:
    narrow = np.array([0.5 - NARROW / 3, 0.5 + NARROW / 3])
    barless = placed(replace(fit_at(kind="no_bar"), bar=narrow), SIZE).geometry
    assert barless.layout == "no_bar"
    assert barless.bar_edges == (0.5, 0.5)
    assert placed(replace(fit_at(), bar=narrow), SIZE).geometry.bar_edges == pytest.approx(narrow)
    gap = np.array([0.5 - NONE / 3, 0.5 + NONE / 3])
    assert placed(replace(fit_at(), bar=gap), SIZE).geometry.layout == "no_bar"


@pytest.mark.parametrize(
    ("fits", "doubt"),
    [
        ([], "no backgammon board"),
        ([fit_at(kind="none")], "no backgammon board"),
        ([fit_at(step=2 * STEP_AT)], "edges could not be made out"),
        ([fit_at(spread=1.5 * SPREAD_AT)], "only to within"),
        ([fit_at(), fit_at(LOWER)], "not clear which edges"),
    ],
)
def test_every_doubt_is_a_reason_to_refuse(fits: list[Fit], doubt: str) -> None:
    with pytest.raises(BoardNotFoundError, match=doubt) as told:
        choose(fits)
    assert "--corners" in str(told.value)


def test_a_fit_that_leaves_the_picture_is_no_board() -> None:
    with pytest.raises(BoardNotFoundError, match="cannot be a board"):
        placed(fit_at(FIELD * 40), SIZE)


def test_a_fit_on_nothing_does_not_spoil_one_that_holds() -> None:
    lost = fit_at(FIELD + np.array([0, 300]), kind="none")
    assert lost.kind[KINDS.index("none")] > NONE_AT
    assert choose([lost, fit_at()]).corners is FIELD
    assert overlap(FIELD, LOWER) < SAME_AT


def test_a_picture_in_doubt_is_looked_at_upside_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen there is told where it is in the picture as it stands; else the first doubt stays."""
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[0, 0] = 255
    upside_down = ((19.0, 9.0), (159.0, 9.0), (179.0, 89.0), (29.0, 79.0))

    def seen(shown: np.ndarray) -> Located:
        if shown[0, 0, 0]:
            raise BoardNotFoundError("not clear which edges")
        return Located(BoardGeometry(upside_down, (200, 100), "bar_vertical", (0.45, 0.5)), 0.001)

    monkeypatch.setattr("vision.find._seen", seen)
    geometry = find_board(picture).geometry
    assert geometry.corners == ((20.0, 10.0), (170.0, 20.0), (180.0, 90.0), (40.0, 90.0))
    assert geometry.bar == (0.5, 0.55)
    monkeypatch.setattr("vision.find._turned", lambda _: seen(picture))
    with pytest.raises(BoardNotFoundError, match="which edges"):
        find_board(picture)


@pytest.mark.slow
def test_rendered_boards_of_unseen_designs_are_found_or_refused() -> None:
    found = 0
    for seed in TEST_SEEDS[:8]:
        picture, truth, _ = rendered(seed)
        try:
            corners = np.array(find_board(picture).geometry.corners)
        except BoardNotFoundError:
            continue
        assert overlap(corners, truth) > 0.8, f"seed {seed} was locked on wrongly"
        found += overlap(corners, truth) > 0.93
    assert found >= 4


def test_a_picture_without_a_board_is_refused() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)
    for empty in (noise, np.full((360, 640, 3), 90, np.uint8)):
        with pytest.raises(BoardNotFoundError, match="board was found"):
            find_board(empty)
