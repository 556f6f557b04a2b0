"""A die that fell off the board spoils the roll; dice that lie about do not."""

import math
from dataclasses import replace

import pytest

from fixtures.readings import Script, ScriptDie, readings
from monitor.config import MatchConfig
from monitor.events import Player, other
from tests.monitor.tracking.sim import HALF, QUIET, Told, follow, truth
from vision.reading import DieReading

BESIDE = (1.27, 0.45), (-0.3, 0.6)


def begun(seed: int) -> tuple[Script, Player]:
    """After the first turn; and who is to throw."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    return script, other(player)


def off(script: Script, player: Player, *beside: tuple[float, float]) -> None:
    """A roll of which one die lies on the board, after the others that lie beside it; then it is lifted."""
    on_board = script.throw([3], HALF[player])
    script.show(on_board, 0.6)
    script.show((*on_board, *(ScriptDie(5, place) for place in beside)), 2.5)
    script.show((), 1.0)


def watched(script: Script) -> Told:
    return follow(readings(script, fps=8.0, noise=QUIET))


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_die_off_the_board_is_told_before_it_is_thrown_again(
    seed: int, beside: tuple[float, float]
) -> None:
    script, player = begun(seed)
    off(script, player, beside)
    lifted = script.t - 1.0
    script.play(player, script.roll(player))
    told = watched(script)
    assert told.raised == [("ROLL_INVALID", player)]
    assert told.findings[0].kind == "outside"
    (rest,) = (e for e in told.named("DiceAtRest") if any(d["zone"] == "table" for d in e.get("dice")))
    assert [die["face"] for die in rest.get("dice")] == [3, 5]
    assert rest.t_known is not None
    assert rest.t_known < lifted
    assert told.turns == truth(script)
    assert told.findings[-1].status == "resolved"


@pytest.mark.parametrize("flight", ["seen", "unseen", "spare"])
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_roll_of_which_one_die_was_seen_to_leave_is_told_when_it_is_thrown_again(
    seed: int, flight: str
) -> None:
    """Where it was not seen, or a spare die lies there all along, it is not told where it lay."""
    script, player = begun(seed)
    beside = ScriptDie(6, (1.08, 0.3))
    if flight == "spare":
        for scene in range(len(script.scenes)):
            script.scenes[scene] = replace(script.scenes[scene], dice=(*script.scenes[scene].dice, beside))
    script.show((beside,) if flight != "unseen" else (), 0.3)
    script._dice = script.throw([3], HALF[player])
    script.show((*script._dice, beside) if flight == "spare" else script._dice, 3.0)
    script.lift()
    script.show((), 1.0)
    script.play(player, script.roll(player))
    told = watched(script)
    assert told.raised == [("ROLL_INVALID", player)]
    found = told.findings[0]
    assert found.kind == ("outside" if flight == "seen" else None)
    assert found.evidence.get("one_of") == (None if flight == "seen" else ["cocked", "on_die", "outside"])
    assert told.findings[-1].status == "resolved"
    where = "table" if flight == "seen" else "unseen"
    (rest,) = (e for e in told.named("DiceAtRest") if any(die["zone"] == where for die in e.get("dice")))
    assert [(die["face"], die["zone"]) for die in rest.get("dice")] == [(3, HALF[player]), (None, where)]
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_die_that_lies_on_the_frame_hard_to_read_has_not_left_the_board(seed: int) -> None:
    script, player = begun(seed)
    rim, flown = ScriptDie(6, (0.2, -0.03)), ScriptDie(6, (1.08, 0.3))
    script.show((flown,), 0.3)
    script._dice = (*script.throw([3], HALF[player]), rim)
    script.show(script._dice, 3.0)
    script.lift()
    script.show((), 1.0)
    script.play(player, script.roll(player))

    def faint(die: DieReading) -> DieReading:
        there = math.dist(die.uv, rim.uv) < 0.05
        return replace(die, p=0.45, faces=tuple(0.45 * p for p in die.faces)) if there else die

    source = readings(script, fps=8.0, noise=QUIET)
    told = follow(replace(one, dice=tuple(map(faint, one.dice))) for one in source)
    assert "outside" not in [finding.kind for finding in told.findings]


@pytest.mark.parametrize("seed", [2, 5])
def test_a_roll_of_which_one_die_was_overlooked_is_not_when_it_is_played(seed: int) -> None:
    script, player = begun(seed)
    script.play(player, script.roll(player))
    scenes = [replace(scene, dice=scene.dice[:1]) if scene.dice else scene for scene in script.scenes]
    script.scenes[:] = scenes
    assert watched(script).raised == []


@pytest.mark.parametrize("seed", [2, 5])
def test_two_dice_that_lie_beside_the_board_are_of_no_roll(seed: int) -> None:
    script, player = begun(seed)
    off(script, player, *BESIDE)
    script.play(player, script.roll(player))
    assert not [e for e in watched(script).named("DiceAtRest") if len(e.get("dice")) > 1 and _table(e)]


def test_a_die_that_lay_there_before_the_turn_is_of_no_roll() -> None:
    script, player = begun(4)
    spare = ScriptDie(5, BESIDE[0])
    for scene in range(len(script.scenes)):
        script.scenes[scene] = replace(script.scenes[scene], dice=(*script.scenes[scene].dice, spare))
    on_board = script.throw([3], HALF[player])
    script.show((*on_board, spare), 3.0)
    script.show((), 1.0)
    script.play(player, script.roll(player))
    assert not [e for e in watched(script).named("DiceAtRest") if _table(e)]


@pytest.mark.parametrize("same", [True, False])
def test_without_a_bar_a_lone_die_is_of_the_next_roll_s_player_where_that_lies_there_too(same: bool) -> None:
    script, player = begun(2)
    script._dice = script.throw([3], HALF[player if same else other(player)])
    script.show(script._dice, 3.0)
    script.lift()
    script.show((), 1.0)
    script.play(player, script.roll(player))
    told = follow(readings(script, fps=8.0, noise=QUIET), MatchConfig(has_bar=False))
    assert told.raised == ([("ROLL_INVALID", player)] if same else [])


def _table(event: object) -> bool:
    return any(die["zone"] == "table" for die in event.get("dice"))  # type: ignore[attr-defined]


def test_dice_left_lying_beside_those_thrown_again_are_no_third_throw() -> None:
    script, player = begun(6)
    first = script.throw([2, 3], HALF[player])
    script.show(first, 2.0)
    again = tuple(
        replace(die, uv=(die.uv[0], die.uv[1] + 0.25)) for die in script.throw([4, 1], HALF[player])
    )
    script.show((*first, *again), 6.0)
    script._dice = again
    script.play(player, (4, 1))
    told = watched(script)
    thrown = [event for event in told.named("DiceThrown") if event.by == player and event.get("n") == 2]
    assert len(thrown) == 2
    assert told.raised == [("ROLL_RETHROWN", player)]
