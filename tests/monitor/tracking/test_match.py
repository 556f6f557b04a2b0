"""Games in a row: how they end, what they count, the next set-up, breaks, and acts entered by hand."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Noise, Script, readings
from fixtures.transcripts import Act, GameRecord
from fixtures.whole_match import MatchScript
from monitor.backgammon import START, Position
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from monitor.tracking import MatchTracker
from monitor.tracking.resigning import likely_winner
from monitor.tracking.score import ScoreKeeper
from tests.monitor.tracking.sim import QUIET, Told, follow
from vision.reading import Reading

PLAYERS: list[Player] = ["A", "B"]
RACE = Position.from_board26("-BCBBCA-----f---de--------")
"""A needs few pips more; both are past each other, and all men of B are outside his home board."""


def ended(script: Script, length: int | None = None, noise: Noise = QUIET) -> Told:
    config = MatchConfig(length=length, home="E", light="A")
    return follow(readings(script, fps=8.0, noise=noise), config)


def some_turns(script: Script, turns: int) -> Player:
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(turns):
        player = other(player)
        script.play(player, script.roll(player))
    return other(player)


def roll(by: Player, dice: tuple[int, int], chains: tuple[tuple[int, ...], ...]) -> Act:
    return Act("roll", by, dice, chains)


OPENING = (
    roll("A", (3, 1), ((8, 5), (6, 5))),
    roll("B", (6, 5), ((24, 18, 13),)),
)
CRAWFORD_MATCH = (
    GameRecord((*OPENING, Act("double", "A", value=2), Act("drop", "B")), "A", 1),
    GameRecord((*OPENING, Act("double", "A", value=2), Act("drop", "B")), "A", 1),
    GameRecord(OPENING, "B", 1),
)


def test_games_of_a_match_are_counted_and_the_crawford_game_is_known() -> None:
    script = MatchScript(seed=5, length=3)
    script.play_match(CRAWFORD_MATCH)
    told = ended(script, 3)
    begun = [(e.get("game_no"), e.get("crawford"), e.get("score")) for e in told.named("GameStarted")]
    assert begun == [(1, False, {"A": 0, "B": 0}), (2, False, {"A": 1, "B": 0}), (3, True, {"A": 2, "B": 0})]
    assert [e.get("how") for e in told.named("GameEnded")] == ["pass", "pass", "concede"]
    assert [e.get("value") for e in told.named("CubePassed")] == [2, 2]
    assert len(told.named("TurnPlayed")) == 6


def test_a_match_that_is_decided_is_told() -> None:
    script = MatchScript(seed=6, length=1)
    script.play_match(CRAWFORD_MATCH[:1])
    told = ended(script, 1)
    (end,) = told.named("MatchEnded")
    assert end.get("winner") == "A"
    assert end.get("through_cube") is True


def seen_from(board: Position, script: Script) -> None:
    """Begin a script with a game that is already under way, long enough to be believed."""
    script.scenes.clear()
    script.board, script.t = board, 0.0
    script.show((), 24.0)


def test_the_last_man_off_ends_the_game_though_the_dice_stay() -> None:
    script = Script(seed=9)
    seen_from(Position.from_board26("-B-------------------cb---"), script)
    script.play("B", script.roll("B", (2, 1)))
    script.roll("A", (6, 5))
    script._move_to(Position(bytes(25) + script.board.board[25:]))
    script.show(script._dice, 4.0)
    (end,) = ended(script).named("GameEnded")
    assert (end.get("winner"), end.get("how"), end.get("level")) == ("A", "bearoff", "single")


def test_a_board_set_up_again_in_a_race_is_a_concession_by_the_one_behind() -> None:
    script = MatchScript(seed=8, length=5)
    seen_from(RACE, script)
    for player in PLAYERS * 2 + ["A"]:
        script.play(player, script.roll(player, (2, 1)))
    script.set_up()
    script.show((), 2.0)
    told = ended(script, 5)
    (end,) = told.named("GameEnded")
    assert (end.get("winner"), end.get("how"), end.get("level")) == ("A", "concede", "gammon")
    assert 0.7 < end.conf < 0.95
    assert told.named("GameStarted")[-1].get("score") == {"A": 2, "B": 0}


def test_an_even_game_broken_off_after_a_roll_has_no_winner_and_the_score_is_open() -> None:
    script = MatchScript(seed=7, length=5)
    script.show((), 1.0)
    script.roll(some_turns(script, 3))
    script._lying = script._dice
    script.set_up()
    script.show((), 2.0)
    told = ended(script, 5)
    (end,) = told.named("GameEnded")
    assert end.get("winner") is None
    assert end.conf <= 0.5
    begun = told.named("GameStarted")[-1]
    assert begun.get("score") is None
    assert begun.get("crawford") is None


def test_a_cleared_board_ends_the_game() -> None:
    script = MatchScript(seed=11, length=1)
    some_turns(script, 3)
    script._lying = ()
    script.pack_up()
    told = ended(script, 1)
    assert [e.get("how") for e in told.named("GameEnded")] == ["concede"]


def test_a_board_seen_cleared_when_the_recording_ends_ends_the_game() -> None:
    script = MatchScript(seed=11, length=1)
    some_turns(script, 3)
    script._lying = ()
    script.pack_up()
    shorter = (r for r in readings(script, fps=8.0, noise=QUIET) if r.t < script.t - 2.4)
    told = follow(shorter, MatchConfig(length=1, home="E", light="A"))
    assert [e.get("how") for e in told.named("GameEnded")] == ["concede"]


def test_a_break_with_the_board_covered_raises_nothing_and_play_goes_on() -> None:
    script = Script(seed=13)
    player = some_turns(script, 2)
    from_ = script.t
    script.show((), 60.0)
    script.play(player, script.roll(player))

    def covered() -> Iterator[Reading]:
        for reading in readings(script, fps=5.0, noise=QUIET):
            if from_ + 1.0 <= reading.t < from_ + 58.0:
                blank = np.full_like(reading.points, 1.0 / reading.points.shape[1])
                hand = np.ones(24, np.float32)
                yield replace(reading, points=blank, hidden=hand, bar_hidden=1.0, dice=())
            else:
                yield reading

    told = follow(covered())
    during = [e.ev for e in told.events if from_ + 1.0 <= e.t < from_ + 58.0]
    assert during == ["TrackLost"]
    assert told.named("TrackRegained")
    assert told.findings == []
    assert len(told.named("TurnPlayed")) == 4


def with_presses(script: Script, config: MatchConfig, name: str) -> tuple[list[Event], list[float]]:
    """Follow a script of shared dice; every turn of it is ended by hand the moment its men stand."""
    tracker, told, presses = MatchTracker(config), [], []
    ends = iter(script.presses)  # type: ignore[attr-defined]
    next_end = next(ends, None)
    for reading in readings(script, fps=10.0, noise=QUIET):
        while next_end is not None and reading.t >= next_end[1]:
            told += tracker.inject(Event(name, t=next_end[1], by=next_end[0], src="clock"))
            presses.append(next_end[1])
            next_end = next(ends, None)
        told += tracker.update(reading)
    return told + tracker.finish(), presses


@pytest.mark.parametrize(
    ("config", "name"),
    [(MatchConfig(clock=True, dice="shared2"), "ClockPressed"), (MatchConfig(dice="shared2"), "BarTapped")],
)
def test_a_press_or_tap_ends_the_turn_before_the_dice_are_lifted(config: MatchConfig, name: str) -> None:
    script = Script(seed=14)
    script.presses = []  # type: ignore[attr-defined]
    player, dice = script.opening()
    for _ in range(4):
        mine = script._dice
        script.turns.clear()
        script.play(player, dice)
        *_, lifted, _, _ = script.scenes
        del script.scenes[-3:]
        script.t = lifted.t
        script.presses.append((player, script.t))  # type: ignore[attr-defined]
        script.show(mine, 1.5)
        script.show((), 1.0)
        player = other(player)
        dice = script.roll(player)
    told, presses = with_presses(script, config, name)
    names = [event.ev for event in told]
    assert names.count("TurnPlayed") == 4
    for number, t in enumerate(presses):
        turn = [event for event in told if event.ev == "TurnPlayed"][number]
        press = [event for event in told if event.ev == name][number]
        assert turn.t == press.t == t
        assert told.index(turn) < told.index(press)
    picked = [event for event in told if event.ev == "DicePickedUp"]
    assert [event.get("meaning") for event in picked] == ["next_turn"] * 4
    assert all(pick.t > t for pick, t in zip(picked, presses, strict=True))


def test_a_cocked_roll_lifted_is_part_of_a_reroll() -> None:
    script = Script(seed=5)
    player = some_turns(script, 0)
    script.cocked(player)
    script.play(player, script.roll(player))
    picked = [(e.by, e.get("meaning")) for e in ended(script).named("DicePickedUp")]
    assert picked == [(other(player), "turn_end"), (player, "reroll"), (player, "turn_end")]


def test_words_and_results_entered_by_hand_are_believed() -> None:
    tracker = MatchTracker(MatchConfig(length=5))
    script = Script(seed=15)
    doubler = some_turns(script, 1)
    for reading in readings(script, fps=8.0, noise=QUIET):
        tracker.update(reading)
    (offered,) = tracker.inject(Event("CubeOffered", t=script.t, by=doubler))
    assert offered.get("value") == 2
    tracker.inject(Event("CubeTaken", t=script.t, by=other(doubler), data={"value": 2}))
    assert (tracker.doubling.value, tracker.doubling.owner) == (2, other(doubler))
    tracker.inject(
        Event("GameEnded", t=script.t, data={"winner": doubler, "how": "concede", "level": "gammon"})
    )
    assert tracker.game is None
    assert tracker.score.state.points(doubler) == 4


def test_the_score_follows_levels_cube_and_crawford() -> None:
    score = ScoreKeeper(5)
    assert score.game_over("A", "gammon", 2, passed=False) is not None
    assert (score.as_json, score.crawford) == ({"A": 4, "B": 0}, True)
    score.game_over("B", "single", 1, passed=False)
    assert (score.as_json, score.crawford) == ({"A": 4, "B": 1}, False)
    last = score.game_over("B", "gammon", 2, passed=False)
    assert last is not None
    assert (last.points, last.match_winner, last.through_cube) == (4, "B", True)
    assert score.over


def test_an_unknown_result_leaves_the_score_open_until_somebody_says_it() -> None:
    score = ScoreKeeper(3)
    assert score.game_over(None, None, 2, passed=False) is None
    assert (score.as_json, score.crawford, score.over) == (None, None, False)
    score.game_over_again("B", "single")
    assert (score.as_json, score.crawford) == ({"A": 0, "B": 2}, True)


def test_a_long_lead_in_a_race_is_a_sure_win_and_contact_makes_it_less_sure() -> None:
    winner, p = likely_winner(RACE, "A")
    assert winner == "A"
    assert p > 0.8
    assert likely_winner(START, None)[1] == 0.5
    assert likely_winner(START, "B")[0] == "B"


def test_a_board_changed_while_it_is_waited_for_is_the_one_believed() -> None:
    script = Script(seed=16)
    seen_from(RACE, script)
    moved = Position.from_board26("-BCCBBA-----f---de--------")
    script.scenes.clear()
    script.t, script.board = 0.0, RACE
    script.show((), 5.0)
    script.board = moved
    script.show((), 13.0)
    (joined,) = ended(script).named("TrackRegained")
    assert joined.get("board_after") == moved.board26()


def test_a_pass_said_aloud_ends_the_game() -> None:
    tracker = MatchTracker(MatchConfig(length=5))
    script = Script(seed=17)
    doubler = some_turns(script, 0)
    for reading in readings(script, fps=8.0, noise=QUIET):
        tracker.update(reading)
    told = tracker.inject(Event("CubePassed", t=script.t, by=other(doubler), src="operator"))
    assert [(event.ev, event.src) for event in told] == [("CubePassed", "operator"), ("GameEnded", "vision")]
    assert told[-1].get("winner") == doubler
    assert tracker.score.as_json == {doubler: 1, other(doubler): 0}


def test_a_player_shut_out_passes_by_word() -> None:
    tracker = MatchTracker(MatchConfig())
    script = Script(seed=18)
    player = some_turns(script, 0)
    for reading in readings(script, fps=8.0, noise=QUIET):
        tracker.update(reading)
    assert tracker.state.to_act == player
    tracker.inject(Event("TurnPassed", t=script.t, by=player, src="operator"))
    assert tracker.state.to_act == other(player)
