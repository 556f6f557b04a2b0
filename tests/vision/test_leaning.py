"""Upright crops of dice: what lies higher is up in them; each still die is looked at a few times only."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from tests.vision.lone_dice import PICTURE, PLACE, die
from tests.vision.pinhole import camera
from vision.dice_crop import look_at, spot_of
from vision.dice_view import board_view
from vision.leaning import EDGE, ENOUGH, SIDE, STILL, LeaningReader, slope_of, upright_map
from vision.sources.frame import Frame

A_DIE = 0.028


class Says:
    """A network that says the same of every crop, and remembers how many dice it was shown."""

    def __init__(self, odds: float) -> None:
        self.odds, self.shown = odds, 0

    def run(self, _: None, feed: dict[str, Any]) -> list[np.ndarray]:
        assert feed["crops"].shape[1:] == (SIDE, SIDE, 3)
        assert feed["crops"].dtype == np.uint8
        assert (feed["crops"][::2] == feed["crops"][1::2, :, ::-1]).all()
        assert feed["slopes"].shape == (len(feed["crops"]), 1)
        self.shown += len(feed["crops"]) // 2
        return [np.full((len(feed["crops"]), 1), self.odds, np.float32)]


def reader(odds: float) -> tuple[LeaningReader, Says]:
    network = Says(odds)
    return LeaningReader(network), network  # type: ignore[arg-type]


@pytest.mark.parametrize("slant", [36.0, 50.0, 70.0, 88.0])
@pytest.mark.parametrize("u", [0.1, 0.5, 0.93])
def test_what_lies_higher_is_straight_up_by_the_slope(slant: float, u: float) -> None:
    geometry, matrix = camera(slant, 0.88)
    view, v = board_view(geometry), 0.6
    seen = replace(die(u, v), xy=geometry.picture_point(u, v), size_px=size_at(geometry, u, v))
    spot = spot_of(seen, geometry, view.aspect)
    way = look_at(spot, view)[:2]
    to_crop = np.linalg.inv(upright_map(spot, geometry, view.aspect, way))

    def place(height: float) -> np.ndarray:
        x, y, w = to_crop @ (matrix @ np.array([u, v * 0.88, height, 1]))
        return np.array([x, y]) / w

    foot, head = place(0.0), place(A_DIE)
    assert foot == pytest.approx((SIDE / 2, SIDE / 2), abs=0.1)
    right, down = head - foot
    assert abs(right) < 1.0
    assert -down == pytest.approx(slope_of(way) * EDGE, abs=1.5)


def size_at(geometry: BoardGeometry, u: float, v: float) -> float:
    """Width of a die in the picture, as readings give it (px)."""
    here, ahead = geometry.picture_points([(u, v), (u + A_DIE, v)])
    return float(np.hypot(*(ahead - here)))


def test_both_networks_count() -> None:
    flat = die(0.3, 0.5)
    for odds, tilt in ((9.0, "leaning"), (-9.0, "flat")):
        told = reader(odds)[0].tell(Frame(0, 0.0, PICTURE), PLACE, (flat,))
        assert told[0].tilt == tilt
        assert told[0].tilt_p > 0.8
        assert replace(told[0], tilt="flat", tilt_p=flat.tilt_p) == flat
    doubted = replace(flat, tilt="leaning", tilt_p=0.6)
    more = [reader(0.0)[0].tell(Frame(0, 0.0, PICTURE), PLACE, (one,))[0] for one in (flat, doubted)]
    lean_p = [one.tilt_p if one.tilt == "leaning" else 1 - one.tilt_p for one in more]
    assert lean_p[0] < lean_p[1]


def test_a_still_die_is_looked_at_a_few_times_and_anew_when_it_moves_or_shows_another_face() -> None:
    leaning, network = reader(9.0)
    lying, other = die(0.3, 0.5), die(0.7, 0.4)
    for number in range(ENOUGH + 3):
        told = leaning.tell(Frame(number, number / 10, PICTURE), PLACE, (lying, other))
    assert network.shown == 2 * ENOUGH
    assert [one.tilt for one in told] == ["leaning", "leaning"]
    moved = replace(lying, xy=(lying.xy[0] + 2 * STILL * lying.size_px, lying.xy[1]))
    leaning.tell(Frame(9, 0.9, PICTURE), PLACE, (moved, other))
    assert network.shown == 2 * ENOUGH + 1
    leaning.tell(Frame(10, 1.0, PICTURE), PLACE, (moved, replace(other, value=2)))
    assert network.shown == 2 * ENOUGH + 3


def test_a_die_that_was_lifted_is_looked_at_anew() -> None:
    leaning, network = reader(9.0)
    lying = die(0.3, 0.5)
    for number in range(ENOUGH):
        leaning.tell(Frame(number, number / 10, PICTURE), PLACE, (lying,))
    assert leaning.tell(Frame(8, 0.8, PICTURE), PLACE, ()) == ()
    leaning.tell(Frame(9, 0.9, PICTURE), PLACE, (lying,))
    assert network.shown == ENOUGH + 1


def test_what_the_network_has_not_learnt_stays_as_it_was_read() -> None:
    """Dice cut off by the picture's edge, too small, or beside the field."""
    leaning, network = reader(9.0)
    outside, small = replace(die(0.3, 0.5), xy=(-30.0, 400.0)), replace(die(0.6, 0.5), size_px=6.0)
    assert leaning.tell(Frame(0, 0.0, PICTURE), PLACE, (outside, small, die(1.05, 0.5))) == (
        outside,
        small,
        die(1.05, 0.5),
    )
    assert network.shown == 0
