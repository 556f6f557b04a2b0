"""A closer look at the board while a single die lies on it (`vision/lone.py`): another may have been missed.

What decides whether the finder sees a small die is how it falls on its cells of 4 x 4 pixels. Four windows on
parts of the field, each taken for a whole one, show it larger and elsewhere on these. Where one of them shows
a die, every frame is looked at from then on, and its own crop says what is there.
"""

from math import hypot, sqrt
from typing import Final

from calibration.errors import CornersError
from calibration.geometry import BoardGeometry
from vision.dice import DiceReader, same
from vision.dice_find import Candidate, board_place
from vision.dice_spec import BOARD_SIZE, MARGIN
from vision.dice_view import board_view
from vision.field_part import part_of_field
from vision.lone import on_board
from vision.reading import CubeReading, DieReading
from vision.sources.frame import Frame
from vision.warp import Smooth

ZOOM: Final = 1.3
"""How many times larger than usual the windows show the board, each a corner of it with a margin as ever."""
PLAIN_P: Final = 0.8
"""Probability of its value from which a die in a window counts."""
EVERY_S: Final = 0.4
"""Time between two looks (s) while the die lies alone."""
MOST_LOOKS: Final = 3
"""Looks while one die lies alone, of 18 ms each."""
GONE_S: Final = 2.0
"""A spot that has shown no die for so long (s) is forgotten."""
STEP: Final = 0.01
"""Field widths over which a length in the picture is measured."""


class Closer:
    """The dice of one board that only a closer look has shown.

    spots: where they lie, to be looked at in the next frame.
    """

    def __init__(self, dice: DiceReader) -> None:
        self._dice = dice
        self._geometry: BoardGeometry | None = None
        self._windows: list[tuple[DiceReader, BoardGeometry]] = []
        self._since: float | None = None
        self._looked, self._looks = -float("inf"), 0
        self._seen = -float("inf")
        self.spots: tuple[Candidate, ...] = ()

    def watch(self, t: float, seen: tuple[DieReading, ...], geometry: BoardGeometry) -> None:
        """What a frame has shown, at the spots too: where no die has been for a while is no spot any more."""
        if self.spots:
            if all(any(_lies_at(die, spot, geometry) for die in on_board(seen)) for spot in self.spots):
                self._seen = t
            elif t - self._seen > GONE_S:
                self.spots = ()

    def look(
        self,
        frame: Frame,
        geometry: BoardGeometry,
        seen: tuple[DieReading, ...],
        cube: CubeReading | None,
        since: float,
    ) -> bool:
        """Look for the die that belongs to the only one seen; whether there are spots now where none were.

        since: when that one came to lie there (s); a few looks are taken at it.
        """
        if since != self._since:
            self._since, self._looks = since, 0
        if frame.t - self._looked < EVERY_S or self._looks >= MOST_LOOKS or self.spots:
            return False
        self._looked, self._looks = frame.t, self._looks + 1
        if geometry != self._geometry:
            self._geometry = geometry
            self._windows = [(self._dice.twin(), window) for window in windows(geometry)]
        self.spots, self._seen = _others(frame, self._windows, geometry, seen, cube), frame.t
        return bool(self.spots)


def read_closely(
    frame: Frame, geometry: BoardGeometry, dice: DiceReader, smooth: Smooth | None = None
) -> tuple[tuple[DieReading, ...], CubeReading | None]:
    """Dice and cube of a picture that stands alone, looked at more closely where one die is on the board.

    smooth: as `DiceReader.read` takes it.
    """
    seen, cube = dice.read(frame, geometry, smooth)
    if len(on_board(seen)) != 1:
        return seen, cube
    looks = [(dice.twin(), window) for window in windows(geometry)]
    spots = _others(frame, looks, geometry, seen, cube)
    return dice.read(frame, geometry, smooth, spots) if spots else (seen, cube)


def windows(geometry: BoardGeometry) -> list[BoardGeometry]:
    """The four corners of the field as fields of their own; without those too far outside the picture."""
    side = 1 / ZOOM
    reach = MARGIN * (1 - side)
    found = []
    for top in (-reach, 1 + reach - side):
        for left in (-reach, 1 + reach - side):
            try:
                found.append(part_of_field(geometry, left, top, side))
            except CornersError:
                continue
    return found


def _others(
    frame: Frame,
    looks: list[tuple[DiceReader, BoardGeometry]],
    geometry: BoardGeometry,
    seen: tuple[DieReading, ...],
    cube: CubeReading | None,
) -> tuple[Candidate, ...]:
    """The plainest die that is none of those seen; both where two have been found as one."""
    (lone,) = on_board(seen)
    shown = [die for reader, window in looks for die in reader.read(frame, window)[0] if die.p >= PLAIN_P]
    plain: list[DieReading] = []
    for die in sorted(shown, key=lambda die: -die.p):
        if not _is_cube(die, cube) and not any(same(die, other) for other in plain):
            plain.append(die)
    parts = [die for die in plain if same(die, lone)]
    found = parts[:2] if len(parts) > 1 else [die for die in plain if die not in parts][:1]
    return tuple(_spot(die, geometry) for die in found)


def _is_cube(die: DieReading, cube: CubeReading | None) -> bool:
    return cube is not None and hypot(die.xy[0] - cube.xy[0], die.xy[1] - cube.xy[1]) < die.size_px


def _spot(die: DieReading, geometry: BoardGeometry) -> Candidate:
    """What the finder of the whole board would say of a die that a window has shown."""
    u, v = geometry.field_points([die.xy])[0].tolist()
    here, ahead = geometry.picture_points([(u, v), (u + STEP, v)]).tolist()
    edge = die.size_px / hypot(ahead[0] - here[0], ahead[1] - here[1]) * STEP
    span, aspect = 1 + 2 * MARGIN, board_view(geometry).aspect
    x, y = board_place(u, v)
    per_width, per_height = BOARD_SIZE[0] / span, BOARD_SIZE[1] / span / aspect
    return Candidate(cube=False, heat=die.p, x=x, y=y, edge=edge * sqrt(per_width * per_height))


def _lies_at(die: DieReading, spot: Candidate, geometry: BoardGeometry) -> bool:
    x, y = board_place(*geometry.field_points([die.xy])[0].tolist())
    return hypot(x - spot.x, y - spot.y) < spot.edge
