"""The place of the board from its first pictures: the surest of those that agree."""

from typing import Final

import numpy as np

from calibration.errors import BoardNotFoundError
from calibration.fit import overlap
from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from vision.another import as_good
from vision.find import Located, find_board
from vision.lens_seen import find_straight, straightened
from vision.reader import Reader
from vision.sources.frame import Frame

SAME_PLACE: Final = 0.9
"""Two places of the board that overlap less are two places."""
FIRST_LOOKS: Final = 3
"""Pictures in which the board is found before its place is settled."""
MOST_MEN: Final = 16
FAR_TOO_MANY: Final = 22
"""More men of one side than MOST_MEN are hardly those of one board, unless it is found so again and again;
more than FAR_TOO_MANY never are."""
MOST_WIDE: Final = 2.4
"""A field that would be so many times as wide as high is none: real ones are about as wide as high, half as
wide again at most."""


class Settling:
    """Looks for the board in one picture after another until it has been found often enough.

    found: where it lies as far as is known, None before it was found, in pictures as the lens straightens
    them. doubt: why it was not found last. lens: by the first picture in which it was found.
    """

    def __init__(self) -> None:
        self.found: Located | None = None
        self.doubt = ""
        self.lens = Lens()
        self._looks: list[Located] = []
        self._crowded: list[Located] = []

    @property
    def settled(self) -> bool:
        """Whether no further picture is needed."""
        return len(self._looks) >= FIRST_LOOKS

    def look(self, frame: Frame) -> bool:
        """Look for the board in a picture, which is not straightened; whether it was found there."""
        try:
            if self._looks:
                one = find_board(straightened(frame, self.lens).bgr)
            else:
                first = find_straight(frame.bgr)
                one, self.lens = first.located, first.lens
        except BoardNotFoundError as error:
            self.doubt = str(error)
            return False
        odd = None if self._looks else self._odd(one, straightened(frame, self.lens))
        if odd is not None:
            self.doubt = odd
            return False
        self._looks.append(one)
        agreed = max(self._looks, key=self._agreeing)
        same = [other for other in self._looks if same_place(other.geometry, agreed.geometry)]
        self.found = min(same, key=lambda other: other.spread)
        return True

    @property
    def surest(self) -> int:
        """In which of the pictures in which it was found it lies as is said, from 0."""
        return next(number for number, look in enumerate(self._looks) if look is self.found)

    def _odd(self, one: Located, frame: Frame) -> str | None:
        """Why what was found can be no board, None where it can: two side by side may be taken for one."""
        wide = width_to_height(one.geometry)
        men = int(Reader(one.geometry).read(frame).counts().sum(axis=0).max())
        if wide <= MOST_WIDE and men <= FAR_TOO_MANY and not as_good(one.geometry, frame):
            self._crowded.append(one)
            again = sum(same_place(one.geometry, other.geometry) for other in self._crowded)
            if men <= MOST_MEN or again >= FIRST_LOOKS:
                return None
        odd = f"with {men} men of one side on it" if men > MOST_MEN else "beside another one"
        odd = f"{wide:.1f} times as wide as high" if wide > MOST_WIDE else odd
        return (
            f"something like a board was found {odd}. Are there two boards in the picture? "
            'Give the corners of the field: --corners "x,y x,y x,y x,y"'
        )

    def _agreeing(self, one: Located) -> int:
        return sum(same_place(one.geometry, other.geometry) for other in self._looks)


def same_place(one: BoardGeometry, two: BoardGeometry) -> bool:
    """Whether two fields in pictures of one size are the same."""
    return overlap(np.array(one.corners), np.array(two.corners)) >= SAME_PLACE


def width_to_height(place: BoardGeometry) -> float:
    """How many times as wide as high a field is, from its four corners in the picture alone.

    For square pixels and a lens whose axis meets the middle of the picture (Zhang and He 2007); as it looks
    in the picture where the corners do not converge as those of a tilted rectangle do.
    """
    middle = np.array([place.size]) / 2
    top_left, top_right, bottom_right, bottom_left = np.hstack(
        [np.array(place.corners) - middle, np.ones((4, 1))]
    )
    diagonal = np.cross(top_left, bottom_right)
    right = diagonal @ bottom_left / (np.cross(top_right, bottom_right) @ bottom_left) * top_right - top_left
    down = diagonal @ top_right / (np.cross(bottom_left, bottom_right) @ top_right) * bottom_left - top_left
    both = right[2] * down[2]
    focal = -float(right[:2] @ down[:2]) / both if abs(both) > 1e-9 else 0.0
    scale = np.array([1.0, 1.0, focal if focal > 0 else 0.0])
    return float(np.sqrt((right**2 @ scale) / (down**2 @ scale)))
