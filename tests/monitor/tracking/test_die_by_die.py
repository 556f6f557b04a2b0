"""A player takes up each die as he plays it, or puts a hit man on the bar when he has taken up his dice."""

import pytest

from fixtures.readings import HAND_S, Script, hand_at, readings
from monitor.backgammon import Position
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, Told, begun, follow, truth
from tests.monitor.tracking.test_tall_columns import moved

LONG_S = 8.0


def six_taken_up(
    seed: int, point: int, lies_for: float, *, covers_both: bool = False
) -> tuple[Script, Player]:
    """A man is moved from 24 to a point with 6-2 and the six taken up; the other die lies there so long (s).
    covers_both: a hand is over both dice for a moment."""
    script, player = begun(seed)
    script.roll(player, (6, 2))
    hand = hand_at(script._dice)
    rest = tuple(die for die in script._dice if die.value == 2)
    script._move_to(moved(script.board, player, (24, point)))
    script._dice = rest
    if covers_both:
        script.show((), 2.0 * HAND_S, hand)
    script.show(rest, lies_for)
    return script, player


def half_played(
    seed: int, lies_for: float, *, second: tuple[int, int] | None, covers_both: bool = False
) -> tuple[Script, Player]:
    """6-2: 24/18 is played and the six taken up; so many seconds later a man is moved with the two, or none,
    and the other die taken up."""
    script, player = six_taken_up(seed, 18, lies_for, covers_both=covers_both)
    after = moved(script.board, player, second) if second else script.board
    script.play(player, (6, 2), after)
    script.play(other(player), script.roll(other(player)))
    return script, player


def told_of(script: Script) -> Told:
    return follow(readings(script, fps=8.0, noise=QUIET))


@pytest.mark.parametrize("covers_both", [False, True])
@pytest.mark.parametrize("seed", [1, 3, 4, 9])
def test_the_turn_is_not_over_while_the_die_yet_to_be_played_lies_there(seed: int, covers_both: bool) -> None:
    script, _ = half_played(seed, LONG_S, second=(13, 11), covers_both=covers_both)
    told = told_of(script)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 3, 4, 9])
def test_who_takes_it_up_without_having_played_it_has_left_a_number_out(seed: int) -> None:
    script, player = half_played(seed, 2.5, second=None)
    told = told_of(script)
    assert told.raised == [("ILLEGAL_MOVE", player)]
    assert told.findings[0].kind == "must_play_more"
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 3, 4, 9])
def test_a_play_that_no_number_completes_is_told_while_the_other_die_lies_there(seed: int) -> None:
    script, player = six_taken_up(seed, 19, LONG_S)
    told = told_of(script)
    assert told.raised == [("ILLEGAL_MOVE", player)]


def hit_and_lifted(in_hand_s: float, pause_s: float = 2.5) -> tuple[Script, Player, Position]:
    """A blot is hit, the dice are taken up, and the man is put on the bar so much later, or never. pause_s:
    for how long nothing happened between the turns before."""
    script = Script(seed=6)
    script._dice = script.throw([6], "E") + script.throw([2], "W")
    script.show(script._dice, 2.0)
    script.play("A", (6, 2), moved(script.board, "A", (24, 18), (13, 11)))
    script.show((), pause_s)
    script.roll("B", (6, 1))
    men = moved(script.board, "B", (13, 7), (8, 7))
    on_bar = Position.of([*men.mover[:17], 0, *men.mover[18:24], 1], men.opponent)
    in_hand = Position.of([*on_bar.mover[:24], 0], on_bar.opponent)
    script._move_to(in_hand)
    script.show(script._dice, 1.0)
    script.lift()
    script.show((), min(in_hand_s, 6.0))
    after = on_bar if in_hand_s < 6.0 else in_hand
    script.turns.append(("B", (6, 1), after))
    script._dice = ()
    if after is on_bar:
        script._move_to(on_bar)
    script.show((), 2.0)
    script.play("A", script.roll("A"), after if after is in_hand else None)
    return script, "B", after


@pytest.mark.parametrize(("in_hand_s", "accused"), [(0.3, False), (1.2, False), (9.0, True)])
def test_a_man_hit_may_be_in_a_hand_for_a_moment_after_the_dice(in_hand_s: float, accused: bool) -> None:
    script, player, after = hit_and_lifted(in_hand_s)
    told = told_of(script)
    assert told.raised[:1] == ([("ILLEGAL_MOVE", player)] if accused else [])
    turn = next(event for event in told.named("TurnPlayed") if event.by == player)
    assert turn.get("board_after") == after.board26()
    if accused:
        assert told.findings[0].kind == "hit_checker_removed"
        assert turn.t_known is not None
        assert turn.t_known - turn.t < 3.5


def told_after(pause_s: float) -> float:
    """How long after the dice were taken up it is told that a man hit is not on the bar (s)."""
    script, player, _ = hit_and_lifted(9.0, pause_s)
    told = told_of(script)
    turn = next(event for event in told.named("TurnPlayed") if event.by == player)
    assert told.raised[:1] == [("ILLEGAL_MOVE", player)]
    assert turn.t_known is not None
    return turn.t_known - turn.t


def test_where_the_next_throw_may_come_soon_he_is_waited_for_no_longer() -> None:
    assert told_after(0.0) < 2.0
    assert told_after(2.5) >= 2.5
