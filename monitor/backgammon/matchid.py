"""GNU Backgammon's Match ID: the state of the match in twelve characters.

Fields and widths follow the manual ("A technical description of the Match ID"); bit 66, which the manual
does not name, is set where the Jacoby rule is not in use, and always in a match.
"""

import base64
import binascii
from typing import Any

from monitor.backgammon.errors import PositionTextError
from monitor.backgammon.match import MatchState
from monitor.backgammon.position import Seat, other_seat

_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
_LENGTH = 12
_BYTES = 9
_PLAYERS: tuple[Seat, Seat] = ("B", "A")
_CENTRE = 3


def _player(seat: Seat) -> int:
    return _PLAYERS.index(seat)


def format_match_id(state: MatchState) -> str:
    """The Match ID of a state."""
    dice = sorted(state.dice or (0, 0), reverse=True)
    doubled = bool(state.action)
    turn = state.turn or (other_seat(state.on_roll) if doubled or state.resigned else state.on_roll)
    values = (
        state.cube.bit_length() - 1,
        _CENTRE if state.owner is None else _player(state.owner),
        _player(state.on_roll),
        int(state.crawford),
        state.game,
        _player(turn),
        int(doubled),
        state.resigned,
        *dice,
        state.length,
        state.score[1],
        state.score[0],
        int(bool(state.length) or not state.jacoby),
    )
    packed = at = 0
    for value, width in zip(values, _WIDTHS, strict=True):
        packed |= (value & ((1 << width) - 1)) << at
        at += width
    return base64.b64encode(packed.to_bytes(_BYTES, "little")).decode("ascii")


def parse_match_id(text: str) -> dict[str, Any]:
    """The fields of a `MatchState`. Raises PositionTextError where the text is no Match ID."""
    text = text.strip()
    try:
        raw = base64.b64decode(text, validate=True) if len(text) == _LENGTH else b""
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != _BYTES:
        raise PositionTextError(
            f"{text!r} is not a Match ID: 12 characters out of A-Z a-z 0-9 + / are needed"
        )
    packed = int.from_bytes(raw, "little")
    values = []
    for width in _WIDTHS:
        values.append(packed & ((1 << width) - 1))
        packed >>= width
    cube, owner, move, crawford, game, turn, doubled, resigned, die1, die2, length, b, a, plain = values
    if owner not in {0, 1, _CENTRE} or max(die1, die2) > 6 or bool(die1) != bool(die2) or game > 4:
        raise PositionTextError(
            f"{text!r} is not a Match ID: cube owner {owner}, dice {die1} and {die2} or game state {game} "
            "mean nothing"
        )
    on_roll, to_act = _PLAYERS[move], _PLAYERS[turn]
    expected = other_seat(on_roll) if doubled or resigned else on_roll
    return {
        "length": length,
        "score": (a, b),
        "crawford": bool(crawford),
        "cube": 1 << cube,
        "owner": None if owner == _CENTRE else _PLAYERS[owner],
        "on_roll": on_roll,
        "dice": (die1, die2) if die1 else None,
        "action": "D" if doubled else "",
        "turn": None if to_act == expected else to_act,
        "resigned": resigned,
        "game": game,
        "jacoby": not plain,
    }
