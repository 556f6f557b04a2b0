"""Marks of a board in a picture, and where they are in another one.

Marks are corners of the picture on and around the field; they are followed by optical flow (Lucas and Kanade
1981). Where most of them agree on one change of place, the board's corners have gone along.
"""

from math import floor, log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.fit import convex, homography, overlap
from calibration.geometry import BoardGeometry, apply_homography
from vision.sources.frame import Frame

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
HERE: Final = 0.93
"""Overlap from which a field that was looked for is where it was."""
LOOK: Final = (96, 64)
"""Width and height (px) in which two fields are compared."""

Points = NDArray[np.float32]
Plane = NDArray[np.uint8]
Floats = NDArray[np.float64]


class Marks:
    """A picture of the board in a known place, small, and the marks in it."""

    MARGIN = 0.06
    """How far around the field marks are taken, in field widths and heights: the rim moves with the board."""
    FIELD = 250
    """Width of the field in the small picture (px) where nothing else is said."""
    LEFT = 0.75
    """Pictures are halved, which is cheap, until at most this scale is left, to which they are averaged."""

    def __init__(self, frame: Frame, geometry: BoardGeometry, field: int = FIELD) -> None:
        """field: width of the field in the small picture (px), at most."""
        self.size = frame.size
        self._corners = np.array(geometry.corners)
        self._scale = min(1.0, field / float(np.ptp(self._corners[:, 0])))
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

    def follow(self, frame: Frame) -> tuple[Points, Points]:
        """(n, 2) marks that are seen in a frame, in the small picture: where they were, where they are."""
        return self._followed(self._small(frame))

    def standing(self, frame: Frame) -> bool:
        """Whether most of them stand still in a frame."""
        was, now = self.follow(frame)
        return len(was) >= max(ENOUGH, len(self.marks) // 4) and bool(still(was, now).mean() >= MOST)

    def _followed(self, small: Plane) -> tuple[Points, Points]:
        if not len(self.marks):
            return self.marks, self.marks
        now, there = _flow(self._picture, small, self.marks, self.marks)
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

    def corners_at(self, frame: Frame, corners: Floats) -> tuple[Floats, float] | None:
        """(4, 2) corners by the marks, looked for where the board seems to be, and the share of marks that
        say so; None if they are not there."""
        within = (PART, 0.0) if overlap(corners, self._corners) >= PUSHED else (AROUND, 0.25)
        found = self.corners_now(frame, corners, *within)
        if found is not None:  # once more from where they are: what was found is a guess, and off by more
            found = self.corners_now(frame, found[0], *within) or found
        return found if found is not None and overlap(found[0], corners) >= HERE else None

    def corners_by(self, was: Points, now: Points) -> Floats | None:
        """(4, 2) corners moved as the marks were; None where they do not agree, or stand still."""
        unmoved = still(was, now)
        if unmoved.mean() >= MOST:
            return None
        placed = self._carried(was, now, AROUND)
        return None if placed is None or unmoved[placed[1]].mean() >= UNMOVED else placed[0]

    def corners_now(
        self, frame: Frame, guess: Floats, around: float = AROUND, least: float = 0.125
    ) -> tuple[Floats, float] | None:
        """(4, 2) corners in a frame in which they are about there, and the share of the marks that say so;
        None where they do not tell.

        around: share of the area around all marks that these enclose at least. least: share of the marks that
        is seen at least. The frame is turned back by the guess first, so that marks look as they did.
        """
        small = self._small(frame)
        there = homography(self._corners * self._scale, guess * self._scale)
        size = self._picture.shape[1], self._picture.shape[0]
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        edge = cv2.BORDER_REPLICATE
        turned = cv2.warpPerspective(small, there, size, flags=flags, borderMode=edge)
        back = np.asarray(turned, np.uint8)
        for picture, onward in ((back, there), (small, np.eye(3))):
            was, now = self._followed(picture)
            enough = len(was) >= max(ENOUGH, int(least * len(self.marks)))
            placed = self._carried(was, now, around) if enough else None
            if placed is not None:
                corners = apply_homography(onward, placed[0] * self._scale) / self._scale
                share = float(placed[1].sum()) / len(self.marks)
                return (corners, share) if convex(corners) else None
        return None

    def _carried(self, was: Points, now: Points, around: float) -> tuple[Floats, NDArray[np.bool_]] | None:
        """(4, 2) corners moved as most marks were, and (n,) which those are; None where they do not agree.

        around: share of the area around all marks that these enclose at least.
        """
        found, agreeing = cv2.findHomography(was, now, cv2.RANSAC, 1.0)
        if found is None or agreeing.mean() < 0.5 or agreeing.sum() < ENOUGH:
            return None
        agree = agreeing.ravel() > 0
        if _spread(was[agree]) < around * _spread(self.marks):
            return None
        moved = apply_homography(np.asarray(found, np.float64), self._corners * self._scale) / self._scale
        return (moved, agree) if convex(moved) else None

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


def still(was: Points, now: Points) -> NDArray[np.bool_]:
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
