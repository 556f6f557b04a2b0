"""A board in a picture, and dice on it and beside it as readings: what is looked for beside a lone one."""

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from vision.reading import DieReading

PLACE = BoardGeometry(((300.0, 150.0), (980.0, 150.0), (980.0, 600.0), (300.0, 600.0)), (1280, 720))
PICTURE = np.zeros((720, 1280, 3), np.uint8)
SIZE_PX = 14.0


def die(u: float, v: float, p: float = 0.99) -> DieReading:
    """A die of 14 pixels at a place of the field, or beside it."""
    outside = not (0.0 <= u <= 1.0 and 0.0 <= v <= 1.0)
    return DieReading(
        value=4,
        p=p,
        faces=(0.0, 0.0, 0.0, p, 0.0, 0.0),
        xy=PLACE.picture_point(u, v),
        uv=(u, v),
        zone="out" if outside else "W" if u < 0.5 else "E",
        support="other" if outside else "surface",
        support_p=0.9,
        tilt="flat",
        tilt_p=0.99,
        size_px=SIZE_PX,
    )


class AnyDie:
    """Stands for the network of upright crops: takes whatever it is shown for a flat die in the middle, and
    cannot tell its value."""

    def run(self, _: None, feed: dict[str, NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        """As an inference session does it."""
        n = len(feed["crops"])
        said = (-9.0, 1), (np.log(1 / 6), 6), (3.0, 1), (0.0, 3), (-9.0, 1)
        return [np.full((n, width), value, np.float32) for value, width in said]
