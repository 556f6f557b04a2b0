"""A column read as before that looks otherwise has changed; one that looks the same has not."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Noise, Script, readings
from monitor.backgammon import from_seat
from monitor.tracking.looks import FEW, LOG_ON_TOP, LOG_OTHERWISE, LOG_SAME, LOG_UNREAD, MANY, TurnLooks
from tests.monitor.tracking.sim import QUIET, Told, follow, truth
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, counted, moved
from vision.reading import EMPTY, NO_LOOK, OUTCOMES, Looks, Reading, outcome

HELD = np.array([outcome(0, 3)] * 24)
ALL = np.ones(24, dtype=bool)


def ended(held: np.ndarray = HELD, firmly: np.ndarray = ALL) -> TurnLooks:
    """Slots looked 0, 1, 2 ... when a turn ended, at 5 s."""
    looks = TurnLooks()
    looks.update(Looks(1, tuple(range(24))), 5.0)
    looks.remember(held, firmly, 5.0)
    return looks


def weighed(now: list[int], held: np.ndarray = HELD, firmly: np.ndarray = ALL, era: int = 1) -> np.ndarray:
    """What is added to the rows where slots looked 0, 1, 2 ... when a turn ended, and look so now."""
    looks = ended(held, firmly)
    looks.update(Looks(era, tuple(now)), 9.0)
    rows = np.zeros((24, OUTCOMES))
    looks.weigh(rows, None)
    return rows


def otherwise(many: int) -> list[int]:
    """Numbers of slots of which the first so many look otherwise."""
    return [100 + slot if slot < many else slot for slot in range(24)]


def test_what_looks_the_same_hardly_holds_anything_else() -> None:
    rows = weighed(otherwise(0))
    assert (rows[np.arange(24), HELD] == 0.0).all()
    assert (np.delete(rows, HELD[0], axis=1) == LOG_SAME).all()


@pytest.mark.parametrize(
    ("many", "weight"), [(1, 1.0), (FEW, 1.0), (FEW + 1, 0.5), (MANY, 0.5), (MANY + 1, 0)]
)
def test_what_looks_otherwise_hardly_holds_the_same(many: int, weight: float) -> None:
    rows = weighed(otherwise(many))[:many]
    assert (rows[:, HELD[0]] == weight * LOG_OTHERWISE).all()
    assert (np.delete(rows, HELD[0], axis=1) == 0.0).all()


def test_what_readings_speak_against_as_well_is_not_counted_twice() -> None:
    looks = ended()
    looks.update(Looks(1, tuple(otherwise(1))), 9.0)
    rows = np.full((24, OUTCOMES), -8.0)
    rows[:, 0] = 0.0
    rows[1, 5] = -1.0
    weighed = rows.copy()
    looks.weigh(weighed, None)
    assert weighed[0].tolist() == rows[0].tolist()
    assert (weighed[1, 0], weighed[1, 5], weighed[1, HELD[1]], weighed[1, 7]) == (
        LOG_SAME,
        LOG_SAME,
        -8.0,
        -8.0,
    )


def read_as_none(now: list[int], since: float = 7.0) -> np.ndarray:
    """The rows of points that were empty when a turn ended, and are read so, surely, at 9 s, all but slot 5,
    which held a man; they have looked so since then."""
    held = np.array([outcome(0, 1) if slot == 5 else EMPTY for slot in range(24)])
    looks = ended(held)
    for t in (since, 9.0):
        looks.update(Looks(1, tuple(now)), t)
    rows = np.full((24, OUTCOMES), -15.0)
    rows[np.arange(24), held] = 0.0
    looks.weigh(rows, None)
    return rows


def test_a_man_who_is_read_as_none_may_stand_where_an_empty_point_alone_looks_otherwise() -> None:
    now = [100 + slot if slot in (3, 5, 11) else slot for slot in range(24)]
    rows = read_as_none(now)
    perhaps = LOG_OTHERWISE + LOG_UNREAD
    for slot in (3, 11):
        assert np.flatnonzero(rows[slot] == perhaps).tolist() == [outcome(0, 1), outcome(1, 1)]
        assert rows[slot, EMPTY] == LOG_OTHERWISE
    assert np.flatnonzero((rows == perhaps).any(axis=1)).tolist() == [3, 11]
    assert not (read_as_none(now, since=8.5) == perhaps).any()
    now[4] = 104
    assert np.flatnonzero((read_as_none(now) == perhaps).any(axis=1)).tolist() == [11]


def gone(now: list[int], read: np.ndarray, doubted: np.ndarray | None = None) -> tuple[list[int], ...]:
    """Slots that look otherwise since 7 s and are read as emptied, and as fewer men, at 9 s."""
    looks = ended()
    for t in (7.0, 9.0):
        looks.update(Looks(1, tuple(now)), t)
    return tuple(np.flatnonzero(slots).tolist() for slots in looks.gone(read, doubted))


def test_men_have_gone_from_a_slot_that_looks_otherwise_and_is_read_so() -> None:
    read = HELD.copy()
    read[[0, 1, 7, 9, 11]] = [EMPTY, EMPTY, outcome(0, 2), outcome(1, 1), outcome(0, 4)]
    now = [100 + slot if slot in (0, 7, 11) else slot for slot in range(24)]
    assert gone(now, read) == ([0], [0, 7])
    assert gone(now, read, np.arange(25) == 0) == ([], [7])
    now[8] = 108
    assert gone(now, read) == ([0], [0])
    assert gone(otherwise(FEW + 1), read) == ([], [])
    assert gone(list(range(100, 124)), read) == ([], [])


def test_looks_bear_out_men_who_came_and_what_goes_on_as_before() -> None:
    looks = ended()
    looks.update(Looks(1, (NO_LOOK, *otherwise(4)[1:])), 9.0)
    held = HELD.copy()
    held[[0, 1, 2, 5]] = [outcome(0, 4), outcome(0, 4), outcome(0, 2), outcome(0, 4)]
    assert np.flatnonzero(looks.bear_out(held, ~ALL)).tolist() == [1]
    assert np.flatnonzero(~looks.bear_out(held, ALL)).tolist() == [0, 3, 5]


def test_a_sixth_man_on_top_may_look_like_one_of_the_five() -> None:
    held = np.array([outcome(1, 5), outcome(1, 7), outcome(0, 4)] * 8)
    rows = weighed(otherwise(0), held)
    assert np.flatnonzero(rows[0] == 0.0).tolist() == [outcome(1, 5), outcome(1, 6)]
    assert np.flatnonzero(rows[1] == 0.0).tolist() == [outcome(1, 6), outcome(1, 7), outcome(1, 8)]
    assert np.flatnonzero(rows[2] == 0.0).tolist() == [outcome(0, 4)]


@pytest.mark.parametrize(
    ("read", "held", "possible"), [(5, 5, True), (5, 6, True), (6, 7, True), (5, 4, False), (4, 4, False)]
)
def test_a_man_more_than_is_read_may_lie_on_a_tall_column(read: int, held: int, possible: bool) -> None:
    """One that held as many, or one more; however surely he is not read."""
    looks = ended(np.full(24, outcome(1, held)))
    rows = np.full((24, OUTCOMES), -12.0)
    rows[:, outcome(1, read)] = 0.0
    looks.weigh(rows, None)
    assert (rows[:, outcome(1, read + 1)] == LOG_ON_TOP).all() == possible
    assert (rows[:, outcome(1, read + 2)] <= -12.0).all()


def test_nothing_is_said_of_slots_doubted_not_seen_misread_then_or_seen_in_another_era() -> None:
    assert not weighed([NO_LOOK] * 24).any()
    assert not weighed(otherwise(3), era=2).any()
    assert not weighed(otherwise(0), firmly=~ALL).any()
    assert weighed(otherwise(1), firmly=~ALL)[0].any()
    looks = ended()
    rows = np.zeros((24, OUTCOMES))
    looks.weigh(rows, np.append(ALL, True))
    assert not rows.any()


def test_a_slot_that_was_covered_when_the_turn_ended_is_looked_at_a_moment_later() -> None:
    for seconds, filled in ((1.0, True), (3.0, False)):
        looks = TurnLooks()
        looks.update(Looks(1, (NO_LOOK, *range(1, 24))), 5.0)
        looks.remember(HELD, ALL, 5.0)
        looks.update(Looks(1, tuple(range(24))), 5.0 + seconds)
        rows = np.zeros((24, OUTCOMES))
        looks.weigh(rows, None)
        assert bool(rows[0].any()) == filled
        assert rows[1].any()


def test_readings_without_looks_say_nothing() -> None:
    looks = ended()
    looks.update(None, 9.0)
    rows = np.zeros((24, OUTCOMES))
    looks.weigh(rows, None)
    assert not rows.any()


PLAIN = replace(QUIET, look_error=0.0, look_stuck=0.0)


def read_as_before(seed: int, noise: Noise) -> tuple[Script, Told]:
    """2-1 played 13/11 6/5, of which the columns of thirteen and eleven are read as they were before."""
    script, mover = after_the_first_turn(seed)
    start = script.board
    since = script.t
    played = moved(start, mover, (13, 11), (6, 5))
    script.play(mover, script.roll(mover, (2, 1)), played)
    source: Iterator[Reading] = readings(script, fps=8.0, noise=noise)
    for point in (13, 11):
        was = from_seat(start, mover).mover[point - 1]
        now = from_seat(played, mover).mover[point - 1]
        source = counted(source, script, mover, point, {was: 0.85, now: 0.016}, since)
    return script, follow(source)


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_a_play_read_as_if_it_had_not_been_made_is_seen_by_its_columns(seed: int) -> None:
    script, told = read_as_before(seed, PLAIN)
    assert told.raised == []
    assert told.turns == truth(script)
    blind = read_as_before(seed, replace(PLAIN, looks=False))[1]
    assert (blind.raised, blind.turns) != ([], truth(script))
