"""What is read as a die beside the two of a roll: the side of one of them, and what comes and goes alone."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.events import other
from monitor.tracking.against import is_a_side, without_sides
from monitor.tracking.dice import DieTrack
from monitor.tracking.state import Roll
from tests.monitor.tracking.sim import HALF, QUIET, Told, follow, legal_turns, throw_too_early, truth
from tests.support import make_die
from vision.reading import DieReading, Reading, Zone


def track(number: int, uv: tuple[float, float], p: float, face: int = 3) -> DieTrack:
    """A die seen ten times as this face with this probability."""
    faces = [p if value == face else (1.0 - p) / 5 for value in range(1, 7)]
    return DieTrack(number, uv, 0.0, 0.0, 1.0, (0, 9), count=10, log_faces=10 * np.log(faces))


@pytest.mark.parametrize("side_p", [0.6, 0.85])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_of_three_dice_the_less_sure_of_two_close_together_is_a_side(place: int, side_p: float) -> None:
    one, two = track(1, (0.6, 0.5), 0.9), track(2, (0.8, 0.5), 0.7)
    dice = [one, two]
    dice.insert(place, track(3, (0.65, 0.52), side_p))
    assert without_sides(dice) == [one, two]


def test_the_die_itself_is_the_side_where_it_is_read_less_surely() -> None:
    one, two, three = track(1, (0.6, 0.5), 0.7), track(2, (0.8, 0.5), 0.9), track(3, (0.65, 0.5), 0.8)
    assert without_sides([one, two, three]) == [two, three]


def test_two_dice_close_together_are_both_dice() -> None:
    dice = [track(1, (0.6, 0.5), 0.9), track(2, (0.65, 0.5), 0.6)]
    assert without_sides(dice) == dice
    assert without_sides(dice[:1]) == dice[:1]
    assert without_sides([]) == []


def test_dice_that_lie_apart_are_no_sides() -> None:
    dice = [track(1, (0.6, 0.5), 0.9), track(2, (0.7, 0.5), 0.6), track(3, (0.8, 0.5), 0.9)]
    assert without_sides(dice) == dice


def test_the_field_is_wider_than_it_is_high() -> None:
    """What lies 0.065 apart is further apart across the field than up and down."""
    one, two = track(1, (0.6, 0.5), 0.9), track(2, (0.9, 0.5), 0.9)
    across, along = track(3, (0.665, 0.5), 0.7), track(4, (0.6, 0.565), 0.7)
    assert without_sides([one, two, across]) == [one, two, across]
    assert without_sides([one, two, along]) == [one, two]


def test_both_dice_may_have_a_side_and_one_die_two() -> None:
    one, two = track(1, (0.6, 0.5), 0.95), track(2, (0.8, 0.5), 0.9)
    beside_both = [track(3, (0.65, 0.5), 0.8), track(4, (0.85, 0.5), 0.7)]
    around_one = [track(5, (0.65, 0.5), 0.8), track(6, (0.55, 0.5), 0.7)]
    assert without_sides([beside_both[1], one, beside_both[0], two]) == [one, two]
    assert without_sides([around_one[1], two, around_one[0], one]) == [two, one]


def test_two_dice_are_left_however_close_all_of_them_lie() -> None:
    dice = [track(n, (0.6 + 0.01 * n, 0.5), p) for n, p in enumerate((0.7, 0.9, 0.6, 0.8))]
    assert without_sides(dice) == [dice[1], dice[3]]


def false_die(value: int, p: float, uv: tuple[float, float]) -> DieReading:
    """What is read as a die of this value at a place of the field."""
    faces = tuple(p if face == value else (1.0 - p) / 5 for face in range(1, 7))
    zone: Zone = "W" if uv[0] < 0.5 else "E"
    xy = (uv[0] * 1000.0, uv[1] * 600.0)
    return replace(make_die(value, xy, uv=uv, zone=zone, size_px=18.0), p=p, faces=faces)


def with_a_side(seed: int, p: float, offset: tuple[float, float], shown: int) -> tuple[Script, Told]:
    """Three turns; of the second roll a side of one die is read as a die as long as both lie there.

    p: how surely. shown: which of the two dice shows it.
    """
    script = legal_turns(seed, 1)
    player = other(script.turns[-1][0])
    start = script.t
    roll = script.roll(player)
    u, v = script._dice[shown].uv
    script.play(player, roll)
    until = script.t
    script.play(other(player), script.roll(other(player)))
    value = next(face for face in range(1, 7) if face not in roll)
    side = false_die(value, p, (u + offset[0], v + offset[1]))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            there = start <= reading.t < until and len(reading.dice) == 2
            yield replace(reading, dice=(side, *reading.dice)) if there else reading

    return script, follow(seen())


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("p", [0.75, 0.9])
@pytest.mark.parametrize(
    ("offset", "shown"), [((0.055, 0.0), 0), ((-0.055, 0.0), 1), ((0.01, 0.065), 0), ((0.01, -0.065), 1)]
)
def test_the_side_of_a_die_is_not_the_other_of_its_roll(
    seed: int, p: float, offset: tuple[float, float], shown: int
) -> None:
    script, told = with_a_side(seed, p, offset, shown)
    assert told.raised == []
    assert told.turns == truth(script)
    rolls = [event.get("dice") for event in told.named("DiceAtRest")][-2:]
    thrown = [dice for _, dice, _ in script.turns[-2:]]
    assert [sorted(die["face"] for die in dice) for dice in rolls] == [sorted(dice) for dice in thrown]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_dice_that_come_to_lie_side_by_side_are_a_roll(seed: int) -> None:
    script = legal_turns(seed, 1)
    player = other(script.turns[-1][0])
    one, two = script.throw((5, 2), HALF[player])
    script._dice = (one, replace(two, uv=(one.uv[0] + 0.055, one.uv[1])))
    script.show(script._dice, 1.5)
    script.play(player, (5, 2))
    told = follow(readings(script, fps=10.0, noise=QUIET))
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("after", [1.2, 1.8])
@pytest.mark.parametrize("before", [0.6, 1.3])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_came_alone_before_a_roll_and_alone_after_it_is_no_next_roll(
    seed: int, before: float, after: float
) -> None:
    """Two false dice on the right of the player not on turn, one so long before a roll, one after it. Both
    are seen until the dice of that roll are lifted: that is when its turn ends."""
    script = legal_turns(seed, 2)
    script.show((), 1.5)
    player = other(script.turns[-1][0])
    thrown = script.t
    script.play(player, script.roll(player))
    lifted = script.scenes[-2].t
    script.play(other(player), script.roll(other(player)))
    left = 0.15 if player == "A" else 0.65
    first, second = false_die(3, 0.95, (left, 0.3)), false_die(6, 0.95, (left + 0.2, 0.3))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            dice = reading.dice
            dice += (first,) if thrown - before <= reading.t < lifted else ()
            dice += (second,) if thrown + after <= reading.t < lifted else ()
            yield replace(reading, dice=dice)

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)
    assert abs(told.named("TurnPlayed")[2].t - lifted) < 0.5
    assert [event.get("n") for event in told.named("DiceThrown")][-3:] == [2, 2, 2]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_dice_that_came_together_while_a_roll_lay_there_were_thrown_too_early(seed: int) -> None:
    script = legal_turns(seed, 2)
    player = other(script.turns[-1][0])
    script.play(player, script.roll(player))
    throw_too_early(script, script._dice, other(player), 2.0)
    script.play(other(player), (5, 2))
    told = follow(readings(script, fps=10.0, noise=QUIET))
    assert told.raised == [("PREMATURE_ROLL", other(player))]
    assert told.turns == truth(script)


@pytest.mark.parametrize(("p", "side_of"), [(0.9, True), (0.95, False)])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_hardly_a_die_beside_one_that_plainly_is_may_be_its_side(
    number: int, p: float, side_of: bool
) -> None:
    """number: how many dice there are besides."""
    far = ((0.6, 0.5), (0.8, 0.5), (0.9, 0.3))
    plain = [replace(track(n, far[n], 0.99), p=0.995) for n in range(number)]
    side = replace(track(9, (0.61, 0.56), p), p=p)
    assert is_a_side(side, [*plain, side]) is side_of
    assert not is_a_side(replace(side, uv=(0.7, 0.4)), [*plain, side])
    assert not is_a_side(side, [replace(die, p=0.97) for die in plain])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_side_of_an_opening_die_is_not_the_die_that_was_thrown(seed: int) -> None:
    """A throws a three, whose side is read as a six below it; B's five is the higher die."""
    script = Script(seed=seed)
    script.show((), 1.0)
    (three,) = script.throw([3], "E")
    thrown = script.t
    script.show((three,), 2.0)
    script._dice = (three, *script.throw([5], "W"))
    script.show(script._dice, 1.5)
    script.play("B", (5, 3))
    side = false_die(6, 0.89, (three.uv[0] - 0.01, three.uv[1] + 0.055))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=replace(QUIET, die_p=0.995)):
            there = reading.t >= thrown and any(abs(die.uv[0] - three.uv[0]) < 0.01 for die in reading.dice)
            yield replace(reading, dice=(side, *reading.dice)) if there else reading

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)
    rests = [(event.by, [die["face"] for die in event.get("dice")]) for event in told.named("DiceAtRest")]
    assert rests == [("A", [3]), ("B", [5])]


