"""Fit a board's place to a picture whose position is known, as that of the start of a game is.

What stands on the points is the target: the field's corners and the bar's edges are moved until the slot
network sees it most clearly. Nothing is trained.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CornersError
from calibration.geometry import BoardGeometry
from vision.known import KnownMen, misread
from vision.reading import outcome
from vision.slots import SlotReader
from vision.sources.frame import Frame
from vision.views import Cutter, SlotViews
from vision.warp import Window

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

SPREADS: Final = (0.003, 0.007, 0.02)
"""How far a move of the field is expected to be needed, in sizes of the field; each is tried where the one
before leaves a point misread."""
STEPS: Final = (0.012, 0.006, 0.003)
"""Lengths of the steps tried, in sizes of the field."""
ROUNDS: Final = 3
"""Rounds at most with each length."""
WORTH: Final = 0.02
"""A round that gains less log probability than this is the last with its length of step."""
_LEAST: Final = 1e-9
_EVEN: Final = 0.5

_U = np.array([-1.0, 1.0, 1.0, -1.0])
_V = np.array([-1.0, -1.0, 1.0, 1.0])
_MOVES: Final = [
    *(np.stack([mode, np.zeros(4)], axis=1) for mode in (np.ones(4), _U, _V, _U * _V)),
    *(np.stack([np.zeros(4), mode], axis=1) for mode in (np.ones(4), _V, _U, _U * _V)),
]
"""Ways in which the corners (4, 2) move in (u, v): shift, stretch, shear and taper, of either axis."""


@dataclass(frozen=True)
class Adapted:
    """What one picture in a known position taught.

    geometry: the board's place. moves: what moved it there, as `moved` takes them. misread: (24,) points
    whose true content was improbable with the place that was given. men: its men, with their
    sides. before, after: mean probability (geometric) of the 24 points' true content with the place that was
    given and with this one; right: how many of them are read right now.
    """

    geometry: BoardGeometry
    moves: Floats
    misread: NDArray[np.bool_]
    men: KnownMen
    before: float
    after: float
    right: int


def adapt(frame: Frame, geometry: BoardGeometry, counts: Counts, slots: SlotReader | None = None) -> Adapted:
    """Move the board of a frame to where its known position is seen best.

    counts: (24, 2) light and dark checkers on T1..T12, B1..B12. 50 to 280 readings, 1 to 4 s.
    """
    steps = adapting(frame, geometry, counts, slots or SlotReader())
    while True:
        try:
            next(steps)
        except StopIteration as end:
            learnt: Adapted = end.value
            return learnt


def adapting(
    frame: Frame, geometry: BoardGeometry, counts: Counts, slots: SlotReader
) -> Generator[None, None, Adapted]:
    """The same reading by reading, for whoever has other things to do as well."""
    fitting = _Fitting(frame, geometry, counts, slots)
    given = fitting.read(geometry)[1]
    moves = np.zeros(0)
    for spread in SPREADS:
        moves = yield from fitting.climb(spread)
        placed = moved(geometry, moves)
        views, points = fitting.read(placed)
        right = int((points.argmax(axis=1) == fitting.truth).sum())
        if right == len(fitting.truth):
            break
    men = KnownMen.of(views, counts, alone=bool(misread(points, counts).any()))
    share = 1 / len(fitting.truth)
    before, after = (float(np.exp(fitting.seen(read) * share)) for read in (given, points))
    wrong = given[np.arange(len(fitting.truth)), fitting.truth] < _EVEN
    return Adapted(placed, moves, wrong, men, before, after, right)


def moved(given: BoardGeometry, moves: Floats) -> BoardGeometry:
    """A board with its corners, and the edges of its bar, moved; CornersError where they cannot be a board's.

    moves: how far each of the eight ways goes, in sizes of the field, and how far the bar is shifted and
    widened, where there is one.
    """
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    corners += sum(move * mode for move, mode in zip(moves, _MOVES, strict=False))
    placed = given.picture_points(corners)
    if given.layout == "bar_horizontal":
        placed = np.roll(placed, -1, axis=0)
    left, right = given.bar
    if len(moves) > len(_MOVES):
        shift, widen = moves[-2:]
        left, right = left + shift - widen, right + shift + widen
    return replace(given.at(placed), bar=(left, right))


class _Fitting:
    """How well the known position is seen with the board moved."""

    def __init__(self, frame: Frame, geometry: BoardGeometry, counts: Counts, slots: SlotReader) -> None:
        self._frame, self._geometry, self.slots = frame, geometry, slots
        self.truth = np.array([outcome(int(dark > 0), int(light + dark)) for light, dark in counts])

    def seen(self, points: NDArray[np.float32]) -> float:
        """Logarithm of the probability of what is known to stand there."""
        return float(np.log(points[np.arange(len(self.truth)), self.truth] + _LEAST).sum())

    def read(self, placed: BoardGeometry) -> tuple[SlotViews, NDArray[np.float32]]:
        """The strips cut there, and what is read from them."""
        window = Window(placed)
        views = Cutter(placed, window).take(window.smooth(self._frame))
        return views, self.slots.read(views).points

    def score(self, moves: Floats, spread: float) -> float:
        """Log probability of the known position, less what the move is unlikely."""
        try:
            points = self.read(moved(self._geometry, moves))[1]
        except CornersError:
            return -np.inf
        return self.seen(points) - float((moves**2).sum()) / (2 * spread**2)

    def climb(self, spread: float) -> Generator[None, None, Floats]:
        """The moves to the best place that is reached by moving one way at a time, reading by reading."""
        moves = np.zeros(len(_MOVES) + (0 if self._geometry.layout == "no_bar" else 2))
        best = self.score(moves, spread)
        for step in STEPS:
            for _ in range(ROUNDS):
                before = best
                for axis in range(len(moves)):
                    for way in (step, -step):
                        tried = moves.copy()
                        tried[axis] += way
                        score = self.score(tried, spread)
                        yield
                        if score > best:
                            moves, best = tried, score
                            break
                if best - before < WORTH:
                    break
        return moves
