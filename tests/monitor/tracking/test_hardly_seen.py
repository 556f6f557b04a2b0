"""What the pictures hardly show: plays read as the board before, dice at the edge, plays taken back first."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, ScriptDie, readings
from monitor.backgammon import START, Position, apply_play, from_seat
from monitor.config import MatchConfig
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, Told, begun, follow, truth
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, counted, moved
from tests.monitor.tracking.test_unsided import BOX, BoxScript
from vision.reading import MIXED, DieReading, Reading


def hardly_shown(
    source: Iterable[Reading], script: Script, before: Position, after: Position, since: float, until: float
) -> Iterator[Reading]:
    """The points that a play changed are read, from some time on, rather as they were before."""
    boards = np.frombuffer(before.board + after.board, np.uint8).reshape(2, 50)
    old, new = script.seating.outcomes(boards)[0]
    for reading in source:
        points = reading.points.copy()
        for slot in np.flatnonzero(old != new):
            if since <= reading.t < until and reading.hidden[slot] < 0.5:
                points[slot] = 0.01
                points[slot, old[slot]], points[slot, new[slot]] = 0.5, 0.35
        yield replace(reading, points=points)


def opened(script: Script) -> tuple[Player, Position, Position, float, float]:
    """Play a first turn: by whom, the board before and after, and the time of the play and its end."""
    player, dice = script.opening()
    began, before = script.t, script.board
    script.play(player, dice)
    return player, before, script.board, began, script.t


@pytest.mark.parametrize("box", [False, True])
@pytest.mark.parametrize("seed", [2, 3, 5])
def test_a_play_read_as_no_play_is_told_for_what_its_dice_say(seed: int, box: bool) -> None:
    script = BoxScript(seed=seed) if box else Script(seed=seed)
    player, before, after, began, ended = opened(script)
    script.show((), 2.0)
    rolled = script.t
    for _ in range(3):
        player = other(player)
        script.play(player, script.roll(player))
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(hardly_shown(source, script, before, after, began, rolled), BOX if box else None)
    assert told.raised == []
    assert told.turns == truth(script)
    first = told.named("TurnPlayed")[0]
    assert began < first.t < ended
    assert first.t_known is not None
    assert first.t_known < rolled


def half_shown(
    source: Iterable[Reading], script: Script, before: Position, after: Position, until: float
) -> Iterator[Reading]:
    """Up to some time the point that a play came from is read as after it, the one it went to, where its man
    lies on top of others, as before; the dice may lean, hardly."""
    boards = np.frombuffer(before.board + after.board, np.uint8).reshape(2, 50)
    old, new = script.seating.outcomes(boards)[0]
    for reading in source:
        points = reading.points.copy()
        for slot in np.flatnonzero(old != new):
            if reading.t < until and reading.hidden[slot] < 0.5 and points[slot].argmax() == new[slot]:
                fewer = old[slot] > new[slot]
                points[slot] = 0.0005
                points[slot, old[slot]], points[slot, new[slot]] = (0.05, 0.94) if fewer else (0.95, 0.03)
        dice = tuple(replace(die, tilt="flat", tilt_p=0.95) for die in reading.dice)
        yield replace(reading, points=points, dice=dice)


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_a_play_of_which_half_is_seen_is_told_though_a_die_may_lean(seed: int) -> None:
    script = BoxScript(seed=seed)
    before = script.board
    script.play("B", script.opening()[1], moved(before, "B", (13, 6)))
    after = script.board
    script.show((), 2.0)
    until = script.t
    for player in "ABA":
        script.play(player, script.roll(player))
    source = readings(script, fps=8.0, noise=replace(QUIET, looks=False))
    told = follow(half_shown(source, script, before, after, until), BOX)
    assert told.raised == []
    assert told.turns == truth(script)


def perhaps_shared(source: Iterable[Reading], slot: int) -> Iterator[Reading]:
    """A slot is read all the time as what it holds or, about as probably, as shared by both sides."""
    for reading in source:
        points = reading.points.copy()
        if reading.hidden[slot] < 0.5:
            held = points[slot].argmax()
            points[slot] = 0.002
            points[slot, [held, MIXED]] = 0.44, 0.5
        yield replace(reading, points=points)


@pytest.mark.parametrize("seed", [0, 4, 6, 9])
def test_a_man_who_is_missed_has_not_come_to_a_point_that_seemed_shared_before(seed: int) -> None:
    script, player = after_the_first_turn(seed)
    before = script.board
    script.play(player, script.roll(player, (4, 3)), moved(before, player, (13, 6)))
    after = script.board
    script.show((), 2.0)
    until = script.t
    for mover in (other(player), player):
        script.play(mover, script.roll(mover))
    slots = script.seating.slots if player == "A" else script.seating.slots[::-1]
    source = readings(script, fps=8.0, noise=replace(QUIET, looks=False))
    told = follow(perhaps_shared(half_shown(source, script, before, after, until), int(slots[18])))
    assert told.raised == []
    assert told.turns == truth(script)


def test_the_end_of_a_turn_is_when_its_dice_were_lifted_though_it_is_told_with_the_next_roll() -> None:
    script = Script(seed=2)
    player, before, after, began, ended = opened(script)
    rolled = script.t
    for _ in range(2):
        player = other(player)
        script.play(player, script.roll(player))
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(hardly_shown(source, script, before, after, began, rolled + 1.0))
    assert told.turns == truth(script)
    assert told.named("TurnPlayed")[0].t < ended


def on_the_frame(source: Iterable[Reading]) -> Iterator[Reading]:
    """Dice beyond the field are read as lying on its frame."""

    def read(die: DieReading) -> DieReading:
        return replace(die, zone="frame") if die.uv[0] > 1.0 else die

    for reading in source:
        yield replace(reading, dice=tuple(map(read, reading.dice)))


def thrown_to_the_edge(u: float, *, played: bool, lean_p: float = 0.0) -> Told:
    script = Script(seed=4)
    player, dice = script.opening()
    script.play(player, dice)
    if player == "A":
        script.play("B", script.roll("B"))
    leans = {"leaning": True, "lean_p": lean_p} if lean_p else {}
    script._dice = (ScriptDie(3, (0.7, 0.5)), ScriptDie(1, (u, 0.35), **leans))
    script.show(script._dice, 2.0)
    if not played:
        script.show((), 1.0)
        script.roll("A", (3, 1))
    script.play("A", (3, 1))
    script.play("B", script.roll("B"))
    return follow(on_the_frame(readings(script, fps=8.0, noise=QUIET)))


def test_a_die_seen_at_the_very_edge_is_said_to_lie_where_its_players_took_it_to_lie() -> None:
    told = thrown_to_the_edge(1.006, played=True)
    assert told.raised == []
    rolls = [[die["zone"] for die in event.get("dice")] for event in told.named("DiceAtRest")]
    assert ["E", "E"] in rolls
    assert [event.get("what") for event in told.named("EvidenceConflict")] == ["die_on_frame_played"]
    assert thrown_to_the_edge(1.006, played=False).raised == [("ROLL_INVALID", "A")]


@pytest.mark.parametrize("lean_p", [0.7, 0.99])
def test_a_die_at_the_very_edge_that_plainly_leans_is_told_whatever_is_played(lean_p: float) -> None:
    """On the frame or against it: it is no roll either way."""
    told = thrown_to_the_edge(1.006, played=True, lean_p=lean_p)
    assert (told.raised[:2] == [("ROLL_INVALID", "A"), ("INVALID_ROLL_PLAYED", "A")]) is (lean_p > 0.9)


def test_a_die_plainly_on_the_frame_is_told_at_once() -> None:
    assert thrown_to_the_edge(1.05, played=True).raised[:2] == [
        ("ROLL_INVALID", "A"),
        ("INVALID_ROLL_PLAYED", "A"),
    ]


def test_an_illegal_play_taken_back_and_then_played_right_ends_the_turn_again() -> None:
    script = Script(seed=6)
    script._dice = script.throw([5], "E") + script.throw([3], "W")
    script.show(script._dice, 2.0)
    wrong, right = (
        from_seat(apply_play(from_seat(START, "A"), play), "A") for play in ("8/2 6/4", "8/3 6/3")
    )
    script.play("A", (5, 3), wrong)
    script.put(START)
    script.show((), 1.5)
    script.put(right)
    script.show((), 1.5)
    player: Player = "B"
    for _ in range(3):
        script.play(player, script.roll(player))
        player = other(player)
    told = follow(readings(script, fps=8.0, noise=QUIET), MatchConfig(ruleset="usbgf-2016"))
    assert told.raised == [("ILLEGAL_MOVE", "A")]
    assert told.findings[-1].status == "resolved"
    assert len(told.named("MoveRetracted")) == 1
    again = [event for event in told.named("TurnPlayed") if event.by == "A"][1]
    assert (again.get("dice"), again.get("legal")) == ([5, 3], True)
    assert again.get("board_after") == right.board26()


def test_who_throws_after_a_play_was_taken_back_has_seen_it_played_again() -> None:
    """The men that were played are misread: nobody throws before what he has had put right."""
    script = Script(seed=6)
    script._dice = script.throw([5], "E") + script.throw([3], "W")
    script.show(script._dice, 2.0)
    script.play("A", (5, 3), from_seat(apply_play(from_seat(START, "A"), "8/2 6/4"), "A"))
    script.put(START)
    script.show((), 1.5)
    script.play("B", script.roll("B"))
    script.show((), 3.0)
    told = follow(readings(script, fps=8.0, noise=QUIET), MatchConfig(ruleset="usbgf-2016"))
    assert told.raised == [("ILLEGAL_MOVE", "A")]
    assert [(turn.by, turn.get("legal")) for turn in told.named("TurnPlayed")] == [
        ("A", False),
        ("A", None),
        ("B", True),
    ]


def test_what_he_played_again_is_told_where_one_play_fits_though_hardly_better_than_none() -> None:
    """Neither column is read as it was nor as it is."""
    script = Script(seed=6)
    script._dice = script.throw([4], "E") + script.throw([1], "W")
    script.show(script._dice, 2.0)
    script.play("A", (4, 1), moved(START, "A", (8, 2), (6, 4)))
    script.put(START)
    script.show((), 1.5)
    since, right = script.t, moved(START, "A", (13, 8))
    script.put(right)
    script.show((), 1.5)
    script.play("B", script.roll("B"))
    script.show((), 3.0)
    source: Iterable[Reading] = readings(script, fps=8.0, noise=QUIET)
    source = counted(source, script, "A", 13, {0: 0.55, 5: 0.2, 4: 0.1}, since)
    source = counted(source, script, "A", 8, {5: 0.6, 4: 0.08, 3: 0.04}, since)
    told = follow(source, MatchConfig(ruleset="usbgf-2016"))
    assert told.raised == [("ILLEGAL_MOVE", "A")]
    turns = [(turn.by, turn.get("legal"), turn.get("board_after")) for turn in told.named("TurnPlayed")]
    assert turns[1] == ("A", True, right.board26())
    assert [legal for _, legal, _ in turns] == [False, True, True]


def with_a_stray(source: Iterable[Reading], since: float, missing: tuple[float, float]) -> Iterator[Reading]:
    """Something in a corner is taken for a die from some time on, the more surely the longer; within another
    time only one true die is read."""
    stray = DieReading(
        1, 0.62, (0.62, *([0.076] * 5)), (23.0, 12.0), (0.023, 0.02), "W", "surface", 0.9, "flat", 0.9, 18.0
    )
    for reading in source:
        dice = reading.dice[:1] if missing[0] <= reading.t < missing[1] else reading.dice
        seen = stray if reading.t >= missing[0] - 0.5 else replace(stray, p=0.5)
        yield replace(reading, dice=(*dice, seen)) if reading.t >= since else reading


@pytest.mark.parametrize("seed", [9, 10, 12])
def test_what_lay_there_in_the_turn_before_makes_no_roll_with_a_lone_die(seed: int) -> None:
    script, player = begun(seed)
    dice = script.roll(player)
    stray = script.t
    script.play(player, dice)
    times: list[float] = []
    for _ in range(4):
        player = other(player)
        times.append(script.t)
        script.play(player, script.roll(player))
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(with_a_stray(source, stray, (times[1], times[2])))
    assert told.raised == []
    played = [(event.by, event.get("board_after")) for event in told.named("TurnPlayed")]
    assert played == [(by, board.board26()) for by, _, board in script.turns]
    read = [event.get("dice") for event in told.named("TurnPlayed")]
    assert all(
        dice is None or sorted(dice) == sorted(true)
        for dice, (_, true, _) in zip(read, script.turns, strict=True)
    )
    for event in told.named("DiceAtRest"):
        assert all(die["uv"][0] > 0.04 for die in event.get("dice"))
