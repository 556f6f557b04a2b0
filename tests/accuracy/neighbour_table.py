"""Another table in the picture, at which a game is played as well, in whole films.

    python tests/accuracy/neighbour_table.py --work DIR      writes neighbour.csv and neighbour_found.csv

DIR holds the films of films_table.py, watched. Beyond a line beside its board the picture of each goes on, to
the left or to the right, with that of another film, laid onto the same table: most of a second board, its
players' hands, dice and cube. Watched with the true corners and without a word on where the board is.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from altered import compare, frames_of, work_of, write_film  # noqa: E402
from unplaced_table import same_as  # noqa: E402

from calibration.board_file import write_board  # noqa: E402
from calibration.cv import cv2  # noqa: E402
from calibration.fit import UNIT, homography  # noqa: E402
from calibration.geometry import BoardGeometry, apply_homography  # noqa: E402

TABLE, FOUND = (Path(__file__).with_name(name) for name in ("neighbour.csv", "neighbour_found.csv"))
FILMS = range(2588, 2612)
"""Two dozen of all kinds."""
NEXT = 24
"""The other game is that of the film so many further on."""
SEAM, APART, PART = 0.22, 0.5, 0.75
"""In widths of the field, beside it: where the other picture begins, where the other field does, and how much
of that is in the picture."""
Picture = np.ndarray


def neighbour(source: Path, folder: Path, number: int) -> dict[str, object]:
    """Show a film with the game of another one at the next table, to the left or to the right of it."""
    frames, geometry = frames_of(source)
    others, board = frames_of(source.with_name(f"film{number + NEXT}"))
    left = number % 2 == 0
    lay, placed = laid(geometry, board, left=left)
    write_film(
        folder / "match.mp4", (lay(frame.bgr, others[k % len(others)].bgr) for k, frame in enumerate(frames))
    )
    write_board(folder / "board.toml", placed)
    return {"side": "left" if left else "right"}


def laid(
    geometry: BoardGeometry, board: BoardGeometry, *, left: bool
) -> tuple[Callable[[Picture, Picture], Picture], BoardGeometry]:
    """What lays a second picture beside the first, and the place of the first board in what comes out.

    geometry, board: of the two. left: the second comes to lie to the left.
    """
    height = geometry.size[1]
    to_picture = homography(UNIT, np.array(geometry.corners))
    shift = -1.0 - APART if left else 1.0 + APART
    lie = UNIT + np.array([shift, 0.0])
    ends = apply_homography(to_picture, UNIT + np.array([shift + (1 - PART) * (1 if left else -1), 0.0]))
    low = min(0, int(ends[:, 0].min())) if left else 0
    width = (geometry.size[0] if left else max(geometry.size[0], int(ends[:, 0].max()))) - low
    width -= width % 2
    move = np.array([[1.0, 0.0, -low], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    onto = homography(np.array(board.corners), apply_homography(move @ to_picture, lie))
    edge = -SEAM if left else 1.0 + SEAM
    seam = apply_homography(move @ to_picture, np.array([[edge, -0.5], [edge, 1.5]]))
    beyond = _beyond(seam, (width, height), left=left)

    def lay(own: Picture, other: Picture) -> Picture:
        seen = cv2.warpPerspective(own, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
        far = cv2.warpPerspective(other, onto, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.where(beyond[..., None], far, seen)

    corners = tuple((x - low, y) for x, y in geometry.corners)
    return lay, BoardGeometry(corners, (width, height), geometry.layout, geometry.bar)


def _beyond(seam: Picture, size: tuple[int, int], *, left: bool) -> Picture:
    """(h, w) whether a pixel lies to that side of a line through two points (2, 2)."""
    (x0, y0), (x1, y1) = seam
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    at = x0 + (x1 - x0) * (y - y0) / (y1 - y0)
    return np.asarray(x < at if left else x > at)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tables."""
    work = work_of(__doc__, argv)
    compare(work, "neighbour", FILMS, neighbour, TABLE)
    compare(work, "neighbour found", FILMS, same_as("neighbour"), FOUND, placed=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
