"""The marker `Illegal play (...)` of .mat and Snowie text: a board, because the play cannot be told in hops.

Forty fields, each closed by `;`: length, Jacoby, 0, 0, side, names, Crawford, scores, cube, owner, 26 places,
two dice. They are seen by the player who rolls next; the board is the one after the illegal play, and the
dice are his. Side is 0 when he is the right-hand player, 1 when he is the left-hand one.
"""

from monitor.backgammon import Dice, MatchState, Position, PositionError, Seat, from_seat, other_seat

_FIELDS = 40
_PLACES = slice(12, 38)


class MarkerError(ValueError):
    """The text between the brackets is no marker."""


def read_marker(text: str, mover: Seat) -> Position:
    """The board, seen by A, of the fields of a marker that stands in the cell of `mover`.

    Raises MarkerError.
    """
    fields = [field.strip() for field in text.strip().removesuffix(";").split(";")]
    if len(fields) != _FIELDS:
        raise MarkerError(f"{len(fields)} fields where {_FIELDS} are needed")
    try:
        places = [int(field) for field in fields[_PLACES]]
    except ValueError:
        raise MarkerError("the 26 places of the board must be whole numbers") from None
    if max(map(abs, places)) > 15:
        raise MarkerError("more than 15 checkers on a place")
    if places[0] > 0 or places[25] < 0:
        raise MarkerError("a checker on the other player's bar")
    own = [max(0, places[point]) for point in range(1, 26)]
    other = [max(0, -places[25 - point]) for point in range(1, 26)]
    board = Position.of(own, other)
    return from_seat(board, other_seat(mover))


def write_marker(board: Position, mover: Seat, state: MatchState, dice: Dice | None) -> str:
    """The fields for a board seen by A after an illegal play of `mover`; dice: the next roll, None for none.

    Raises PositionError for a board that they cannot hold.
    """
    if board.shared_points or sum(board.mover) > 15 or sum(board.opponent) > 15:
        raise PositionError("the marker holds one colour a point and fifteen checkers a side")
    seat = other_seat(mover)
    seen = from_seat(board, seat)
    places = [-seen.opponent_bar, *(seen.at(p) - seen.facing(p) for p in range(1, 25)), seen.mover_bar]
    one, two = state.score if seat == "A" else state.score[::-1]
    owner = 0 if state.owner is None else 1 if state.owner == seat else -1
    names = ("Left", "Right") if seat == "A" else ("Right", "Left")
    fields = [state.length, int(state.jacoby), 0, 0, int(seat == "A"), *names, int(state.crawford)]
    fields += [one, two, state.cube, owner, *places, *(dice or (0, 0))]
    return "".join(f"{field};" for field in fields)
