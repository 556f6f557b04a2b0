"""Which side's men stand on a point, told by men of this board whose side is known.

A picture of a known position, as that of the start of a game is, shows thirty men with their side: in this
light, with this marbling, from this camera. Their colours are kept as they are seen, band by band along the
columns. Of a column the likelihood of either side is that of its bands among those (Parzen 1962); lightness
counts half, for it changes from place to place, by shadows most of all.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.colours import DEVIATION, Floats, colour_features
from vision.reading import most_probable
from vision.side_judge import BANDS, FIRST_ROW, ROWS, bands
from vision.sides import rim_ends
from vision.views import BAR, SlotViews

WIDTH = DEVIATION / np.array([1.0, 1.0, 0.5])
"""How far a man's colour lies from those of his side: of the kernel around every band that was seen."""
LEAST = 1e-4
"""Likelihood of a colour that is neither side's, a hand's or a die's, beside 1 for a side's very own."""
PER_MAN, MOST_MEN = 2, 5
"""Bands of a column that show one man, and men of a column that are looked at."""


@dataclass(frozen=True)
class KnownMen:
    """Men of this board whose side is known.

    looks: (n, 3) colour features of their bands, the logarithm of lightness above the board's own; dark:
    (n,) whether they are the darker side's; slots: (n,) where they stood; alone: whether nobody else is
    believed, because without them sides were misread in that very picture.
    """

    looks: Floats
    dark: NDArray[np.bool_]
    slots: NDArray[np.int64]
    alone: bool = False

    @classmethod
    def of(cls, views: SlotViews, counts: NDArray[np.int64], *, alone: bool = False) -> "KnownMen":
        """Men seen in a picture of a known position.

        counts: (24, 2) light and dark men; points with men of both sides teach nothing.
        """
        single = (counts > 0).sum(axis=1) == 1
        slots, chosen = _bands_of(np.where(single, counts.sum(axis=1), 0), rim_ends(views))
        return cls(_looks(views)[slots, chosen], counts[slots, 1] > 0, slots, alone)

    def without(self, slot: int) -> "KnownMen":
        """The men of the other points."""
        others = self.slots != slot
        return replace(self, looks=self.looks[others], dark=self.dark[others], slots=self.slots[others])

    def odds(self, views: SlotViews, men: NDArray[np.int64], ends: tuple[int, int]) -> Floats:
        """(24,) log odds that a column's men are the darker side's; 0 where none stand, and where men of one
        side alone are known.

        men: (24,) how many stand there; ends: of the rim, as `vision.sides.rim_ends` gives them.
        """
        if self.dark.all() or not self.dark.any():
            return np.zeros(BAR)
        slots, chosen = _bands_of(men, ends)
        away = (_looks(views)[slots, chosen][:, None] - self.looks[None]) / WIDTH
        near = np.exp(-0.5 * np.einsum("ijk,ijk->ij", away, away))
        dark = near[:, self.dark].mean(axis=1) + LEAST
        light = near[:, ~self.dark].mean(axis=1) + LEAST
        told = np.bincount(slots, np.log(dark / light), minlength=BAR)
        return np.asarray(told / np.maximum(np.bincount(slots, minlength=BAR), 1))


def misread(points: NDArray[np.float32], counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(24,) where men of a known position stand and are not read as their side's alone.

    points: (24, OUTCOMES) as they are read; counts: (24, 2) light and dark men that stand there.
    """
    standing = counts.sum(axis=1) > 0
    return np.asarray(standing & ((most_probable(points) > 0) != (counts > 0)).any(axis=1))


def _looks(views: SlotViews) -> Floats:
    """(24, BANDS, 3) colour features of all bands, lightness above the board's own."""
    features = colour_features(bands(views)[0].reshape(-1, 3))
    features[:, 2] -= np.log(max(1.0, views.scale[0]))
    return features.reshape(BAR, BANDS, 3)


def _bands_of(men: NDArray[np.int64], ends: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Slots and bands that show so many men, from where the rim ends on."""
    first = np.repeat([max(1, -((FIRST_ROW - end - 1) // ROWS)) for end in ends], BAR // 2)
    shown = np.minimum(men, MOST_MEN) * PER_MAN
    inside = np.arange(BANDS) - first[:, None]
    slots, chosen = np.nonzero((inside >= 0) & (inside < shown[:, None]))
    return slots, chosen
