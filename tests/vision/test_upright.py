"""Upright crops of dice: what lies higher is up in them; each still die is looked at a few times only."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from tests.vision.lone_dice import PICTURE, PLACE, die
from tests.vision.pinhole import camera
from vision.dice_crop import look_at, spot_of
from vision.dice_find import field_of
from vision.dice_view import board_view
from vision.reading import DieReading
from vision.sources.frame import Frame
from vision.upright import (
    EDGE,
    ENOUGH,
    ENOUGH_IN_DOUBT,
    SIDE,
    STILL,
    UprightReader,
    moved_spot,
    slope_of,
    upright_map,
    values_of_both,
)

A_DIE = 0.028


class Says:
    """A network that says the same of every crop, and remembers how many dice it was shown.

    value: what it takes all for, with nine tenths; None: it cannot tell. is_die: log odds that it is one.
    places: where it says each die lies, one after the other; in the middle from then on. on_die: log odds
    that it lies on another.
    """

    def __init__(
        self,
        odds: float,
        value: int | None = None,
        is_die: float = 9.0,
        places: tuple[tuple[float, float, float], ...] = (),
        on_die: float = -9.0,
    ) -> None:
        self.odds, self.on_die, self.shown = odds, on_die, 0
        self.is_die, self.places = is_die, list(places)
        self.values = np.full(6, 1 / 6 if value is None else 0.02)
        if value is not None:
            self.values[value - 1] = 0.9

    def run(self, _: None, feed: dict[str, Any]) -> list[np.ndarray]:
        assert feed["crops"].shape[1:] == (SIDE, SIDE, 3)
        assert feed["crops"].dtype == np.uint8
        assert (feed["crops"][::2] == feed["crops"][1::2, :, ::-1]).all()
        assert feed["slopes"].shape == (len(feed["crops"]), 1)
        self.shown += len(feed["crops"]) // 2
        odds = np.full((len(feed["crops"]), 1), self.odds, np.float32)
        place = []
        for _ in odds[::2]:
            right, down, larger = self.places.pop(0) if self.places else (0.0, 0.0, 0.0)
            place += [(right, down, larger), (-right, down, larger)]
        values = np.tile(np.log(self.values), (len(odds), 1)).astype(np.float32)
        is_die, on_die = np.full_like(odds, self.is_die), np.full_like(odds, self.on_die)
        return [odds, values, is_die, np.array(place, np.float32), on_die]


def reader(odds: float, value: int | None = None) -> tuple[UprightReader, Says]:
    network = Says(odds, value)
    return UprightReader(network), network  # type: ignore[arg-type]


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


@pytest.mark.parametrize("slant", [36.0, 88.0])
@pytest.mark.parametrize("place", [(0.4, 0.0, 0.0), (-0.2, 0.5, 0.2), (0.1, -0.6, -0.4)])
def test_a_die_is_found_where_its_crop_shows_it(slant: float, place: tuple[float, float, float]) -> None:
    geometry, _ = camera(slant, 0.88)
    view, u, v = board_view(geometry), 0.7, 0.4
    seen = replace(die(u, v), xy=geometry.picture_point(u, v), size_px=size_at(geometry, u, v))
    spot = spot_of(seen, geometry, view.aspect)
    way = look_at(spot, view)[:2]
    shown = upright_map(spot, geometry, view.aspect, way) @ [
        SIDE / 2 + EDGE * place[0],
        SIDE / 2 + EDGE * place[1],
        1,
    ]
    there = moved_spot(spot, np.array(place), way, view.aspect)
    at = geometry.picture_point(*field_of(there.x, there.y))
    assert at == pytest.approx(tuple(shown[:2] / shown[2]), abs=0.01)
    assert there.edge == pytest.approx(spot.edge * np.exp(place[2]))


def test_a_die_far_from_its_crops_middle_is_cut_out_again() -> None:
    for place, looks in (((0.3, -0.1, 0.0), 2), ((0.0, 0.0, -0.3), 2), ((0.02, 0.01, 0.03), 1)):
        network = Says(-9.0, value=5, places=(place,))
        upright = UprightReader(network)  # type: ignore[arg-type]
        upright.tell(Frame(0, 0.0, PICTURE), PLACE, (die(0.3, 0.5), die(0.7, 0.4)))
        assert network.shown == looks + 1


@pytest.mark.parametrize(("one", "other", "tilt"), [(9, -15, "flat"), (-15, 9, "flat"), (9, 1, "leaning")])
def test_both_networks_tell_of_leaning_and_one_what_a_die_shows(one: float, other: float, tilt: str) -> None:
    seen = die(0.3, 0.5)
    lies, shows = Says(one, value=seen.value % 6 + 1, is_die=-3.0), Says(other, value=seen.value, is_die=3.0)
    both = UprightReader(lies, shows)  # type: ignore[arg-type]
    (told,) = both.tell(Frame(0, 0.0, PICTURE), PLACE, (seen,))
    (alone,) = UprightReader(shows).tell(Frame(0, 0.0, PICTURE), PLACE, (seen,))  # type: ignore[arg-type]
    assert told.tilt == tilt
    assert (told.value, told.faces) == (alone.value, alone.faces)


def test_what_upright_crops_hardly_take_for_a_die_is_less_probably_one() -> None:
    seen = die(0.3, 0.5)
    p = {}
    for is_die in (-3.0, 3.0):
        network = Says(-9.0, value=seen.value, is_die=is_die)
        (told,) = UprightReader(network).tell(Frame(0, 0.0, PICTURE), PLACE, (seen,))  # type: ignore[arg-type]
        p[is_die] = told.p
    assert p[-3.0] < p[3.0]


@pytest.mark.parametrize(
    ("u", "odds", "support"),
    [(0.3, 3.0, "die"), (0.3, 0.5, "die"), (0.3, -0.5, "surface"), (1.01, 3.0, "surface")],
)
def test_a_die_in_the_field_that_seems_to_lie_on_another_is_said_to(
    u: float, odds: float, support: str
) -> None:
    seen = replace(die(u, 0.5), zone="W" if u < 0.5 else "frame", support="surface")
    network = Says(-9.0, value=seen.value, on_die=odds)
    upright = UprightReader(network)  # type: ignore[arg-type]
    assert upright.tell(Frame(0, 0.0, PICTURE), PLACE, (seen,))[0].support == "surface"
    (told,) = upright.tell(Frame(1, 0.1, PICTURE), PLACE, (seen,))
    assert told.support == support
    assert told.on_another == (support == "die" and odds == 3.0)
    assert told.on_another or not told.cocked or told.zone == "frame"


class SaysOfUpper(Says):
    """Says that every other die it is shown lies on another: the second look at each."""

    def run(self, _: None, feed: dict[str, Any]) -> list[np.ndarray]:
        self.on_die = 6.0 if self.shown % 2 else -6.0
        return super().run(_, feed)


@pytest.mark.parametrize(("others", "support"), [((), "die"), ((die(0.7, 0.4),), "surface")])
def test_of_a_pile_found_as_the_only_die_the_upper_half_is_looked_at(
    others: tuple[DieReading, ...], support: str
) -> None:
    seen = replace(die(0.3, 0.5), support="surface")
    upright = UprightReader(SaysOfUpper(-9.0, value=seen.value))  # type: ignore[arg-type]
    for number in range(2):
        told = upright.tell(Frame(number, number / 10, PICTURE), PLACE, (seen, *others))
    assert told[0].support == support
    assert not told[0].on_another


@pytest.mark.parametrize(("odds", "left"), [(9.0, 1), (-9.0, 0)])
def test_a_die_that_shows_no_value_is_one_only_if_it_leans(odds: float, left: int) -> None:
    """Of one that leans two faces are seen alike."""
    faces = (0.22, 0.2, 0.22, 0.01, 0.01, 0.01)
    faint = replace(die(0.3, 0.5), value=1, p=0.22, faces=faces)
    network = Says(odds, is_die=0.5)
    told = UprightReader(network).tell(Frame(0, 0.0, PICTURE), PLACE, (faint,))  # type: ignore[arg-type]
    assert len(told) == left


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
        assert replace(told[0], tilt="flat", tilt_p=flat.tilt_p, p=flat.p, faces=flat.faces) == flat
    doubted = replace(flat, tilt="leaning", tilt_p=0.6)
    more = [reader(0.0)[0].tell(Frame(0, 0.0, PICTURE), PLACE, (one,))[0] for one in (flat, doubted)]
    lean_p = [one.tilt_p if one.tilt == "leaning" else 1 - one.tilt_p for one in more]
    assert lean_p[0] < lean_p[1]


def test_a_value_in_doubt_is_settled_by_the_upright_crop() -> None:
    doubted = replace(die(0.3, 0.5), value=6, p=0.45, faces=(0.0, 0.01, 0.03, 0.05, 0.41, 0.45))
    (told,) = reader(-9.0, value=5)[0].tell(Frame(0, 0.0, PICTURE), PLACE, (doubted,))
    assert told.value == 5
    assert told.p == told.faces[4] > 0.6
    assert sum(doubted.faces) < sum(told.faces) < 1


def test_a_value_in_doubt_that_is_read_as_another_in_the_next_picture_is_the_same_die() -> None:
    upright, network = reader(-9.0, value=5)
    for number, value in enumerate((5, 6, 5, 6, 6, 6)):
        faces = tuple(0.5 if face == value else 0.4 if face in (5, 6) else 0.0 for face in range(1, 7))
        doubted = replace(die(0.3, 0.5), value=value, p=0.5, faces=faces)
        (told,) = upright.tell(Frame(number, number / 10, PICTURE), PLACE, (doubted,))
        assert told.value == 5
    assert network.shown == 2 * 6


def test_a_value_read_surely_stays_against_an_upright_crop() -> None:
    plain = replace(die(0.3, 0.5), value=6, p=0.99, faces=(0.001, 0.001, 0.001, 0.001, 0.005, 0.99))
    (told,) = reader(-9.0, value=5)[0].tell(Frame(0, 0.0, PICTURE), PLACE, (plain,))
    assert told.value == 6
    assert told.p < plain.p
    assert values_of_both(np.array(plain.faces), np.log(np.full(6, 1 / 6))).argmax() == 5


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


def test_a_die_in_doubt_is_looked_at_more_often() -> None:
    doubted = replace(die(0.3, 0.5), value=6, p=0.3, faces=(0.1, 0.1, 0.1, 0.1, 0.1, 0.3))
    upright, network = reader(-9.0)
    for number in range(ENOUGH_IN_DOUBT + 3):
        upright.tell(Frame(number, number / 10, PICTURE), PLACE, (doubted,))
    assert network.shown == 2 * ENOUGH_IN_DOUBT


@pytest.mark.parametrize(("value", "left"), [(5, 1), (4, 2)])
def test_a_side_face_taken_for_a_die_is_seen_to_be_of_another(value: int, left: int) -> None:
    """Its crop shows the die where the other reading has it, with the same value."""
    seen = replace(die(0.5, 0.5), value=5, faces=(0.0, 0.0, 0.0, 0.0, 0.98, 0.0))
    side = replace(seen, xy=(seen.xy[0] + 0.8 * seen.size_px, seen.xy[1]), value=value, p=0.4)
    side = replace(side, faces=tuple(0.4 if face == value else 0.05 for face in range(1, 7)))
    network = Says(-9.0, places=((0.0, 0.0, 0.0), (-0.6, 0.0, 0.0), (-0.2, 0.0, 0.0)))
    told = UprightReader(network).tell(Frame(0, 0.0, PICTURE), PLACE, (seen, side))  # type: ignore[arg-type]
    assert len(told) == left
    assert told[0].value == 5


def test_a_die_that_was_lifted_is_looked_at_anew() -> None:
    leaning, network = reader(9.0)
    lying = die(0.3, 0.5)
    for number in range(ENOUGH):
        leaning.tell(Frame(number, number / 10, PICTURE), PLACE, (lying,))
    assert leaning.tell(Frame(8, 0.8, PICTURE), PLACE, ()) == ()
    leaning.tell(Frame(9, 0.9, PICTURE), PLACE, (lying,))
    assert network.shown == 2 * (ENOUGH + 1)


def test_what_the_network_has_not_learnt_stays_as_it_was_read() -> None:
    """Dice cut off by the picture's edge, too small, or beside the field."""
    leaning, network = reader(9.0)
    outside, small = replace(die(0.3, 0.5), xy=(-30.0, 400.0)), replace(die(0.6, 0.5), size_px=4.9)
    assert leaning.tell(Frame(0, 0.0, PICTURE), PLACE, (outside, small, die(1.05, 0.5))) == (
        outside,
        small,
        die(1.05, 0.5),
    )
    assert network.shown == 0


@pytest.mark.parametrize(("larger", "taken"), [(0.4, True), (0.0, False)])
def test_what_is_read_as_small_is_known_if_its_crop_shows_it_larger(larger: float, taken: bool) -> None:
    """One face of a die had been taken for all of it. So small ones are asked for no oftener than others."""
    network = Says(9.0, places=((0.0, 0.0, larger),) * 99)
    leaning, small = UprightReader(network), replace(die(0.6, 0.5), size_px=6.0)  # type: ignore[arg-type]
    for number in range(2 * ENOUGH_IN_DOUBT):
        (told,) = leaning.tell(Frame(number, number / 10, PICTURE), PLACE, (small,))
    assert (told.tilt == "leaning") == taken
    assert (told == small) != taken
    assert network.shown <= 2 * ENOUGH_IN_DOUBT
