"""An illegal turn has been put right though one slot of the board then is seen otherwise."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import Position
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, follow, truth
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, counted, moved
from vision.reading import MAX_COUNT, OUTCOMES, Reading, outcome

PUT_RIGHT = ((8, 9), (22, 21))
"""From 13/8 24/22 to 13/9 24/21."""
AFTER_FIRST_S = 12.0
"""The first turn is over, as the scripts of this module go."""


def put_right(seed: int, *men: tuple[int, int]) -> tuple[Script, Player, Position, float]:
    """4-3 played 13/8 24/22; before the next roll these men are moved besides, then two turns follow. The
    script, whose play it is, how the men then stand, and since when."""
    script, player = after_the_first_turn(seed)
    script.play(player, script.roll(player, (4, 3)), moved(script.board, player, (13, 8), (24, 22)))
    script.show((), 1.0)
    since = script.t
    if men:
        script.put(moved(script.board, player, *men))
    right = script.board
    script.show((), 3.0)
    for mover in (other(player), player):
        script.play(mover, script.roll(mover))
    return script, player, right, since


def one_too_many(
    source: Iterable[Reading], script: Script, player: Player, since: float, *points: int
) -> Iterator[Reading]:
    """From some time on a single man on one of these points of a player's is surely read as two."""
    slots = script.seating.slots if player == "A" else script.seating.slots[::-1]
    side = 0 if player == script.seating.light else 1
    for reading in source:
        seen = reading.points.copy()
        for slot in (int(slots[point - 1]) for point in points):
            if reading.t >= since and seen[slot].argmax() == outcome(side, 1):
                seen[slot] = 0.03 / (OUTCOMES - 1)
                seen[slot, outcome(side, 2)] = 0.97
        yield replace(reading, points=seen)


@pytest.mark.parametrize("point", [9, 21])
@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_it_is_told_where_a_man_is_read_as_two(seed: int, point: int) -> None:
    script, player, right, since = put_right(seed, *PUT_RIGHT)
    told = follow(one_too_many(readings(script, fps=8.0, noise=QUIET), script, player, since, point))
    assert [(event.by, event.get("board")) for event in told.named("Corrected")] == [
        (player, right.board26())
    ]
    assert told.raised == [("ILLEGAL_MOVE", player)]
    assert told.findings[-1].status == "resolved"
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_where_all_slots_are_seen_right_it_is_told_as_ever(seed: int) -> None:
    script, player, right, _ = put_right(seed, *PUT_RIGHT)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert [event.get("board") for event in told.named("Corrected")] == [right.board26()]
    assert told.raised == [("ILLEGAL_MOVE", player)]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_where_two_slots_are_seen_otherwise_it_is_not_believed(seed: int) -> None:
    script, player, _, since = put_right(seed, *PUT_RIGHT)
    told = follow(one_too_many(readings(script, fps=8.0, noise=QUIET), script, player, since, 9, 21))
    assert told.named("Corrected") == []
    assert told.raised == [("ILLEGAL_MOVE", player)]


@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_where_other_men_are_moved_and_the_old_board_is_far_off_two_may_be(seed: int) -> None:
    script, player, right, since = put_right(seed, (8, 13), (22, 24), (6, 2), (6, 3))
    told = follow(one_too_many(readings(script, fps=8.0, noise=QUIET), script, player, since, 2, 3))
    assert [event.get("board") for event in told.named("Corrected")] == [right.board26()]
    assert told.raised == [("ILLEGAL_MOVE", player)]


@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_a_column_that_no_man_has_moved_from_does_not_count(seed: int) -> None:
    script, player, right, since = put_right(seed, *PUT_RIGHT)
    source = one_too_many(readings(script, fps=8.0, noise=QUIET), script, player, since, 9)
    told = follow(counted(source, script, other(player), 6, {4: 0.97}, AFTER_FIRST_S))
    assert [event.get("board") for event in told.named("Corrected")] == [right.board26()]
    assert told.raised == [("ILLEGAL_MOVE", player)]


