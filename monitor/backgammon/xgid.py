"""eXtreme Gammon IDs: position and state of the match in one line, both ways.

`XGID=` position : cube exponent : cube owner : turn : dice : score bottom : score top : Crawford or Jacoby
and beavers : match length : highest cube exponent. Bottom is seat A (1), top seat B (-1).
"""

from monitor.backgammon.errors import MatchStateError, PositionTextError
from monitor.backgammon.match import CubeAction, MatchState
from monitor.backgammon.position import Position, Seat

_PREFIX = "XGID="
_FIELDS = (
    "position", "cube exponent", "cube owner", "turn", "dice", "score of the bottom player",
    "score of the top player", "Crawford/Jacoby field", "match length", "highest cube exponent",
)  # fmt: skip
_OWNERS: dict[int, Seat | None] = {1: "A", 0: None, -1: "B"}
_ACTIONS: dict[str, CubeAction] = {"D": "D", "B": "B", "R": "R"}


def parse_xgid(text: str) -> tuple[Position, MatchState]:
    """Position from the side of the player on roll, and the state of the match.

    The leading `XGID=` may be missing. Raises PositionTextError naming the field that cannot be read.
    """
    parts = text.strip().removeprefix(_PREFIX).split(":")
    if len(parts) != len(_FIELDS):
        raise PositionTextError(
            f"{text!r} is not an XGID: {len(parts)} fields where {len(_FIELDS)} are needed"
        )
    numbers = {i: _number(text, parts, i) for i in range(1, 10) if i != 4}
    cube, owner, turn = numbers[1], numbers[2], numbers[3]
    if owner not in _OWNERS or turn not in {1, -1} or not 0 <= cube <= 15:
        raise PositionTextError(
            f"{text!r} is not an XGID: cube exponent {cube}, owner {owner} and turn {turn}; "
            "0 to 15, one of 1 0 -1, and one of 1 -1 are needed"
        )
    on_roll: Seat = "A" if turn == 1 else "B"
    dice, action = _dice(text, parts[4])
    length, rule = numbers[8], numbers[7]
    try:
        state = MatchState(
            length=length,
            score=(numbers[5], numbers[6]),
            crawford=bool(length and rule),
            cube=1 << cube,
            owner=_OWNERS[owner],
            on_roll=on_roll,
            dice=dice,
            action=action,
            jacoby=not length and bool(rule & 1),
            beavers=not length and bool(rule & 2),
            max_cube=numbers[9],
        )
    except MatchStateError as error:
        raise PositionTextError(f"{text!r} is not an XGID: {error}") from error
    return Position.from_board26(parts[0], on_roll), state


def _number(text: str, parts: list[str], i: int) -> int:
    try:
        return int(parts[i])
    except ValueError:
        raise PositionTextError(f"{text!r} is not an XGID: {_FIELDS[i]} {parts[i]!r} is no number") from None


def _dice(text: str, field: str) -> tuple[tuple[int, int] | None, CubeAction]:
    if field == "00":
        return None, ""
    if field in _ACTIONS:
        return None, _ACTIONS[field]
    if len(field) == 2 and all(char in "123456" for char in field):
        return (int(field[0]), int(field[1])), ""
    raise PositionTextError(f"{text!r} is not an XGID: dice {field!r}; 00, D, B, R or two numbers are needed")


def format_xgid(position: Position, state: MatchState | None = None) -> str:
    """The XGID of a position whose mover is the player on roll of the state (A of a money game without).

    Raises PositionError for a board with both players on one point, which an XGID cannot hold.
    """
    state = state or MatchState()
    owner = next(number for number, seat in _OWNERS.items() if seat == state.owner)
    rule = int(state.crawford) if state.length else int(state.jacoby) + 2 * int(state.beavers)
    dice = f"{state.dice[0]}{state.dice[1]}" if state.dice else state.action or "00"
    turn = 1 if state.on_roll == "A" else -1
    board = position.board26(state.on_roll)
    exponent = state.cube.bit_length() - 1
    fields = (board, exponent, owner, turn, dice, *state.score, rule, state.length, state.max_cube)
    return _PREFIX + ":".join(map(str, fields))
