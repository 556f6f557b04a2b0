"""Crops for the reading network: the die's surroundings, straightened, at one scale."""

from dataclasses import replace
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from vision.dice_find import Candidate, board_place, field_of
from vision.dice_spec import BOARD_SIZE, CUBE_VIEW_EDGE, MARGIN, VIEW, VIEW_EDGE
from vision.dice_view import BoardView
from vision.reading import DieReading
from vision.sources.frame import Frame
from vision.views import YUV_TO_BGR

Plane = NDArray[np.uint8]
STEP = 0.01
"""Field widths over which a length in the picture is measured."""
COARSE = 1.6
"""Picture pixels to one of the crop above which the picture is shrunk first."""
_CORNERS = (0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5)
_HALF = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]], np.float64)


def field_edge(candidate: Candidate, aspect: float) -> float:
    """A candidate's edge in field widths."""
    span = 1 + 2 * MARGIN
    return candidate.edge * sqrt(span / BOARD_SIZE[0] * span * aspect / BOARD_SIZE[1])


def shifted(candidate: Candidate, right: float, down: float, aspect: float) -> Candidate:
    """A candidate so far right and down on the straightened board, in its own edges."""
    step = field_edge(candidate, aspect) / (1 + 2 * MARGIN)
    x = candidate.x + right * step * BOARD_SIZE[0]
    return replace(candidate, x=x, y=candidate.y + down * step / aspect * BOARD_SIZE[1])


def steps_to(other: Candidate, one: Candidate, aspect: float) -> tuple[float, float]:
    """How far right and down of one candidate another lies, in the one's edges: what `shifted` takes."""
    edge = field_edge(one, aspect)
    (u, v), (u0, v0) = field_of(other.x, other.y), field_of(one.x, one.y)
    return (u - u0) / edge, (v - v0) * aspect / edge


def spot_of(die: DieReading, geometry: BoardGeometry, aspect: float) -> Candidate:
    """What the finder of the whole board would say of a die that has been read somehow."""
    u, v = geometry.field_points([die.xy])[0].tolist()
    here, ahead = geometry.picture_points([(u, v), (u + STEP, v)]).tolist()
    edge = die.size_px / hypot(ahead[0] - here[0], ahead[1] - here[1]) * STEP
    unit = Candidate(False, die.p, *board_place(u, v), edge=1.0)
    return replace(unit, edge=edge / field_edge(unit, aspect))


def look_at(candidate: Candidate, view: BoardView) -> tuple[float, float, float]:
    """The camera's direction at a candidate, as the reading network takes it."""
    u, v = field_of(candidate.x, candidate.y)
    right, down = view.shift_at(u, v, field_edge(candidate, view.aspect))
    return min(max(right, -3.0), 3.0), min(max(down, -3.0), 3.0), 1.0


def crop_map(
    candidate: Candidate, geometry: BoardGeometry, aspect: float, side: int = VIEW
) -> NDArray[np.float64]:
    """(3, 3) homography from crop pixels (first one's middle at 0.5) to picture pixels."""
    step = field_edge(candidate, aspect) / (CUBE_VIEW_EDGE if candidate.cube else VIEW_EDGE)
    u, v = field_of(candidate.x, candidate.y)
    grid = np.array(
        [[step, 0, u - step * side / 2], [0, step / aspect, v - step / aspect * side / 2], [0, 0, 1]],
        np.float64,
    )
    return np.asarray(geometry.to_picture @ grid)


def part_of(frame: Frame, box: tuple[int, int, int, int], size: tuple[int, int]) -> Plane:
    """A piece of the frame, shrunk to (width, height), as blue green red.

    box: left, top, right, bottom; even numbers.
    """
    left, top, right, bottom = box
    planes = frame.planes
    if planes is None:
        return scaled(frame.bgr[top:bottom, left:right], size)
    y, u, v = planes
    rows, cols = slice(top // 2, (bottom + 1) // 2), slice(left // 2, (right + 1) // 2)
    whole = [scaled(part, size) for part in (y[top:bottom, left:right], u[rows, cols], v[rows, cols])]
    return np.asarray(cv2.transform(cv2.merge(whole), YUV_TO_BGR), np.uint8)


def scaled(part: Plane, size: tuple[int, int]) -> Plane:
    """A picture in another size, averaged where it shrinks."""
    if part.shape[1::-1] == size:
        return part
    smaller = part.shape[1] > size[0]
    return np.asarray(
        cv2.resize(part, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR), np.uint8
    )


def cut_crop(
    frame: Frame, candidate: Candidate, geometry: BoardGeometry, aspect: float, side: int = VIEW
) -> Plane | None:
    """(side, side, 3) blue green red crop around a candidate; None where its middle is out of the picture."""
    return cut_out_of(frame, crop_map(candidate, geometry, aspect, side), side)


def cut_out_of(frame: Frame, to_picture: NDArray[np.float64], side: int) -> Plane | None:
    """(side, side, 3) blue green red crop; None where its middle is out of the picture.

    to_picture: (3, 3) homography from crop pixels (first one's middle at 0.5) to picture pixels.
    """
    rows = to_picture.tolist()
    mapped = [[a * (x * side) + b * (y * side) + c for a, b, c in rows] for x, y in _CORNERS]
    if any(point[2] * mapped[4][2] <= 0 for point in mapped):
        return None
    points = [(x / w, y / w) for x, y, w in mapped]
    width, height = frame.size
    if not (0 <= points[4][0] < width and 0 <= points[4][1] < height):
        return None
    xs, ys = [p[0] for p in points[:4]], [p[1] for p in points[:4]]
    if max(xs) - min(xs) > 4 * width or max(ys) - min(ys) > 4 * height:
        return None
    left, top = max(0, int(min(xs) - 2)) // 2 * 2, max(0, int(min(ys) - 2)) // 2 * 2
    right, bottom = min(width, (int(max(xs)) + 4) // 2 * 2), min(height, (int(max(ys)) + 4) // 2 * 2)
    if right - left < 4 or bottom - top < 4:
        return None
    (x0, y0), (x1, y1), _, (x3, y3) = points[:4]
    edge = sqrt(abs((x1 - x0) * (y3 - y0) - (y1 - y0) * (x3 - x0))) / side
    wide, high = right - left, bottom - top
    size = (max(2, round(wide / edge)), max(2, round(high / edge))) if edge > COARSE else (wide, high)
    part = part_of(frame, (left, top, right, bottom), size)
    scale_x, scale_y = size[0] / wide, size[1] / high
    shift = np.array([[scale_x, 0, -left * scale_x - 0.5], [0, scale_y, -top * scale_y - 0.5], [0, 0, 1]])
    matrix = shift @ to_picture @ _HALF
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpPerspective(part, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
