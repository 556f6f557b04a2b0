"""Whether the board is still where it was: notices a moved camera or board, and finds the board's new place.

Marks (corners of the picture on and around the field) are followed (Lucas and Kanade 1981) from a picture of
the board in its known place. While at least half of those that can be seen stand still, so does the board,
whatever hands and checkers do. Where most of them agree on another place and stay there, it was moved; a
knock after which they return at once is no move.
"""

from dataclasses import dataclass
from math import floor, log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError, CornersError
from calibration.fit import KINDS, convex, homography, overlap, settle
from calibration.geometry import BoardGeometry, apply_homography
from vision.find import NONE_AT, STEP_AT, find_board, look
from vision.sources.frame import Frame

EVERY: Final = 0.2
"""Seconds between two looks."""
MARKS: Final = 80
"""Marks on the field, where checkers come and go, and as many on the rim around it, at most."""
STILL: Final = 0.7
"""A mark that moved less than this (px of the small picture) stands still."""
ENOUGH: Final = 12
"""Marks that have to be seen for anything to be said of them."""
MOST: Final = 0.8
"""With this share of the marks standing still, there is no doubt that the board does."""
UNMOVED: Final = 0.6
"""With this share of those that agree on another place standing still, they are no better explained by it."""
AROUND: Final = 0.6
"""Share of the area around all marks that those which agree enclose at least, so that nothing is guessed."""
PART, PUSHED = 0.25, 0.3
"""The same where the board itself was found there, some of which may have left the picture, and overlaps its
former place by so much: further away it may be the one on the next table."""
FEW: Final = 0.4
STALE_S: Final = 10.0
"""When a smaller share of the marks has been seen for so long (s), the board looks otherwise by now."""
PATIENCE: Final = 4
"""Looks after which a board that keeps moving is told about nevertheless."""
MOVED_AT: Final = 0.005
"""A corner moved by more than this, in sizes of the field, is a move."""
FITS: Final = 0.85
"""Overlap that the followed field shares at least with the field as it is fitted there."""
HERE: Final = 0.93
"""Overlap from which a field that was looked for is where it was."""
LIKE: Final = 0.6
"""Correlation of what a field shows with what this one showed, from which it is this one, marks or not, if it
is larger by BETTER than where this one was. A board pushed under a hand had 0.95 (0.35 where it had been),
one lit from the side 0.52 and more, other boards 0.1 at most."""
BETTER: Final = 0.2
LOOK: Final = (96, 64)
"""Width and height (px) in which they are compared."""
READ_AT: Final = 0.01
"""No further away than this, in sizes of the field, it is read all the same: the camera shakes."""
DOUBTED: Final = 0.02
"""A move further than this, in sizes of the field, has to agree with the fit better than no move."""
UNSURE_S: Final = 0.4
"""Whether the board has gone is clear so long after its marks went out of sight."""
SEARCH_EVERY: Final = 0.8
"""Seconds between two searches while the marks are out of sight."""
GONE_S: Final = 4.0
"""Without marks and without a board for this long, the board is said to be gone."""

Points = NDArray[np.float32]
Plane = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Moved:
    """The board is elsewhere: its new place, None where it is not to be found, and what happened in words."""

    geometry: BoardGeometry | None
    reason: str
    far: float = np.inf
    """How far its furthest corner went, in sizes of the field."""


