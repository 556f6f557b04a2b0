"""Equal opening dice of which one was misread: that both are thrown again tells so."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, ScriptDie, readings
from tests.monitor.tracking.sim import QUIET, Told, follow, truth
from tests.monitor.tracking.test_tall_columns import moved
from tests.support import make_die
from vision.reading import Reading


def tied_at_first(seed: int, wait: float = 0.0) -> tuple[Script, float]:
    """A tie of twos, lifted, then a five of A's against a four of B's; and when the first dice were gone.

    wait: time before the first die (s).
    """
    script = Script(seed=seed)
    script.show((), wait)
    for south, north in ((2, 2), (5, 4)):
        dice = script.throw([north], "W")
        script.show(dice, 1.5)
        dice += script.throw([south], "E")
        script.show(dice, 1.5)
        if south == north:
            script._dice = dice
            script.lift()
            gone = script.t
            script._dice = ()
            script.show((), 1.0)
    script._dice = dice
    script.play("A", (5, 4))
    script.play("B", script.roll("B"))
    return script, gone


def watched(seed: int, faces: tuple[float, ...]) -> tuple[Script, Told]:
    """What is told where B's first die is read as these probabilities."""
    script, gone = tied_at_first(seed)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            if reading.t >= gone:
                yield reading
                continue
            value = 1 + max(range(6), key=faces.__getitem__)
            dice = (
                replace(die, value=value, faces=faces) if die.uv[0] < 0.5 else die for die in reading.dice
            )
            yield replace(reading, dice=tuple(dice))

    return script, follow(seen())


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("read", [1, 3], ids=["as lower", "as higher"])
def test_dice_thrown_again_on_both_sides_were_equal_where_one_was_hardly_read(seed: int, read: int) -> None:
    faces = [0.01] * 6
    faces[read - 1], faces[1] = 0.8, 0.16
    script, told = watched(seed, tuple(faces))
    assert told.raised == []
    assert told.turns == truth(script)
    assert [event.get("what") for event in told.named("EvidenceConflict")] == ["opening_dice_equal"]
    (revised,) = (event for event in told.named("DiceAtRest") if event.get("revised"))
    assert (revised.by, revised.get("dice")[0]["face"]) == ("B", 2)
    assert 0.0 < revised.get("dice")[0]["p"] < 0.5


def test_dice_surely_read_are_not_said_to_have_been_equal() -> None:
    _, told = watched(1, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    assert not [event for event in told.named("DiceAtRest") if event.get("revised")]
    assert ("ROLL_RETHROWN", "B") in told.raised


def test_a_tie_told_as_none_is_told_again_when_its_dice_are_lifted() -> None:
    """B's two is read as a three at first, as a two from then on: nobody throws out of turn."""
    script, gone = tied_at_first(1)

    def seen() -> Iterator[Reading]:
        for number, reading in enumerate(readings(script, fps=10.0, noise=QUIET)):
            read = 3 if reading.t < 4.0 else 2
            if reading.t >= gone:
                yield reading
                continue
            faces = tuple(0.6 if face == read else 0.08 for face in range(1, 7))
            dice = (replace(die, value=read, faces=faces) if die.uv[0] < 0.5 else die for die in reading.dice)
            yield replace(reading, dice=tuple(dice), seq=number)

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)
    first, *_ = told.named("DiceAtRest")
    assert (first.by, first.get("dice")[0]["face"]) == ("B", 3)
    (revised,) = (event for event in told.named("DiceAtRest") if event.get("revised"))
    assert (revised.by, revised.get("dice")[0]["face"]) == ("B", 2)


def test_a_tie_that_was_decided_by_a_die_still_rolling_is_told_when_both_throw_again() -> None:
    """A's two is read as a one until it lies still, when B's two has made a roll of both."""
    script, gone = tied_at_first(1)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            rolls = 3.5 <= reading.t < min(3.9, gone)
            faces = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            dice = (
                replace(die, value=1, faces=faces) if rolls and die.uv[0] > 0.5 else die
                for die in reading.dice
            )
            yield replace(reading, dice=tuple(dice))

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)
    (revised,) = (event for event in told.named("DiceAtRest") if event.get("revised"))
    assert (revised.by, revised.get("dice")[0]["face"]) == ("A", 2)


