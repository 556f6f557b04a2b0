"""Which strips hold checkers of the same side: two colours of this board, found over the whole board.

No colour is known beforehand. The checkers next to the rim of every occupied strip are described by their
chroma (r, b shares of r+g+b) and the logarithm of their lightness; a mixture of two Gaussians with one
common spread is fitted by expectation-maximisation (Dempster, Laird and Rubin 1977) from several starts,
with the slot network's opinion as prior of every strip. Which of the two is called light is measured.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.views import BAR, OUTSIDE, REACH, STRIP_H, STRIP_W, SlotViews

Colour = tuple[int, int, int]
Floats = NDArray[np.float64]

_RIM_ROW = OUTSIDE / (OUTSIDE + REACH) * STRIP_H
_ROWS = slice(round(_RIM_ROW + 5), round(_RIM_ROW + 14))
_COLUMNS = slice(STRIP_W // 2 - 5, STRIP_W // 2 + 5, 2)
_SPREAD = np.array([0.042, 0.042, 0.42]) ** 2
"""Variances expected within one side: chroma, chroma, log lightness."""
_SPREAD_WEIGHT = 4.0
"""How many checkers the expected variances count for."""
_PRIOR_CAP = 8.0
_EVIDENCE_CAP = 5.0
"""Log odds at most, from the network and from the colours; chosen on rendered boards held out of training."""
_ROUNDS = 5


@dataclass(frozen=True)
class Sides:
    """dark: (24,) probability that a checker on the point is of the darker side; colours: (r, g, b) 0..255
    of the light and the dark side, None where no checker was seen; exchanged: whether the network's two
    sides had to be exchanged."""

    dark: NDArray[np.float32]
    colours: tuple[Colour | None, Colour | None]
    exchanged: bool


def find_sides(views: SlotViews, occupied: Floats, said_dark: Floats) -> Sides:
    """Sides of all strips of one frame.

    occupied: (24,) probability that the strip shows at least one checker (0 to leave it out); said_dark:
    (24,) the network's probability that they are of the darker side.
    """
    patches = np.median(views.strips[:BAR, _ROWS, _COLUMNS].reshape(BAR, -1, 3), axis=1)
    odds = np.log(np.clip(said_dark, 1e-4, 1.0) / np.clip(1.0 - said_dark, 1e-4, 1.0))
    prior = np.clip(odds, -_PRIOR_CAP, _PRIOR_CAP)
    if occupied.sum() < 0.5:
        return Sides(_probability(prior), (None, None), False)
    posterior = _mixture(_features(patches), occupied, prior)
    chosen = occupied > 0.5
    groups = (patches[chosen & (posterior <= 0)], patches[chosen & (posterior > 0)])
    colours = [_colour(group) for group in groups]
    light, dark = colours
    if light is not None and dark is not None and lightness(light) < lightness(dark):
        return Sides(_probability(-posterior), (dark, light), _differs(-posterior, odds, chosen))
    return Sides(_probability(posterior), (light, dark), _differs(posterior, odds, chosen))


def lightness(colour: Colour) -> float:
    """Rec. 601 luma of an (r, g, b) picture colour, 0..255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def _features(patches: Floats) -> Floats:
    lifted = patches + 6.0
    total = lifted.sum(axis=1)
    return np.stack([lifted[:, 2] / total, lifted[:, 0] / total, np.log(total)], axis=1)


def _starts(features: Floats, weight: Floats, prior: Floats) -> Floats:
    """(7, 24) first guesses: the network's, and both directions of three main axes."""
    centred = (features - weight @ features / weight.sum()) / np.sqrt(_SPREAD)
    guesses = [prior]
    for scale in ((1, 1, 1), (1, 1, 0), (0, 0, 1)):
        scaled = centred * scale
        _, axes = np.linalg.eigh((scaled * weight[:, None]).T @ scaled)
        along = 2.0 * scaled @ axes[:, -1]
        guesses += [along, -along]
    return np.stack(guesses)


def _mixture(features: Floats, weight: Floats, prior: Floats) -> Floats:
    """(24,) log odds that a strip is of the second side, from the start that explains the board best."""
    posterior = _starts(features, weight, prior)
    x = features[None]
    for _ in range(_ROUNDS):
        second = _sigmoid(posterior)
        w2, w1 = weight * second + 1e-3, weight * (1 - second) + 1e-3
        mean2 = (w2 @ features / w2.sum(1, keepdims=True))[:, None]
        mean1 = (w1 @ features / w1.sum(1, keepdims=True))[:, None]
        d2, d1 = (x - mean2) ** 2, (x - mean1) ** 2
        scatter = (w2[:, :, None] * d2 + w1[:, :, None] * d1).sum(axis=1)
        variance = (scatter + _SPREAD_WEIGHT * _SPREAD) / (weight.sum() + _SPREAD_WEIGHT)
        far2, far1 = (0.5 * (d / variance[:, None]).sum(axis=2) for d in (d2, d1))
        posterior = prior + np.clip(far1 - far2, -_EVIDENCE_CAP, _EVIDENCE_CAP)
    fit = np.logaddexp(-np.logaddexp(0, -prior) - far2, -np.logaddexp(0, prior) - far1) @ weight
    fit -= 0.5 * (weight.sum() + _SPREAD_WEIGHT) * np.log(variance).sum(axis=1)
    return np.asarray(posterior[int(fit.argmax())])


def _sigmoid(odds: Floats) -> Floats:
    return 1.0 / (1.0 + np.exp(-np.clip(odds, -30, 30)))


def _probability(odds: Floats) -> NDArray[np.float32]:
    return _sigmoid(odds).astype(np.float32)


def _colour(patches: Floats) -> Colour | None:
    if len(patches) == 0:
        return None
    blue, green, red = np.median(patches, axis=0)
    return int(red), int(green), int(blue)


def _differs(posterior: Floats, odds: Floats, chosen: NDArray[np.bool_]) -> bool:
    agree = (posterior[chosen] > 0) == (odds[chosen] > 0)
    return bool(agree.mean() < 0.5)
