"""Turns that were not seen, and turns put right afterwards."""

from monitor.backgammon import START, Position, apply_play
from monitor.tracking.bridge import bridge
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
