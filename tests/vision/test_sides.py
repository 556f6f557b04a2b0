"""Two colours of any kind are told apart over the whole board, and the lighter one is called light."""

import numpy as np
import pytest

from vision.sides import SideMemory, Told, find_sides, lightness, rim_colours, rim_ends
from vision.views import SLOTS, STRIP_H, STRIP_W, SlotViews

SPREAD = np.array([0.042, 0.042, 0.42]) ** 2
"""Variances expected within one side: shares of red and blue, log lightness."""
PAIRS = {
    "white and black": ((225, 222, 215), (40, 38, 36)),
    "red and green in a dim room": ((28, 69, 51), (7, 23, 104)),
    "blue and red": ((235, 130, 60), (50, 40, 170)),
    "two woods": ((130, 170, 205), (30, 42, 60)),
}


def board(pair: tuple[tuple[int, int, int], tuple[int, int, int]], seed: int) -> tuple[SlotViews, np.ndarray]:
    """Strips with one checker colour each (b, g, r), unevenly lit; and which are of the second colour."""
    rng = np.random.default_rng(seed)
    second = rng.random(24) < 0.5
    second[:2] = (False, True)
    strips = np.full((SLOTS, STRIP_H, STRIP_W, 3), 90, np.float64)
    for slot in range(24):
        light = rng.uniform(0.65, 1.3)
        strips[slot, 15:45] = np.array(pair[int(second[slot])]) * light + rng.normal(0, 3, (30, STRIP_W, 3))
    return SlotViews.of(strips.clip(0, 255).astype(np.uint8)), second


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
@pytest.mark.parametrize("seed", range(4))
def test_sides_follow_the_colours_without_help_from_the_network(
    pair: tuple[tuple[int, int, int], tuple[int, int, int]], seed: int
) -> None:
    views, second = board(pair, seed)
    sides = find_sides(views, np.ones(24), np.full(24, 0.5))
    luma = [0.114 * b + 0.587 * g + 0.299 * r for b, g, r in pair]
    dark = second if luma[1] < luma[0] else ~second
    assert ((sides.dark > 0.5) == dark).all()
    assert sides.colours[0] is not None
    assert sides.colours[1] is not None
    assert lightness(sides.colours[0]) > lightness(sides.colours[1])


def longhand(
    features: np.ndarray, weight: np.ndarray, odds: np.ndarray, start: np.ndarray
) -> tuple[float, np.ndarray]:
    """One mixture by its textbook formulas: how well it explains the patches, and the log odds."""
    share = 1 / (1 + np.exp(-start))
    for _ in range(5):
        second = weight * share + 1e-3
        parts = weight + 2e-3 - second, second
        means = [part @ features / part.sum() for part in parts]
        scatter = sum(part @ (features - mean) ** 2 for part, mean in zip(parts, means, strict=True))
        variance = (scatter + 4 * SPREAD) / (weight.sum() + 4)
        far = [((features - mean) ** 2 / variance).sum(axis=1) / 2 for mean in means]
        light, dark = (
            (np.exp(-one) + np.exp(-5)) / (1 + np.exp(way * odds))
            for one, way in zip(far, (1, -1), strict=True)
        )
        share = dark / (light + dark)
    fit = np.log(light + dark) @ weight - (weight.sum() + 4) / 2 * np.log(variance).sum()
    return fit, np.log(dark / light)


@pytest.mark.parametrize("seed", range(6))
def test_the_mixture_is_that_of_the_textbook_from_the_best_start(seed: int) -> None:
    rng = np.random.default_rng(seed)
    views, _ = board(list(PAIRS.values())[seed % 4], seed)
    weight, said = rng.uniform(0.5, 1.0, 24) * (rng.random(24) < 0.7), rng.uniform(0.02, 0.98, 24)
    patches = rim_colours(views) + 6
    total = patches.sum(axis=1)
    features = np.stack([patches[:, 2] / total, patches[:, 0] / total, np.log(total)], axis=1)
    odds = np.clip(np.log(said / (1 - said)), -4, 4)
    centred = (features - weight @ features / weight.sum()) / np.sqrt(SPREAD)
    starts = [odds]
    for kept in ((1, 1, 1), (1, 1, 0), (0, 0, 1)):
        scaled = centred * kept
        along = 2 * scaled @ np.linalg.eigh((scaled.T * weight) @ scaled)[1][:, -1]
        starts += [along, -along]
    best = max((longhand(features, weight, odds, start) for start in starts), key=lambda one: one[0])[1]
    dark = 1 / (1 + np.exp(-best))
    told = find_sides(views, weight, said).dark
    assert min(np.abs(told - dark).max(), np.abs(told - (1 - dark)).max()) < 1e-5