@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_a_turn_that_nobody_put_right_is_not_told_as_such(seed: int) -> None:
    """The man on 22 is read as two."""
    script, player, _, since = put_right(seed)
    told = follow(one_too_many(readings(script, fps=8.0, noise=QUIET), script, player, since, 22))
    assert told.named("Corrected") == []
    assert told.raised == [("ILLEGAL_MOVE", player)]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_it_is_told_though_hands_go_on_moving_elsewhere(seed: int) -> None:
    """The opponent's roll lies there. Over a column of his a hand comes and goes: there is no moment's rest,
    and then he plays."""
    script, player = after_the_first_turn(seed)
    script.play(player, script.roll(player, (4, 3)), moved(script.board, player, (13, 8), (24, 22)))
    dice = script.roll(other(player))
    script.show(script._dice, 1.0)
    since, right = script.t, moved(script.board, player, *PUT_RIGHT)
    script.put(right, lying=True)
    script.show(script._dice, 5.0)
    until = script.t
    script.play(other(player), dice)
    script.show((), 2.0)
    restless = int(script.seating.slots[18 if player == "A" else 5])

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=8.0, noise=QUIET):
            points = reading.points.copy()
            if since <= reading.t < until and reading.seq // 5 % 2:
                points[restless] = 0.7 * points[restless] + 0.3 / OUTCOMES
                points[restless, [4, 5]] = points[restless, [5, 4]]
                points[restless, [MAX_COUNT + 4, MAX_COUNT + 5]] = points[
                    restless, [MAX_COUNT + 5, MAX_COUNT + 4]
                ]
            yield replace(reading, points=points)

    told = follow(seen())
    assert [event.get("board") for event in told.named("Corrected")] == [right.board26()]
    assert [code for code, _ in told.raised] == ["ILLEGAL_MOVE", "LATE_CORRECTION"]
    assert told.turns == truth(script)


LEFT_LYING = (
    (6, 1),
    (6, 2),
    (6, 3),
    (6, 4),
    (6, 5),
    (13, 9),
    (13, 10),
    (13, 11),
    (13, 12),
    (8, 7),
    (8, 7),
    (8, 7),
)
"""Men elsewhere besides, for a while, as somebody shows what could have been played."""


@pytest.mark.parametrize(("wrong_slot", "shown_s"), [(False, 2.5), (True, 2.5), (False, 8.0)])
@pytest.mark.parametrize("seed", [0, 4, 7, 8])
def test_track_that_was_lost_meanwhile_is_taken_up_with_what_was_put_right(
    seed: int, wrong_slot: bool, shown_s: float
) -> None:
    script, player = after_the_first_turn(seed)
    script.play(player, script.roll(player, (4, 3)), moved(script.board, player, (13, 8), (24, 22)))
    wrong = script.board
    script.put(moved(wrong, player, *LEFT_LYING))
    script.show((), shown_s)
    since, right = script.t, moved(wrong, player, *PUT_RIGHT)
    script.put(right)
    script.show((), 5.0)
    for mover in (other(player), player):
        script.play(mover, script.roll(mover))
    source: Iterable[Reading] = readings(script, fps=8.0, noise=QUIET)
    told = follow(one_too_many(source, script, player, since, 9) if wrong_slot else source)
    assert told.named("TrackLost")
    assert [event.get("board") for event in told.named("Corrected")] == [right.board26()]
    assert told.raised == [("ILLEGAL_MOVE", player)]
    assert told.findings[-1].status == "resolved"
    assert told.turns == truth(script)


@pytest.mark.parametrize("mended", [True, False])
@pytest.mark.parametrize("seed", [0, 2, 9])
def test_a_play_that_could_not_be_judged_was_wrong_if_its_player_puts_it_right(
    seed: int, mended: bool
) -> None:
    """4-3, of which the four may be a five: 13/8 24/21, and then 13/9 24/21."""
    script, player = after_the_first_turn(seed)
    script.play(player, script.roll(player, (4, 3)), moved(script.board, player, (13, 8), (24, 21)))
    script.show((), 1.0)
    if mended:
        script.put(moved(script.board, player, (8, 9)))
    script.show((), 3.0)
    for mover in (other(player), player):
        script.play(mover, script.roll(mover))

    def unsure(source: Iterable[Reading]) -> Iterator[Reading]:
        four_or_five = (0.01, 0.01, 0.01, 0.66, 0.3, 0.01)
        for reading in source:
            fours = (die.value == 4 and reading.t > AFTER_FIRST_S for die in reading.dice)
            dice = (
                replace(die, p=0.66, faces=four_or_five) if four else die
                for die, four in zip(reading.dice, fours, strict=True)
            )
            yield replace(reading, dice=tuple(dice))

    told = follow(unsure(readings(script, fps=8.0, noise=QUIET)))
    played = told.named("TurnPlayed")[1]
    assert (played.get("legal"), sorted(played.get("dice"))) == (None, [3, 4])
    assert told.raised == ([("ILLEGAL_MOVE", player)] if mended else [])
    assert [finding.status for finding in told.findings] == (["open", "resolved"] if mended else [])
