"""Which strips hold checkers of the same side: two colours of this board, found over the whole board.

No colour is known beforehand. The checkers next to the rim of every occupied strip are described by their
chroma (r, b shares of r+g+b) and the logarithm of their lightness; a mixture of two Gaussians with one
common spread is fitted by expectation-maximisation (Dempster, Laird and Rubin 1977) from several starts,
with the slot network's opinion as prior of every strip. Which of the two is called light is measured.

A high rim between camera and board hides what lies next to it. Where neighbouring strips look alike from the
rim on, whatever stands on them, it is the rim that is seen, and the colours are taken where it ends.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2
from vision.colours import DEVIATION, SPREAD, Floats, bgr_of, colour_features, within
from vision.views import BAR, CELL_COLUMNS, CELL_ROWS, OUTSIDE, REACH, SlotViews

Colour = tuple[int, int, int]
Judge = Callable[[Floats, Floats, Floats], tuple[Floats, Floats]]
"""From (24, 3) blue green red of the first checkers and (24,) log odds of the darker side, the network's and
those by these colours, to (24,) better log odds and (24,) probability that men of both sides stand there."""

_RIM_ROW = OUTSIDE / (OUTSIDE + REACH) * CELL_ROWS
_ROWS = slice(round(_RIM_ROW + 2.5), round(_RIM_ROW + 7))
_DEPTHS = slice(round(_RIM_ROW), round(_RIM_ROW + 9))
"""Rows of cells from the rim on in which the end of a high rim is looked for; a checker reaches further."""
_ALIKE = 1.0
"""Neighbours look alike that differ by less than what is expected within one side."""
_ALL_ONE = 0.5
"""And show the same thing where they differ by less than this."""
_MOST = 0.75
"""Share of neighbours that look alike where the rim is seen; a hand may lie on it."""
MIDDLE = slice(CELL_COLUMNS // 2 - 3, CELL_COLUMNS // 2 + 2)
"""Cells of a strip's breadth in which colours are looked at."""
_HALVES = slice(0, BAR // 2), slice(BAR // 2, BAR)
_SPREAD_WEIGHT = 4.0
"""How many checkers the expected variances count for."""
_PRIOR_CAP = 4.0
"""Log odds at most that the network gives."""
_NEITHER = float(np.exp(-5.0))
"""Likelihood of a patch that is of neither side's colour, a die or a hand, beside 1 for a side's very own
colour. Like the cap above chosen on rendered boards held out of training."""
FAINT = 1e-4
"""Least probability that an opinion is taken for."""
_FAINTLY = 0.5
"""Mean size of the log odds of known men from which they tell something."""
_SAME_WAY = 0.7
"""Cosine of two ways from one colour to the other from which they are taken for those of the same two."""
_RIMS = 100
"""Frames in which the end of the rim is remembered; a moved camera is believed after half as many."""
_LEARNT = 0.05
"""Share of a frame in what is remembered of the sides' colours."""
_MOST_STRANGE = 100
"""Frames of other colours on end after which those are remembered instead."""
_ROUNDS = 5
_LEAST = 1e-3
"""Weight that every patch has in either side at least."""
_SCALES = np.array([[[1, 1, 1]], [[1, 1, 0]], [[0, 0, 1]]], np.float64)
"""What of the colours the main axes are sought in: all, chroma alone, lightness alone."""


@dataclass(frozen=True)
class Sides:
    """dark: (24,) probability that a checker on the point is of the darker side; colours: (r, g, b) 0..255
    of the light and the dark side, None where no checker was seen; exchanged: whether the network's two
    sides had to be exchanged; both: (24,) probability that it is not alone, but beside one of the other side,
    None where nobody has judged that."""

    dark: NDArray[np.float32]
    colours: tuple[Colour | None, Colour | None]
    exchanged: bool
    both: NDArray[np.float32] | None = None


class SideMemory:
    """Which side was called light in the frames of one board so far.

    Of two colours about as light as each other now this one is measured as the lighter, now that; black
    men that shine are lighter than wooden ones. The way from one colour to the other, hue included, stays:
    by it a side keeps its name. Frames whose colours are others altogether, of the board itself or of a hand,
    say nothing.
    """

    def __init__(self) -> None:
        self._way: Floats | None = None
        self._strange = 0
        self._rims: tuple[Counter[int], Counter[int]] = Counter(), Counter()

    def rim(self, ends: tuple[int, int]) -> tuple[int, int]:
        """Where the rim ends, `rim_ends`, in most frames lately: a hand over it hides that for a while."""
        for seen, end in zip(self._rims, ends, strict=True):
            seen[end] += 1
            if seen.total() > _RIMS:
                seen.subtract({kept: (count + 1) // 2 for kept, count in seen.items()})
        top, bottom = (seen.most_common(1)[0][0] for seen in self._rims)
        return top, bottom

    def exchanged(self, light: Colour, dark: Colour) -> bool:
        """Whether two (r, g, b) colours had each other's name so far; remembers them.

        In the first frame they keep the names they are given.
        """
        colours = np.array([light[::-1], dark[::-1]], np.float64)
        first, second = colour_features(colours) / DEVIATION
        way = second - first
        if self._way is None:
            self._way = way
            return False
        alike = float(way @ self._way) / float(np.linalg.norm(way) * np.linalg.norm(self._way) + _LEAST)
        swap = alike <= -_SAME_WAY
        seen, alike = (-way, -alike) if swap else (way, alike)
        if self._strange >= _MOST_STRANGE:
            self._way, self._strange = seen, 0
        elif alike >= _SAME_WAY:
            self._way, self._strange = self._way + _LEARNT * (seen - self._way), 0
        else:
            self._strange += 1
        return swap


@dataclass(frozen=True)
class Told:
    """What men of known sides tell of a frame: (24,) log odds of the darker side; alone: and nobody else,
    unless the light has changed so much that they tell next to nothing."""

    odds: Floats
    alone: bool

    def beside(self, found: Floats, chosen: NDArray[np.bool_]) -> Floats:
        """(24,) log odds, together with those found without them, whichever side was called light there.

        chosen: (24,) where men stand.
        """
        if self.alone and float(np.abs(self.odds[chosen]).mean()) > _FAINTLY:
            return self.odds
        same = float(found[chosen] @ self.odds[chosen]) >= 0.0
        return self.odds + (found if same else -found)


def find_sides(
    views: SlotViews,
    occupied: Floats,
    said_dark: Floats,
    known: Told | None = None,
    memory: SideMemory | None = None,
    judge: Judge | None = None,
    ends: tuple[int, int] | None = None,
) -> Sides:
    """Sides of all strips of one frame.

    occupied: (24,) probability that the strip shows at least one checker (0 to leave it out); said_dark:
    (24,) the network's probability that they are of the darker side; known: what men of this board tell,
    which then also say which side is called light; memory: of the frames before, which says it without them;
    judge: who judges the colours found, and says where men of both sides stand; ends: of the rim.
    """
    patches = rim_colours(views, ends)
    odds = log_odds(said_dark)
    prior = within(odds, -_PRIOR_CAP, _PRIOR_CAP)
    if np.add.reduce(occupied) < 0.5:
        return Sides(_probability(prior), (None, None), False)
    chosen = occupied > 0.5
    posterior = _mixture(colour_features(patches), occupied, prior)
    first, second = _colours(patches, posterior, chosen)
    if first is not None and second is not None and lightness(first) < lightness(second):
        posterior = -posterior
    both = None
    if judge is not None:
        posterior, told = judge(patches, odds, posterior)
        both = told.astype(np.float32)
    if known is not None:
        posterior = known.beside(posterior, chosen)
    light, dark = _colours(patches, posterior, chosen)
    if memory is not None and light is not None and dark is not None:
        exchanged = memory.exchanged(light, dark)
        if exchanged and known is None:
            posterior, light, dark = -posterior, dark, light
    return Sides(_probability(posterior), (light, dark), _differs(posterior, odds, chosen), both)


def _colours(patches: Floats, odds: Floats, chosen: NDArray[np.bool_]) -> tuple[Colour | None, Colour | None]:
    """Median colours of the light and the dark side."""
    dark = odds > 0
    return _colour(patches[chosen & ~dark]), _colour(patches[chosen & dark])


def log_odds(probability: Floats) -> Floats:
    """Of probabilities, none of them taken for more than nearly sure."""
    held = within(probability, FAINT, 1.0 - FAINT)
    return np.asarray(np.log(held / (1.0 - held)))


def lightness(colour: Colour) -> float:
    """Rec. 601 luma of an (r, g, b) picture colour, 0..255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def rim_colours(views: SlotViews, ends: tuple[int, int] | None = None) -> Floats:
    """(24, 3) blue green red 0..255: median colour of every point's strip where its first checker is seen.

    ends: as `rim_ends` gives them, where they are known.
    """
    light, chroma = (planes[:BAR] for planes in (views.light, views.chroma))
    yuv = np.empty((3, BAR, _ROWS.stop - _ROWS.start, MIDDLE.stop - MIDDLE.start, 2), np.float32)
    for half, end in zip(_HALVES, ends or rim_ends(views), strict=True):
        first = max(_ROWS.start, end + 1)
        rows = slice(first, first + yuv.shape[2])
        yuv[0, half] = light[half, rows, MIDDLE, 1::2]
        yuv[1, half] = chroma[half, rows, MIDDLE, :1]
        yuv[2, half] = chroma[half, rows, MIDDLE, 1:]
    colours = bgr_of(yuv).reshape(3, BAR, -1)
    middle = colours.shape[2] // 2
    colours.partition(middle, axis=2)
    return within(np.ascontiguousarray(colours[..., middle].T, np.float64), 0, 255)


def rim_ends(views: SlotViews) -> tuple[int, int]:
    """First row of cells behind a high rim that hides part of the top and of the bottom row's points.

    The rim's own row where nothing is hidden, and where strips look alike all the way, unless they show so
    much the same that it is the rim all the way.
    """
    yuv = np.empty((3, BAR, _DEPTHS.stop - _DEPTHS.start), np.float32)
    np.add.reduce(views.light[:BAR, _DEPTHS, MIDDLE, 1], axis=2, dtype=np.float32, out=yuv[0])
    chroma = np.add.reduce(views.chroma[:BAR, _DEPTHS, MIDDLE], axis=2, dtype=np.float32)
    yuv[1:] = chroma.transpose(2, 0, 1)
    yuv /= MIDDLE.stop - MIDDLE.start
    colours = np.asarray(bgr_of(yuv).T, np.float64)
    features = colour_features(within(colours, 0, 255)).reshape(2, BAR // 2, -1, 3)
    steps = features[:, 1:] - features[:, :-1]
    far = np.add.reduce(steps * steps / SPREAD, axis=3)
    alike, same = (
        np.add.reduce(far < most**2, axis=1) >= _MOST * steps.shape[1] for most in (_ALIKE, _ALL_ONE)
    )
    deep = same[:, :-1].all(axis=1).tolist()
    top, bottom = (_end(row, hidden) for row, hidden in zip(alike.tolist(), deep, strict=True))
    return _DEPTHS.start + top, _DEPTHS.start + bottom


def _end(alike: list[bool], deep: bool) -> int:
    """Where a row's rim ends, by the depths at which its strips look alike; deep: it is the rim all along."""
    if alike[-1]:
        return len(alike) if deep else 0
    return max((at + 1 for at, same in enumerate(alike) if same), default=0)


def _starts(centred: Floats, weight: Floats, prior: Floats) -> Floats:
    """(7, n) first guesses: the network's, and both directions of three main axes.

    centred: features around the board's mean.
    """
    scaled = centred / DEVIATION * _SCALES
    scatter = (scaled * weight[:, None]).swapaxes(1, 2) @ scaled
    axes = np.stack([cv2.eigen(one)[2][0] for one in scatter])
    along = 2.0 * (scaled @ axes[..., None])[..., 0]
    return np.concatenate([prior[None], along, -along])


def _mixture(features: Floats, weight: Floats, prior: Floats) -> Floats:
    """(n,) log odds that a patch is of the second side, from the start that explains the board best.

    A patch far from both sides' colours tells nothing, so that the network decides.

    Sums of squares are taken around the board's mean: about a side's mean they are that minus the square
    of the mean, so every round is a few matrix products for all starts together.
    """
    total = float(np.add.reduce(weight))
    x = features - weight @ features / total
    second = sigmoid(_starts(x, weight, prior))
    across, squares = x.T, (x * x).T
    basis = np.concatenate([np.ones((len(x), 1)), x], axis=1)
    weighed, least = basis * weight[:, None], _LEAST * basis.sum(axis=0)
    whole = weighed.sum(axis=0) + 2.0 * least
    scatter_all = squares @ (weight + 2.0 * _LEAST) + _SPREAD_WEIGHT * SPREAD
    dark = sigmoid(prior)
    shares = np.stack([1.0 - dark, dark])[:, None]
    sums = np.empty((2, len(second), basis.shape[1]))
    for _ in range(_ROUNDS):
        np.add(second @ weighed, least, out=sums[1])
        np.subtract(whole, sums[1], out=sums[0])
        mean = sums[..., 1:] / sums[..., :1]
        either_side = sums[..., 1:] * mean
        variance = (scatter_all - (either_side[0] + either_side[1])) / (total + _SPREAD_WEIGHT)
        slope = mean / variance
        level = 0.5 * np.add.reduce(slope * mean, axis=2, keepdims=True)
        near = slope @ across - level - (0.5 / variance) @ squares
        joint = np.exp(near, out=near)
        joint += _NEITHER
        joint *= shares
        either = joint[0] + joint[1]
        second = joint[1] / either
    spread = np.add.reduce(np.log(variance), axis=1)
    fit = np.log(either) @ weight - 0.5 * (total + _SPREAD_WEIGHT) * spread
    best = int(fit.argmax())
    return np.asarray(np.log(joint[1, best] / joint[0, best]))


def sigmoid(odds: Floats) -> Floats:
    """Probabilities of log odds."""
    return 1.0 / (1.0 + np.exp(-odds))


def _probability(odds: Floats) -> NDArray[np.float32]:
    return sigmoid(odds).astype(np.float32)


def _colour(patches: Floats) -> Colour | None:
    if len(patches) == 0:
        return None
    middle = len(patches) // 2
    blue, green, red = np.partition(patches, middle, axis=0)[middle]
    return int(red), int(green), int(blue)


def _differs(posterior: Floats, odds: Floats, chosen: NDArray[np.bool_]) -> bool:
    differ = ((posterior > 0) != (odds > 0)) & chosen
    return 2 * int(np.count_nonzero(differ)) > int(np.count_nonzero(chosen))
