"""Turns that were not seen, and turns put right afterwards."""

from monitor.backgammon import START, Position, apply_play
from monitor.tracking.bridge import bridge, passed_on
from monitor.tracking.seating import Seating
from monitor.tracking.state import GameTrack
from tests.monitor.tracking.test_explain import showing

EAST = Seating("E", "A")


def game(to_act: str | None = "A") -> GameTrack:
    track = GameTrack(EAST, START, START, START, in_opening=False)
    track.to_act = to_act  # type: ignore[assignment]
    return track


def after(*plays: tuple[str, str]) -> Position:
    board = START
    for player, play in plays:
        mine = apply_play(board if player == "A" else board.swapped(), play)
        board = mine if player == "A" else mine.swapped()
    return board


def test_one_unseen_turn_is_bridged() -> None:
    seen = after(("A", "13/7 8/7"))
    (turn,) = bridge(showing(seen), game())
    assert (turn.player, turn.after, turn.legal, turn.dice) == ("A", seen, None, None)


def test_two_unseen_turns_are_bridged_where_only_one_pair_explains_them() -> None:
    seen = after(("A", "13/7 8/7"), ("B", "24/20 13/11"))
    turns = bridge(showing(seen), game())
    assert [turn.player for turn in turns] == ["A", "B"]
    assert turns[0].after == after(("A", "13/7 8/7"))
    assert turns[1].after == seen


def test_whoever_was_on_turn() -> None:
    seen = after(("B", "13/7 8/7"))
    (turn,) = bridge(showing(seen), game(None))
    assert turn.player == "B"


def test_a_board_that_nothing_explains_is_not_bridged() -> None:
    counts = list(START.mover)
    counts[5], counts[17] = 2, 3
    assert bridge(showing(Position.of(counts, START.opponent)), game()) == []


def test_a_roll_that_was_seen_is_that_of_the_first_of_two_turns() -> None:
    seen = after(("A", "13/7 8/7"), ("B", "24/20 13/11"))
    first, second = bridge(showing(seen), game(), (6, 1))
    assert (first.dice, first.legal, first.after) == ((6, 1), True, after(("A", "13/7 8/7")))
    assert (second.dice, second.legal) == (None, None)


def test_where_that_roll_explains_nothing_any_may_have_been_played() -> None:
    seen = after(("A", "13/7 8/7"), ("B", "24/20 13/11"))
    turns = bridge(showing(seen), game(), (5, 2))
    assert [turn.dice for turn in turns] == [None, None]


def test_the_opponents_dice_tell_of_a_turn_that_nobody_saw() -> None:
    """His play is half made, of 4 and 2; the turn before was seen to be thrown, or not."""
    middle = after(("A", "13/7 8/7"))
    seen = after(("A", "13/7 8/7"), ("B", "24/20"))
    for known, legal in (((6, 1), True), (None, None)):
        found = passed_on(showing(seen), START, "A", known, (4, 2))
        assert found is not None
        verdict, now = found
        assert (verdict.player, verdict.dice, verdict.legal) == ("A", known, legal)
        assert (verdict.after, now) == (middle, seen)
    assert passed_on(showing(seen), START, "A", None, (6, 5)) is None


def test_a_turn_that_another_would_explain_as_well_is_not_told() -> None:
    """With 3 and 1 the opponent may have gone on where his men were hit, or not have moved at all."""
    counts = list(START.mover)
    counts[5], counts[17] = 2, 3
    assert passed_on(showing(Position.of(counts, START.opponent)), START, "A", None, (3, 1)) is None
