"""Evidence over time: any frame rate, hidden slots, one misreading."""

import math
from dataclasses import replace

import numpy as np
import pytest

from monitor.backgammon import START
from monitor.config import MatchConfig
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer
from monitor.tracking.looks import LOG_OTHERWISE
from monitor.tracking.seating import Seating, seatings, stack
from monitor.tracking.seen import seen_at_first, seen_boards
from monitor.tracking.start import guess_start, put_right
from tests.support import START_SLOTS, make_reading, slot_index
from vision.reading import EMPTY, OUTCOMES, Looks, outcome

EAST = Seating("E", "A")


def evidence_of(*slots: dict[str, tuple[int, int]], fps: float = 10.0, sure: float = 0.98) -> Evidence:
    evidence = Evidence(has_bar=True)
    for number, seen in enumerate(slots):
        evidence.update(make_reading(seen, seq=number, t=number / fps, sure=sure))
    return evidence


def test_going_to_and_fro_between_two_contents_is_no_change() -> None:
    evidence = Evidence(has_bar=True)
    for number in range(20):
        reading = make_reading(START_SLOTS, seq=number, t=number / 10)
        slot, five, six = slot_index("T7"), outcome(0, 5), outcome(0, 6)
        reading.points[slot] = 0.001
        reading.points[slot, [five, six]] = (0.55, 0.42) if number // 4 % 2 else (0.42, 0.55)
        evidence.update(reading)
    assert evidence.quiet_for(1.9) < 0.5
    assert evidence.firm_for(1.9) == pytest.approx(1.9)
    for number in range(20, 26):
        evidence.update(make_reading({}, seq=number, t=number / 10))
    assert evidence.firm_for(2.5) < 0.6


def suspected_slot(now: int, otherwise: tuple[int, ...]) -> float:
    """How far behind what a slot held is, three men, that seemed to hold two when a turn ended and for two
    seconds has seemed to hold so many; the slots given look otherwise."""
    slot, evidence = slot_index("T7"), Evidence(has_bar=True)
    points, bars = np.zeros(24, dtype=np.int64), np.zeros(2, dtype=np.int64)
    points[slot] = outcome(0, 3)
    looks = tuple(range(24))
    for number in range(30):
        if number == 10:
            evidence.confirm(points, bars)
            looks = tuple(100 + s if s in otherwise else s for s in range(24))
        reading = make_reading({"T7": (2 if number < 10 else now, 0)}, seq=number, t=number / 10)
        evidence.update(replace(reading, looks=Looks(1, looks)))
    assert evidence.suspected[slot]
    return float(evidence.weighted()[0][slot, points[slot]])


def test_men_are_gone_sooner_from_a_suspected_slot_that_alone_looks_otherwise() -> None:
    slot = slot_index("T7")
    assert LOG_OTHERWISE < suspected_slot(1, ()) < 0.0
    for now, places in ((1, (slot, slot + 1)), (4, (slot,))):
        assert suspected_slot(now, places) == pytest.approx(LOG_OTHERWISE)
    assert suspected_slot(1, (slot,)) < 1.5 * LOG_OTHERWISE


def test_the_starting_position_lies_where_the_picture_shows_it() -> None:
    points, bars = EAST.outcomes(stack([START.board]))
    for name, (light, dark) in START_SLOTS.items():
        assert points[0, slot_index(name)] == (outcome(0, light) if light else outcome(1, dark))
    assert (points[0] > 0).sum() == len(START_SLOTS)
    assert bars.tolist() == [[0, 0]]


@pytest.mark.parametrize("seating", seatings(MatchConfig()))
def test_seatings_read_back_what_they_show(seating: Seating) -> None:
    points, bars = seating.outcomes(stack([START.board]))
    parts = [((int(o), 0) if o <= 15 else (0, int(o) - 15)) for o in points[0]]
    assert seating.board(parts, bars[0].tolist()) == START


def test_operator_settings_narrow_the_seatings() -> None:
    assert seatings(MatchConfig(home="W", light="B")) == (Seating("W", "B"),)
    assert len(seatings(MatchConfig())) == 4


@pytest.mark.parametrize("fps", [30.0, 10.0, 5.0, 0.5])
def test_one_good_reading_or_many_say_the_same(fps: float) -> None:
    evidence = evidence_of(*[START_SLOTS] * 8, fps=fps)
    fit = Explainer(evidence, EAST, has_bar=True).fit([START.board])
    assert fit[0] > -0.5


def test_one_misreading_among_many_changes_nothing() -> None:
    wrong = START_SLOTS | {"B7": (4, 0)}
    evidence = evidence_of(*[START_SLOTS] * 6, wrong)
    assert evidence.readings_quiet == 7
    assert seen_at_first(evidence, EAST, START, has_bar=True) == START


def test_a_misreading_weighs_no_more_than_a_fixed_amount() -> None:
    wrong = START_SLOTS | {"B7": (4, 0)}
    fits = [
        Explainer(evidence_of(*[wrong] * n, sure=0.9999), EAST, has_bar=True).fit([START.board])[0]
        for n in (3, 30)
    ]
    assert fits[0] == pytest.approx(fits[1], abs=0.1)
    assert fits[1] > -2.0 * math.log(OUTCOMES / 0.002) - 1.0


