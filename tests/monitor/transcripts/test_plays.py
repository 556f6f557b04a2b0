"""The hops between two boards: those of the legal play where there is one."""

import pytest

from monitor.backgammon import START, Position, apply_play, format_play
from monitor.transcripts.plays import between


@pytest.mark.parametrize(
    ("before", "after", "dice", "written"),
    [
        ("aBABBaB-AA-Ac---bbBb-bb-A-", "bBBBB-B-AA--c---bbBb-bb-A-", (6, 3), "11/5*/2"),
        ("aBABBaB-AA-Ac---bbBb-bb-A-", "bBBBB-B-AA--c---bbBb-bb-A-", (6, 2), "11/2 opp:20/bar"),
    ],
)
def test_a_blot_hit_on_the_way(before: str, after: str, dice: tuple[int, int], written: str) -> None:
    """By a legal play it was hit on the way; with another roll nobody knows how it came to lie on the bar."""
    start, end = Position.from_board26(before), Position.from_board26(after)
    hops = between(start, end, dice)
    assert hops is not None
    assert format_play(hops) == written
    assert apply_play(start, hops).board == end.board


def test_too_much_has_changed() -> None:
    assert between(START, Position(bytes(50)), (6, 5)) is None
