"""A roll is taken up as it was told: what its dice are seen to be later is told before anybody is accused."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from tests.monitor.tracking.sim import HALF, QUIET, follow, follow_with, truth
from vision.reading import Reading

CLOCKED = MatchConfig(clock=True)


def begun(seed: int) -> tuple[Script, Player]:
    """After the first turn; and who is to throw."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    return script, other(player)


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_die_seen_to_lie_on_another_after_it_was_told_spoils_the_roll(
    seed: int,
) -> None:
    script, player = begun(seed)
    upper, lower = script.throw([6, 3], HALF[player])
    lower = replace(lower, uv=(upper.uv[0] + 0.01, upper.uv[1] + 0.03))
    script.show((upper, lower), 0.7)
    script._dice = (replace(upper, support="die"), lower)
    script.show(script._dice, 3.0)
    script.lift()
    script.show((), 1.5)
    script.play(player, script.roll(player))
    script.play(other(player), script.roll(other(player)))
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.turns == truth(script)
    assert told.raised == [("ROLL_INVALID", player)]
    assert told.findings[0].kind == "on_die"
    assert [event.get("meaning") for event in told.named("DicePickedUp") if event.by].count("reroll") <= 1


@pytest.mark.parametrize(("then", "cocked"), [(0.82, False), (0.995, True)])
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_die_leans_for_sure_when_it_has_been_looked_at_more_than_a_few_times(
    seed: int, then: float, cocked: bool
) -> None:
    """Seen to lean with 0.992 in the first half second: that is told at once only if it stays so."""
    script, player = begun(seed)
    since = script.t
    dice = script.roll(player)
    script.show(script._dice, 1.5)
    until = script.t
    script.play(player, dice)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=8.0, noise=QUIET):
            p = 0.992 if reading.t < since + 0.5 else then
            first = reading.dice[:1] if since <= reading.t < until else ()
            leaning = tuple(replace(die, tilt="leaning", tilt_p=p) for die in first)
            yield replace(reading, dice=leaning + reading.dice[len(first) :])

    told = follow(seen())
    kinds = {finding.kind for finding in told.findings}
    assert ("cocked" in kinds) is cocked
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_roll_thrown_again_because_it_was_too_early_was_not_cocked(seed: int) -> None:
    """The opponent presses the clock while it lies there, its dice against each other."""
    script, player = begun(seed)
    (one, two) = script.throw([5, 1], HALF[player])
    script._dice = (one, replace(two, uv=(one.uv[0] + 0.02, one.uv[1] + 0.02)))
    script.show(script._dice, 1.0)
    pressed = script.t
    script.show(script._dice, 2.0)
    script.lift()
    script.show((), 1.5)
    dice = script.roll(player)
    script.play(player, dice)
    presses = [
        Event("ClockPressed", t=pressed, by=other(player)),
        Event("ClockPressed", t=script.t, by=player),
    ]
    script.show((), 1.0)
    told, _ = follow_with(readings(script, fps=8.0, noise=QUIET), presses, CLOCKED)
    assert [code for code, _ in told.raised] == ["PREMATURE_ROLL"]
