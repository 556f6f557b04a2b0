"""Find the board in a picture nobody placed: first guesses, each fitted to the picture, then the doubts.

Every doubt is a reason to refuse: no board where the fit came to rest, a fit that did not come to rest, votes
far apart, two guesses that ended in different places. Where the limits come from: models/cards/locate.md.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from calibration.errors import BoardNotFoundError, CornersError
from calibration.fit import KINDS, Fit, Picture, Votes, normalise, overlap, read_votes, settle
from calibration.geometry import DEFAULT_BAR, BoardGeometry, Layout
from calibration.locate import guesses, letterbox
from models import shared_session

NONE_AT = 0.5
"""From this belief on there is no board where the fit came to rest."""
STEP_AT = 0.02
"""A last step longer than this, in sizes of the field, means that the fit did not come to rest."""
SPREAD_AT = 0.008
"""Votes further apart than this, in sizes of the field, are no fit."""
SAME_AT = 0.93
"""Two fits that overlap less are two opinions."""
NARROW, NONE = 0.026, 0.014
"""A bar narrower than the one, in widths of the field, is none if the picture looks so; than the other, it is
none. Of 702 boards in films and 160 drawn, thrice each, 3 of 2,584 looks are wrong about it; by the width
alone 75 were."""
LOOKS_BARLESS = 0.33
"""With this belief it looks so: boards with a bar of 2 to 3 % had 0.00 to 0.29, others 0.39 to 1.00."""


@dataclass(frozen=True)
class Located:
    """A board that was found: its geometry, and how far its edges may be off, in sizes of the field."""

    geometry: BoardGeometry
    spread: float


def find_board(bgr: Picture) -> Located:
    """The board in a (h, w, 3) blue green red picture; BoardNotFoundError says why there is none.

    Where there are doubts the picture is looked at once more, upside down.
    """
    try:
        return _seen(bgr)
    except BoardNotFoundError:
        with suppress(BoardNotFoundError):
            return _turned(_seen(np.ascontiguousarray(bgr[::-1, ::-1])))
        raise


def _turned(found: Located) -> Located:
    """What was found in a picture that stood upside down, where it is in the picture itself."""
    geometry = found.geometry
    right, bottom = geometry.size[0] - 1, geometry.size[1] - 1
    corners = tuple((right - x, bottom - y) for x, y in geometry.corners)
    bar = (1.0 - geometry.bar[1], 1.0 - geometry.bar[0])
    return replace(found, geometry=replace(geometry, corners=corners[2:] + corners[:2], bar=bar))


def _seen(bgr: Picture) -> Located:
    boxed, matrix = letterbox(bgr)
    maps, layout = shared_session("locate").run(None, {"picture": boxed[None]})
    first = guesses(np.asarray(maps[0]), np.asarray(layout[0]), matrix)
    fits = [settle(bgr, guess.corners, look, guess.lying) for guess in first]
    return placed(choose([fit for fit in fits if fit is not None]), (bgr.shape[1], bgr.shape[0]))


def look(view: Picture) -> Votes:
    """What the fitting network says about a straightened guess (VIEW_H, VIEW_W, 3)."""
    maps, bar, kind = shared_session("fit").run(None, {"view": normalise(view)[None]})
    return read_votes(np.asarray(maps[0]), np.asarray(bar[0]), np.asarray(kind[0]))


def choose(fits: list[Fit]) -> Fit:
    """The fit that all fits agree on; BoardNotFoundError tells the first doubt that none of them escapes."""
    held = [fit for fit in fits if fit.kind[KINDS.index("none")] < NONE_AT]
    if not held:
        raise _refused("no backgammon board was found in the picture")
    still = [fit for fit in held if fit.step < STEP_AT]
    if not still:
        raise _refused("something like a board was found, but its edges could not be made out")
    best = min(still, key=lambda fit: fit.spread)
    if best.spread > SPREAD_AT:
        raise _refused(f"a board was found, but its edges only to within {best.spread:.1%} of its size")
    if any(overlap(best.corners, other.corners) < SAME_AT for other in still):
        raise _refused(
            "a board was found, but it is not clear which edges are the field's (trays, another board)"
        )
    return best


def placed(fit: Fit, size: tuple[int, int]) -> Located:
    """The geometry of a fit in a picture of that size; BoardNotFoundError where it cannot be a board."""
    left, right = sorted(np.clip(fit.bar, 0.31, 0.69))
    layout: Layout = "bar_horizontal" if fit.lying else "bar_vertical"
    width, barless = right - left, fit.kind[KINDS.index("no_bar")] >= LOOKS_BARLESS
    if width < (NARROW if barless else NONE):
        layout, left, right = "no_bar", *DEFAULT_BAR
    seen = np.roll(fit.corners, -1, axis=0) if layout == "bar_horizontal" else fit.corners
    corners = tuple((float(x), float(y)) for x, y in seen)
    try:
        geometry = BoardGeometry(corners, size, layout, (float(left), float(right)))
    except CornersError as error:
        raise _refused(f"what was found cannot be a board: {error}") from error
    return Located(geometry, fit.spread)


def _refused(doubt: str) -> BoardNotFoundError:
    return BoardNotFoundError(f'{doubt}. Give the corners of the field: --corners "x,y x,y x,y x,y"')
