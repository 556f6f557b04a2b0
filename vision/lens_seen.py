"""How much the lens bends what is straight, from one picture of a board: nobody has to hold up a chessboard.

The fitting network votes for every place of a board where on the field it lies (`calibration.fit`). Where the
lens bends nothing the votes agree with the picture up to a homography; where it does they deviate from every
one as a lens would have it. They give a fifth to a third of the bend, since the network has hardly seen such
lenses, and nothing where there is none; so the picture is straightened by what they say, several times over,
until they say nothing more.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.errors import BoardNotFoundError
from calibration.fit import CELLS, KINDS, UNIT, Floats, Votes, carried, homography, overlap, straighten
from calibration.geometry import BoardGeometry, apply_homography
from calibration.lens import STRONGEST, Lens
from vision.find import NONE_AT, Located, find_board, look
from vision.sources.frame import Frame, Plane

BENDS: Final = np.linspace(-0.16, 0.16, 5)
"""Bends that are tried on the votes, of which the best is refined."""
SHARE, SHARES = 0.25, (0.08, 0.6)
"""What the votes say of the bend that is there: usually, and between what. Two looks tell how much it is."""
ROUNDS: Final = 7
ENOUGH: Final = 0.005
"""What the votes say is nothing below this."""
MATTERS: Final = 0.012
"""Sides bowed by less than this, in sizes of the field, are left as they are: the points of real pictures
bowed by up to 2 % of the board's height are read as those of plain ones. Of 59 real pictures as they are one
is said to be bowed by more."""
WIDE: Final = -0.35
"""A board that is not found may be one seen through a lens like this."""
SAME: Final = 0.75
"""Overlap from which a board that was found is the one that was said."""
LEAST_HELD: Final = 0.1
"""Share of the view that has to show the board for its votes to be heard."""


Where = Callable[[Plane, Lens], Floats]
"""(4, 2) corners of a board in a picture straightened by a lens; raises BoardNotFoundError."""


@dataclass(frozen=True)
class Straight:
    """A board that was found, its place in the straightened picture, and the lens."""

    located: Located
    lens: Lens


def find_straight(picture: Plane) -> Straight:
    """The board in a (h, w, 3) picture, whatever the lens; BoardNotFoundError says why there is none."""
    first = _first(picture)
    boards = {first.lens: first.located}

    def find(straight: Plane, lens: Lens) -> Floats:
        boards[lens] = find_board(straight)
        return _corners(boards[lens])

    lens = lens_seen(picture, _corners(first.located), find, first.lens)
    return Straight(boards.get(lens) or find_board(lens.picture(picture)), lens)


def lens_seen(picture: Plane, place: Floats, there: Where, lens: Lens | None = None) -> Lens:
    """The lens by a (h, w, 3) picture with a board in it, as far as it matters there.

    place: (4, 2) corners of its field in that picture as a first lens straightens it, bar upright. there:
    where they are with any other lens, in the picture as that straightens it.
    """
    size = (picture.shape[1], picture.shape[0])
    lens = lens or Lens()
    raw, corners, straight = lens.bent(place, size), place, lens.picture(picture)
    share, last = SHARE, None
    for _ in range(ROUNDS):
        middle = (np.array(lens.size(size)) - 1) / 2
        more = _bend(look(straighten(straight, corners)), corners - middle, size)
        if abs(more) < ENOUGH:
            break
        if last is not None and last[0] != lens.bend:
            share = float(np.clip((last[1] - more) / (lens.bend - last[0]), *SHARES))
        last = lens.bend, more
        lens = Lens(float(np.clip(lens.bend + more / share, STRONGEST, 0.0)))
        straight = lens.picture(picture)
        try:
            corners = there(straight, lens)
        except BoardNotFoundError:
            return Lens()
    return lens if lens.bow(raw, size) >= MATTERS else Lens()


def placed_straight(picture: Plane, board: BoardGeometry) -> tuple[BoardGeometry, Lens]:
    """A board whose corners in a (h, w, 3) picture somebody has said, in the straightened one; and the lens.

    What is found tells more of the lens than what is said, if it is the same board.
    """
    said = np.array(board.canonical_corners)

    def carried_along(_: Plane, lens: Lens) -> Floats:
        return lens.straight(said, board.size)

    place = said
    there: Where = carried_along
    with suppress(BoardNotFoundError):
        found = _corners(find_board(picture))
        if overlap(found, said) >= SAME:
            place, there = found, lambda straight, _: _corners(find_board(straight))
    lens = lens_seen(picture, place, there)
    corners = lens.straight(np.array(board.corners), board.size).tolist()
    return replace(board, size=lens.size(board.size), corners=tuple((x, y) for x, y in corners)), lens


def straightened(frame: Frame, lens: Lens) -> Frame:
    """The frame as a lens that bends nothing would have taken it."""
    if not lens.bend:
        return frame
    if frame.planes is None:
        return replace(frame, pixels=lens.picture(frame.bgr))
    y, *chroma = frame.planes
    width, height = lens.size(frame.size)
    u, v = (lens.picture(plane, (width // 2, height // 2)) for plane in chroma)
    return replace(frame, pixels=(lens.picture(y), u, v))


def _first(picture: Plane) -> Straight:
    """The board as it is found in the picture itself, or else in one straightened from a wide lens."""
    try:
        return Straight(find_board(picture), Lens())
    except BoardNotFoundError:
        wide = Lens(WIDE)
        with suppress(BoardNotFoundError):
            return Straight(find_board(wide.picture(picture)), wide)
        raise


def _corners(board: Located) -> Floats:
    """(4, 2) with the bar upright."""
    return np.array(board.geometry.canonical_corners)


def _bend(votes: Votes, place: Floats, size: tuple[int, int]) -> float:
    """What the votes on a guess say of the lens.

    place: (4, 2) corners of the guess in the straightened picture, from its middle. size: of the picture
    before it was straightened.
    """
    held = votes.inside > 0.5
    if held.mean() < LEAST_HELD or votes.kind[KINDS.index("none")] > NONE_AT:
        return 0.0
    seen = apply_homography(homography(UNIT, place), CELLS[held])
    votes = replace(votes, **{name: getattr(votes, name)[held] for name in ("offsets", "spread", "inside")})
    goal = CELLS[held] + votes.offsets
    misses = [
        _miss(Lens.pulled(seen, bend, size), Lens.pulled(place, bend, size), goal, votes) for bend in BENDS
    ]
    best = int(np.clip(np.argmin(misses), 1, len(BENDS) - 2))
    below, here, above = misses[best - 1 : best + 2]
    curve = below - 2 * here + above
    between = 0.5 * (below - above) / curve if curve > 0 else 0.0
    return float(np.clip(BENDS[best] + between * (BENDS[1] - BENDS[0]), BENDS[0], BENDS[-1]))


def _miss(seen: Floats, place: Floats, goal: Floats, votes: Votes) -> float:
    """By how much votes miss at the homography that they agree on best, on average."""
    there = apply_homography(homography(place, UNIT), seen)
    missed = np.abs(goal - apply_homography(carried(there, goal, votes), there))
    sure = votes.inside / votes.spread.mean(axis=1)
    return float(np.average(missed.mean(axis=1), weights=sure))
