"""A die that lies on a man is told so, by where it lies; a roll thrown again for that was neither cocked nor
laid elsewhere."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START
from monitor.config import MatchConfig
from monitor.events import Event, Player
from monitor.tracking.dice import DieTrack
from monitor.tracking.on_man import CLOSE, MAY_BE, OVER, may_lie_on_man, on_man, over_man
from monitor.tracking.seating import Seating
from tests.monitor.tracking.sim import HALF, QUIET, Told, begun, follow, truth

BAR = MatchConfig().bar
EAST = Seating("E", "A")
OTHERS = ["wbgt-2010", "ausbgf-2021", "biba-2014", "fcbg-2007"]
"""Rule sets by which a die on a man does not count."""


def place_from_men(script: Script, player: Player, least: float, most: float) -> tuple[float, float]:
    """A place in a player's right half that is so far from the nearest man, at most."""
    places = product((i / 200 for i in range(4, 197)), (j / 100 for j in range(4, 97)))
    right = (uv for uv in places if (uv[0] > BAR[1] + 0.03 if player == "A" else uv[0] < BAR[0] - 0.03))
    return next(uv for uv in right if least < over_man(uv, script.board, EAST, BAR)[1] <= most)


def thrown(seed: int, far: tuple[float, float] = (-0.03, -0.012)) -> tuple[Script, Player, tuple[int, int]]:
    """The second roll, a die of which lies so far from the edge of a man."""
    script, player = begun(seed)
    values = script.roll(player)
    first, second = (replace(die, lean_p=0.995) for die in script._dice)
    script._dice = (first, replace(second, uv=place_from_men(script, player, *far)))
    script.scenes[-1] = replace(script.scenes[-1], dice=script._dice)
    script.show(script._dice, 1.5)
    return script, player, values


def again(script: Script, player: Player, values: tuple[int, int]) -> None:
    """It is taken up, and these are thrown and played."""
    script.show((), 2.5, frozenset(range(24)))
    script._dice = tuple(replace(die, lean_p=0.995) for die in script.throw(values, HALF[player]))
    script.show(script._dice, 1.5)
    script.play(player, values)


def told_of(script: Script, ruleset: str) -> Told:
    return follow(readings(script, fps=8.0, noise=QUIET), MatchConfig(ruleset=ruleset))


def supports(rolls: list[Event]) -> list[list[str]]:
    return [
        sorted(die["support"] for die in roll.get("dice")) for roll in rolls if len(roll.get("dice")) == 2
    ]


@pytest.mark.parametrize("ruleset", OTHERS)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("equal", [False, True])
def test_a_roll_with_a_die_on_a_man_is_thrown_again(seed: int, ruleset: str, equal: bool) -> None:
    """Though the same numbers come."""
    script, player, values = thrown(seed)
    again(script, player, values if equal else (6, 5))
    told = told_of(script, ruleset)
    assert [(finding.code, finding.kind) for finding in told.findings[:1]] == [("ROLL_INVALID", "on_checker")]
    assert told.raised == [("ROLL_INVALID", player)]
    assert told.named("DiceTouched") == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("ruleset", OTHERS)
def test_played_all_the_same_it_did_not_count(ruleset: str) -> None:
    script, player, values = thrown(3)
    script.play(player, values)
    told = told_of(script, ruleset)
    assert told.raised == [("ROLL_INVALID", player), ("INVALID_ROLL_PLAYED", player)]
    assert told.turns == truth(script)


def test_where_a_die_on_a_man_counts_it_is_told_and_played() -> None:
    script, player, values = thrown(1)
    script.play(player, values)
    told = told_of(script, "usbgf-2016")
    assert told.raised == []
    assert ["checker", "surface"] in supports(told.named("DiceAtRest"))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hardly_beside_a_man_it_lay_on_him_if_it_is_thrown_again(seed: int) -> None:
    far = OVER + 0.005, MAY_BE - 0.003
    script, player, values = thrown(seed, far)
    again(script, player, (6, 5))
    told = told_of(script, "fcbg-2007")
    assert [(finding.code, finding.kind) for finding in told.findings[:1]] == [("ROLL_INVALID", "on_checker")]
    played, *_ = thrown(seed, far)
    played.play(player, values)
    assert told_of(played, "fcbg-2007").raised == []


def test_one_that_may_have_leant_on_a_man_was_cocked() -> None:
    """Further off, thrown again, nothing says that it lay on him."""
    script, player, _ = thrown(1, (MAY_BE + 0.003, MAY_BE + 0.008))
    again(script, player, (6, 5))
    told = told_of(script, "fcbg-2007")
    assert [(finding.code, finding.kind) for finding in told.findings[:1]] == [("ROLL_INVALID", "cocked")]


def test_how_far_a_place_is_from_the_nearest_man() -> None:
    """The middle of the first man of a column, and places along a column of five."""
    column = BAR[1] + 5.5 / 6 * (1.0 - BAR[1])
    least, most = over_man((column, 0.96), START, EAST, BAR)
    assert -0.034 <= least <= most < -0.02
    least, most = over_man((column, 0.5), START, EAST, BAR)
    assert 0.0 < least < most


@pytest.mark.parametrize(("over", "said", "lies", "may"), [
    ((-0.02, -0.01), 0, True, True),
    ((-0.02, 0.01), 0, False, True),
    ((-0.02, 0.02), 0, False, False),
    ((0.5 * CLOSE, 0.1), 1, True, True),
    ((2.0 * CLOSE, 0.1), 4, False, False),
    (None, 4, True, True),
    (None, 0, False, False),
])  # fmt: skip
def test_what_is_read_counts_only_close_to_a_man(
    over: tuple[float, float] | None, said: int, lies: bool, may: bool
) -> None:
    supports = Counter({"checker": said, "surface": 4 - said})
    die = DieTrack(1, (0.7, 0.1), 0.0, 0.0, 0.0, (0, 0), over_man=over, supports=supports)
    die.zones["E"] = 4
    assert on_man(die) is lies
    assert may_lie_on_man(die) is may


def test_one_that_somebody_entered_lies_on_the_surface() -> None:
    die = DieTrack.unseen(3, "E", 1.0, 0)
    die.over_man = (-0.02, -0.01)
    assert not on_man(die)
    assert not may_lie_on_man(die)
