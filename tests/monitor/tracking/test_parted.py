"""Two dice that touch are two, though now and then one is read between them."""

from dataclasses import replace
from typing import Any

import pytest

from monitor.tracking.dice import DiceTracker
from monitor.tracking.parted import TouchingDice
from tests.support import make_die, make_reading
from vision.reading import DieReading, Zone

NEAR_ONE, FAR_ONE = make_die(1, (60.0, 55.0), uv=(0.7, 0.52)), make_die(2, (60.0, 45.0), uv=(0.7, 0.48))
BOTH = NEAR_ONE, FAR_ONE
BETWEEN = make_die(2, (60.0, 51.0), uv=(0.7, 0.5), support="die", support_p=0.99)


def parted(*frames: tuple[DieReading, ...], seconds: float = 0.2) -> tuple[DieReading, ...]:
    """The dice of the last of these frames, which come so many seconds after each other."""
    touching = TouchingDice()
    for number, dice in enumerate(frames):
        reading = touching.parted(make_reading(seq=number, t=number * seconds, dice=dice))
    return reading.dice


def test_one_between_two_that_were_seen_is_those_two() -> None:
    other = make_die(5, (90.0, 50.0), uv=(0.9, 0.5))
    assert parted(BOTH, (BETWEEN,), (other, BETWEEN)) == (other, *BOTH)
    tracker = DiceTracker(stills=False)
    for number in range(12):
        dice = (BETWEEN,) if number % 6 else BOTH
        tracker.update(make_reading(seq=number, t=number / 5, dice=dice))
    assert sorted(track.face for track in tracker.resting(2.2, 2.0)) == [1, 2]
    assert not any(track.on_another for track in tracker.tracks)


@pytest.mark.parametrize(
    "otherwise",
    [
        {"p": 0.8},
        {"support": "die"},
        {"tilt": "leaning", "tilt_p": 0.9},
        {"zone": "frame"},
        {"xy": (60.0, 40.0)},
    ],
)
def test_only_two_that_were_plain_and_touched_are(otherwise: dict[str, Any]) -> None:
    assert parted((NEAR_ONE, replace(FAR_ONE, **otherwise)), (BETWEEN,)) == (BETWEEN,)


def test_nothing_is_known_after_a_pause_or_of_one_that_lies_elsewhere() -> None:
    assert parted(BOTH, (BETWEEN,), seconds=1.2) == (BETWEEN,)
    assert parted(BOTH, (), (BETWEEN,)) == (BETWEEN,)
    assert parted(BOTH, (FAR_ONE,), (BETWEEN,)) == (BETWEEN,)
    aside = make_die(2, (65.0, 51.0), uv=(0.72, 0.5), support="die", support_p=0.99)
    assert parted(BOTH, (aside,)) == (aside,)


@pytest.mark.parametrize(("zone", "two"), [("E", False), ("W", True)])
def test_of_three_in_one_half_two_that_touch_are_one_that_rolls(zone: Zone, two: bool) -> None:
    """Two are thrown; those in the other half are the opponent's."""
    third = make_die(5, (90.0, 50.0), uv=(0.9 if zone == "E" else 0.1, 0.5), zone=zone)
    assert parted((*BOTH, third), (BETWEEN, third)) == ((third, *BOTH) if two else (BETWEEN, third))
