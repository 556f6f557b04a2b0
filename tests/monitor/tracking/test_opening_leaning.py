"""An opening die that seems to lean, and is not seen for a moment: only a hand lifts dice."""

from dataclasses import replace

import pytest

from fixtures.readings import Script, ScriptDie
from tests.monitor.tracking.sim import Told, truth, watch


def with_a_die_that_seems_to_lean(seed: int, *, by_hand: bool) -> tuple[Script, Told]:
    """A throws a four that is seen leaning with 0.78; it is gone for a moment, and read in another place
    beside it, or it is lifted and thrown again. B throws a two; both dice are played."""
    script = Script(seed=seed)
    script.show((), 1.0)
    (first,) = (replace(die, leaning=True, lean_p=0.78) for die in script.throw([4], "E"))
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


def with_one_gone(seed: int, *, lean_p: float, seconds: float) -> tuple[Script, ScriptDie, ScriptDie]:
    """B throws a two, A a four that seems to lean and is gone for so long, no hand at it. Both dice."""
    script = Script(seed=seed)
    script.show((), 1.0)
    (first,) = script.throw([2], "W")
    script.show((first,), 1.0)
    (second,) = (replace(die, leaning=True, lean_p=lean_p) for die in script.throw([4], "E"))
    script.show((first, second), 2.0)
    script.show((first,), seconds)
    return script, first, second


@pytest.mark.parametrize("other_place", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_thrown_again_though_no_hand_was_seen_at_it_a_die_leant(seed: int, other_place: bool) -> None:
    """Its face is another, or it lies elsewhere. The opponent's die lies there: the roll seems complete."""
    script, first, second = with_one_gone(seed, lean_p=0.93, seconds=1.0)
    away = 0.3 if second.uv[1] < 0.5 else -0.3
    (third,) = script.throw([4 if other_place else 5], "E")
    third = replace(third, uv=(second.uv[0], second.uv[1] + (away if other_place else 0.06)))
    script.show((first, third), 2.0)
    script._dice = (third, first)
    script.play("A", (third.value, 2))
    script.play("B", script.roll("B"))
    told = watch(script, fps=5.0)
    assert told.raised == [("ROLL_INVALID", "A")]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gone_and_played_it_lay_flat(seed: int) -> None:
    script, first, _ = with_one_gone(seed, lean_p=0.78, seconds=1.5)
    script._dice = (first,)
    script.play("A", (4, 2))
    script.play("B", script.roll("B"))
    told = watch(script, fps=5.0)
    assert told.raised == []
    assert len(told.named("TurnPlayed")) == 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_told_again_of_an_opening_roll_is_told_of_its_own_player(seed: int) -> None:
    """B's two, told as flat, later looks as though it leant; A, who has thrown a four, plays both."""
    script = Script(seed=seed)
    script.show((), 1.0)
    first = script.throw([4], "E")
    script.show(first, 1.5)
    (second,) = script.throw([2], "W")
    script.show((*first, second), 1.5)
    script._dice = (*first, replace(second, leaning=True, lean_p=0.87))
    script.show(script._dice, 4.0)
    script.play("A", (4, 2))
    script.play("B", script.roll("B"))
    told = watch(script, fps=10.0)
    assert told.raised == []
    assert told.turns == truth(script)
    again = [event for event in told.named("DiceAtRest") if event.get("revised")]
    assert [(event.by, len(event.get("dice"))) for event in again] == [("A", 1), ("B", 1)]
