"""What a produced stream shows around a board: the players' faces, a strip with names and score, and the same
position once more as a computer draws it."""

import json
import math
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from altered import faces

from calibration.cv import cv2
from monitor.backgammon import Position

SIZE = (1920, 1080)
"""Of a stream's picture (width, height)."""
MARGIN = 24
"""Between its parts (px)."""
GREEN, BLUE, GREY = (
    ((60, 90, 40), (225, 225, 215), (150, 160, 165), (235, 235, 235), (40, 40, 45)),
    ((120, 70, 30), (200, 180, 150), (235, 225, 215), (245, 245, 245), (60, 40, 170)),
    ((90, 90, 90), (70, 70, 75), (175, 175, 180), (225, 235, 240), (30, 30, 30)),
)
"""Colours of a drawn board: the field, points in turn, the two players' men (BGR)."""
Picture = np.ndarray
Box = tuple[int, int, int, int]
"""Left, top, width, height (px)."""


@dataclass(frozen=True)
class Layout:
    """Where a stream shows what. board: the camera's picture; drawn: the computer's board, if shown."""

    board: Box
    panels: tuple[Box, ...] = ()
    strip: Box | None = None
    drawn: Box | None = None


WHOLE = Layout((0, 0, *SIZE))
"""Nothing but the camera's picture."""


def beside(rng: random.Random) -> Layout:
    """The camera's picture in two thirds of the whole, at any of its corners, with the rest around it."""
    width = rng.choice((1280, 1344, 1408))
    height = width * 9 // 16
    left = rng.choice((MARGIN, SIZE[0] - MARGIN - width))
    top = rng.choice((MARGIN, SIZE[1] - MARGIN - height))
    column = SIZE[0] - width - 3 * MARGIN
    x = MARGIN if left > MARGIN else width + 2 * MARGIN
    y = MARGIN if top > MARGIN else height + 2 * MARGIN
    below = (left, y, width, SIZE[1] - height - 3 * MARGIN)
    third = (SIZE[1] - 4 * MARGIN) // 3
    rows = [(x, MARGIN + k * (third + MARGIN), column, third) for k in range(3)]
    if rng.random() < 0.5:
        return Layout((left, top, width, height), tuple(rows[:2]), below, rows[2])
    return Layout((left, top, width, height), tuple(rows), below)


def drawn_board(size: tuple[int, int], board: str, colours: tuple[tuple[int, int, int], ...]) -> Picture:
    """(h, w, 3) a position as programs draw it, south below. board: as Position.from_board26 reads it."""
    field, one, other, light, dark = colours
    width, height = size
    picture = np.full((height, width, 3), (45, 55, 75), np.uint8)
    rim = max(4, height // 40)
    picture[rim:-rim, rim:-rim] = field
    step = (width - 2 * rim) / 15
    lefts = [rim + step * (k + 0.5 + (k > 5)) for k in range(12)]
    picture[:, int(rim + step * 6.5) : int(rim + step * 7.5)] = (45, 55, 75)
    position = Position.from_board26(board)
    for point in range(1, 25):
        row = 12 - point if point < 13 else point - 13
        low = point < 13
        x, tall = lefts[row], height * 0.4
        foot, tip = (height - rim, height - rim - tall) if low else (rim, rim + tall)
        shape = np.array([[x, foot], [x + step, foot], [x + step / 2, tip]], np.int32)
        cv2.fillPoly(picture, [shape], one if (row + low) % 2 else other, cv2.LINE_AA)
        men = position.at(point)
        for k in range(min(5, abs(men))):
            y = foot + (k + 0.5) * step * (-1 if low else 1)
            centre = (int(x + step / 2), int(y))
            cv2.circle(picture, centre, int(step * 0.48), light if men > 0 else dark, -1, cv2.LINE_AA)
            cv2.circle(picture, centre, int(step * 0.48), (90, 90, 90), 1, cv2.LINE_AA)
    return picture


class Person:
    """Somebody before a wall, who moves a little."""

    def __init__(self, rng: random.Random) -> None:
        still = faces((480, 320), rng.randrange(10**6))(0.0)
        self._wall = np.asarray(cv2.GaussianBlur(still, (0, 0), 30))
        self._skin = tuple(int(part * rng.uniform(0.35, 1.0)) for part in (150, 180, 225))
        self._clothes = tuple(rng.randrange(20, 200) for _ in range(3))
        self._rates = [rng.uniform(0.2, 1.5) for _ in range(2)]

    def seen(self, t: float) -> Picture:
        """(320, 480, 3) at a time (s)."""
        picture = np.array(self._wall)
        x, y = (int(size * math.sin(rate * t)) for size, rate in zip((25, 8), self._rates, strict=True))
        cv2.ellipse(picture, (240 + x, 330 + y), (150, 110), 0, 0, 360, self._clothes, -1, cv2.LINE_AA)
        cv2.ellipse(picture, (240 + x, 150 + y), (62, 85), 0, 0, 360, self._skin, -1, cv2.LINE_AA)
        for aside in (-24, 24):
            cv2.circle(picture, (240 + x + aside, 135 + y), 7, (30, 30, 30), -1, cv2.LINE_AA)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), 3))


class Studio:
    """Puts a stream's pictures together. folder: of the film; number: of it."""

    def __init__(self, folder: Path, number: int) -> None:
        rng = random.Random(7000 + number)
        self._colours = rng.choice((GREEN, BLUE, GREY))
        self._back = faces(SIZE, number + 1)(0.0) // rng.choice((2, 3, 5))
        self._people = [Person(random.Random(number * 3 + k)) for k in range(3)]
        lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
        begun = [(line["t"], line["board"]) for line in lines if line["ev"] == "GameStarted"]
        played = [(line["t"], line["board_after"]) for line in lines if line["ev"] == "TurnPlayed"]
        self._positions = sorted(begun + played)

    def show(self, layout: Layout, camera: Picture, t: float) -> Picture:
        """(1080, 1920, 3) the stream's picture at a time (s). camera: (h, w, 3) what the camera sees."""
        picture = np.array(self._back)
        for box, person in zip(layout.panels, self._people, strict=False):
            _put(picture, box, person.seen(t))
        if layout.strip:
            x, y, width, height = layout.strip
            cv2.rectangle(picture, (x, y), (x + width, y + height), (35, 25, 20), -1)
            for words, left in (("A. Player", 0.03), ("3 - 2", 0.44), ("B. Other", 0.7)):
                at = (int(x + left * width), int(y + height * 0.6))
                cv2.putText(
                    picture, words, at, cv2.FONT_HERSHEY_DUPLEX, height / 90, (240, 240, 240), 2, cv2.LINE_AA
                )
        if layout.drawn:
            board = [board for at, board in self._positions if at <= t] or [self._positions[0][1]]
            _, _, width, height = layout.drawn
            _put(picture, layout.drawn, drawn_board((width, height), board[-1], self._colours))
        _put(picture, layout.board, camera)
        return picture


def _put(picture: Picture, box: Box, part: Picture) -> None:
    """Show a part in a box, as large as that."""
    x, y, width, height = box
    larger = part.shape[1] < width
    picture[y : y + height, x : x + width] = cv2.resize(
        part, (width, height), interpolation=cv2.INTER_CUBIC if larger else cv2.INTER_AREA
    )
