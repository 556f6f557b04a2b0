"""Whether the board is still where it was: notices a moved camera or board, and finds the board's new place.

Marks (corners of the picture on and around the field) are followed (Lucas and Kanade 1981) from a picture of
the board in its known place. While at least half of those that can be seen stand still, so does the board,
whatever hands and checkers do. Where most of them agree on another place and stay there, it was moved; a
knock after which they return at once is no move. A stream that goes over to another scene and back shows the
board in places where it has been before: they are looked at first.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.errors import BoardNotFoundError
from calibration.fit import KINDS, overlap, settle
from calibration.geometry import BoardGeometry
from vision.find import NONE_AT, STEP_AT, find_board, look
from vision.held import FEW, STALE_S, Course, Held, far, lies_at, placed_at
from vision.marks import ENOUGH, HERE, Floats, Marks, still
from vision.sources.frame import Frame

EVERY: Final = 0.2
"""Seconds between two looks."""
PATIENCE: Final = 4
"""Looks after which a board that keeps moving is told about nevertheless."""
MOVED_AT: Final = 0.005
"""A corner moved by more than this, in sizes of the field, is a move."""
FITS: Final = 0.85
"""Overlap that the followed field shares at least with the field as it is fitted there."""
LIKE: Final = 0.6
"""Correlation of what a field shows with what this one showed, from which it is this one, marks or not, if it
is larger by BETTER than where this one was. A board pushed under a hand had 0.95 (0.35 where it had been),
one lit from the side 0.52 and more, other boards 0.1 at most."""
BETTER: Final = 0.2
READ_AT: Final = 0.01
"""No further away than this, in sizes of the field, it is read all the same: the camera shakes."""
DOUBTED: Final = 0.02
"""A move further than this, in sizes of the field, has to agree with the fit better than no move."""
AGREE: Final = 0.01
"""Two looks agree on where the board is now if their places are no further apart than this, in sizes of the
field: one of them may have been into a picture that fades or glides into another."""
PLACES: Final = 4
"""Former places that are remembered, besides the first."""
UNSURE_S: Final = 0.4
"""Whether the board has gone is clear so long after its marks went out of sight."""
SEARCH_EVERY: Final = 0.8
"""Seconds between two searches while the marks are out of sight."""
SEARCH_SOON, SOON_S = 0.4, 2.0
"""Seconds between two searches while they have not been out of sight for longer than that: a picture that
faded has become another one."""
GONE_S: Final = 4.0
"""Without marks and without a board for this long, the board is said to be gone."""


@dataclass(frozen=True)
class Moved:
    """The board is elsewhere: its new place, None where it is not to be found, and what happened in words."""

    geometry: BoardGeometry | None
    reason: str
    far: float = np.inf
    """How far its furthest corner went, in sizes of the field."""
    followed: bool = False
    """Whether it was followed on its way there, so that nothing was missed."""


class Steady:
    """Watches one board's place over the frames of one source."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self._geometry = geometry
        self._anchor: Marks | None = None
        self._looked = self._searched = -np.inf
        self._last: Floats | None = None
        self._seems: Floats | None = None
        self._places: list[tuple[BoardGeometry, Marks]] = []
        self._blind_since: float | None = None
        self._poor_since: float | None = None
        self._absent_since: float | None = None
        self._gone = False
        self._away = 0
        self._course = Course()
        self._held: Held | None = None

    @property
    def restless(self) -> bool:
        """Whether the camera does not keep still, and pictures are turned back (`steadied`)."""
        return self._held is not None

    @property
    def unsure(self) -> bool:
        """Whether the last looks showed the board elsewhere, or not at all where it was: there is nothing to
        be read then. It is moved, or the stream shows something else for a while."""
        if self._held is not None:
            return not self._held.seen
        blind = self._blind_since is not None and self._looked - self._blind_since < UNSURE_S
        away = self._last is not None and far(np.array(self._geometry.corners), self._last) > READ_AT
        return away or blind or self._absent_since is not None

    def look(self, frame: Frame) -> Moved | None:
        """None while the board is where it was; else, told once, where it is now.

        Most frames cost nothing: one in EVERY seconds is looked at. All are while the camera does not keep
        still (`steadied`).
        """
        if self._held is not None and self._held.size == frame.size:
            return self._hold(frame, self._held)
        if 0 <= frame.t - self._looked < EVERY - 1e-3:
            return None
        self._looked = frame.t
        if self._anchor is None or self._anchor.size != frame.size:
            self._let_go()
            self._places.clear()
            self._stand(frame, self._geometry.scaled(frame.size))
            return None
        home = np.array(self._geometry.corners)
        if self._anchor.alike(frame):
            self._poor_since = None
            self._course.note(frame.t, home)
            self._here()
            return None
        was, now = self._anchor.follow(frame)
        if len(was) >= max(ENOUGH, len(self._anchor.marks) // 8):
            unmoved = still(was, now)
            corners = self._anchor.corners_by(was, now)
            self._course.note(frame.t, home if corners is None else corners)
            if corners is not None and self._course.restless:
                self._take_hold(frame, corners)
                return None
            if corners is not None and far(home, corners) >= MOVED_AT:
                return self._follow(frame, corners)
            if unmoved.mean() >= 0.5:
                self._rest(frame, int(unmoved.sum()), len(self._anchor.marks))
                return None
        return self._search(frame)

    def steadied(self, frame: Frame) -> Frame:
        """The frame that was looked at last, as it would be with the board where it is said to be: the frame
        itself, unless the camera does not keep still."""
        return frame if self._held is None else self._held.steadied(frame)

    def _take_hold(self, frame: Frame, corners: Floats) -> None:
        """The camera does not keep still: follow the board from picture to picture."""
        placed = placed_at(self._geometry, corners)
        if placed is not None:
            self._held = Held(frame, placed, np.array(self._geometry.corners))
            self._here()

    def _hold(self, frame: Frame, held: Held) -> Moved | None:
        """Follow it; told is only where it comes to rest, or is out of sight."""
        self._looked = frame.t
        held.look(frame)
        if held.missed(frame.t):
            self._let_go()
            return self._search(frame)
        if not held.rests(frame.t):
            return None
        self._let_go()
        return self._moved(frame, held.corners, followed=True)

    def _let_go(self) -> None:
        self._held, self._course = None, Course()

    def _rest(self, frame: Frame, still: int, marks: int) -> None:
        """The board is where it was; one in which most marks have been gone for long is taken anew."""
        self._here()
        if still > FEW * marks:
            self._poor_since = None
        elif self._poor_since is None:
            self._poor_since = frame.t
        elif frame.t - self._poor_since > STALE_S:
            self._stand(frame, self._geometry)

    def _here(self) -> None:
        """It is seen to be where it was."""
        self._last = self._seems = self._blind_since = self._absent_since = None
        self._gone, self._away = False, 0

    def _follow(self, frame: Frame, corners: Floats) -> Moved | None:
        """The marks agree on new corners: told once they rest there, or if they do not come to rest."""
        last, self._last = self._last, corners
        self._away += 1
        if last is None or (far(last, corners) > MOVED_AT and self._away < PATIENCE):
            return None
        away = far(np.array(self._geometry.corners), corners)
        fitted = _fitted(frame, self._geometry, corners)
        if fitted is None or overlap(fitted, corners) < FITS:
            return self._search(frame)
        if away > DOUBTED and overlap(fitted, corners) < overlap(fitted, np.array(self._geometry.corners)):
            return self._search(frame)
        return self._moved(frame, corners)

    def _search(self, frame: Frame) -> Moved | None:
        """The marks are out of sight: covered, in the dark or far away. Look for the board itself."""
        self._last = None
        if self._blind_since is None:
            self._blind_since = frame.t
            return None
        seemed, self._seems = self._seems, self._marked(frame)
        if self._seems is None:
            every = SEARCH_SOON if frame.t - self._blind_since < SOON_S else SEARCH_EVERY
            if seemed is None and frame.t - self._searched < every - 1e-3:
                return self._is_gone(frame)
            self._searched = frame.t
            old = np.array(self._geometry.corners)
            fitted = _fitted(frame, self._geometry, old)
            if fitted is not None and overlap(fitted, old) >= HERE:
                self._absent_since = None
                return None
            self._seems = self._found_elsewhere(frame, old)
            if self._seems is None:
                self._seems = self._looking_so(frame, old, fitted)
        if self._absent_since is None:
            self._absent_since = frame.t
        if self._seems is None:
            return self._is_gone(frame)
        if seemed is None or far(seemed, self._seems) > AGREE:
            return None
        return self._moved(frame, self._seems)

    def _marked(self, frame: Frame) -> Floats | None:
        """(4, 2) corners where the board has been before and stands again, as its marks of then show; else by
        those of now, where it seemed to be at the last look."""
        for place, marks in self._places:
            if marks.size == frame.size and marks.standing(frame):
                return np.array(place.corners)
        if self._anchor is None or self._seems is None:
            return None
        there = self._anchor.corners_at(frame, self._seems)
        return None if there is None else there[0]

    def _looking_so(self, frame: Frame, old: Floats, fitted: Floats | None) -> Floats | None:
        """(4, 2) corners as fitted near the old ones, where what is seen there looks like this board."""
        if fitted is None or self._anchor is None:
            return None
        like = self._anchor.likeness(frame, fitted)
        return fitted if like >= max(LIKE, self._anchor.likeness(frame, old) + BETTER) else None

    def _found_elsewhere(self, frame: Frame, old: Floats) -> Floats | None:
        """(4, 2) corners by the marks, where the board is found elsewhere in the picture."""
        try:
            found = find_board(frame.bgr).geometry
        except BoardNotFoundError:
            return None
        if _lies(found) != _lies(self._geometry) or overlap(np.array(found.corners), old) >= HERE:
            return None
        there = self._anchor.corners_at(frame, np.array(found.corners)) if self._anchor else None
        return None if there is None else there[0]

    def _is_gone(self, frame: Frame) -> Moved | None:
        if self._gone or self._absent_since is None or frame.t - self._absent_since < GONE_S:
            return None
        self._gone = True
        return Moved(None, f"the board has been out of sight for {GONE_S:.0f} s")

    def _moved(self, frame: Frame, corners: Floats, *, followed: bool = False) -> Moved | None:
        known = (place for place, _ in self._places if lies_at(place, corners))
        placed = next(known, placed_at(self._geometry, corners))
        if placed is None:
            return None
        away = far(np.array(self._geometry.corners), corners)
        self._leave()
        self._stand(frame, placed)
        reason = f"the board moved in the picture, by up to {away:.1%} of its size"
        return Moved(placed, reason, away, followed)

    def _leave(self) -> None:
        """Remember where the board was, and how that looked: the first place, and the last few others."""
        if self._anchor is None:
            return
        corners = np.array(self._geometry.corners)
        here = [lies_at(place, corners) for place, _ in self._places]
        if any(here):
            self._places[here.index(True)] = self._geometry, self._anchor
        else:
            first, later = self._places[:1], self._places[1:][-PLACES + 1 :]
            self._places = [*first, *later, (self._geometry, self._anchor)]

    def _stand(self, frame: Frame, geometry: BoardGeometry) -> None:
        self._geometry, self._anchor = geometry, Marks(frame, geometry)
        self._poor_since = None
        self._here()


def _lies(geometry: BoardGeometry) -> bool:
    """Whether the board is seen from an end. A bar may be overlooked, and found where there is none."""
    return geometry.layout == "bar_horizontal"


def _fitted(frame: Frame, geometry: BoardGeometry, corners: Floats) -> Floats | None:
    """(4, 2) corners as the fitting network places them, from a guess; None where it sees no board."""
    lying = _lies(geometry)
    fit = settle(frame.bgr, corners, look, lying)
    if fit is None or fit.kind[KINDS.index("none")] > NONE_AT or fit.step > STEP_AT:
        return None
    return np.roll(fit.corners, -1, axis=0) if lying else fit.corners
