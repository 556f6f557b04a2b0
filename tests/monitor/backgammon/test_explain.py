"""Turns explained without their dice."""

import random

from monitor.backgammon import (
    ROLLS,
    START,
    Position,
    apply_play,
    explain_rolls,
    explain_two_turns,
    judge_transition,
    legal_plays,
)
from tests.monitor.backgammon.cases import SMALL, played


def test_there_are_21_rolls() -> None:
    assert len(set(ROLLS)) == 21
    assert all(high >= low for high, low in ROLLS)


def test_the_five_point_is_made_with_three_one_or_double_ones() -> None:
    found = explain_rolls(START, apply_play(START, "8/5 6/5"))
    assert [(roll.dice, roll.play.notation) for roll in found] == [((1, 1), "8/5 6/5"), ((3, 1), "8/5 6/5")]
    assert [len(roll.play.hops) for roll in found] == [4, 2]


def test_one_man_can_mean_several_rolls() -> None:
    found = explain_rolls(START, apply_play(START, "8/4"))
    assert {roll.dice for roll in found} == {(3, 1), (1, 1)}
    assert {roll.dice for roll in explain_rolls(START, apply_play(START, "13/9 6/2"))} == {(2, 2)}
    assert explain_rolls(START, apply_play(START, "24/18 13/1")) == ()
    assert explain_rolls(START, START) == ()


def test_an_unchanged_board_means_a_dance() -> None:
    before = Position.from_board26("-A-----------------bbbbb-A")
    found = explain_rolls(before, before)
    assert {roll.dice for roll in found} == {roll for roll in ROLLS if 1 not in roll}
    assert all(roll.play.hops == () for roll in found)


def test_rolls_are_exactly_those_that_are_legal() -> None:
    for before, dice, after in list(played(SMALL / "played.tsv.gz"))[:300]:
        found = {roll.dice for roll in explain_rolls(before, after)}
        assert (max(dice), min(dice)) in found
        assert found == {roll for roll in ROLLS if judge_transition(before, roll, after).legal}


def test_two_unseen_turns() -> None:
    between = apply_play(START, "8/5 6/5").swapped()
    after = apply_play(between, "24/18 13/11").swapped()
    found = explain_two_turns(START, after)
    assert [way.between for way in found] == [between.swapped()]
    assert [roll.dice for roll in found[0].first] == [(1, 1), (3, 1)]
    assert [roll.play.notation for roll in found[0].reply] == ["24/18 13/11"]
    assert explain_two_turns(START, apply_play(START, "24/18 13/1")) == ()


def test_two_unseen_turns_of_real_games() -> None:
    rng = random.Random(5)
    for before, dice, middle in list(played(SMALL / "played.tsv.gz"))[:150]:
        if not any(middle.mover):
            continue
        reply = rng.choice(ROLLS)
        turned = middle.swapped()
        plays = legal_plays(turned, reply)
        after = (rng.choice(plays).result if plays else turned).swapped()
        ways = explain_two_turns(before, after)
        true = next(way for way in ways if way.between.board == middle.board)
        assert (max(dice), min(dice)) in {roll.dice for roll in true.first}
        assert reply in {roll.dice for roll in true.reply}
        for way in ways:
            for roll in way.first:
                assert judge_transition(before, roll.dice, way.between).legal
            for roll in way.reply:
                assert judge_transition(way.between.swapped(), roll.dice, after.swapped()).legal
