"""A position: where the thirty checkers are, seen from the player on roll.

The counts of the two players are kept apart, so a board that no game can reach (both colours on one
point, a checker too few) is held just as well as a sound one.
"""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal, Self

from monitor.backgammon.errors import PositionError, PositionTextError

if TYPE_CHECKING:
    from monitor.backgammon.match import MatchState

Seat = Literal["A", "B"]
"""A is the bottom player of an XGID (seat south, upper case), B the top player (seat north, lower case)."""

CHECKERS = 15
BAR = 25
"""Number of the bar as a place to move from; points are 1 to 24."""
OFF = 0
"""Number of the tray as a place to move to."""

_SIDE = 25
_ID_BITS = 80
_ID_LENGTH = 14
_PLACES = (*range(1, 25), BAR)


def other_seat(seat: Seat) -> Seat:
    """The seat across the board."""
    return "B" if seat == "A" else "A"


@dataclass(frozen=True, slots=True)
class Position:
    """A board with the player on roll, who is called the mover.

    `board` holds fifty counts, one byte each: the mover's ace point to 24 point, his bar, then the same
    for the opponent in the opponent's own numbering (his point q is the mover's point 25 - q).
    `tray` is the number of men (mover, opponent) seen borne off; None takes the men who are not on the
    board as borne off. Positions are equal when their boards are, whatever was seen in the tray.
    Build one with `of`, `from_id`, `from_xgid` or `from_board26`.
    """

    board: bytes
    tray: tuple[int, int] | None = field(default=None, compare=False)

    @classmethod
    def of(cls, mover: Sequence[int], opponent: Sequence[int], tray: tuple[int, int] | None = None) -> Self:
        """A position from 25 counts a side: own ace point to 24 point, then the bar.

        Raises PositionError where a list is not 25 counts from 0 to 255.
        """
        for name, counts in (("mover", mover), ("opponent", opponent)):
            if len(counts) != _SIDE:
                raise PositionError(
                    f"{name}: {len(counts)} counts given; 25 are needed (points 1 to 24, then the bar)"
                )
            if min(counts) < 0 or max(counts) > 255:
                raise PositionError(f"{name}: counts must lie between 0 and 255, got {list(counts)}")
        return cls(bytes((*mover, *opponent)), tray)

    @property
    def mover(self) -> tuple[int, ...]:
        """The mover's 25 counts: index 0 his ace point, 23 his 24 point, 24 his bar."""
        return tuple(self.board[:_SIDE])

    @property
    def opponent(self) -> tuple[int, ...]:
        """The opponent's 25 counts in his own numbering, like `mover`."""
        return tuple(self.board[_SIDE:])

    @property
    def key(self) -> int:
        """The fifty counts as one integer, eight bits each, the mover's ace point lowest."""
        return int.from_bytes(self.board, "little")

    @classmethod
    def from_key(cls, key: int) -> Self:
        """The position of a `key`."""
        return cls(key.to_bytes(2 * _SIDE, "little"))

    def at(self, place: int) -> int:
        """The mover's men on a point (1 to 24) or on his bar (25)."""
        return self.board[place - 1]

    def facing(self, point: int) -> int:
        """The opponent's men on a point counted from the mover's side (1 to 24)."""
        return self.board[2 * _SIDE - 1 - point]

    @property
    def mover_bar(self) -> int:
        """The mover's men on the bar."""
        return self.board[24]

    @property
    def opponent_bar(self) -> int:
        """The opponent's men on the bar."""
        return self.board[49]

    @property
    def mover_off(self) -> int:
        """The mover's men borne off: as counted in the tray, else fifteen less those on the board."""
        return self.tray[0] if self.tray else max(0, CHECKERS - sum(self.board[:_SIDE]))

    @property
    def opponent_off(self) -> int:
        """The opponent's men borne off, as `mover_off`."""
        return self.tray[1] if self.tray else max(0, CHECKERS - sum(self.board[_SIDE:]))

    @property
    def mover_pips(self) -> int:
        """Pips the mover needs to bear all his men off; a man on the bar counts 25."""
        return sum(n * place for n, place in zip(self.board, _PLACES, strict=False))

    @property
    def opponent_pips(self) -> int:
        """Pips the opponent needs to bear all his men off."""
        return sum(n * place for n, place in zip(self.board[_SIDE:], _PLACES, strict=True))

    def swapped(self) -> Self:
        """The same board with the other player on roll."""
        return type(self)(
            self.board[_SIDE:] + self.board[:_SIDE], (self.tray[1], self.tray[0]) if self.tray else None
        )

    @property
    def shared_points(self) -> tuple[int, ...]:
        """Points, in the mover's numbering, on which both players have men."""
        board = self.board
        return tuple(p for p in range(1, 25) if board[p - 1] and board[49 - p])

    @property
    def deadlocked(self) -> bool:
        """Both players are on the bar against closed boards: no roll can ever be played."""
        board = self.board
        return bool(board[24] and board[49]) and min(board[0:6]) > 1 and min(board[25:31]) > 1

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that makes the board impossible, one sentence each; empty for a sound one."""
        found: list[str] = []
        sides = (("mover", self.board[:_SIDE]), ("opponent", self.board[_SIDE:]))
        for i, (name, counts) in enumerate(sides):
            there = sum(counts)
            total = there + (self.tray[i] if self.tray else 0)
            if total > CHECKERS:
                found.append(f"The {name} has {total} checkers, {total - CHECKERS} too many.")
            elif self.tray and total < CHECKERS:
                found.append(f"The {name} has {total} checkers, {CHECKERS - total} missing.")
        found += [f"Both players have checkers on the mover's {p} point." for p in self.shared_points]
        if not any(self.board):
            found.append("No checkers are on the board: both players cannot have borne off.")
        if self.deadlocked:
            found.append("Both players are on the bar against closed boards: nobody can ever move.")
        return tuple(found)

    @property
    def id(self) -> str:
        """The GNU Backgammon Position ID: 14 characters, the player not on roll coded first.

        The code is the one of the GNU Backgammon manual ("A technical description of the Position ID"):
        fifty unary counts, each closed by a zero, filled into ten bytes from the least significant bit.
        Raises PositionError for a board of more than thirty men, which does not fit.
        """
        men = sum(self.board)
        if men > 2 * CHECKERS:
            raise PositionError(
                f"a Position ID cannot hold {men} checkers (30 at most); use the counts themselves"
            )
        runs = "".join([_run(n) for n in self.board[_SIDE:] + self.board[:_SIDE]])
        packed = int(runs[::-1], 2).to_bytes(_ID_BITS // 8, "little")
        return base64.b64encode(packed)[:_ID_LENGTH].decode("ascii")

    @classmethod
    def from_id(cls, text: str) -> Self:
        """The position of a GNU Backgammon Position ID; every well-formed one, impossible boards too.

        Raises PositionTextError for anything that is not the code of some board.
        """
        text = text.strip()
        try:
            packed = base64.b64decode(text + "==", validate=True) if len(text) == _ID_LENGTH else b""
        except (binascii.Error, ValueError):
            packed = b""
        if len(packed) != _ID_BITS // 8 or base64.b64encode(packed)[:_ID_LENGTH].decode("ascii") != text:
            raise PositionTextError(
                f"{text!r} is not a Position ID: 14 characters out of A-Z a-z 0-9 + / are needed"
            )
        bits = f"{int.from_bytes(packed, 'little'):0{_ID_BITS}b}"[::-1]
        runs = bits.split("0")
        counts = bytes(map(len, runs[: 2 * _SIDE]))
        if len(runs) <= 2 * _SIDE or any(runs[2 * _SIDE :]):
            raise PositionTextError(
                f"{text!r} is not a Position ID: it does not code 25 counts for each player; copy it again"
            )
        return cls(counts[_SIDE:] + counts[:_SIDE])

    @classmethod
    def from_board26(cls, text: str, on_roll: Seat = "A", off: tuple[int, int] | None = None) -> Self:
        """The position of 26 characters in XGID order, seen from the seat on roll.

        Character 0 is B's bar, 1 to 24 the points as A counts them, 25 A's bar; an upper-case letter is
        that many men of A (A = 1), a lower-case one of B, '-' an empty place. `off` counts the men borne
        off (A, B) where they were seen. Raises PositionTextError where the text is not of this form.
        """
        south, north = _counts26(text)
        if on_roll == "A":
            return cls.of(south, north, off)
        return cls.of(north, south, (off[1], off[0]) if off else None)

    def board26(self, on_roll: Seat = "A") -> str:
        """The 26 characters of `from_board26`, with the mover at the given seat.

        Raises PositionError where both players stand on one point or a stack is higher than 26, which
        this form cannot hold.
        """
        if self.shared_points:
            raise PositionError(
                f"both players stand on point {self.shared_points[0]}: 26 characters cannot hold that; "
                "use the Position ID"
            )
        if max(self.board) > 26:
            raise PositionError(f"a stack of {max(self.board)} checkers has no letter (26 at most)")
        south, north = (self.board[:_SIDE], self.board[_SIDE:])
        if on_roll == "B":
            south, north = north, south
        cells = [_letter(north[24]).lower()]
        cells += [
            _letter(south[p - 1]) if south[p - 1] else _letter(north[24 - p]).lower() for p in range(1, 25)
        ]
        cells.append(_letter(south[24]))
        return "".join(cells)

    @classmethod
    def from_xgid(cls, text: str) -> Self:
        """The position of an eXtreme Gammon ID, from the side of the player on roll.

        Raises PositionTextError where the text is no XGID. `xgid.parse_xgid` gives the match state too.
        """
        from monitor.backgammon.xgid import parse_xgid

        found = parse_xgid(text)[0]
        return cls(found.board, found.tray)

    def xgid(self, match: "MatchState | None" = None) -> str:
        """The eXtreme Gammon ID of the position, by default the mover as bottom player of a money game."""
        from monitor.backgammon.xgid import format_xgid

        return format_xgid(self, match)

    def __str__(self) -> str:
        return self.xgid() if not self.shared_points else f"Position ID {self.id}"


@cache
def _run(count: int) -> str:
    return "1" * count + "0"


def _letter(count: int) -> str:
    return chr(ord("A") + count - 1) if count else "-"


_SOUTH = {chr(ord("A") + n): n + 1 for n in range(26)}
_NORTH = {chr(ord("a") + n): n + 1 for n in range(26)}


def _counts26(text: str) -> tuple[list[int], list[int]]:
    if len(text) != 26:
        raise PositionTextError(f"{text!r} is no board: {len(text)} characters where 26 are needed")
    south, north = [0] * _SIDE, [0] * _SIDE
    for place, char in enumerate(text):
        if char == "-":
            continue
        if char in _SOUTH:
            if place == 0:
                raise PositionTextError(f"{text!r} is no board: place 0 is B's bar, {char!r} is a man of A")
            south[place - 1] = _SOUTH[char]
        elif char in _NORTH:
            if place == 25:
                raise PositionTextError(f"{text!r} is no board: place 25 is A's bar, {char!r} is a man of B")
            north[24 - place] = _NORTH[char]
        else:
            raise PositionTextError(
                f"{text!r} is no board: {char!r} at place {place}; only A-Z, a-z and '-' may stand there"
            )
    return south, north


START = Position.from_id("4HPwATDgc/ABMA")
"""The starting position."""
