"""The end of games and matches: what they count, how they may end, and the length of the match."""

from typing import Any

import pytest

from monitor.backgammon import START
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.rules import Referee, load_ruleset
from tests.monitor.rules.play import AUSBGF, BIBA, FCBG, RACE, SETS, USBGF, WBGT, Play

every_set = pytest.mark.parametrize("rules", SETS)
LAST_MAN = "aB---------------------d--"
"""A has two men on his ace point and B one on the bar: A wins with any roll."""


@every_set
@pytest.mark.parametrize(("level", "cube", "points"), [
    ("single", 1, 1), ("gammon", 1, 2), ("backgammon", 1, 3), ("gammon", 2, 4), ("backgammon", 4, 12)
])  # fmt: skip
def test_gammons_always_count_times_the_cube(rules: str, level: str, cube: int, points: int) -> None:
    def played(recorded: int | None) -> Play:
        play = Play(rules, cube=(cube, None if cube == 1 else "B"))
        return play("GameEnded", winner="A", how="bearoff", level=level, recorded=recorded)

    assert played(points).found == played(None).found == []
    assert played(points).referee.table.match.score == {"A": points, "B": 0}
    assert played(points + 1).found == ["SCORE_MISMATCH None open"]


@every_set
def test_a_passed_redouble_counts_what_the_cube_was(rules: str) -> None:
    def passed(recorded: int) -> list[str]:
        play = Play(rules, cube=(2, "A")).offer("A", 4)("CubePassed", "B")
        return play("GameEnded", winner="A", how="pass", recorded=recorded).found

    assert passed(2) == []
    assert passed(4) == ["SCORE_MISMATCH None open"]


@every_set
def test_a_pass_told_only_by_the_end_of_the_game(rules: str) -> None:
    play = Play(rules, length=7, score=(3, 6), crawford=True).offer("A")
    play("GameEnded", winner="A", how="pass", recorded=1)
    assert play.found == ["CUBE_CRAWFORD/passed_by_leader A open"]


def test_a_level_that_is_not_told_is_read_from_the_board() -> None:
    play = Play(USBGF, board="-B" + "-" * 22 + "a-", off=(13, 14))
    play.turn("A", 6, 5, "1/off 1/off")("GameEnded", winner="A", how="bearoff", recorded=2)
    assert play.found == ["SCORE_MISMATCH None open"]


@every_set
def test_the_last_play_is_judged_though_nobody_lifts_his_dice(rules: str) -> None:
    play = Play(rules, board="-A-----A----------------b-", off=(13, 13)).roll("A", 1, 2)
    play("CheckersMoved", "A", move="7/off 1/off")("GameEnded", winner="A", how="bearoff", level="single")
    assert play.codes == ["ILLEGAL_MOVE"]
    assert "open" in play.found[0]


@every_set
def test_a_race_may_be_given_up_after_the_own_turn(rules: str) -> None:
    play = Play(rules, board=RACE, off=(3, 3)).turn("A", 2, 1, "6/4 6/5")
    assert play("GameEnded", winner="B", how="concede", level="single", recorded=1).found == []


@every_set
def test_a_race_given_up_in_the_other_turn(rules: str) -> None:
    play = Play(rules, "B", board=RACE, off=(3, 3)).roll("B", 6, 6)
    play("GameEnded", winner="B", how="concede", level="single")
    assert play.found == ["CONCESSION_IN_CONTACT/not_after_own_turn A logged"] * (rules == BIBA)


@every_set
def test_a_game_given_up_in_contact(rules: str) -> None:
    play = Play(rules)("GameEnded", winner="A", how="concede", level="single")
    assert play.found == ["CONCESSION_IN_CONTACT/contact B logged"]


@pytest.mark.parametrize(("rules", "allowed"), [(r, r in (AUSBGF, BIBA)) for r in SETS])
def test_contact_without_any_other_result(rules: str, allowed: bool) -> None:
    play = Play(rules, board=LAST_MAN, off=(13, 10))
    play("GameEnded", winner="A", how="concede", level="single")
    assert play.codes == [] if allowed else ["CONCESSION_IN_CONTACT"]


def test_in_ausbgf_the_loss_given_up_must_be_the_one_that_is_sure() -> None:
    play = Play(AUSBGF, board="aB" + "-" * 18 + "dddb--", off=(13, 0))
    assert play("GameEnded", winner="A", how="concede", level="single").codes == ["CONCESSION_IN_CONTACT"]


