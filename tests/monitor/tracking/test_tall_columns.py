"""Tall columns are badly counted: a wrong play with one of them, or put right to one read a man short."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position, from_seat
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, follow, truth
from vision.reading import MAX_COUNT, Reading


def moved(board: Position, player: Player, *men: tuple[int, int]) -> Position:
    """The board, seen by A, after a player has moved men from one of his points to another."""
    mine = from_seat(board, player)
    points = list(mine.mover)
    for start, end in men:
        points[start - 1] -= 1
        points[end - 1] += 1
    return from_seat(Position.of(points, mine.opponent), player)


def after_the_first_turn(seed: int) -> tuple[Script, Player]:
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    return script, other(player)


def put_right_to_six(seed: int) -> tuple[Script, Player, float, Position]:
    """4-3 played 13/7, put right to 13/6, where six men stand then; two more turns follow. The script, who
    played, since when it is put right, and the board then."""
    script, mover = after_the_first_turn(seed)
    before = script.board
    script.play(mover, script.roll(mover, (4, 3)), moved(before, mover, (13, 7)))
    script.show((), 2.0)
    since, right = script.t, moved(before, mover, (13, 6))
    script.put(right)
    script.show((), 3.0)
    for player in (other(mover), mover):
        script.play(player, script.roll(player))
    return script, mover, since, right


def counted(
    source: Iterable[Reading], script: Script, player: Player, point: int, men: dict[int, float], since: float
) -> Iterator[Reading]:
    """From some time on a player's point is read to hold so many men with these probabilities."""
    slots = script.seating.slots
    slot = int(slots[point - 1] if player == "A" else slots[::-1][point - 1])
    first = 0 if player == script.seating.light else MAX_COUNT
    for reading in source:
        points = reading.points.copy()
        if reading.t >= since and reading.hidden[slot] < 0.5:
            points[slot] = (1.0 - sum(men.values())) / points.shape[1]
            points[slot, [first + count for count in men]] = list(men.values())
        yield replace(reading, points=points)


@pytest.mark.parametrize("short", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_a_play_put_right_to_a_column_read_a_man_short(seed: int, short: bool) -> None:
    """4-3 played 13/7, put right to 13/6, where six men are read, surely, as five: no man has left."""
    script, mover, since, right = put_right_to_six(seed)
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(counted(source, script, mover, 6, {5: 0.98, 6: 0.004}, since) if short else source)
    (put_right,) = told.named("Corrected")
    assert put_right.get("board") == right.board26()
    assert told.raised == [("ILLEGAL_MOVE", mover)]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(4))
def test_a_sixth_man_set_exactly_on_the_others_is_not_missing(seed: int) -> None:
    """4-3 played 8/4, put right to 13/6: of six men five are read, surely; where one has gone, not quite."""
    script, mover = after_the_first_turn(seed)
    before = script.board
    script.play(mover, script.roll(mover, (4, 3)), moved(before, mover, (8, 4)))
    script.show((), 2.0)
    since, were, right = script.t, from_seat(before, mover).mover[12], moved(before, mover, (13, 6))
    script.put(right)
    script.show((), 3.0)
    for player in (other(mover), mover):
        script.play(player, script.roll(player))
    source = counted(readings(script, fps=8.0, noise=QUIET), script, mover, 6, {5: 0.98, 6: 0.005}, since)
    read = {were - 1: 0.95, were: 0.04}
    told = follow(counted(source, script, mover, 13, read, since + 1.5))
    (put_right,) = told.named("Corrected")
    assert put_right.get("board") == right.board26()


@pytest.mark.parametrize("seed", range(4))
def test_a_play_put_right_to_a_column_that_is_read_now_so_now_so(seed: int) -> None:
    """The same, where of six men now four, now five are read: nothing moves there all the same."""
    script, mover, since, right = put_right_to_six(seed)
    source = list(readings(script, fps=8.0, noise=QUIET))
    four, five = (
        list(counted(source, script, mover, 6, {4: 0.9 - p, 5: p, 6: 0.05}, since)) for p in (0.4, 0.5)
    )
    told = follow(pair[number // 5 % 2] for number, pair in enumerate(zip(four, five, strict=True)))
    (put_right,) = told.named("Corrected")
    assert put_right.get("board") == right.board26()
    assert told.raised == [("ILLEGAL_MOVE", mover)]


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_play_to_a_column_whose_count_is_the_fifth_most_probable(seed: int) -> None:
    """5-3 played 13/8 twice: five men there, read as six to nine rather."""
    script, player = after_the_first_turn(seed)
    script.play(player, script.roll(player, (5, 3)), moved(script.board, player, (13, 8), (13, 8)))
    ended = script.t
    script.show((), 2.0)
    source = readings(script, fps=8.0, noise=QUIET)
    unsure = {6: 0.38, 7: 0.3, 8: 0.2, 9: 0.07, 5: 0.03}
    told = follow(counted(source, script, player, 8, unsure, ended - 4.0))
    assert told.turns == truth(script)
    assert told.raised == [("ILLEGAL_MOVE", player)]


@pytest.mark.parametrize(("taken", "p"), [(True, 0.985), (False, 0.985), (False, 0.6)])
@pytest.mark.parametrize("seed", range(3))
def test_a_man_taken_off_too_early_from_a_column_of_five(seed: int, taken: bool, p: float) -> None:
    """4-3 played 24/20 13/10, and one of the five men on the 6 point taken off. Where these are merely read
    as four, and no hand has touched them, nobody is accused."""
    script, mover = after_the_first_turn(seed)
    before = script.board
    legal = moved(before, mover, (24, 20), (13, 10))
    mine = from_seat(legal, mover)
    short = list(mine.mover)
    short[5] -= 1
    off = from_seat(Position.of(short, mine.opponent), mover) if taken else legal
    script.play(mover, script.roll(mover, (4, 3)), off)
    since = script.t - 2.0
    script.show((), 2.0)
    script.play(other(mover), script.roll(other(mover)))
    source = readings(script, fps=8.0, noise=QUIET)
    men = {4: p, 5: 0.4 * (1.0 - p)}
    told = follow(counted(source, script, mover, 6, men, since))
    assert told.raised == ([("ILLEGAL_MOVE", mover)] if taken else [])
