"""A slot that is never in sight, behind a high frame: the game is followed by the others."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position, apply_play, from_seat, text_of
from monitor.events import Player, other
from tests.monitor.tracking.sim import HALF, QUIET, Told, begun, follow, in_open, truth
from vision.reading import EMPTY, OUTCOMES, Reading


def behind(
    source: Iterable[Reading], slots: tuple[int, ...], since: float = 0.0, until: float = math.inf
) -> Iterator[Reading]:
    """These slots can not be seen from some time on, up to another."""
    for reading in source:
        if not since <= reading.t < until:
            yield reading
            continue
        hidden, points = reading.hidden.copy(), reading.points.copy()
        hidden[list(slots)] = 0.9
        points[list(slots)] = 1.0 / OUTCOMES
        yield replace(reading, hidden=hidden, points=points)


def played(start: Position = START) -> Script:
    script = Script(seed=12, start=start)
    script.show((), 2.0)
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(3):
        player = other(player)
        script.play(player, script.roll(player))
    script.show((), 2.0)
    return script


def told_of(script: Script, *slots: int) -> Told:
    return follow(behind(readings(script, fps=8.0, noise=QUIET), slots))


@pytest.mark.parametrize("slots", [(12,), (12, 13), (5,)])
def test_a_game_begins_though_a_slot_is_never_seen(slots: tuple[int, ...]) -> None:
    script = played()
    told = told_of(script, *slots)
    (begun,) = told.named("GameStarted")
    assert begun.t_known is not None
    assert begun.t_known < 4.0
    assert told.raised == []
    if slots != (5,):
        assert told.turns == truth(script)


@pytest.mark.parametrize(("slots", "wrong"), [((12,), True), ((18, 19), False)])
def test_a_set_up_is_called_wrong_by_what_is_seen_of_it(slots: tuple[int, ...], wrong: bool) -> None:
    """A man stands on A's 5 point that belongs on his 6 point: slots 19 and 18."""
    men = list(START.board)
    men[5], men[4] = 4, 1
    script = Script(seed=12, start=Position.of(men[:25], men[25:]))
    script.show((), 6.0)
    script.opening()
    told = told_of(script, *slots)
    assert [code for code, _ in told.raised] == ["SETUP_ERROR"] * wrong


HIDDEN: dict[Player, tuple[int, int]] = {"A": (16, 19), "B": (4, 7)}
"""Slots of a player's 8 and 5 points."""


def under_way(seed: int) -> tuple[Script, Player]:
    """A game after its first turn, and who is to act."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    return script, other(player)


def test_a_roll_with_a_leaning_die_that_was_played_out_of_sight_counted() -> None:
    script, player = under_way(3)
    since, dice = script.t, (2, 1)
    one, two = script.throw(dice, HALF[player], leaning=True)
    script._dice = (one, replace(two, lean_p=0.88, uv=in_open(two)))
    script.show(script._dice, 2.5)
    script.play(player, dice, from_seat(apply_play(from_seat(script.board, player), "8/5"), player))
    script.show((), 2.0)
    script.play(other(player), script.roll(other(player)))
    script.show((), 2.0)
    told = follow(behind(readings(script, fps=8.0, noise=QUIET), HIDDEN[player], since))
    assert told.raised == []
    assert told.turns == truth(script)


def test_a_roll_thrown_again_is_called_cocked_though_slots_are_out_of_sight() -> None:
    script, player = under_way(3)
    since = script.t
    script.cocked(player, 0.9)
    script.play(player, script.roll(player))
    script.play(other(player), script.roll(other(player)))
    script.show((), 2.0)
    told = follow(behind(readings(script, fps=8.0, noise=QUIET), (2, 12), since))
    assert told.raised == [("ROLL_INVALID", player)]


@pytest.mark.parametrize(("point", "to"), [(6, 3), (13, 10)])
@pytest.mark.parametrize("seconds", [1.5, 3.0])
def test_a_hand_that_throws_again_and_hides_men_has_played_nothing(
    seconds: float, point: int, to: int
) -> None:
    """The roll did not count and has been taken up. Where the hand with the cup is, a man less is seen, and
    where he may have gone cannot be."""
    script, player = under_way(3)
    one, two = script.throw((2, 1), HALF[player], leaning=True)
    script._dice = (one, replace(two, lean_p=0.98))
    script.show(script._dice, 2.5)
    script.show((), 1.5)
    shaken, board = script.t, script.board
    script.board = from_seat(apply_play(from_seat(board, player), f"{point}/{to}"), player)
    script.show((), seconds, frozenset({24 - to if player == "A" else to - 1}))
    script.board = board
    script.play(player, script.roll(player))
    script.play(other(player), script.roll(other(player)))
    script.show((), 2.0)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.raised == [("ROLL_INVALID", player)]
    assert told.turns == truth(script)
    assert not [event for event in told.named("CheckersMoved") if shaken <= event.t < shaken + seconds]


BARE = (1, 3, 9, 15, 21)
"""Slots on which nobody stands in the starting position."""


@pytest.mark.parametrize(("slots", "begins"), [(BARE, True), ((0, *BARE), False)])
def test_a_game_begins_where_all_the_men_are_seen_whatever_points_are_not(
    slots: tuple[int, ...], begins: bool
) -> None:
    """Points so dark that an arm might lie there; nobody plays to one of them first."""
    script = Script(seed=12)
    script.show((), 3.0)
    script.opening()
    script.show(script._dice, 2.0)
    told = told_of(script, *slots)
    assert [event.get("board") for event in told.named("GameStarted")] == [text_of(START)] * begins
    assert told.raised == []


def behind_the_rim(source: Iterable[Reading], slot: int, p: float) -> Iterator[Reading]:
    """Of men on this slot little is seen, so that they are read as surely as this, and the slot as hidden."""
    for reading in source:
        points, hidden = reading.points.copy(), reading.hidden.copy()
        best = int(points[slot].argmax())
        if best != EMPTY:
            points[slot] = (1.0 - p) / (OUTCOMES - 1)
            points[slot, best] = p
            hidden[slot] = 0.9
        yield replace(reading, points=points, hidden=hidden)


@pytest.mark.parametrize(("p", "told_so"), [(0.95, True), (0.6, False)])
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_men_of_whom_the_rim_leaves_little_are_seen_where_they_are_read_surely(
    seed: int, p: float, told_so: bool
) -> None:
    """Two men are put too far, on a point that the rim all but hides."""
    script, player = begun(seed)
    script.roll(player, (2, 1))
    mine = from_seat(script.board, player)
    to = next(point for point in (3, 2) if not mine.opponent[24 - point])
    men = list(mine.mover)
    men[5], men[to - 1] = men[5] - 2, 2
    script.play(player, (2, 1), from_seat(Position.of(men, mine.opponent), player))
    script.show((), 4.0)
    slot = {"A": 24, "B": 12}[player] - to
    told = follow(behind_the_rim(readings(script, fps=8.0, noise=QUIET), slot, p))
    assert (told.raised == [("ILLEGAL_MOVE", player)]) is told_so
