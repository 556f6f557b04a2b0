"""Reading the binary .xg files of eXtreme Gammon.

A header `RGMH`, a thumbnail, then zlib streams; one of them holds records of 2560 bytes, told apart by the
byte at 8: match, game, cube, move, end of game, end of match. Numbers are little-endian. Boards are 26 signed
bytes, bar of the opponent first: in a move the one before in player 1's frame, the one after in the mover's.
Player 1 is the left player, seat A. A move names its comment by number. Analysis is not read.
"""

import struct
from dataclasses import dataclass, field
from datetime import date, timedelta

from monitor.backgammon import NotationError, Position, Seat, from_seat, game_result, other_seat
from monitor.transcripts.errors import TranscriptError
from monitor.transcripts.model import (
    NO_REMARK,
    CubeTurn,
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
from monitor.transcripts.plays import between
from monitor.transcripts.table import Table
from monitor.transcripts.xg_streams import comments, streams

MAGIC = b"RGMH"
_RECORD = 2560
_MATCH, _GAME, _CUBE, _MOVE, _GAME_END = range(5)
_SEATS: dict[int, Seat] = {1: "A", -1: "B"}
_INVALID = 2
_FIRST_DAY = date(1899, 12, 30)


def read_xg(data: bytes) -> Match:
    """The match of an .xg file. Raises TranscriptError where the data is none, or damaged before any game."""
    if not data.startswith(MAGIC):
        raise TranscriptError("not an .xg file: it does not begin with RGMH")
    records, said, problems = _contents(data)
    if not records or records[0].kind != _MATCH:
        raise TranscriptError("no record of a match in this .xg file; it is damaged, or no match")
    head = records[0]
    blocks: list[list[_Record]] = []
    for record in records[1:]:
        if record.kind == _GAME:
            blocks.append([record])
        elif blocks:
            blocks[-1].append(record)
    games = [_GameReader(block, said).game() for block in blocks]
    if not games:
        raise TranscriptError("no game in this .xg file")
    length = head.number(92)
    money = not 0 < length < 1000
    return Match(
        players=(head.text(880, 9), head.text(1138, 50)),
        length=0 if money else length,
        games=tuple(games),
        event=head.text(622, 136),
        round=head.text(1654, 417),
        place=head.text(1396, 283),
        date=_date(head),
        transcriber=head.text(1960, None),
        jacoby=money and bool(head.data[101]),
        problems=tuple(problems),
    )


def _contents(data: bytes) -> tuple[list["_Record"], list[str], list[Problem]]:
    """The records of the first stream that holds them, the comments, and whether anything is missing."""
    records: list[_Record] = []
    said: list[str] = []
    problems: list[Problem] = []
    for content, whole in streams(data):
        if not records and content[8 : 2 * _RECORD : _RECORD] == bytes((_MATCH, _GAME)):
            parts = [content[i : i + _RECORD] for i in range(0, len(content) - _RECORD + 1, _RECORD)]
            records = [_Record(part) for part in parts]
            if not whole or len(content) % _RECORD:
                problems.append(Problem("the file is cut off; what stands before that was read"))
        said = said or comments(content)
    return records, said, problems


def _date(head: "_Record") -> str:
    days = struct.unpack_from("<d", head.data, 128)[0]
    if not 1 <= days < 200_000:
        return ""
    return (_FIRST_DAY + timedelta(days=int(days))).isoformat()


@dataclass(frozen=True, slots=True)
class _Record:
    data: bytes

    @property
    def kind(self) -> int:
        return self.data[8]

    def number(self, at: int) -> int:
        return int(struct.unpack_from("<i", self.data, at)[0])

    def seat(self, at: int) -> Seat | None:
        return _SEATS.get(self.number(at))

    def text(self, wide: int, narrow: int | None) -> str:
        """A text of two bytes a character, of older files one byte a character with its length before it."""
        raw = self.data[wide : wide + 258]
        end = next((i for i in range(0, len(raw) - 1, 2) if raw[i : i + 2] == b"\0\0"), len(raw))
        text = raw[:end].decode("utf-16-le", errors="replace").strip()
        if text or narrow is None:
            return text
        size = self.data[narrow]
        return self.data[narrow + 1 : narrow + 1 + size].decode("cp1252", errors="replace").strip()

    def board(self, at: int) -> Position | None:
        """The board of 26 bytes seen by the player whose men are positive; None if empty."""
        counts = struct.unpack_from("26b", self.data, at)
        if not any(counts):
            return None
        own = [max(0, counts[point]) for point in range(1, 26)]
        other = [max(0, -counts[25 - point]) for point in range(1, 26)]
        return Position.of(own, other)


@dataclass
class _GameReader:
    """Makes the entries of one game of its records."""

    records: list[_Record]
    said: list[str]
    table: Table = field(default_factory=Table)
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def game(self) -> Game:
        """The game as far as its records can be followed."""
        head = self.records[0]
        number = head.number(48)
        result: Result | None = None
        try:
            for record in self.records[1:]:
                if record.kind == _CUBE:
                    self._cube(record)
                elif record.kind == _MOVE:
                    self._move(record)
                elif record.kind == _GAME_END:
                    result = self._result(record)
        except (NotationError, _RecordError) as error:
            self.problems.append(Problem(f"{error}; the rest of the game is left out", 0, number))
        score = (max(0, head.number(12)), max(0, head.number(16)))
        return Game(number, score, tuple(self.entries), result, bool(head.data[20]), tuple(self.problems))

    def _add(self, entry: Entry) -> None:
        self.table.play(entry)
        self.entries.append(entry)

    def _cube(self, record: _Record) -> None:
        seat = record.seat(12)
        if record.number(16) != 1 or seat is None:
            return
        self._add(CubeTurn(seat, "double", 2 * self.table.cube))
        other = other_seat(seat)
        taken = record.number(20)
        if taken == 2:
            self._add(CubeTurn(other, "beaver"))
        elif taken == 1:
            self._add(CubeTurn(other, "take"))
        elif taken == 0:
            self._add(CubeTurn(other, "drop"))

    def _move(self, record: _Record) -> None:
        seat = record.seat(64)
        dice = (record.number(100), record.number(104))
        before, after = record.board(9), record.board(35)
        if seat is None or before is None or not all(1 <= die <= 6 for die in dice):
            raise _RecordError(f"a move of {dice[0]}-{dice[1]} that cannot be understood")
        if self.table.board is None or self.table.board != before:
            self._add(Setup(before, self.table.cube, self.table.owner))
        number = record.number(2524)
        remark = Remark(self.said[number]) if 0 <= number < len(self.said) else NO_REMARK
        if after is None:
            self._add(Move(seat, dice, None, remark=remark))
            return
        mover = from_seat(before, seat)
        hops = between(mover, after, dice)
        stood = record.number(2480) == _INVALID
        self._add(Move(seat, dice, hops, stood, remark))
        if hops is None:
            self._add(Setup(from_seat(after, seat)))

    def _result(self, record: _Record) -> Result | None:
        winner, points = record.seat(24), record.number(28)
        if winner is None:
            return None
        final = self.entries[-1] if self.entries else None
        board = self.table.board
        how: Ending = "resigned"
        if isinstance(final, CubeTurn) and final.act == "drop":
            how = "dropped"
        elif board is not None and game_result(board):
            how = "played"
        return Result(winner, points, how)


class _RecordError(ValueError):
    """A record that cannot be understood."""
