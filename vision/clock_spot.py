"""A hand that comes to the game clock and leaves: when, and from which side of the table.

The place of the clock in the picture is given. What changes there and beside it, north and south, is measured
in squares against what they showed at rest. A hand on the clock has its arm on its own side of it; an arm
that only passes covers both. Nothing is known here of turns.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.clock_place import ClockPlace
from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.sources.frame import Frame

Side = Literal["N", "S"]
Floats = NDArray[np.float32]

ACROSS, ALONG = 6, 8
"""Squares across the clock, and along it from north to south; as many again lie north of it, and south."""
FINE: Final = 6
"""Points in a square each way, whose mean is its lightness."""
CHANGED: Final = np.array([14.0, 6.0, 6.0])
"""Levels (0..255) of lightness and both colour differences, by one of which a square differs from how it
looked at rest when something is over it."""
STILL: Final = 0.5 * CHANGED
"""A square that changes by less from picture to picture rests."""
RESTS_S: Final = 2.5
"""What has rested for so long is how the place looks now (s)."""
END: Final = 4, 11
"""An end of the clock, its button, with what lies before it on its player's side: so many of the rows of
squares, counted from that side."""
ENDS: Final = slice(*END), slice(3 * ALONG - END[1], 3 * ALONG - END[0])
"""Their rows of squares, north's first."""
IN_SIGHT: Final = 0.6
COVERED, LEFT = 0.25, 0.12
"""A hand is at an end of the clock from this share of its squares on; it has left under the other."""
GONE: Final = 0.7
"""It has left, too, where less than such a part of what it covered at most is changed and nothing moves: the
button that it pressed lies otherwise now."""
WIDER: Final = 1.5
"""By how much wider than the clock the squares reach: a hand is."""
ONE_END: Final = 0.3
"""So much more of its own end than of the other it covers, of what it covers of both."""
LONGEST_S: Final = 2.0
"""A hand that stays for longer does not press: it lies there, or sets the clock."""
NORTH: Final = 0.05
"""So far in heights of the field from the clock it is seen which way north is."""
FRAME_S: Final = 0.5
"""With pictures further apart no hand is followed."""


@dataclass(frozen=True)
class HandAtClock:
    """A hand was at the clock: t (s) when it covered most of it; side of the table it came from."""

    t: float
    side: Side


@dataclass
class _Visit:
    """A hand that is at the clock: since when, how much of one end it covered at most and when, and what it
    covered of both ends, added up."""

    came: float
    most: float = 0.0
    at: float = 0.0
    north: float = 0.0
    south: float = 0.0

    def left(self) -> HandAtClock | None:
        """What it was, now that it has left; None where nobody's side shows, or both."""
        more = (self.north - self.south) / (self.north + self.south)
        return None if abs(more) < ONE_END else HandAtClock(self.at, "N" if more > 0 else "S")


class ClockSpot:
    """Watches the place of the clock.

    geometry: where the board is, which tells where north is and is followed when the camera moves. place: two
    opposite corners of the clock in the picture, in pixels of the size that the geometry belongs to.
    """

    def __init__(self, geometry: BoardGeometry, place: ClockPlace) -> None:
        corners = np.array([[x, y] for x in (place[0][0], place[1][0]) for y in (place[0][1], place[1][1])])
        self._clock = geometry.field_points(corners)
        self._visit: _Visit | None = None
        self.place(geometry)

    def place(self, geometry: BoardGeometry) -> None:
        """The board is there from now on, and the clock beside it as before."""
        self._geometry = geometry
        self._squares = _Squares(geometry, self._clock)
        self._visit = None
        self._before: Floats | None = None
        self._t = 0.0
        self._rest, self._since = np.zeros(0, np.float32), np.zeros(0)
        """What the squares show where no hand is, and since when each has not changed (s)."""

    @property
    def in_sight(self) -> bool:
        """Whether enough of both its ends is in the picture to see who presses."""
        return all(bool(self._squares.seen[rows].mean() >= IN_SIGHT) for rows in ENDS)

    def look(self, frame: Frame) -> HandAtClock | None:
        """The hand that left the clock with this frame; None where none did."""
        if frame.size != self._squares.size:
            self.place(self._geometry.scaled(frame.size))
        cells, before, gap = self._squares.of(frame), self._before, frame.t - self._t
        self._before, self._t = cells, frame.t
        if before is None:
            self._rest, self._since = cells.copy(), np.full(cells.shape[:2], frame.t)
            return None
        if not 0.0 < gap <= FRAME_S:
            self._visit = None
        moved = (np.abs(cells - before) >= STILL).any(axis=2)
        changed = (np.abs(cells - self._rest) >= CHANGED).any(axis=2)
        self._since[moved] = frame.t
        rests = frame.t - self._since >= np.where(changed, RESTS_S, 0.0)
        self._rest[rests] = cells[rests]
        north, south = self._squares.ends(changed)
        return self._follow(frame.t, north, south, still=not moved.any())

    def _follow(self, t: float, north: float, south: float, *, still: bool) -> HandAtClock | None:
        """What the shares of the north and the south end that are covered at a time (s) say. still: nothing
        moves."""
        most, visit = max(north, south), self._visit
        if visit is None:
            if most < COVERED:
                return None
            visit = self._visit = _Visit(t)
        if most > visit.most:
            visit.most, visit.at = most, t
        visit.north += north
        visit.south += south
        if most >= LEFT and not (still and most < GONE * visit.most):
            return None
        self._visit = None
        return visit.left() if t - visit.came <= LONGEST_S else None


