"""A reading drawn over its picture, for people to check."""

from typing import Final

import numpy as np

from calibration.cv import cv2
from calibration.geometry import SLOT_NAMES, BoardGeometry
from vision.reading import QUARTERS, Reading, TrayReading
from vision.sources.frame import Plane

LINE: Final = (200, 230, 60)
LIGHT: Final = (90, 220, 255)
DARK: Final = (255, 140, 60)
WRONG: Final = (60, 60, 255)
FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
HIDDEN_AT: Final = 0.5
SAID_AT: Final = 0.5
"""Dice less probable than this are not drawn."""


def draw_reading(picture: Plane, geometry: BoardGeometry, reading: Reading | None) -> Plane:
    """A copy of a (h, w, 3) blue green red picture with points, counts and dice of the reading drawn in."""
    drawn = picture.copy()
    thick = max(1, round(picture.shape[1] / 900))
    for index in range(24):
        _slot(drawn, geometry, index, reading, thick)
    field = geometry.picture_points([(0, 0), (1, 0), (1, 1), (0, 1)])
    cv2.polylines(drawn, [_pixels(field)], True, LINE, thick + 1, cv2.LINE_AA)
    if reading is None:
        return drawn
    for die in reading.dice:
        if die.p < SAID_AT:
            continue
        _mark(drawn, die.xy, die.size_px, str(die.value), WRONG if die.cocked else LINE, thick)
    if reading.trays is not None:
        _trays(drawn, geometry, reading.trays, thick)
    if reading.cube is not None:
        _mark(drawn, reading.cube.xy, 0.03 * picture.shape[1], f"[{reading.cube.value}]", LINE, thick)
    return drawn


def caption(picture: Plane, lines: list[str]) -> Plane:
    """The picture with lines of text on a dark band below it; signs outside ASCII become question marks."""
    scale = picture.shape[1] / 1400
    step = max(14, round(34 * scale))
    band = np.full((step * len(lines) + step // 2, picture.shape[1], 3), 24, dtype=np.uint8)
    for number, line in enumerate(lines, 1):
        text = line.encode("ascii", "replace").decode()
        thick = max(1, round(1.5 * scale))
        cv2.putText(
            band, text, (step // 2, step * number - step // 6), FONT, scale, (235,) * 3, thick, cv2.LINE_AA
        )
    return np.vstack([picture, band])


def _slot(drawn: Plane, geometry: BoardGeometry, index: int, reading: Reading | None, thick: int) -> None:
    left, right = geometry.column(index % 12)
    near, far = (0.0, 0.43) if index < 12 else (1.0, 0.57)
    outline = geometry.picture_points([(left, near), (right, near), (right, far), (left, far)])
    cv2.polylines(drawn, [_pixels(outline)], True, LINE, 1, cv2.LINE_AA)
    if reading is None:
        return
    light, dark = reading.counts()[index]
    colour = LIGHT if light else DARK
    text = f"{light + dark}" if light + dark else ""
    if reading.hidden[index] > HIDDEN_AT:
        colour, text = WRONG, f"{text}?"
    name, count = geometry.picture_points([((left + right) / 2, near), ((left + right) / 2, far)])
    scale = float(np.linalg.norm(outline[1] - outline[0])) / 90
    _text(drawn, SLOT_NAMES[index], name, scale * 0.7, LINE, thick)
    _text(drawn, text, count, scale * 1.4, colour, thick + 1)


def _trays(drawn: Plane, geometry: BoardGeometry, trays: TrayReading, thick: int) -> None:
    """What lies beside the four quarters of the field, where something does or nothing can be seen."""
    beside = 1.3 * (geometry.column(0)[1] - geometry.column(0)[0])
    height, width = drawn.shape[:2]
    for place, (light, dark), hidden in zip(QUARTERS, trays.counts(), trays.hidden, strict=True):
        u, v = -beside if place[1] == "L" else 1 + beside, 0.25 if place[0] == "T" else 0.75
        x, y = geometry.picture_point(u, v)
        if not (0 <= x < width and 0 <= y < height) or not (light or dark or hidden > HIDDEN_AT):
            continue
        text = (
            "?" if hidden > HIDDEN_AT else f"{light}+{dark} off" if light and dark else f"{light + dark} off"
        )
        colour = WRONG if hidden > HIDDEN_AT else LIGHT if light else DARK
        _text(drawn, text, np.array([x, y]), max(0.4, width / 1600), colour, thick)


def _mark(
    drawn: Plane, xy: tuple[float, float], size: float, text: str, colour: tuple[int, int, int], thick: int
) -> None:
    centre = (round(xy[0]), round(xy[1]))
    cv2.circle(drawn, centre, max(6, round(0.9 * size)), colour, thick + 1, cv2.LINE_AA)
    _text(drawn, text, np.array([xy[0] + 1.4 * size, xy[1]]), max(0.5, size / 35), colour, thick + 1)


def _text(
    drawn: Plane,
    text: str,
    centre: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    scale: float,
    colour: tuple[int, int, int],
    thick: int,
) -> None:
    (width, height), _ = cv2.getTextSize(text, FONT, scale, thick)
    at = (round(centre[0] - width / 2), round(centre[1] + height / 2))
    cv2.putText(drawn, text, at, FONT, scale, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.putText(drawn, text, at, FONT, scale, colour, thick, cv2.LINE_AA)


def _pixels(
    points: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(points).astype(np.int32)
