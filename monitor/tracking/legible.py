"""Whether the numbers of dice can be read here at all: the picture may be too coarse, dark or blurred for it.

A stream of half its size and hardly any bandwidth shows dice whose readings are no more than likely: of 362
that lay still in films spoilt like that 33 % were read with less than 0.9 on average, of 1,940 in others 7 %
(tests/accuracy/poor.csv). It costs turns their dice, and whoever looks after the camera can do something.
"""

import math
from collections import deque
from collections.abc import Iterable
from typing import Final

from monitor.events import Player
from monitor.tracking.dice import DieTrack

PLAIN: Final = 0.9
"""Mean probability of its number, over the readings at rest, from which a die was read plainly."""
LEAST_READINGS: Final = 3
"""A die at rest for fewer readings says nothing."""
REMEMBERED, LEAST, SHARE = 12, 8, 0.5
"""Of so many dice, so many at least, less than this share are read plainly where that is said."""
HARDLY_READ: Final = (
    "the numbers of dice are hardly read: move the camera nearer, focus it, give it light or more bandwidth"
)


TURNS, UNREAD = 4, 3
"""Of the last so many turns of a player so many of which no roll was read: it is his dice, then."""


def hardly_read_of(player: str) -> str:
    """The same of one player's dice. player: his name."""
    return (
        f"the dice of {player} are hardly read: others that are larger, or whose pips stand out, or a camera"
        " that is nearer, would help; his rolls can be entered"
    )


class Legible:
    """Remembers how plainly the latest dice were read, and whose rolls were."""

    def __init__(self) -> None:
        self._plain: deque[bool] = deque(maxlen=REMEMBERED)
        self._turns: dict[Player, deque[bool]] = {"A": deque(maxlen=TURNS), "B": deque(maxlen=TURNS)}
        self._rolled: set[Player] = set()
        """Of whom a roll has been told in this turn."""

    def lifted(self, dice: Iterable[DieTrack]) -> None:
        """Dice that lay on the board and are gone. One that leans shows no number plainly."""
        for die in dice:
            if die.said is None and die.count >= LEAST_READINGS and die.lean_p < 0.5:
                self._plain.append(die.log_faces.max() / die.count >= math.log(PLAIN))

    def rolled(self, by: Player | None) -> None:
        """A roll of this player has been told; None: it is not known whose."""
        self._rolled |= {"A", "B"} if by is None else {by}

    def turn_over(self, by: Player | None, *, read: bool) -> None:
        """A turn that was followed is over; read: whether its dice are known. Two that are not are not plain.

        They may be known by the play alone: that no roll of his was read is remembered.
        """
        if not read:
            self._plain.extend((False, False))
        if by is not None:
            self._turns[by].append(by in self._rolled)
            self._rolled.discard(by)

    @property
    def hardly(self) -> bool:
        """Whether the numbers of most dice are not read plainly."""
        return len(self._plain) >= LEAST and sum(self._plain) < SHARE * len(self._plain)

    @property
    def hardly_of(self) -> Player | None:
        """The only player most of whose rolls are not read."""
        unread = [by for by, turns in self._turns.items() if turns.count(False) >= UNREAD]
        return unread[0] if len(unread) == 1 else None
