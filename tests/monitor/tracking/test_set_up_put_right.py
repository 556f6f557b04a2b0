"""A wrong set-up is noticed when it is put right, however it is seen to be."""

from collections.abc import Iterator

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, Position
from monitor.events import other
from monitor.tracking.ends import outcomes_of
from tests.monitor.tracking.sim import QUIET, follow, truth
from vision.reading import Reading


def a_man_short(player: str, missing: int = 1) -> Position:
    men = list(START.mover)
    men[12] -= missing
    return Position.of(men, START.opponent) if player == "A" else Position.of(START.mover, men)


@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_missing_man_put_there_after_the_opening_dice(seed: int, by_hand: bool, player: str) -> None:
    """by_hand: whether a hand is seen near the column; one that nobody saw change is hardly believed."""
    script = Script(seed=seed, start=a_man_short(player))
    winner, dice = script.opening()
    if by_hand:
        script.put(START, lying=True)
    else:
        script.board = START
    lying = script._dice
    script.show(lying, 4.0)
    script.play(winner, dice)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    (right,) = told.named("SetupCorrected")
    assert right.get("board") == START.board26()
    assert told.named("TurnPlayed")[0].get("board_after") == script.turns[0][2].board26()
    assert [(finding.code, finding.status) for finding in told.findings] == [
        ("SETUP_ERROR", "open"),
        ("SETUP_ERROR", "resolved"),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_set_up_put_right_man_by_man_while_the_opening_dice_lie(seed: int) -> None:
    """The six point and the ace point exchanged, and mended in two goes, both of them seen."""
    men = list(START.mover)
    men[5], men[23] = men[23], men[5]
    between = men.copy()
    between[5], between[23] = 4, 3
    script = Script(seed=seed, start=Position.of(men, START.opponent))
    winner, dice = script.opening()
    for board in (Position.of(between, START.opponent), START):
        script.put(board, lying=True)
    script.show(script._dice, 2.5)
    script.play(winner, dice)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    (right,) = told.named("SetupCorrected")
    assert right.get("board") == START.board26()
    assert told.turns == truth(script)
    assert [finding.status for finding in told.findings] == ["open", "resolved"]


@pytest.mark.parametrize(("missing", "told_as"), [(1, ["open", "resolved"]), (2, [])])
def test_a_missing_man_is_told_before_dice_fall(missing: int, told_as: list[str]) -> None:
    """The last man of a board that stands still has been forgotten; of several the rest are being fetched."""
    script = Script(start=a_man_short("A", missing))
    script.show((), 5.0)
    put_there = script.t
    script.put(START)
    script.show((), 1.0)
    winner, dice = script.opening()
    script.play(winner, dice)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert [finding.status for finding in told.findings if finding.code == "SETUP_ERROR"] == told_as
    assert (told.named("GameStarted")[0].t_known < put_there) is (missing == 1)
    assert told.named("TurnPlayed")[0].get("board_after") == script.turns[0][2].board26()


@pytest.mark.parametrize("under_a_hand", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_set_up_is_not_put_right_under_a_hand(seed: int, under_a_hand: bool) -> None:
    """A hand points at the board while the column that is a man short is read as whole, and goes again."""
    script = Script(seed=seed, start=a_man_short("A"))
    winner, dice = script.opening()
    script.play(winner, dice)
    script.show((), 1.0)
    points = script.t
    slot = int(script.seating.slots[12])
    near = frozenset({slot - 1, slot + 1}) & frozenset(range(12))
    script.show((), 0.5, near)
    script.show((), 2.0, near if under_a_hand else frozenset())
    gone = script.t
    script.show((), 3.0)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=8.0, noise=QUIET):
            if points <= reading.t < gone:
                reading.points[slot] = 0.001
                (held,), _ = outcomes_of(script.seating, script.board.board)
                reading.points[slot, held[slot] + 1] = 0.98
            yield reading

    told = follow(seen())
    assert len(told.named("SetupCorrected")) == (0 if under_a_hand else 1)


def gone_over(seed: int, by_larger: bool) -> Script:
    """Opening dice fall while another position stands there; then the men are set up, and one player plays
    them, he who threw the larger or not."""
    men = [0] * 25
    men[0], men[2], men[4] = 5, 5, 5
    script = Script(seed=seed, start=Position.of(men, men))
    winner, dice = script.opening()
    script.put(START, lying=True)
    script.show(script._dice, 5.0)
    script.play(winner if by_larger else other(winner), dice)
    return script


@pytest.mark.parametrize("seed", range(4))
def test_opening_dice_that_lay_there_before_the_board_was_set_up_count_if_they_are_played(seed: int) -> None:
    script = gone_over(seed, True)
    for _ in range(2):
        player = other(script.turns[-1][0])
        script.play(player, script.roll(player))
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.turns == truth(script)
    assert told.raised == []
    assert len(told.named("GameStarted")) == 1


@pytest.mark.parametrize("seed", range(4))
def test_they_do_not_if_the_other_player_moves(seed: int) -> None:
    script = gone_over(seed, False)
    told = follow(readings(script, fps=8.0, noise=QUIET))
    assert told.named("DiceAtRest") == []
    assert told.raised == []