class _Squares:
    """The squares of the clock and of what lies north and south of it, as one picture shows them.

    clock: (4, 2) corners of the clock in field coordinates. seen: (3 * ALONG, ACROSS) whether a square is in
    the picture, rows from the north.
    """

    def __init__(self, geometry: BoardGeometry, clock: NDArray[np.float64]) -> None:
        self.size = geometry.size
        corners = geometry.picture_points(clock)
        middle = corners.mean(axis=0)
        here = clock.mean(axis=0, keepdims=True)
        up = (geometry.picture_points(here - [[0.0, NORTH]]) - geometry.picture_points(here))[0]
        up /= np.linalg.norm(up)
        right = np.array([-up[1], up[0]])
        high, wide = (np.abs((corners - middle) @ way).max() for way in (up, WIDER * right))
        columns, rows = ACROSS * FINE, 3 * ALONG * FINE
        across, down = right * (2 * wide / columns), -up * (6 * high / rows)
        first = middle - right * wide + up * 3 * high + (across + down) / 2
        self._matrix = np.column_stack([across, down, first]).astype(np.float64)
        xs, ys = (
            first[k] + across[k] * np.arange(columns)[None, :] + down[k] * np.arange(rows)[:, None]
            for k in (0, 1)
        )
        inside = (xs >= 0) & (xs < self.size[0]) & (ys >= 0) & (ys < self.size[1])
        self.seen = inside.reshape(3 * ALONG, FINE, ACROSS, FINE).all(axis=(1, 3))

    def of(self, frame: Frame) -> Floats:
        """(3 * ALONG, ACROSS, 3) mean lightness and colour differences of the squares."""
        planes = frame.planes
        if planes is None:
            views = cv2.split(cv2.cvtColor(self._warped(frame.bgr, self._matrix), cv2.COLOR_BGR2YUV))
        else:
            half = self._matrix / 2.0
            half[:, 2] -= 0.25
            ways = (self._matrix, half, half)
            views = [self._warped(plane, way) for plane, way in zip(planes, ways, strict=True)]
        small = [cv2.resize(view, (ACROSS, 3 * ALONG), interpolation=cv2.INTER_AREA) for view in views]
        return np.stack(small, axis=2).astype(np.float32)

    @staticmethod
    def _warped(picture: NDArray[np.uint8], matrix: NDArray[np.float64]) -> NDArray[np.uint8]:
        """The squares of a picture, FINE points each way in each. matrix: (2, 3), from points to pixels."""
        size, flags = (ACROSS * FINE, 3 * ALONG * FINE), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        view = cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(view, dtype=np.uint8)

    def ends(self, changed: NDArray[np.bool_]) -> tuple[float, float]:
        """Which shares of what is seen of the clock's north and south end have changed."""
        north, south = (
            float(changed[rows][self.seen[rows]].mean()) if self.seen[rows].any() else 0.0 for rows in ENDS
        )
        return north, south
