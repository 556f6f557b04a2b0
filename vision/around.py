"""Dice beside the board, looked for when a single die lies on it (`vision/lone.py`).

The finder sees the field and a little around it. From further away a die is found with the same networks in
windows of the same size, moved outwards over the table. Dice that lay about before the throw are none of it.
"""

from dataclasses import replace
from typing import Final

from calibration.errors import CornersError
from calibration.geometry import BoardGeometry
from vision.dice import DiceReader, same
from vision.dice_place import beyond
from vision.dice_spec import MARGIN
from vision.field_part import part_of_field
from vision.reading import DieReading
from vision.sources.frame import Frame

SHIFTS: Final = (0.4, 0.25)
"""How far the windows are moved, in field widths and heights; the second where a field moved by the first
would lie too far outside the picture."""
BESIDE_P = 0.8
"""Probability of its value from which a die counts there, where other things lie."""
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

Look = tuple[DiceReader, BoardGeometry, float, float]
"""A window: its reader, its place, and by how much it is moved right and down (field units)."""


class Surroundings:
    """The table around one board."""

    def __init__(self, dice: DiceReader) -> None:
        self._dice = dice
        self._geometry: BoardGeometry | None = None
        self._windows: list[Look] = []
        self._since: float | None = None
        self._looked, self._looks = -float("inf"), 0
        self._about: list[tuple[DieReading, float]] | None = None
        self._found: tuple[DieReading, ...] = ()

    def dice(
        self, frame: Frame, geometry: BoardGeometry, lone: bool | None, since: float | None
    ) -> tuple[DieReading, ...]:
        """Dice beside the board that belong to the one that lies alone on it, if one does; else none.

        lone, since: of `LoneDie`.
        """
        if since is None or since != self._since:
            self._since, self._found, self._looks = since, (), 0
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
            before = frame.t if since is None else since - BEFORE_S
            about = [die for die, t in self._about if t < before]
            self._found = tuple(die for die in there if not any(same(die, old) for old in about))
        return self._found

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
            try:
                found.append((part_of_field(geometry, u, v), u, v))
            except CornersError:
                continue
            break
    return found