RAIL = (20, 100, 30)
POINTS = (40, 60, 190), (140, 200, 230)


def behind_a_rail(hidden: int, seed: int) -> tuple[SlotViews, np.ndarray, np.ndarray]:
    """Four checkers of either side in each row; a rail hides so many rows of cells from the bottom row's rim
    on. Also which strips are occupied, and which of these by dark checkers."""
    rng = np.random.default_rng(seed)
    occupied, dark = np.zeros(24, bool), np.zeros(24, bool)
    for row in (0, 12):
        places = row + rng.permutation(12)[:8]
        occupied[places], dark[places[::2]] = True, True
    strips = np.empty((SLOTS, STRIP_H, STRIP_W, 3))
    strips[:] = RAIL
    for slot in range(24):
        strips[slot, 17:] = POINTS[slot % 2]
        if occupied[slot]:
            strips[slot, 17:40] = PAIRS["two woods"][int(dark[slot])]
        if slot >= 12:
            strips[slot, : 17 + 2 * hidden] = RAIL
    strips += rng.normal(0, 3, strips.shape)
    return SlotViews.of(strips.clip(0, 255).astype(np.uint8)), occupied, dark


@pytest.mark.parametrize("hidden", range(8))
def test_a_high_rim_in_front_of_the_checkers_is_not_taken_for_one_of_them(hidden: int) -> None:
    views, occupied, dark = behind_a_rail(hidden, hidden)
    top, bottom = rim_ends(views)
    assert abs(bottom - top - hidden) <= 1
    sides = find_sides(views, occupied.astype(float), np.full(24, 0.5))
    assert ((sides.dark > 0.5) == dark)[occupied].all()


def test_a_hand_on_the_rim_does_not_hide_where_it_ends() -> None:
    views, *_ = behind_a_rail(6, 1)
    strips = views.strips.copy()
    strips[15, :40] = (120, 150, 220)
    assert rim_ends(SlotViews.of(strips)) == rim_ends(views)


@pytest.mark.parametrize(("spread", "hidden"), [(0, 9), (30, 0)])
def test_strips_that_look_alike_all_the_way_hide_nothing_unless_they_look_the_same(
    spread: int, hidden: int
) -> None:
    strips = np.full((SLOTS, STRIP_H, STRIP_W, 3), 90, np.uint8)
    strips[::2] += np.uint8(spread)
    top, bottom = rim_ends(SlotViews.of(strips))
    assert top == bottom == rim_ends(behind_a_rail(0, 2)[0])[0] + hidden


def test_where_a_rim_ends_is_remembered_while_a_hand_lies_on_it() -> None:
    memory = SideMemory()
    for _ in range(6):
        assert memory.rim((14, 18)) == (14, 18)
    for _ in range(5):
        assert memory.rim((14, 9)) == (14, 18)
    for _ in range(70):
        memory.rim((16, 9))
    assert memory.rim((16, 9)) == (16, 9)


def test_what_is_of_neither_colour_is_left_to_the_network() -> None:
    """A die or a finger on a checker must not decide whose it is by being a little nearer to one colour."""
    views, second = board(PAIRS["white and black"], 4)
    strips = views.strips.copy()
    strips[5, 10:60] = (30, 30, 250)
    for said in (0.1, 0.9):
        net = np.where(second, 0.95, 0.05)
        net[5] = said
        dark = find_sides(SlotViews.of(strips), np.ones(24), net).dark
        assert (dark[5] > 0.5) == (said > 0.5)
        assert ((dark > 0.5) == second)[np.arange(24) != 5].all()


