"""What moving one man adds to a board written as one integer (`Position.key`), by place and pips.

A set of source places is a bit mask (bit 0 the ace point, bit 24 the bar). Masks are looked up in two
halves, so a table holds at most 4096 and 8192 entries; they are filled as they are met.
"""

from collections.abc import Callable

LOW = (1 << 12) - 1
"""The lower half of a mask: places 0 to 11."""


class _Steps(dict[int, tuple[int, ...]]):
    """Mask of twelve or thirteen sources -> what each adds to the key; filled on first use."""

    __slots__ = ("delta", "shift")

    def __init__(self, delta: Callable[[int], int], shift: int) -> None:
        super().__init__()
        self.delta = delta
        self.shift = shift

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = tuple(self.delta(i + self.shift) for i in range(13) if mask >> i & 1)
        self[mask] = found
        return found


def _one(place: int) -> int:
    return 1 << (8 * place)


LIFT = [-_one(i) for i in range(25)]
"""Taking a man off place i of the mover."""
HIT = [_one(49) - _one(48 - t) for t in range(24)]
"""Sending the opponent's blot on the mover's place t to the bar."""


def _move(pips: int) -> list[int]:
    return [(_one(i - pips) - _one(i)) if i >= pips else 0 for i in range(25)]


MOVE = [_move(pips) for pips in range(12)]
"""MOVE[pips][i]: a man from place i to place i - pips, nothing hit."""


def _plain(pips: int) -> Callable[[int], int]:
    return lambda i: MOVE[pips][i]


def _hitting(pips: int) -> Callable[[int], int]:
    return lambda i: MOVE[pips][i] + HIT[i - pips]


PLAIN = [(_Steps(_plain(pips), 0), _Steps(_plain(pips), 12)) for pips in range(12)]
HITTING = [(_Steps(_hitting(pips), 0), _Steps(_hitting(pips), 12)) for pips in range(12)]
