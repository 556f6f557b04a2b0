"""A die on top of the other is all that is seen of a roll; faint dice beside a lying roll are none."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.config import MatchConfig
from monitor.events import Event, other
from monitor.wording import standing
from tests.monitor.tracking.sim import HALF, QUIET, Told, begun, follow, truth
from vision.reading import DieReading, Reading


@pytest.mark.parametrize("piled", [True, False])
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_die_on_another_is_told_while_it_lies_there(seed: int, piled: bool) -> None:
    """Where it lies on the surface nothing is known of the other, but that the roll did not count."""
    script, player = begun(seed)
    (upper,) = script.throw([3], HALF[player])
    script._dice = (replace(upper, support="die"),) if piled else (upper,)
    script.show(script._dice, 3.0)
    script.lift()
    lifted = script.t
    script.show((), 1.0)
    script.play(player, script.roll(player))
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.turns == truth(script)
    assert told.raised == [("ROLL_INVALID", player)]
    if not piled:
        assert told.findings[0].kind is None
        return
    assert told.findings[0].kind == "on_die"
    (rest,) = (e for e in told.named("DiceAtRest") if e.get("dice")[0]["support"] == "die")
    assert [die["face"] for die in rest.get("dice")] == [3, None]
    assert rest.t_known is not None
    assert rest.t_known < lifted
    assert told.findings[-1].status == "resolved"


def found_void(told: Told) -> tuple[str | None, Event]:
    """How the only roll found void was, and the event that told it."""
    (finding,) = (one for one in told.findings if one.status == "open")
    (rest,) = (event for event in told.named("DiceAtRest") if event.seq == finding.raised_at)
    return finding.kind, rest


def void_roll(told: Told) -> tuple[str | None, str]:
    """How it was, and what its first die is said to lie on."""
    kind, rest = found_void(told)
    return kind, rest.get("dice")[0]["support"]


def piled_and_thrown_again(seed: int) -> Script:
    """After the first turn a die lies on another, which is not seen; both are thrown again, and played."""
    script, player = begun(seed)
    (upper,) = script.throw([3], HALF[player])
    script._dice = (replace(upper, support="die"),)
    script.show(script._dice, 3.0)
    script.lift()
    script.show((), 1.0)
    script.play(player, script.roll(player))
    return script


@pytest.mark.parametrize(
    ("p", "how"), [(0.97, ("on_die", "die")), (0.7, (None, "die")), (0.3, (None, "surface"))]
)
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_die_that_may_lie_on_another_did_where_it_was_thrown_again(
    seed: int, p: float, how: tuple[str | None, str]
) -> None:
    """Unless that is plain it is not said to be what is wrong with the roll: the other may have left the
    board."""
    script = piled_and_thrown_again(seed)

    def unsure(die: DieReading) -> DieReading:
        support = die.support if p > 0.5 else "surface"
        return replace(die, support=support, support_p=max(p, 1 - p)) if die.support == "die" else die

    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(replace(one, dice=tuple(map(unsure, one.dice))) for one in source)
    assert void_roll(told) == how
    assert told.turns == truth(script)


@pytest.mark.parametrize("config", [MatchConfig(), MatchConfig(has_bar=False)], ids=["halves", "none"])
@pytest.mark.parametrize(("p", "at_once"), [(0.7, True), (0.45, False)])
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_one_that_rather_does_is_told_while_it_lies_there(
    seed: int, p: float, at_once: bool, config: MatchConfig
) -> None:
    script, player = begun(seed)
    (upper,) = script.throw([3], HALF[player])
    script._dice = (replace(upper, support="die"),)
    script.show(script._dice, 3.5)
    script.lift()
    lifted = script.t
    script.show((), 1.0)
    script.play(player, script.roll(player))

    def unsure(die: DieReading) -> DieReading:
        return replace(die, support_p=p) if die.support == "die" else die

    source = readings(script, fps=5.0, noise=QUIET)
    told = follow((replace(one, dice=tuple(map(unsure, one.dice))) for one in source), config)
    assert told.turns == truth(script)
    assert told.raised == [("ROLL_INVALID", player)]
    rest = [e for e in told.named("DiceAtRest") if e.t < lifted and e.get("dice")[0]["support"] == "die"]
    assert [(e.by, e.t_known is not None and e.t_known < lifted) for e in rest] == [(player, at_once)]
    (found,) = (finding for finding in told.findings if finding.status == "open")
    assert set(found.evidence["one_of"]) == {"on_die", "outside", "cocked"}


@pytest.mark.parametrize("seed", [2, 5])
def test_an_opening_die_lies_alone_until_the_other_is_thrown(seed: int) -> None:
    """Through a box nobody tells whose it is."""
    script = Script(seed=seed)
    (low,) = script.throw([2], "W")
    script.show((low,), 4.0)
    (high,) = script.throw([5], "W")
    script._dice = (low, replace(high, uv=(low.uv[0], low.uv[1] + 0.15)))
    script.show(script._dice, 1.5)
    script.play("A", (5, 2))
    script.play("B", script.roll("B"))

    def unsure(die: DieReading) -> DieReading:
        return replace(die, support="die", support_p=0.7) if die.value == 2 else die

    def seen() -> Iterator[Reading]:
        for one in readings(script, fps=5.0, noise=QUIET):
            yield replace(one, dice=tuple(map(unsure, one.dice))) if len(one.dice) == 1 else one

    assert follow(seen(), MatchConfig(baffle=True)).raised == []


def with_faint_dice(source: Iterable[Reading], since: float, p: float) -> Iterator[Reading]:
    """From some time on two inlays are read as dice, one in either half, wherever no hand is."""
    faces = (p, *[0.01] * 5)
    inlays = [
        DieReading(1, p, faces, (0.0, 0.0), uv, zone, "surface", 0.9, "flat", 0.97, 14.0)
        for uv, zone in (((0.35, 0.63), "W"), ((0.56, 0.63), "E"))
    ]
    for reading in source:
        yield replace(reading, dice=(*reading.dice, *inlays)) if reading.t >= since else reading


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_faint_dice_that_come_while_a_roll_lies_there_are_none(seed: int) -> None:
    script, player = begun(seed)
    dice = script.roll(player)
    since = script.t - 0.5
    script.play(player, dice)
    script.show((), 3.0)
    told = follow(with_faint_dice(readings(script, fps=8.0, noise=QUIET), since, 0.7))
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("aside", [False, True])
def test_a_die_that_seems_to_lie_on_another_lies_on_none_where_the_other_is_seen(aside: bool) -> None:
    """A spare die on the table is no other of that roll."""
    script, player = begun(2)
    upper, other_die = script.throw([3, 5], HALF[player])
    lying = (replace(upper, support="die"), replace(other_die, uv=(1.2, 0.5)) if aside else other_die)
    script.show(lying, 4.0)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    kinds = [finding.kind for finding in told.findings if finding.code == "ROLL_INVALID"]
    assert ("on_die" in kinds) is aside


@pytest.mark.parametrize(("every", "support"), [(6, "die"), (100, "surface")])
@pytest.mark.parametrize("seed", [2, 5])
def test_so_did_one_that_looked_like_that_now_and_then(seed: int, every: int, support: str) -> None:
    script = piled_and_thrown_again(seed)

    def now_and_then(reading: Reading) -> Reading:
        if reading.seq % every == every - 1:
            return reading
        flat = (replace(die, support="surface") if die.support == "die" else die for die in reading.dice)
        return replace(reading, dice=tuple(flat))

    told = follow(map(now_and_then, readings(script, fps=8.0, noise=QUIET)))
    assert void_roll(told) == (None, support)
    assert told.turns == truth(script)


@pytest.mark.parametrize(("apart", "kinds"), [((0.01, 0.07), ["on_die"]), ((0.06, 0.1), [])])
def test_the_other_is_beneath_it_where_it_is_as_near_as_the_size_of_the_dice_allows(
    apart: tuple[float, float], kinds: list[str]
) -> None:
    """Of large dice a side of the lower one, read as a second die, is far off; further a die lies beside."""
    script, player = begun(2)
    (upper,) = script.throw([3], HALF[player])
    side = replace(upper, value=2, uv=(upper.uv[0] + apart[0], upper.uv[1] + apart[1]))
    script.show((replace(upper, support="die"), side), 4.0)
    source = readings(script, fps=8.0, noise=QUIET)
    large = (replace(one, dice=tuple(replace(die, size_px=40.0) for die in one.dice)) for one in source)
    told = follow(large)
    assert [finding.kind for finding in told.findings if finding.status == "open"] == kinds


@pytest.mark.parametrize(("p", "support"), [(0.65, "die"), (0.3, "surface")])
def test_what_else_looks_like_a_die_is_no_reason_against_it(p: float, support: str) -> None:
    """Something faint is read beside it all the time: a side of the one that mostly seems to lie beneath."""
    script = piled_and_thrown_again(2)

    def unsure(reading: Reading) -> Reading:
        dice = []
        for die in reading.dice:
            if die.support != "die":
                dice.append(die)
                continue
            upper = replace(die, support="die", support_p=p)
            faint = replace(die, p=0.3, faces=(0.3, *[0.01] * 5), uv=(die.uv[0] + 0.01, die.uv[1] + 0.03))
            dice += [upper, replace(faint, support="surface", support_p=0.9)]
        return replace(reading, dice=tuple(dice))

    told = follow(map(unsure, readings(script, fps=8.0, noise=QUIET)))
    assert void_roll(told) == (None, support)
    assert told.turns == truth(script)


def hardly_a_two(die: DieReading) -> DieReading:
    """The die read as a two, unsurely."""
    return replace(die, p=0.69, faces=(0.05, 0.69, 0.05, 0.02, 0.02, 0.02))


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("seed", [2, 5])
def test_a_side_of_the_lower_die_of_a_pile_is_no_second_die_where_the_roll_is_thrown_again(
    seed: int, looks: bool
) -> None:
    """Whether the upper die looks like lying on another or not: nobody throws dice again that lie flat, and
    these lie too close together to lean."""
    script, player = begun(seed)
    (upper,) = script.throw([3], HALF[player])
    upper = replace(upper, support="die" if looks else "surface", lean_p=0.995)
    side = replace(upper, value=2, uv=(upper.uv[0] + 0.01, upper.uv[1] + 0.03), support="surface")
    script._dice = (upper, side)
    script.show(script._dice, 3.0)
    script.lift()
    script.show((), 1.0)
    script.play(player, script.roll(player))

    def unsure(die: DieReading) -> DieReading:
        if die.value == 2 and abs(die.uv[0] - side.uv[0]) < 0.008:
            return hardly_a_two(die)
        return replace(die, support_p=0.9) if die.support == "die" else die

    source = readings(script, fps=8.0, noise=replace(QUIET, die_p=0.995, die_error=0.0))
    told = follow(replace(one, dice=tuple(map(unsure, one.dice))) for one in source)
    kinds = [(finding.code, finding.kind) for finding in told.findings if finding.status == "open"]
    assert kinds == [("ROLL_INVALID", "on_die")]
    assert told.turns == truth(script)


@pytest.mark.parametrize(("p", "kinds"), [(0.99, ["on_die"]), (0.4, [])])
@pytest.mark.parametrize("again", [True, False])
def test_a_roll_told_as_sound_is_void_once_one_of_its_dice_is_seen_to_lie_on_the_other(
    again: bool, p: float, kinds: list[str]
) -> None:
    """It falls there while a side of the lower one is read as the second die, so that both seem to lie flat
    for a moment; then it is thrown again, to the same numbers, or played."""
    script, player = begun(2)
    since = script.t
    (upper,) = script.throw([3], HALF[player])
    script._dice = (upper, replace(upper, value=2, uv=(upper.uv[0] + 0.01, upper.uv[1] + 0.03)))
    script.show(script._dice, 3.0)
    lifted = script.t
    if again and kinds:
        script.lift()
        script.show((), 1.0)
        script.roll(player, (3, 2))
    script.play(player, (3, 2))

    def unsure(reading: Reading) -> Reading:
        if not since <= reading.t < lifted or len(reading.dice) < 2:
            return reading
        one, side = reading.dice
        if reading.t > since + 0.5:
            one = replace(one, support="die", support_p=p)
        return replace(reading, dice=(one, hardly_a_two(side)))

    source = readings(script, fps=8.0, noise=replace(QUIET, die_p=0.995, die_error=0.0))
    told = follow(map(unsure, source))
    raised = [
        finding for finding in told.findings if finding.code == "ROLL_INVALID" and finding.status == "open"
    ]
    assert [finding.kind for finding in raised] == kinds
    assert told.turns == truth(script)
    first, *more = (event for event in told.named("DiceAtRest") if since <= event.t < lifted)
    assert [die["support"] for die in first.get("dice")] == ["surface"] * 2
    assert [event.t_known is not None and event.t_known < lifted for event in more] == [True] * len(kinds)


@pytest.mark.parametrize(("at_first", "told_as"), [(3, "on_die"), (999, "cocked")])
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_die_that_is_seen_to_lie_on_another_after_its_roll_was_told(
    seed: int, at_first: int, told_as: str
) -> None:
    """In the first pictures it seems to lie on the board; part of the one beneath it is in view. Where it
    seems to all the time no more is known than that the dice were thrown again."""
    script, player = begun(seed)
    (upper,) = script.throw([3], HALF[player])
    u, v = upper.uv
    lower = replace(upper, value=4, uv=(u, v + 0.03))
    script._dice = (upper, lower)
    began = script.t
    script.show(script._dice, 4.0)
    script.lift()
    lifted = script.t
    script.show((), 1.0)
    script.play(player, script.roll(player))

    def seen() -> Iterator[Reading]:
        pictures = 0
        for one in readings(script, fps=8.0, noise=QUIET):
            if not began <= one.t <= lifted or len(one.dice) < 2:
                yield one
                continue
            pictures += 1
            high, low = sorted(one.dice, key=lambda die: die.uv[1])
            if pictures > at_first:
                high = replace(high, support="die", support_p=0.98, xy=low.xy)
            yield replace(one, dice=(high, low))

    told = follow(seen())
    assert told.raised == [("ROLL_INVALID", player)]
    kind, rest = found_void(told)
    assert rest.t_known is not None
    assert (kind, rest.t_known < lifted) == (told_as, told_as == "on_die")
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_dice_that_are_played_did_not_lie_one_on_the_other(seed: int) -> None:
    """One stands before the other and hides it: what was told is withdrawn, and nobody has played wrongly."""
    script, player = begun(seed)
    (upper,) = script.throw([3], HALF[player])
    script._dice = (replace(upper, support="die"),)
    script.show(script._dice, 3.0)
    script.play(player, (3, 1))
    script.play(other(player), script.roll(other(player)))
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.raised == [("ROLL_INVALID", player)]
    assert standing(told.findings[-1]).startswith("withdrawn")
    boards = [event.get("board_after") for event in told.named("TurnPlayed")]
    assert boards == [board.board26() for _, _, board in script.turns]
    assert "die_on_another_played" in [event.get("what") for event in told.named("EvidenceConflict")]
