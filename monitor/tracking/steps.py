"""Boards on the way: what a mover can have on the board before his turn is over."""

from monitor.backgammon import Position, from_seat
from monitor.backgammon.generate import ends, masks
from monitor.events import Player

ROLLS: tuple[tuple[int, int], ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 distinct rolls, larger number first."""


def on_the_way(board: bytes, rolls: tuple[tuple[int, int], ...]) -> set[bytes]:
    """Boards reached with some of the dice of any of these rolls, seen by the mover; never the board itself.

    board: fifty counts of a `Position`. Every single move is a legal one for its die; the rule to play as
    much as possible does not hold for a turn that is not over.
    """
    start = int.from_bytes(board, "little")
    faces = sorted({face for roll in rolls for face in roll})
    first = {face: _next(start, face) for face in faces}
    found: set[int] = set()
    for keys in first.values():
        found |= keys
    for high, low in rolls:
        if high == low:
            level = first[high]
            for _ in range(3):
                level = {after for key in level for after in _next(key, high)}
                found |= level
        else:
            for one, two in ((high, low), (low, high)):
                for key in first[one]:
                    found |= _next(key, two)
    found.discard(start)
    return {key.to_bytes(50, "little") for key in found}


def onto_the_other_side(board: bytes, roll: tuple[int, int]) -> set[bytes]:
    """Boards, seen by the mover, after some of the dice, one of which put a man beside the opponent's, who
    stayed where they stood: a slip. board: fifty counts of a `Position`."""
    found: set[bytes] = set()
    for start in {board} | on_the_way(board, (roll,)):
        for die in set(roll):
            for point in (24,) if start[24] else range(die, 24):
                if start[point] and start[25 + 23 - (point - die)]:
                    after = bytearray(start)
                    after[point] -= 1
                    after[point - die] += 1
                    found.add(bytes(after))
    return found


def _next(key: int, die: int) -> set[int]:
    occupied, free, blots = masks(key.to_bytes(50, "little"))
    return set(ends(key, occupied, free, blots, die))


def moved_men(before: bytes, after: bytes) -> int:
    """How many men stand elsewhere than before: the larger number of those that left and those that came."""
    return max(men_come(after, before), men_come(before, after))


def men_come(before: bytes, after: bytes) -> int:
    """How many men have come to where they did not stand before."""
    return sum(max(0, a - b) for b, a in zip(before, after, strict=True))


def only_opponent_moved(before: Position, after: Position, player: Player) -> bool:
    """Whether men of the opponent stand elsewhere, and of the player's at most some were hit.

    Both boards are seen by A.
    """
    then, now = from_seat(before, player), from_seat(after, player)
    gone = [there - here for there, here in zip(then.mover[:24], now.mover[:24], strict=True)]
    hit = now.mover_bar - then.mover_bar
    return then.opponent != now.opponent and min(gone) >= 0 and sum(gone) == hit


def likely_mover(before: bytes, after: bytes) -> Player | None:
    """The side more of whose men came to stand elsewhere; who comes to lie on the bar was put there by the
    other side."""
    hit, struck = (max(0, after[bar] - before[bar]) for bar in (24, 49))
    south = moved_men(before[:24], after[:24]) - hit + struck
    north = moved_men(before[25:49], after[25:49]) - struck + hit
    return None if south == north else ("A" if south > north else "B")