@pytest.mark.parametrize(("p", "rolls"), [(0.8, 0), (0.97, 1)])
def test_marks_on_both_sides_of_the_bar_are_no_roll_where_they_are_hardly_dice(p: float, rolls: int) -> None:
    script = legal_turns(1, 2)
    since = script.t
    script.show((), 4.0)
    marks = [false_die(6, p, (0.26, 0.51)), false_die(6, p, (0.78, 0.5))]

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            yield replace(reading, dice=tuple(marks)) if reading.t >= since else reading

    told = follow(seen())
    later = [event for event in told.named("DiceThrown") if event.t >= since]
    assert len(later) == rolls
    assert len(told.raised) == rolls


@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_die_that_vanishes_with_no_hand_near_is_overlooked_while_the_other_lies_there(
    seed: int, by_hand: bool
) -> None:
    """All of a roll is played; then one of its dice is not read any more for three seconds. Where a hand has
    taken it the turn is over; the other die goes later."""
    script = legal_turns(seed, 1)
    player = other(script.turns[-1][0])
    dice = script.roll(player)
    script.play(player, dice)
    del script.scenes[-2:]
    hand = script.scenes.pop()
    script.t = hand.t
    script.show(script._dice, 2.0)
    taken, left = script._dice
    slots = frozenset({column for column in range(24) if abs((column % 12 + 0.5) / 12 - taken.uv[0]) < 0.06})
    script.show((left,), 0.3, slots if by_hand else frozenset())
    script.show((left,), 3.0)
    still = script.t
    script.show((), 0.4, hand.covered)
    script.show((), 2.0)
    told = follow(readings(script, fps=10.0, noise=QUIET))
    over = told.named("TurnPlayed")[-1].t_known
    assert over is not None
    assert (over < still) is by_hand
    assert told.raised == []


