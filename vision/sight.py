"""How much of a die a camera can see from where it stands: whether dice will be read.

Nothing is looked for in the picture; the corners of the field say how large a usual die is in it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.geometry import BoardGeometry
from vision.dice_view import board_view

USUAL_DIE: Final = 0.027
"""Edge of a die in widths of the field: the middle of eight real boards, 0.023 to 0.033."""
ENOUGH_PX: Final = 14.0
"""Height of a die's upper face (px) from which dice are read well (tests/accuracy/sight.csv)."""
_PLACES: Final = [(u, v) for u in (0.25, 0.75) for v in (0.2, 0.5, 0.8)]
_STEP: Final = 0.01


@dataclass(frozen=True)
class Sight:
    """slant_deg: angle of the line of sight above the board. face_px: how high (at right angles to its longer
    extent) the upper face of a usual die is in the picture where it is seen smallest."""

    slant_deg: float
    face_px: float

    @property
    def enough(self) -> bool:
        """Whether dice are seen well enough."""
        return self.face_px >= ENOUGH_PX


def sight_of(geometry: BoardGeometry) -> Sight:
    """What can be seen of dice on a board that lies so in the picture."""
    view = board_view(geometry)
    smallest = min(_narrowest(geometry, view.aspect, u, v) for u, v in _PLACES)
    return Sight(view.slant_deg, USUAL_DIE * smallest)


def _narrowest(geometry: BoardGeometry, aspect: float, u: float, v: float) -> float:
    """Pixels of a field width around a place of the field, in the direction in which it is seen shortest."""
    here, right, down = geometry.picture_points([(u, v), (u + _STEP, v), (u, v + _STEP / aspect)])
    return float(np.linalg.svd(np.stack([right - here, down - here]) / _STEP, compute_uv=False)[-1])
