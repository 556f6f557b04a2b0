"""Boards that a turn may end with or come through, made ready to be held against the evidence.

The same turn is looked at again and again until it is over: what can come of it is kept for the next look.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon.generate import legal_keys
from monitor.events import Player
from monitor.tracking.seating import Outcomes, Seating, stack
from monitor.tracking.steps import on_the_way, onto_the_other_side

Roll = tuple[int, int]

KEPT_BOARDS = 64
KEPT_ROLLS = 96
"""The 21 rolls of a few boards."""
KEPT_ENDS = 16
KEPT_WAYS = 8


@dataclass(frozen=True)
class Choice:
    """Boards seen by A, and what the slots and the bar then hold: (K, 24) and (K, 2) outcomes."""

    boards: tuple[bytes, ...]
    points: Outcomes
    bars: Outcomes


@dataclass(frozen=True)
class Ends(Choice):
    """The legal ends of a turn with one of some rolls; the board before it for a roll that cannot be played.

    many: boards of each roll, one after the other. of: (K,) number of the roll of each board.
    """

    many: tuple[int, ...]
    of: NDArray[np.int64]


def turned(board: bytes, player: Player) -> bytes:
    """The fifty counts seen by A, of a board seen by a player, or the other way round."""
    return board if player == "A" else board[25:] + board[:25]


@lru_cache(maxsize=KEPT_BOARDS)
def outcomes_of(seating: Seating, board: bytes) -> tuple[Outcomes, Outcomes]:
    """(1, 24) and (1, 2) outcomes of the slots and the bar of one board seen by A."""
    return seating.outcomes(stack([board]))


@lru_cache(maxsize=KEPT_ROLLS)
def legal_keys_of(start: bytes, roll: Roll) -> frozenset[int]:
    """The keys of all ends of a legal play, seen by the mover, as is the board before it."""
    return frozenset(legal_keys(start, roll))


@lru_cache(maxsize=KEPT_ENDS)
def legal_ends(seating: Seating, before: bytes, player: Player, rolls: tuple[Roll, ...]) -> Ends:
    """The ends of a turn of a player; before: the board before it, seen by A."""
    start = turned(before, player)
    own = [[key.to_bytes(50, "little") for key in legal_keys_of(start, roll)] or [start] for roll in rolls]
    many = tuple(map(len, own))
    boards = tuple([turned(board, player) for some in own for board in some])
    return Ends(boards, *seating.outcomes(stack(boards)), many, np.repeat(np.arange(len(rolls)), many))


@lru_cache(maxsize=KEPT_WAYS)
def ways(
    seating: Seating, before: bytes, player: Player, rolls: tuple[Roll, ...], *, has_bar: bool
) -> Choice:
    """The boards of `boards_on_the_way`, in an order that does not change."""
    return _choice(seating, boards_on_the_way(before, player, rolls, has_bar=has_bar), player)


@lru_cache(maxsize=KEPT_WAYS)
def shared_ends(seating: Seating, before: bytes, player: Player, roll: Roll) -> Choice:
    """Boards on which the mover has put a man beside the opponent's; before: seen by A."""
    return _choice(seating, onto_the_other_side(turned(before, player), roll), player)


@lru_cache(maxsize=KEPT_WAYS)
def boards_on_the_way(
    before: bytes, player: Player, rolls: tuple[Roll, ...], *, has_bar: bool
) -> frozenset[bytes]:
    """Boards, seen by the mover, that he may come to in the middle of a turn; before is seen by A.

    Without a bar in the picture a man who should enter may also have been left out of the game.
    """
    start = turned(before, player)
    found = on_the_way(start, rolls)
    if not has_bar and start[24]:
        found |= on_the_way(start[:24] + b"\0" + start[25:], rolls)
    return frozenset(found)


def _choice(seating: Seating, found: AbstractSet[bytes], player: Player) -> Choice:
    """Of boards seen by a player, in an order that does not change."""
    boards = tuple([turned(board, player) for board in sorted(found)])
    if not boards:
        return Choice((), np.empty((0, 24), np.int64), np.empty((0, 2), np.int64))
    return Choice(boards, *seating.outcomes(stack(boards)))
