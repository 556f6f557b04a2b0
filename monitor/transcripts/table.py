"""The board and the cube followed through a game, entry by entry, whatever the entries do."""

from collections.abc import Iterator
from dataclasses import dataclass

from monitor.backgammon import (
    START,
    MatchState,
    NotationError,
    Position,
    Seat,
    apply_play,
    from_seat,
    other_seat,
)
from monitor.transcripts.model import CubeTurn, Entry, Game, Match, Move, Setup


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a game on its board.

    before, after: seen by A; None where the record does not say what the board was. cube, owner: before the
    entry. offered: who has doubled and waits for an answer. row: number of the move, counted as in a .mat
    file. to_act: whose turn it was, None where either may act.
    """

    entry: Entry
    before: Position | None
    after: Position | None
    cube: int
    owner: Seat | None
    offered: Seat | None
    to_act: Seat | None
    row: int

    def state(self, match: Match, game: Game) -> MatchState:
        """The state of the match before the entry, for an XGID; of an answer that of the doubler."""
        seat: Seat = "A" if isinstance(self.entry, Setup) else self.entry.seat
        answering = isinstance(self.entry, CubeTurn) and self.entry.act != "double"
        return MatchState(
            length=match.length,
            score=game.score,
            crawford=game.crawford,
            cube=self.cube,
            owner=self.owner,
            on_roll=other_seat(seat) if answering else seat,
            dice=self.entry.dice if isinstance(self.entry, Move) else None,
            action="D" if answering else "",
            jacoby=match.jacoby,
        )


class Table:
    """Follows one game. A play that cannot be carried out raises NotationError and changes nothing."""

    def __init__(self) -> None:
        self.board: Position | None = START
        self.cube = 1
        self.owner: Seat | None = None
        self.offered: Seat | None = None
        self.to_act: Seat | None = None
        self.row = 1
        self._last: Seat | None = None
        self._pending: int | None = None
        self._holder: Seat | None = None

    def play(self, entry: Entry) -> Step:
        """Carry out an entry, right or wrong."""
        if isinstance(entry, Move):
            after = self._moved(entry)
        elif isinstance(entry, Setup):
            after = entry.board
        else:
            after = self.board
        row = self._count(entry)
        step = Step(entry, self.board, after, self.cube, self.owner, self.offered, self.to_act, row)
        self.board = after
        if isinstance(entry, Move):
            self._accept()
            self.to_act = other_seat(entry.seat)
        elif isinstance(entry, CubeTurn):
            self._turn_cube(entry)
        else:
            self._set_up(entry)
        return step

    def _moved(self, move: Move) -> Position | None:
        if self.board is None or move.hops is None:
            return None
        return from_seat(apply_play(from_seat(self.board, move.seat), move.hops), move.seat)

    def _count(self, entry: Entry) -> int:
        """The row of the entry: a row holds one entry of A and then one of B."""
        if isinstance(entry, Setup):
            return self.row
        if self._last is not None and (entry.seat == "A" or self._last == "B"):
            self.row += 1
        self._last = entry.seat
        return self.row

    def _turn_cube(self, turn: CubeTurn) -> None:
        self.to_act = other_seat(turn.seat)
        if turn.act == "double":
            self._pending = _value(turn.value) or 2 * self.cube
            self._holder, self.offered = other_seat(turn.seat), turn.seat
        elif turn.act == "beaver":
            self._pending = _value(turn.value) or 2 * (self._pending or self.cube)
            self._holder, self.offered = turn.seat, turn.seat
        elif turn.act == "take":
            self._accept()
        else:
            self._pending = self.offered = self.to_act = None

    def _accept(self) -> None:
        if self._pending is not None:
            self.cube, self.owner = self._pending, self._holder
        self._pending = self.offered = None

    def _set_up(self, setup: Setup) -> None:
        if setup.cube is not None:
            self.cube, self.owner = _value(setup.cube) or self.cube, setup.owner
        self._pending = self.offered = self.to_act = None


def _value(cube: int | None) -> int | None:
    """The value of a cube if a cube can show it."""
    return cube if cube is not None and 0 < cube <= 1 << 15 and not cube & (cube - 1) else None


def steps(game: Game) -> Iterator[Step]:
    """The entries of a game on their boards; ends before a play that its board does not allow to be made."""
    table = Table()
    for entry in game.entries:
        try:
            step = table.play(entry)
        except NotationError:
            return
        yield step
