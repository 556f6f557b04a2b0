"""Whole games by simulated readings: turns exact, nothing false, everything injected found in time."""

import random

import pytest

from fixtures.readings import Noise, Script, readings
from monitor.backgammon import Hop, Position, apply_play, judge_transition, legal_plays
from monitor.events import Player, other
from monitor.tracking import MatchTracker
from monitor.tracking.seating import Seating
from tests.monitor.tracking.sim import QUIET, Told, begun, follow, truth, watch

WRONG_START = "-b----D-D---eE---c-e----B-"
SEATINGS = [Seating("E", "A"), Seating("W", "B"), Seating("E", "B"), Seating("W", "A")]


@pytest.mark.parametrize(("seed", "fps"), [(0, 30.0), (1, 10.0), (2, 5.0)])
def test_legal_play_is_told_exactly_and_gives_no_finding(seed: int, fps: float) -> None:
    script = Script(seed=seed, seating=SEATINGS[seed])
    script.whole_game(most_turns=14)
    told = watch(script, fps=fps, seed=seed)
    assert told.findings == []
    assert told.turns == truth(script)
    assert not told.named("TrackLost")


def test_two_pictures_a_second_are_followed_with_notice() -> None:
    script = Script(seed=3)
    script.whole_game(most_turns=9)
    tracker = MatchTracker()
    assert tracker.state.reason is None
    for reading in readings(script, fps=2.0, noise=QUIET):
        tracker.update(reading)
    assert "2 pictures a second" in str(tracker.state.reason)
    told = watch(script, fps=2.0)
    assert told.findings == []
    assert len(told.turns & truth(script)) >= len(script.turns) - 1


def test_a_game_to_the_end() -> None:
    script = Script(seed=3, seating=SEATINGS[3])
    script.whole_game()
    told = watch(script, fps=5.0)
    assert told.findings == []
    assert told.turns == truth(script)
    (end,) = told.named("GameEnded")
    assert end.get("winner") == script.turns[-1][0]


def test_flickering_readings_raise_nothing() -> None:
    script = Script(seed=4)
    script.whole_game(most_turns=10)
    told = watch(script, fps=10.0, noise=Noise(slot_error=0.02, die_error=0.03, drop=0.2))
    assert told.findings == []
    assert told.turns == truth(script)


def off_by_one(board: Position, player: Player, dice: tuple[int, int], rng: random.Random) -> Position | None:
    """A board that an illegal play with one wrong step leaves, both seen by A; None where none was found."""
    mine = board if player == "A" else board.swapped()
    plays = [play for play in legal_plays(mine, dice) if play.hops]
    for _ in range(60 if plays else 0):
        hops = rng.choice(plays).hops
        to = hops[-1].to + rng.choice((-1, 1, 2))
        if not 1 <= to < hops[-1].source:
            continue
        after = apply_play(mine, [*hops[:-1], Hop(hops[-1].source, to)])
        if not after.shared_points and not judge_transition(mine, dice, after).legal:
            return after if player == "A" else after.swapped()
    return None


def with_slip(seed: int, turns: int = 9) -> tuple[Script, Player]:
    """A game in which one turn, about the fifth, is played wrong."""
    script, rng = Script(seed=seed, seating=SEATINGS[seed % 4]), random.Random(seed)
    player, dice = script.opening()
    script.play(player, dice)
    slip: Player | None = None
    for number in range(turns):
        player = other(player)
        dice = script.roll(player)
        wrong = off_by_one(script.board, player, dice, rng) if slip is None and number >= 3 else None
        script.play(player, dice, wrong)
        slip = player if wrong is not None else slip
    assert slip is not None
    return script, slip


def before_next_roll(told: Told, player: Player) -> bool:
    """Whether the illegal move was raised before the opponent's next dice lay still."""
    raised = next(finding for finding in told.findings if finding.code == "ILLEGAL_MOVE")
    rolls = [e.t for e in told.named("DiceAtRest") if e.by == other(player) and e.t > raised.t]
    return raised.t_known is not None and (not rolls or raised.t_known < rolls[0])


