"""A picture to look at where no board is needed: light and dark shapes of many sizes and colours."""

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2


def shapes(
    size: tuple[int, int], number: int, radii: tuple[int, int], *, soft: float, ground: int = 120
) -> NDArray[np.uint8]:
    """(height, width, 3) with so many discs, soft as a camera gives them.

    size: width and height. radii: the least, and one more than the largest (px). soft: spread of the blur
    (px). ground: grey between them.
    """
    rng = np.random.default_rng(4)
    picture = np.full((size[1], size[0], 3), ground, np.uint8)
    for _ in range(number):
        middle = int(rng.integers(0, size[0])), int(rng.integers(0, size[1]))
        colour = tuple(int(value) for value in rng.integers(40, 190, 3))
        cv2.circle(picture, middle, int(rng.integers(*radii)), colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), soft), np.uint8)
