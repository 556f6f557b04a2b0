"""Faults injected into the readings of legal games: nothing false, and the thread found again."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.tracking import MatchTracker
from tests.monitor.tracking.sim import QUIET, Told, follow, truth
from vision.reading import DieReading, Reading, outcome

Change = Callable[[Reading], Reading | None]
FPS = 8.0
SPAN = (20.0, 31.0)


@pytest.fixture(scope="module")
def script() -> Script:
    made = Script(seed=12)
    made.whole_game(most_turns=9)
    return made


def with_fault(source: Iterable[Reading], change: Change) -> Iterator[Reading]:
    for reading in source:
        inside = SPAN[0] <= reading.t < SPAN[1]
        changed = change(reading) if inside else reading
        if changed is not None:
            yield changed


def told_with(script: Script, change: Change) -> Told:
    return follow(with_fault(readings(script, fps=FPS, noise=QUIET), change))


def dropped(_: Reading) -> Reading | None:
    return None


def unreadable(reading: Reading) -> Reading:
    return replace(reading, status="lost", reason="the camera was moved")


def covered(reading: Reading) -> Reading:
    blank = np.full_like(reading.points, 1.0 / reading.points.shape[1])
    return replace(reading, points=blank, hidden=np.ones(24, np.float32), bar_hidden=1.0, dice=())


def quadrant_covered(reading: Reading) -> Reading:
    hidden = reading.hidden.copy()
    hidden[:6] = 1.0
    return replace(reading, hidden=hidden)


def slot_stuck(reading: Reading) -> Reading:
    points = reading.points.copy()
    points[7], points[7, outcome(0, 1)] = 0.001, 0.97
    return replace(reading, points=points)


def no_dice(reading: Reading) -> Reading:
    return replace(reading, dice=())


def one_die(reading: Reading) -> Reading:
    return replace(reading, dice=reading.dice[:1])


def ghost_die(reading: Reading) -> Reading:
    ghost = DieReading(
        3, 0.5, (0.1, 0.1, 0.5, 0.1, 0.1, 0.1), (0.0, 0.0), (0.3, 0.8), "W", "surface", 0.8, "flat", 0.8, 18.0
    )
    return replace(reading, dice=(*reading.dice, ghost))


def perhaps_leaning(reading: Reading) -> Reading:
    return replace(reading, dice=tuple(replace(die, tilt="leaning", tilt_p=0.6) for die in reading.dice))


@pytest.mark.parametrize(
    "change",
    [
        dropped,
        unreadable,
        covered,
        quadrant_covered,
        slot_stuck,
        no_dice,
        one_die,
        ghost_die,
        perhaps_leaning,
    ],
)
def test_a_fault_gives_no_false_finding(script: Script, change: Change) -> None:
    told = told_with(script, change)
    assert told.findings == []
    boards = {key[2] for key in truth(script)}
    assert sum(key[2] in boards for key in told.turns) >= len(script.turns) - 3


@pytest.mark.parametrize("change", [dropped, unreadable, covered])
def test_the_loss_and_the_recovery_are_told(script: Script, change: Change) -> None:
    told = told_with(script, change)
    assert told.named("TrackLost")[0].get("reason")
    assert told.named("TrackRegained")


def test_the_state_says_what_is_going_on(script: Script) -> None:
    tracker = MatchTracker()
    assert tracker.state.phase == "setup"
    phases, following = set(), set()
    for reading in with_fault(readings(script, fps=FPS, noise=QUIET), unreadable):
        tracker.update(reading)
        phases.add(tracker.state.phase)
        following.add(tracker.state.following)
    assert {"setup", "opening", "to_roll", "moving"} <= phases
    assert {"following", "lost"} <= following
    assert tracker.state.board == script.board.board26()
    assert tracker.state.home == "E"


def test_memory_does_not_grow_with_the_match(script: Script) -> None:
    tracker = MatchTracker()
    for reading in readings(script, fps=FPS, noise=QUIET):
        tracker.update(reading)
    assert len(tracker.dice.tracks) <= 4
    assert tracker.game is not None
    assert len(tracker.game.used_dice) < 60
