"""Dice laid on the board again by hand are no new roll: pushed away, gathered, or taken up too soon."""

from collections import Counter
from dataclasses import replace

import pytest

from fixtures.readings import HAND_S, Script, ScriptDie, readings
from monitor.backgammon import from_seat, legal_plays
from monitor.config import MatchConfig
from monitor.events import Player, other
from monitor.tracking.on_man import over_man
from tests.monitor.tracking.sim import HALF, QUIET, Told, begun, follow, truth, watch
from tests.monitor.tracking.test_unsided import BOX, game

COLUMNS = frozenset(range(24))
BAR = MatchConfig().bar


def thrown(script: Script, player: Player, values: tuple[int, int]) -> tuple[ScriptDie, ...]:
    """A roll that lies plainly flat."""
    script._dice = tuple(replace(die, lean_p=0.99) for die in script.throw(values, HALF[player]))
    script.show(script._dice, 1.5)
    return script._dice


def lay_again(script: Script, dice: tuple[ScriptDie, ...], seconds: float) -> None:
    """A hand moves the dice that lie there, if any, to where these lie."""
    script.show((), seconds, COLUMNS)
    script._dice = dice
    script.show(dice, HAND_S, COLUMNS)
    script.show(dice, 1.5)


def elsewhere(dice: tuple[ScriptDie, ...], by: float = 0.1) -> tuple[ScriptDie, ...]:
    return tuple(replace(die, uv=(die.uv[0] + 0.02, die.uv[1] + by)) for die in dice)


def ends(script: Script, player: Player) -> Told:
    """The other player's turn, and what is told of all."""
    script.play(other(player), script.roll(other(player)))
    return watch(script, fps=10.0)


def taken_up_for_nothing(script: Script, player: Player) -> None:
    """Dice that lie there after the turn are taken up; nothing is told of them."""
    script.lift()
    script._dice = ()
    script.show((), 1.5)
    told = ends(script, player)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize(("seconds", "how"), [(0.4, "slide"), (3.0, "lift")])
@pytest.mark.parametrize("seed", range(4))
def test_a_roll_moved_by_hand_before_its_play_stays_that_roll(seed: int, seconds: float, how: str) -> None:
    script, player = begun(seed)
    dice = thrown(script, player, (6, 3))
    lay_again(script, elsewhere(dice), seconds)
    script.play(player, (6, 3))
    told = ends(script, player)
    assert told.raised == []
    assert told.turns == truth(script)
    touched = [event for event in told.named("DiceTouched") if event.by == player]
    assert [event.get("how") for event in touched] == [how]


@pytest.mark.parametrize("seconds", [0.4, 3.0])
@pytest.mark.parametrize("seed", range(4))
def test_dice_laid_there_once_more_after_the_play_count_for_nothing(seed: int, seconds: float) -> None:
    script, player = begun(seed)
    dice = thrown(script, player, (4, 2))
    script.play(player, (4, 2))
    lay_again(script, elsewhere(dice), seconds)
    taken_up_for_nothing(script, player)


@pytest.mark.parametrize("seed", range(4))
def test_one_of_them_laid_there_again_after_the_play_counts_for_nothing(seed: int) -> None:
    script, player = begun(seed)
    dice = thrown(script, player, (4, 2))
    script.play(player, (4, 2))
    lay_again(script, elsewhere(dice[:1]), 1.0)
    script.show(script._dice, 3.0)
    taken_up_for_nothing(script, player)


