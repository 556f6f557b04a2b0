"""A closer look at the board while a single die lies on it (`vision/lone.py`): another may have been missed.

What decides whether the finder sees a small die is how it falls on its cells of 4 x 4 pixels. Four windows on
parts of the field, each taken for a whole one, show it larger and elsewhere on these. Where one of them shows
a die, every frame is looked at from then on, and its own crop says what is there. Before that the places are
looked at where something has come since the board rested last (`vision/came.py`). While no die
is seen, one window shows the field now and then without what surrounds it. Where a die was plain a moment ago
and is missed although nothing moves, it is looked for as well.
"""

from contextlib import suppress
from math import hypot
from typing import Final

from calibration.errors import CornersError
from calibration.geometry import BoardGeometry
from vision.bare import BareBoard
from vision.came import Came
from vision.cube_poll import polled
from vision.dice import DiceReader, same
from vision.dice_crop import look_at, spot_of, steps_to
from vision.dice_find import Candidate, board_place
from vision.dice_spec import MARGIN
from vision.dice_view import board_view
from vision.field_part import part_of_field
from vision.lone import on_board
from vision.reading import CubeReading, DieReading
from vision.sources.frame import Frame
from vision.upright import UprightReader
from vision.views import SlotViews
from vision.warp import Smooth

ZOOM, MIDDLE_ZOOM = 1.3, 1.2
"""How many times larger than usual the windows show the board: each of four a corner of it with a margin as
ever, and a single one its middle."""
PLAIN_P: Final = 0.8
"""Probability of its value from which a die in a window counts."""
EVERY_S: Final = 0.4
"""Time between two looks (s) while the die lies alone."""
MOST_LOOKS: Final = 3
"""Looks while one die lies alone, of 18 ms each."""
EMPTY_S: Final = 2.0
"""Time between two looks (s), of 5 ms each, while no die is seen, and since one was."""
ROOM: Final = 1.0
"""Edges by which the middles of two dice lie apart at least."""
ASTRAY, HALF = 0.35, 0.5
"""How much further below its upper face, and how far aside of it, a die's side may be read (edges)."""
GONE_S: Final = 2.0
"""A spot that has shown no die for so long (s) is forgotten."""

Look = tuple[DiceReader, BoardGeometry]
"""A window: its reader and its place."""