def test_the_network_names_the_sides_where_colours_do_not_tell() -> None:
    views, _ = board(((90, 90, 90), (90, 90, 90)), 1)
    said = np.where(np.arange(24) % 2, 0.98, 0.02)
    assert ((find_sides(views, np.ones(24), said).dark > 0.5) == (said > 0.5)).mean() > 0.9


def test_an_empty_board_has_no_colours() -> None:
    views, _ = board(PAIRS["two woods"], 2)
    sides = find_sides(views, np.zeros(24), np.full(24, 0.5))
    assert sides.colours == (None, None)
    assert not sides.exchanged


def test_a_network_that_names_them_the_wrong_way_round_is_told() -> None:
    views, second = board(PAIRS["white and black"], 3)
    sides = find_sides(views, np.ones(24), np.where(second, 0.2, 0.8))
    assert sides.exchanged
    assert ((sides.dark > 0.5) == second).all()


def test_what_known_men_tell_names_the_sides_and_adds_to_what_is_found() -> None:
    views, second = board(PAIRS["two woods"], 5)
    told = Told(np.where(second, -2.0, 2.0), alone=False)
    memory = SideMemory()
    for _ in range(2):
        sides = find_sides(views, np.ones(24), np.full(24, 0.5), told, memory)
        assert ((sides.dark > 0.5) == ~second).all()
        surer = np.abs(sides.dark - 0.5) > np.abs(1 / (1 + np.exp(-told.odds)) - 0.5)
        assert surer.all()
    assert sides.colours[0] is not None
    assert sides.colours[1] is not None
    assert lightness(sides.colours[0]) < lightness(sides.colours[1])


def test_known_men_alone_are_believed_where_others_were_wrong() -> None:
    views, second = board(PAIRS["white and black"], 5)
    odds = np.where(second, 1.0, -1.0)
    odds[3] = -odds[3]
    sides = find_sides(views, np.ones(24), np.full(24, 0.5), Told(odds, alone=True))
    assert sides.dark == pytest.approx(1 / (1 + np.exp(-odds)))
    faint = find_sides(views, np.ones(24), np.full(24, 0.5), Told(odds * 0.1, alone=True))
    assert ((faint.dark > 0.5) == second).all()


ALIKE = (150, 94, 60), (60, 90, 130)
"""A blue and a brown, about as light as each other."""


def flickering(memory: SideMemory | None, frames: int = 12) -> tuple[list[bool], list[bool]]:
    """Whether the first colour is measured as the lighter, and whether it is called light, in frames whose
    light turns from bluish to reddish and back."""
    lighter, called = [], []
    for frame in range(frames):
        tint = np.array([1.4, 1.0, 0.7]) if frame % 3 else np.array([0.7, 1.0, 1.4])
        pair = tuple(tuple(int(v) for v in np.array(colour) * tint) for colour in ALIKE)
        views, second = board(pair, 2)
        sides = find_sides(views, np.ones(24), np.full(24, 0.5), memory=memory)
        assert ((sides.dark > 0.5) == second).all() or ((sides.dark > 0.5) == ~second).all()
        lighter.append(lightness(pair[0][::-1]) > lightness(pair[1][::-1]))
        called.append(bool((sides.dark[~second] < 0.5).all()))
    return lighter, called


def test_colours_alike_in_lightness_keep_their_names_from_frame_to_frame() -> None:
    lighter, alone = flickering(None)
    assert len(set(lighter)) == 2
    assert len(set(alone)) == 2
    _, remembered = flickering(SideMemory())
    assert len(set(remembered)) == 1


def test_of_other_colours_than_those_remembered_the_lighter_is_called_light() -> None:
    memory = SideMemory()
    for seed, pair in enumerate([PAIRS["white and black"], PAIRS["red and green in a dim room"]]):
        views, second = board(pair, seed)
        sides = find_sides(views, np.ones(24), np.full(24, 0.5), memory=memory)
        assert sides.colours[0] is not None
        assert sides.colours[1] is not None
        assert lightness(sides.colours[0]) > lightness(sides.colours[1])
        assert ((sides.dark > 0.5) == second).all()
