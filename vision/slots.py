"""Reading the strips: for every slot a probability over (side, count), and whether it can be seen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models import shared_session
from models.runtime import InferenceSession
from vision.bar_strip import Planes, doubted
from vision.known import KnownMen
from vision.men import Colours, MenCounter
from vision.reading import MAX_COUNT, MIXED, OUTCOMES, Floats
from vision.side_judge import SideJudge
from vision.sides import Colour, SideMemory, Told, find_sides, rim_ends
from vision.views import BAR, SlotViews

_HIDDEN_AT = 0.5
_EMPTY_AT = 0.5
_LEAST = 1e-9
_UNDER = np.float32(0.97)
"""How surely a slot is hidden that lies under something."""


@dataclass(frozen=True)
class SlotReadings:
    """points (24, OUTCOMES), hidden (24,), bar (2, MAX_COUNT + 1), bar_hidden, colours (r, g, b)."""

    points: Floats
    hidden: Floats
    bar: Floats
    bar_hidden: float
    colours: tuple[Colour | None, Colour | None]


class SlotReader:
    """Runs the slot network over the strips of one frame, and asks another about the bar.

    known: men of this board whose side is known, where a picture in a known position was seen.
    """

    def __init__(self, session: InferenceSession | None = None, known: KnownMen | None = None) -> None:
        self._session = session if session is not None else shared_session("slots")
        self._judge = SideJudge(shared_session("sides"))
        self._bar = MenCounter(shared_session("bar"))
        self._cells: NDArray[np.uint8] | None = None
        self._known = known

    def know(self, known: KnownMen) -> None:
        """These are men of this board."""
        self._known = known

    def read(
        self,
        views: SlotViews,
        memory: SideMemory | None = None,
        without_cube: Planes | None = None,
        under: NDArray[np.bool_] | None = None,
    ) -> SlotReadings:
        """Probabilities for all slots of one frame; memory: of the frames of this board before.

        without_cube: the bar without a cube that lies on it. under: (25,) slots over which something is known
        to lie.
        """
        self._cells = views.cells(self._cells)
        count, dark, hidden, bar = (
            np.asarray(output, dtype=np.float32) for output in self._session.run(None, {"cells": self._cells})
        )
        if under is not None:
            hidden = np.where(under, np.maximum(hidden, _UNDER), hidden)
        occupied = occupied_of(count, hidden)
        judge = self._judge.of(views, count, occupied)
        ends = rim_ends(views) if memory is None else memory.rim(rim_ends(views))
        told = self._told(views, count, occupied, ends)
        sides = find_sides(views, occupied, dark.astype(np.float64), told, memory, judge, ends)
        if sides.exchanged:
            bar = bar[::-1]
        whole_bar = np.zeros((2, MAX_COUNT + 1), np.float32)
        whole_bar[:, : bar.shape[1]] = self._on_bar(views, bar, sides.colours, without_cube)
        return SlotReadings(
            join(count, sides.dark, sides.both), hidden[:BAR], whole_bar, float(hidden[BAR]), sides.colours
        )

    def _told(
        self,
        views: SlotViews,
        count: NDArray[np.float32],
        occupied: NDArray[np.float64],
        ends: tuple[int, int],
    ) -> Told | None:
        """What men of known sides tell of the columns, where there are any."""
        if self._known is None:
            return None
        men = np.where(occupied > _EMPTY_AT, count[:, 1 : MAX_COUNT + 1].argmax(axis=1) + 1, 0)
        return Told(self._known.odds(views, men, ends), self._known.alone)

    def _on_bar(
        self, views: SlotViews, told: Floats, colours: Colours, without_cube: Planes | None
    ) -> Floats:
        """(2, counts) men on the bar, asked for by their looks; as the slot network told of a side that has
        shown none."""
        men = self._bar.count(views.light[BAR:], views.chroma[BAR:], views.scale, colours)[0][0]
        if without_cube is not None:
            men = doubted(men, self._bar.count(*without_cube, views.scale, colours)[0][0])
        known = np.array([[colour is not None] for colour in colours])
        return np.where(known, men, told)


def occupied_of(count: NDArray[np.float32], hidden: NDArray[np.float32]) -> NDArray[np.float64]:
    """(24,) probability that a point shows a checker, 0 where that is less than even or it cannot be seen.

    count: (24, 17) and hidden: (25,) of the slot network.
    """
    seen = (hidden[:BAR] < _HIDDEN_AT) & (count[:, 0] < _EMPTY_AT)
    return np.where(seen, 1.0 - count[:, 0], 0.0).astype(np.float64)


def join(
    count: NDArray[np.float32], dark: NDArray[np.float32], both: NDArray[np.float32] | None = None
) -> Floats:
    """(24, 17) count and (24,) dark probabilities to (24, OUTCOMES).

    both: (24,) probability that men of both sides stand where any do, instead of what `count` says of that.
    """
    points = np.empty((len(count), OUTCOMES), np.float32)
    points[:, 0] = count[:, 0]
    points[:, MIXED] = count[:, MAX_COUNT + 1]
    alone = count[:, 1 : MAX_COUNT + 1]
    if both is not None:
        men = alone.sum(axis=1)
        points[:, MIXED] = (men + count[:, MAX_COUNT + 1]) * both
        alone = alone * ((1.0 - count[:, 0] - points[:, MIXED]) / np.maximum(men, _LEAST))[:, None]
    points[:, 1 : MAX_COUNT + 1] = alone * (1 - dark[:, None])
    points[:, MAX_COUNT + 1 : MIXED] = alone * dark[:, None]
    return points