class Closer:
    """The dice of one board that only a closer look has shown."""

    def __init__(self, dice: DiceReader, bare: BareBoard | None = None) -> None:
        self._dice = dice
        self._bare = bare or BareBoard()
        self._came = Came()
        self._geometry: BoardGeometry | None = None
        self._corners: list[Look] = []
        self._middle: list[Look] = []
        self._since: float | None = None
        self._looked, self._looks = -float("inf"), 0
        self._empty: float | None = None
        self._spots: dict[Candidate, float] = {}
        self._plain: list[Candidate] = []
        """Where dice were plain in the last frame."""

    @property
    def spots(self) -> tuple[Candidate, ...]:
        """Where they lie, to be looked at in the next frame."""
        return tuple(self._spots)

    def watch(
        self,
        frame: Frame,
        seen: tuple[DieReading, ...],
        geometry: BoardGeometry,
        still: SlotViews | None = None,
    ) -> None:
        """What a frame has shown, at the spots too: where no die has been for a while is no spot any more.

        still: its strips, where nothing moves and no hand is over the board.
        """
        t, dice = frame.t, on_board(seen)
        if not dice:
            self._bare.watch(frame)
        self._came.watch(t, still, geometry)
        if self._empty is None or dice:
            self._empty = t
        for spot, shown in list(self._spots.items()):
            if any(_lies_at(die, spot, geometry) for die in dice):
                self._spots[spot] = t
            elif t - shown > GONE_S:
                del self._spots[spot]
        if still is not None:
            self._keep(t, dice, geometry)
        aspect = board_view(geometry).aspect
        self._plain = [spot_of(die, geometry, aspect) for die in dice if die.p >= PLAIN_P]

    def _keep(self, t: float, dice: list[DieReading], geometry: BoardGeometry) -> None:
        """Look again where a die was plain in the frame before and none is seen now, though nothing moves."""
        for spot in self._plain:
            looked = any(hypot(spot.x - other.x, spot.y - other.y) < spot.edge for other in self._spots)
            if not looked and not any(_lies_at(die, spot, geometry) for die in dice):
                self._spots[spot] = t

    def look(
        self,
        frame: Frame,
        geometry: BoardGeometry,
        seen: tuple[DieReading, ...],
        cube: CubeReading | None,
        since: float | None,
        views: SlotViews | None = None,
    ) -> bool:
        """Look for the die that belongs to the only one seen, or for any; whether there is a new spot.

        since: when a single die came to lie where it lies (s), if one lies still; a few looks are taken then.
        views: the strips of the frame.
        """
        if since != self._since:
            self._since, self._looks = since, 0
        if not self._due(frame.t) or not (since is None or self._came.sudden(since)):
            return False
        self._looked, self._empty, self._looks = frame.t, frame.t, self._looks + 1
        if geometry != self._geometry:
            self._geometry = geometry
            self._corners = [(self._dice.twin(), window) for window in corners(geometry)]
            self._middle = [(self._dice.twin(), window) for window in middle(geometry)]
        if since is None or views is None:
            found = self._in_windows(frame, geometry, seen, cube, since)
        else:
            found = self._where_it_came(frame, geometry, seen, cube, views, since)
            if not found:
                found = self._in_windows(frame, geometry, seen, cube, since)
                came = self._came.came(views, found, since)
                found = tuple(spot for spot, new in zip(found, came, strict=True) if new)
        self._spots.update(dict.fromkeys(found, frame.t))
        return bool(found)

    def _in_windows(
        self,
        frame: Frame,
        geometry: BoardGeometry,
        seen: tuple[DieReading, ...],
        cube: CubeReading | None,
        since: float | None,
    ) -> tuple[Candidate, ...]:
        """The plainest die, not seen yet, that windows show; or none."""
        shown = _shown(frame, geometry, self._middle if since is None else self._corners)
        if since is not None:
            shown = self._bare.came_with(on_board(seen), since, shown, frame)
        return _others(shown, geometry, seen, cube)

    def _where_it_came(
        self,
        frame: Frame,
        geometry: BoardGeometry,
        seen: tuple[DieReading, ...],
        cube: CubeReading | None,
        views: SlotViews,
        since: float,
    ) -> tuple[Candidate, ...]:
        """The plainest die, not seen yet, of those that lie where something has come; or none."""
        aspect = board_view(geometry).aspect
        there = on_board(seen)
        lying = [spot_of(die, geometry, aspect) for die in there]
        places = self._came.places(views, lying, since)
        if not places:
            return ()
        dice, _ = self._dice.twin().read(frame, geometry, None, places, only_there=True)
        free = [
            die
            for die in _plain(frame, geometry, dice)
            if not any(its_side(die, one, geometry) for one in there)
        ]
        return _others(free, geometry, seen, cube)

    def _due(self, t: float) -> bool:
        if self._since is not None:
            return t - self._looked >= EVERY_S and self._looks < MOST_LOOKS
        return self._empty is not None and t - self._empty >= EMPTY_S


def read_closely(
    frame: Frame, geometry: BoardGeometry, dice: DiceReader, smooth: Smooth | None = None
) -> tuple[tuple[DieReading, ...], CubeReading | None]:
    """Dice and cube of a picture that stands alone, looked at more closely where one die is on the board; the
    cube is looked at several times.

    smooth: as `DiceReader.read` takes it.
    """
    upright = UprightReader()
    seen, cube = dice.read(frame, geometry, smooth)
    seen = upright.tell(frame, geometry, seen)
    if len(on_board(seen)) == 1:
        looks = [(dice.twin(), window) for window in corners(geometry)]
        spots = _others(_shown(frame, geometry, looks), geometry, seen, cube)
        if spots:
            seen, cube = dice.read(frame, geometry, smooth, spots)
            seen = upright.tell(frame, geometry, seen)
    return seen, polled(frame, geometry, dice, cube)


