"""Hands that come to the game clock: from which side, when, and what is none."""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.clock_spot import ClockSpot, HandAtClock, Side
from vision.sources.frame import Frame

GEOMETRY = BoardGeometry(((100, 60), (500, 60), (500, 320), (100, 320)), (640, 360))
LYING = BoardGeometry(((100, 60), (500, 60), (500, 320), (100, 320)), (640, 360), "bar_horizontal")
CLOCK = ((540.0, 150.0), (580.0, 230.0))
TABLE, SKIN = (70, 90, 60), (90, 120, 190)
FPS = 10.0
Arm = tuple[tuple[int, int], tuple[int, int]]
"""From where to where an arm lies in the picture."""
PRESSES: dict[Side, Arm] = {"N": ((560, -20), (560, 165)), "S": ((560, 380), (560, 215))}


def picture(arm: Arm | None = None, *, down: Side = "N", skin: tuple[int, int, int] = SKIN) -> np.ndarray:
    """A board with a clock beside it, one of whose buttons is down, and perhaps an arm over it."""
    view = np.full((360, 640, 3), TABLE, np.uint8)
    view[60:320, 100:500] = (40, 60, 110)
    view[150:230, 540:580] = (30, 30, 30)
    for side, rows in (("N", slice(155, 167)), ("S", slice(213, 225))):
        view[rows, 548:572] = (120, 120, 120) if side == down else (200, 200, 200)
    if arm is not None:
        cv2.line(view, *arm, skin, 26)
    return view


def frames(pictures: Iterable[np.ndarray]) -> Iterable[Frame]:
    return (Frame(number, number / FPS, view) for number, view in enumerate(pictures))


