"""Match state, Match IDs and XGIDs."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.backgammon import (
    START,
    DiceError,
    GameResult,
    MatchState,
    MatchStateError,
    Opening,
    Position,
    PositionTextError,
    apply_play,
    format_xgid,
    game_result,
    opening_roll,
    parse_xgid,
)
from monitor.backgammon.match import BACKGAMMON, GAMMON, SINGLE
from tests.monitor.backgammon.cases import SMALL, rows, sound_positions

SEATS = st.sampled_from(["A", "B"])


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    """Match states as an XGID can hold them."""
    length = draw(st.integers(0, 25))
    below = st.integers(0, max(0, length - 1)) if length else st.integers(0, 90)
    exponent = draw(st.integers(0, 6))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda d: (max(d), min(d))))
    return MatchState(
        length=length,
        score=(draw(below), draw(below)),
        crawford=bool(length) and draw(st.booleans()),
        cube=1 << exponent,
        owner=draw(SEATS) if exponent else None,
        on_roll=draw(SEATS),
        dice=dice,
        action="" if dice else draw(st.sampled_from(["", "D"])),
        jacoby=not length and draw(st.booleans()),
        beavers=not length and draw(st.booleans()),
    )


@given(sound_positions(), states())
@settings(deadline=None, derandomize=True)
def test_states_survive_xgid_and_match_id(position: Position, state: MatchState) -> None:
    assert parse_xgid(format_xgid(position, state)) == (position, state)
    assert position.xgid(state) == format_xgid(position, state)
    assert MatchState.from_match_id(state.match_id()) == replace(state, beavers=False)


def test_ids_of_gnu_backgammon() -> None:
    for row in rows(SMALL / "ids.jsonl.gz"):
        position, state = parse_xgid(row["xgid"])
        assert format_xgid(position, state) == row["xgid"]
        assert replace(state, action="").match_id() == row["match"]
        assert MatchState.from_match_id(row["match"]).match_id() == row["match"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "1 fields"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", "9 fields"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:0:10", "dice '07'"),
        ("XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:0:10", "cube exponent 'x'"),
        ("XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:0:10", "owner 2"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", "turn 0"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:-1:0:0:0:10", "negative"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "25 characters"),
    ],
)
def test_what_is_no_xgid_is_refused(text: str, part: str) -> None:
    with pytest.raises(PositionTextError, match=part):
        parse_xgid(text)


@pytest.mark.parametrize("text", ["", "cAkgAmAAcAA", "cAkgAmAAcAA!", "IAAAAAAAAAAA", "////////////"])
def test_what_is_no_match_id_is_refused(text: str) -> None:
    with pytest.raises(PositionTextError, match="Match ID"):
        MatchState.from_match_id(text)


def test_crawford_comes_once() -> None:
    state = MatchState(length=5)
    state = state.after_game("A", 4)
    assert (state.score, state.crawford, state.post_crawford) == ((4, 0), True, False)
    assert not state.may_double("A")
    state = state.after_game("B", 1)
    assert (state.crawford, state.post_crawford, state.away("B")) == (False, True, 4)
    state = state.after_game("B", 3)
    assert (state.score, state.crawford, state.post_crawford) == ((4, 4), False, True)
    assert state.cube_dead
    state = state.after_game("A", 1)
    assert state.winner == "A"
    assert not state.post_crawford
    assert any("is over" in problem for problem in state.problems)


def test_a_match_to_one_has_no_crawford_game() -> None:
    state = MatchState(length=1)
    assert not state.crawford
    assert state.cube_dead
    assert not state.may_double("A")
    assert not MatchState(length=3).after_game("A", 3).crawford


def test_who_may_double() -> None:
    state = MatchState(length=7, score=(3, 5))
    assert state.may_double("A")
    assert not state.may_double("B")
    assert not replace(state, dice=(3, 1)).may_double("A")
    assert not replace(state, action="D").may_double("A")
    doubled = state.taken()
    assert (doubled.cube, doubled.owner) == (2, "B")
    assert not doubled.may_double("A")
    assert not replace(doubled, on_roll="B").may_double("B")
    assert doubled.cube_dead_for("B")
    assert not doubled.cube_dead_for("A")
    assert doubled.cube_dead
    assert not state.cube_dead


def test_what_a_game_is_worth() -> None:
    assert MatchState(length=7, cube=4, owner="A").worth(GAMMON) == 8
    assert MatchState(jacoby=True).worth(BACKGAMMON) == 1
    assert MatchState(jacoby=True, cube=2, owner="A").worth(GAMMON) == 4
    assert MatchState().worth(BACKGAMMON) == 3


@pytest.mark.parametrize(
    ("board", "result"),
    [
        ("-------------------bbbbb--", GameResult(True, SINGLE)),
        ("-------bc----------bbbbb--", GameResult(True, GAMMON)),
        ("a--------ee--------d------", GameResult(True, BACKGAMMON)),
        ("------a--eed--------------", GameResult(True, BACKGAMMON)),
        ("-A------------------------", GameResult(False, SINGLE)),
        ("------------------EEDA----", GameResult(False, BACKGAMMON)),
        ("----------------EEE-------", GameResult(False, GAMMON)),
        ("-b----E-C---eE---c-e----B-", None),
        ("--------------------------", None),
    ],
)
def test_how_a_finished_game_was_won(board: str, result: GameResult | None) -> None:
    assert game_result(Position.from_board26(board)) == result


def test_who_began_with_fourteen_can_lose_a_gammon() -> None:
    fourteen = Position.from_board26("-------bc----------bbbba--")
    assert sum(fourteen.opponent) == 14
    assert game_result(fourteen) == GameResult(True, SINGLE)
    assert game_result(Position.of(fourteen.mover, fourteen.opponent, (15, 0))) == GameResult(True, GAMMON)


def test_contradictions_are_named() -> None:
    assert MatchState(length=5, score=(4, 2), crawford=True).problems == ()
    found = MatchState(length=5, score=(3, 2), crawford=True, cube=2, owner="A").problems
    assert len(found) == 2
    assert len(MatchState(crawford=True).problems) == 1
    assert len(MatchState(owner="A").problems) == 1
    with pytest.raises(MatchStateError, match="power of two"):
        MatchState(cube=3)
    with pytest.raises(MatchStateError, match="negative"):
        MatchState(score=(-1, 0))


def test_the_opening_roll() -> None:
    assert opening_roll(3, 3) is None
    assert opening_roll(3, 1) == Opening("A", (3, 1))
    assert opening_roll(2, 6) == Opening("B", (6, 2))
    with pytest.raises(DiceError, match="opening roll"):
        opening_roll(0, 4)


def test_seats_of_an_xgid() -> None:
    north = apply_play(START, "8/5 6/5")
    text = north.xgid(MatchState(length=7, score=(2, 1), cube=2, owner="B", on_roll="B", dice=(3, 1)))
    assert text == "XGID=-b----E-C---eE---b-db---B-:1:-1:-1:31:2:1:0:7:10"
    position, state = parse_xgid(text)
    assert position == north
    assert (state.on_roll, state.owner, state.points("A")) == ("B", "B", 2)
