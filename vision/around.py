"""Dice beside the board, looked for when a single die lies on it: dice are thrown in pairs.

The finder sees the field and a little around it. From further away a die is found with the same networks in
windows of the same size, moved outwards over the table. Dice that lay about before the throw are none of it.
"""

from dataclasses import replace
from math import hypot
from typing import Final

from calibration.errors import CornersError
from calibration.geometry import BoardGeometry
from vision.dice import DiceReader
from vision.dice_place import beyond
from vision.dice_spec import MARGIN
from vision.reading import DieReading
from vision.sources.frame import Frame

SHIFTS: Final = (0.4, 0.25)
"""How far the windows are moved, in field widths and heights; the second where a field moved by the first
would lie too far outside the picture."""
LEAST_P, BESIDE_P = 0.5, 0.8
"""Probability of its value from which a die counts on the board, and beside it, where other things lie."""
ALONE_S: Final = 0.5
"""A single die must have lain still so long (s) before the table is looked at."""
SEVERAL_S: Final = 1.0
"""Several dice that were seen for so long (s) have come to rest; before, one may roll off the board yet."""
EVERY_S: Final = 0.4
"""Time between two looks (s) while it lies alone."""
MOST_LOOKS: Final = 5
"""Looks while one die lies alone, of 18 ms each: what then has not been found is not there."""
ABOUT_S: Final = 20.0
"""The same while no die lies there, or several, from the first single die on, an opening one: what lies about
is remembered."""
BEFORE_S: Final = 1.5
"""What is first seen so shortly before the single die lies still came with it."""
REMEMBERED_S: Final = 60.0
STILL: Final = 0.01
"""A die that has moved by no more than this (field units) lies still."""
SAME: Final = 0.8
"""Two readings no further apart than this, in their edges, are one die."""

Look = tuple[DiceReader, BoardGeometry, float, float]
"""A window: its reader, its place, and by how much it is moved right and down (field units)."""


class Surroundings:
    """The table around one board."""

    def __init__(self, dice: DiceReader) -> None:
        self._dice = dice
        self._geometry: BoardGeometry | None = None
        self._windows: list[Look] = []
        self._alone: tuple[DieReading, float] | None = None
        self._several: float | None = None
        self._left = False
        self._looked, self._looks = -float("inf"), 0
        self._about: list[tuple[DieReading, float]] | None = None
        self._found: tuple[DieReading, ...] = ()

    def dice(
        self, frame: Frame, geometry: BoardGeometry, seen: tuple[DieReading, ...]
    ) -> tuple[DieReading, ...]:
        """Dice beside the board that belong to the single one of those seen, if there is one; else none."""
        lone = self._lone(frame.t, seen)
        if not lone and (lone is None or self._about is None or frame.t - self._looked < ABOUT_S):
            return ()
        if lone and (frame.t - self._looked < EVERY_S or self._looks >= MOST_LOOKS):
            return self._found
        self._looked, self._looks = frame.t, self._looks + 1
        there = self._look(frame, geometry)
        if not lone or self._about is None:
            kept = [(die, t) for die, t in self._about or [] if frame.t - t < REMEMBERED_S]
            self._about = [*kept, *((die, frame.t) for die in there)]
            self._found = ()
        else:
            before = self._alone[1] - BEFORE_S if self._alone else frame.t
            about = [die for die, t in self._about if t < before]
            self._found = tuple(die for die in there if not any(same(die, old) for old in about))
        return self._found

    def _lone(self, t: float, seen: tuple[DieReading, ...]) -> bool | None:
        """Whether a single die lies still on the board; None where one has come or moved just now."""
        on_board = [die for die in seen if die.p >= LEAST_P and die.zone != "out"]
        self._watch_several(t, len(on_board))
        if len(on_board) != 1 or self._left:
            self._alone, self._found = None, ()
            return False
        die = on_board[0]
        if self._alone is None or _apart(self._alone[0], die) > STILL:
            self._alone, self._found, self._looks = (die, t), (), 0
        return True if t - self._alone[1] >= ALONE_S else None

    def _watch_several(self, t: float, number: int) -> None:
        """Of several dice that have lain there for a while the last one was not thrown alone."""
        if number == 0:
            self._left = False
        if number < 2:
            self._several = None
        elif self._several is None:
            self._several = t
        elif t - self._several >= SEVERAL_S:
            self._left = True

    def _look(self, frame: Frame, geometry: BoardGeometry) -> list[DieReading]:
        if geometry != self._geometry:
            self._geometry = geometry
            self._windows = [(self._dice.twin(), *window) for window in windows(geometry)]
        return _seen(frame, self._windows)


def beside(frame: Frame, geometry: BoardGeometry, dice: DiceReader) -> list[DieReading]:
    """All dice on the table further from the board than the finder sees by itself, in one frame."""
    return _seen(frame, [(dice.twin(), *window) for window in windows(geometry)])


def _seen(frame: Frame, looks: list[Look]) -> list[DieReading]:
    found: list[DieReading] = []
    for reader, window, right, down in looks:
        for die in reader.read(frame, window)[0]:
            uv = die.uv[0] + right, die.uv[1] + down
            far = beyond(uv) > MARGIN
            placed = replace(die, uv=uv, zone="out", support="other")
            if die.p >= BESIDE_P and far and not any(same(placed, other) for other in found):
                found.append(placed)
    return found


def windows(geometry: BoardGeometry) -> list[tuple[BoardGeometry, float, float]]:
    """Fields moved to the four sides of the board, each with by how much (right, down, in field units)."""
    found = []
    for right, down in ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)):
        for far in SHIFTS:
            u, v = far * right, far * down
            corners = geometry.picture_points([(u, v), (1 + u, v), (1 + u, 1 + v), (u, 1 + v)])
            try:
                window = BoardGeometry(
                    tuple((float(x), float(y)) for x, y in corners), geometry.size, "no_bar"
                )
            except CornersError:
                continue
            found.append((window, u, v))
            break
    return found


def same(die: DieReading, other: DieReading) -> bool:
    """Whether two readings are of one die."""
    far = hypot(die.xy[0] - other.xy[0], die.xy[1] - other.xy[1])
    return far <= SAME * max(die.size_px, other.size_px)


def _apart(die: DieReading, other: DieReading) -> float:
    return hypot(die.uv[0] - other.uv[0], die.uv[1] - other.uv[1])
