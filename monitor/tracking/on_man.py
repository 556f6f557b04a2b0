"""Whether a die lies on a man: flat, and yet no roll in most rule sets.

Its crop hardly tells: a man beneath a die is mostly hidden by it. But no die has room where a man stands.
"""

from typing import Final

from monitor.backgammon import Position
from monitor.tracking.against import LARGE_MAN, from_men
from monitor.tracking.among import MAN
from monitor.tracking.dice import DieTrack
from monitor.tracking.seating import Seating

SMALL_MAN: Final = 0.07
"""As far along a column small men reach, in heights of the field."""
OVER: Final = 0.0
"""How far the middle of a die on a man may at most be from his edge (widths of the field), below 0 over him.
In films 13 of 19 that lay on one were read no further, of 7,580 others none that lay flat; in films not
looked at before 22 of 34, of 352 others none."""
MAY_BE: Final = 0.012
"""The same where it is thrown again: 17 of the 19 and 32 of the 34, and of 26 dice that leant and were not
seen to none."""
CLOSE: Final = 0.03
"""The same, be men small or large, where its crop says it, too, in a part SAID of the readings at rest: of
7,580 flat dice four look so, which lie far from any man."""
SAID: Final = 0.25


def over_man(
    uv: tuple[float, float], board: Position, seating: Seating, bar: tuple[float, float]
) -> tuple[float, float]:
    """How far a place is at least and at most from the edge of the nearest man of a board seen by A.

    In widths of the field, by how large men are; below 0 it is over him. The largest do not count for most.
    """
    small, usual, large = (from_men(uv, board, seating, bar, man) for man in (SMALL_MAN, MAN, LARGE_MAN))
    return min(small, usual, large), max(small, usual)


def on_man(die: DieTrack) -> bool:
    """Whether a die lies on a man."""
    if die.over_man is None:
        return die.support == "checker"
    if die.said is not None or die.zone not in ("E", "W"):
        return False
    said = die.supports["checker"] >= SAID * die.supports.total()
    least, most = die.over_man
    return most <= OVER or (said and least <= CLOSE)


def may_lie_on_man(die: DieTrack) -> bool:
    """Whether a die lies on a man, or so close to one that it hardly lies beside him."""
    return on_man(die) or (die.over_man is not None and die.said is None and die.over_man[1] <= MAY_BE)
