"""The opening roll put right by what players do: a tie of which one die was never read, a die read as higher
than it was, and men that only seemed to move."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position
from monitor.events import Player, other
from tests.monitor.tracking.sim import HALF, QUIET, Told, follow, from_south, truth
from vision.reading import Reading


def throw_one_each(script: Script, faces: dict[Player, int], first: Player, seconds: float = 1.5) -> None:
    """One die each, on the right of either player; seconds: how long the first lies there alone."""
    script._dice = script.throw([faces[first]], HALF[first])
    script.show(script._dice, seconds)
    script._dice += script.throw([faces[other(first)]], HALF[other(first)])
    script.show(script._dice, 1.5)


def lift_both(script: Script) -> float:
    """Both dice are taken up unplayed; when they were gone."""
    script.lift()
    script._dice = ()
    gone = script.t
    script.show((), 1.0)
    return gone


def two_turns(script: Script) -> None:
    """A plays five and four, which lie there; then B has his turn."""
    script.play("A", (5, 4))
    script.play("B", script.roll("B"))


def thrown_again(script: Script) -> Told:
    """Both dice are lifted, A throws a five and B a four, and both have their turns."""
    lift_both(script)
    throw_one_each(script, {"A": 5, "B": 4}, "A")
    two_turns(script)
    return follow(readings(script, fps=10.0, noise=QUIET))


def opening_dice(told: Told) -> list[tuple[Player | None, int]]:
    """Whose dice of the opening roll showed what, in the order in which they were told."""
    alone = [event for event in told.named("DiceAtRest") if len(event.get("dice")) == 1]
    return [(event.by, event.get("dice")[0]["face"]) for event in alone]


def conflicts(told: Told) -> list[str]:
    return [event.get("what") for event in told.named("EvidenceConflict")]


def tie_half_read(seed: int, unread: Player | None, first: Player) -> tuple[Script, Told]:
    """A tie of twos, of which this player's die is not read; then a five of A's against a four of B's.

    first: who throws first both times.
    """
    script = Script(seed=seed)
    throw_one_each(script, {"A": 2, "B": 2}, first)
    gone = lift_both(script)
    throw_one_each(script, {"A": 5, "B": 4}, first)
    two_turns(script)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            dice = tuple(die for die in reading.dice if unread is None or die.zone != HALF[unread])
            yield replace(reading, dice=dice) if reading.t < gone else reading

    return script, follow(seen())


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("unread", ["A", "B"])
@pytest.mark.parametrize("by_himself", [True, False], ids=["same player first", "opponent first"])
def test_a_die_thrown_again_tied_with_one_that_was_never_read(
    seed: int, unread: Player, by_himself: bool
) -> None:
    script, told = tie_half_read(seed, unread, other(unread) if by_himself else unread)
    assert told.raised == []
    assert told.turns == truth(script)
    assert conflicts(told) == ["opening_dice_equal"]
    (conflict,) = told.named("EvidenceConflict")
    assert (conflict.by, conflict.get("dice")) == (unread, [2, 2])
    told_dice = opening_dice(told)
    assert told_dice[0] == (other(unread), 2)
    assert (unread, 2) in told_dice
    assert sorted(told_dice[-2:], key=str) == [("A", 5), ("B", 4)]


def test_the_die_that_tied_is_told_before_those_that_are_thrown_after_it() -> None:
    """A's five lies there before anybody knows of the tie; it is told when B has thrown, too."""
    _, told = tie_half_read(1, "A", "A")
    assert opening_dice(told) == [("B", 2), ("A", 2), ("A", 5), ("B", 4)]
    assert not [event for event in told.named("DiceAtRest") if event.get("revised")]
    assert len([event for event in told.named("DiceThrown") if event.get("n") == 1]) == 4


