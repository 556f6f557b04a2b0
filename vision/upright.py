"""Upright crops: each die is looked at once more, turned so that what lies higher is up.

On the straightened board the upper face of a flat die is a square as large as the die's edge, and its
upright edges all run the camera's way, as far as the camera is low. A die that leans on a checker or a wall
has neither. Which face is the upper one such a crop shows too, whatever the camera.
"""

from dataclasses import dataclass, field, replace
from math import exp, hypot, inf, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from models import shared_session
from models.runtime import InferenceSession
from vision.dice_crop import cut_out_of, field_edge, look_at, shifted, spot_of
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
LEAST_PX, LEAST_READ_PX = 8.0, 5.0
"""Of a die that is smaller in the picture than the first the network has learnt nothing; one that is read as
small as the second may be larger, for a face of it was taken for all of it: its crop shows that."""
NEAR_FIELD = 0.03
"""Nor has it of dice that lie further from the field than this (field units), on the frame or the table."""
ENOUGH = 4
"""So often a die that lies still is looked at; what was said then, in the mean, goes on to be said."""
ENOUGH_IN_DOUBT = 12
"""And while its value is less probable than PLAIN."""
ONE = 0.4
"""Two readings whose crops show the die no further apart than this (edges) are of one."""
STILL = 0.1
"""A die that has moved by no more than this, in its edges, lies still."""
PLAIN = 0.9
"""A value less probable than this may be read as another in the next picture of the same die."""
READER, UPRIGHT, BOTH = 0.5, 1.4, 3.5
"""Weights of the log odds of leaning of the reading network and of the upright crop, and what is added. Of
5,023 flat dice in films none comes to 0.75 (one by one network alone, with 0.7 and 2.0), of 1,658 on real
boards, turned, recoloured and blurred, nine (eight); of 134 that lean 112 come to 0.9 (95)."""
VALUE = 0.5
"""Weight of the upright crop in the logarithms of the values' probabilities; the reader has the rest."""
A_DIE = 0.5
"""Weight of the upright crop in the log odds that something is a die; the reader has the rest."""
LEAST_FLAT = 0.25
"""Least probability of the value of a die that lies flat; one that leans may show two faces alike."""
MAY_LIE_ON_DIE, ON_DIE_LOOKS = 0.5, 2
"""Probability, by so many looks at least, from which a die in the field is said to lie on another one, with
that probability."""
UPPER_HALF, MOST_PILED = (-0.6, 0.8), 2.2
"""Where the only die that is seen is looked at once more, for it may be a pile of two found as one: how far
down from its middle in an upright crop (edges; above it), and as how large, by its size. The log odds that
such a look says at most: of 88 flat dice on real boards it would have called three piled for sure."""
LEAST_BESIDE, LEAST_SIZE = 0.08, 0.08
"""How far beside its crop's middle (edges), or how much larger or smaller (logarithm), a die must lie for
another crop."""
MOST_BESIDE, MOST_SIZE = 0.7, 0.5
"""The furthest that is believed."""
LEAST = 1e-4
LEANS, SHOWN = 0, slice(1, 3)
"""Which of the networks' outputs are of leaning, and of what is seen, the values and whether it is a die."""


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


def _may_be_known(die: DieReading) -> bool:
    """Whether the network may have learnt from dice like this one."""
    return die.size_px >= LEAST_READ_PX and beyond(die.uv) <= NEAR_FIELD


class Look(NamedTuple):
    """What the network says of a crop: log odds of leaning, logarithms (6,) of the values' probabilities, log
    odds that it shows a die, and where: right and down of the middle in edges, and the logarithm of its edge,
    by what it was taken for; log odds that it lies on another die."""

    odds: float
    values: Floats
    die: float
    place: Floats
    on_die: float

    @property
    def astray(self) -> bool:
        """Whether the die lies so far from where it was cut out that another crop is worth while."""
        return bool(np.hypot(*self.place[:2]) > LEAST_BESIDE or abs(self.place[2]) > LEAST_SIZE)


