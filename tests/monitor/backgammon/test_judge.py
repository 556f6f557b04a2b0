"""Judging turns: what is illegal, why, and what never is."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings

from monitor.backgammon import START, Position, apply_play, distance, judge_transition, legal_plays
from monitor.backgammon.kinds import PRIORITY
from tests.monitor.backgammon.cases import (
    EXPECTED_KINDS,
    LEAST_SHARE,
    SMALL,
    any_boards,
    illegal_rows,
    played,
    rolls,
    shared,
    sound_positions,
)


def check_illegal(path: Path, step: int = 1, slack: float = 0.0) -> int:
    """Every step-th board is called illegal and is named as it was built; how many boards that were."""
    boards: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for number, row in enumerate(illegal_rows(path)):
        if number % step:
            continue
        before, after = Position.from_id(row["pos"]), Position.from_id(row["after"])
        verdict = judge_transition(before, (row["dice"][0], row["dice"][1]), after)
        assert not verdict.legal
        assert verdict.kinds
        assert verdict.kinds <= set(PRIORITY)
        assert verdict.kind in verdict.kinds
        assert apply_play(before, verdict.notation).board == after.board
        boards[row["reason"]] += 1
        named[row["reason"]] += EXPECTED_KINDS[row["reason"]] <= verdict.kinds
    assert set(boards) == set(EXPECTED_KINDS)
    for reason, count in boards.items():
        assert named[reason] >= (LEAST_SHARE.get(reason, 0.99) - slack) * count, reason
    return boards.total()


def check_played(path: Path, step: int = 1) -> int:
    """Real plays raise nothing; how many there were."""
    count = 0
    for number, (before, dice, after) in enumerate(played(path)):
        if number % step == 0:
            verdict = judge_transition(before, dice, after)
            assert verdict.legal, (before.id, dice, after.id)
            assert not verdict.kinds
            count += 1
    return count


def test_boards_of_the_small_set_are_illegal() -> None:
    assert check_illegal(SMALL / "illegal.jsonl.gz", slack=0.1) == 800


def test_real_plays_of_the_small_set_are_legal() -> None:
    assert check_played(SMALL / "played.tsv.gz") == 2000


def test_every_eighth_board_of_the_full_set() -> None:
    assert check_illegal(shared("movegen", "illegal_dev.jsonl.gz"), 8, slack=0.05) > 4000


def test_every_tenth_real_play() -> None:
    assert check_played(shared("movegen", "played_dev.tsv.gz"), 10) == 7000


@pytest.mark.full
@pytest.mark.timeout(1200)
def test_all_boards_and_all_real_plays() -> None:
    assert check_illegal(shared("movegen", "illegal_dev.jsonl.gz")) == 38549
    assert check_played(shared("movegen", "played_dev.tsv.gz")) == 70000


MIDGAME = "-b---AE-C---dD---c-e-a--B-"


@pytest.mark.parametrize(
    ("board", "dice", "done", "kinds", "said"),
    [
        (MIDGAME, (3, 1), "8/4 6/5", {"wrong_pips"}, "5 pips were moved where the roll gives 4"),
        (MIDGAME, (6, 1), "13/7", {"must_play_more"}, "2 of the numbers can and must be played"),
        (MIDGAME, (2, 2), "13/11(2) 6/4", {"must_play_more"}, "4 of the numbers"),
        ("-AA----------b------cddbA-", (6, 5), "24/19", {"must_play_higher"}, "only legal play is 24/18"),
        ("-b----E-C---dD---c-e-a--BA", (6, 5), "13/7 13/8", {"bar_entry_ignored"}, "must enter"),
        (MIDGAME, (5, 5), "24/14 13/8(2)", {"blocked_path"}, "holds the 19 point"),
        (MIDGAME, (3, 1), "24/21*rail 6/5", {"hit_checker_removed"}, "instead of going to the bar"),
        (MIDGAME, (3, 1), "8/5 6/bar", {"own_checker_to_bar"}, "of his own on the bar"),
        (MIDGAME, (3, 1), "24/21 6/5", {"co_occupied"}, "both players stand on the 21 point"),
        ("--ABCCC--A---------cccbba-", (6, 3), "6/off 3/off", {"premature_bearoff"}, "before all were home"),
        ("-A----A---------------bba-", (4, 1), "6/off 1/off", {"wrong_pips"}, "does not fit"),
        (MIDGAME, (3, 1), "8/5 6/5 opp:13/11", {"opponent_checker_moved"}, "without being hit"),
        (MIDGAME, (3, 1), "5/8 6/5", {"wrong_direction"}, "backwards"),
        (MIDGAME, (3, 1), "8/5 6/5 opp:13/off", {"checker_count"}, "opponent has 1 checker fewer"),
        (MIDGAME, (6, 1), "", {"must_play_more"}, "Nothing was moved with 6-1"),
    ],
)
def test_kinds(board: str, dice: tuple[int, int], done: str, kinds: set[str], said: str) -> None:
    before = Position.from_board26(board)
    verdict = judge_transition(before, dice, apply_play(before, done))
    assert not verdict.legal
    assert verdict.kinds == kinds
    assert verdict.kind in kinds
    assert said in verdict.explanation
    assert verdict.nearest


def test_moving_where_nothing_can_move() -> None:
    before = Position.from_board26("-BBBBBB-----abB----bbbbbbA")
    verdict = judge_transition(before, (2, 1), apply_play(before, "14/12*"))
    assert verdict.kind == "deadlock"
    assert verdict.kinds == {"deadlock", "bar_entry_ignored", "no_move"}
    assert verdict.nearest == ()
    assert "must stay as it was" in verdict.explanation
    dance = judge_transition(before, (2, 1), before)
    assert dance.legal
    assert dance.explanation == "2-1 cannot be played: nothing moves."
    assert dance.nearest[0].result == before


def test_a_tray_tells_early_bearing_off_from_a_lost_checker() -> None:
    before = Position.from_board26("--ABCCC--A---------cccbba-", off=(2, 0))
    after = apply_play(before, "5/3 4/3 6/off")
    unknown = judge_transition(before, (2, 1), Position(after.board))
    lost = judge_transition(before, (2, 1), Position(after.board, (2, 0)))
    borne_off = judge_transition(before, (2, 1), Position(after.board, (3, 0)))
    assert unknown.kinds == {"checker_count", "premature_bearoff"}
    assert lost.kinds == {"checker_count"}
    assert borne_off.kinds == {"premature_bearoff"}


def test_the_nearest_play_is_named_first() -> None:
    verdict = judge_transition(START, (3, 1), apply_play(START, "8/4 6/5"))
    assert verdict.nearest[0].notation == "8/5 6/5"
    distances = [distance(play.result, verdict.after) for play in verdict.nearest]
    assert distances == sorted(distances)
    assert distances[0] == 1


def test_a_legal_play_is_its_own_nearest() -> None:
    verdict = judge_transition(START, (1, 3), apply_play(START, "8/5 6/5"))
    assert verdict.legal
    assert verdict.kind is None
    assert verdict.play is not None
    assert verdict.play.notation == verdict.notation == "8/5 6/5"
    assert verdict.nearest == (verdict.play,)
    assert "legal play of 1-3" in verdict.explanation


def test_the_last_man_may_go_off_at_once() -> None:
    before = Position.from_id("R8AUYAICAAAAAA")
    verdict = judge_transition(before, (5, 6), Position.from_id("R8AUYAIAAAAAAA"))
    assert verdict.legal
    assert verdict.notation == "6/off"
    assert {play.result.id for play in legal_plays(before, (5, 6))} == {"R8AUYAQAAAAAAA"}


@given(sound_positions(), rolls, any_boards())
@settings(deadline=None, derandomize=True, max_examples=150)
def test_any_board_can_be_judged(before: Position, dice: tuple[int, int], after: Position) -> None:
    legal = {play.result.board for play in legal_plays(before, dice)} or {before.board}
    assume(after.board not in legal)
    verdict = judge_transition(before, dice, after)
    assert verdict.legal == (sum(after.mover) == 0 and verdict.kinds == frozenset())
    if not verdict.legal:
        assert verdict.kinds
        assert verdict.explanation.endswith(".")
        assert len(verdict.nearest) == min(8, len(legal_plays(before, dice)))


@given(sound_positions(), rolls)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_the_verdict_does_not_depend_on_who_sits_where(before: Position, dice: tuple[int, int]) -> None:
    for play in legal_plays(before, dice)[:5]:
        mirrored = Position.from_board26(before.board26("A"), "A")
        assert judge_transition(mirrored, dice, play.result).legal
        as_north = Position.from_board26(before.board26("B"), "B")
        assert judge_transition(as_north, dice, Position.from_board26(play.result.board26("B"), "B")).legal


def test_kinds_of_the_scenarios() -> None:
    """The position at the end of each turn with an illegal move gives the kind that the referee must name."""
    scenarios = json.loads(shared("rules", "scenarios.json").read_text("utf-8"))["scenarios"]
    judged = [pair for scenario in scenarios for pair in _judged(scenario)]
    assert len(judged) > 30
    assert [pair for pair in judged if pair[1] != pair[2]] == []


def _judged(scenario: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    """(scenario, kind expected, kind found) for every illegal turn of a scenario."""
    wanted = {
        finding["at"]: finding["kind"]
        for expected in scenario["expect"].values()
        for finding in expected["findings"]
        if finding["code"] == "ILLEGAL_MOVE"
    }
    if not wanted:
        return []
    south = begun = Position.from_board26(scenario["start"]["board"])
    dice, by, found = (0, 0), "A", []
    for event in scenario["events"]:
        if event["ev"] == "DiceAtRest" and len(event["dice"]) == 2:
            dice, begun = (event["dice"][0]["face"], event["dice"][1]["face"]), south
        if event["ev"] == "CheckersMoved":
            by = event["by"]
            seen = apply_play(south if by == "A" else south.swapped(), event["move"])
            south = seen if by == "A" else seen.swapped()
        if event["seq"] in wanted:
            before, after = (begun, south) if by == "A" else (begun.swapped(), south.swapped())
            found.append((scenario["id"], wanted[event["seq"]], judge_transition(before, dice, after).kind))
            begun = south
    return found
