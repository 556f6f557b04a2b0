"""Numbers printed on the points look like a cube now and then, for as long as a match lasts.

The cube is put on the field, so its place looked otherwise before; print was always there. What lies on the
bar or beside the field is not asked about: there the cube waits from the beginning.
"""

import math
from collections import deque
from dataclasses import dataclass
from typing import Final

from calibration.geometry import BoardGeometry
from vision.bare import BareBoard, Place, looks_so
from vision.reading import CubeReading
from vision.sources.frame import Frame

STILL: Final = 0.03
"""Within this distance (field units) of where the cube was read before it is the same one."""
REACH: Final = 0.03
"""Half a side of what is compared, in lengths of the field's longer side: a whole cube and what it lies on.

A pale face on a plain board is known by its edges alone."""
BESIDE_BAR, BESIDE_RAIL = 0.06, 0.03
"""So near to bar and rails, in field widths, it may lie on them: its upper face is seen beside its foot."""
ELSEWHERE: Final = 3
"""Readings of a cube elsewhere, after which it is not where it was read first."""
PLACES: Final = 12
"""So many places are remembered where something was put."""


@dataclass
class _Put:
    """Something was put at a place. xy: in the picture; then: what it had looked like."""

    uv: tuple[float, float]
    xy: tuple[float, float]
    then: list[Place]


class Prints:
    """Tells a cube that was put on the field from what is printed there. bare: pictures without dice."""

    def __init__(self, bare: BareBoard) -> None:
        self._bare = bare
        self._first: tuple[float, float] | None = None
        """Where it was read when there were no pictures of the board, until it has been read elsewhere."""
        self._elsewhere = 0
        self._put: deque[_Put] = deque(maxlen=PLACES)

    def without(self, cube: CubeReading | None, frame: Frame, geometry: BoardGeometry) -> CubeReading | None:
        """The cube of a frame; None where what was read as one could be seen on the field long before."""
        if cube is None:
            return None
        if self._first is not None and math.dist(self._first, cube.uv) <= STILL:
            self._elsewhere = 0
            return cube
        if on_field(cube.uv, geometry):
            put = self._was_put(cube, frame, REACH * longer_side(geometry))
            if put is None:
                self._first, self._elsewhere = cube.uv, 0
                return cube
            if not put:
                return None
        self._elsewhere += 1
        if self._elsewhere >= ELSEWHERE:
            self._first = None
        return cube

    def _was_put(self, cube: CubeReading, frame: Frame, reach: float) -> bool | None:
        """Whether its place looks otherwise than long before; None without a picture of that time."""
        place = next((one for one in self._put if math.dist(one.uv, cube.uv) <= STILL), None)
        if place is None:
            then = self._bare.long_before(cube.xy, reach, frame)
            if not then:
                return None
            place = _Put(cube.uv, cube.xy, then)
        else:
            self._put.remove(place)
        if looks_so(frame, place.xy, reach, place.then):
            return False
        self._put.append(place)
        return True


def on_field(uv: tuple[float, float], geometry: BoardGeometry) -> bool:
    """Whether a place in field coordinates is on the field, and not on its bar or a rail."""
    left, right = geometry.bar_edges
    u, v = uv
    return BESIDE_RAIL < u < 1 - BESIDE_RAIL and 0 < v < 1 and not left - BESIDE_BAR < u < right + BESIDE_BAR


def longer_side(geometry: BoardGeometry) -> float:
    """Pixels of the field's longest side in the picture."""
    corners = geometry.corners
    return max(math.dist(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True))