def test_a_die_that_the_second_strikes_counts_as_it_lies_then() -> None:
    """Pushed aside later, by a hand say, it would go on to count as it came to rest."""
    first = track(1, (0.77, 0.7), 0.99, face=2)
    roll = Roll([first], "A", 0.0)
    first.log_faces, first.since = track(1, (0.75, 0.75), 0.99, face=3).log_faces, 3.0
    roll.refresh()
    assert roll.faces == (2,)
    roll.complete(track(2, (0.78, 0.69), 0.99, face=2))
    assert roll.faces == (3, 2)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("p", "offset", "stands_for"), [(0.89, 0.05, True), (0.75, 0.05, False), (0.89, 0.09, False)]
)
def test_a_die_read_plainly_later_stands_for_what_was_hardly_one_close_to_it(
    seed: int, p: float, offset: float, stands_for: bool
) -> None:
    """The roll is told again with it, and played so; not with one that is less plain or further off."""
    script = legal_turns(seed, 1)
    player = other(script.turns[-1][0])
    begins = script.t
    script.roll(player, (5, 2))
    there = next(die.uv for die in script._dice if die.value == 5)
    script.show(script._dice, 2.0)
    script.play(player, (5, 2))
    until = script.t
    script.play(other(player), script.roll(other(player)))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            lying = [die for die in reading.dice if die.value == 5 and math.dist(die.uv, there) < 0.02]
            dice = [die for die in reading.dice if die not in lying]
            if begins <= reading.t < until and lying:
                dice.append(false_die(6, 0.42, (there[0], there[1] + offset)))
                if reading.t >= begins + 1.4:
                    dice.append(replace(lying[0], p=p, faces=false_die(5, p, there).faces))
                lying = []
            yield replace(reading, dice=(*dice, *lying))

    told = follow(seen())
    again = [event for event in told.named("DiceAtRest") if event.get("revised")]
    assert [sorted(die["face"] for die in event.get("dice")) for event in again] == [[2, 5]] * stands_for
    assert told.turns == truth(script) or not stands_for
    assert told.raised == []