@pytest.mark.parametrize(
    ("board", "off", "fine"),
    [
        ("-BB" + "-" * 19 + "dde-", (11, 2), True),
        ("-DDD" + "-" * 15 + "g-d-d--", (3, 0), True),
        ("-BB" + "-" * 16 + "g-d-d--", (11, 0), False),
    ],
)
def test_in_biba_a_gammon_must_be_out_of_reach(board: str, off: tuple[int, int], fine: bool) -> None:
    play = Play(BIBA, board=board, off=off)("GameEnded", winner="A", how="concede", level="single")
    assert play.codes == ([] if fine else ["CONCESSION_IN_CONTACT"])
    assert Play(USBGF, board=board, off=off)("GameEnded", winner="A", how="concede").found == []


@every_set
def test_deals_are_void_where_the_text_says_so(rules: str) -> None:
    play = Play(rules)("GameEnded", winner="A", how="settled", level="single", recorded=2)
    assert play.found == ["SETTLEMENT None logged"] * (rules != BIBA)


@pytest.mark.parametrize(("played", "official", "kind"), [(9, 7, "too_long"), (5, 7, "too_short")])
@pytest.mark.parametrize(("rules", "status"), [
    (USBGF, "closed2"), (WBGT, "logged"), (AUSBGF, "closed2"), (BIBA, "logged"), (FCBG, "logged")
])  # fmt: skip
def test_the_wrong_length(rules: str, status: str, played: int, official: int, kind: str) -> None:
    during = Play(rules)("MatchLengthFound", played=played, official=official)("MatchEnded", winner="A")
    assert during.found == [f"MATCH_LENGTH_WRONG/{kind} None {status}"]
    after = Play(rules)("MatchEnded", winner="A")("MatchLengthFound", played=played, official=official)
    assert after.found == [f"MATCH_LENGTH_WRONG/{kind} None {status}"]
    assert Play(rules)("MatchLengthFound", played=7, official=7).found == []


def test_the_end_of_a_game_ends_leave_to_roll_to_the_left() -> None:
    play = Play(AUSBGF, left_roll_ok=frozenset("A"))("GameEnded", winner="A", how="bearoff", level="single")
    assert play.referee.table.left_ok == set()


def test_a_game_is_counted_once() -> None:
    play = Play(USBGF)
    for _ in range(2):
        play("GameEnded", winner="B", how="bearoff", level="gammon", recorded=2)
    assert play.referee.table.match.score == {"A": 0, "B": 2}


@every_set
def test_an_illegal_last_play_put_right_before_the_next_game_brings_the_game_back(rules: str) -> None:
    play = Play(rules, board="-A-----A----------------b-", off=(13, 13)).roll("A", 1, 2)
    play("CheckersMoved", "A", move="7/off 1/off")("GameEnded", winner="A", how="bearoff", level="single")
    play("MoveRetracted", "A")
    assert play.referee.table.match.score == {"A": 0, "B": 0}
    play("CheckersMoved", "A", move="7/4")("DicePickedUp", "A").turn("B", 6, 5, "1/off 1/off")
    play("GameEnded", winner="B", how="bearoff", level="single", recorded=1)
    assert play.found == [play.found[0]]
    assert "resolved7" in play.found[0]
    assert play.referee.table.match.score == {"A": 0, "B": 1}


def test_in_usbgf_taking_back_an_illegal_move_takes_back_the_double_after_it() -> None:
    play = Play(USBGF).turn("A", 3, 1, "8/4 6/5").offer("B").take("A")("MoveRetracted", "A")
    assert play.cube == (1, None)
    play("CheckersMoved", "A", move="8/5 6/5")("DicePickedUp", "A").offer("B").take("A")
    assert play.found == ["ILLEGAL_MOVE/wrong_pips A resolved9"]
    assert play.cube == (2, "A")


@pytest.mark.parametrize(("ruleset", "crawford"), [("usbgf-2016", True), ("wbgt-2010", False)])
def test_the_right_length_counts_from_the_next_game_on(ruleset: str, crawford: bool) -> None:
    """To 7 instead of 9: at 6 points the Crawford game comes, where the set says what length counts."""
    referee = Referee(load_ruleset(ruleset), MatchConfig(length=9, score=(4, 2)))
    lines: list[dict[str, Any]] = [
        {"ev": "GameStarted", "board": START.board26()},
        {"ev": "MatchLengthFound", "played": 9, "official": 7},
        {"ev": "GameEnded", "winner": "A", "how": "bearoff", "level": "gammon"},
        {"ev": "GameStarted", "board": START.board26(), "game_no": 2},
    ]
    for seq, line in enumerate(lines, 1):
        referee.feed(Event.from_json({**line, "seq": seq}))
    assert referee.game.crawford is crawford
