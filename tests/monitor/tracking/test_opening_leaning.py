"""An opening die that seems to lean, and is not seen for a moment: only a hand lifts dice."""

from dataclasses import replace

import pytest

from fixtures.readings import Script
from tests.monitor.tracking.sim import Told, truth, watch


def with_a_die_that_seems_to_lean(seed: int, *, by_hand: bool) -> tuple[Script, Told]:
    """A throws a four that is seen leaning with 0.8; it is gone for a moment, and read in another place
    beside it, or it is lifted and thrown again. B throws a two; both dice are played."""
    script = Script(seed=seed)
    script.show((), 1.0)
    (first,) = (replace(die, leaning=True, lean_p=0.8) for die in script.throw([4], "E"))
    script.show((first,), 2.0)
    if by_hand:
        script._dice = (first,)
        script.lift()
        script._dice = ()
    script.show((), 1.0)
    u, v = first.uv
    again = replace(first, uv=(u + 0.02, v + 0.06), leaning=False)
    script.show((again,), 1.5)
    dice = (again, *script.throw([2], "W"))
    script.show(dice, 2.0)
    script._dice = dice
    script.play("A", (4, 2))
    script.play("B", script.roll("B"))
    return script, watch(script, fps=10.0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_die_not_seen_for_a_moment_was_not_lifted(seed: int) -> None:
    script, told = with_a_die_that_seems_to_lean(seed, by_hand=False)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_die_lifted_by_hand_and_thrown_again_leant(seed: int) -> None:
    script, told = with_a_die_that_seems_to_lean(seed, by_hand=True)
    assert told.raised == [("ROLL_INVALID", "A")]
    assert told.turns == truth(script)
