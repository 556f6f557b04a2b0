"""A marbled man is no die: what is read as one where men stand has to be plain."""

from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START
from monitor.tracking.among import among_men
from monitor.tracking.dice import DieTrack
from monitor.tracking.seating import Seating
from tests.monitor.tracking.sim import QUIET, follow, truth
from vision.reading import DieReading

BAR = (0.48, 0.52)
EAST = Seating("E", "A")


def lying(u: float, v: float, support: str = "surface") -> DieTrack:
    track = DieTrack(1, (u, v), 0.0, 0.0, 0.0, (0, 0))
    track.supports[support] += 1
    return track


@pytest.mark.parametrize(
    ("u", "v", "among"),
    [
        (0.56, 0.9, True),
        (0.56, 0.3, True),
        (0.56, 0.6, False),
        (0.60, 0.9, False),
        (0.64, 0.9, False),
        (0.96, 0.08, True),
        (0.96, 0.15, False),
        (0.04, 0.08, True),
        (0.5, 0.1, False),
        (1.02, 0.1, False),
        (-0.02, 0.1, False),
    ],
)
def test_where_men_stand_at_the_start(u: float, v: float, among: bool) -> None:
    assert among_men(lying(u, v), START, EAST, BAR) is among


def test_a_die_on_a_man_is_one() -> None:
    assert not among_men(lying(0.56, 0.9, "checker"), START, EAST, BAR)


@pytest.mark.parametrize("p", [0.74, 0.97])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_man_read_as_a_die_before_the_opening_dice(seed: int, p: float) -> None:
    """He is none, however plainly he is read: nobody else's die comes to lie there meanwhile."""
    script = Script(seed=seed)
    script.show((), 2.0)
    began = script.t
    script.show((), 1.0)
    winner, dice = script.opening()
    script.play(winner, dice)
    man = DieReading(
        value=2,
        p=p,
        faces=(0.0, p, 0.0, 0.0, 0.0, 0.0),
        xy=(700.0, 600.0),
        uv=(0.56, 0.9),
        zone="E",
        support="surface",
        support_p=0.9,
        tilt="flat",
        tilt_p=0.96,
        size_px=24.0,
    )
    told = follow(
        replace(reading, dice=(*reading.dice, man)) if began <= reading.t < began + 1.0 else reading
        for reading in readings(script, fps=8.0, noise=QUIET)
    )
    first = told.named("DiceAtRest")[0]
    assert first.t >= began + 0.9
    assert told.turns == truth(script)
    assert told.raised == []
