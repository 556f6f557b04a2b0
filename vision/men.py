"""How many checkers lie in a strip, asked for each side of this board: how many that look like these?

The network is shown lightness and chroma of a strip, and how unlike every place of it is to the checkers of
the side that is asked for and to those of the other side. So it need not know which colours the checkers of a
board have, and answers for both sides alike.
"""

from typing import Final

import numpy as np

from models.runtime import InferenceSession
from vision.reading import Floats
from vision.sides import Colour
from vision.views import STEP, YUV_TO_BGR, ZERO
from vision.warp import Picture, split_planes

UNLIKE: Final = 4.0
"""Most that a place is unlike a side's checkers, in units of the board's spread of lightness."""
Colours = tuple[Colour | None, Colour | None]
"""What the light and the dark checkers of a board look like, (r, g, b) 0..255; None where none was seen."""


class MenCounter:
    """Asks one network about strips."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session

    def count(
        self, light: Picture, chroma: Picture, scale: tuple[float, np.float32], colours: Colours
    ) -> tuple[Floats, Floats]:
        """(n, 2, counts) probabilities of each number of light and of dark checkers in every strip, and (n,)
        that a strip cannot be seen. Parameters as for `asked`."""
        cells = asked(light, chroma, scale, colours)
        count, hidden = (
            np.asarray(output, np.float32)
            for output in self._session.run(None, {"cells": cells.reshape(-1, *cells.shape[2:])})
        )
        return count.reshape(len(light), 2, -1), hidden.reshape(len(light), 2).mean(axis=1)


def asked(light: Picture, chroma: Picture, scale: tuple[float, np.float32], colours: Colours) -> Picture:
    """(n, 2, rows, columns, CHANNELS) 8-bit input for n strips and both sides.

    light: (n, rows, columns, 4) and chroma: (n, rows, columns, 2), video range. scale: of `SlotViews.scale`.
    """
    mean, gain = scale
    bright = (light.astype(np.float32) - np.float32(mean)) * (YUV_TO_BGR[0, 0] * gain)
    hue = (chroma.astype(np.float32) - 128) * gain
    middle = np.concatenate([bright.mean(axis=-1, keepdims=True), hue], axis=-1)
    away = [unlike(middle, colour, mean, gain) for colour in colours]
    sides = [np.concatenate([bright, hue, own, other], axis=-1) for own, other in (away, away[::-1])]
    cells: Picture = np.clip(np.rint(np.stack(sides, axis=1)) + ZERO, 0, 255).astype(np.uint8)
    return cells


def unlike(middle: Floats, colour: Colour | None, mean: float, gain: np.float32) -> Floats:
    """(..., 1) how far (..., 3) lightness and chroma of places, in input steps, are from a colour's."""
    if colour is None:
        return np.full((*middle.shape[:-1], 1), UNLIKE / STEP, np.float32)
    y, u, v = video(colour)
    known = np.array([(y - mean) * YUV_TO_BGR[0, 0], u - 128, v - 128], np.float32) * gain
    away: Floats = np.sqrt(((middle - known) ** 2).sum(axis=-1, keepdims=True))
    return np.minimum(away, np.float32(UNLIKE / STEP))


def video(colour: Colour) -> tuple[int, int, int]:
    """Lightness and chroma in video range of a (r, g, b) colour 0..255."""
    y, u, v = split_planes(np.full((2, 2, 3), colour[::-1], np.uint8))
    return int(y[0, 0]), int(u[0, 0]), int(v[0, 0])
