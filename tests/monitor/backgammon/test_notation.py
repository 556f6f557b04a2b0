"""Written plays."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.backgammon import (
    START,
    Hop,
    NotationError,
    Position,
    apply_play,
    describe_change,
    format_play,
    parse_play,
)
from tests.monitor.backgammon.cases import any_boards, sound_positions


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("8/5 6/5", (Hop(8, 5), Hop(6, 5))),
        ("13/7*/6", (Hop(13, 7, True), Hop(7, 6))),
        ("bar/22*", (Hop(25, 22, True),)),
        ("Bar/22,25/21", (Hop(25, 22), Hop(25, 21))),
        ("6/off(2)", (Hop(6, 0), Hop(6, 0))),
        ("24/18/12", (Hop(24, 18), Hop(18, 12))),
        ("6/4*(2)", (Hop(6, 4, True), Hop(6, 4))),
        ("24/21*rail", (Hop(24, 21, True, True),)),
        ("opp:5/6", (Hop(5, 6, other=True),)),
        ("6/bar 6/0", (Hop(6, 25), Hop(6, 0))),
        ("", ()),
        (" Cannot Move ", ()),
    ],
)
def test_reading(text: str, hops: tuple[Hop, ...]) -> None:
    assert parse_play(text) == hops


@pytest.mark.parametrize("text", ["8", "8/", "8-5", "8/26", "x/5", "8/5(", "8//5", "double"])
def test_what_is_no_play_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"from/to|no place|no point"):
        parse_play(text)


@pytest.mark.parametrize(
    "text",
    [
        "8/5 6/5",
        "13/7*/6",
        "bar/22*",
        "6/off(2)",
        "24/18",
        "6/4*(2)",
        "20/15*/10(2)",
        "24/21*rail",
        "opp:5/6",
    ],
)
def test_writing_gives_the_same_text_back(text: str) -> None:
    assert format_play(parse_play(text)) == text


def test_hops_of_one_man_are_joined() -> None:
    assert format_play(parse_play("13/10 24/18 18/14")) == "24/14 13/10"
    assert format_play(parse_play("6/5 8/5(2) 13/5")) == "13/5 8/5(2) 6/5"


def test_plays_are_carried_out_as_written() -> None:
    before = Position.from_board26("-b---AE-C---dD---c-e-a--B-")
    left_standing = apply_play(before, "24/21 6/5")
    assert left_standing.shared_points == (21,)
    assert apply_play(before, "24/21* 6/5").opponent_bar == 1
    railed = apply_play(before, "24/21*rail 6/5")
    assert railed.opponent_bar == 0
    assert len(railed.problems) == 1
    assert apply_play(before, "8/5 6/bar").mover_bar == 1
    assert apply_play(before.swapped(), "opp:5/6").facing(19) == 6
    assert apply_play(before, "") == before
    assert apply_play(apply_play(before, "6/off"), "off/6") == before


@pytest.mark.parametrize("text", ["7/5", "bar/20", "6/off(6)", "opp:2/1", "off/6"])
def test_a_hop_from_nowhere_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"no checker|no man"):
        apply_play(START, text)


@given(sound_positions(), any_boards())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_any_change_can_be_written(before: Position, after: Position) -> None:
    hops = describe_change(before, after)
    if all(hop.source for hop in hops):
        assert apply_play(before, hops).board == after.board
        assert apply_play(before, format_play(hops)).board == after.board


@given(st.text(max_size=30))
@settings(deadline=None, derandomize=True)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        assert all(0 <= hop.source <= 25 and 0 <= hop.to <= 25 for hop in parse_play(text))
