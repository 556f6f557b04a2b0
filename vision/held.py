"""A camera that does not come to rest: held in a hand, on an arm that swings, zoomed or panned by a crew.

The board is followed by its marks from picture to picture, and every picture is turned back to where the
board was said to be, so that whatever compares pictures goes on to do so.
"""

from collections import deque
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import CornersError
from calibration.fit import homography, size_of
from calibration.geometry import BoardGeometry
from vision.marks import Floats, Marks
from vision.sources.frame import Frame

FIELD: Final = 500
"""Width of the field (px) in the pictures in which marks are followed, at most: the place is right to half a
pixel then, three times as good as in those that only tell whether it has moved."""
COURSE_S: Final = 3.0
"""What the camera did in the last so many seconds says whether it keeps still ..."""
KNOWN_S: Final = 2.0
LOOKS: Final = 6
"""... once so many of them have been seen, in so many looks."""
SWAYS: Final = 0.002
"""A board whose corner went further than this since the look before, in sizes of the field, was moving."""
OFTEN: Final = 0.5
"""Share of the looks in which it was moving, from which the camera does not keep still."""
RESTS_S: Final = 4.0
RESTS: Final = 0.002
"""It has come to rest when no corner went further than this in so long."""
MISSED_S: Final = 2.0
"""When it was not to be followed for so long it has to be looked for."""
FEW: Final = 0.4
STALE_S: Final = 10.0
"""When a smaller share of the marks has been seen for so long (s), the board looks otherwise by now."""
SAME: Final = 0.003
"""A place no further from a former one than this, in sizes of the field, is that one."""
LEAST: Final = 0.05
"""Pictures are turned back from so far on (px)."""


class Course:
    """Where the board was over the last seconds: does the camera keep still?"""

    def __init__(self, lasting: float = COURSE_S) -> None:
        self._lasting = lasting
        self._places: deque[tuple[float, Floats]] = deque()

    def note(self, t: float, corners: Floats) -> None:
        """Its (4, 2) corners at a time (s)."""
        if self._places and t < self._places[-1][0]:
            self._places.clear()
        self._places.append((t, corners))
        while t - self._places[0][0] > self._lasting:
            self._places.popleft()

    @property
    def restless(self) -> bool:
        """Whether it was moving in most looks."""
        places = self._places
        if len(places) < LOOKS or places[-1][0] - places[0][0] < KNOWN_S:
            return False
        steps = [far(one, two) > SWAYS for (_, one), (_, two) in zip(places, list(places)[1:], strict=False)]
        return sum(steps) >= OFTEN * len(steps)

    def rests(self, t: float, within: float) -> bool:
        """Whether for all this time no corner was further than that from where it is now."""
        places = self._places
        if not places or t - places[0][0] < self._lasting - 0.5:
            return False
        return all(far(corners, places[-1][1]) <= within for _, corners in places)


class Followed:
    """One board followed by its marks, from a picture on in which its place is known."""

    def __init__(self, frame: Frame, geometry: BoardGeometry) -> None:
        self.geometry = geometry
        self.share = 1.0
        """Of the marks, how many told in the last picture in which it was seen."""
        self._marks = Marks(frame, geometry, FIELD)
        self._few_since: float | None = None

    @property
    def corners(self) -> Floats:
        """(4, 2) where it was seen last."""
        return np.array(self.geometry.corners)

    def look(self, frame: Frame, *guesses: Floats) -> bool:
        """Follow it into another picture; whether it is seen there. In one of another size it is not.

        guesses: each (4, 2) corners that it may have by now, should it not be about where it was.
        """
        if frame.size != self.geometry.size:
            return False
        found = self._marks.corners_now(frame, self.corners)
        for guess in guesses:
            found = found or self._marks.corners_at(frame, guess)
        placed = None if found is None else placed_at(self.geometry, found[0])
        if found is None or placed is None:
            return False
        self.geometry, self.share = placed, found[1]
        if self.share >= FEW:
            self._few_since = None
        elif self._few_since is None:
            self._few_since = frame.t
        elif frame.t - self._few_since > STALE_S:
            self._few_since, self._marks = None, Marks(frame, placed, FIELD)
        return True


class Held:
    """A board in the pictures of a camera that does not keep still, from a picture on in which its place is
    known.

    home: (4, 2) corners where the board is said to be; pictures are turned back there.
    """

    def __init__(self, frame: Frame, geometry: BoardGeometry, home: Floats) -> None:
        self._board = Followed(frame, geometry)
        self._home = home
        self._course = Course(RESTS_S)
        self._seen_at = frame.t
        self.seen = True

    @property
    def size(self) -> tuple[int, int]:
        """Width and height (px) of the pictures."""
        return self._board.geometry.size

    @property
    def corners(self) -> Floats:
        """(4, 2) corners of the board in the picture in which it was seen last."""
        return self._board.corners

    def look(self, frame: Frame) -> None:
        """Follow the board into the next picture."""
        self.seen = self._board.look(frame)
        if self.seen:
            self._seen_at = frame.t
            self._course.note(frame.t, self.corners)

    def rests(self, t: float) -> bool:
        """Whether the camera has come to rest."""
        return self.seen and self._course.rests(t, RESTS)

    def missed(self, t: float) -> bool:
        """Whether the board has not been followed for long."""
        return t - self._seen_at > MISSED_S

    def steadied(self, frame: Frame) -> Frame:
        """The picture looked at last as it would be with the board where it is said to be."""
        if float(np.abs(self.corners - self._home).max()) < LEAST:
            return frame
        matrix = homography(self.corners, self._home)
        planes = frame.planes
        if planes is None:
            return replace(frame, pixels=_turned(frame.bgr, matrix))
        half = np.array([[0.5, 0.0, -0.25], [0.0, 0.5, -0.25], [0.0, 0.0, 1.0]])
        chroma = half @ matrix @ np.linalg.inv(half)
        y, u, v = planes
        return replace(frame, pixels=(_turned(y, matrix), _turned(u, chroma), _turned(v, chroma)))


def placed_at(board: BoardGeometry, corners: Floats) -> BoardGeometry | None:
    """That board with its (4, 2) corners elsewhere, None where no board has such."""
    try:
        return board.at(corners)
    except CornersError:
        return None


def lies_at(place: BoardGeometry, corners: Floats) -> bool:
    """Whether a board with its (4, 2) corners there is where it was in that place."""
    return far(np.array(place.corners), corners) <= SAME


def far(a: Floats, b: Floats) -> float:
    """How far the furthest of four corners is from the other's, in sizes of the field."""
    return float(np.linalg.norm(a - b, axis=1).max()) / size_of(a)


def _turned(picture: NDArray[np.uint8], matrix: Floats) -> NDArray[np.uint8]:
    size = picture.shape[1], picture.shape[0]
    turned = cv2.warpPerspective(
        picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(turned, np.uint8)
