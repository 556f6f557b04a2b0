"""Reading the strips: for every slot a probability over (side, count), and whether it can be seen.

The network says which strips hold checkers of the same side; which of the two sides is called light is
then measured in the picture: the one whose checkers are lighter.
"""

from dataclasses import dataclass

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models import shared_session
from vision.reading import MAX_COUNT, MIXED, OUTCOMES, Floats
from vision.views import BAR, OUTSIDE, REACH, STRIP_H, STRIP_W, SlotViews

Colour = tuple[int, int, int]

_RIM_ROW = OUTSIDE / (OUTSIDE + REACH) * STRIP_H
_FIRST = slice(round(_RIM_ROW + 5), round(_RIM_ROW + 14))
_MIDDLE = slice(STRIP_W // 2 - 5, STRIP_W // 2 + 5)
_SURE = 0.6


@dataclass(frozen=True)
class SlotReadings:
    """points (24, OUTCOMES), hidden (24,), bar (2, MAX_COUNT + 1), bar_hidden, colours (r, g, b)."""

    points: Floats
    hidden: Floats
    bar: Floats
    bar_hidden: float
    colours: tuple[Colour | None, Colour | None]


class SlotReader:
    """Runs the slot network over the strips of one frame."""

    def __init__(self, session: onnxruntime.InferenceSession | None = None) -> None:
        self._session = session if session is not None else shared_session("slots")

    def read(self, views: SlotViews) -> SlotReadings:
        """Probabilities for all slots of one frame."""
        strips = views.normalised()[None]
        count, dark, hidden, bar = (
            np.asarray(output, dtype=np.float32)[0] for output in self._session.run(None, {"strips": strips})
        )
        colours = side_colours(views, count, dark, hidden)
        if colours[0] is not None and colours[1] is not None and lightness(colours[0]) < lightness(colours[1]):
            dark, bar, colours = 1 - dark, bar[::-1], (colours[1], colours[0])
        whole_bar = np.zeros((2, MAX_COUNT + 1), np.float32)
        whole_bar[:, : bar.shape[1]] = bar
        return SlotReadings(join(count, dark), hidden[:BAR], whole_bar, float(hidden[BAR]), colours)


def join(count: NDArray[np.float32], dark: NDArray[np.float32]) -> Floats:
    """(24, 17) count and (24,) dark probabilities to (24, OUTCOMES)."""
    points = np.empty((len(count), OUTCOMES), np.float32)
    points[:, 0] = count[:, 0]
    points[:, 1 : MAX_COUNT + 1] = count[:, 1 : MAX_COUNT + 1] * (1 - dark[:, None])
    points[:, MAX_COUNT + 1 : MIXED] = count[:, 1 : MAX_COUNT + 1] * dark[:, None]
    points[:, MIXED] = count[:, MAX_COUNT + 1]
    return points


def lightness(colour: Colour) -> float:
    """Rec. 601 luma of an (r, g, b) picture colour, 0..255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def side_colours(
    views: SlotViews, count: NDArray[np.float32], dark: NDArray[np.float32], hidden: NDArray[np.float32]
) -> tuple[Colour | None, Colour | None]:
    """Median colour of the checkers next to the rim, for the side said light and the side said dark."""
    patches = views.strips[:BAR, _FIRST, _MIDDLE].reshape(BAR, -1, 3)
    medians = np.median(patches, axis=1)
    occupied = (count[:, 0] < 1 - _SURE) & (hidden[:BAR] < 0.5)
    found: list[Colour | None] = []
    for side in (dark < 0.5, dark >= 0.5):
        chosen = medians[occupied & side]
        if len(chosen) == 0:
            found.append(None)
            continue
        blue, green, red = np.median(chosen, axis=0)
        found.append((int(red), int(green), int(blue)))
    return found[0], found[1]
