"""A game that was under way when it came into view: joined with the next roll."""

from collections.abc import Iterator

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position, from_seat, legal_plays
from monitor.config import MatchConfig
from monitor.events import Player, other
from monitor.tracking.evidence import Evidence
from monitor.tracking.seating import Seating, seatings
from monitor.tracking.under_way import may_be_played, under_way
from tests.monitor.tracking.sim import QUIET, Told, follow, legal_turns
from tests.monitor.tracking.test_partly_seen import behind
from vision.reading import Reading


def from_turn(script: Script, more: int) -> Iterator[Reading]:
    """So many turns more, and the readings from before them on: what came before is not in view."""
    begun = script.t
    script.show((), 1.5)
    for _ in range(more):
        player = other(script.turns[-1][0])
        script.play(player, script.roll(player))
    script.show((), 3.0)
    return (reading for reading in readings(script, fps=8.0, noise=QUIET, seed=3) if reading.t >= begun)


def joined(told: Told) -> list[str]:
    """The boards of which a game under way was joined."""
    return [str(e.get("board_after")) for e in told.named("TrackRegained") if e.get("joined") is True]


@pytest.mark.parametrize("turns", [1, 2, 3, 7])
def test_it_is_joined_with_the_next_roll(turns: int) -> None:
    script = legal_turns(31, turns)
    board = script.board
    told = follow(from_turn(script, 4))
    assert joined(told) == [board.board26()]
    assert [(e.by, e.get("board_after")) for e in told.named("TurnPlayed")] == [
        (by, after.board26()) for by, _, after in script.turns[turns:]
    ]
    assert not told.named("GameStarted")
    assert told.raised == []


@pytest.mark.parametrize("men", [False, True])
def test_points_that_are_not_seen_keep_nobody_from_joining_where_all_men_are(men: bool) -> None:
    """Five empty points, or one of them with men on it."""
    script = legal_turns(31, 3)
    begun, board = script.t, script.board
    outcomes = script.seating.outcomes(np.frombuffer(board.board, np.uint8)[None])[0][0]
    slots = np.flatnonzero(outcomes == 0)[:5].tolist()
    slots[:1] = np.flatnonzero(outcomes)[:1].tolist() if men else slots[:1]
    source = from_turn(script, 1)
    thrown = next(scene.t for scene in script.scenes if scene.t > begun + 1.5 and len(scene.dice) == 2)
    told = follow(behind(source, tuple(slots), until=thrown + 1.5))
    begins = [event.t_known for event in told.named("TrackRegained")]
    assert joined(told)[:1] == [board.board26()] * (not men)
    assert men or begins[0] < thrown + 1.5


def test_nobody_is_accused_in_the_turn_in_which_it_is_joined_but_in_the_next() -> None:
    script = legal_turns(32, 3)
    begun, player = script.t, other(script.turns[-1][0])
    script.show((), 1.5)
    for _ in range(2):
        script.play(player, script.roll(player, (2, 1)), _with_another_roll(script.board, player))
        player = other(player)
    script.roll(player)
    script.show((), 3.0)
    told = follow(one for one in readings(script, fps=8.0, noise=QUIET, seed=3) if one.t >= begun)
    assert [e.get("legal") for e in told.named("TurnPlayed")] == [None, False]
    assert told.raised == [("ILLEGAL_MOVE", other(player))]


def _with_another_roll(board: Position, player: Player) -> Position:
    """The board, seen by A, after a legal play of 6-5."""
    return from_seat(legal_plays(from_seat(board, player), (6, 5))[0].result, player)


def test_a_man_standing_wrong_is_told_though_no_dice_have_fallen() -> None:
    men = list(START.mover)
    men[5], men[4] = 4, 1
    wrong = Position.of(men, START.opponent)
    assert not may_be_played(wrong)
    script = Script(seed=33, start=wrong)
    script.show((), 6.0)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.raised == [("SETUP_ERROR", None)]


def test_a_board_that_a_roll_may_have_made_waits_for_the_opening_dice() -> None:
    men = list(START.mover)
    men[12], men[7], men[5] = 4, 3, 6
    wrong = Position.of(men, START.opponent)
    assert may_be_played(wrong)
    script = Script(seed=34, start=wrong)
    script.show((), 6.0)
    before = script.t
    player, dice = script.opening()
    script.play(player, dice)
    script.show((), 3.0)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.raised == [("SETUP_ERROR", None)]
    assert told.findings[0].t_known > before
    assert joined(told) == []


@pytest.mark.parametrize(
    "seating", [Seating("E", "A"), Seating("W", "A"), Seating("E", "B"), Seating("W", "B")]
)
def test_the_men_say_which_way_they_go(seating: Seating) -> None:
    script = legal_turns(35, 9)
    script.seating = seating
    evidence = Evidence(True)
    for reading in readings(script, fps=8.0, noise=QUIET):
        if reading.t > script.t - 1.0:
            evidence.update(reading)
    found = under_way(evidence, seatings(MatchConfig()), has_bar=True)
    assert found is not None
    assert (found.seating, found.board) == (seating, script.board)


def test_a_board_half_set_up_is_no_game_under_way() -> None:
    men = (0, 0, 0, 0, 0, 5, 0, 3, *[0] * 17)
    script = Script(seed=36, start=Position.of(men, men))
    script.show((), 4.0)
    evidence = Evidence(True)
    for reading in readings(script, fps=8.0, noise=QUIET):
        evidence.update(reading)
    assert np.asarray(evidence.known).all()
    assert under_way(evidence, seatings(MatchConfig()), has_bar=True) is None
