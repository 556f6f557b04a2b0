"""Equal opening dice of which one was misread: that both are thrown again tells so."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from tests.monitor.tracking.sim import QUIET, Told, follow, truth
from vision.reading import Reading


def tied_at_first(seed: int) -> tuple[Script, float]:
    """A tie of twos, lifted, then a five of A's against a four of B's; and when the first dice were gone."""
    script = Script(seed=seed)
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
