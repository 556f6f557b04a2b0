"""A board before a camera whose place is known."""

import numpy as np

from calibration.geometry import BoardGeometry

SIZE = (1280, 720)


def camera(slant_deg: float, aspect: float, focal: float = 1.2) -> tuple[BoardGeometry, np.ndarray]:
    """A pinhole view of a field 1 wide and ``aspect`` high from the south; its corners and (3, 4) matrix."""
    slant = np.radians(slant_deg)
    pixels = focal * SIZE[0]
    inner = np.array([[pixels, 0, SIZE[0] / 2], [0, pixels, SIZE[1] / 2], [0, 0, 1]])
    axes = np.array([[1, 0, 0], [0, np.sin(slant), -np.cos(slant)], [0, -np.cos(slant), -np.sin(slant)]])
    middle = np.array([0.5, aspect / 2, 0])
    place = np.array([0, 0, 2.4]) - axes @ middle
    matrix = inner @ np.column_stack([axes, place])
    ground = np.array([[0, 0, 0, 1], [1, 0, 0, 1], [1, aspect, 0, 1], [0, aspect, 0, 1]]) @ matrix.T
    corners = tuple((float(x / w), float(y / w)) for x, y, w in ground)
    return BoardGeometry(corners, SIZE), matrix
