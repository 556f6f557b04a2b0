"""Who sits where: the map between slots of the picture and points of the game.

Boards here are the fifty counts of a `Position` seen by A: A's points 1 to 24 and bar, then B's in B's own
numbering.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Position
from monitor.config import Half, MatchConfig
from monitor.events import Player
from vision.reading import MAX_COUNT, MIXED

Outcomes = NDArray[np.int64]
Boards = NDArray[np.uint8]


@dataclass(frozen=True)
class Seating:
    """home: half that holds both home boards. light: the player with the lighter checkers."""

    home: Half
    light: Player

    @cached_property
    def slots(self) -> NDArray[np.int64]:
        """(24,) slot of A's points 1 to 24, slots numbered T1..T12, B1..B12.

        A sits south: with home in the east his ace point is B12 and his 24 point T12; in the west B1 and T1.
        """
        bottom = list(range(23, 11, -1)) if self.home == "E" else list(range(12, 24))
        top = list(range(12)) if self.home == "E" else list(range(11, -1, -1))
        return np.array(bottom + top, dtype=np.int64)

    def outcomes(self, boards: Boards) -> tuple[Outcomes, Outcomes]:
        """(K, 50) boards to (K, 24) outcomes of the slots and (K, 2) light and dark men on the bar."""
        south = np.minimum(boards[:, :24].astype(np.int64), MAX_COUNT)
        north = np.minimum(boards[:, 48:24:-1].astype(np.int64), MAX_COUNT)
        light, dark = (south, north) if self.light == "A" else (north, south)
        points = light + (dark > 0) * (dark + MAX_COUNT)
        points[(light > 0) & (dark > 0)] = MIXED
        slots = np.empty_like(points)
        slots[:, self.slots] = points
        bars = boards[:, [24, 49]] if self.light == "A" else boards[:, [49, 24]]
        return slots, np.minimum(bars.astype(np.int64), MAX_COUNT)

    def held_by(self, player: Player, board: Position) -> NDArray[np.bool_]:
        """(24,) slots on which men of a player stand; board: seen by A."""
        held = np.zeros(24, dtype=bool)
        men = board.board[:24] if player == "A" else board.board[48:24:-1]
        held[self.slots] = np.frombuffer(men, np.uint8) > 0
        return held

    def board(self, points: Sequence[tuple[int, int]] | NDArray[np.int64], bar: Sequence[int]) -> Position:
        """The position, seen by A, of (light, dark) men on the 24 slots and on the bar."""
        mine = 0 if self.light == "A" else 1
        south = [int(points[slot][mine]) for slot in self.slots]
        north = [int(points[slot][1 - mine]) for slot in self.slots[::-1]]
        return Position.of([*south, int(bar[mine])], [*north, int(bar[1 - mine])])


def seatings(config: MatchConfig) -> tuple[Seating, ...]:
    """Every seating the operator's settings leave open."""
    homes: tuple[Half, ...] = ("E", "W") if config.home is None else (config.home,)
    lights: tuple[Player, ...] = ("A", "B") if config.light is None else (config.light,)
    return tuple(Seating(home, light) for home in homes for light in lights)


def stack(boards: Sequence[bytes]) -> Boards:
    """(K, 50) array of boards given as bytes."""
    return np.frombuffer(b"".join(boards), dtype=np.uint8).reshape(-1, 50)
