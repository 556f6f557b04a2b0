"""Whether a second board is in view that may be meant as well as the one that was found."""

from typing import Final

import numpy as np

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError
from calibration.fit import overlap
from calibration.geometry import BoardGeometry
from vision.find import find_board
from vision.sources.frame import Frame

CASE: Final = 1.3
"""A board with its case is so many times as large as its field, at most about that."""
AS_LARGE, APART = 0.75, 0.3
"""Another board may be meant as well as the one that was found if its field is at least so large beside that
one's, and overlaps it by less than that."""


def as_good(board: BoardGeometry, frame: Frame) -> bool:
    """Whether another board is in the picture, as whole as this one and about as large."""
    corners = np.array(board.corners)
    around = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * CASE
    rest = frame.bgr.copy()
    cv2.fillConvexPoly(rest, np.round(around).astype(np.int32), rest.mean(axis=(0, 1)).tolist())
    try:
        other = np.array(find_board(rest).geometry.corners)
    except BoardNotFoundError:
        return False
    whole = bool(((other >= 0) & (other < np.array(frame.size))).all())
    sizes = [float(cv2.contourArea(one.astype(np.float32))) for one in (corners, other)]
    return whole and overlap(other, corners) < APART and sizes[1] >= AS_LARGE * sizes[0]
