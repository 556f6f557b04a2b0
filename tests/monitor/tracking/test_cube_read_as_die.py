"""A turned cube that the reader takes for a die: gone from its place, and a lone doubtful die lies there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest

from fixtures.readings import CUBE_FACES, ScriptCube, readings
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, follow
from tests.monitor.tracking.test_cube import CENTRE, SIDES, SURFACE, CubeScript
from vision.reading import DieReading, Reading, Zone


def as_die(
    source: Iterable[Reading], p: float, size: float = 18.0, values: Sequence[int] = CUBE_FACES[:5]
) -> Iterator[Reading]:
    """Every cube that shows one of these values is read as a die, with probability p; dice are 18 pixels
    wide."""
    for reading in source:
        cube = reading.cube
        if cube is None or cube.value not in values:
            yield reading
            continue
        faces = tuple(p if face == 1 else (1.0 - p) / 5 for face in range(1, 7))
        zone: Zone = "W" if cube.uv[0] < 0.5 else "E"
        die = DieReading(1, p, faces, cube.xy, cube.uv, zone, "surface", 0.9, "flat", 0.9, size)
        yield replace(reading, cube=None, dice=(*reading.dice, die))


def test_a_cube_read_as_a_doubtful_die_is_an_offer_and_no_roll() -> None:
    script = CubeScript(seed=30)
    doubler = script.some_turns(2)
    script.put_cube(2, SURFACE[doubler], 4.0)
    script.put_cube(64, (-0.05, 0.5), 2.0)
    script.show((), 40.0)
    told = follow(as_die(readings(script, fps=8.0, noise=replace(QUIET, cube_miss=0.02)), 0.55))
    acts = [(e.ev, e.by) for e in told.events if e.ev.startswith("Cube")]
    assert acts[0] == ("CubeOffered", doubler)
    assert "CubeTouched" not in [name for name, _ in acts]
    assert len(told.named("DiceThrown")) == 2 + 2


def test_a_die_read_surely_is_no_cube() -> None:
    script = CubeScript(seed=30)
    doubler = script.some_turns(2)
    script.put_cube(2, SURFACE[doubler], 1.0)
    script.put_cube(2, SIDES[doubler], 1.0)
    told = follow(as_die(readings(script, fps=8.0, noise=QUIET), 0.95))
    assert not told.named("CubeOffered")


def test_a_cube_read_now_as_an_unsure_cube_now_as_an_unsure_die_is_an_offer() -> None:
    script = CubeScript(seed=30)
    doubler = script.some_turns(2)
    script.put_cube(2, SURFACE[doubler], 4.0)
    script.put_cube(64, (-0.05, 0.5), 2.0)
    script.show((), 40.0)

    def unsure() -> Iterator[Reading]:
        plain = readings(script, fps=8.0, noise=replace(QUIET, cube_miss=0.0))
        turned = readings(script, fps=8.0, noise=replace(QUIET, cube_miss=0.0))
        for number, (cube, die) in enumerate(zip(plain, as_die(turned, 0.55), strict=True)):
            if number % 3 or cube.cube is None or die.cube is not None:
                yield die
            else:
                yield replace(cube, cube=replace(cube.cube, p=0.37))

    told = follow(unsure())
    acts = [(e.ev, e.by) for e in told.events if e.ev.startswith("Cube")]
    assert acts[0] == ("CubeOffered", doubler)


def early_double(seed: int) -> CubeScript:
    """A double while the dice of the turn before still lie there."""
    script = CubeScript(seed=seed)
    player = script.some_turns(3)
    script.play(player, script.roll(player))
    *_, lifted, _, _ = script.scenes
    del script.scenes[-3:]
    script.t = lifted.t
    doubler, dice, home = other(player), script._dice, script.cube
    script.cube = None
    script.show(dice, 0.8)
    script.cube = ScriptCube(2, SURFACE[doubler])
    script.show(dice, 2.0)
    script.lift()
    script.show((), 3.0)
    script.cube = replace(script.cube, uv=SIDES[player])
    script.show((), 2.0)
    assert home is not None
    script.turn(doubler)
    return script


@pytest.mark.parametrize("seed", [31, 33])
def test_a_die_far_larger_than_the_dice_is_the_cube_that_is_gone_from_its_place(seed: int) -> None:
    told = follow(as_die(readings(early_double(seed), fps=8.0, noise=QUIET), 0.9, size=33.0))
    assert [code for code, _ in told.raised] == ["CUBE_PREMATURE"]
    assert [e.ev for e in told.events if e.ev.startswith("Cube")][:2] == ["CubeOffered", "CubeTaken"]
    assert len(told.named("TurnPlayed")) == 6


@pytest.mark.parametrize(("size", "offered"), [(36.0, 2), (18.0, 1)])
def test_a_lone_die_twice_as_large_is_the_cube_that_lay_out_of_the_picture(size: float, offered: int) -> None:
    """It was doubled and taken to a side that is not in the picture; from there it comes as a redouble, read
    as a die, surely, and is passed."""
    script = CubeScript(seed=34)
    doubler = script.some_turns(4)
    script.put_cube(2, SURFACE[doubler], 3.0)
    script.cube = None
    script.turn(doubler)
    redoubler = other(doubler)
    for player in (redoubler, doubler):
        script.turn(player)
    script.put_cube(4, SURFACE[redoubler], 6.0)
    script.put_cube(64, CENTRE, 40.0)
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(as_die(source, 0.95, size=size, values=(4,)))
    offers = [(event.by, event.get("value")) for event in told.named("CubeOffered")]
    assert offers == [(doubler, 2), (redoubler, 4)][:offered]
    assert told.raised == []


@pytest.mark.parametrize("size", [18.0, 24.0])
def test_a_die_little_larger_than_the_others_is_none(size: float) -> None:
    told = follow(as_die(readings(early_double(31), fps=8.0, noise=QUIET), 0.9, size=size))
    assert told.raised == []
