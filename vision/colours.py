"""Colours of checkers as they are compared, chroma apart from lightness.

Red and blue shares of r+g+b, and the logarithm of r+g+b; and what these vary by among the checkers of one
side of one board in one light.
"""

import numpy as np
from numpy.typing import NDArray

from vision.views import YUV_TO_BGR

Floats = NDArray[np.float64]

SPREAD = np.array([0.042, 0.042, 0.42]) ** 2
"""Variances expected within one side: chroma, chroma, log lightness."""
DEVIATION = np.sqrt(SPREAD)


def bgr_of(yuv: NDArray[np.float32]) -> NDArray[np.float32]:
    """(3, n) blue green red of (3, ...) y u v, not cut off at 0 and 255."""
    return np.asarray(YUV_TO_BGR[:, :3] @ yuv.reshape(3, -1) + YUV_TO_BGR[:, 3:], np.float32)


def colour_features(patches: Floats) -> Floats:
    """(n, 3) red and blue shares and log lightness of (n, 3) blue green red 0..255."""
    lifted = patches + 6.0
    total = np.add.reduce(lifted, axis=1)
    found = np.empty_like(lifted)
    np.divide(lifted[:, 2::-2], total[:, None], out=found[:, :2])
    np.log(total, out=found[:, 2])
    return found


def within(values: Floats, low: float, high: float) -> Floats:
    """As `np.clip`, which for a few values takes several times as long."""
    return np.minimum(np.maximum(values, low), high)
