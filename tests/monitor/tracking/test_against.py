"""A die that lies against rim, bar or a man leans with less; one that settles leans for a moment."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, ScriptDie, readings
from monitor.backgammon import START
from monitor.events import Player
from monitor.findings import CORRECTED
from monitor.tracking.against import LARGE_MAN, UPRIGHT, beside, wedged
from monitor.tracking.among import MAN
from monitor.tracking.dice import FAR, DieTrack
from monitor.tracking.seating import Seating
from monitor.wording import standing
from tests.monitor.tracking.sim import QUIET, Told, begun, follow, lay, truth
from vision.reading import Reading

RIM: dict[Player, tuple[float, float]] = {"A": (0.98, 0.5), "B": (0.02, 0.5)}
BEHIND: dict[Player, tuple[float, float]] = {"A": (0.98, 0.91), "B": (0.02, 0.91)}
"""Where the near rim may hide the lower half of a die."""
WEDGED: dict[Player, tuple[float, float]] = {"A": (0.99, 0.5), "B": (0.01, 0.5)}
"""Where a die has no room to lie flat."""
OPEN: dict[Player, tuple[float, float]] = {"A": (0.75, 0.5), "B": (0.25, 0.5)}
NEARER: dict[Player, tuple[float, float]] = {"A": (0.94, 0.5), "B": (0.06, 0.5)}
"""In the open, but where it might lie against something were the board found a little beside its place."""


def played_leaning(
    seed: int, lean_p: float, places: dict[Player, tuple[float, float]], after_s: float = 2.0
) -> tuple[Told, Player]:
    """The second roll, a die of which looks as if it leant with this probability, is played after so long."""
    script, player = begun(seed)
    values = script.roll(player)
    first, second = script._dice
    second = replace(second, uv=places[player], leaning=True, lean_p=lean_p)
    first = replace(first, uv=(OPEN[player][0] - 0.1, 0.45))
    lay(script, first, second)
    script.show(script._dice, after_s)
    script.play(player, values)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.turns == truth(script)
    return told, player


@pytest.mark.parametrize(("lean_p", "where", "told_as"), [
    (0.86, RIM, ["ROLL_INVALID"]),
    (0.86, OPEN, []),
    (0.72, RIM, ["ROLL_INVALID"]),
    (0.66, RIM, []),
    (0.72, BEHIND, []),
    (0.86, BEHIND, ["ROLL_INVALID"]),
    (0.77, OPEN, []),
    (0.95, OPEN, []),
    (0.9999, OPEN, []),
    (0.98, NEARER, []),
    (0.995, NEARER, ["ROLL_INVALID", "INVALID_ROLL_PLAYED"]),
    (0.95, RIM, ["ROLL_INVALID", "INVALID_ROLL_PLAYED"]),
    (0.25, WEDGED, ["ROLL_INVALID", "INVALID_ROLL_PLAYED"]),
    (0.25, RIM, []),
    (0.02, WEDGED, []),
])  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_die_that_lies_against_something_leans_with_less_but_if_it_is_played_it_lay_flat(
    seed: int, lean_p: float, where: dict[Player, tuple[float, float]], told_as: list[str]
) -> None:
    told, player = played_leaning(seed, lean_p, where)
    assert told.raised == [(code, player) for code in told_as]
    assert len(told.named("Corrected")) == (len(told_as) == 1)
    if len(told_as) == 1:
        assert told.findings[-1].ended_by == CORRECTED
        assert standing(told.findings[-1]).startswith("withdrawn")


@pytest.mark.parametrize(("where", "tilt"), [(OPEN, "flat"), (RIM, "leaning")])
def test_after_long_thought_a_die_that_has_nothing_to_lean_on_is_told_as_flat(
    where: dict[Player, tuple[float, float]], tilt: str
) -> None:
    told, player = played_leaning(1, 0.78, where, after_s=18.0)
    rolls = [
        event for event in told.named("DiceAtRest") if event.by == player and len(event.get("dice")) == 2
    ]
    assert sorted(die["tilt"] for die in rolls[0].get("dice")) == sorted(["flat", tilt])
    assert rolls[0].t_known < told.named("TurnPlayed")[-1].t
    assert bool(told.raised) == (tilt == "leaning")


def test_how_far_from_rim_bar_and_men_a_place_is() -> None:
    east, bar = Seating("E", "A"), (0.475, 0.525)
    assert beside((0.98, 0.5), START, east, bar) == pytest.approx(0.02)
    assert beside((0.46, 0.5), START, east, bar) == pytest.approx(0.015)
    assert beside((0.25, 0.5), START, east, bar) > 0.1
    column = 5.5 / 6 * 0.475 + 0.525
    assert beside((column, 0.12), START, east, bar) < 0.04


@pytest.mark.parametrize(("p", "out_of_reach"), [(0.9, False), (0.3, True)])
def test_a_die_beyond_a_column_may_lean_on_its_last_man_where_men_are_large(
    p: float, out_of_reach: bool
) -> None:
    """But one that is hardly read may as well be half behind him."""
    place, east, bar = (1.5 / 6 * 0.475 + 0.525, 0.5), Seating("E", "A"), (0.475, 0.525)
    near, nearest = (beside(place, START, east, bar, man) for man in (MAN, LARGE_MAN))
    assert near > FAR > nearest
    die = DieTrack(1, place, 0.0, 0.0, 0.0, (0, 0), alone=True, beside=near, nearest=nearest, p=p)
    assert die.in_open
    assert die.far_off
    assert die.out_of_reach is out_of_reach


@pytest.mark.parametrize(("uv", "bar", "there"), [
    ((1.0 - 0.9 * UPRIGHT, 0.5), (0.475, 0.525), True),
    ((1.0 - 1.1 * UPRIGHT, 0.5), (0.475, 0.525), False),
    ((0.475 - 0.9 * UPRIGHT, 0.5), (0.475, 0.525), True),
    ((0.485, 0.5), (0.475, 0.525), False),
    ((0.525 + 0.9 * UPRIGHT, 0.5), (0.475, 0.525), True),
    ((1.01, 0.5), (0.475, 0.525), False),
    ((0.496 - 0.9 * UPRIGHT, 0.5), (0.496, 0.504), False),
    ((0.75, 0.9 * UPRIGHT), (0.475, 0.525), False),
    ((1.0 - 0.9 * UPRIGHT, 0.12), (0.475, 0.525), False),
])  # fmt: skip
def test_a_die_closer_to_side_or_bar_than_half_its_edge_has_no_room_to_lie_flat(
    uv: tuple[float, float], bar: tuple[float, float], there: bool
) -> None:
    """Not so on frame and bar, where that is but a hinge, at the near and far rim, and where men stand."""
    assert wedged(uv, START, Seating("E", "A"), bar) is there


def settling(script: Script, die: ScriptDie, since: float, seconds: float) -> Iterator[Reading]:
    """A die that is read as leaning for so long after it came."""
    for reading in readings(script, fps=10.0, noise=QUIET):
        if since <= reading.t < since + seconds:
            seen = tuple(
                replace(one, tilt="leaning", tilt_p=0.995) if abs(one.uv[0] - die.uv[0]) < 0.02 else one
                for one in reading.dice
            )
            yield replace(reading, dice=seen)
        else:
            yield reading


@pytest.mark.parametrize(("seconds", "cocked"), [(0.45, False), (3.0, True)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_die_leans_for_a_moment_while_it_settles(seed: int, seconds: float, cocked: bool) -> None:
    script, player = begun(seed)
    thrown = script.t
    values = script.roll(player)
    die = replace(script._dice[1], uv=RIM[player])
    lay(script, script._dice[0], die)
    script.show(script._dice, 2.0)
    script.play(player, values)
    told = follow(settling(script, die, thrown, seconds))
    assert ("ROLL_INVALID", player) in told.raised or not cocked
    assert cocked or told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_opening_die_that_seems_to_lean_at_first_is_told_as_flat_once_that_is_sure(seed: int) -> None:
    script = Script(seed=seed)
    script.show((), 1.0)
    thrown = script.t
    south = script.throw([5], "E")
    script.show(south, 3.0)
    dice = (*south, *script.throw([2], "W"))
    script.show(dice, 2.0)
    script._dice = dice
    script.play("A", (5, 2))
    told = follow(unsure(script, south[0], thrown, 0.6))
    rests = [die["face"] for rest in told.named("DiceAtRest") for die in rest.get("dice")]
    assert sorted(rests) == [2, 5]
    assert told.raised == []


def unsure(script: Script, die: ScriptDie, since: float, seconds: float) -> Iterator[Reading]:
    """The same, less sure: for the players to decide."""
    for reading in settling(script, die, since, seconds):
        seen = tuple(replace(one, tilt_p=min(one.tilt_p, 0.9)) for one in reading.dice)
        yield replace(reading, dice=seen)