def test_hidden_and_moving_slots_say_nothing() -> None:
    evidence = Evidence(has_bar=True)
    hidden, motion = np.zeros(24, np.float32), np.zeros(24, np.float32)
    hidden[slot_index("B7")], motion[slot_index("T1")] = 1.0, 0.9
    wrong = START_SLOTS | {"B7": (1, 0), "T1": (1, 0)}
    for number in range(4):
        evidence.update(make_reading(wrong, seq=number, t=number / 10, hidden=hidden, motion=motion))
    assert evidence.known.sum() == 22
    assert Explainer(evidence, EAST, has_bar=True).fit([START.board])[0] > -0.5
    assert seen_boards(evidence, EAST, START, has_bar=True)[0].board == START


@pytest.mark.parametrize(("hidden", "behind"), [(0.0, 13.9), (0.08, 13.9), (0.2, 5.3), (0.5, 4.4)])
def test_a_few_men_may_stand_where_something_hides_part_of_a_slot(hidden: float, behind: float) -> None:
    """None are read there; and none are taken away where some are."""
    empty, taken, evidence = slot_index("B5"), slot_index("T7"), Evidence(has_bar=True)
    for number in range(20):
        reading = make_reading({"T7": (2, 0)}, seq=number, t=number / 10)
        veiled = reading.hidden.copy()
        veiled[[empty, taken]] = hidden
        evidence.update(replace(reading, hidden=veiled))
    points, _ = evidence.weighted()
    for men in (outcome(0, 1), outcome(1, 3)):
        assert points[empty, men] == pytest.approx(-behind, abs=0.1)
    assert points[empty, outcome(0, 4)] < -9.0
    assert points[taken, EMPTY] < -9.0


def test_the_number_of_men_helps_a_doubtful_slot() -> None:
    reading = make_reading(START_SLOTS, sure=0.99)
    row = reading.points[slot_index("T7")]
    row[:], row[outcome(1, 4)], row[outcome(1, 5)] = 0.001, 0.6, 0.37
    evidence = Evidence(has_bar=True)
    evidence.update(reading)
    assert seen_at_first(evidence, EAST, START, has_bar=True) == START
    assert seen_boards(evidence, EAST, START, has_bar=True)[0].board == START


def men_at_first(slot: str, read: int, other: int, p: float) -> tuple[int, int]:
    """Men of both sides taken up from a start that lacks a light man on T12, with one slot that is read as
    an outcome with probability p, else mostly as another."""
    reading = make_reading(START_SLOTS | {"T12": (1, 0)}, sure=0.99)
    row = reading.points[slot_index(slot)]
    row[:] = (1.0 - p) / OUTCOMES
    row[read], row[other] = p, (1.0 - p) / 2
    evidence = Evidence(has_bar=True)
    evidence.update(reading)
    board = seen_at_first(evidence, EAST, START, has_bar=True)
    return sum(board.mover), sum(board.opponent)


def test_no_side_has_many_more_men_than_its_set() -> None:
    """Read as the other side's, a column of five makes 19 of 14; sides are unequal either way."""
    assert men_at_first("B1", outcome(0, 5), outcome(1, 5), 0.97) == (14, 15)


def test_one_man_too_many_is_put_up_now_and_then() -> None:
    assert men_at_first("T12", outcome(0, 3), outcome(0, 1), 0.9997) == (16, 15)


def test_the_start_is_found_whichever_way_it_is_set_up() -> None:
    for seating in seatings(MatchConfig()):
        points = seating.outcomes(stack([START.board]))[0][0]
        reading = make_reading({}, sure=0.99)
        reading.points[:] = 0.0003
        reading.points[np.arange(24), points] = 0.99
        evidence = Evidence(has_bar=True)
        evidence.update(reading)
        guess = guess_start(evidence, seatings(MatchConfig()), has_bar=True)
        assert guess.seating == seating
        assert guess.right


def test_a_side_set_up_the_other_way_is_seen_from_the_seats_guessed_first() -> None:
    mirrored = type(START).from_board26("-e----E-C---bE----e-c---B-").board
    points = EAST.outcomes(stack([mirrored]))[0][0]
    reading = make_reading({}, sure=0.99)
    reading.points[:] = 0.0003
    reading.points[np.arange(24), points] = 0.99
    evidence = Evidence(has_bar=True)
    evidence.update(reading)
    seats = seatings(MatchConfig())
    alike = [
        seat for seat in seats if guess_start(evidence, seats, has_bar=True, before=seat).seating == seat
    ]
    assert len(alike) == 2
    assert guess_start(evidence, seats, has_bar=True).seating in alike


def test_putting_a_set_up_right_needs_the_men_still_there() -> None:
    wrong = type(START).from_board26("-b----D-D---eE---c-e----B-")
    assert put_right(wrong, wrong) == START
    gone = type(START).from_board26("-b----D-----eE---c-e----B-")
    assert put_right(wrong, gone) is None


def test_what_hides_a_point_for_good_without_moving_is_the_rim_and_no_hand() -> None:
    evidence = Evidence(has_bar=True)
    for number in range(60):
        reading = make_reading(START_SLOTS, seq=number, t=number / 10)
        reading.hidden[[14, 15]] = 0.9
        evidence.update(reading)
        assert evidence.clear is (number >= 40)
        assert set(np.flatnonzero(evidence.covered)) == (set() if evidence.clear else {14, 15})
    reading = make_reading(START_SLOTS, seq=60, t=6.0)
    reading.hidden[[14, 15]] = 0.9
    reading.motion[14] = 0.4
    evidence.update(reading)
    assert set(np.flatnonzero(evidence.covered)) == {14}