@pytest.mark.parametrize("first", ["A", "B"])
def test_nothing_is_said_of_a_tie_whose_dice_were_both_read(first: Player) -> None:
    script, told = tie_half_read(1, None, first)
    assert told.raised == []
    assert told.turns == truth(script)
    assert conflicts(told) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_a_leaning_die_thrown_again_before_the_opponent_throws_was_no_tie(seed: int) -> None:
    script = Script(seed=seed)
    script.show((), 1.0)
    script._dice = tuple(replace(die, leaning=True) for die in script.throw([5], "E"))
    script.show(script._dice, 2.0)
    told = thrown_again(script)
    assert told.raised == [("ROLL_INVALID", "A")]
    assert told.turns == truth(script)
    assert conflicts(told) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_a_die_thrown_again_because_the_other_leant_did_not_tie(seed: int) -> None:
    """A's five counts, B's three leans; both throw again, A first."""
    script = Script(seed=seed)
    (five,), (three,) = script.throw([5], "E"), script.throw([3], "W")
    script.show((five,), 1.5)
    script._dice = five, replace(three, leaning=True)
    script.show(script._dice, 1.5)
    told = thrown_again(script)
    assert told.raised == [("ROLL_INVALID", "B")]
    assert told.turns == truth(script)
    assert conflicts(told) == []
    assert opening_dice(told) == [("A", 5), ("B", 3), ("A", 5), ("B", 4)]


def begun_with_the_lower_die(
    seed: int, begins: Player, moves: tuple[str, str], chance: float, perhaps: int = 3
) -> tuple[Script, Told]:
    """A player throws a four against a three, which is read as a five, and begins.

    moves: his play, man by man. chance: how probable another face, perhaps, is in every reading of that die.
    """
    script = Script(seed=seed)
    idle = other(begins)
    throw_one_each(script, {begins: 4, idle: 3}, idle)
    for move in moves:
        script._move_to(from_south(script.board, begins, move))
    script.play(begins, (4, 3), script.board)
    until = script.t
    script.play(idle, script.roll(idle))
    rest = 1.0 - chance - 0.001
    faces = tuple(chance if face == perhaps else rest if face == 5 else 0.00025 for face in range(1, 7))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            if reading.t >= until:
                yield reading
                continue
            dice = (
                replace(die, value=5, p=rest, faces=faces) if die.zone == HALF[idle] else die
                for die in reading.dice
            )
            yield replace(reading, dice=tuple(dice))

    return script, follow(seen())


@pytest.mark.parametrize("moves", [("8/4", "6/3"), ("8/5", "6/2"), ("24/21", "6/2")])
@pytest.mark.parametrize("begins", ["A", "B"])
@pytest.mark.parametrize("seed", [1, 2])
def test_who_begins_with_the_die_read_as_lower_had_the_higher_one(
    seed: int, begins: Player, moves: tuple[str, str]
) -> None:
    script, told = begun_with_the_lower_die(seed, begins, moves, 0.22)
    assert told.raised == []
    assert told.turns == truth(script)
    assert conflicts(told).count("opening_die_misread") == 1
    (conflict,) = (event for event in told.named("EvidenceConflict") if "misread" in event.get("what"))
    assert (conflict.by, conflict.get("dice")) == (other(begins), [5, 3])
    (revised,) = (event for event in told.named("DiceAtRest") if event.get("revised"))
    assert (revised.by, revised.get("dice")[0]["face"]) == (other(begins), 3)
    assert 0.04 < revised.get("dice")[0]["p"] < 0.06


@pytest.mark.parametrize("begins", ["A", "B"])
def test_so_had_he_where_each_reading_leaves_that_a_small_chance(begins: Player) -> None:
    """Many readings say no more than one: what errs in a picture of a die errs in the next."""
    script, told = begun_with_the_lower_die(1, begins, ("8/4", "6/3"), 0.03)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("begins", ["A", "B"])
@pytest.mark.parametrize("moves", [("8/4", "6/3"), ("8/5", "6/2")])
def test_who_begins_although_the_other_die_is_surely_higher_begins_wrongly(
    begins: Player, moves: tuple[str, str]
) -> None:
    _, told = begun_with_the_lower_die(1, begins, moves, 0.0003)
    assert ("OPENING_WRONG_STARTER", begins) in told.raised
    assert "opening_die_misread" not in conflicts(told)


