"""Reading a match from our own lines of JSON."""

import json
import math
from dataclasses import dataclass, field
from typing import Any, get_args

from monitor.backgammon import NotationError, Position, PositionError, Seat, parse_play
from monitor.transcripts.errors import TranscriptError
from monitor.transcripts.lines_write import FORM, MATCH_TEXTS
from monitor.transcripts.model import (
    CubeAct,
    CubeTurn,
    Doubt,
    Ending,
    Entry,
    Game,
    Match,
    Move,
    Problem,
    Remark,
    Result,
    Setup,
)
from monitor.transcripts.table import Table

Line = dict[str, Any]
_HIGHEST = 1 << 30


class LineError(ValueError):
    """A line that does not hold what it should: which field, and what is needed."""


def json_lines(text: str) -> tuple[list[tuple[int, Line]], list[Problem]]:
    """The objects of the lines with their line numbers, and the lines that are none."""
    found: list[tuple[int, Line]] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            found.append((number, value))
        else:
            problems.append(Problem("not a JSON object; the line is left out", number))
    return found, problems


@dataclass
class _Open:
    """A game that is being read."""

    number: int
    head: Line
    line: int
    table: Table = field(default_factory=Table)
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def game(self) -> Game:
        try:
            score, result = _score(self.head), _result(self.head.get("result"), self.line)
        except LineError as error:
            self.problems.append(Problem(str(error), self.line, self.number))
            score, result = (0, 0), None
        crawford = self.head.get("crawford") is True
        return Game(
            self.number, score, tuple(self.entries), result, crawford, tuple(self.problems), self.line
        )


def read_lines(text: str) -> Match:
    """The match of a text of JSON lines. Raises TranscriptError where its first line tells of no match."""
    lines, problems = json_lines(text)
    if not lines or lines[0][1].get("record") != "match":
        raise TranscriptError('no match: the first line must be an object with "record": "match"')
    number, head = lines[0]
    if head.get("form") != FORM:
        raise TranscriptError(
            f"line {number}: form {head.get('form')!r} is not known; this program reads {FORM}"
        )
    try:
        players, length = _players(head.get("players")), _whole(head, "length")
    except LineError as error:
        raise TranscriptError(f"line {number}: {error}") from error
    games: list[_Open] = []
    for at, line in lines[1:]:
        if line.get("record") == "game":
            games.append(_begin(line, at, len(games) + 1))
        elif not games:
            problems.append(Problem("an entry before the first game; the line is left out", at))
        else:
            _take(games[-1], line, at)
    return Match(
        players=players,
        length=length,
        games=tuple(game.game() for game in games),
        jacoby=head.get("jacoby") is True,
        problems=tuple(problems),
        **{name: str(head.get(name) or "") for name in MATCH_TEXTS},
    )


def _begin(line: Line, at: int, default: int) -> _Open:
    try:
        return _Open(_whole(line, "number"), line, at)
    except LineError as error:
        game = _Open(default, line, at)
        game.problems.append(Problem(str(error), at, default))
        return game


def _take(game: _Open, line: Line, at: int) -> None:
    if game.problems and game.problems[-1].text.endswith(_STOPPED):
        return
    try:
        entry = _entry(line, at)
        _check_known(game, entry)
        game.table.play(entry)
    except (LineError, NotationError, PositionError) as error:
        game.problems.append(Problem(f"{error}{_STOPPED}", at, game.number))
        return
    game.entries.append(entry)


_STOPPED = "; the rest of the game is left out"


def _check_known(game: _Open, entry: Entry) -> None:
    if isinstance(entry, Move) and entry.hops is not None and game.table.board is None:
        raise LineError("the play before it is not known, so the board is not known")