@pytest.mark.parametrize("seed", range(4))
def test_an_illegal_move_is_found_in_time_and_nothing_else(seed: int) -> None:
    script, player = with_slip(seed)
    told = watch(script, fps=(15.0, 10.0, 5.0)[seed % 3])
    assert told.raised == [("ILLEGAL_MOVE", player)]
    assert before_next_roll(told, player)
    assert told.findings[-1].status == "closed"


def test_an_illegal_move_put_right_is_resolved() -> None:
    script, player = begun(1)
    dice = script.roll(player, (3, 1))
    mine = script.board if player == "A" else script.board.swapped()
    right, wrong = apply_play(mine, "8/5 6/5"), apply_play(mine, "8/4 6/5")
    script.play(player, dice, wrong if player == "A" else wrong.swapped())
    script.put(right if player == "A" else right.swapped())
    player = other(player)
    script.play(player, script.roll(player))
    told = watch(script, fps=10.0)
    assert [(f.code, f.status) for f in told.findings] == [
        ("ILLEGAL_MOVE", "open"),
        ("ILLEGAL_MOVE", "resolved"),
    ]
    assert len(told.named("TurnPlayed")) == 3


@pytest.mark.parametrize("lean_p", [0.93, 0.6])
def test_a_cocked_die_is_found_and_settled_by_the_next_throw(lean_p: float) -> None:
    script, player = begun(5)
    script.cocked(player, lean_p)
    script.play(player, script.roll(player))
    told = watch(script, fps=10.0)
    assert [(f.code, f.kind, f.by, f.status) for f in told.findings] == [
        ("ROLL_INVALID", "cocked", player, "open"),
        ("ROLL_INVALID", "cocked", player, "resolved"),
    ]
    assert told.turns == truth(script)


def test_a_wrong_set_up_is_told_once_and_closes_with_turn_four() -> None:
    script = Script(seed=6, start=Position.from_board26(WRONG_START))
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(4):
        player = other(player)
        script.play(player, script.roll(player))
    told = watch(script, fps=8.0)
    assert told.raised == [("SETUP_ERROR", None)]
    assert told.findings[-1].status == "closed"
    assert told.named("GameStarted")[0].get("board") == WRONG_START


def test_a_set_up_put_right_before_the_first_move_is_resolved() -> None:
    script = Script(seed=7, start=Position.from_board26(WRONG_START))
    player, dice = script.opening()
    script.put(Position.from_board26("-b----E-C---eE---c-e----B-"), lying=True)
    script.play(player, dice)
    told = watch(script, fps=10.0)
    assert [(f.code, f.status) for f in told.findings] == [
        ("SETUP_ERROR", "open"),
        ("SETUP_ERROR", "resolved"),
    ]
    assert told.turns == truth(script)


def test_setting_up_the_board_is_no_wrong_set_up() -> None:
    script = Script(seed=8)
    final, script.scenes, script.t = script.board, [], 0.0
    men = list(final.board)
    for count in (6, 12, 18, 24, 30):
        left, board = count, bytearray(50)
        for place, number in enumerate(men):
            board[place] = min(number, left)
            left -= board[place]
        script.board = Position(bytes(board))
        script.show((), 1.5)
    script.show((), 2.0)
    player, dice = script.opening()
    script.play(player, dice)
    told = watch(script, fps=8.0)
    assert told.findings == []
    assert len(told.named("GameStarted")) == 1


def test_same_readings_same_events() -> None:
    script = Script(seed=9)
    script.whole_game(most_turns=4)
    first, second = watch(script), watch(script)
    assert [e.to_json() for e in first.events] == [e.to_json() for e in second.events]


def test_an_empty_source_tells_nothing() -> None:
    assert follow([]).events == []
