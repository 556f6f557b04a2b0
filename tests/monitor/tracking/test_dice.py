"""Dice over time."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from monitor.tracking.dice import DiceTracker
from monitor.tracking.explain import roll_scores
from tests.support import make_die, make_reading
from vision.reading import DieReading


def feed(tracker: DiceTracker, *frames: tuple[DieReading, ...], start: int = 0, **fields: Any) -> None:
    for number, dice in enumerate(frames, start=start):
        tracker.update(make_reading(seq=number, t=number / 10, dice=dice, **fields))


def test_a_die_that_stays_is_at_rest() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4),)] * 5)
    (track,) = tracker.resting(0.4, 0.3)
    assert (track.face, track.zone, track.support) == (4, "E", "surface")
    assert track.face_p > 0.99
    assert track.lean_p < 0.2


def test_a_rolling_die_is_not_at_rest() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4, uv=(0.6 + 0.02 * n, 0.5)),) for n in range(5)])
    assert tracker.resting(0.4, 0.3) == []


def test_one_misread_value_is_outvoted() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4),)] * 4, (make_die(2),), *[(make_die(4),)] * 3)
    assert [track.face for track in tracker.tracks] == [4]


@pytest.mark.parametrize(("moved", "leans"), [(0.004, True), (0.0005, False)])
def test_what_is_read_beside_where_a_die_lies_says_little_of_how_it_lies(moved: float, leans: bool) -> None:
    """Fingers half cover it: it seems to be elsewhere, and flat."""
    tracker = DiceTracker(stills=False)
    lying = replace(make_die(4, uv=(0.6, 0.9)), tilt="leaning", tilt_p=0.99)
    shifted = [replace(lying, uv=(0.6 + (1 + n % 2) * moved, 0.9), tilt="flat") for n in range(6)]
    feed(tracker, *[(lying,)] * 12, *[(die,) for die in shifted])
    (track,) = tracker.tracks
    assert (track.lean_p > 0.85) is leans


def test_a_die_under_a_hand_is_not_gone() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4),)] * 4)
    feed(tracker, *[()] * 10, start=4, hidden=np.ones(24, dtype=np.float32))
    assert len(tracker.tracks) == 1
    feed(tracker, *[()] * 6, start=14)
    assert tracker.tracks == []


@pytest.mark.parametrize(
    ("hidden", "rested", "gone"), [(0.75, 30, True), (0.75, 10, False), (0.95, 30, False)]
)
def test_a_hard_shadow_taken_for_a_hand_does_not_keep_a_die_there(
    hidden: float, rested: int, gone: bool
) -> None:
    """Where it was seen for two seconds meanwhile; what hides nearly all may be a hand or a cup."""
    shade = np.full(24, hidden, dtype=np.float32)
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4),)] * rested, hidden=shade)
    feed(tracker, *[()] * 10, start=rested, hidden=shade)
    assert (tracker.tracks == []) is gone


def test_what_flew_by_something_that_hides_slots_for_good_is_not_there_later() -> None:
    """Another die that comes to lie there is another die; one that lay there for long may still do so."""
    hidden = np.full(24, 0.9, dtype=np.float32)
    tracker = DiceTracker(stills=False)
    feed(tracker, (make_die(4),), (make_die(4, uv=(0.74, 0.5)),), hidden=hidden)
    feed(tracker, *[()] * 60, start=2, hidden=hidden)
    assert tracker.tracks == []
    feed(tracker, *[(make_die(6),)] * 5, start=62, hidden=hidden)
    (track,) = tracker.tracks
    assert (track.face, track.first) == (6, 6.2)
    feed(tracker, *[()] * 60, start=67, hidden=hidden)
    assert tracker.tracks == [track]
    tracker.forget({track.id})
    assert tracker.tracks == []


def test_a_die_that_a_hand_takes_up_does_not_come_to_rest_elsewhere() -> None:
    tracker = DiceTracker(stills=False)
    held = make_die(4, uv=(0.7, 0.47), tilt="leaning", tilt_p=0.95)
    feed(tracker, *[(make_die(4),)] * 12)
    (track,) = tracker.tracks
    feed(tracker, (held,), start=12, hidden=np.full(24, 0.9, dtype=np.float32))
    assert tracker.tracks == [track]
    assert (track.since, track.lean_p < 0.2) == (0.0, True)
    feed(tracker, *[(held,)] * 3, start=13)
    assert (tracker.tracks[0].since, tracker.tracks[0].lean_p > 0.9) == (1.3, True)


@pytest.mark.parametrize(("still", "gone"), [(0.4, True), (0.0, False)])
def test_what_the_rim_hides_is_no_hand(still: float, gone: bool) -> None:
    """A slot half hidden while the die beside it was in plain sight does not cover it."""
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4),)] * 4, hidden=np.full(24, still, dtype=np.float32))
    feed(tracker, *[()] * 10, start=4, hidden=np.full(24, 0.45, dtype=np.float32))
    assert (tracker.tracks == []) == gone


def test_a_die_overlooked_for_a_moment_is_the_same_die() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4),)] * 4, *[()] * 8)
    assert tracker.tracks == []
    feed(tracker, (make_die(4),), start=12)
    assert [track.id for track in tracker.tracks] == [1]
    feed(tracker, *[()] * 8, start=13)
    feed(tracker, (make_die(1, uv=(0.9, 0.5)),), start=21)
    assert [track.id for track in tracker.tracks] == [2]


@pytest.mark.parametrize(("lifted", "rolls"), [(True, True), (False, True), (True, False)])
def test_a_die_taken_up_was_thrown_where_it_lies_as_it_lay_once_another_rolls(
    lifted: bool, rolls: bool
) -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4),)] * 4)
    feed(tracker, *[()] * 3, start=4, hidden=np.full(24, 0.95 if lifted else 0.0, dtype=np.float32))
    feed(tracker, *[()] * 8, start=7)
    assert tracker.tracks == []
    rolling = (make_die(2, uv=(0.6, 0.2)), make_die(3, uv=(0.7, 0.3)))
    feed(tracker, rolling if rolls else (), start=15)
    feed(tracker, (make_die(4), make_die(6, uv=(0.62, 0.3))), start=16)
    again = next(track for track in tracker.tracks if track.face == 4)
    assert (again.first == 1.6) == (lifted and rolls)


def test_single_pictures_stand_alone() -> None:
    tracker = DiceTracker(stills=True)
    tracker.update(make_reading(t=0.0, dice=(make_die(4),)))
    assert len(tracker.resting(0.0, 0.3)) == 1
    tracker.update(make_reading(t=1.0, dice=(make_die(4),)))
    assert [track.id for track in tracker.tracks] == [1]
    tracker.update(make_reading(t=2.0, dice=()))
    assert tracker.tracks == []
    assert [track.id for track in tracker.gone] == [1]


def test_leaning_is_judged_over_all_frames() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4, tilt="leaning", tilt_p=0.9),)] * 5)
    assert tracker.tracks[0].lean_p == pytest.approx(0.9)


def test_rolls_are_weighed_by_both_dice() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4), make_die(1, uv=(0.9, 0.5)))] * 5)
    scores = roll_scores(tracker.tracks)
    assert len(scores) == 21
    assert max(scores, key=scores.__getitem__) == (4, 1)
    assert scores[(4, 1)] > -0.05
    unseen = roll_scores([])
    assert unseen[(4, 1)] - unseen[(4, 4)] == pytest.approx(np.log(2))


def test_a_die_that_is_uncovered_bit_by_bit_is_the_same_die() -> None:
    tracker = DiceTracker(stills=False)
    feed(tracker, *[(make_die(4, uv=(0.7, 0.5)),)] * 4, *[()] * 8)
    feed(tracker, (make_die(4, uv=(0.7, 0.53)),), start=12)
    assert [track.id for track in tracker.tracks] == [2]
    feed(tracker, (make_die(4, uv=(0.7, 0.503)),), start=13)
    assert [track.id for track in tracker.tracks] == [1]


@pytest.mark.parametrize(("p", "another"), [(0.45, True), (0.9, False)])
def test_a_die_that_comes_to_lie_beside_a_print_is_a_new_one(p: float, another: bool) -> None:
    """The tip of a point is taken for a die that is not sure to be one; a die that was plain has moved."""
    tracker = DiceTracker(stills=False)
    tip = replace(make_die(3, uv=(0.635, 0.355)), p=p)
    feed(tracker, *[(tip,)] * 10)
    (lay,) = tracker.tracks
    feed(tracker, *[(make_die(3, uv=(0.6, 0.355)),)] * 5, start=10)
    thrown = max(tracker.tracks, key=lambda track: track.first)
    assert (thrown.id != lay.id) is another
    assert (thrown.first == 1.0) is another