def _entry(line: Line, at: int) -> Entry:
    record = line.get("record")
    remark = _remark(line, at)
    if record == "move":
        play = line.get("play")
        hops = None if play is None else parse_play(_text(line, "play"))
        return Move(_seat(line, "seat"), _dice(line), hops, line.get("stood") is True, remark)
    if record == "cube":
        act: Any = line.get("act")
        if act not in get_args(CubeAct):
            raise LineError(f"act is {_shown(act)}; one of {', '.join(get_args(CubeAct))} is needed")
        value = None if line.get("value") is None else _whole(line, "value")
        return CubeTurn(_seat(line, "seat"), act, value, remark)
    if record == "setup":
        board = Position.of(_counts(line, "A"), _counts(line, "B"))
        cube = None if line.get("cube") is None else _whole(line, "cube")
        owner = None if line.get("owner") is None else _seat(line, "owner")
        return Setup(board, cube, owner, remark)
    raise LineError(f"record is {_shown(record)}; one of game, move, cube, setup is needed")


def _shown(value: Any) -> str:
    return repr(value)[:40]


def _text(line: Line, name: str) -> str:
    value = line.get(name)
    if not isinstance(value, str):
        raise LineError(f"{name} is {_shown(value)}; a text is needed")
    return value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _HIGHEST


def _whole(line: Line, name: str) -> int:
    value: Any = line.get(name)
    if not _is_whole(value):
        raise LineError(f"{name} is {_shown(value)}; a whole number is needed")
    return int(value)


def _seat(line: Line, name: str) -> Seat:
    value = line.get(name)
    if value not in ("A", "B"):
        raise LineError(f"{name} is {_shown(value)}; A or B is needed")
    return "A" if value == "A" else "B"


def _pair(value: Any) -> tuple[int, int] | None:
    if isinstance(value, list) and len(value) == 2 and all(map(_is_whole, value)):
        return value[0], value[1]
    return None


def _dice(line: Line) -> tuple[int, int]:
    dice = _pair(line.get("dice"))
    if dice is None or not all(1 <= die <= 6 for die in dice):
        raise LineError(f"dice is {_shown(line.get('dice'))}; two numbers from 1 to 6 are needed")
    return dice


def _score(line: Line) -> tuple[int, int]:
    score = _pair(line.get("score"))
    if score is None:
        raise LineError(f"score is {_shown(line.get('score'))}; two whole numbers are needed")
    return score


def _players(value: Any) -> tuple[str, str]:
    if isinstance(value, list) and len(value) == 2 and all(isinstance(name, str) for name in value):
        return value[0], value[1]
    raise LineError(f"players is {_shown(value)}; two names are needed")


def _counts(line: Line, name: str) -> list[int]:
    value = line.get(name)
    if isinstance(value, list) and all(map(_is_whole, value)):
        return value
    raise LineError(f"{name} is {_shown(value)}; 25 numbers of checkers are needed")


def _result(value: Any, line: int) -> Result | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.get("how") not in get_args(Ending):
        raise LineError(f"result is {_shown(value)}; winner, points and how are needed")
    return Result(_seat(value, "winner"), _whole(value, "points"), value["how"], line)


def _number(value: Any, name: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise LineError(f"{name} is {_shown(value)}; a number is needed")
    return value


def _remark(line: Line, at: int) -> Remark:
    doubts = line.get("doubts") or []
    if not isinstance(doubts, list) or not all(isinstance(doubt, dict) for doubt in doubts):
        raise LineError(f"doubts is {_shown(doubts)}; a list of objects is needed")
    comment = _text(line, "comment") if line.get("comment") is not None else ""
    file = _text(line, "file") if line.get("file") is not None else ""
    return Remark(comment, _number(line.get("time"), "time"), tuple(map(_doubt, doubts)), at, file)


def _doubt(line: Line) -> Doubt:
    other = line.get("other") or []
    if not isinstance(other, list) or not all(isinstance(text, str) for text in other):
        raise LineError(f"other is {_shown(other)}; a list of texts is needed")
    other_p = line.get("other_p") or []
    if not isinstance(other_p, list):
        raise LineError(f"other_p is {_shown(other_p)}; a list of numbers is needed")
    numbers = [_number(p, "other_p") for p in other_p]
    known = tuple(p for p in numbers if p is not None)
    return Doubt(_text(line, "what"), tuple(other), _number(line.get("p"), "p"), known)