class Steady:
    """Watches one board's place over the frames of one source."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self._geometry = geometry
        self._anchor: _Anchor | None = None
        self._looked = self._searched = -np.inf
        self._last: Floats | None = None
        self._blind_since: float | None = None
        self._poor_since: float | None = None
        self._absent_since: float | None = None
        self._gone = False
        self._away = 0

    @property
    def unsure(self) -> bool:
        """Whether the last looks showed the board elsewhere, or not at all where it was: there is nothing to
        be read then. It is moved, or the stream shows something else for a while."""
        blind = self._blind_since is not None and self._looked - self._blind_since < UNSURE_S
        away = self._last is not None and _far(np.array(self._geometry.corners), self._last) > READ_AT
        return away or blind or self._absent_since is not None

    def look(self, frame: Frame) -> Moved | None:
        """None while the board is where it was; else, told once, where it is now.

        Most frames cost nothing: one in EVERY seconds is looked at.
        """
        if 0 <= frame.t - self._looked < EVERY - 1e-3:
            return None
        self._looked = frame.t
        if self._anchor is None or self._anchor.size != frame.size:
            self._stand(frame, self._geometry.scaled(frame.size))
            return None
        if self._anchor.alike(frame):
            self._poor_since = None
            self._here()
            return None
        was, now = self._anchor.follow(frame)
        if len(was) >= max(ENOUGH, len(self._anchor.marks) // 8):
            still = _still(was, now)
            corners = self._anchor.corners_by(was, now)
            if corners is not None and _far(np.array(self._geometry.corners), corners) >= MOVED_AT:
                return self._follow(frame, corners)
            if still.mean() >= 0.5:
                self._rest(frame, int(still.sum()), len(self._anchor.marks))
                return None
        return self._search(frame)

    def _rest(self, frame: Frame, still: int, marks: int) -> None:
        """The board is where it was; one in which most marks have been gone for long is taken anew."""
        self._here()
        if still > FEW * marks:
            self._poor_since = None
        elif self._poor_since is None:
            self._poor_since = frame.t
        elif frame.t - self._poor_since > STALE_S:
            self._stand(frame, self._geometry)

    def _here(self) -> None:
        """It is seen to be where it was."""
        self._last = self._blind_since = self._absent_since = None
        self._gone, self._away = False, 0

    def _follow(self, frame: Frame, corners: Floats) -> Moved | None:
        """The marks agree on new corners: told once they rest there, or if they do not come to rest."""
        last, self._last = self._last, corners
        self._away += 1
        if last is None or (_far(last, corners) > MOVED_AT and self._away < PATIENCE):
            return None
        far = _far(np.array(self._geometry.corners), corners)
        fitted = _fitted(frame, self._geometry, corners)
        if fitted is None or overlap(fitted, corners) < FITS:
            return self._search(frame)
        if far > DOUBTED and overlap(fitted, corners) < overlap(fitted, np.array(self._geometry.corners)):
            return self._search(frame)
        return self._moved(frame, corners, far)

    def _search(self, frame: Frame) -> Moved | None:
        """The marks are out of sight: covered, in the dark or far away. Look for the board itself."""
        self._last = None
        if self._blind_since is None:
            self._blind_since = frame.t
            return None
        if frame.t - self._searched < SEARCH_EVERY:
            return None
        self._searched = frame.t
        old = np.array(self._geometry.corners)
        fitted = _fitted(frame, self._geometry, old)
        if fitted is not None and overlap(fitted, old) >= HERE:
            self._absent_since = None
            return None
        if self._absent_since is None:
            self._absent_since = frame.t
        return self._found_elsewhere(frame, old) or self._looks_so(frame, fitted) or self._is_gone(frame)

    def _looks_so(self, frame: Frame, fitted: Floats | None) -> Moved | None:
        """The board's new place near the old one, where what is seen there looks like this board."""
        old = np.array(self._geometry.corners)
        if fitted is None or self._anchor is None:
            return None
        like = self._anchor.likeness(frame, fitted)
        if like < max(LIKE, self._anchor.likeness(frame, old) + BETTER):
            return None
        return self._moved(frame, fitted, _far(old, fitted))

    def _found_elsewhere(self, frame: Frame, old: Floats) -> Moved | None:
        """The board's new place, where it is found in the picture and its marks are there."""
        try:
            found = find_board(frame.bgr).geometry
        except BoardNotFoundError:
            return None
        if _lies(found) != _lies(self._geometry) or overlap(np.array(found.corners), old) >= HERE:
            return None
        corners = self._anchor.corners_at(frame, np.array(found.corners)) if self._anchor else None
        return None if corners is None else self._moved(frame, corners, _far(old, corners))

    def _is_gone(self, frame: Frame) -> Moved | None:
        if self._gone or self._absent_since is None or frame.t - self._absent_since < GONE_S:
            return None
        self._gone = True
        return Moved(None, f"the board has been out of sight for {GONE_S:.0f} s")

    def _moved(self, frame: Frame, corners: Floats, far: float) -> Moved | None:
        old = self._geometry
        try:
            placed = BoardGeometry(
                tuple((float(x), float(y)) for x, y in corners), old.size, old.layout, old.bar
            )
        except CornersError:
            return None
        self._stand(frame, placed)
        return Moved(placed, f"the board moved in the picture, by up to {far:.1%} of its size", far)

    def _stand(self, frame: Frame, geometry: BoardGeometry) -> None:
        self._geometry, self._anchor = geometry, _Anchor(frame, geometry)
        self._poor_since = None
        self._here()