@dataclass(frozen=True)
class _Told:
    """What the upright crops of one die have said: where it lay, how many, the sums of their log odds of
    leaning, of the logarithms (6,) of its values' probabilities and of the log odds that it is one and lies
    on another; how far (px) from where it is read the last of them shows it; and how many showed it too
    small to tell anything."""

    die: DieReading
    times: int = 0
    odds: float = 0.0
    values: Floats = field(default_factory=lambda: np.zeros(6))
    is_die: float = 0.0
    on_die: float = 0.0
    beside: tuple[float, float] = (0.0, 0.0)
    too_small: int = 0

    def with_more(self, die: DieReading, look: Look, xy: tuple[float, float]) -> "_Told":
        """With what one more crop has said. xy: where it shows the die (picture px)."""
        odds, values = self.odds + look.odds, self.values + look.values
        is_die, on_die = self.is_die + look.die, self.on_die + look.on_die
        beside = xy[0] - die.xy[0], xy[1] - die.xy[1]
        return _Told(die, self.times + 1, odds, values, is_die, on_die, beside, self.too_small)

    @property
    def asked(self) -> int:
        """How often it has been asked for."""
        return self.times + self.too_small

    def place(self, die: DieReading) -> tuple[float, float]:
        """Where its crops show the die as it is seen now (picture px)."""
        return die.xy[0] + self.beside[0], die.xy[1] + self.beside[1]

    def holds(self, die: DieReading) -> bool:
        """Whether a die is this one, lying where it lay."""
        away = hypot(die.xy[0] - self.die.xy[0], die.xy[1] - self.die.xy[1])
        alike = die.value == self.die.value or min(die.p, self.die.p) < PLAIN
        return alike and away <= STILL * die.size_px

    def applied(self, die: DieReading) -> DieReading:
        """The die as seen now, its value and whether it leans by both networks."""
        if not self.times:
            return die
        odds = READER * log_odds(die.lean_p) + UPRIGHT * self.odds / self.times + BOTH
        leans = probability(odds)
        values = values_of_both(np.array(die.faces), self.values / self.times)
        faces = (values * a_die_by_both(sum(die.faces), self.is_die / self.times)).tolist()
        best = max(faces)
        on_die = probability(self.on_die / self.times)
        if on_die >= MAY_LIE_ON_DIE and self.times >= ON_DIE_LOOKS and die.zone in ("E", "W"):
            die = replace(die, support="die", support_p=on_die)
        return replace(
            die,
            value=faces.index(best) + 1,
            p=best,
            faces=tuple(faces),
            tilt="leaning" if leans >= 0.5 else "flat",
            tilt_p=max(leans, 1 - leans),
        )


def log_odds(p: float) -> float:
    """Of a probability, kept off the ends."""
    p = min(max(p, LEAST), 1 - LEAST)
    return log(p / (1 - p))


def probability(odds: float) -> float:
    """Of log odds."""
    return 1 / (1 + exp(-odds))


def a_die_by_both(reader: float, upright: float) -> float:
    """Probability that it is a die by both networks.

    reader: that of the reading network; upright: log odds of upright crops.
    """
    return probability((1 - A_DIE) * log_odds(reader) + A_DIE * upright)


def values_of_both(faces: Floats, values: Floats) -> Floats:
    """(6,) probabilities of a die's values by both networks, which sum to 1.

    faces: (6,) probabilities of the reading network; values: (6,) logarithms of those of upright crops.
    """
    logs = (1 - VALUE) * np.log(np.maximum(faces / faces.sum(), LEAST)) + VALUE * values
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def moved_spot(spot: Candidate, place: Floats, way: tuple[float, float], aspect: float) -> Candidate:
    """Where and how large a die is by what an upright crop says of its place (see `Look`).

    way: as `upright_map` takes it.
    """
    right, down = (upright_turn(way) @ np.clip(place[:2], -MOST_BESIDE, MOST_BESIDE)).tolist()
    larger = exp(min(max(float(place[2]), -MOST_SIZE), MOST_SIZE))
    return replace(shifted(spot, right, down, aspect), edge=spot.edge * larger)


def _there(spot: Candidate, look: Look, view: BoardView) -> Candidate:
    """Where a look at a place shows the die."""
    return moved_spot(spot, look.place, look_at(spot, view)[:2], view.aspect)


def _seen_twice(
    die: DieReading, place: tuple[float, float], said: list[tuple[DieReading, tuple[float, float]]]
) -> bool:
    """Whether a reading is of a die that another one reads more surely: both crops show it at one place, and
    with the same value. A side face that was taken for a die of its own is seen so."""
    return any(
        other.p > die.p
        and other.value == die.value
        and hypot(place[0] - there[0], place[1] - there[1]) < ONE * max(die.size_px, other.size_px)
        for other, there in said
        if other is not die
    )


