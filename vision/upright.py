"""Upright crops: each die is looked at once more, turned so that what lies higher is up.

On the straightened board the upper face of a flat die is a square as large as the die's edge, and its
upright edges all run the camera's way, as far as the camera is low. A die that leans on a checker or a wall
has neither. Which face is the upper one such a crop shows too, whatever the camera.
"""

from dataclasses import dataclass, field, replace
from math import exp, hypot, log

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from models import shared_session
from vision.dice_crop import cut_out_of, field_edge, look_at, spot_of
from vision.dice_find import Candidate, field_of
from vision.dice_place import beyond
from vision.dice_view import BoardView, board_view
from vision.reading import DieReading
from vision.sources.frame import Frame

Floats = NDArray[np.float64]
SIDE = 64
"""Width and height of a crop (px)."""
EDGE = 22.0
"""Pixels along a die's edge in a crop."""
STEEP = 0.03
"""A camera that moves a point by less than this per unit of its height stands above: up is then north."""
MOST_SLOPE = 3.0
LEAST_PX = 8.0
"""Of a die that is smaller in the picture than this the network has learnt nothing."""
NEAR_FIELD = 0.03
"""Nor has it of dice that lie further from the field than this (field units), on the frame or the table."""
ENOUGH = 4
"""So often a die that lies still is looked at; what was said then, in the mean, goes on to be said."""
STILL = 0.1
"""A die that has moved by no more than this, in its edges, lies still."""
PLAIN = 0.9
"""A value less probable than this may be read as another in the next picture of the same die."""
READER, UPRIGHT, BOTH = 0.4, 0.6, 0.2
"""Weights of the log odds of leaning of the reading network and of the upright crop, and what is added."""
VALUE = 0.5
"""Weight of the upright crop in the logarithms of the values' probabilities; the reader has the rest."""
LEAST = 1e-4


def upright_map(
    candidate: Candidate, geometry: BoardGeometry, aspect: float, way: tuple[float, float], side: int = SIDE
) -> NDArray[np.float64]:
    """(3, 3) homography from pixels of an upright crop (first one's middle at 0.5) to picture pixels.

    aspect: height of the field over its width; way: how far the straightened picture of a point moves (right,
    down) per unit of height, as `vision.dice_crop.look_at` says it.
    """
    step = field_edge(candidate, aspect) / EDGE
    u, v = field_of(candidate.x, candidate.y)
    turn = upright_turn(way) * step
    turn[1] /= aspect
    middle = np.array([u, v]) - turn @ np.array([side / 2, side / 2])
    grid = np.array([[*turn[0], middle[0]], [*turn[1], middle[1]], [0, 0, 1]], np.float64)
    return np.asarray(geometry.to_picture @ grid)


def upright_turn(way: tuple[float, float]) -> NDArray[np.float64]:
    """(2, 2) turn from an upright crop to the straightened board: what lies up in the one lies the way in the
    other that a point moves with its height."""
    far = hypot(*way)
    sin, cos = (way[0] / far, -way[1] / far) if far > STEEP else (0.0, 1.0)
    return np.array([[cos, -sin], [sin, cos]])


def slope_of(way: tuple[float, float]) -> float:
    """How far a point moves up an upright crop per unit of its height, as the network takes it."""
    return min(hypot(*way), MOST_SLOPE)


def _known(die: DieReading) -> bool:
    """Whether the network has learnt from dice like this one."""
    return die.size_px >= LEAST_PX and beyond(die.uv) <= NEAR_FIELD


@dataclass(frozen=True)
class _Told:
    """What the upright crops of one die have said: where it lay, how many, the sums of their log odds of
    leaning and of the logarithms (6,) of its values' probabilities."""

    die: DieReading
    times: int = 0
    odds: float = 0.0
    values: Floats = field(default_factory=lambda: np.zeros(6))

    def with_more(self, die: DieReading, odds: float, values: Floats) -> "_Told":
        """With what one more crop has said."""
        return _Told(die, self.times + 1, self.odds + odds, self.values + values)

    def holds(self, die: DieReading) -> bool:
        """Whether a die is this one, lying where it lay."""
        away = hypot(die.xy[0] - self.die.xy[0], die.xy[1] - self.die.xy[1])
        alike = die.value == self.die.value or min(die.p, self.die.p) < PLAIN
        return alike and away <= STILL * die.size_px

    def applied(self, die: DieReading) -> DieReading:
        """The die as it is seen now, its value and whether it leans by both networks."""
        if not self.times:
            return die
        p = min(max(die.lean_p, LEAST), 1 - LEAST)
        odds = READER * log(p / (1 - p)) + UPRIGHT * self.odds / self.times + BOTH
        leans = 1 / (1 + exp(-odds))
        faces = values_of_both(np.array(die.faces), self.values / self.times).tolist()
        best = max(faces)
        return replace(
            die,
            value=faces.index(best) + 1,
            p=best,
            faces=tuple(faces),
            tilt="leaning" if leans >= 0.5 else "flat",
            tilt_p=max(leans, 1 - leans),
        )


def values_of_both(faces: Floats, values: Floats) -> Floats:
    """(6,) probabilities of a die's values by both networks. How probably it is a die at all stays as it was.

    faces: (6,) probabilities of the reading network; values: (6,) logarithms of those of upright crops.
    """
    die = faces.sum()
    logs = (1 - VALUE) * np.log(np.maximum(faces / die, LEAST)) + VALUE * values
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum() * die)


class UprightReader:
    """Says of the dice of one board which lean and what they show. Keeps what it said of those that rest."""

    def __init__(self, network: onnxruntime.InferenceSession | None = None) -> None:
        self._network = network or shared_session("lean")
        self._told: list[_Told] = []

    def tell(
        self, frame: Frame, geometry: BoardGeometry, dice: tuple[DieReading, ...]
    ) -> tuple[DieReading, ...]:
        """The same dice, each with how it lies and what it shows by the reading network and upright crops."""
        told = [next((one for one in self._told if one.holds(die)), _Told(die)) for die in dice]
        asked = [row for row, one in enumerate(told) if one.times < ENOUGH and _known(dice[row])]
        if asked:
            view = board_view(geometry)
            for row, odds, values in self._look(frame, geometry, view, [(row, dice[row]) for row in asked]):
                told[row] = told[row].with_more(dice[row], odds, values)
        self._told = told
        return tuple(one.applied(die) for one, die in zip(told, dice, strict=True))

    def _look(
        self, frame: Frame, geometry: BoardGeometry, view: BoardView, dice: list[tuple[int, DieReading]]
    ) -> list[tuple[int, float, Floats]]:
        """Log odds of leaning of numbered dice and logarithms (6,) of their values' probabilities, means over
        each crop and its mirror picture.

        Without those of which the picture shows too little.
        """
        rows, crops, slopes = [], [], []
        for row, die in dice:
            spot = spot_of(die, geometry, view.aspect)
            way = look_at(spot, view)[:2]
            crop = cut_out_of(frame, upright_map(spot, geometry, view.aspect, way), SIDE)
            if crop is not None:
                rows.append(row)
                crops += [crop, crop[:, ::-1]]
                slopes += [[slope_of(way)]] * 2
        if not rows:
            return []
        feed = {"crops": np.stack(crops), "slopes": np.array(slopes, np.float32)}
        odds, values = (np.asarray(part, np.float64) for part in self._network.run(None, feed))
        odds, values = odds.reshape(-1, 2).mean(axis=1), values.reshape(-1, 2, 6).mean(axis=1)
        return list(zip(rows, odds.tolist(), values, strict=True))