def begun_by_a(script: Script, dice: tuple[ScriptDie, ...], roll: tuple[int, int]) -> Told:
    """What is told of a game that A begins with these opening dice."""
    script.show(dice, 1.5)
    script._dice = dice
    script.play("A", roll)
    script.play("B", script.roll("B"))
    return follow(readings(script, fps=10.0, noise=QUIET))


def test_an_opening_die_out_of_sight_for_a_while_is_not_thrown_again() -> None:
    script = Script(seed=3)
    dice = script.throw([3], "W")
    script.show(dice, 1.5)
    dice += script.throw([4], "E")
    script.show(dice[1:], 1.5)
    told = begun_by_a(script, dice, (4, 3))
    assert told.raised == []
    assert [event.by for event in told.named("DiceThrown")] == ["B", "A", "B"]
    assert told.turns == truth(script)


def test_equal_dice_thrown_again_may_lie_as_they_lay() -> None:
    script = Script(seed=3)
    tied = script.throw([2], "W"), script.throw([2], "E")
    for _ in range(2):
        script.show(tied[0], 1.5)
        script.show((*tied[0], *tied[1]), 1.5)
        script._dice = (*tied[0], *tied[1])
        script.lift()
        script._dice = ()
        script.show((), 1.0)
    dice = (*script.throw([1], "W"), *script.throw([6], "E"))
    told = begun_by_a(script, dice, (6, 1))
    assert told.raised == []
    thrown = [event.by for event in told.named("DiceThrown")]
    assert sorted(filter(None, thrown[:6])) == ["A", "A", "A", "B", "B", "B"]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_lay_there_before_a_tie_is_not_thrown_after_it(seed: int) -> None:
    """A painted die on B's side is seen once the game has begun, but believed only after the tie."""
    script, gone = tied_at_first(seed, wait=4.0)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            p = 0.5 if reading.t < gone else 0.7
            faces = tuple(p if face == 1 else (1 - p) / 5 for face in range(1, 7))
            painted = make_die(1, (100.0, 300.0), uv=(0.1, 0.5), zone="W")
            there = (replace(painted, p=p, faces=faces),) if reading.t > 0.8 else ()
            yield replace(reading, dice=(*reading.dice, *there))

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("men", [[(13, 2)], [(24, 18), (13, 8)]])
def test_who_begins_is_told_by_what_the_dice_show_once_they_are_plainly_read(
    men: list[tuple[int, int]],
) -> None:
    """B's six is read as a three for a moment, beside A's five."""
    script = Script(seed=2)
    dice = script.throw([5], "E")
    script.show(dice, 2.0)
    thrown = script.t
    dice += script.throw([6], "W")
    script.show(dice, 4.0)
    script._dice = dice
    script.play("B", (6, 5), moved(script.board, "B", *men))
    script.play("A", script.roll("A"))

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=5.0, noise=QUIET):
            if not thrown <= reading.t < thrown + 0.5:
                yield reading
                continue
            faces = (0.02, 0.02, 0.7, 0.02, 0.02, 0.22)
            dice = (replace(die, value=3, faces=faces) if die.uv[0] < 0.5 else die for die in reading.dice)
            yield replace(reading, dice=tuple(dice))

    told = follow(seen())
    assert told.turns == truth(script)
    assert told.raised == []
    (revised,) = (event for event in told.named("DiceAtRest") if event.get("revised"))
    assert (revised.by, revised.get("dice")[0]["face"]) == ("B", 6)


ROLLING_S = 0.5


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_die_that_had_not_come_to_rest_shows_what_it_shows_when_it_has(seed: int) -> None:
    """A's first die, a two like B's, seems to lie still as a four a little before its place, and rolls on."""
    script, gone = tied_at_first(seed)
    came: list[float] = []

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            south = [die for die in reading.dice if die.uv[0] > 0.5]
            came.extend([reading.t] if south and not came else [])
            if reading.t < gone and south and reading.t < came[0] + ROLLING_S:
                u, v = south[0].uv
                rolling = make_die(4, uv=(u, v + 0.02))
                yield replace(reading, dice=(*(die for die in reading.dice if die.uv[0] < 0.5), rolling))
            else:
                yield reading

    told = follow(seen())
    assert told.raised == []
    assert told.turns == truth(script)
    (revised,) = (event for event in told.named("DiceAtRest") if event.get("revised"))
    assert (revised.by, revised.get("dice")[0]["face"]) == ("A", 2)
