"""A turned cube that the reader takes for a die: gone from its place, and a lone doubtful die lies there."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fixtures.readings import CUBE_FACES, readings
from tests.monitor.tracking.sim import QUIET, follow
from tests.monitor.tracking.test_cube import SIDES, SURFACE, CubeScript
from vision.reading import DieReading, Reading


def as_die(source: Iterable[Reading], p: float) -> Iterator[Reading]:
    """Every cube that is turned is read as a die, with probability p."""
    for reading in source:
        cube = reading.cube
        if cube is None or cube.value in (64, *CUBE_FACES[5:]):
            yield reading
            continue
        faces = tuple(p if face == 1 else (1.0 - p) / 5 for face in range(1, 7))
        zone = "W" if cube.uv[0] < 0.5 else "E"
        die = DieReading(1, p, faces, cube.xy, cube.uv, zone, "surface", 0.9, "flat", 0.9, 18.0)
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
