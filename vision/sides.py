"""Which strips hold checkers of the same side: two colours of this board, found over the whole board.

No colour is known beforehand. The checkers next to the rim of every occupied strip are described by their
chroma (r, b shares of r+g+b) and the logarithm of their lightness; a mixture of two Gaussians with one
common spread is fitted by expectation-maximisation (Dempster, Laird and Rubin 1977) from several starts,
with the slot network's opinion as prior of every strip. Which of the two is called light is measured.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.views import BAR, CELL_COLUMNS, CELL_ROWS, OUTSIDE, REACH, YUV_TO_BGR, SlotViews

Colour = tuple[int, int, int]
Floats = NDArray[np.float64]

_RIM_ROW = OUTSIDE / (OUTSIDE + REACH) * CELL_ROWS
_ROWS = slice(round(_RIM_ROW + 2.5), round(_RIM_ROW + 7))
_COLUMNS = slice(CELL_COLUMNS // 2 - 3, CELL_COLUMNS // 2 + 2)
_SPREAD = np.array([0.042, 0.042, 0.42]) ** 2
"""Variances expected within one side: chroma, chroma, log lightness."""
_SPREAD_WEIGHT = 4.0
"""How many checkers the expected variances count for."""
_PRIOR_CAP = 4.0
_EVIDENCE_CAP = 3.0
"""Log odds at most, from the network and from the colours; chosen on rendered boards held out of training."""
_KNOWN = 12.0
"""Log odds of a checker whose side is known."""
_ROUNDS = 5
_SCALES = np.array([[[1, 1, 1]], [[1, 1, 0]], [[0, 0, 1]]], np.float64)
"""What of the colours the main axes are sought in: all, chroma alone, lightness alone."""


@dataclass(frozen=True)
class Sides:
    """dark: (24,) probability that a checker on the point is of the darker side; colours: (r, g, b) 0..255
    of the light and the dark side, None where no checker was seen; exchanged: whether the network's two
    sides had to be exchanged."""

    dark: NDArray[np.float32]
    colours: tuple[Colour | None, Colour | None]
    exchanged: bool


@dataclass(frozen=True)
class KnownSides:
    """Checkers of this board whose side is known, from a picture in a known position.

    patches: (n, 3) blue green red 0..255; dark: (n,) whether they are the darker side's; luma: mean
    lightness of that picture's points, video range.
    """

    patches: Floats
    dark: NDArray[np.bool_]
    luma: float

    @classmethod
    def of(cls, patches: Floats, dark: NDArray[np.bool_], views: SlotViews) -> "KnownSides":
        """Checkers seen in these views."""
        return cls(patches, dark, _luma(views))

    def under(self, views: SlotViews) -> Floats:
        """The patches as they look in the light of other views."""
        gain = min(3.0, max(0.3, _luma(views) / self.luma))
        return np.asarray(np.clip(self.patches * gain, 0, 255))


def find_sides(
    views: SlotViews, occupied: Floats, said_dark: Floats, known: KnownSides | None = None
) -> Sides:
    """Sides of all strips of one frame.

    occupied: (24,) probability that the strip shows at least one checker (0 to leave it out); said_dark:
    (24,) the network's probability that they are of the darker side; known: checkers of this board, which
    then also say which side is called light.
    """
    patches = rim_colours(views)
    odds = np.log(np.clip(said_dark, 1e-4, 1.0) / np.clip(1.0 - said_dark, 1e-4, 1.0))
    prior = np.clip(odds, -_PRIOR_CAP, _PRIOR_CAP)
    if occupied.sum() < 0.5:
        return Sides(_probability(prior), (None, None), False)
    chosen = occupied > 0.5
    if known is None:
        posterior = _mixture(_features(patches), occupied, prior)
    else:
        features = _features(np.concatenate([patches, known.under(views)]))
        weight = np.append(occupied, np.ones(len(known.dark)))
        sure = np.append(prior, np.where(known.dark, _KNOWN, -_KNOWN))
        posterior = _mixture(features, weight, sure)[:BAR]
    groups = (patches[chosen & (posterior <= 0)], patches[chosen & (posterior > 0)])
    colours = [_colour(group) for group in groups]
    light, dark = colours
    if known is None and light is not None and dark is not None and lightness(light) < lightness(dark):
        return Sides(_probability(-posterior), (dark, light), _differs(-posterior, odds, chosen))
    return Sides(_probability(posterior), (light, dark), _differs(posterior, odds, chosen))


def lightness(colour: Colour) -> float:
    """Rec. 601 luma of an (r, g, b) picture colour, 0..255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def rim_colours(views: SlotViews) -> Floats:
    """(24, 3) blue green red 0..255: median colour of every point's strip where its first checker lies."""
    light = views.light[:BAR, _ROWS, _COLUMNS, 1::2]
    yuv = np.empty((*light.shape, 3), np.float32)
    yuv[..., 0] = light
    yuv[..., 1] = views.u[:BAR, _ROWS, _COLUMNS, None]
    yuv[..., 2] = views.v[:BAR, _ROWS, _COLUMNS, None]
    colours = np.clip(yuv.reshape(BAR, -1, 3) @ YUV_TO_BGR[:, :3].T + YUV_TO_BGR[:, 3], 0, 255)
    colours.partition(colours.shape[1] // 2, axis=1)
    return np.asarray(colours[:, colours.shape[1] // 2], np.float64)


def _luma(views: SlotViews) -> float:
    """Mean lightness of the points' strips."""
    return max(1.0, float(views.light[:BAR].mean()))


def _features(patches: Floats) -> Floats:
    lifted = patches + 6.0
    total = lifted.sum(axis=1)
    return np.stack([lifted[:, 2] / total, lifted[:, 0] / total, np.log(total)], axis=1)


def _starts(features: Floats, weight: Floats, prior: Floats) -> Floats:
    """(7, n) first guesses: the network's, and both directions of three main axes."""
    centred = (features - weight @ features / weight.sum()) / np.sqrt(_SPREAD)
    scaled = centred * _SCALES
    _, axes = np.linalg.eigh((scaled * weight[:, None]).swapaxes(1, 2) @ scaled)
    along = 2.0 * (scaled @ axes[:, :, -1:])[..., 0]
    return np.concatenate([prior[None], along, -along])


def _mixture(features: Floats, weight: Floats, prior: Floats) -> Floats:
    """(n,) log odds that a patch is of the second side, from the start that explains the board best.

    Sums of squares are taken around the board's mean: about a side's mean they are that minus the square
    of the mean, so every round is a few matrix products for all starts together.
    """
    posterior = _starts(features, weight, prior)
    total = float(weight.sum())
    x = features - weight @ features / total
    squares = (x * x).T
    scatter_all = squares @ (weight + 2e-3)
    both = np.empty((2, *posterior.shape))
    for _ in range(_ROUNDS):
        np.multiply(weight, _sigmoid(posterior), out=both[1])
        np.subtract(weight, both[1], out=both[0])
        both += 1e-3
        number = both.sum(axis=2, keepdims=True)
        mean = both @ x / number
        scatter = scatter_all - (number * mean * mean).sum(axis=0)
        variance = (scatter + _SPREAD_WEIGHT * _SPREAD) / (total + _SPREAD_WEIGHT)
        half = 0.5 * mean / variance
        far = (half * mean).sum(axis=2, keepdims=True) - 2.0 * half @ x.T
        posterior = prior + np.clip(far[0] - far[1], -_EVIDENCE_CAP, _EVIDENCE_CAP)
    far += (0.5 / variance) @ squares
    first, second = -np.logaddexp(0, prior), -np.logaddexp(0, -prior)
    fit = np.logaddexp(second - far[1], first - far[0]) @ weight
    fit -= 0.5 * (total + _SPREAD_WEIGHT) * np.log(variance).sum(axis=1)
    return np.asarray(posterior[int(fit.argmax())])


def _sigmoid(odds: Floats) -> Floats:
    return 1.0 / (1.0 + np.exp(-odds))


def _probability(odds: Floats) -> NDArray[np.float32]:
    return _sigmoid(odds).astype(np.float32)


def _colour(patches: Floats) -> Colour | None:
    if len(patches) == 0:
        return None
    middle = len(patches) // 2
    blue, green, red = np.partition(patches, middle, axis=0)[middle]
    return int(red), int(green), int(blue)


def _differs(posterior: Floats, odds: Floats, chosen: NDArray[np.bool_]) -> bool:
    agree = (posterior[chosen] > 0) == (odds[chosen] > 0)
    return bool(agree.mean() < 0.5)
