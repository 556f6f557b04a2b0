"""Two pictures of a board in one light: what all of it has in common along a row or a column is left out.

Under lamps that follow the mains, exposures that are short show bands that wander through the picture, as the
rows of the sensor are read one after the other; they lie along its columns where the camera stands on its
side. They, and light that is switched, change the whole board at once, which hands and men never do.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BANDS: Final = 32
"""Parts of the board, along and across the picture, in which the light is taken for even."""
BLACK: Final = 16.0
"""Lightness of black (video range)."""
SOFT: Final = 4.0
"""Added to lightness above black, that noise in the dark makes no large ratios."""

Cells = NDArray[Any]


class EvenLight:
    """Brings the cells of earlier pictures of one board into the light of later ones.

    places: (n, 2) right and down in the picture, of each cell.
    """

    def __init__(self, places: NDArray[np.float64]) -> None:
        self._axes = tuple(_Bands(places[:, axis]) for axis in (1, 0))

    def relit(self, before: Cells, now: Cells) -> Iterator[Cells]:
        """The lightness (video range) of all cells before, in form and type as given, in the light that they
        are in now: as it changes down the picture, then as it changes across it."""
        was, is_now = (np.maximum(cells.reshape(-1) - BLACK, 0.0) + SOFT for cells in (before, now))
        for bands in self._axes:
            lit = np.round(was * bands.common(is_now / was) - SOFT + BLACK)
            yield np.clip(lit, 0, 255).astype(before.dtype).reshape(before.shape)


class _Bands:
    """Cells in the order of one coordinate."""

    def __init__(self, along: NDArray[np.float64]) -> None:
        self._along = along
        order, bands = np.argsort(along, kind="stable"), min(BANDS, len(along))
        self._order = order[: len(order) // bands * bands].reshape(bands, -1)
        self._middles = along[self._order].mean(axis=1)

    def common(self, gains: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) what most cells that lie as far along have of the gains of all."""
        return np.interp(self._along, self._middles, np.median(gains[self._order], axis=1))
