"""One fault of reading that looks like an irregularity makes no chain of findings."""

from dataclasses import replace

from fixtures.readings import Script, readings
from fixtures.trial import run
from monitor.backgammon import from_seat, legal_plays
from monitor.events import Player, other
from tests.monitor.tracking.sim import HALF, QUIET, Told, follow, in_open

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high)]


def until_a_dance(seed: int) -> tuple[Script, Player, tuple[int, int]]:
    """A game up to where some roll of the player on turn cannot be played, and one such roll."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    while len(script.turns) < 60:
        player = other(player)
        mine = from_seat(script.board, player)
        roll = next((roll for roll in ROLLS if mine.mover_bar and not legal_plays(mine, roll)), None)
        if roll is not None:
            return script, player, roll
        script.play(player, script.roll(player))
    raise AssertionError("no dance in this game")


def told_after(throws_again: bool) -> tuple[Told, Player]:
    """A roll that cannot be played, of which a die seems to lean, is taken up; then one of the two throws."""
    script, player, roll = until_a_dance(4)
    dice = script.throw(roll, HALF[player], leaning=True)
    script._dice = tuple(replace(die, lean_p=0.88, uv=in_open(die)) if die.leaning else die for die in dice)
    script.show(script._dice, 1.6)
    script.lift()
    script.show((), 1.5)
    last = player if throws_again else other(player)
    script.play(last, script.roll(last))
    script.show((), 2.0)
    return follow(readings(script, fps=8.0, noise=QUIET)), player


def test_a_dance_with_a_die_that_seems_to_lean_is_a_dance() -> None:
    told, player = told_after(throws_again=False)
    assert told.findings == []
    assert (told.named("TurnPlayed")[-2].by, told.named("TurnPlayed")[-2].get("move")) == (player, "")


def test_the_same_thrown_again_was_cocked() -> None:
    told, player = told_after(throws_again=True)
    assert told.raised == [("ROLL_INVALID", player)]


def test_turns_without_dice_leave_no_suspicion_behind() -> None:
    (outcome,) = run("no dice seen, 30 s", [35013], most_turns=24, fps=5.0, real=False)
    assert outcome.false == []


def test_a_man_on_the_bar_of_whom_nothing_was_known_is_no_chain() -> None:
    """A column misread for good cost its side a man in the belief; hit, he stays on the bar for turns."""
    (out,) = run("slot wrong for good, p 0.97", [204005], most_turns=400, fps=5.0)
    assert out.turns == 58
    assert len(out.false) <= 1
