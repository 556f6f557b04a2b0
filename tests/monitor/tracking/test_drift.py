"""A count believed in that is wrong comes right again; a column that is misread stays believed in."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position
from monitor.tracking.drift import Drift
from tests.monitor.tracking.sim import QUIET, Told, follow, legal_turns, truth
from tests.monitor.tracking.test_explain import EAST, showing
from tests.monitor.tracking.test_tall_columns import moved
from vision.reading import Reading, outcome_parts

SIX_POINT = 5
"""Of A, as an index of `Position.mover`."""


def a_man_short() -> Position:
    men = list(START.mover)
    men[SIX_POINT] -= 1
    return Position.of(men, START.opponent)


def seen_otherwise(script: Script, wrong: dict[int, int], *, until: float = math.inf) -> Iterator[Reading]:
    """The readings of a script. A's six point, where it holds so many men, is read as holding others.

    wrong: men seen, by men there. until: time of the last such reading (s).
    """
    slot = int(script.seating.slots[SIX_POINT])
    for reading in readings(script, fps=8.0, noise=QUIET):
        points = reading.points.copy()
        men = outcome_parts(int(points[slot].argmax()))[0]
        if reading.t <= until and men in wrong and points[slot].max() > 0.5:
            points[slot, [men, wrong[men]]] = points[slot, [wrong[men], men]]
        yield replace(reading, points=points)


def boards(told: Told) -> list[object]:
    return [event.get("board_after") for event in told.named("TurnPlayed")]


@pytest.mark.parametrize("seed", range(8))
def test_a_man_missing_unseen_from_the_set_up_is_missed_once_his_column_has_changed(seed: int) -> None:
    script = legal_turns(seed, 12, a_man_short())
    told = follow(seen_otherwise(script, {4: 5}, until=3.0))
    assert told.named("GameStarted")[0].get("board_after") == START.board26()
    wanted = [board.board26() for _, _, board in script.turns]
    men = [board.mover[SIX_POINT] for _, _, board in script.turns]
    changed = next((turn for turn in range(1, len(men)) if men[turn] != men[0]), None)
    right = [board == want for board, want in zip(boards(told), wanted, strict=True)]
    assert not right[0]
    regained = told.named("TrackRegained")
    if changed is not None and men[changed] < 5:
        assert all(right[changed + 1 :])
        assert len(regained) == 1
        assert regained[0].get("gap")
    assert not told.findings


@pytest.mark.parametrize("wrong", [{4: 3}, {6: 5}, {3: 2, 6: 7}])
@pytest.mark.parametrize("seed", range(4))
def test_a_column_misread_at_one_count_is_believed_in(seed: int, wrong: dict[int, int]) -> None:
    script = legal_turns(seed, 8)
    told = follow(seen_otherwise(script, wrong))
    assert not told.named("TrackRegained")
    assert told.turns == truth(script)
    assert not told.findings


@pytest.mark.parametrize("seed", [20, 30, 34])
def test_a_column_misread_at_every_count_accuses_nobody_who_plays_its_unseen_man(seed: int) -> None:
    """The men that are seen are gone on with, until a turn makes sense only with those that were followed."""
    script = legal_turns(seed, 30)
    told = follow(seen_otherwise(script, {men: men - 1 for men in range(1, 5)}))
    assert len(told.named("TrackRegained")) == 1
    assert [event.get("what") for event in told.named("EvidenceConflict")] == ["turn_amended"]
    assert not told.findings


@pytest.mark.parametrize("seed", range(4))
def test_more_men_than_there_are_are_believed_no_longer_than_to_the_end_of_a_turn(seed: int) -> None:
    """A board taken up while it was badly seen."""
    script = legal_turns(seed, 8)
    away = (script.t * 0.4, script.t * 0.4 + 6.0)
    slot = int(script.seating.slots[SIX_POINT])

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=8.0, noise=QUIET):
            if away[0] <= reading.t <= away[1]:
                continue
            points = reading.points.copy()
            if away[1] < reading.t <= away[1] + 3.0:
                points[slot] = np.roll(points[slot], 1)
            yield replace(reading, points=points)

    told = follow(seen())
    wanted = [board.board26() for _, _, board in script.turns]
    assert boards(told)[-2:] == wanted[-2:]
    assert not told.findings


def drifted(seen: Position, believed: Position, turns: int, *unhandled: int) -> Position | None:
    """What a drift makes of so many turns after which one board is seen and another one believed in.
    unhandled: slots that seem to have changed although no hand came near."""
    drift, evidence = Drift(), showing(seen).evidence
    evidence.unhandled[list(unhandled)] = True
    return [drift.turn_over(evidence, EAST, believed) for _ in range(turns)][-1]


def test_men_seen_elsewhere_turn_after_turn_none_more_and_none_fewer_stand_there() -> None:
    seen = moved(START, "A", (8, 4), (6, 4))
    believed = moved(START, "A", (8, 5), (8, 4))
    assert drifted(seen, believed, 1) is None
    assert drifted(seen, believed, 2) == seen
    assert drifted(seen, believed, 3, int(EAST.slots[SIX_POINT])) is None


@pytest.mark.parametrize("men", [((8, 4), (6, 4)), ((13, 6),)])
def test_a_man_missing_or_a_tall_column_is_no_man_elsewhere(men: tuple[tuple[int, int], ...]) -> None:
    seen = moved(START, "A", *men)
    assert drifted(seen, a_man_short() if len(men) == 2 else START, 3) is None
