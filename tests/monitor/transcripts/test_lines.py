"""Our own JSON lines: what is wrong in them is told by line, and the games beside it are read."""

import json
from typing import Any

import pytest

from monitor.transcripts import Move, TranscriptError, parse_match

HEAD: dict[str, Any] = {"record": "match", "form": 1, "players": ["Anna", "Boris"], "length": 3}
GAME = {"record": "game", "number": 1, "score": [0, 0], "crawford": False, "result": None}
MOVE = {"record": "move", "seat": "A", "dice": [3, 1], "play": "8/5 6/5"}


def read(*lines: object) -> Any:
    return parse_match("\n".join(map(json.dumps, lines)).encode())


def test_a_move() -> None:
    match = read(
        HEAD, GAME, MOVE | {"time": 3, "comment": "x", "doubts": [{"what": "dice", "other": ["63"]}]}
    )
    (move,) = match.games[0].entries
    assert isinstance(move, Move)
    assert (move.remark.time, move.remark.comment, move.remark.doubts[0].other) == (3, "x", ("63",))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (MOVE | {"seat": "C"}, "A or B"),
        (MOVE | {"dice": [3, 7]}, "from 1 to 6"),
        (MOVE | {"dice": "31"}, "from 1 to 6"),
        (MOVE | {"play": 5}, "a text is needed"),
        (MOVE | {"play": "8-5"}, "is no move"),
        (MOVE | {"play": "9/5"}, "no checker on point 9"),
        (MOVE | {"time": "soon"}, "a number"),
        (MOVE | {"doubts": "many"}, "a list of objects"),
        (MOVE | {"doubts": [{"what": "dice", "other": [1]}]}, "a list of texts"),
        ({"record": "cube", "seat": "A", "act": "roll"}, "double, take"),
        ({"record": "cube", "seat": "A", "act": "double", "value": -2}, "a whole number"),
        ({"record": "setup", "A": [1], "B": [0] * 25}, "25"),
        ({"record": "setup", "A": "x", "B": [0] * 25}, "25 numbers"),
        ({"record": "dance"}, "one of game, move, cube, setup"),
    ],
)
def test_what_is_wrong_with_an_entry(line: dict[str, Any], words: str) -> None:
    match = read(HEAD, GAME, MOVE, line, MOVE, GAME | {"number": 2}, MOVE)
    (problem,) = match.all_problems
    assert (problem.line, problem.game) == (4, 1)
    assert words in problem.text
    assert [len(game.entries) for game in match.games] == [1, 1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (GAME | {"number": "one"}, "number is 'one'"),
        (GAME | {"score": [0]}, "score is"),
        (GAME | {"result": {"winner": "A"}}, "result is"),
        (GAME | {"result": {"winner": "X", "points": 1, "how": "played"}}, "A or B"),
    ],
)
def test_what_is_wrong_with_a_game(line: dict[str, Any], words: str) -> None:
    match = read(HEAD, line, MOVE)
    assert words in match.all_problems[0].text
    assert len(match.games[0].entries) == 1


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ({"record": "game"}, "the first line must be"),
        (HEAD | {"form": 2}, "form 2 is not known"),
        (HEAD | {"players": "Anna"}, "two names"),
        (HEAD | {"length": None}, "length is None"),
    ],
)
def test_what_is_no_match(head: dict[str, Any], words: str) -> None:
    with pytest.raises(TranscriptError, match=words):
        read(head, GAME, MOVE)


def test_an_entry_before_a_game_is_left_out() -> None:
    assert "before the first game" in read(HEAD, MOVE, GAME).all_problems[0].text


def test_a_play_after_an_unknown_one() -> None:
    match = read(HEAD, GAME, MOVE | {"play": None}, MOVE | {"seat": "B"})
    assert "the board is not known" in match.all_problems[0].text