@pytest.mark.parametrize("begins", ["A", "B"])
def test_so_does_who_plays_what_no_face_that_it_may_have_shown_allows(begins: Player) -> None:
    """The other die may have shown a two; a three is played."""
    _, told = begun_with_the_lower_die(1, begins, ("6/3", "8/4"), 0.22, 2)
    assert ("OPENING_WRONG_STARTER", begins) in told.raised
    assert "opening_die_misread" not in conflicts(told)


def seeming_to_move(
    seed: int, rolls: list[dict[Player, int]], at: int, wrong: Position
) -> tuple[Script, Told]:
    """Opening rolls, the last of them a five of A's against a four of B's, who throws first.

    In one of them, at, a hand is for two seconds near what differs from the start on a wrong board, and that
    is read there, while B's die lies alone.
    """
    script = Script(seed=seed)
    script.show((), 2.0)
    starts = []
    for faces in rolls:
        if script._dice:
            lift_both(script)
        starts.append(script.t + 0.5)
        throw_one_each(script, faces, "B", 4.0)
    start = starts[at]
    two_turns(script)
    both = np.frombuffer(START.board + wrong.board, np.uint8).reshape(2, 50)
    right, misread = script.seating.outcomes(both)[0]
    slots = np.flatnonzero(right != misread)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            if not start <= reading.t < start + 2.0:
                yield reading
                continue
            points, motion = reading.points.copy(), reading.motion.copy()
            points[slots, misread[slots]] = reading.points[slots, right[slots]]
            points[slots, right[slots]] = reading.points[slots, misread[slots]]
            motion[slots] = 0.15
            yield replace(reading, points=points, motion=motion)

    return script, follow(seen())


TIE: dict[Player, int] = {"A": 2, "B": 2}


@pytest.mark.parametrize(("by", "move"), [("A", "6/5"), ("A", "8/4"), ("B", "8/3"), ("B", "13/10")])
@pytest.mark.parametrize(("ties", "at"), [(0, 0), (1, 0), (1, 1), (2, 1)])
def test_the_opening_goes_on_where_men_only_seemed_to_move(by: Player, move: str, ties: int, at: int) -> None:
    """At first there are no to two ties; men seem to move in one of them or in the roll after them."""
    wrong = from_south(START, by, move)
    script, told = seeming_to_move(1, [*[TIE] * ties, {"A": 5, "B": 4}], at, wrong)
    assert told.raised == []
    assert told.turns == truth(script)
    assert opening_dice(told) == [("B", 2), ("A", 2)] * ties + [("B", 4), ("A", 5)]
    assert conflicts(told) == []
    believed = [event.get("board_after") for event in told.named("CheckersMoved")]
    assert believed[:2] == [wrong.board26(), START.board26()]
    assert told.named("TrackLost") == []


@pytest.mark.parametrize("seed", [1, 2])
def test_a_man_moved_and_put_back_with_the_opening_roll_leaves_the_opening_over(seed: int) -> None:
    script = Script(seed=seed)
    throw_one_each(script, {"A": 5, "B": 4}, "B")
    for board in (from_south(START, "A", "13/8"), START):
        script._move_to(board)
        script.show(script._dice, 1.5)
    two_turns(script)
    told = follow(readings(script, fps=10.0, noise=QUIET))
    assert told.raised == []
    assert told.turns == truth(script)
    assert opening_dice(told) == [("B", 4), ("A", 5)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_first_move_ends_the_opening_although_one_die_was_never_read(seed: int) -> None:
    script = Script(seed=seed)
    throw_one_each(script, {"A": 5, "B": 4}, "B", 3.0)
    script.play("A", (5, 4))
    until = script.t
    script.play("B", script.roll("B"))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            dice = tuple(die for die in reading.dice if die.zone != "E")
            yield replace(reading, dice=dice) if reading.t < until else reading

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)
    assert opening_dice(told) == [("B", 4)]