@pytest.mark.parametrize("one_by_one", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_who_begins_gathers_the_opening_dice(seed: int, one_by_one: bool) -> None:
    script = Script(seed=seed)
    first = tuple(replace(die, lean_p=0.99) for die in script.throw([3], "E"))
    second = tuple(replace(die, lean_p=0.99) for die in script.throw([5], "W"))
    script.show(first, 1.0)
    script.show(first + second, 2.0)
    mine = replace(second[0], uv=(0.2, 0.8)), replace(first[0], uv=(0.24, 0.8))
    if one_by_one:
        script.show(first, 0.8, COLUMNS)
        script.show((*first, mine[0]), 0.5)
        script.show((mine[0],), 1.0, COLUMNS)
        script._dice = mine
        script.show(mine, 1.5)
    else:
        lay_again(script, mine, 1.0)
    script.play("B", (5, 3))
    told = ends(script, "B")
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("first_seen", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_of_dice_laid_side_by_side_one_may_hide_the_other(seed: int, first_seen: bool) -> None:
    """Both are taken up, or the one in sight is laid there first: the turn ends when that is taken up."""
    script, player = begun(seed)
    dice = thrown(script, player, (6, 3))
    there = far_off(player, (6, 3))[0]
    if first_seen:
        script.show(dice[1:], 0.6, COLUMNS)
        script.show((dice[1], there), 1.0)
    script.show((), 0.6, COLUMNS)
    script._dice = (there,)
    script.show(script._dice, 3.0)
    script.play(player, (6, 3))
    lifted = next(scene.t for scene in script.scenes[::-1] if scene.dice) + HAND_S
    told = ends(script, player)
    assert told.raised == []
    assert told.turns == truth(script)
    assert any(abs(event.t - lifted) < 1.5 for event in told.named("TurnPlayed") if event.by == player)


@pytest.mark.parametrize("seed", range(4))
def test_a_die_laid_next_to_where_the_other_was_is_not_taken_for_it(seed: int) -> None:
    """The second is laid down beside the first while that is out of sight."""
    script, player = begun(seed)
    first, second = far_off(player, (3, 6))
    script._dice = first, second
    script.show(script._dice, 1.5)
    near = replace(second, uv=(first.uv[0] + 0.03, first.uv[1]))
    script.show((first,), 0.6, COLUMNS)
    script.show((near,), 0.6, COLUMNS)
    script._dice = first, near
    script.show(script._dice, 2.0)
    script.play(player, (3, 6))
    told = ends(script, player)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(4))
def test_the_other_opening_die_pushed_after_the_play_counts_for_nothing(seed: int) -> None:
    script = Script(seed=seed)
    mine, theirs = (replace(die, lean_p=0.99) for die in (*script.throw([5], "W"), *script.throw([3], "E")))
    script.show((theirs,), 1.0)
    script._dice = (mine, theirs)
    script.show(script._dice, 1.5)
    play = legal_plays(from_seat(script.board, "B"), (5, 3))[0]
    script._move_to(from_seat(play.result, "B"))
    script.turns.append(("B", (5, 3), script.board))
    script.show(script._dice, 1.0)
    moved = *elsewhere((theirs,)), mine
    script.show((), 0.8, COLUMNS)
    script._dice = moved
    script.show(moved, 3.0)
    taken_up_for_nothing(script, "B")


@pytest.mark.parametrize(("v", "code"), [(0.5, "ROLL_RETHROWN"), (0.06, "ROLL_INVALID")])
@pytest.mark.parametrize("seed", range(4))
def test_other_numbers_have_been_thrown(seed: int, v: float, code: str) -> None:
    """Against nobody where one of the dice lay near something, here the rim: it leant, then, however flat it
    looked. Far off from anything none leans."""
    script, player = begun(seed)
    first, second = thrown(script, player, (6, 3))
    u = 0.75 if player == "A" else 0.25
    places = ((u + step / 100, v) for step in range(-17, 17))
    beside_men = next(uv for uv in places if over_man(uv, script.board, script.seating, BAR)[0] > 0.03)
    script.scenes.pop()
    script.show((replace(first, uv=(u, 0.5)), replace(second, uv=beside_men)), 1.5)
    lay_again(script, far_off(player, (2, 5)), 2.0)
    script.play(player, (2, 5))
    told = ends(script, player)
    assert told.raised == [(code, player)]


@pytest.mark.parametrize("seed", range(4))
def test_a_die_that_may_have_leant_has_been_thrown_again(seed: int) -> None:
    script, player = begun(seed)
    first, second = thrown(script, player, (6, 3))
    script.scenes.pop()
    script.show((replace(first, lean_p=0.5), second), 2.0)
    lay_again(script, far_off(player, (6, 3)), 2.0)
    script.play(player, (6, 3))
    told = ends(script, player)
    assert told.raised == [("ROLL_INVALID", player)]


@pytest.mark.parametrize("seed", range(4))
def test_one_that_may_have_leant_and_was_played_is_laid_there_again(seed: int) -> None:
    script, player = begun(seed)
    first, second = thrown(script, player, (6, 3))
    script.scenes.pop()
    doubtful = (replace(first, leaning=True, lean_p=0.6), second)
    script.show(doubtful, 2.0)
    script._dice = doubtful
    script.play(player, (6, 3))
    script.show((), 1.5)
    lay_again(script, elsewhere((first, second)), 0.4)
    taken_up_for_nothing(script, player)


def far_off(player: Player, values: tuple[int, int]) -> tuple[ScriptDie, ...]:
    """Dice where no throw of a script comes to lie."""
    u = 0.6 if player == "A" else 0.1
    return tuple(ScriptDie(value, (u + 0.1 * n, 0.8), lean_p=0.99) for n, value in enumerate(values))


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_through_a_box_dice_pushed_are_known_by_how_soon_they_lie_there_again(
    seed: int, played: bool
) -> None:
    """Whose they are their half does not tell."""
    script, player = game(seed, turns=0), "A"
    dice = thrown(script, player, (6, 3))
    if played:
        play = legal_plays(from_seat(script.board, player), (6, 3))[0]
        script._move_to(from_seat(play.result, player))
        script.turns.append((player, (6, 3), script.board))
    lay_again(script, elsewhere(dice), 0.4)
    if played:
        script.lift()
        script._dice = ()
        script.show((), 1.5)
    else:
        script.play(player, (6, 3))
    script.play(other(player), script.roll(other(player)))
    told = follow(readings(script, fps=10.0, noise=QUIET), BOX)
    assert told.raised == []
    assert told.turns == truth(script)


def test_dice_in_sight_do_not_bring_back_a_thread_lost_for_a_covered_board() -> None:
    """It was lost and taken up again in every picture."""
    script, player = begun(1)
    dice = thrown(script, player, (6, 3))
    script.show(dice, 12.0, COLUMNS)
    script.show(dice, 2.0)
    script.play(player, (6, 3))
    told = ends(script, player)
    assert Counter(event.ev for event in told.events if event.ev in ("TrackLost", "TrackRegained")) == {
        "TrackLost": 1,
        "TrackRegained": 1,
    }
    assert told.turns == truth(script)
