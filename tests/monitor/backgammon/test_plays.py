"""Legal plays against the truth on which seven programs agree."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from monitor.backgammon import (
    START,
    DiceError,
    Position,
    apply_play,
    dice_to_use,
    judge_transition,
    legal_plays,
    legal_results,
)
from monitor.backgammon.plays import find_play
from tests.monitor.backgammon.cases import SMALL, rolls, rows, shared, sound_positions


def check_results(path: Path, step: int = 1) -> int:
    """The sets of results of every step-th case equal the truth; how many cases were compared."""
    count = 0
    for number, row in enumerate(rows(path)):
        if number % step == 0:
            position, dice = Position.from_id(row["pos"]), (row["dice"][0], row["dice"][1])
            wanted = {Position.from_id(text).key for text in row["res"]}
            assert legal_results(position, dice) == wanted, row["id"]
            count += 1
    return count


def check_plays(path: Path) -> None:
    """Results, dice to use, notation and the boards accepted besides, of every case."""
    for row in rows(path):
        position, dice = Position.from_id(row["pos"]), (row["dice"][0], row["dice"][1])
        plays = legal_plays(position, dice)
        assert {play.result.id: play.notation for play in plays} == dict(
            zip(row["res"], row["mv"], strict=True)
        ), row["id"]
        assert len(plays) == len(row["res"])
        assert dice_to_use(position, dice) == row["ndice"], row["id"]
        for play in plays:
            assert apply_play(position, play.notation) == play.result
            assert apply_play(position, play.hops) == play.result
        for text in row.get("alt", ()):
            assert judge_transition(position, dice, Position.from_id(text)).legal


def test_results_notation_and_dice_of_the_small_set() -> None:
    check_plays(SMALL / "legal.jsonl.gz")
    assert check_results(SMALL / "legal.jsonl.gz") == 899


def test_results_of_every_fifth_case_of_the_full_set() -> None:
    assert check_results(shared("movegen", "legal_dev.jsonl.gz"), 5) > 4000


@pytest.mark.full
@pytest.mark.timeout(1200)
def test_everything_of_the_full_set() -> None:
    path = shared("movegen", "legal_dev.jsonl.gz")
    check_plays(path)
    assert check_results(path) == 20359


def test_the_opening_three_one() -> None:
    plays = legal_plays(START, (1, 3))
    assert len(plays) == 16
    five_point = next(play for play in plays if play.notation == "8/5 6/5")
    assert five_point.result.board26() == "-b---BD-B---eE---c-e----B-"
    assert five_point.hits == 0


def test_a_hit_counts_once_and_the_game_may_be_over() -> None:
    last_man = Position.from_board26("-A-----------------bbbbbb-")
    assert [play.notation for play in legal_plays(last_man, (6, 5))] == ["1/off"]
    blot = Position.from_board26("-a----AA------------------")
    hitting = next(play for play in legal_plays(blot, (6, 5)) if play.notation == "7/1* 6/1")
    assert (hitting.hits, hitting.result.opponent_bar, hitting.result.at(1)) == (1, 1, 2)


def test_no_play_leaves_an_empty_set() -> None:
    closed = Position.from_board26("-A-----------------bbbbbbA")
    assert legal_plays(closed, (6, 5)) == ()
    assert legal_results(closed, (6, 5)) == set()
    assert dice_to_use(closed, (6, 5)) == 0


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (3,), (1, 2, 3), ("a", 1), None, (2.5, 1)])
def test_what_is_no_roll_is_refused(dice: object) -> None:
    with pytest.raises(DiceError, match="no roll"):
        legal_results(START, dice)  # type: ignore[arg-type]


def test_an_impossible_board_still_has_plays() -> None:
    both = Position.of([0, 0, 0, 0, 0, 2] + [0] * 19, [0] * 18 + [1, 2] + [0] * 5)
    assert both.shared_points == (6,)
    assert [play.notation for play in legal_plays(both, (1, 2))] == ["6/3"]


@given(sound_positions(), rolls)
@settings(deadline=None, derandomize=True, max_examples=80)
def test_plays_keep_the_men_together(position: Position, dice: tuple[int, int]) -> None:
    plays = legal_plays(position, dice)
    assert (
        {play.result.key for play in plays}
        == legal_results(position, dice)
        == legal_results(position, dice[::-1])
    )
    for play in plays[:12]:
        result = play.result
        assert sum(result.opponent) == sum(position.opponent)
        assert result.mover_off - position.mover_off == sum(hop.to == 0 for hop in play.hops)
        assert result.opponent_bar - position.opponent_bar == play.hits
        assert not set(result.shared_points) - set(position.shared_points)
        assert result.mover_pips < position.mover_pips
        assert apply_play(position, play.notation) == result
        assert judge_transition(position, dice, result).legal


def naive(position: Position, dice: tuple[int, ...]) -> set[tuple[int, bytes]]:
    """Every board a sequence of single moves leaves, with the number of dice used; from the rules alone."""
    found = {(0, position.board)}
    if dice:
        men = list(position.mover)
        for place in range(25) if not men[24] else (24,):
            to = place - dice[0]
            if not men[place] or (to >= 0 and position.facing(to + 1) > 1):
                continue
            if to < 0 and (any(men[6:]) or (to < -1 and any(men[place + 1 :]))):
                continue
            own, other = list(men), list(position.opponent)
            own[place] -= 1
            if to >= 0:
                own[to] += 1
                if other[23 - to]:
                    other[23 - to] -= 1
                    other[24] += 1
            found |= {(n + 1, board) for n, board in naive(Position.of(own, other), dice[1:])}
    return found


@given(sound_positions(), rolls)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_the_quick_way_agrees_with_the_plain_one(position: Position, dice: tuple[int, int]) -> None:
    high, low = max(dice), min(dice)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    reached = set().union(*(naive(position, order) for order in orders))
    most = max(n for n, _ in reached)
    boards = {board for n, board in reached if n == most}
    if most == 1 and high != low:
        larger = {board for n, board in naive(position, (high,)) if n == 1}
        boards = larger or boards
    assert legal_results(position, dice) == ({int.from_bytes(b, "little") for b in boards} if most else set())


@settings(max_examples=25, deadline=None)
@given(sound_positions(), rolls)
def test_one_play_is_found_as_among_all(position: Position, dice: tuple[int, int]) -> None:
    plays = legal_plays(position, dice)
    for play in plays[:: 1 + len(plays) // 4]:
        assert find_play(position, dice, play.result) == play
        assert find_play(position, dice, play.result).result.tray == play.result.tray
    assert find_play(position, dice, START.swapped()).result == START