def corners(geometry: BoardGeometry) -> list[BoardGeometry]:
    """The four corners of the field as fields of their own; without those too far outside the picture."""
    side = 1 / ZOOM
    reach = MARGIN * (1 - side)
    near, far = -reach, 1 + reach - side
    return _parts(geometry, [(near, near), (far, near), (near, far), (far, far)], side)


def middle(geometry: BoardGeometry) -> list[BoardGeometry]:
    """The middle of the field, so much of it that its margin reaches beyond the whole one."""
    side = 1 / MIDDLE_ZOOM
    return _parts(geometry, [((1 - side) / 2, (1 - side) / 2)], side)


def _parts(geometry: BoardGeometry, places: list[tuple[float, float]], side: float) -> list[BoardGeometry]:
    found = []
    for left, top in places:
        with suppress(CornersError):
            found.append(part_of_field(geometry, left, top, side))
    return found


def _shown(frame: Frame, geometry: BoardGeometry, looks: list[Look]) -> list[DieReading]:
    """The dice that are plain in some windows and their upright crops."""
    dice = tuple(die for reader, window in looks for die in reader.read(frame, window)[0])
    return _plain(frame, geometry, dice)


def _plain(frame: Frame, geometry: BoardGeometry, dice: tuple[DieReading, ...]) -> list[DieReading]:
    """Those of dice that are plain in their upright crops as well."""
    return [die for die in UprightReader().tell(frame, geometry, dice) if die.p >= PLAIN_P]


def _others(
    shown: list[DieReading],
    geometry: BoardGeometry,
    seen: tuple[DieReading, ...],
    cube: CubeReading | None,
) -> tuple[Candidate, ...]:
    """Of the dice that windows have shown the plainest that is none of those seen; both where two have been
    found as one."""
    lone = on_board(seen)
    plain: list[DieReading] = []
    for die in sorted(shown, key=lambda die: -die.p):
        if not _is_cube(die, cube) and not any(same(die, other) for other in plain):
            plain.append(die)
    parts = [die for die in plain if any(same(die, one) for one in lone)]
    found = parts[:2] if len(parts) > 1 else [die for die in plain if die not in parts][:1]
    aspect = board_view(geometry).aspect
    return tuple(spot_of(die, geometry, aspect) for die in found)


def _is_cube(die: DieReading, cube: CubeReading | None) -> bool:
    return cube is not None and hypot(die.xy[0] - cube.xy[0], die.xy[1] - cube.xy[1]) < die.size_px


def _lies_at(die: DieReading, spot: Candidate, geometry: BoardGeometry) -> bool:
    x, y = board_place(*geometry.field_points([die.xy])[0].tolist())
    return hypot(x - spot.x, y - spot.y) < spot.edge


def its_side(die: DieReading, other: DieReading, geometry: BoardGeometry) -> bool:
    """Whether what is read is the other die's side that the camera sees below its upper face, or lies nearer
    to it than two dice can."""
    view = board_view(geometry)
    here, there = (spot_of(one, geometry, view.aspect) for one in (die, other))
    (x, y), (right, down, _) = steps_to(here, there, view.aspect), look_at(there, view)
    slope = hypot(right, down)
    if hypot(x, y) < ROOM or slope == 0.0:
        return hypot(x, y) < ROOM
    below, aside = -(x * right + y * down) / slope, abs(x * down - y * right) / slope
    return 0.0 < below < (1.0 + slope) / 2 + ASTRAY and aside < HALF
