"""That the numbers of dice are hardly read is noticed, and said."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.config import MatchConfig
from monitor.tracking import MatchTracker
from monitor.tracking.dice import DieTrack
from monitor.tracking.legible import (
    HARDLY_READ,
    LEAST,
    LEAST_READINGS,
    REMEMBERED,
    TURNS,
    UNREAD,
    Legible,
    hardly_read_of,
)
from tests.monitor.tracking.sim import QUIET, legal_turns
from vision.reading import Reading


def die(p: float, count: int = 5, **more: float) -> DieTrack:
    """A die that showed a six with that probability in so many readings at rest."""
    faces = np.full(6, (1.0 - p) / 5)
    faces[5] = p
    track = DieTrack(1, (0.7, 0.5), 0.0, 0.0, 2.0, (0, 9), count=count, log_faces=count * np.log(faces))
    return replace(track, **more)  # type: ignore[arg-type]


def told(*dice: DieTrack) -> bool:
    legible = Legible()
    legible.lifted(dice)
    return legible.hardly


def test_where_less_than_half_are_plain_it_is_said() -> None:
    plain, faint = die(0.95), die(0.8)
    assert told(*[faint] * LEAST)
    assert not told(*[faint] * (LEAST - 1))
    assert not told(*[faint, plain] * LEAST)
    assert told(*[plain] * REMEMBERED, *[faint] * (REMEMBERED // 2 + 1))


@pytest.mark.parametrize(
    "one",
    [die(0.4, LEAST_READINGS - 1), die(0.4, leaning=0.9, lean_weight=1.0), die(0.4, said=3)],
)
def test_a_die_seen_for_a_moment_or_that_leans_or_was_entered_says_nothing(one: DieTrack) -> None:
    assert not told(*[one] * REMEMBERED)


def test_turns_without_dice_count_as_dice_that_were_not_read() -> None:
    legible = Legible()
    for _ in range(LEAST // 2):
        assert not legible.hardly
        legible.turn_over("A", read=False)
    assert legible.hardly
    legible.turn_over("A", read=True)
    legible.lifted([die(0.99)] * REMEMBERED)
    assert not legible.hardly


def test_the_dice_of_one_player_are_hardly_read_where_most_of_his_rolls_are_not() -> None:
    """Whatever his plays tell of them; where both players' are not, nothing is said of one."""
    legible = Legible()
    for _ in range(UNREAD):
        assert legible.hardly_of is None
        legible.rolled("B")
        legible.turn_over("B", read=True)
        legible.turn_over("A", read=True)
    assert legible.hardly_of == "A"
    for _ in range(UNREAD):
        legible.turn_over("B", read=True)
    assert legible.hardly_of is None
    for _ in range(TURNS - UNREAD + 1):
        legible.rolled(None)
        legible.turn_over("A", read=True)
    assert legible.hardly_of == "B"


def test_a_roll_told_before_the_opponents_turn_counts_for_its_players_own() -> None:
    legible = Legible()
    for _ in range(TURNS):
        legible.rolled("A")
        legible.turn_over("B", read=True)
        legible.turn_over("A", read=True)
    assert legible.hardly_of == "B"


def test_the_screen_says_whose_dice_are_hardly_read() -> None:
    """Small ones on one side of the board are overlooked."""
    tracker = MatchTracker(MatchConfig(players=("Anna", "Boris")))
    for reading in readings(legal_turns(4, 8), fps=8.0, noise=QUIET):
        tracker.update(replace(reading, dice=tuple(die for die in reading.dice if die.zone != "W")))
    assert tracker.state.notice == hardly_read_of("Boris")
    assert "Boris" in hardly_read_of("Boris")


def faintly(script: Script, p: float) -> Iterator[Reading]:
    """Readings in which no die shows a number with more than this."""
    for reading in readings(script, fps=8.0, noise=QUIET):
        shown = []
        for one in reading.dice:
            faces = [(1.0 - p) / 5] * 6
            faces[one.value - 1] = p
            shown.append(replace(one, faces=tuple(faces), p=p))
        yield replace(reading, dice=tuple(shown))


@pytest.mark.parametrize(("p", "notice"), [(0.75, HARDLY_READ), (0.97, None)])
def test_a_match_goes_on_and_the_screen_says_it(p: float, notice: str | None) -> None:
    tracker = MatchTracker()
    for reading in faintly(legal_turns(4, 8), p):
        tracker.update(reading)
    assert tracker.state.notice == notice
    assert tracker.state.reason == notice
    assert tracker.state.following == "following"