class UprightReader:
    """Says of the dice of one board which lean and what they show. Keeps what it said of those that rest.

    faces: the network that tells what they show and has its say on leaning, where that is not the one that
    tells how they lie.
    """

    def __init__(
        self, network: InferenceSession | None = None, faces: InferenceSession | None = None
    ) -> None:
        self._network = network or shared_session("lean")
        self._faces = faces or network or shared_session("faces")
        self._told: list[_Told] = []

    def tell(
        self, frame: Frame, geometry: BoardGeometry, dice: tuple[DieReading, ...]
    ) -> tuple[DieReading, ...]:
        """The same dice, each with how it lies and what it shows by the reading network and upright crops."""
        told = [next((one for one in self._told if one.holds(die)), _Told(die)) for die in dice]
        said = [one.applied(die) for one, die in zip(told, dice, strict=True)]
        asked = [
            row
            for row, (one, now) in enumerate(zip(told, said, strict=True))
            if _may_be_known(dice[row]) and one.asked < (ENOUGH if now.p >= PLAIN else ENOUGH_IN_DOUBT)
        ]
        if asked:
            aspect = board_view(geometry).aspect
            spots = {row: spot_of(dice[row], geometry, aspect) for row in asked}
            looks = self.look(frame, geometry, spots)
            for row, (look, spot) in looks.items():
                if dice[row].size_px * spot.edge < LEAST_PX * spots[row].edge:
                    told[row] = replace(told[row], die=dice[row], too_small=told[row].too_small + 1)
                    continue
                piled = self._pile(frame, geometry, spots[row]) if len(dice) == 1 else look.on_die
                seen = look._replace(on_die=max(look.on_die, piled))
                xy = geometry.picture_point(*field_of(spot.x, spot.y))
                told[row] = told[row].with_more(dice[row], seen, xy)
                said[row] = told[row].applied(dice[row])
        self._told = told
        placed = [(now, one.place(die)) for now, one, die in zip(said, told, dice, strict=True)]
        plain = [(now, place) for now, place in placed if now.tilt == "leaning" or now.p >= LEAST_FLAT]
        return tuple(now for now, place in plain if not _seen_twice(now, place, plain))

    def look(
        self, frame: Frame, geometry: BoardGeometry, spots: dict[int, Candidate]
    ) -> dict[int, tuple[Look, Candidate]]:
        """What the network says of numbered places, of each where its own crop shows the die, and where.

        Without those of which the picture shows too little.
        """
        view, spots = board_view(geometry), dict(spots)
        looks = self._ask(frame, geometry, view, spots)
        again = {row: _there(spots[row], look, view) for row, look in looks.items() if look.astray}
        for row, look in self._ask(frame, geometry, view, again).items():
            looks[row], spots[row] = look, again[row]
        return {row: (look, _there(spots[row], look, view)) for row, look in looks.items()}

    def _pile(self, frame: Frame, geometry: BoardGeometry, spot: Candidate) -> float:
        """Log odds, MOST_PILED at most, that the upper half of what was taken for one die lies on another."""
        view = board_view(geometry)
        down, size = UPPER_HALF
        right, low = (upright_turn(look_at(spot, view)[:2]) @ [0.0, down]).tolist()
        upper = replace(shifted(spot, right, low, view.aspect), edge=size * spot.edge)
        looks = self.look(frame, geometry, {0: upper}).values()
        return min(MOST_PILED, max((look.on_die for look, _ in looks), default=-inf))

    def _ask(
        self, frame: Frame, geometry: BoardGeometry, view: BoardView, spots: dict[int, Candidate]
    ) -> dict[int, Look]:
        """What the networks say of each place, the mean over the crop and its mirror picture: of leaning
        both, of what it shows the one, of the rest the other."""
        rows, crops, slopes = [], [], []
        for row, spot in spots.items():
            way = look_at(spot, view)[:2]
            crop = cut_out_of(frame, upright_map(spot, geometry, view.aspect, way), SIDE)
            if crop is not None:
                rows.append(row)
                crops += [crop, crop[:, ::-1]]
                slopes += [[slope_of(way)]] * 2
        if not rows:
            return {}
        feed = {"crops": np.stack(crops), "slopes": np.array(slopes, np.float32)}
        said = self._network.run(None, feed)
        if self._faces is not self._network:
            other = self._faces.run(None, feed)
            said[SHOWN] = other[SHOWN]
            said[LEANS] = (said[LEANS] + other[LEANS]) / 2.0
        parts = [np.array(part, np.float64).reshape(len(rows), 2, -1) for part in said]
        parts[3][:, 1, 0] *= -1
        odds, values, die, place, on_die = (part.mean(axis=1) for part in parts)
        return {
            row: Look(float(odds[k, 0]), values[k], float(die[k, 0]), place[k], float(on_die[k, 0]))
            for k, row in enumerate(rows)
        }