def press(side: Side, *, skin: tuple[int, int, int] = SKIN) -> list[np.ndarray]:
    """A hand comes from a side, presses, and leaves."""
    (x, start), (_, end) = PRESSES[side]
    ways = [start + (end - start) * part // 4 for part in (2, 3, 4, 4, 3, 2)]
    other: Side = "S" if side == "N" else "N"
    return [
        picture(((x, start), (x, way)), down=other if number < 3 else side, skin=skin)
        for number, way in enumerate(ways)
    ]


def at_rest(seconds: float, down: Side = "N") -> list[np.ndarray]:
    return [picture(down=down)] * round(seconds * FPS)


def seen(pictures: Iterable[np.ndarray], geometry: BoardGeometry = GEOMETRY) -> list[HandAtClock]:
    spot = ClockSpot(geometry, CLOCK)
    return [hand for hand in map(spot.look, frames(pictures)) if hand is not None]


def test_both_players_press_in_turn() -> None:
    film = at_rest(2, "N")
    due: list[tuple[Side, float]] = []
    for side in ("S", "N", "S", "N"):
        due.append((side, (len(film) + 2.5) / FPS))
        film += [*press(side), *at_rest(4, side)]
    hands = seen(film)
    assert [hand.side for hand in hands] == [side for side, _ in due]
    assert all(abs(hand.t - t) <= 0.15 for hand, (_, t) in zip(hands, due, strict=True))
    assert all(one.t < other.t for one, other in pairwise(hands))


def test_a_hand_as_light_as_the_table_is_seen_by_its_colour() -> None:
    table = cv2.cvtColor(np.array([[TABLE]], np.uint8), cv2.COLOR_BGR2YUV)[0, 0]
    alike = cv2.cvtColor(np.array([[[table[0], 90, 170]]], np.uint8), cv2.COLOR_YUV2BGR)[0, 0]
    skin = (int(alike[0]), int(alike[1]), int(alike[2]))
    assert [hand.side for hand in seen([*at_rest(2), *press("S", skin=skin), *at_rest(2, "S")])] == ["S"]


def test_it_is_told_as_the_hand_leaves() -> None:
    spot = ClockSpot(GEOMETRY, CLOCK)
    film = [*at_rest(2), *press("S"), *at_rest(2, "S")]
    told = [frame.t for frame in frames(film) if spot.look(frame) is not None]
    assert len(told) == 1
    assert told[0] <= 2.0 + len(press("S")) / FPS + 0.1


def test_an_arm_that_lies_over_all_of_it_presses_nothing() -> None:
    passing = [picture(((560, -20), (560, 380)))] * 5
    assert seen([*at_rest(2), *passing, *at_rest(2)]) == []


def test_a_hand_that_stays_presses_nothing() -> None:
    assert seen([*at_rest(2), *[picture(PRESSES["S"])] * 25, *at_rest(4)]) == []


def test_hands_over_the_board_are_none_at_the_clock() -> None:
    over = [picture(((x, 380), (x - 40, 180))) for x in range(250, 460, 30)]
    assert seen([*at_rest(2), *over, *at_rest(2)]) == []


def test_a_clock_that_is_set_down_is_seen_as_it_stands_after_a_while() -> None:
    bare = picture()
    bare[140:240, 530:590] = TABLE
    film = [*[bare] * 20, *at_rest(4), *press("S"), *at_rest(2, "S")]
    assert [hand.side for hand in seen(film)] == ["S"]


def test_north_is_where_the_board_says() -> None:
    """With the bar lying in the picture north is on the left, and the clock stands at the east end above."""
    spot = ClockSpot(LYING, ((250.0, 10.0), (330.0, 50.0)))
    film = []
    for x in (-20, -20, -20, 120, 200, 262, 262, 200, 120, -20, -20):
        view = np.full((360, 640, 3), TABLE, np.uint8)
        view[10:50, 250:330] = (30, 30, 30)
        cv2.line(view, (-40, 30), (x, 30), SKIN, 26)
        film.append(view)
    north = LYING.field_points([(100.0, 30.0)])[0][1]
    south = LYING.field_points([(500.0, 30.0)])[0][1]
    hands = [hand for hand in map(spot.look, frames(film)) if hand is not None]
    assert [hand.side for hand in hands] == ["N" if north < south else "S"]


def test_planes_and_other_sizes_say_the_same() -> None:
    film = [*at_rest(2), *press("S"), *at_rest(2, "S")]
    planes, small = ClockSpot(GEOMETRY, CLOCK), ClockSpot(GEOMETRY, CLOCK)
    told = []
    for frame in frames(film):
        packed = cv2.cvtColor(np.asarray(frame.pixels), cv2.COLOR_BGR2YUV_I420)
        y, rest = packed[:360], packed[360:].reshape(2, 180, 320)
        half = cv2.resize(np.asarray(frame.pixels), (320, 180), interpolation=cv2.INTER_AREA)
        one = planes.look(Frame(frame.seq, frame.t, (y, rest[0], rest[1])))
        other = small.look(Frame(frame.seq, frame.t, half))
        told += [hand.side for hand in (one, other) if hand is not None]
    assert told == ["S", "S"]


def test_it_goes_with_the_board_when_the_camera_moves() -> None:
    spot = ClockSpot(GEOMETRY, CLOCK)
    for frame in frames(at_rest(1)):
        spot.look(frame)
    moved = BoardGeometry(tuple((x - 60, y - 20) for x, y in GEOMETRY.corners), GEOMETRY.size)
    spot.place(moved)
    shifted = [
        np.roll(view, (-20, -60), axis=(0, 1)) for view in [*at_rest(2), *press("S"), *at_rest(2, "S")]
    ]
    later = [Frame(number, 10 + number / FPS, view) for number, view in enumerate(shifted)]
    assert [hand.side for hand in map(spot.look, later) if hand is not None] == ["S"]


@pytest.mark.parametrize(("place", "enough"), [(CLOCK, True), (((540.0, 290.0), (580.0, 370.0)), False)])
def test_a_clock_half_out_of_the_picture_shows_no_presses(
    place: tuple[tuple[float, float], tuple[float, float]], enough: bool
) -> None:
    assert ClockSpot(GEOMETRY, place).in_sight is enough


def test_after_a_gap_a_hand_is_followed_anew() -> None:
    spot = ClockSpot(GEOMETRY, CLOCK)
    for frame in frames([*at_rest(2), picture(PRESSES["S"])]):
        spot.look(frame)
    after = [Frame(number, 5 + number / FPS, view) for number, view in enumerate(at_rest(1))]
    assert [hand for hand in map(spot.look, after) if hand is not None] == []
