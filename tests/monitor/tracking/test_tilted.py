"""A die that plainly leans counts though two of its faces are seen alike and its value is unclear."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import LEANS_AT, Script, readings
from tests.monitor.tracking.sim import HALF, QUIET, begun, follow, lay
from vision.reading import DieReading, Reading


def unclear(die: DieReading, exists: float) -> DieReading:
    """The die as it is read when two faces are in view; exists: probability that it is a die at all."""
    if die.tilt == "flat":
        return die
    faces = tuple(exists * p for p in (0.03, 0.41, 0.04, 0.41, 0.06, 0.05))
    return replace(die, value=2, p=max(faces), faces=faces, tilt_p=0.97)


def seen(script: Script, exists: float) -> Iterator[Reading]:
    for reading in readings(script, fps=10.0, noise=QUIET):
        yield replace(reading, dice=tuple(unclear(die, exists) for die in reading.dice))


@pytest.mark.parametrize(("exists", "kind"), [(1.0, "cocked"), (0.6, None)])
@pytest.mark.parametrize("seed", range(3))
def test_a_leaning_die_spoils_the_roll_whatever_its_value(seed: int, exists: float, kind: str | None) -> None:
    """One that is hardly read as a die is not known to lean, only that the other was thrown again."""
    script, player = begun(seed)
    script.cocked(player)
    script.play(player, script.roll(player))
    findings = follow(seen(script, exists)).findings
    found = {(finding.code, finding.kind, finding.by) for finding in findings}
    assert found == {("ROLL_INVALID", kind, player)}


def seeming_to_lean(die: DieReading, height: float, *, clear: bool) -> DieReading:
    """A flat die that seems to lean against a side of the field or the bar. height: where in the field it
    lies. clear: its value is plain."""
    side = LEANS_AT["E" if die.uv[0] > 0.5 else "W"]
    leans = replace(die, uv=(side, height), tilt="leaning", tilt_p=0.92)
    return leans if clear else replace(unclear(leans, 1.0), tilt_p=0.92)


@pytest.mark.parametrize(("height", "clear", "told"), [(0.95, False, 0), (0.95, True, 1), (0.7, False, 1)])
@pytest.mark.parametrize("seed", range(3))
def test_a_die_whose_foot_the_near_rim_may_hide_lay_flat_if_it_is_played(
    seed: int, height: float, clear: bool, told: int
) -> None:
    script, player = begun(seed)
    begins = script.t
    script.play(player, script.roll(player))

    def rimmed() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            dice = reading.dice
            if reading.t > begins and len(dice) == 2:
                dice = (seeming_to_lean(dice[0], height, clear=clear), dice[1])
            yield replace(reading, dice=dice)

    codes = [code for code, _ in follow(rimmed()).raised]
    assert codes.count("ROLL_INVALID") == told


SHAKING = DieReading(
    3,
    0.63,
    (0.05, 0.05, 0.63, 0.05, 0.11, 0.1),
    (0.0, 0.0),
    (0.84, 0.92),
    "E",
    "surface",
    1.0,
    "leaning",
    0.93,
    19.0,
)
"""What is read of the fingers of a hand that shakes its cup there."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("hand", [True, False])
def test_what_is_hardly_read_as_a_die_is_none_while_a_hand_is_over_it(seed: int, hand: bool) -> None:
    """B's opening die lies there, and A shakes a cup for two seconds before he throws his."""
    script = Script(seed=seed)
    first = script.throw([3], "W")
    script.show(first, 1.5)
    begins, ends = script.t, script.t + 2.0
    script.show(first, 2.5)
    script._dice = (*first, *script.throw([1], "E"))
    script.show(script._dice, 1.5)
    script.play("B", (3, 1))

    def shaking() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            if not begins < reading.t < ends:
                yield reading
                continue
            hidden = reading.hidden.copy()
            hidden[20:24] = 0.95 if hand else 0.0
            yield replace(reading, dice=(*reading.dice, SHAKING), hidden=hidden)

    codes = [code for code, _ in follow(shaking()).raised]
    assert codes.count("ROLL_INVALID") == (0 if hand else 1)


@pytest.mark.parametrize("aside", [0.02, 0.0])
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_die_that_rolls_on_when_the_picture_goes_on_had_not_come_to_rest(seed: int, aside: float) -> None:
    """It seems to lean for a second, then lies flat a little further on; or it goes on leaning."""
    script, player = begun(seed)
    begins = script.t
    dice = script.roll(player)
    thrown, other_one = script._dice
    lay(script, replace(thrown, uv=(LEANS_AT[HALF[player]], 0.5)), other_one)
    script.show(script._dice, 3.0)
    script.play(player, dice)

    stands = begins + 1.2

    def lies(die: DieReading, t: float) -> DieReading:
        if die.value != dice[0]:
            return die
        if aside and t > stands:
            return replace(die, uv=(die.uv[0], die.uv[1] + aside))
        return replace(die, tilt="leaning", tilt_p=0.995)

    def stuck() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            after = reading.t > begins
            dice_now = tuple(lies(die, reading.t) if after else die for die in reading.dice)
            yield replace(reading, dice=dice_now)

    followed = follow(stuck())
    withdrawn = [event for event in followed.named("Corrected") if event.get("withdrawn")]
    assert bool(withdrawn) == bool(aside)
    codes = [code for code, _ in followed.raised]
    assert codes == ["ROLL_INVALID"] + ["INVALID_ROLL_PLAYED"] * (not aside)