class _Anchor:
    """A picture of the board in a known place, small, and the marks in it."""

    MARGIN = 0.06
    """How far around the field marks are taken, in field widths and heights: the rim moves with the board."""
    FIELD = 250
    """Width of the field in the small picture (px), at most."""
    LEFT = 0.75
    """Pictures are halved, which is cheap, until at most this scale is left, to which they are averaged."""

    def __init__(self, frame: Frame, geometry: BoardGeometry) -> None:
        self.size = frame.size
        self._corners = np.array(geometry.corners)
        self._scale = min(1.0, self.FIELD / float(np.ptp(self._corners[:, 0])))
        self._halvings = max(0, floor(log2(self.LEFT / self._scale)))
        self._picture = self._small(frame)
        inside, around = self._area(geometry, 0.0), self._area(geometry, self.MARGIN)
        self.marks: Points = np.concatenate([self._pick(inside), self._pick(around & ~inside)])
        self._columns, self._rows = self.marks.astype(np.intp).T
        values = self._picture.astype(np.float32)
        mean, square = cv2.blur(values, (5, 5)), cv2.blur(values**2, (5, 5))
        spread = np.sqrt(np.maximum(square - mean**2, 0))
        self._allowed = 0.2 * spread[self._rows, self._columns] + 1.0

    def _area(self, geometry: BoardGeometry, margin: float) -> Plane:
        """The field and so much around it, as a mask of the small picture."""
        low, high = -margin, 1 + margin
        quad = geometry.picture_points([(low, low), (high, low), (high, high), (low, high)]) * self._scale
        mask = np.zeros(self._picture.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
        return mask

    def _pick(self, mask: Plane) -> Points:
        found = cv2.goodFeaturesToTrack(self._picture, MARKS, 0.01, 5, mask=mask)
        return np.asarray([] if found is None else found, np.float32).reshape(-1, 2)

    def alike(self, frame: Frame) -> bool:
        """Whether most marks look as they did, where they were: then nothing has moved."""
        if len(self.marks) < ENOUGH:
            return False
        change = cv2.blur(cv2.absdiff(self._small(frame), self._picture), (5, 5))
        return bool((change[self._rows, self._columns] < self._allowed).mean() >= 0.5)

    def follow(self, frame: Frame, guess: Points | None = None) -> tuple[Points, Points]:
        """(n, 2) marks that are seen in a frame, in the small picture: where they were, where they are.

        guess (m, 2): where they may be by now; where they were, if left out.
        """
        if not len(self.marks):
            return self.marks, self.marks
        small = self._small(frame)
        now, there = _flow(self._picture, small, self.marks, self.marks if guess is None else guess)
        back, again = _flow(small, self._picture, now, self.marks)
        seen = there & again & (np.linalg.norm(back - self.marks, axis=1) < STILL)
        return self.marks[seen], now[seen]

    def likeness(self, frame: Frame, corners: Floats) -> float:
        """Correlation of the lightness of a field in a frame with that of this field, -1 to 1."""
        then, now = (
            _upright(plane, there * self._scale)
            for plane, there in ((self._picture, self._corners), (self._small(frame), corners))
        )
        return float((then * now).mean())

    def corners_at(self, frame: Frame, corners: Floats) -> Floats | None:
        """(4, 2) corners by the marks, looked for where the board seems to be; None if they are not there."""
        matrix = homography(self._corners, corners)
        guess = apply_homography(matrix, self.marks.astype(np.float64) / self._scale) * self._scale
        was, now = self.follow(frame, guess.astype(np.float32))
        pushed = overlap(corners, self._corners) >= PUSHED
        if len(was) < (ENOUGH if pushed else max(ENOUGH, len(self.marks) // 4)):
            return None
        placed = self.corners_by(was, now, PART if pushed else AROUND)
        same = placed is not None and overlap(placed, corners) >= HERE
        return placed if same else None

    def corners_by(self, was: Points, now: Points, around: float = AROUND) -> Floats | None:
        """(4, 2) corners moved as the marks were; None where they do not agree, or stand still."""
        still = _still(was, now)
        if still.mean() >= MOST:
            return None
        found, agreeing = cv2.findHomography(was, now, cv2.RANSAC, 1.0)
        if found is None or agreeing.mean() < 0.5 or agreeing.sum() < ENOUGH:
            return None
        agree = agreeing.ravel() > 0
        if still[agree].mean() >= UNMOVED or _spread(was[agree]) < around * _spread(self.marks):
            return None
        moved = apply_homography(np.asarray(found, np.float64), self._corners * self._scale) / self._scale
        return moved if convex(moved) else None

    def _small(self, frame: Frame) -> Plane:
        if self._scale >= 1.0:
            return frame.y
        block = 1 << self._halvings
        rows, columns = (side // block * block for side in frame.y.shape)
        plane = frame.y[:rows, :columns]
        for _ in range(self._halvings):
            rows, columns = rows // 2, columns // 2
            plane = np.asarray(cv2.resize(plane, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
        left = self._scale * block
        return np.asarray(cv2.resize(plane, None, fx=left, fy=left, interpolation=cv2.INTER_AREA), np.uint8)


def _upright(plane: Plane, corners: Floats) -> NDArray[np.float32]:
    """A field of a picture, LOOK in size, of mean 0 and deviation 1."""
    width, height = LOOK
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    seen = cv2.warpPerspective(plane, homography(corners, whole), LOOK).astype(np.float32)
    return np.asarray((seen - seen.mean()) / (seen.std() + 1e-6), np.float32)


def _lies(geometry: BoardGeometry) -> bool:
    """Whether the board is seen from an end. A bar may be overlooked, and found where there is none."""
    return geometry.layout == "bar_horizontal"


def _still(was: Points, now: Points) -> NDArray[np.bool_]:
    """(n,) which marks have not moved."""
    return np.asarray(np.linalg.norm(now - was, axis=1) < STILL)


def _spread(marks: Points) -> float:
    """Area that marks enclose."""
    return float(cv2.contourArea(cv2.convexHull(marks)))


def _flow(was: Plane, now: Plane, marks: Points, guess: Points) -> tuple[Points, NDArray[np.bool_]]:
    """(n, 2) where the marks of one picture are in the next, and (n,) whether they are seen there."""
    found = guess.copy()
    moved, there, _ = cv2.calcOpticalFlowPyrLK(was, now, marks, found, flags=cv2.OPTFLOW_USE_INITIAL_FLOW)
    return np.asarray(moved, np.float32), np.asarray(there).ravel() > 0


def _far(a: Floats, b: Floats) -> float:
    """How far the furthest of four corners is from the other's, in sizes of the field."""
    size = np.sqrt(float(cv2.contourArea(a.astype(np.float32))))
    return float(np.linalg.norm(a - b, axis=1).max() / float(size))


def _fitted(frame: Frame, geometry: BoardGeometry, corners: Floats) -> Floats | None:
    """(4, 2) corners as the fitting network places them, from a guess; None where it sees no board."""
    lying = _lies(geometry)
    fit = settle(frame.bgr, corners, look, lying)
    if fit is None or fit.kind[KINDS.index("none")] > NONE_AT or fit.step > STEP_AT:
        return None
    return np.roll(fit.corners, -1, axis=0) if lying else fit.corners
