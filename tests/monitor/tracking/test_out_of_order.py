"""What players do too early, too late, on the wrong side or the wrong way round."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, ScriptCube, ScriptDie, readings
from monitor.backgammon import START, Position, from_seat, legal_results
from monitor.config import MatchConfig
from monitor.events import Player, other
from tests.monitor.tracking.sim import (
    HALF,
    QUIET,
    Told,
    begun,
    follow,
    from_south,
    throw_too_early,
    truth,
    watch,
)
from vision.reading import Reading

MIRRORED_B = Position.from_board26("-e----E-C---bE----e-c---B-")


def under_way(seed: int) -> tuple[Script, Player]:
    """A game after two turns, and who is to act."""
    script, player = begun(seed)
    script.play(player, script.roll(player))
    return script, other(player)


def lies_leaning_later(script: Script, dice: tuple[ScriptDie, ...], seconds: float) -> None:
    """Dice lie flat for so long, then one is turned and seems to lean, then they are lifted."""
    script.show(dice, seconds)
    u, v = dice[0].uv
    turned = replace(dice[0], uv=(u + 0.02, v + 0.01), leaning=True, lean_p=0.6)
    script.show((turned, dice[1]), 2.5)
    script.show((), 1.0)


def codes(told: Told) -> list[tuple[str, str | None, Player | None]]:
    first = {finding.id: finding for finding in reversed(told.findings)}
    return [(f.code, f.kind, f.by) for f in sorted(first.values(), key=lambda f: f.t)]


def rolled_while_dice_lie(wrong: bool) -> tuple[Script, Player]:
    """A turn, played wrong or right, whose dice still lie there when the opponent throws; and who threw."""
    script, player = under_way(1)
    dice = script.roll(player)
    own = script._dice
    script.play(player, dice, other_play(script.board, player, dice) if wrong else None)
    throw_too_early(script, own, other(player), 1.5)
    return script, other(player)


def other_play(board: Position, player: Player, dice: tuple[int, int]) -> Position:
    """What the player may have played had the one die shown a pip less or more."""
    start = from_seat(board, player)
    nearly = (dice[0] + (1 if dice[0] < 6 else -1), dice[1])
    key = min(legal_results(start, nearly) - legal_results(start, dice))
    return from_seat(Position.from_key(key), player)


@pytest.mark.parametrize("has_bar", [True, False])
def test_a_roll_while_the_opponents_dice_lie_is_premature(has_bar: bool) -> None:
    """Also on a board whose halves do not tell who threw: the dice that still lie there do."""
    script, thrower = rolled_while_dice_lie(wrong=False)
    script.play(thrower, (5, 2))
    told = follow(readings(script, fps=10.0, noise=QUIET), MatchConfig(has_bar=has_bar))
    assert codes(told) == [("PREMATURE_ROLL", "before_end", thrower)]
    assert told.turns == truth(script)
    assert len(script.turns) == 4


def test_it_is_so_after_a_wrong_play_too() -> None:
    """The wrong play is told when its dice are lifted: until then men may still be moved."""
    script, thrower = rolled_while_dice_lie(wrong=True)
    script.play(thrower, (5, 2))
    told = follow(readings(script, fps=10.0, noise=QUIET))
    assert [code for code, _, _ in codes(told)] == ["PREMATURE_ROLL", "ILLEGAL_MOVE"]
    assert [finding.by for finding in told.findings[:1]] == [thrower]
    assert told.turns == truth(script)


def test_a_roll_on_the_wrong_side_is_told_when_it_is_thrown_again() -> None:
    script, player = under_way(2)
    script.show(script.throw((6, 2), HALF[other(player)]), 3.0)
    script.show((), 1.0)
    script.play(player, script.roll(player))
    told = watch(script, fps=10.0)
    assert codes(told) == [("ROLL_INVALID", "wrong_side", player)]
    assert told.turns == truth(script)


def test_a_roll_on_the_wrong_side_need_not_have_leant_to_be_thrown_again() -> None:
    script, player = under_way(2)
    lies_leaning_later(script, script.throw((6, 2), HALF[other(player)]), 1.0)
    script.play(player, script.roll(player))
    assert codes(watch(script, fps=10.0)) == [("ROLL_INVALID", "wrong_side", player)]


def test_a_sound_looking_roll_thrown_again_was_cocked() -> None:
    script, player = under_way(3)
    dice = script.throw((3, 2), HALF[player])
    script.show((replace(dice[0], lean_p=0.7), dice[1]), 3.0)
    script.show((), 1.0)
    script.play(player, script.roll(player, (6, 4)))
    assert codes(watch(script, fps=10.0)) == [("ROLL_INVALID", "cocked", player)]


def test_a_die_that_looked_sound_when_it_was_told_and_leaning_later_was_cocked() -> None:
    script, player = under_way(3)
    lies_leaning_later(script, script.throw((3, 2), HALF[player]), 0.8)
    script.play(player, script.roll(player))
    assert codes(watch(script, fps=10.0)) == [("ROLL_INVALID", "cocked", player)]


@pytest.mark.parametrize(
    ("place", "cocked"),
    [((0.548, 0.48), True), ((0.985, 0.5), True), ((0.8, 0.975), True), ((0.72, 0.5), False)],
    ids=["bar", "side", "rim", "open"],
)
def test_a_roll_read_as_flat_and_thrown_again_was_cocked_where_a_die_lay_against_something(
    place: tuple[float, float], cocked: bool
) -> None:
    """A die that leans on the bar by little looks flat; in the open there is nothing to lean on."""
    script, player = under_way(3)
    while player != "A":
        script.play(player, script.roll(player))
        player = other(player)
    first, second = (replace(die, lean_p=0.99) for die in script.throw((3, 2), "E"))
    script.show((replace(first, uv=place), replace(second, uv=(0.65, 0.48))), 3.0)
    script.show((), 1.0)
    script.play(player, script.roll(player))
    told = watch(script, fps=10.0)
    expected = ("ROLL_INVALID", "cocked", player) if cocked else ("ROLL_RETHROWN", None, player)
    assert codes(told) == [expected]
    assert told.turns == truth(script)


@pytest.mark.parametrize("waits", [6.0, 1.0])
def test_a_play_long_after_the_dice_were_lifted_is_not_held_against_them(waits: float) -> None:
    """Dice that leant unseen were taken up, others thrown that nobody could read: what was played tells them.
    Those lifted a moment before the play are its own."""
    script, player = under_way(4)
    script._dice = script.throw((6, 5), HALF[player])
    script.show(script._dice, 2.0)
    script.lift()
    script._dice = ()
    script.show((), waits)
    start = from_seat(script.board, player)
    key = min(legal_results(start, (4, 1)) - legal_results(start, (6, 5)))
    script.put(from_seat(Position.from_key(key), player))
    script.show((), 2.0)
    player = other(player)
    script.play(player, script.roll(player))
    told = watch(script, fps=10.0)
    assert [code for code, _, _ in codes(told)] == ([] if waits > 4.0 else ["ILLEGAL_MOVE"])
    turn = told.named("TurnPlayed")[2]
    assert sorted(turn.get("dice")) == ([1, 4] if waits > 4.0 else [5, 6])


def test_an_illegal_play_put_right_after_the_next_roll_is_late() -> None:
    script, player = begun(1)
    before = script.board
    script.play(player, script.roll(player, (3, 1)), from_south(before, player, "8/4 6/5"))
    player = other(player)
    dice = script.roll(player, (2, 1))
    script.put(from_south(before, other(player), "8/5 6/5"), lying=True)
    script.play(player, dice)
    told = watch(script, fps=10.0)
    assert [code for code, _, _ in codes(told)][:2] == ["ILLEGAL_MOVE", "LATE_CORRECTION"]
    assert told.named("TurnPlayed")[-1].get("legal")


def test_a_side_set_up_the_wrong_way_round_is_told_and_play_follows_once_it_is_right() -> None:
    script = Script(seed=4, start=MIRRORED_B)
    player, dice = script.opening()
    script.put(START, lying=True)
    script.play(player, dice)
    script.play(other(player), script.roll(other(player)))
    told = watch(script, fps=8.0)
    assert [(f.code, f.status) for f in told.findings] == [
        ("SETUP_ERROR", "open"),
        ("SETUP_ERROR", "resolved"),
    ]
    assert told.named("GameStarted")[0].get("handedness_mismatch")
    assert told.turns == truth(script)


def test_a_die_that_lay_there_before_the_game_takes_no_part_in_the_opening() -> None:
    script = Script(seed=5)
    left = ScriptDie(1, (0.1, 0.97))
    player, dice = script.opening()
    script.play(player, dice)
    script.scenes = [replace(scene, dice=(*scene.dice, left)) for scene in script.scenes]
    told = watch(script, fps=10.0)
    assert [event.get("dice")[0]["face"] for event in told.named("DiceAtRest")].count(1) <= dice.count(1)
    assert told.turns == truth(script)


def test_a_board_that_jumps_back_at_once_was_watched() -> None:
    script, player = begun(1)
    dice = script.roll(player, (3, 1))
    start = script.t - 0.6
    flash = (start, start + 0.4)
    script.play(player, dice, from_south(script.board, player, "8/4 6/5"))

    def flashing() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            jumps = flash[0] <= reading.t < flash[1]
            yield replace(reading, points=reading.points[::-1]) if jumps else reading

    assert codes(follow(flashing())) == [("ILLEGAL_MOVE", "wrong_pips", player)]


def test_a_cube_turned_before_the_end_of_the_opponents_turn_is_told_before_that_turn() -> None:
    script = Script(seed=6)
    script.cube = ScriptCube(64, (-0.05, 0.5))
    script.show((), 2.0)
    player, dice = script.opening()
    script.play(player, dice)
    player = other(player)
    script.play(player, script.roll(player))
    player = other(player)
    script.roll(player)
    lying = script._dice
    script._move_to(from_south(script.board, player, "24/23"))
    script.cube = ScriptCube(16, (0.22 if player == "A" else 0.8, 0.5))
    script.show(lying, 2.0)
    script.lift()
    script.show((), 4.0)
    told = follow(readings(script, fps=10.0, noise=replace(QUIET, cube_p=(0.5, 0.6))))
    names = [event.ev for event in told.events if event.ev in ("CubeOffered", "TurnPlayed")]
    assert names == ["TurnPlayed", "TurnPlayed", "CubeOffered", "TurnPlayed"]
    assert ("CUBE_PREMATURE", None, other(player)) in codes(told)


def off_turn(seed: int, *, back: bool) -> tuple[Script, Player]:
    """While a roll lies there the other player moves a man of his own, and puts it back or not; then the roll
    is played. And who threw it."""
    script, player = under_way(seed)
    dice = script.roll(player)
    lying, stood = script._dice, script.board
    script.put(from_south(stood, other(player), "6/5"), lying=True)
    script.show(lying, 2.0)
    if back:
        script.put(stood, lying=True)
        script.show(lying, 2.0)
    script.play(player, dice)
    return script, player


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("seed", [1, 4, 6])
def test_men_moved_off_turn_are_not_held_against_the_player_on_turn(seed: int, back: bool) -> None:
    script, player = off_turn(seed, back=back)
    told = watch(script, fps=10.0)
    assert set(codes(told)) == {("CHECKER_OFF_TURN", "moved", other(player))}
    assert told.turns == truth(script)
    moved = [event.by for event in told.named("CheckersMoved") if event.get("hand")]
    assert moved == [other(player)] * (2 if back else 1)
