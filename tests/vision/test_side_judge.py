"""The judge of sides sees whole columns, relative to their board, and does not know where they stand."""

import numpy as np
import pytest

from models import shared_session
from vision.side_judge import (
    BANDS,
    COUNTS,
    FEATURES,
    FIRST_ROW,
    ROWS,
    SideJudge,
    bands,
    colourless,
    described,
)
from vision.sides import Judge, SideMemory, find_sides, log_odds
from vision.views import BAR, SLOTS, STRIP_H, STRIP_W, SlotViews

MEN, RIM, DIAMETER = 4, 18, 22
PALE, RED, PURPLE, FELT = (150, 150, 215), (50, 40, 200), (150, 60, 170), (70, 100, 60)


def marbled(seed: int, pale: int) -> tuple[SlotViews, np.ndarray]:
    """Columns of four men, red ones dark; of `pale` columns of red men the first is nearly white."""
    rng = np.random.default_rng(seed)
    red = np.arange(24) % 2 == 0
    strips = np.full((SLOTS, STRIP_H, STRIP_W, 3), FELT, np.float64)
    for slot in range(24):
        for man in range(MEN):
            rows = slice(RIM + man * DIAMETER, RIM + (man + 1) * DIAMETER - 2)
            strips[slot, rows, 3:-3] = RED if red[slot] else PURPLE
            if red[slot] and slot < 2 * pale and man == 0:
                strips[slot, rows, 3:-3] = PALE
    strips += rng.normal(0, 4, strips.shape)
    return SlotViews.of(strips.clip(0, 255).astype(np.uint8)), red


def count_of(occupied: np.ndarray) -> np.ndarray:
    count = np.zeros((BAR, COUNTS), np.float32)
    count[:, MEN] = occupied
    count[:, 0] = 1 - occupied
    return count


def judge_of(views: SlotViews, occupied: np.ndarray) -> Judge:
    return SideJudge(shared_session("sides")).of(views, count_of(occupied), occupied)


def test_a_pale_first_man_does_not_make_a_column_the_other_sides() -> None:
    views, red = marbled(1, pale=4)
    said = np.where(red, 0.6, 0.4)
    told = find_sides(views, np.ones(24), said, judge=judge_of(views, np.ones(24))).dark > 0.5
    assert min((told != red).sum(), (told == red).sum()) == 0


def test_where_a_column_stands_does_not_count() -> None:
    views, red = marbled(2, pale=3)
    order = np.random.default_rng(3).permutation(24)
    moved = SlotViews(*(part[np.append(order, BAR)] for part in (views.light, views.chroma)))
    occupied, said = np.linspace(0.6, 1.0, 24), log_odds(np.where(red, 0.7, 0.2))
    patches, found = np.random.default_rng(4).uniform(0, 255, (24, 3)), np.linspace(-3, 3, 24)
    odds, both = judge_of(views, occupied)(patches, said, found)
    odds_moved, both_moved = judge_of(moved, occupied[order])(patches[order], said[order], found[order])
    assert odds_moved == pytest.approx(odds[order], abs=1e-3)
    assert both_moved == pytest.approx(both[order], abs=1e-3)


def test_colours_are_told_relative_to_the_board() -> None:
    views, red = marbled(5, pale=0)
    dim = SlotViews.of((views.strips * 0.6).astype(np.uint8))
    said = log_odds(np.where(red, 0.7, 0.3))
    count, patches = count_of(np.ones(24)), np.where(red[:, None], RED, PURPLE)
    columns = [
        described(one, count, np.ones(24), patches * gain, said, said)
        for one, gain in ((views, 1.0), (dim, 0.6))
    ]
    assert columns[0].shape == (BAR, FEATURES)
    near, far = (rows[:, : 3 * BANDS].reshape(BAR, BANDS, 3)[:, 2:20] for rows in columns)
    assert np.abs(near - far).mean() < 0.3


def test_bands_run_from_the_rim_inwards() -> None:
    strips = np.zeros((SLOTS, STRIP_H, STRIP_W, 3), np.uint8)
    strips[:, 2 * FIRST_ROW + 2 * ROWS :] = (0, 0, 255)
    colours, rough = bands(SlotViews.of(strips))
    assert colours.shape == (BAR, BANDS, 3)
    assert colours[:, 0].max() < 12
    assert colours[:, 1:, 2].min() > 240
    assert rough.max() < 1.0


def test_a_picture_without_colours_is_known_as_one() -> None:
    views, _ = marbled(7, pale=2)
    grey = np.repeat(views.strips.mean(axis=-1, keepdims=True), 3, axis=-1).astype(np.uint8)
    assert colourless(SlotViews.of(grey))
    assert not colourless(views)
    tinted = (grey * np.array([0.9, 1.0, 1.0])).astype(np.uint8)
    assert not colourless(SlotViews.of(tinted))


def test_a_board_without_checkers_is_not_judged() -> None:
    views, _ = marbled(6, pale=0)

    def never(patches: np.ndarray, said: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        raise AssertionError("nothing to judge")

    assert find_sides(views, np.zeros(24), np.full(24, 0.5), judge=never).colours == (None, None)


def test_names_stay_while_the_judge_changes_his_mind_about_them() -> None:
    memory, called = SideMemory(), []
    for frame in range(6):
        views, red = marbled(frame, pale=0)
        told = np.where(red == (frame % 2 == 1), -4.0, 4.0), np.zeros(24)
        sides = find_sides(
            views, np.ones(24), np.full(24, 0.5), memory=memory, judge=lambda *_, told=told: told
        )
        called.append(bool(((sides.dark > 0.5) == red).all()))
    assert called == [True] * 6


def test_men_of_both_sides_on_a_point_are_seen() -> None:
    views, red = marbled(8, pale=0)
    strips = views.strips.astype(np.float64)
    shared = [3, 8, 17]
    for slot in shared:
        rows = slice(RIM + (MEN - 1) * DIAMETER, RIM + MEN * DIAMETER - 2)
        strips[slot, rows, 3:-3] = PURPLE if red[slot] else RED
    mixed = SlotViews.of(strips.clip(0, 255).astype(np.uint8))
    told = find_sides(mixed, np.ones(24), np.where(red, 0.7, 0.3), judge=judge_of(mixed, np.ones(24))).both
    assert told is not None
    assert sorted(np.argsort(-told)[:3].tolist()) == shared
    assert np.delete(told, shared).max() < 0.02


def test_without_colours_and_without_men_the_slot_network_is_believed() -> None:
    views, _ = marbled(9, pale=0)
    grey = SlotViews.of(np.repeat(views.strips.mean(axis=-1, keepdims=True), 3, axis=-1).astype(np.uint8))
    count = count_of(np.full(24, 0.5))
    count[:, MEN], count[:, COUNTS - 1] = 0.4, 0.1
    odds = np.zeros(24)
    for strips, occupied in ((grey, np.full(24, 0.5)), (views, np.zeros(24))):
        judge = SideJudge(shared_session("sides")).of(strips, count, occupied)
        _, both = judge(np.full((24, 3), 90.0), odds, odds)
        assert both == pytest.approx(np.full(24, 0.2), abs=1e-6)
